"""A desk: one seat's place to type. A line goes in, a reply comes out; everything else is the table's.

A line with a prefix is a command: the system's own first, then the common ones. A line without one answers an open
question if it is one of its answers, else it is words at the table.
"""

import asyncio
from collections.abc import Callable, Coroutine
from functools import cached_property
from typing import Any

import msgspec

from ludex.core.asks import GM
from ludex.core.command import Arg, Asked, Command, Do, Show
from ludex.core.errors import RuleError
from ludex.core.numerals import whole
from ludex.fronts.chat import text
from ludex.fronts.chat.answers import named, options_of, read_answer, spoken
from ludex.fronts.chat.grammar import (
    LONGEST,
    Line,
    Matched,
    Token,
    arguments,
    command_line,
    inner_line,
    match,
    narrow,
    pull_actor,
    suggestions,
    tokens,
    without_actor,
)
from ludex.fronts.chat.latin import latin
from ludex.fronts.chat.refusing import refusal
from ludex.fronts.chat.reply import Reply
from ludex.fronts.words import Words
from ludex.lab import preview
from ludex.table.audience import hears, show, told_line
from ludex.table.demo import demo_phrases
from ludex.table.memory import Act
from ludex.table.seats import Seat, check_acts_for, may_use
from ludex.table.table import Broken, Outcome, Table

Deed = Callable[["Desk", str], Coroutine[Any, Any, Reply]]


class Common(msgspec.Struct, frozen=True):
    """A command of every table. Its words are under `commands.<first Latin name>`."""

    names: tuple[str, ...]
    run: Deed
    who: str = "anyone"
    example: str = ""

    @property
    def key(self) -> str:
        """The name its words are filed under."""
        return next(n for n in self.names if n.isascii())


