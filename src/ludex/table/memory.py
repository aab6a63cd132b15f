"""A table's memory: the fold of its log. Live play and loading from disk use this one fold, so they cannot differ."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec
from msgspec.structs import replace

from ludex.core.driving import Answer, Choice
from ludex.core.principals import EVERYBODY, Who
from ludex.core.system import System
from ludex.table.amend import Amended, amend
from ludex.table.chance import (
    REWIND,
    KeptDice,
    after_act,
    keeps,
    key_of,
    numbers_of,
    of_parked,
    wished_again,
    with_kept,
)
from ludex.table.characters import Came, Rewritten, rewrite
from ludex.table.entries import (
    RESTATE,
    Acted,
    AnyEntry,
    Arrived,
    Asked,
    Cancelled,
    Framed,
    Handed,
    Left,
    Moved,
    Noted,
    Opened,
    Question,
    Readied,
    Resealed,
    Revealed,
    Reworded,
    Said,
    Seated,
    Settled,
    Stirred,
    rolls_in,
)
from ludex.table.handouts import Given, OnStage, Prepared, handed, readied, readied_again
from ludex.table.preludes import PROPOSAL, REFUSE
from ludex.table.requests import Requests
from ludex.table.seats import Seat, hears, reads
from ludex.table.sessions import Frame, standing
from ludex.table.settings import Settings, settled
from ludex.table.upcasting import upcast

CHUNK = 256


class Rising(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Numbers in rising order: full chunks, and the newest. `left` chunks of one that was laid bare are somewhere else."""

    full: tuple[tuple[int, ...], ...] = ()
    tail: tuple[int, ...] = ()
    left: int = 0

    def then(self, n: int) -> "Rising":
        """One number more, greater than all."""
        tail = (*self.tail, n)
        return Rising((*self.full, tail)) if len(tail) == CHUNK else Rising(self.full, tail)

    def up_to(self, n: int) -> int:
        """How many numbers are not above `n`."""
        if self.tail and n >= self.tail[0]:
            return CHUNK * len(self.full) + bisect_right(self.tail, n)
        place = bisect_right(self.full, n, key=lambda chunk: chunk[0]) - 1
        return 0 if place < 0 else CHUNK * place + bisect_right(self.full[place], n)

    def bare(self) -> "Rising":
        """Without its full chunks: so much has to be written again and again."""
        return Rising((), self.tail, len(self.full))

    def pieces(self, name: str, after: int = 0) -> dict[str, bytes]:
        """The full chunks from a place on, each under a name that is its own for ever."""
        fresh = enumerate(self.full[after:], after)
        return {f"{name}/{place}": msgspec.json.encode(chunk) for place, chunk in fresh}

    def whole(self, name: str, pieces: Mapping[str, bytes]) -> "Rising":
        """One that was laid bare, with its chunks. `KeyError` if there is one missing."""
        read = (msgspec.json.decode(pieces[f"{name}/{place}"], type=tuple[int, ...]) for place in range(self.left))
        return Rising(tuple(read), self.tail)


BRANCHES = 50
"""How many tips of abandoned branches are listed (the branches themselves are all kept)."""


