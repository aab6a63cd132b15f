"""A log run again, entry by entry: does each follow from those before it, and is what it says what the rules give?

What a rule decides is worked out again: events, questions, cards, whose dice they were. What an entry names must be there: the seat
that asked, the act that it answers, the commit that it stands on or moves to. What a player did was hers to do: with her own character,
of her own steps and settings. What people freely say cannot be worked out: words, who said them and when, and who was to hear them, are
kept by the chain of hashes alone; so is which seat did what any of them may do.
"""

import re
from typing import Any, NamedTuple

import msgspec

from ludex import __version__
from ludex.core.deeds import ANYONE
from ludex.core.driving import Answer, Choice, Faces, Finished, Parked, no_more
from ludex.core.errors import Diverged, RuleError, SystemFailed
from ludex.core.principals import HOST, OBSERVER, actor_of
from ludex.core.system import System, Told
from ludex.table import table_procedures
from ludex.table.acting import TABLE_S_OWN, Call, gms_word, play_on
from ludex.table.audience import viewers
from ludex.table.chance import REWIND, WHO_ACTS, Throws, keeps, kept_for
from ludex.table.entries import (
    RESTATE,
    Acted,
    AnyEntry,
    Arrived,
    Cancelled,
    Framed,
    Handed,
    Left,
    Moved,
    Noted,
    Opened,
    Readied,
    Resealed,
    Revealed,
    Reworded,
    Said,
    Seated,
    Settled,
)
from ludex.table.memory import Act, Memory, admit, as_logged, read_events
from ludex.table.parked import is_last, results_of, with_all
from ludex.table.preludes import Begun
from ludex.table.questions import may_answer, posed
from ludex.table.seats import ROLES, Seat
from ludex.table.sessions import framing
from ludex.table.settings import Paced, own_setting
from ludex.table.shelter import in_time

BY_ITSELF = (Cancelled, Resealed, Arrived, Framed)
"""What the table may write without anybody's word."""

BROKEN = (RuleError, Diverged, RuntimeError, *table_procedures.UNSOUND)
"""What comes of an entry that cannot follow those before it."""

DERIVED = {
    "answers": "dice or answers are told otherwise than they fell",
    "questions": "other questions than the rules ask",
    "sealed": "other questions than the rules ask",
    "hushed": "other people hear of its questions",
    "opened": "other answers come out than were given in secret",
    "cards": "another card than the rules give",
    "seen": "another card than the rules give",
    "done": "whether it is over is told otherwise",
    "step": "whether it is a step of history is told otherwise",
    "parent": "it does not stand on the step before it",
    "root": "it belongs to another deed than it answers",
    "cause": "it follows from another entry than the one before it",
    "blind": "other people hear of it than of what was asked",
    "audience": "other people hear of it than of what it answers",
    "announced": "other people hear of it than of what it answers",
}
"""What of an act is worked out again, and how it is told that it differs."""


def _by_somebody(answer: Answer) -> bool:
    """Whether a person gave an answer."""
    return isinstance(answer, Choice) and bool(answer.by)


class _Commit(NamedTuple):
    state: Any
    parent: int
    events: bytes