class Desk:
    """One seat at one table, in one language."""

    def __init__(self, table: Table, seat: str, language: str = "zh") -> None:
        self.table = table
        self.seat_id = seat
        self.language = language
        self._words_now = Words(language, table.system.package)
        self._words_for: tuple[str, dict[str, Any]] = (language, {})

    @property
    def seat(self) -> Seat:
        """The seat as it is now."""
        found = self.table.memory.seats.get(self.seat_id)
        if found is None:
            raise RuleError("dead_link")
        return found

    @property
    def words(self) -> Words:
        """The words of this table in this desk's language; made anew when the table or the language changes its wording."""
        settings = self.table.memory.settings
        if self._words_for != (self.language, settings):
            mine = {k[6:]: str(v) for k, v in settings.items() if k.startswith("words:") and v}
            self._words_now = Words(self.language, self.table.system.package, mine)
            self._words_for = (self.language, settings)
        return self._words_now

    async def line(self, typed: str) -> Reply:
        """Take one line. A refusal comes back as words and changes nothing."""
        try:
            return await self.take(typed)
        except RuleError as error:
            return Reply(self.refusal(error, typed), code=error.code)
        except Broken:
            return Reply(self.words("errors.store_failed"), code="store_failed")

    async def take(self, typed: str) -> Reply:
        """Take one line; a refusal is raised."""
        line = command_line(typed, self.table.system.prefixes)
        if line is None:
            return await self._words(typed)
        if line.narrow.split(" ")[0].removeprefix("#").isdecimal():
            return await self.answer_with(line.typed)
        command, found = self.find(line)
        if isinstance(command, Common):
            if not may_use(self.seat, command.who):
                raise RuleError("gm_only")
            return await command.run(self, found.rest)
        return await self._command(command, found.rest, typed)

    def refusal(self, error: RuleError, typed: str = "") -> str:
        """A refusal as a sentence for this seat."""
        return refusal(self, error, typed)

    async def _words(self, typed: str) -> Reply:
        """A line without a prefix: an answer's word, or talk."""
        said = typed.strip()
        if not said:
            raise RuleError("empty_line")
        for act in self.mine():
            if (answer := spoken(self.words, options_of(act), said)) is not None:
                return await self.answer(act, answer)
        return Reply("", await self.table.say(self.seat, said), private=False)

    # --- commands ------------------------------------------------------------------------------------------------

    def commands(self) -> tuple[Command | Common, ...]:
        """All commands of this table, the system's first."""
        found: dict[int, Command | Common] = {id(command): command for command in self.lexicon.values()}
        return tuple(found.values())

    @cached_property
    def lexicon(self) -> dict[str, Command | Common]:
        """Every command by each of its names in lower case: the system's first, then the common ones whose names are left."""
        from ludex.fronts.chat.common import COMMON  # the common commands are written in terms of a desk

        names: dict[str, Command | Common] = {}
        everything: tuple[Command | Common, ...] = (*self.table.system.commands, *COMMON)
        for command in everything:
            for name in command.names:
                names.setdefault(name.lower(), command)
        return names

    def inner(self, typed: str) -> Line:
        """A command named inside another one."""
        return inner_line(typed, self.table.system.prefixes)

    def find(self, line: Line) -> tuple[Command | Common, Matched]:
        """The command that a line names; the system's wins where both have the name."""
        names = self.lexicon
        found = match(line, names)
        if found is None:
            typed = line.typed.split(maxsplit=1)[0][:30] if line.typed.split() else ""
            near = [f".{n}" for n in suggestions(line, list(names))]
            raise RuleError("unknown_command" if near else "no_such_command", text=typed, near=near)
        return names[found.name], found

    def prepare(self, command: Command, rest: str) -> Do | Show:
        """Parse a system command's arguments and let it say what is to be done."""
        return self._run(command.run, self._asked(command, rest))

    def foresee(self, command: Command, rest: str) -> Do | Show:
        """The same before it is given, for its odds: on the table as this seat knows it."""
        asked = self._asked(command, rest)
        known = preview.belief(self.table, self.seat.viewer()).state
        return self._run(command.foresee or command.run, msgspec.structs.replace(asked, state=known))

    def _asked(self, command: Command, rest: str) -> Asked:
        seat = self.seat
        if not may_use(seat, command.who):
            raise RuleError("gm_only" if seat.role == "player" else "observers_watch")
        said = tokens(rest, self._known(command))
        named, found = pull_actor(said)
        rest = without_actor(rest, said)
        actor = self.actor(named) if named else self.own()
        if command.who != "anyone" or named:
            self._check_acts_for(actor)
        args = self._arguments(command, rest, found)
        resolved = {name: self._resolve(command.args, name, value) for name, value in args.items()}
        return Asked(
            self.table.memory.state, resolved, actor, seat.gm, seat.controls, rest.strip(), seat.id, bool(named)
        )

    def _known(self, command: Command) -> list[str]:
        """The names that a line of this command may hold: whom this seat knows of, and what its arguments offer."""
        return [*self._names(), *(value for arg in command.args for value in self.offered(arg))]

    def _names(self) -> list[str]:
        actors = self.actors()
        return [*actors, *actors.values()]

    def offered(self, arg: Arg) -> tuple[str, ...]:
        """What may stand in an argument, without the names of actors that this seat must not know of."""
        if not callable(arg.among):
            return arg.among
        secret = self.unnamed()
        return tuple(value for value in arg.among(self.table.memory.state) if value not in secret)

    def _run(self, run: Callable[[Asked], Do | Show], asked: Asked) -> Do | Show:
        """Let a command say what is to be done; a refusal for somebody else's character names the own ones."""
        try:
            return run(asked)
        except RuleError as error:
            if error.code != "not_yours":
                raise
            named = [self.name_of(a) for a in self.seat.controls]
            raise RuleError(error.code, clause=error.clause, **{**error.facts, "controls": named}) from None

    def _arguments(self, command: Command, rest: str, found: list[Token]) -> dict[str, Any]:
        """The command's arguments; a refusal also says how the command is written."""
        try:
            return arguments(rest, found, command.args)
        except RuleError as error:
            usage = self.words("help.usage", example=self.example(command), name=self.called(command))
            raise RuleError(error.code, clause=error.clause, **{**error.facts, "hint": usage}) from None

    def called(self, command: Command | Common) -> str:
        """A command's name in this desk's language."""
        return command.key if self.language == "en" else command.names[0]

    def latin(self, shown: str) -> str:
        """Lines to type, in Latin letters where this desk reads English."""
        return latin(shown, self.lexicon, self.words.under("lines.")) if self.language == "en" else shown

    def example(self, command: Command | Common) -> str:
        """A command's example, about the people and things of the demo in this desk's language."""
        if self.language != "en":
            return command.example
        return latin(command.example, self.lexicon, demo_phrases(self.table.system.package, self.language))

    def _check_acts_for(self, actor: str) -> None:
        try:
            check_acts_for(self.seat, actor)
        except RuleError as error:
            named = [self.name_of(a) for a in self.seat.controls]
            raise RuleError(error.code, actor=self.name_of(actor), controls=named) from None

    def _resolve(self, args: tuple[Arg, ...], name: str, value: Any) -> Any:
        arg = next(a for a in args if a.name == name)
        if arg.kind == "actor" and value:
            return self.actor(str(value))
        return value

    def actors(self) -> dict[str, str]:
        """The actors that this seat may know of: id -> name."""
        everybody = self.table.system.actors(self.table.memory.state)
        known = self.table.knows(self.seat)
        return everybody if known is None else {actor: name for actor, name in everybody.items() if actor in known}

    def unnamed(self) -> tuple[str, ...]:
        """The ids and names that this seat must not read."""
        return self.table.unnamed(self.seat)

    def actor(self, name: str) -> str:
        """An actor's id from its id, its name, or the unique beginning of either."""
        found = self.all_named(name)
        if len(found) > 1:
            actors = self.actors()
            raise RuleError("which_actor", actor=name, actors=[actors[i] for i in found])
        return found[0]

    def all_named(self, name: str) -> list[str]:
        """The ids of whoever goes by a name or an id; where nobody does, of all whose name or id begins so."""
        actors = self.actors()
        wanted = name.strip().lower()
        exact = [i for i, shown in actors.items() if wanted in (i.lower(), shown.lower())]
        near = [i for i, shown in actors.items() if i.lower().startswith(wanted) or shown.lower().startswith(wanted)]
        if not exact and not near:
            raise RuleError("unknown_actor", actor=name, actors=[f"{shown}" for shown in actors.values()])
        return exact or near

    def own(self) -> str:
        """The character a line is about when none is named: the chosen one of the seat's own."""
        seat = self.seat
        chosen = self.table.memory.settings.get(f"current:{seat.id}", "")
        there = self.table.system.actors(self.table.memory.state)
        if chosen in there and (seat.gm or chosen in seat.controls):
            return str(chosen)
        return next((who for who in seat.controls if who in there), seat.controls[0] if seat.controls else "")

    async def _command(self, command: Command, rest: str, typed: str) -> Reply:
        todo = self.prepare(command, rest)
        if isinstance(todo, Show):
            if todo.use:
                check_acts_for(self.seat, todo.use)
                await self.table.settle_own(self.seat, f"current:{self.seat_id}", todo.use)
            return Reply(text.card_text(self.words, todo.card), card=todo.card)
        before = self.seat.controls
        told = await self.told(await self.table.act(self.seat, todo, line=typed.strip()[:LONGEST]))
        return self._with_newcomers(told, before)

    def _with_newcomers(self, told: Reply, before: tuple[str, ...]) -> Reply:
        """Say whom plain commands are still about when a second character has come under this seat's hand."""
        fresh = [a for a in self.seat.controls if a not in before and a != self.own()]
        if not fresh or not self.own():
            return told
        hint = self.words("told.still", who=self.name_of(self.own()), other=self.name_of(fresh[0]))
        return msgspec.structs.replace(told, text=f"{told.text}\n{hint}")

    # --- questions -----------------------------------------------------------------------------------------------

    async def answer(self, act: Act, answer: str) -> Reply:
        """Answer a parked act. Where the rules refuse, the way out is told too: giving the act up."""
        if len(answer) > LONGEST:
            raise RuleError("line_too_long", length=len(answer), limit=LONGEST)
        try:
            return await self.told(await self.table.answer(self.seat, act.number, answer))
        except RuleError as error:
            facts = dict(error.facts)
            if error.code == "not_your_question":
                facts["who"] = self.name_of(act.question.who)
            if error.clause and (self.seat.gm or act.seat == self.seat.id):
                facts["hint"] = self.words("told.may_cancel", n=act.number)
            raise RuleError(error.code, clause=error.clause, **facts) from None

    def mine(self) -> list[Act]:
        """The open questions for this seat, oldest first: a GM's own before those of anybody whom a player holds."""
        found = self.table.questions(self.seat)
        held = {actor for s in self.table.memory.seats.values() if not s.gm for actor in s.controls}
        return [a for a in found if a.question.who not in held] or found if self.seat.gm else found

    async def answer_with(self, typed: str) -> Reply:
        """Answer by number (`2`, `2 filled in`), or by the answer's own text; `#17` in front says which question is meant."""
        words = [token.text for token in tokens(typed, self._names())]
        number = whole(narrow(words[0])[1:]) if len(words) > 1 and narrow(words[0]).startswith("#") else None
        if number is not None:
            if not self.table.memory.parked:
                raise RuleError("no_question_for_you")
            act, words = self.table.parked(number), words[1:]
        else:
            act = self._meant(" ".join(words))
        return await self.answer(act, read_answer(self.words, options_of(act), words))

    def _meant(self, said: str) -> Act:
        """The question that an answer without a number is for: the only one, or the only one that has this answer."""
        mine = self.mine()
        if not mine:
            raise RuleError("no_question_for_you")
        fits = [act for act in mine if named(self.words, options_of(act), said)]
        if len(mine) > 1 and len(fits) != 1:
            first = mine[-1].number
            asked = [f"#{a.number} {self.name_of(a.question.who)}" for a in mine]
            raise RuleError("several_questions", open=asked, example=f".#{first} {said or 1}")
        return fits[0] if fits else mine[0]

    async def told(self, outcome: Outcome) -> Reply:
        """An outcome as this seat may read it, with the question it waits for."""
        table, seat = self.table, self.seat
        seen = show(table.memory, seat, outcome.n, outcome.entry, known=table.knows(seat), unnamed=table.unnamed(seat))
        hidden = "all" not in outcome.entry.asked.audience
        shown = text.seen_text(self.words, seen) if seen else ""
        waits = outcome.act in table.memory.parked  # somebody may have been quicker than the disk
        asked = await self.question(outcome.act) if waits else ""
        return Reply("\n".join(p for p in (shown, asked) if p), outcome.n, private=hidden)

    async def question(self, number: int) -> str:
        """An open question as text, with odds for whoever has to answer; they are worked out beside the other tables' play."""
        act = self.table.parked(number)
        mine = act in self.table.questions(self.seat)
        odds = await asyncio.to_thread(preview.answers, self.table, act) if mine else None
        asked = self.name_of(act.question.who)
        several = number if mine and len(self.mine()) > 1 else 0
        return text.question_text(self.words, act.question, asked=asked, odds=odds, number=several)

    def line_of(self, act: Act) -> str:
        """The line of a parked act, as far as this seat may read it."""
        line = act.asked.line
        heard = hears(self.seat, act.asked.audience, act.seat)
        return line if heard and told_line(line, self.unnamed()) == line else "…"

    def name_of(self, who: str) -> str:
        """How somebody who is asked is called."""
        if who == GM:
            return self.words("roles.gm")
        if who not in self.table.system.actors(self.table.memory.state):
            seat = self.table.memory.seats.get(who)
            return seat.name if seat else who
        return self.actors().get(who) or self.words("roles.somebody")
