"""Chat: one seat's place to type. A line goes in, a reply comes out; what is done is the desk's.

A line with a prefix is a command: the system's own first, then those of every table. One without answers a question, or is talk.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import cached_property, partial

from msgspec.structs import replace

from ludex.core.asks import GM
from ludex.core.bounds import whole
from ludex.core.deeds import REST, TEXT, WORD, Command, Deed, Filled
from ludex.core.errors import RuleError, SystemFailed
from ludex.core.names import narrow
from ludex.core.principals import Who, actors_of, seat_of
from ludex.core.view import Card
from ludex.desk.desk import Desk
from ludex.store.port import Failed
from ludex.table.demo import demo_phrases
from ludex.table.once import once
from ludex.table.questions import Open
from ludex.table.requests import asked_as
from ludex.table.seats import Seat, check_acts_for, may_use
from ludex.table.table import Outcome, Table
from ludex.table.writing import Broken
from ludex.text import changing, drawing, lines, telling
from ludex.text.answers import Hearing, alike, gist, named, nearly, offered, spoken, typed_answer, weighed
from ludex.text.filling import fill
from ludex.text.grammar import (
    LONGEST,
    Line,
    Matched,
    command_line,
    inner_line,
    match,
    pull_actors,
    suggestions,
    tokens,
    without_actor,
)
from ludex.text.lexicon import Common, shared_lexicon
from ludex.text.other_bots import elsewhere, unglued
from ludex.text.refusing import for_others, hinted, mended, refusal
from ludex.text.repeating import for_each, repeated
from ludex.text.reply import Reply, joined
from ludex.text.words import Words

Dice = Sequence[int]


class Chat:
    """One seat at one table, in one language. `reads_log`: what stands in the log is read there, and is not said again."""

    def __init__(self, table: Table, seat: str, language: str = "zh", *, reads_log: bool = False) -> None:
        self.desk = Desk(table, seat, language)
        self.language = language
        self.request, self.asked, self.reads_log = "", b"", reads_log
        self._words_now = Words(language, table.system.package)
        self._words_for: tuple[str, dict[str, str]] = (language, {})

    @property
    def table(self) -> Table:
        """The table."""
        return self.desk.table

    @property
    def seat(self) -> Seat:
        """The seat as it is now."""
        return self.desk.seat

    @property
    def words(self) -> Words:
        """The words of this table in this language; made anew when the table or the language changes its wording."""
        phrases = self.table.memory.settings.phrases
        if self._words_for != (self.language, phrases):
            self._words_now = Words(self.language, self.table.system.package, phrases)
            self._words_for = (self.language, phrases)
        return self._words_now

    async def line(self, typed: str, request: str = "") -> Reply:
        """Take one line. A refusal comes back as words and changes nothing. A `request` is done once, however often it comes."""
        try:
            return await self.once(request, lambda: self.take(typed))
        except RuleError as error:
            return Reply(self.refusal(error, typed), code=error.code)
        except SystemFailed as error:
            return Reply(self.words.error(error.refusal()), code=error.code)
        except Broken:
            return Reply(self.words("errors.store_failed"), code="store_failed")
        except Failed:
            return Reply(self.words("errors.store_unreadable"), code="store_unreadable")

    async def once(self, request: str, run: Callable[[], Awaitable[Reply]], what: bytes = b"") -> Reply:
        """Do something for a request; what was done for it before is told again instead. `what` was asked for, if somebody says so."""
        with asked_as(request, what):
            return await once(self.table, self.seat, run, self.again)

    async def again(self, n: int) -> Reply:
        """What an entry told when it was made; a refusal after its dice is one again."""
        outcome = await self.table.outcome(n)
        if outcome is None:
            return Reply("", self.desk.number(n), private=False)
        if outcome.entry.refused:
            raise RuleError(outcome.entry.refused)
        return await self.told(outcome)

    async def take(self, typed: str) -> Reply:
        """Take one line; a refusal is raised."""
        line = command_line(typed, self.table.system.prefixes)
        if line is None:
            return await self._words_said(typed)
        if line.narrow.split(" ")[0].removeprefix("#").isdecimal():
            return await self.answer_with(line.typed)
        line = unglued(self._unaliased(line))
        if match(line, self.lexicon) is None and (answered := await self._answered(line.typed, nearly)):
            return answered
        command, found = self.find(line)
        if isinstance(command, Common):
            if not may_use(self.seat, command.who):
                raise RuleError("gm_only" if self.seat.role == "player" else "observers_watch")
            return await command.run(self, found.rest)
        return await repeated(self, command, found.rest, typed)

    def _unaliased(self, line: Line) -> Line:
        """A line that begins with a short name of this seat's own, as the line that it stands for; what follows it is kept."""
        own = self.table.memory.settings.aliases.get(self.desk.seat_id, {})
        found = match(line, own) if own else None
        return line if found is None else self.inner(f"{own[found.name]} {found.rest}".strip())

    def refusal(self, error: RuleError, typed: str = "") -> str:
        """A refusal as a sentence for this seat."""
        return refusal(self, error, typed)

    async def _words_said(self, typed: str) -> Reply:
        """A line without a prefix: an answer's word, or talk."""
        if not (said := typed.strip()):
            raise RuleError("empty_line")
        return await self._answered(said, spoken) or Reply("", await self.desk.say(said), private=False)

    async def _answered(self, said: str, read: Hearing) -> Reply | None:
        """The reply to an answer given by its word, as it is `read`; None where it is no question's."""
        asked = self.desk.questions()
        parts = [token.text for token in tokens(said, self._names())] if asked else []
        found = [(one, text) for one in asked if (text := read(self.words, list(one.question.options), said, parts))]
        if len(found) > 1 and weighed(found[0][0].question):
            raise self._several([one for one, _ in found], said)
        return await self.answer(found[0][0], self.meaning(*found[0])) if found else None

    # --- commands ------------------------------------------------------------------------------------------------

    def commands(self) -> tuple[Command | Common, ...]:
        """All commands of this table, the system's first."""
        return tuple({id(command): command for command in self.lexicon.values()}.values())

    @cached_property
    def lexicon(self) -> Mapping[str, Command | Common]:
        """Every command by each of its names in lower case."""
        from ludex.text.commands import COMMON  # the common commands are written in terms of a chat

        return shared_lexicon(self.table.system.commands, COMMON, self.table.system.makes)

    def inner(self, typed: str) -> Line:
        """A command named inside another one."""
        return inner_line(typed, self.table.system.prefixes)

    def find(self, line: Line) -> tuple[Command | Common, Matched]:
        """The command that a line names; the system's wins where both have the name."""
        names = self.lexicon
        found = match(line, names)
        if found is None:
            if (other := elsewhere(line)) and self.words.has(f"elsewhere.{other}"):
                raise RuleError("elsewhere", text=other, here=self.words(f"elsewhere.{other}"))
            typed = line.typed.split(maxsplit=1)[0][:30] if line.typed.split() else ""
            near = [f".{n}" for n in suggestions(line, list(names))]
            raise RuleError("unknown_command" if near else "no_such_command", text=typed, near=near)
        return names[found.name], found

    def filled(self, command: Command, rest: str) -> Filled:
        """What was typed behind a command's name as a filled deed; a refusal also says how the command is written."""
        if not may_use(self.seat, command.who):
            raise RuleError("gm_only" if self.seat.role == "player" else "observers_watch")
        filled, actors = self.read(command, rest)
        if command.together and actors and (len(actors) > 1 or self.desk.is_group(actors[0])):
            people = self._together(command, actors, filled)
            return replace(filled, actor="", args={**filled.args, command.together: people})
        if len(actors) > 1:
            raise RuleError("which_actor", actor=" ".join(actors), actors=actors)
        return filled

    def _together(self, command: Command, actors: Sequence[str], filled: Filled) -> list[str] | str:
        """Everybody named, for a command that is about all of them at once; one that reads names itself gets them as they were said."""
        field, said = command.field(command.together), filled.args.get(command.together)
        if field is not None and field.kind == REST:
            return ",".join((*actors, said) if isinstance(said, str) else actors)
        if field is not None and field.kind == TEXT:
            return [*actors, *(said if isinstance(said, list) else ())]
        return list(dict.fromkeys(one for name in actors for one in self.desk.group(name)))

    def filled_for_all(self, command: Command, rest: str) -> list[Filled]:
        """The same for everybody who is named: several names, a side, all."""
        filled, actors = self.read(command, rest)
        people = dict.fromkeys(one for name in actors for one in self.desk.group(name))
        return [replace(filled, actor=one) for one in people] or lines.each_in_place(
            self.desk, command, filled, self._names()
        )

    def read(self, command: Command, rest: str) -> tuple[Filled, list[str]]:
        """What a line fills in for a command, and for whom."""
        said = tokens(rest, self._known(command))
        actors, found = pull_actors(said)
        rest, found = without_actor(rest, said), lines.in_a_row(self.desk, command, found)
        try:
            args = fill(rest, found, command.args, self._names())
            if actors and (whom := lines.aimed(self.desk, command, args)):
                others = [field for field in command.args if field is not whom]
                meant = actors if whom.several else ",".join(actors) if command.many else actors[0]
                args = {**fill(rest, found, others, self._names()), whom.name: meant}
                actors = [] if whom.several or command.many else actors[1:]
            args = lines.unfolded(self.desk, command, lines.in_order(self.desk, command, args))
        except RuleError as error:
            raise hinted(self, command, error) from None
        return Filled(command.key, args, actors[0] if actors else "", rest.strip()), actors

    def _known(self, command: Command) -> list[str]:
        """The names that a line of this command may hold: whom this seat knows of, and what its fields offer."""
        return [*self._names(), *lines.known_words(self.desk, command)]

    def _names(self) -> list[str]:
        actors = self.desk.actors()
        return [*actors, *actors.values()]

    async def deed(self, command: Command, rest: str, typed: str, *, faces: Dice = (), secret: bool = False) -> Reply:
        """Do what a line says, for one or for everybody named."""
        before, line = self.seat.controls, typed.strip()[:LONGEST]
        several = self.filled_for_all(command, rest) if command.many else [self.filled(command, rest)]
        calls = self.seat.gm and not secret and (command.called or command.key == self.table.system.check)
        if calls and (self.table.system.together or len(several) > 1) and all(filled.actor for filled in several):
            return self._with_newcomers(await self.called_for(several, line, faces=faces), before)
        called = partial(self.desk.call, line=line, typed=faces) if calls else None
        done = partial(self.done, line=line, faces=faces, secret=secret)
        return self._with_newcomers(await for_each(self, several, done, called), before)

    async def called_for(self, deeds: Sequence[Filled], line: str, *, faces: Dice = (), secret: bool = False) -> Reply:
        """The GM calls for a check: the players throw, anybody else's dice fall at once."""
        try:
            done = await self.desk.call(deeds, line=line, typed=faces, secret=secret)
        except RuleError as error:
            raise mended(self, self.desk.command(deeds[0].deed), error) from None
        return joined([await self.replied(one) for one in done])

    async def do(self, filled: Filled, *, line: str = "", faces: Dice = (), secret: bool = False) -> Reply:
        """Do a filled deed and tell what came of it."""
        return await self.replied(await self.done(filled, line=line, faces=faces, secret=secret))

    async def done(
        self, filled: Filled, *, line: str, faces: Dice = (), secret: bool = False, root: int = 0
    ) -> Outcome | Card:
        """Do a filled deed; a refusal says what a person needs to mend it."""
        try:
            return await self.desk.do(filled, line=line, typed=faces, secret=secret, root=root)
        except RuleError as error:
            raise mended(self, self.desk.command(filled.deed), error) from None

    async def replied(self, done: Outcome | Card) -> Reply:
        """What was done or is only shown, as this seat may read it."""
        return self.shown(done) if isinstance(done, Card) else await self.told(done)

    def shown(self, card: Card) -> Reply:
        """A card that is only shown."""
        return Reply(drawing.card_text(self.words, card), card=card)

    def called(self, command: Command | Common) -> str:
        """A command's name in this chat's language."""
        return command.key if self.language == "en" else command.names[0]

    def written(self, deed: Deed) -> str:
        """A deed as the line that does it, gaps and all, in this chat's language."""
        return lines.write(self.desk, self.words, deed)

    def example(self, command: Command | Common) -> str:
        """A command's example, about the people and things of the demo in this chat's language."""
        if self.language != "en":
            return command.example
        return lines.reworded_example(command, demo_phrases(self.table.system.package, self.language), self.lexicon)

    def _with_newcomers(self, told: Reply, before: tuple[str, ...]) -> Reply:
        """Say whom plain commands are still about when a second character has come under this seat's hand."""
        own = self.desk.own()
        fresh = [a for a in self.seat.controls if a not in before and a != own]
        if not fresh or not own:
            return told
        hint = self.words("told.still", who=self.called_actor(own), other=self.called_actor(fresh[0]))
        return replace(told, text=f"{told.text}\n{hint}")

    # --- questions -----------------------------------------------------------------------------------------------

    async def answer(self, asked: Open, answer: str, *, faces: Dice = ()) -> Reply:
        """Answer a question. Where the rules refuse, the way out is told too: giving the act up."""
        act = asked.act
        try:
            return await self.told(await self.desk.answer(act.number, answer, typed=faces))
        except RuleError as error:
            facts = dict(error.facts) | offered(self.words, asked, error)
            if error.code == "not_your_question":
                facts["who"] = self.name_of(asked.question.who)
            if error.clause and act.number in self.table.memory.parked and (self.seat.gm or act.seat == self.seat.id):
                facts["hint"] = self.words("told.may_cancel", n=self.desk.act_number(act.number))
            raise RuleError(error.code, clause=error.clause, **facts) from None

    async def answer_with(self, typed: str, *, faces: Dice = ()) -> Reply:
        """Answer by number (`2`, `2 filled in`), or by the answer's own text; `#17` in front says which question is meant."""
        said = tokens(typed, self._names())
        first = narrow(said[0].text) if len(said) > 1 else ""
        number = whole(first[1:]) if first.startswith("#") else None
        if number is not None:
            if not (self.desk.waits() or self.desk.questions()):  # what waits unseen is nothing
                raise RuleError("no_question_for_you")
            asked, said = self.of_act(self.desk.act(number)), said[1:]
        else:
            asked = self._meant(" ".join(token.text for token in said))
        answer = typed_answer(self.words, asked.question, typed, said)
        return await self.answer(asked, self.meaning(asked, answer), faces=faces)

    def meaning(self, asked: Open, answer: str) -> str:
        """An answer as the rules take it: what a proposal is changed to is read like a line."""
        return changing.meaning(self, asked, answer)

    def of_act(self, number: int) -> Open:
        """The question of an act that this seat means: its own, else the first."""
        act = self.table.parked(number)
        own = (one for one in self.desk.questions() if one.act.number == act.number)
        return next(own, Open(act, act.question))

    def _meant(self, said: str) -> Open:
        """The question that an answer without a number is for: the only one, the only one that has this answer, of equals the oldest."""
        mine = self.desk.questions()
        if not mine:
            raise RuleError("no_question_for_you", **for_others(self, said))
        fits = [one for one in mine if named(self.words, list(one.question.options), said)]
        if len(mine) > 1 and len(fits) != 1 and not alike(self.words, mine, said):
            raise self._several(mine, said)
        return fits[0] if fits else mine[0]

    def _several(self, mine: Sequence[Open], said: str) -> RuleError:
        """Which questions an answer may be for, what they are about where one person is asked them all, and how one is named."""
        apart = len({one.question.who for one in mine}) == len(mine)
        called = [self.name_of(one.question.who) if apart else gist(self.words, one.question) for one in mine]
        numbers = [f"#{self.desk.act_number(one.act.number)}" for one in mine]
        asked = [f"{number} {name}" for number, name in zip(numbers, called, strict=True)]
        return RuleError("several_questions", open=asked, example=f".{numbers[-1]} {said or 1}")

    async def told(self, outcome: Outcome) -> Reply:
        """An outcome as this seat may read it, with the questions it waits for."""
        return await telling.told(self, outcome)

    async def question(self, asked: Open) -> str:
        """An open question as text, with odds for the seat that has to answer; they are worked out beside the other tables' play."""
        act, question = asked.act, asked.question
        if question.who == GM and not self.seat.gm and self.table.system.gm_reads_alone:
            return self.words("chat.question", who=self.words("roles.gm"), what=self.words("chat.for_the_gm"))
        mine = self.desk.questions()
        own = any((one.act.number, one.question.who) == (act.number, question.who) for one in mine)
        proposed = act.seat == self.seat.id and question.about.startswith(WORD)  # this seat's own line, put to the GM
        theirs = self.table.memory.settings.numbers != "open" or act.sealed
        if theirs and not (own or proposed or self.seat.gm):
            return self.words("log.waits", who=self.name_of(question.who))  # what is asked may hold numbers of theirs
        odds = await self.desk.answer_odds(act, question) if own or self.seat.gm else None
        numbered = (own and len(mine) > 1) or (not own and self.seat.gm)
        number = self.desk.act_number(act.number) if numbered else 0
        return drawing.question_text(self.words, question, asked=self.name_of(question.who), odds=odds, number=number)

    def name_of(self, who: Who) -> str:
        """How somebody who is asked or told is called."""
        if who == GM:
            return self.words("roles.gm")
        if name := seat_of(who):
            return self.table.seat_name(name)
        return self.words("common.comma").join(self.called_actor(one) for one in actors_of(who))

    def called_actor(self, actor: str) -> str:
        """How an actor is called, if this seat may know of it."""
        somebody = self.words("roles.somebody") if actor in self.table.actors() else actor
        return self.desk.actors().get(actor) or somebody

    def check_acts_for(self, actor: str) -> None:
        """Refuse acting for somebody else's character, naming the own ones."""
        try:
            check_acts_for(self.seat, actor)
        except RuleError as error:
            own = [self.called_actor(a) for a in self.seat.controls]
            raise RuleError(error.code, actor=self.called_actor(actor), controls=own) from None
