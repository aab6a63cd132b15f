"""Two worlds played side by side: they differ only in what one seat may not know, and that seat must not tell them apart.

In the `other` world something is hidden from the watcher that the `plain` one does not have: a value of the state, or what the GM and
other people did unseen. Then the same lines are typed in both: deeds with what is offered for them and with the very words that are
hidden, answers, undo and redo, questions about everything. All that the watcher gets must be the same, after every step.

Two things may differ. What a deed comes to may rest on what is hidden (a blow lands or not): there the worlds are different ones from then
on, also as far as the watcher may know, and the pair ends. And where something hidden forbids a deed, the GM is asked (`table/unseen.py`):
then she is asked in both worlds, and gives the same answers. What waits unseen and holds the watcher up is given up by the GM first.
"""

import json
import re
import tempfile
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec

from ludex.core.packs import texts_in
from ludex.core.plain import Written
from ludex.core.system import System
from ludex.core.visibility import Place
from ludex.store.sqlite import SqliteStore
from ludex.table.house import House
from ludex.table.preludes import Proposed
from ludex.table.settings import Trust
from ludex.testing import secrets
from ludex.testing.draws import Draw, Numbered
from ludex.testing.games import NOON, demand, filled_answer, filled_line, line_of, offered
from ludex.testing.pair_lines import ASKING, HIDDEN
from ludex.testing.worlds import Also, World, bare, differing, got, opened
from ludex.text.chat import Chat
from ludex.text.reply import Reply

_NUMBER = re.compile(r"#\d+")

TRUSTS: tuple[Trust | None, ...] = (None, "open")

STEPS = 8
"""So many steps the watcher takes in a pair of worlds."""

WAITS = frozenset({"still_open", "nothing_to_redo"})
"""Refusals that may rest on what is unseen: the GM is waited for, or what was done since would come out otherwise."""


class Typed(msgspec.Struct, frozen=True):
    """Lines of recorded play that are worth trying: the GM's and players'."""

    gm: tuple[str, ...] = ()
    player: tuple[str, ...] = ()


NO_LINES = Typed()


class Apart(Exception):  # no error: the pair ends here
    """The worlds are different ones from now on, as far as the watcher may know too."""