class Rerun:
    """A log as far as it was run: `memory` is what it has come to. `elder` acts were played by an earlier version of the rules and are
    taken as they are; `otherwise` are the acts that another version of Ludex told otherwise than this one would; `refused` are refusals
    for which nothing but the log speaks. `free` counts what others at the table might have done as well."""

    def __init__(self, system: System) -> None:
        self.system = system
        self.memory = Memory()
        self.acts = self.elder = self.free = 0
        self.otherwise: list[int] = []
        self.refused: list[int] = []
        self._version = 0
        self._throws = Throws()
        self._whose: dict[int, str] = {}
        self._commits: dict[int, _Commit] = {}
        self._said: set[int] = set()
        self._begun: set[int] = set()
        self._calls: dict[int, int] = {}
        self._called: dict[int, list[tuple[int, AnyEntry]]] = {}

    def go_on(self, entry: AnyEntry, past: str) -> list[str]:
        """What is wrong with an entry; then it is folded. One of `BROKEN` where it cannot be."""
        n = self.memory.n + 1
        if isinstance(entry, Opened) != (n == 1):
            raise Diverged("a table is opened by its first entry and by no other")
        wrong = [*self._asked_by(entry), *self._names(entry), *self._versions(entry), *self._hers(entry)]
        wrong += self._same_dice(entry)
        if isinstance(entry, Acted):
            wrong += self._acted(n, entry)
        moved_to = self._commits[entry.head].state if isinstance(entry, Moved) else None
        self.memory = admit(self.system, self.memory, entry, past=past, moved_to=moved_to)
        self._remember(n, entry)
        return wrong

    def _remember(self, n: int, entry: AnyEntry) -> None:
        match entry:
            case Opened():
                self._commits[n] = _Commit(self.memory.state, 0, b"")
            case Acted():
                self._throws.add(n, entry)
                if entry.commits:
                    self._commits[n] = _Commit(self.memory.state, entry.parent, bytes(entry.events))
                if entry.asked:
                    self._begun.add(n)
                    self._whose[n] = entry.seat
                if entry.asked and entry.asked.call:
                    self._calls[n] = entry.asked.call
                if call := self._calls.get(entry.act or n, 0):
                    self._called.setdefault(call, []).append((n, entry))
            case Said():
                self._said.add(n)

    # --- what an entry names ---------------------------------------------------------------------------------------

    def _asked_by(self, entry: AnyEntry) -> list[str]:
        """The person who asked for it sits at the table, or did; what is the GM's alone was the GM's word."""
        memory, seat = self.memory, entry.seat
        if not seat:
            follows = isinstance(entry, Acted) and entry.asked is not None and entry.cause
            goes_on = (
                isinstance(entry, Acted) and entry.act in memory.parked and not any(map(_by_somebody, entry.answers))
            )
            stopped = isinstance(entry, Settled) and entry.setting == Paced("step")
            itself = follows or goes_on or stopped or isinstance(entry, BY_ITSELF)
            return [] if itself else ["nobody asked for it"]
        if seat not in memory.seats and seat not in memory.gone:
            first = isinstance(entry, Opened) or (isinstance(entry, Seated) and memory.n == 1 and entry.who == seat)
            return [] if first and seat == HOST else [f"there is no seat {seat[:40]}"]
        gms = isinstance(entry, Revealed | Readied) or (isinstance(entry, Moved) and entry.way == "jump")
        held = memory.seats.get(seat)
        return ["only the GM may do that"] if gms and held is not None and not held.gm else []

    def _names(self, entry: AnyEntry) -> list[str]:  # noqa: C901  # a case for each kind of entry
        """What it names is there."""
        memory = self.memory
        match entry:
            case Moved():
                return self._moved(entry)
            case Cancelled():
                there = entry.act in memory.parked
            case Reworded():
                there = entry.of in self._said
            case Noted():
                there = not entry.of or entry.of in memory.notes
            case Handed():
                there = not entry.of or entry.of in memory.handouts
            case Left():
                there = entry.who in memory.seats
            case Framed():
                there = entry.act == memory.head
            case Arrived():
                there = 0 < entry.act <= memory.n
            case Seated():
                there = entry.role in ROLES
            case Acted():
                called = entry.asked.call if entry.asked else 0
                there = not entry.root or entry.root == entry.act or entry.root in self._begun
                there = there and (called == 0 or called == memory.n + 1 or called in self._calls.values())
            case _:
                return []
        return [] if there else ["what it is about is not there"]

    def _moved(self, entry: Moved) -> list[str]:
        """A move leads to a step of history: an undo to one below, a redo to one that was taken back."""
        if entry.head not in self._commits:
            raise Diverged("it moves to an entry that is no step of history")
        below = self.memory.head
        while below > entry.head:
            below = self._commits[below].parent
        right = {
            "undo": below == entry.head,
            "redo": entry.head in (*self.memory.redo, *self.memory.aside),
            "jump": True,
        }.get(entry.way)
        return [] if right else ["it moves to a step that does not lie there"]

    def _same_dice(self, entry: AnyEntry) -> list[str]:
        """What a player took back keeps its dice, and what she does again falls with them."""
        memory, seat = self.memory, self.memory.seats.get(entry.seat)
        match entry:
            case Moved(way="undo") if seat is not None and not seat.gm:
                kept, right = entry.again, self._throws.of((entry.of,)) if keeps(memory, seat) else ()
            case Cancelled() if (act := memory.parked.get(entry.act)) is not None and entry.seat == act.seat:
                return [] if entry.again == keeps(memory, seat) else ["its dice are not kept as they should be"]
            case Acted():
                act = memory.parked.get(entry.act)
                asked = act.asked if act else entry.asked
                due = kept_for(memory, act.seat if act else entry.seat, asked) if asked and memory.kept_dice else ()
                if due[: entry.fresh + len(entry.again)] != entry.again:
                    return ["other dice than those that were taken back"]
                if entry.asked is None or entry.asked.procedure != REWIND:
                    return []
                wish = msgspec.json.decode(entry.asked.given, type=table_procedures.Rewind)
                kept, right = wish.again, self._throws.of((wish.root, *wish.since)) if keeps(memory, seat) else ()
            case _:
                return []
        return [] if kept == right else ["its dice are not kept as they should be"]

    def _versions(self, entry: AnyEntry) -> list[str]:
        """Rules never grow older."""
        if not isinstance(entry, Acted | Opened):
            return []
        before, self._version = self._version, max(self._version, entry.system_version)
        if entry.system_version > self.system.version:
            raise Diverged(
                f"it says that rules of version {entry.system_version} made it, known are {self.system.version}"
            )
        made = entry.version if isinstance(entry, Opened) else entry.made
        if made and not _numbers(made) <= _numbers(__version__):
            raise Diverged(f"it says that Ludex {made[:20]} made it, this is {__version__}")
        return ["it says that earlier rules made it than the entry before it"] if entry.system_version < before else []

    def _hers(self, entry: AnyEntry) -> list[str]:
        """What a player did was hers to do; the GM may do anything."""
        seat = self.memory.seats.get(entry.seat)
        if seat is None or seat.gm:
            self.free += seat is not None and isinstance(entry, Acted | Moved)
            return []
        match entry:
            case Acted():
                return self._acts(seat, entry)
            case Moved():
                hers = not entry.of or self._whose.get(entry.of) == seat.id
            case Settled():
                hers = own_setting(seat, entry.setting)
            case Seated():
                held = self.memory.seats.get(entry.who)
                hers = held is not None and held.role == entry.role
            case Left():
                hers = False
            case _:
                return []
        return [] if hers else [f"it was not {seat.id[:40]}'s to do"]

    def _acts(self, seat: Seat, entry: Acted) -> list[str]:
        """A player acts for her own character, and types her own dice; who watches does neither."""
        if seat.role == OBSERVER and (entry.questions or entry.commits):
            return ["somebody did it who only watches"]
        state = self.memory.state
        own = (*seat.controls, *(self.system.lent(state, seat.controls) if self.system.lent else ()))
        typed = [actor_of(who) for one in entry.answers if isinstance(one, Faces) and one.typed for who in one.whose]
        if any(who not in own for who in typed):
            return ["faces were typed in for another's dice"]
        if entry.asked is None:
            return []
        if any(self.memory.settings.trusts(kind, "") != "open" for kind in entry.asked.own_word):
            return ["it takes for granted what the table does not leave to its players"]
        given = msgspec.json.decode(entry.asked.given)
        named = [given.get(field) for field in WHO_ACTS] if isinstance(given, dict) else []
        acting = [who for who in named if isinstance(who, str) and who in self.system.actors(state)]
        if not acting or entry.asked.filled is None or entry.asked.own_word or entry.asked.prelude:
            self.free += 1
            return []
        command = self.system.command(entry.asked.filled.deed)
        if command is None or command.others or command.who == ANYONE:  # a deed that may be about somebody else
            self.free += 1
            return []
        said = {str(value) for value in entry.asked.filled.args.values()}  # whom her line names beside
        called = self.system.actors(state)
        hers = any(who in own or who in said or called[who] in said for who in acting)
        return [] if hers or given.get("giver") in own else ["it is another's character that acts"]

    # --- what the rules give ---------------------------------------------------------------------------------------

    def _acted(self, n: int, entry: Acted) -> list[str]:
        """An act, run again on the state it stood on."""
        self.acts += 1
        before = self.memory.parked.get(entry.act)
        asked = before.asked if before else entry.asked
        recorded = before.answers if before else ()
        unasked = asked is None or bool(entry.act) != (before is not None) or (before and entry.asked)
        if unasked or not 0 <= entry.kept <= len(recorded):
            raise Diverged("it answers an act that nobody began")
        assert asked is not None
        if entry.system_version != self.system.version:
            self.elder += 1
            return []
        procedure = self.system.procedures.get(asked.procedure) or table_procedures.common(self.system)[asked.procedure]
        author, heard = (before.seat, before.audience) if before else (entry.seat, entry.audience)
        given = procedure.read(msgspec.json.decode(asked.given))
        call = Call(asked, procedure, given, heard, by_gm=gms_word(self.memory, author))
        answers = recorded[: entry.kept] + entry.answers
        name = asked.line or asked.procedure
        try:
            outcome = in_time(self.system, play_on, self.system, self.memory.state, call, answers, no_more)
        except (Diverged, RuleError, SystemFailed) as error:
            if entry.refused and (isinstance(error, Diverged) or entry.refused in TABLE_S_OWN):
                self.refused += [n] if isinstance(error, Diverged) or error.code != entry.refused else []
                return []
            return [] if entry.refused == getattr(error, "code", None) else [f"{name}: {error}"]
        return [f"{name}: {what}" for what in self._came_to(n, entry, before, call, outcome)]

    def _came_to(self, n: int, entry: Acted, before: Act | None, call: Call, outcome: Finished | Parked) -> list[str]:
        """What differs between an act in the log and as it was run again."""
        if entry.refused:
            known = isinstance(outcome, Parked) or entry.refused in TABLE_S_OWN
            bare = not (entry.done or entry.questions or entry.cards or entry.commits)
            self.refused.append(n)
            return [] if known and bare else ["the rules do not refuse it"]
        if isinstance(outcome, Parked):
            waits, logged = [ask.who for ask in outcome.asks], [question.who for question in entry.questions]
            if waits != logged:
                return [f"it waits for {waits}, the log says {logged}"]
        elif entry.questions or as_logged(self.system, outcome.events) != read_events(self.system, entry):
            return ["other events than in the log"]
        if not self._restates(call):
            return ["it makes true again what was not"]
        if not all(map(_typed_in, entry.answers, outcome.answers[entry.kept :])):
            return ["dice are called typed in that nobody could type in"]
        wrong, answered = self._differing(n, entry, before, call, outcome), self._answered(entry, before)
        if entry.made != __version__:  # it may have been worded otherwise
            self.otherwise += [n] if wrong else []
            return answered
        return wrong + answered

    def _differing(self, n: int, entry: Acted, before: Act | None, call: Call, outcome: Finished | Parked) -> list[str]:
        expected = self._worked_out(n, entry, before, call, outcome)
        differing = [told for name, told in DERIVED.items() if _raw(entry, name) != _raw(expected, name)]
        return list(dict.fromkeys(differing))

    def _worked_out(self, n: int, entry: Acted, before: Act | None, call: Call, outcome: Finished | Parked) -> Acted:
        """The entry as this version writes it."""
        fresh = _typed_alike(outcome.answers[entry.kept :], entry.answers)
        begun = msgspec.structs.replace(entry, answers=fresh, blind=call.asked.secret, opened=(), cards=(), seen={})
        if before:
            heard = {"audience": before.audience, "announced": before.announced}
            root = before.number if entry.root == before.number else before.root  # apart from what it followed from
            begun = msgspec.structs.replace(begun, root=root, cause=before.cause, **heard)
        else:
            begun = msgspec.structs.replace(begun, cause=0 if entry.seat else n - 1)
        if isinstance(outcome, Parked):
            questions = tuple(posed(self.system, self.memory, ask) for ask in outcome.asks)
            speaker = self.memory.seats.get(entry.seat)
            hushed = all(question.discreet for question in questions) and (speaker is None or speaker.gm)
            over = {"done": False, "step": False, "parent": 0}
            return msgspec.structs.replace(begun, questions=questions, sealed=outcome.sealed, hushed=hushed, **over)
        framed = framing(self.system, call.asked.procedure, outcome.result.result)
        opened = tuple(one for one in outcome.answers if isinstance(one, Choice) and one.sealed)
        over = {"done": True, "step": framed is not None, "parent": self.memory.head, "hushed": False, "sealed": False}
        return self._with_cards(msgspec.structs.replace(begun, questions=(), opened=opened, **over), call, outcome)

    def _with_cards(self, entry: Acted, call: Call, outcome: Finished) -> Acted:
        came: Begun = outcome.result
        told = Told(
            call.asked.procedure, came.given, came.result, self.memory.state, outcome.state, tuple(outcome.events)
        )
        cards, seen = table_procedures.told_to(self.system, told, call.asked, viewers(self.memory))
        told_alone = msgspec.structs.replace(entry, cards=cards, seen=seen)
        number = call.asked.call
        last = bool(entry.act) and is_last(self.memory.parked, entry.act, number)
        return with_all(told_alone, results_of(self._called[number], number)) if last else told_alone

    def _answered(self, entry: Acted, before: Act | None) -> list[str]:
        """Answers are somebody's or the table's own; a new one is that of the seat whose entry it is, to a question that it was asked."""
        given = [one for one in entry.answers if isinstance(one, Choice)]
        if any(bool(one.by) == bool(one.how) for one in given):
            return ["it does not say whose answer it holds"]
        if before is None or entry.kept < len(before.answers) or not entry.answers:
            return []
        first, seat = entry.answers[0], self.memory.seats.get(entry.seat)
        if not isinstance(first, Choice) or not first.by or seat is None:
            return []
        mine = [one for one in before.questions if may_answer(self.memory, seat, one.who)]
        lawful = [one.answered(first.answer, by=seat.id, sealed=before.sealed) for one in mine]
        return [] if first in lawful else ["it holds an answer that nobody was asked for"]

    def _restates(self, call: Call) -> bool:
        """Whether what is written anew is what an earlier step made true."""
        if call.asked.procedure != RESTATE:
            return True
        made = self._commits.get(call.given.of)
        return made is not None and msgspec.json.decode(made.events) == list(call.given.events)


def _raw(entry: Acted, name: str) -> bytes:
    return msgspec.json.encode(getattr(entry, name))


def _typed_in(logged: Answer, again: Answer) -> bool:
    """Whether faces that were typed in beside others are those of one of several people, each of whom threw a die."""
    if not isinstance(logged, Faces) or not isinstance(again, Faces) or not logged.by_hand:
        return True
    return logged.whose == again.whose and len(set(logged.by_hand)) < len(logged.sides) == len(logged.whose)


def _typed_alike(answers: tuple[Answer, ...], logged: tuple[Answer, ...]) -> tuple[Answer, ...]:
    """Answers as they were run again, with the log's word on which dice were typed in: that is for the numbers of throws to prove."""
    return tuple(
        msgspec.structs.replace(one, typed=other.typed, by_hand=other.by_hand)
        if isinstance(one, Faces) and isinstance(other, Faces)
        else one
        for one, other in zip(answers, logged, strict=True)
    )


def _numbers(version: str) -> list[int]:
    """A version of Ludex, to be compared; what is none comes after all of them."""
    return [int(one) for one in version.split(".")] if re.fullmatch(r"\d{1,4}(\.\d{1,4}){1,3}", version) else [10**6]
