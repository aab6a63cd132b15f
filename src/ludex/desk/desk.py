"""A desk: one seat at one table, and everything that it can do there, written once. Chat, page, API and terminal translate.

A desk speaks no language and draws nothing: it takes deeds and answers as data and gives outcomes as data (in which language its seat
asks, it passes on). What it offers, reads and shows is made of what its seat may know.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from typing import Any

import msgspec

from ludex.core.deeds import ANYONE, Asked, Command, Do, Field, Filled, Name, Offer, Offers, Show, kinds_of
from ludex.core.errors import RuleError
from ludex.core.names import folded, people_called
from ludex.core.principals import EVERYBODY, GM, PLAYER, Viewer, seat as seat_principal
from ludex.core.view import Card, View
from ludex.desk import calling, cards, crowds
from ludex.desk.allowing import check_still, check_trusted, wished
from ludex.desk.crowds import first_own, told_apart
from ludex.desk.reading import check_seen, read_fields
from ludex.desk.spelling import spell
from ludex.lab import answers as lab_answers, preview
from ludex.lab.preview import Preview
from ludex.table import seating, undo
from ludex.table.audience import Seen, act_number, line_for, log_number, may_read_line, own_number, show
from ludex.table.entries import Acted, Question
from ludex.table.memory import Act
from ludex.table.preludes import CHANGE, ROLL
from ludex.table.questions import Open, act_of, known_questions, others_questions, own_questions
from ludex.table.seats import Seat, check_acts_for, check_plays, hears, may_use
from ludex.table.settings import WEIGHED, Current
from ludex.table.table import Outcome, Table
from ludex.table.unseen import as_told

LONGEST_ANSWER = 8000
UNFILLED = ("missing_argument", "no_target")
"""Refusals of a deed that only wants something filled in."""

MISWRITTEN = ("missing_argument", "too_many_arguments", "bad_argument")
BEFORE = (*MISWRITTEN, "unknown_id")  # whom a seat may not know
SELF = ("自己", "我", "self", "me")
"""Words for the one who acts."""


class Desk:
    """One seat at one table, or somebody who has none and only reads: then the seat itself is given, as an observer's."""

    def __init__(self, table: Table, seat: str | Seat, language: str = "zh") -> None:
        self.table, self.language, self._stranger = table, language, seat if isinstance(seat, Seat) else None
        self.seat_id = seat.id if isinstance(seat, Seat) else seat
        self.ships: Callable[[str], str] = str
        """What something that ships is called in this seat's language, by its key."""

    # --- who sits here, and what they may know ---------------------------------------------------------------------

    @property
    def seat(self) -> Seat:
        """The seat as it is now."""
        found = self._stranger or self.table.memory.seats.get(self.seat_id)
        if found is None:
            raise RuleError("dead_link")
        return found

    @property
    def viewer(self) -> Viewer:
        return self.seat.viewer(self.table.memory.settings.numbers)

    @property
    def state(self) -> Any:
        return self.table.known_state(self.viewer)

    def actors(self) -> Mapping[str, str]:
        """The actors that this seat may know of: id -> name."""
        table = self.table
        return table.sights.called(table.system, table.memory.state, table.knows(self.seat))

    def unnamed(self) -> tuple[str, ...]:
        """The ids and names that this seat must not read."""
        return self.table.unnamed(self.seat).words

    def _unnamed_people(self) -> frozenset[str]:
        """The same of those who stand in the state as the seat knows it: what else is called like somebody unseen is a thing."""
        unnamed = self.unnamed()
        return frozenset(self.table.system.actors(self.state)).intersection(unnamed) if unnamed else frozenset()

    def actor(self, name: str) -> str:
        """An actor's id from its id, its name, or the unique beginning (of a Chinese name the ending, too)."""
        actors = self.actors()
        found = first_own(self._named(name, actors), actors, self.seat.controls)
        if len(found) > 1:
            apart = told_apart(actors, self.table.memory.seats.values())
            raise RuleError("which_actor", actor=name, actors=[apart[one] for one in found])
        return found[0]

    def _meant(self, said: str, actor: str) -> str:
        """Whom a word in a line means: somebody by name, or the one who acts (自己)."""
        return actor if actor and folded(said) in SELF else self.actor(said)

    def all_named(self, name: str) -> tuple[str, ...]:
        """The ids of everybody who goes by a name or an id; where nobody does, of all whose name or id begins so."""
        return self._named(name, self.actors())

    def _named(self, name: str, actors: Mapping[str, str]) -> tuple[str, ...]:
        apart = told_apart(actors, self.table.memory.seats.values())
        spelled = zip(actors, actors.values(), apart.values(), strict=True)
        found = people_called(name, dict(zip(actors, spelled, strict=True)))
        if not found:
            known = [actors[one] for one in self.table.system.holdable(self.table.memory.state, actors)]
            raise RuleError(self.table.system.nobody, actor=name, actors=known, id=name, ids=known)
        return found

    def own(self) -> str:
        """The character a deed is about when none is named: the chosen one of the seat's own."""
        seat = self.seat
        chosen = self.table.memory.settings.current.get(seat.id, "")
        there = self.table.actors()
        if chosen in there and (seat.gm or chosen in seat.controls):
            return chosen
        return next((who for who in seat.controls if who in there), seat.controls[0] if seat.controls else "")

    def acting(self) -> str:
        """Who acts in a line that names nobody."""
        return self.own() or self._at_turn()

    def _at_turn(self) -> str:
        """Who has the turn of those whom the GM plays, at the GM's seat."""
        turn = self.table.system.turn
        return turn(self.state) if turn is not None and self.seat.gm else ""

    # --- what can be done --------------------------------------------------------------------------------------------

    @cached_property
    def commands(self) -> dict[str, Command]:
        return {command.key: command for command in self.table.system.commands}

    def command(self, key: str) -> Command:
        found = self.commands.get(key)
        if found is None:
            raise RuleError("no_such_command", text=key[:40])
        return found

    def deeds(self) -> tuple[Offer, ...]:
        return self.table.sights.deeds(self.table.system, self.table.memory.state, self.viewer)

    def offers(self, field: Field, actor: str = "") -> Offers:
        """What may stand in a field, without anybody of whom this seat must not know (a thing of the same name stays: its lack would tell)."""
        offered = field.offers(self.state, actor or self.own())
        secret = self._unnamed_people()
        if isinstance(offered, Mapping):
            return {key: name for key, name in offered.items() if key not in secret}
        return tuple(value for value in offered if value not in secret)

    def called(self, field: Field, value: str, actor: str = "") -> Name:
        """What a field offers an actor (her own) under a key, as it is called; the key itself where it offers nothing of that key."""
        offered = field.offers(self.state, actor or self.own())
        named = isinstance(offered, Mapping) and value in offered and value not in self._unnamed_people()
        return offered[value] if isinstance(offered, Mapping) and named else value

    def asked(self, filled: Filled, typed: Sequence[int] = (), *, own: str = "") -> Asked:
        """A filled deed as its command gets it (of `own`, else of the seat's own): rights checked, to the dice that are `typed` too, every field read."""
        command, seat = self.command(filled.deed), self.seat
        if not may_use(seat, command.who):
            raise RuleError("gm_only" if seat.role == PLAYER else "observers_watch")
        aimed = self.actor(filled.actor) if filled.actor and command.aims else ""
        actor = self.actor(filled.actor) if filled.actor and not aimed else own or self.acting()
        if not command.others and (command.who != ANYONE or (filled.actor and not aimed)):
            self._check_acts_for(actor, typed)
        find = partial(self._meant, actor=actor)
        try:
            args = read_fields(command, filled.args, state=self.state, actor=actor, find=find)
        except RuleError as error:
            if error.code not in BEFORE:  # else what may not be done now is refused before what its line names
                self.check_may(command, actor)
            raise
        trusted = self.table.memory.settings.trusts(WEIGHED, self.table.scope()) == "open"
        who, named = seat_principal(seat.id), bool(filled.actor)
        pace, numbers = self.table.memory.settings.pace, self.table.memory.settings.numbers
        given = (self.state, args, actor, self.viewer, filled.text, who, named, aimed, trusted, self._trust, pace)
        return Asked(*given, sender=seat.name, language=self.language, numbers=numbers)

    def _trust(self, kind: str) -> str:
        """What becomes of this seat's word of a kind: the GM's own counts."""
        settings, scope = self.table.memory.settings, self.table.scope()
        if self.seat.gm:
            return "open"
        return "allowed" if settings.allows(kind, scope) else settings.trusts(kind, scope)

    def _check_acts_for(self, actor: str, typed: Sequence[int] = ()) -> None:
        """Refuse acting for somebody else's character, unless the rules lend it to this seat now, and typing her dice."""
        lent = self.table.system.lent
        if lent is None or actor not in lent(self.table.memory.state, self.seat.controls):
            check_acts_for(self.seat, actor, () if self.table.system.owner_first else typed)

    def prepare(self, filled: Filled) -> Do | Show:
        """What a filled deed comes to."""
        command, asked = self.command(filled.deed), self.asked(filled)
        self.check_may(command, asked.actor)
        return command.run(asked)

    def check_may(self, command: Command, actor: str) -> None:
        """Refuse what the rules do not let this actor do now."""
        may = self.table.system.may
        refused = may(self.state, actor, command.key) if may else None
        if refused is not None:
            raise RuleError(refused.code, clause=refused.clause, **refused.facts)

    def foresee(self, filled: Filled) -> Do | Show:
        """The same before it is done, for its odds: on the table as this seat knows it."""
        command = self.command(filled.deed)
        asked = msgspec.structs.replace(self.asked(filled), state=preview.believed(self.table, self.viewer))
        return (command.foresee or command.run)(asked)

    def check_doable(self, filled: Filled) -> None:
        """Refuse a deed that could not be done now: by its fields, or by the rules before a die falls, as far as this seat can know."""
        self.prepare(filled)
        todo = self.foresee(filled)
        if isinstance(todo, Do):
            preview.check(self.table, todo, self.viewer)

    def _check_begun(self, filled: Filled) -> None:
        """Refuse a character that this seat has begun already and that still waits, no matter who is asked: it goes on with the answer."""
        for number, act in self.table.memory.parked.items():
            if (act.seat, act.asked.filled) == (self.seat_id, filled):
                raise RuleError("begun_already", act=self.act_number(number))

    # --- verbs -------------------------------------------------------------------------------------------------------

    async def do(
        self, filled: Filled, *, line: str = "", typed: Sequence[int] = (), secret: bool = False, root: int = 0
    ) -> Outcome | Card:
        """Do a deed (a further part of what a line began with `root`): it has an outcome, or a card is shown; the GM's word is asked for as the table trusts."""
        command, asked = self.command(filled.deed), self.asked(filled, typed)
        if not secret and (call := calling.open_call(self, filled)) is not None:
            return await self.answer(call, ROLL, typed=typed)
        kinds = () if self.seat.gm else kinds_of(command, filled.args, asked)
        if self.table.system.word_first:
            check_trusted(self, kinds)
        self.check_may(command, asked.actor)
        todo = command.run(asked)
        if isinstance(todo, Show):
            return await self.show(todo)
        if todo.answer:
            return await self.answer(act_of(self.answerable(), todo.procedure, asked.actor), todo.answer, typed=typed)
        if secret and self.table.system.secretly is not None:
            todo = self.table.system.secretly(todo)
        if filled.deed == self.table.system.makes:
            self._check_begun(filled)
        prelude, own = wished(self, kinds, todo) if kinds else (None, ())
        if prelude is not None:  # what the GM answers is a step of its own, and the GM reads what is wished for
            root, line = 0, line or spell(self, filled, self.language)
        act = partial(self.table.act, line=line, typed=typed, secret=secret, root=root)
        if todo.then is None:
            return await act(self.seat, todo, prelude=prelude, filled=filled, own_word=own)
        async with self.table.together():
            done = await act(self.seat, todo, prelude=prelude, filled=filled, own_word=own)
            after = await self.do(todo.then, line=line, secret=secret, root=root or done.root)
        return msgspec.structs.replace(done, followed=(*done.followed, after)) if isinstance(after, Outcome) else done

    async def call(
        self, several: Sequence[Filled], *, line: str = "", typed: Sequence[int] = (), secret: bool = False
    ) -> list[Outcome | Card]:
        """Call for something (GM): the player who holds its actor throws the dice; for anybody else it is done at once."""
        return await calling.call(self, several, line=line, typed=typed, secret=secret)

    def change(self, act: Act, filled: Filled, *, own: str = "") -> str:
        """The answer that changes a proposal to another filling of the same deed; `own`: the character of who proposed it."""
        command, asked = self.command(filled.deed), self.asked(filled, own=own)
        self.check_may(command, asked.actor)
        todo = command.run(msgspec.structs.replace(asked, changes=True))
        if not isinstance(todo, Do) or todo.procedure != act.asked.procedure:
            raise RuleError("other_deed")
        _, given = self.table.starting(todo.procedure, todo.given)
        return f"{CHANGE}:{msgspec.json.encode(given).decode()}"

    def group(self, name: str, everybody: str = "") -> tuple[str, ...]:
        """Everybody who is meant by a name: a side or a party, all (or those of a group), one actor, or all whose names begin so."""
        return crowds.group(self, name, everybody)

    def is_group(self, name: str) -> bool:
        """Whether a name means a side, a party or everybody, however many they are, or several whose names begin so."""
        return crowds.is_group(self, name)

    async def run(self, do: Do, *, line: str = "", typed: Sequence[int] = ()) -> Outcome:
        return await self.table.act(self.seat, do, line=line, typed=typed)

    async def show(self, shown: Show) -> Card:
        """A card that is shown on request, as this seat may know it."""
        if shown.use:
            check_acts_for(self.seat, shown.use)
            await self.table.settle(self.seat, Current(self.seat_id, shown.use))
        card = cards.card_of(self.table, self.viewer, shown)
        return await cards.publish(self.table, self.seat, shown, card) if shown.publish else card

    async def answer(self, act: int, answer: str, *, typed: Sequence[int] = ()) -> Outcome:
        if len(answer) > LONGEST_ANSWER:
            raise RuleError("line_too_long", length=len(answer), limit=LONGEST_ANSWER)
        check_seen(answer, "answer")
        check_still(self, self.table.memory.parked.get(act), answer)
        return await self.table.answer(self.seat, act, answer, typed=typed)

    async def cancel(self, act: int) -> Outcome | None:
        """Give a parked act up. After its first die that is the GM's to allow: an outcome that waits for the GM."""
        parked = self.table.parked(act)
        return await undo.give_up(self.table, self.seat, parked, self.line(parked))

    async def say(self, words: str, *, to: Seat | None = None) -> int:
        """Words at the table, or for one seat and the GM; the seat's own number of the entry."""
        audience = (EVERYBODY,) if to is None else (seat_principal(to.id), GM)
        return self.number(await self.table.say(self.seat, words, audience=audience))

    async def undo(self, steps: int = 1) -> list[Acted] | Outcome:
        """Take the last thing back that this seat did (an answer, an act that waits, else steps), or have the GM asked: an outcome."""
        check_plays(self.seat)
        if steps == 1 and self.table.takes_back(self.seat):
            return await self.table.back(self.seat)
        if steps == 1 and (act := await undo.open_act(self.table, self.seat)):
            return await undo.take_back(self.table, self.seat, act, self.line(act))
        return await self._withdrawn(steps) or await undo.undo(self.table, self.seat, steps, self.line)

    async def _withdrawn(self, steps: int) -> Outcome | None:
        """A declaration of one's own that others have gone on after is withdrawn by itself; theirs stay."""
        way, _ = await undo.withdrawal(self.table, self.seat) if steps == 1 and not self.seat.gm else (None, False)
        return None if way is None else await self.table.act(self.seat, way, line=".undo")

    async def redo(self, steps: int = 1) -> list[Acted]:
        check_plays(self.seat)
        return await undo.redo(self.table, self.seat, steps, self.line)

    async def back(self) -> list[Acted] | Outcome:
        """Take back the own last answer, as long as no die has fallen since; else one's declaration, as long as it has not come out."""
        if self.table.takes_back(self.seat) is None and (await undo.withdrawal(self.table, self.seat))[1]:
            return await self.undo()
        return await self.table.back(self.seat)

    async def jump(self, head: int) -> None:
        await undo.jump(self.table, self.seat, head)

    async def invite(self, *, role: str, name: str, controls: tuple[str, ...] = ()) -> tuple[Seat, str]:
        return await seating.invite(self.table, self.seat, role=role, name=name, controls=controls)

    async def reseat(self, seat: Seat, *, name: str | None = None, controls: tuple[str, ...] | None = None) -> Seat:
        return await seating.reseat(self.table, self.seat, seat, name=name, controls=controls)

    async def relink(self, seat: Seat) -> str:
        """A new link for a seat; the old one is dead."""
        return await seating.relink(self.table, self.seat, seat)

    async def dismiss(self, seat: Seat) -> None:
        await seating.dismiss(self.table, self.seat, seat)

    # --- looking -----------------------------------------------------------------------------------------------------

    def look(self) -> View:
        found = self.table.sights.look(self.table.system, self.table.memory.state, self.viewer)
        if found is None:
            raise RuleError("no_view")
        return found

    def questions(self) -> list[Open]:
        """The open questions that are this seat's own, oldest first."""
        return own_questions(self.table.memory, self.seat)

    def others_questions(self) -> list[Open]:
        """Open questions of others that this seat may answer for them: the GM's right, by naming the act."""
        return others_questions(self.table.memory, self.seat)

    def answerable(self) -> list[Open]:
        """Every open question that this seat may answer, its own first."""
        return [*self.questions(), *self.others_questions()]

    def told_questions(self, act: Act) -> list[Open]:
        """What a parked act waits for, as this seat may read it: nothing of what is asked of somebody whom it must not know."""
        heard = known_questions(act, self.table.knows(self.seat))
        return [Open(act, as_told(q, self.seat)) for q in heard]

    def waits(self) -> list[Open]:
        """What the table waits for, as far as this seat may know of it."""
        parked = (act for _, act in sorted(self.table.memory.parked.items()))
        return [one for act in parked if hears(self.seat, act.audience, act.seat) for one in self.told_questions(act)]

    def number(self, n: int) -> int:
        """The number that an entry of the log has for this seat."""
        return own_number(self.table.memory, self.seat, n)

    def entry(self, own: int) -> int:
        """The entry of the log that this seat calls by a number of its own."""
        return log_number(self.table.memory, self.seat, own)

    def act_number(self, act: int) -> int:
        """The number that an act has for this seat."""
        return act_number(self.table.memory, self.seat, act)

    def act(self, own: int) -> int:
        """The act that this seat calls by a number; one that began unheard is called so only by who may know that it waits."""
        known = (one.act.number for one in (*self.answerable(), *self.waits()))
        return next((act for act in known if self.act_number(act) == own), self.entry(own))

    @property
    def last(self) -> int:
        return self.number(self.table.memory.n)

    def seen(self, outcome: Outcome) -> Seen | None:
        table, seat = self.table, self.seat
        return show(table.memory, seat, outcome.n, outcome.entry, known=table.knows(seat), unnamed=table.unnamed(seat))

    # --- lines ---------------------------------------------------------------------------------------------------

    def line(self, one: Acted | Act) -> str:
        """What was asked for as a line: as it was typed, else its deed written as who did it would."""
        if one.asked is None or one.asked.line or one.asked.filled is None:
            return one.line if isinstance(one, Acted) else one.asked.line
        doer = type(self)(self.table, one.seat, self.language) if one.seat in self.table.memory.seats else self
        doer.ships = self.ships
        return spell(doer, one.asked.filled, self.language, own=doer.own())

    def with_line(self, seen: Seen) -> Seen:
        """An entry of the log with the line that does its deed, for who reads it as text, where none was typed."""
        if seen.line or seen.deed is None or seen.deed.deed not in self.commands:
            return seen
        return msgspec.structs.replace(seen, line=self._as_read(seen.deed, seen.seat))

    def line_of(self, act: Act) -> str:
        """The line of a parked act, as far as this seat may read it."""
        if not self.reads(act):
            return "…"
        if act.asked.line or act.asked.filled is None:
            return act.asked.line or "…"
        return self._as_read(act.asked.filled, act.seat)

    def reads(self, act: Act) -> bool:
        """Whether this seat may read what a parked act was asked by."""
        if not hears(self.seat, act.audience, act.seat) or not may_read_line(self.seat, act.asked):
            return False
        return not act.asked.line or bool(line_for(self.seat, act.asked, self.table.unnamed(self.seat), act.seat))

    def known_as(self, key: str) -> str:
        """What somebody or something that ships is called, by its key; the key itself of anything else."""
        return self.actors().get(key) or self.ships(key)

    def _as_read(self, filled: Filled, by: str) -> str:
        """The line of another seat's deed; whom that seat plays goes without saying."""
        own = type(self)(self.table, by).own() if by in self.table.memory.seats else ""
        return spell(self, filled, self.language, own=own)

    async def odds(self, filled: Filled) -> list[Preview]:
        """The odds of a deed before it is done, as far as this seat can know them."""
        todo = self.foresee(filled)
        if not isinstance(todo, Do) or not self.table.procedure(todo.procedure).odds:
            raise RuleError("no_odds", procedure=filled.deed)
        return preview.telling(await preview.ahead_beside(self.table, todo, self.viewer), filled.deed)

    async def answer_odds(self, act: Act, question: Question) -> dict[str, list[Preview]]:
        return await lab_answers.work_out(self.table, Open(act, question))