class Pair:
    """A plain world and another one, for one watcher. `done` is what was typed, `met` what kinds of things were compared."""

    def __init__(
        self, plain: World, other: World, draw: Draw, lines: Typed = NO_LINES, also: Also | None = None
    ) -> None:
        self.plain, self.other, self.draw = plain, other, draw
        self.lines = lines
        self.also = also
        self.done: list[str] = []
        self.met: Counter[str] = Counter()

    # --- what the watcher may not know -----------------------------------------------------------------------------

    async def hide(self) -> None:
        """Somebody does something in the other world; what the watcher could know of is done in the plain one too."""
        chat, line = self._unseen_line()
        key = self.key()
        world = self.other
        known, last, run = world.known, world.heard, world.run
        reply = await world.typed(chat, line, key)
        if not reply.ok:
            return
        if world.known == known and world.heard == last and world.run == run:
            self.note(f"unseen, {chat.seat.name}> {line}")
            self.met["unseen"] += 1
            return
        self.note(f"{chat.seat.name}> {line}")
        same = self.plain.host if chat is world.host else self.plain.other
        there = await self.plain.typed(same, line, key)
        if not there.ok or self.plain.known != world.known or self.plain.heard != world.heard:
            raise Apart(line)
        if _outcome(self.plain, there) != _outcome(world, reply):  # what it comes to rests on what is hidden
            self.met["came out otherwise"] += 1
            raise Apart(line)

    def _unseen_line(self) -> tuple[Chat, str]:
        kind = self.draw.one(
            ("common", "secret", "given", "given", "hidden", "hidden", "set", "set", "answer", "other")
        )
        host, other = self.other.host, self.other.other
        if kind == "common":
            return host, self._worded(self.draw.one(HIDDEN))
        known = [one.act.number for one in self.other.watcher.desk.waits()]
        unknown = [one for one in host.desk.answerable() if one.act.number not in known]
        if kind == "answer" and unknown:
            asked = self.draw.one(unknown)
            return host, f".选 #{asked.act.number} {filled_answer(self.draw, self.draw.one(asked.question.options))}"
        if kind in ("given", "hidden") and self.lines.gm:
            line = self.draw.one(self.lines.gm)
            return host, line if kind == "given" or not line.startswith(".") else f".暗 {line[1:]}"
        if kind == "set" and (places := self._hidden_places()):
            return host, self.amending(self.draw.one(places))
        if kind == "other":
            return other, self._worded(
                self.draw.one((".w GM {}", ".笔记 {}", ".rh d20", ".auto", ".alias {} = .r d20"))
            )
        line, fill = self.draw.one(offered(host))
        return host, f".暗 {filled_line(self.draw, line, fill).lstrip('.。')}"

    def _hidden_places(self) -> list[Place]:
        """Where in the state something stands that the watcher does not know as it is."""
        real, known = map(secrets.plain_of, (self.other.host.table.memory.state, self.other.known))
        there = [one for one in secrets.leaves(real) if isinstance(secrets.value_at(real, one), int | float)]
        return [one for one in there if secrets.value_at(real, one) != secrets.value_at(known, one)]

    def amending(self, place: Place) -> str:
        """The GM's line that changes what stands there."""
        real = secrets.plain_of(self.other.host.table.memory.state)
        value = secrets.value_at(secrets.changed(real, place, self.draw), place)
        path = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in place).lstrip(".")
        return f".set {path} {json.dumps(value, ensure_ascii=False)}"

    def _worded(self, line: str) -> str:
        other = self.other.other.seat.name
        return line.replace("{other}", other).replace("{}", f"密{self.draw.number(1, 9)}")

    # --- what she does ---------------------------------------------------------------------------------------------

    async def step(self) -> None:
        """The watcher does one thing in both worlds, and gets the same."""
        line = self._line()
        self.note(f"watcher> {line}")
        key = self.key()
        if line.startswith(".odds "):
            asked = [secrets.asked(w.watcher, line.removeprefix(".odds ")) for w in (self.plain, self.other)]
            if asked[0] != asked[1]:
                self.broken("odds", *asked)
            return
        here, there = await self.both(line, key)
        self.met[line.lstrip(".。").split(" ")[0]] += 1
        if bare(here) != bare(there):
            self.demand_unnamed(here, there)
            if (
                here.ok
                and there.ok
                and (self.plain.known != self.other.known or self.plain.thrown != self.other.thrown)
            ):
                self.met["came out otherwise"] += 1
                raise Apart(line)
            if self._rewinds() or WAITS.intersection((here.code, there.code)):
                self.met["the GM is asked"] += 1
                raise Apart(line)
            self.broken("reply", bare(here), bare(there))
        await self.compare(whole=False)

    def demand_unnamed(self, here: Reply, there: Reply) -> None:
        """A deed may come out otherwise by what is hidden, but it names nothing that stays so: hit or miss, not why."""
        if named := [word for word in self.hidden_words() if word in there.text and word not in here.text]:
            self.broken(f"reply, which names {named},", here.text, there.text)

    async def both(self, line: str, key: str) -> tuple[Reply, Reply]:
        """Type a line in both worlds. Where the GM has to decide in the other one alone, she is asked in the plain one too; where something
        unseen is waited for, she has it out of the way first."""
        before = self.other.asks_unseen
        there = await self.other.typed(self.other.watcher, line, key)
        if there.code == "still_open":
            here = await self.plain.typed(self.plain.watcher, line, key)
            if here.code != there.code and await self._unblocked():
                self.met["waited for"] += 1
                there = await self.other.typed(self.other.watcher, line, key)
                self._check_not_asked(line, before)
            return here, there
        if self.other.asks_unseen - before:
            self.met["asked in both"] += 1
            return await self.plain.proposed(self.plain.watcher, line, key), there
        return await self.plain.typed(self.plain.watcher, line, key), there

    def _check_not_asked(self, line: str, before: set[int]) -> None:
        """The pair ends where the GM is asked of what is done already in the plain world."""
        if self.other.asks_unseen - before:
            raise Apart(line)

    async def _unblocked(self) -> bool:
        """Whether the GM gave up what waits unseen in the other world, and the watcher heard nothing of it."""
        world = self.other
        known, heard, numbers = world.known, world.heard, world.unseen_acts
        for number in numbers:
            await world.typed(world.host, f".cancel #{number}", self.key())
        if world.known != known or world.heard != heard:
            self.broken("giving up what waits unseen", repr((known, heard)), repr((world.known, world.heard)))
        self.note(f"unseen, GM> .cancel {numbers}")
        return bool(numbers) and not world.unseen_acts

    def _rewinds(self) -> bool:
        """Whether the GM is asked in one world whether something is taken back, because of what is hidden there."""
        return any(
            isinstance(act.asked.prelude, Proposed) and act.asked.procedure == "ludex.rewind"
            for world in (self.plain, self.other)
            for act in world.host.table.memory.parked.values()
        )

    def _line(self) -> str:
        chat = self.plain.watcher
        kind = self.draw.one(
            (
                "deed",
                "deed",
                "able",
                "able",
                "able",
                "guess",
                "guess",
                "ask",
                "ask",
                "answer",
                "answer",
                "undo",
                "redo",
                "odds",
                "given",
            )
        )
        if kind == "answer" and (asked := chat.desk.questions()):
            one = self.draw.one(asked)
            return f".选 #{chat.desk.act_number(one.act.number)} {filled_answer(self.draw, self.draw.one(one.question.options))}"
        if kind in ("undo", "redo"):
            return f".{kind}"
        if kind == "ask":
            line = self.draw.one(ASKING).replace("{n}", str(self.draw.number(1, chat.desk.last + 1)))
            return line.replace("{}", self._word())
        if kind == "given" and self.lines.player:
            return self.draw.one(self.lines.player)
        able = [deed for deed in chat.desk.deeds() if deed.refusal is None]
        line, fill = (
            line_of(chat, self.draw.one(able)) if able and kind in ("able", "odds") else self.draw.one(offered(chat))
        )
        if kind == "guess":
            fill = {name: (*values, self._word()) for name, values in fill.items()}
            line = self._guessing(line)
        typed = filled_line(self.draw, line, fill)
        return f".odds {typed.lstrip('.。')}" if kind == "odds" else typed

    def _guessing(self, line: str) -> str:
        """A line with one of its words taken for one that is hidden."""
        words = line.split(" ")
        if len(words) > 1:
            words[self.draw.number(1, len(words) - 1)] = self._word()
        return " ".join(words)

    def _word(self) -> str:
        """A word that is hidden from the watcher in the other world, or one of the system's commands."""
        words = sorted(self.hidden_words())
        if words and self.draw.number(0, 3):
            return self.draw.one(words)
        return self.draw.one([name for command in self.plain.watcher.table.system.commands for name in command.names])

    def hidden_words(self) -> set[str]:
        """The texts in the other world's state that are not in what the watcher may know of it."""
        table = self.other.watcher.table
        there, known = (set(texts_in(secrets.plain_of(one))) for one in (table.memory.state, self.other.known))
        return {word for word in there - known if word and " " not in word and len(word) < 20}

    async def answer_both(self) -> None:
        """The GM answers in both worlds what the watcher knows to be waiting."""
        waits = self.plain.watcher.desk.waits()
        if not waits:
            return
        number = self.plain.watcher.desk.act_number(self.draw.one(waits).act.number)
        said, key = self.draw.one(("1", "2", "3")), self.key()
        replies = []
        for world in (self.plain, self.other):
            act = world.watcher.desk.act(number)
            replies.append(await world.typed(world.host, f".选 #{act} {said}", key))
        self.note(f"GM> .选 #{number} {said}")
        if replies[0].ok != replies[1].ok or self.plain.known != self.other.known:
            raise Apart("answer")

    # --- what she gets ---------------------------------------------------------------------------------------------

    async def compare(self, *, whole: bool = True) -> None:
        """All that the watcher gets in both worlds is the same."""
        if self.plain.known != self.other.known:
            raise Apart("known")
        here, there = [
            await got(world, self.also if whole else None, whole=whole) for world in (self.plain, self.other)
        ]
        for name, one in here.items():
            if one != there.get(name):
                self.broken(name, one, there.get(name))

    def broken(self, name: str, here: Written, there: Written) -> None:
        """Say what the watcher got that is not the same, and after what."""
        told = "\n  ".join(self.done)
        demand(False, f"{name} tells two worlds apart:\n  {told}\n{differing(here, there)}")

    def note(self, what: str) -> None:
        self.done.append(what)

    def key(self) -> str:
        return f"step {len(self.done)}"


