"""Random play at a system's demo table, by what is offered to people: deeds, lines, answers, undo and redo.

Along the way and at the end the laws of every table are asked: a refusal changes nothing, nothing crashes, everything is put
into words, questions come to an end, loading equals live play, every act audits clean, who is not meant to hear hears nothing,
and undoing everything leads back to the very beginning.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from ludex.core.asks import GAP, Option
from ludex.core.deeds import FLAG, Command, Filled, Offer
from ludex.core.errors import RuleError, SystemFailed
from ludex.core.principals import EVERYBODY, HOST, actor_of
from ludex.store.sqlite import SqliteStore
from ludex.table.audience import log_number
from ludex.table.audit import audit, read_log
from ludex.table.entries import Opened, read_entry
from ludex.table.house import House, load_memory
from ludex.table.logbook import Logbook
from ludex.table.memory import Memory
from ludex.table.questions import Open
from ludex.table.seats import hears
from ludex.table.table import Table
from ludex.table.undo import redo
from ludex.testing.draws import Draw, DrawnChance
from ludex.text.chat import Chat
from ludex.text.reply import Reply
from ludex.text.words import LANGUAGES, Words

STEPS = 14
"""A game has at most so many steps before it is brought to its end."""

ANSWERS = 100
"""All open questions of a game are answered within so many answers."""

NOON = "2026-01-01T00:00:00Z"
ROLLS = (".r 3d6", ".rh d20", ".r 4d6kh3+2", ".r d20优势")
WHATEVER = ("1", "2", "3", "x")
"""What somebody writes where nothing is offered."""

_BARE_KEY = re.compile(
    r"\b(?:terms|questions|answers|fields|outputs|told|view|errors|kit|args|things|rolls)(?:\.[a-z][a-z_]+)+"
)


class LawBroken(AssertionError):
    """A law does not hold, and how that was seen."""


def demand(holds: bool, why: str) -> None:  # it is what is demanded
    """Say which law is broken."""
    if not holds:
        raise LawBroken(why)


class Game:
    """One table and everybody who sits at it, reading either language by turns."""

    def __init__(self, table: Table, draw: Draw) -> None:
        self.table = table
        self.draw = draw
        self.table.chance = DrawnChance(draw)
        self.chats = [Chat(table, seat, LANGUAGES[n % 2]) for n, seat in enumerate(table.memory.seats)]
        self.states = {table.memory.head: table.memory.state}
        self.done: list[str] = []

    async def play(self) -> None:
        for _ in range(self.draw.number(3, STEPS)):
            await self.step()

    async def step(self) -> None:
        chat = self.draw.one(self.chats)
        kind = self.draw.one(("deed", "deed", "line", "line", "answer", "answer", "undo", "redo", "roll"))
        deeds = [deed for deed in chat.desk.deeds() if deed.refusal is None]
        if chat.desk.answerable() and kind in ("deed", "line", "answer"):
            await self.answer(chat)
        elif kind == "deed" and deeds:
            await self.judged(chat, self.filled(chat, self.draw.one(deeds)))
        elif kind in ("undo", "redo"):
            await self.judged(chat, f".{kind}")
        elif kind == "roll":
            await self.judged(chat, self.draw.one(ROLLS))
        else:
            line, fill = self.draw.one(offered(chat))
            await self.judged(chat, filled_line(self.draw, line, fill))

    async def answer(self, chat: Chat) -> bool:
        asked = self.draw.one(chat.desk.answerable())
        option = self.draw.one(asked.question.options)
        return await self.judged(chat, f".选 #{asked.act.number} {filled_answer(self.draw, option)}")

    def filled(self, chat: Chat, deed: Offer) -> Filled:
        """A deed with every gap filled by something that is offered for it; what may be left out is, now and then."""
        command = chat.desk.command(deed.name)
        filled = {gap.name: [v.value for v in gap.values if v.refusal is None] or WHATEVER for gap in deed.gaps}
        args = {
            name: self._value(command, name, values) for name, values in filled.items() if self._wanted(command, name)
        }
        return Filled(deed.name, {**deed.given, **args}, actor_of(deed.of) if deed.of else "")

    def _wanted(self, command: Command, name: str) -> bool:
        field = command.field(name)
        return field is None or field.needed or self.draw.number(0, 1) == 1

    def _value(self, command: Command, name: str, values: Sequence[object]) -> object:
        field, value = command.field(name), self.draw.one(values)
        if field is not None and field.kind == FLAG:
            return True
        return [value] if field is not None and field.several else value

    async def judged(self, chat: Chat, what: str | Filled) -> bool:
        """Do it, and ask the laws of a single step; whether it was accepted."""
        before = self.table.memory
        reply = await self._reply(chat, what)
        self.done.append(f"{chat.seat.name}> {what if isinstance(what, str) else f'{what.deed} {dict(what.args)}'}")
        now = self.table.memory
        demand(reply.code not in ("system_failed", "system_not_loaded"), self.told(f"it crashed: {reply.text}"))
        demand(reply.ok or unchanged(before, now), self.told(f"it was refused ({reply.code}) and changed something"))
        same = self.states.setdefault(now.head, now.state) == now.state
        demand(same, self.told("the same commit has two states"))
        bare = _BARE_KEY.search(reply.text)
        demand(bare is None, self.told(f"there are no words ({chat.language}) for {bare[0] if bare else ''}"))
        mute = next((answer for answer in self.plain_answers() if not is_worded(chat.words, answer)), None)
        how = f"give it a phrase in [answers], or its option one: kit.Option({mute!r}, kit.say(…))"
        demand(mute is None, self.told(f"there are no words ({chat.language}) for the answer {mute}; {how}"))
        return reply.ok

    def plain_answers(self) -> Iterator[str]:
        """The answers that are open now and are shown by their own word alone."""
        for act in self.table.memory.parked.values():
            for question in act.questions:
                yield from (o.answer for o in question.options if o.say is None and not o.open)

    async def _reply(self, chat: Chat, what: str | Filled) -> Reply:
        if isinstance(what, str):
            return await chat.line(what)
        try:
            return await chat.do(what, line=what.deed)
        except RuleError as error:
            return Reply(chat.refusal(error), code=error.code)
        except SystemFailed as error:
            return Reply(str(error), code=error.code)

    def told(self, why: str) -> str:
        """What went wrong, after what."""
        return "\n  ".join([why, *self.done[-6:]])

    async def settle(self) -> None:
        """Answer everything that is still asked: it comes to an end."""
        host = next(chat for chat in self.chats if chat.seat.gm)
        for _ in range(ANSWERS):
            if not host.desk.answerable():
                return
            asked = self.draw.one(host.desk.answerable())
            await is_taken(host, asked, filled_answer(self.draw, self.draw.one(asked.question.options)))
        raise LawBroken(self.told(f"the questions do not come to an end within {ANSWERS} answers"))


def is_worded(words: Words, answer: str) -> bool:
    """Whether an answer can be read: a number, or one that has a word."""
    return answer.isdecimal() or any(words.has(f"{kind}.{answer}") for kind in ("answers", "terms", "things"))


async def is_taken(chat: Chat, asked: Open, answer: str) -> bool:
    """Give an answer without a word; whether the rules take it."""
    try:
        await chat.desk.answer(asked.act.number, answer)
    except RuleError:
        return False
    return True


def unchanged(before: Memory, now: Memory) -> bool:
    """Whether a refusal left everything as it was, but for dice that had fallen and are spent, and an act that nothing answered could end."""
    if now == before:
        return True
    gone = before.parked.keys() - now.parked.keys()
    waiting = {number: act for number, act in before.parked.items() if number not in gone} == now.parked
    kept = ("state", "head", "seats", "settings", "redo")
    spent = (now.roll > before.roll or gone) and len(gone) <= 1
    return bool(spent) and waiting and all(getattr(now, name) == getattr(before, name) for name in kept)


def offered(chat: Chat) -> list[tuple[str, Mapping[str, tuple[str, ...]]]]:
    """Lines that the page or the help would offer to this seat, with what may stand in their gaps."""
    examples: list[tuple[str, Mapping[str, tuple[str, ...]]]]
    examples = [(chat.example(command), {}) for command in chat.table.system.commands if command.example]
    return [*examples, *(line_of(chat, deed) for deed in chat.desk.deeds())] or [(".r d20", {})]


def line_of(chat: Chat, deed: Offer) -> tuple[str, Mapping[str, tuple[str, ...]]]:
    """A deed as a line, with what may stand in its gaps."""
    gaps = {chat.words.argument(gap.name): tuple(str(value.value) for value in gap.values) for gap in deed.gaps}
    return chat.written(deed), gaps


def filled_line(draw: Draw, line: str, fill: Mapping[str, tuple[str, ...]]) -> str:
    return GAP.sub(lambda gap: draw.one(sorted(fill.get(gap[1].removesuffix("…"), ()) or WHATEVER)), line)


def filled_answer(draw: Draw, option: Option) -> str:
    return GAP.sub(lambda gap: draw.one(sorted(option.fill.get(gap[1], ()) or WHATEVER)), option.answer)


async def random_game(draw: Draw, system: str, folder: Path) -> None:
    """A whole game at the demo table of a system, and everything that must be true of it."""
    house = House(SqliteStore(folder / "ludex.db"), clock=lambda: NOON)
    try:
        table, _ = await house.demo(system)
        game = Game(table, draw)
        await game.play()
        await game.settle()
        await check_log(house, table)
        await check_undo(table)
    finally:
        await house.close()


async def check_log(house: House, table: Table) -> None:
    """What is on disk is what was played, by the rules, and told to nobody who should not hear it."""
    lines = [stored.body for stored in await house.store.read(table.id)]
    demand(await load_memory(table.system, house.store, table.id) == table.memory, "loaded, the table is another one")
    problems = audit(table.system, read_log(lines)).problems
    demand(not problems, f"the log does not audit: {problems[:3]}")
    await check_hearing(table, lines)


async def check_hearing(table: Table, lines: Sequence[bytes]) -> None:
    """An entry with an audience never shows its dice, card or line to a seat outside it."""
    entries = [read_entry(line) for line in lines]
    for seat in table.memory.seats.values():
        for seen in await Logbook(table).tail(seat, 1000):
            entry = entries[log_number(table.memory, seat, seen.n) - 1]
            if not hears(seat, getattr(entry, "audience", (EVERYBODY,)), entry.seat):
                shown = (seen.dice, seen.card, seen.line, seen.questions)
                demand(shown == ((), None, "", ()), f"{seat.name} reads what is not for {seat.name}: entry {seen.n}")


async def check_undo(table: Table) -> None:
    """Back to the very beginning and forward again. A roll that changed nothing is a step back, and none forward."""
    end, head, steps = table.memory.state, table.memory.head, 0
    while (await Chat(table, HOST, "en").line(".undo")).ok:
        steps += table.memory.head != head
        head = table.memory.head
    opened = read_entry((await table.store.read(table.id, limit=1))[0].body)
    assert isinstance(opened, Opened)
    began = msgspec.json.decode(opened.state, type=table.system.state)
    demand(table.memory.state == began, "undoing everything does not lead back to the beginning")
    if steps:
        await redo(table, table.seat(HOST), steps)
        demand(table.memory.state == end, "redoing everything does not lead back to the end")