class Act(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A parked act: what was asked, and every answer so far. Playing it again with them brings it back.

    `seat` is the one that began it, `root` the entry that a person's word began and that led to it, `cause` the entry that
    led to it by itself (0: none). `hushed`: nobody but the GM has heard of it. `rolls` are the numbers of the throws in its answers.
    """

    number: int
    seat: str
    asked: Asked
    audience: tuple[Who, ...]
    announced: bool
    answers: tuple[Answer, ...]
    questions: tuple[Question, ...]
    sealed: bool = False
    root: int = 0
    cause: int = 0
    hushed: bool = False
    rolls: tuple[int, ...] = ()

    @property
    def proposed(self) -> bool:
        """Whether it still waits for the GM's word before it begins."""
        return any(question.about == PROPOSAL for question in self.questions)

    @property
    def gives_up(self) -> int:
        """The act that it asks the GM to let go; 0 if it is none of that kind."""
        return int(msgspec.json.decode(self.asked.given)["act"]) if self.asked.procedure == "ludex.give_up" else 0

    @property
    def question(self) -> Question:
        return self.questions[0]


class Note(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something written down: when, by which seat, for whom."""

    at: str
    seat: str
    text: str
    audience: tuple[Who, ...]
    about: str = ""


class Memory(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything the table knows.

    `n` counts entries, `head` is the commit that `state` stands on, `roll` the next roll, `past` the hash of the last entry.
    `gone` are seats that were taken away: their ids are never used again, so that an old link cannot open somebody else's
    seat. `veiled` are the numbers of entries that not everybody may know of, `heard` which of them a seat knows of all the
    same: so every seat has numbers of its own, without gaps (`audience.py`). `came`: what characters brought from elsewhere.
    `frames`: openings and closings of sessions. `notes` and `handouts`: what was
    written down and shown, by the number of its entry. `prepared`: what the GM has ready, by name; `stage`: what of it has come on. `released`: who held a
    character that an undo took out of the world, until something new is done. `aside`: what could be brought back until something
    was done that not everybody knows of: those who do not may still. `reworded`: other wordings of what was said. `kept_dice`: throws that
    players took back.
    """

    n: int = 0
    name: str = ""
    state: Any = None
    head: int = 0
    redo: tuple[int, ...] = ()
    branches: tuple[int, ...] = ()
    seats: dict[str, Seat] = {}
    parked: dict[int, Act] = {}
    settings: Settings = Settings()
    roll: int = 0
    seal: str = ""
    gone: tuple[str, ...] = ()
    past: str = ""
    veiled: Rising = Rising()
    heard: dict[str, Rising] = {}
    requests: Requests = Requests()
    stirs: tuple[str, ...] = ()
    came: dict[str, Came] = {}
    frames: tuple[Frame, ...] = ()
    notes: dict[int, Note] = {}
    handouts: dict[int, Given] = {}
    prepared: dict[str, Prepared] = {}
    stage: dict[str, OnStage] = {}
    released: dict[str, str] = {}
    reworded: dict[int, str] = {}
    aside: tuple[int, ...] = ()
    kept_dice: tuple[KeptDice, ...] = ()

    @property
    def played(self) -> tuple[str, ...]:
        """Everybody whom a player's seat holds, seat by seat."""
        return tuple(one for seat in self.seats.values() if not seat.gm for one in seat.controls)


def fold_events(system: System, state: Any, events: tuple[Any, ...]) -> Any:
    """The state after these events, the system's own and the GM's amendments."""
    for event in events:
        state = fold(system, state, event)
    return state


def fold(system: System, state: Any, event: Any) -> Any:
    """One event; one that the GM's hand gave comes as plain data."""
    if isinstance(event, dict):
        event = msgspec.convert(event, system.event | Amended | Rewritten)
    match event:
        case Amended():
            return amend(system, state, event)
        case Rewritten():
            return rewrite(system, state, event)
    return system.fold(state, event)


@lru_cache(maxsize=64)
def _decoder(system_event: Any) -> msgspec.json.Decoder[tuple[Any, ...]]:
    return msgspec.json.Decoder(tuple[system_event | Amended | Rewritten, ...])


def read_events(system: System, entry: Acted) -> tuple[Any, ...]:
    """The events of an entry, as the present version of the system has them."""
    raw = bytes(entry.events)
    if raw == b"[]":
        return ()
    if entry.system_version == system.version:
        return _decoder(system.event).decode(raw)
    plain = [upcast(system, entry.system_version, event) for event in msgspec.json.decode(raw)]
    return as_logged(system, plain)


def as_logged(system: System, events: Sequence[Any]) -> tuple[Any, ...]:
    """Events as the log gives them back."""
    return _decoder(system.event).decode(msgspec.json.encode(events))


def read_state(system: System, raw: bytes | msgspec.Raw, version: int) -> Any:
    """A state as the log keeps it, as the present version of the system has it."""
    if version == system.version:
        return msgspec.json.decode(raw, type=system.state)
    return msgspec.convert(upcast(system, version, msgspec.json.decode(raw)), system.state)


def admit(system: System, memory: Memory, entry: AnyEntry, *, past: str = "", moved_to: Any = None) -> Memory:  # noqa: C901  # a case for each kind of entry
    """The memory after one more entry, whose hash is `past`. For `Moved`, `moved_to` is the state of the commit it moves to."""
    n = memory.n + 1
    match entry:
        case Opened():
            state = read_state(system, entry.state, entry.system_version)
            changed = replace(memory, name=entry.name, state=state, head=n, seal=entry.seal)
        case Seated():
            seat = Seat(entry.who, entry.role, entry.name, entry.controls)
            changed = replace(memory, seats={**memory.seats, entry.who: seat})
        case Left():
            changed = _left(memory, entry.who)
        case Acted():
            changed = _acted(system, memory, entry, n)
        case Cancelled():
            changed = _cancelled(memory, entry)
        case Moved():
            changed = _reheld(system, memory, _moved(memory, entry, moved_to), entry.way)
            ready = readied_again(memory.prepared, memory.stage, entry.head, entry.way)
            changed = replace(changed, prepared=ready)
        case Settled():
            changed = replace(memory, settings=settled(memory.settings, entry.setting))
        case Revealed() | Resealed():
            changed = replace(memory, seal=entry.seal, roll=0, stirs=(), kept_dice=())
        case Arrived():
            changed = replace(memory, came={**memory.came, entry.actor: entry.came})
        case Framed():
            frame = Frame(n, entry.way, entry.at, entry.act, entry.title, entry.present, entry.reward)
            changed = replace(memory, frames=(*memory.frames, frame))
        case Reworded():
            changed = replace(memory, reworded={**memory.reworded, entry.of: entry.text})
        case Handed():
            given = Given(entry.at, entry.handout, entry.audience)
            changed = replace(memory, handouts=handed(memory.handouts, given, entry.of or n))
        case Readied():
            stage = {name: one for name, one in memory.stage.items() if name != entry.name}
            if entry.before is not None and entry.name in memory.prepared:
                stage[entry.name] = OnStage(memory.prepared[entry.name], entry.before)
            changed = replace(memory, prepared=readied(memory.prepared, entry.name, entry.prepared), stage=stage)
        case Noted():
            changed = replace(memory, notes=_noted(memory.notes, entry, n))
        case Stirred():
            changed = replace(memory, seal=entry.seal, roll=0, stirs=(*memory.stirs, entry.text), kept_dice=())
        case _:
            changed = memory
    if entry.request:
        changed = replace(changed, requests=changed.requests.after(entry.seat, entry.request, n, entry.at))
    return _numbered(replace(changed, n=n, past=past), entry)


def _noted(notes: dict[int, Note], entry: Noted, n: int) -> dict[int, Note]:
    """The notes with one more, another wording of one, or one less."""
    if entry.of and not entry.text:
        return {number: note for number, note in notes.items() if number != entry.of}
    return {**notes, entry.of or n: Note(entry.at, entry.seat, entry.text, entry.audience, entry.about)}


def _left(memory: Memory, who: str) -> Memory:
    """A seat is gone, and what only it needed."""
    seats = {k: v for k, v in memory.seats.items() if k != who}
    heard = {k: v for k, v in memory.heard.items() if k != who}
    return replace(memory, seats=seats, heard=heard, gone=(*memory.gone, who), requests=memory.requests.without(who))


def _numbered(memory: Memory, entry: AnyEntry) -> Memory:
    """Remember who knows of an entry, where not everybody does."""
    match entry:
        case Acted() if entry.hushed:
            hearers = [s.id for s in memory.seats.values() if s.gm]
        case Acted() if EVERYBODY not in entry.audience and not entry.announced:
            speaker = "" if entry.blind else entry.seat
            hearers = [s.id for s in memory.seats.values() if hears(s, entry.audience, speaker)]
        case Said() | Reworded() | Moved() | Cancelled() | Arrived() | Handed() if EVERYBODY not in entry.audience:
            hearers = [s.id for s in memory.seats.values() if hears(s, entry.audience, entry.seat)]
        case Noted() if EVERYBODY not in entry.audience:
            hearers = [s.id for s in memory.seats.values() if reads(s, entry.audience)]
        case Readied():
            hearers = [s.id for s in memory.seats.values() if s.gm]
        case Settled():
            hearers = [s.id for s in memory.seats.values() if s.gm or s.id == entry.seat]
        case _:
            return memory
    heard = {**memory.heard, **{who: memory.heard.get(who, Rising()).then(memory.n) for who in hearers}}
    return replace(memory, veiled=memory.veiled.then(memory.n), heard=heard)


def _acted(system: System, memory: Memory, entry: Acted, n: int) -> Memory:
    number = entry.act or n
    before = memory.parked.get(number)
    answers = ((before.answers if before else ())[: entry.kept]) + entry.answers
    asked = before.asked if before else entry.asked
    speaker = before.seat if before else entry.seat
    kept_dice = memory.kept_dice
    if asked and kept_dice:
        kept_dice = after_act(memory, speaker, asked, entry)
    memory = replace(memory, roll=entry.first + entry.fresh, kept_dice=kept_dice)
    if entry.questions:
        assert asked is not None, "the entry that begins an act says what was asked"
        rolls = before.rolls[: rolls_in(before.answers[: entry.kept])] if before else ()
        if before and len(rolls) < len(before.rolls) and keeps(memory, memory.seats.get(entry.seat)):
            cut = KeptDice(*key_of(before.seat, asked), before.root, before.rolls[len(rolls) :])
            memory = replace(memory, kept_dice=with_kept(memory.kept_dice, (cut,)))
        act = Act(
            number,
            speaker,
            asked,
            entry.audience,
            entry.announced,
            answers,
            entry.questions,
            sealed=entry.sealed,
            root=entry.root or number,
            cause=before.cause if before else entry.cause,
            hushed=entry.hushed and (before is None or before.hushed),
            rolls=(*rolls, *numbers_of(entry)),
        )
        return replace(memory, parked={**memory.parked, number: act})
    if entry.refused:
        return memory
    memory = replace(memory, parked=_without(memory.parked, number))
    if (
        asked
        and asked.procedure == REWIND
        and not any(isinstance(one, Choice) and one.answer == REFUSE for one in answers)
    ):
        memory = replace(memory, kept_dice=with_kept(memory.kept_dice, wished_again(asked)))
    if not entry.commits:
        return memory
    events = read_events(system, entry)
    if entry.asked and entry.asked.procedure == RESTATE:  # what was taken back before it can still be brought back
        return replace(memory, state=fold_events(system, memory.state, events), head=n)
    branches = (*memory.branches, *memory.redo[-1:])[-BRANCHES:]
    frames = standing(memory.frames, entry.parent)
    after = fold_events(system, memory.state, events)
    changed = replace(memory, state=after, head=n, redo=(), branches=branches, frames=frames)
    if _veiled(entry):
        return replace(changed, aside=(*memory.redo, *memory.aside)[:BRANCHES])
    return replace(changed, aside=(), released={})


def _cancelled(memory: Memory, entry: Cancelled) -> Memory:
    act = memory.parked.get(entry.act)
    if act is not None and entry.again:
        own = of_parked(memory, act)
        others = [one for one in memory.kept_dice if one.key != own.key]
        memory = replace(memory, kept_dice=with_kept(others, (own,)))
    return replace(memory, parked=_without(memory.parked, entry.act))


def _veiled(entry: Acted) -> bool:
    """Whether not everybody may know of an act."""
    return entry.hushed or (EVERYBODY not in entry.audience and not entry.announced)


def _moved(memory: Memory, entry: Moved, state: Any) -> Memory:
    redo, aside = memory.redo, memory.aside
    if entry.way == "undo":
        redo = (memory.head, *redo)
    elif entry.way == "redo" and entry.head in aside:
        redo, aside = aside[aside.index(entry.head) + 1 :], ()
    elif entry.way == "redo":
        redo = redo[redo.index(entry.head) + 1 :] if entry.head in redo else ()
    else:
        redo, aside = (), ()
    parked = {number: act for number, act in memory.parked.items() if number not in entry.dropped}
    kept = with_kept([one for one in memory.kept_dice if entry.way == "undo" or one.root != entry.of], entry.again)
    return replace(memory, head=entry.head, state=state, redo=redo, aside=aside, parked=parked, kept_dice=kept)


def _reheld(system: System, before: Memory, after: Memory, way: str) -> Memory:
    """Whom an undo takes out of the world no seat holds any more; who comes back, by a redo or an undo, is of the seat that held her."""
    was, now = system.actors(before.state), system.actors(after.state)
    if way == "undo" and (gone := [who for who in was if who not in now]):
        held = {who: seat.id for seat in after.seats.values() for who in seat.controls if who in gone}
        seats = {i: _holding(s, [who for who in s.controls if who not in gone]) for i, s in after.seats.items()}
        return replace(after, seats=seats, released={**after.released, **held})
    back = {who: seat for who, seat in after.released.items() if who in now and who not in was}
    seats = {
        i: _holding(s, [*s.controls, *(who for who, seat in back.items() if seat == i)]) for i, s in after.seats.items()
    }
    return replace(after, seats=seats, released={w: s for w, s in after.released.items() if w not in back})


def _holding(seat: Seat, controls: Sequence[str]) -> Seat:
    return replace(seat, controls=tuple(controls)) if seat.controls != tuple(controls) else seat


def _without(parked: dict[int, Act], number: int) -> dict[int, Act]:
    """The acts that still wait without one, and without a wish to give that one up."""
    return {k: v for k, v in parked.items() if k != number and v.gives_up != number}