def _outcome(world: World, reply: Reply) -> tuple[str, list[str]]:
    """What a reply says, without the numbers of entries, and what is asked of whom the watcher knows to be asked, as the GM reads it."""
    desk = world.watcher.desk
    known = {one.act.number for one in (*desk.waits(), *desk.questions())}
    asked = [repr(one.question) for one in world.host.desk.answerable() if one.act.number in known]
    return _NUMBER.sub("#", reply.text), asked


async def play_pair(
    system: System, draw: Draw, *, lines: Typed = NO_LINES, also: Also | None = None, steps: int = STEPS
) -> Counter[str]:
    """One pair of worlds, from the demo; what was met in it."""
    async with _worlds(system, draw.number(0, 2), draw.one(TRUSTS)) as (plain, other):
        pair = Pair(plain, other, draw, lines, also)
        await _played(pair, steps)
    return pair.met


async def play_secret(system: System, unseen: str, line: str) -> tuple[Reply, Reply]:
    """The first player of the demo types a line, where the GM did something unseen and where not: what she is told names nothing of it."""
    async with _worlds(system, 0, "open") as (plain, other):
        pair = Pair(plain, other, Numbered(0))
        demand((await other.typed(other.host, unseen, unseen)).ok, f"{unseen}: is refused")
        here, there = [await world.typed(world.watcher, line, line) for world in (plain, other)]
        pair.demand_unnamed(here, there)
    return here, there


@asynccontextmanager
async def _worlds(system: System, seat: int, trust: Trust | None) -> AsyncIterator[tuple[World, World]]:
    with tempfile.TemporaryDirectory() as folder:
        house = House(SqliteStore(Path(folder) / "worlds.db"), clock=lambda: NOON)
        try:
            yield await opened(system, house, seat, trust=trust), await opened(system, house, seat, trust=trust)
        finally:
            await house.close()


async def _played(pair: Pair, steps: int) -> None:
    """Hide something, then take some steps, each of them compared."""
    try:
        for _ in range(pair.draw.number(1, 4)):
            await pair.hide()
        await pair.compare()
        for _ in range(steps):
            await pair.step()
            await pair.answer_both()
            if not pair.draw.number(0, 2):
                await pair.hide()
                await pair.compare(whole=False)
        await pair.compare()
    except Apart:
        pair.met["apart"] += 1
