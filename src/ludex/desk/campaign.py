"""A desk's verbs about the campaign: sessions open and close, what an evening came to, what people write down."""

from collections.abc import AsyncIterator, Iterator, Sequence

import msgspec

from ludex.core.deeds import Do
from ludex.core.driving import Faces
from ludex.core.errors import RuleError
from ludex.core.principals import EVERYBODY, GM, OBSERVER, PLAYER, Viewer, Who, seat as seat_principal
from ludex.core.say import Say
from ludex.core.sessions import CLOSES
from ludex.core.view import Card
from ludex.desk.desk import Desk
from ludex.desk.reading import check_seen
from ludex.table.audience import Seen
from ludex.table.entries import Acted, Framed, Noted, Reworded, Said, read_entry
from ludex.table.logbook import Logbook
from ludex.table.memory import Note, read_events
from ludex.table.playing import Outcome
from ludex.table.seats import check_gm, reads
from ludex.table.sessions import (
    PAUSE,
    RESUME,
    CloseSession,
    Present,
    Session,
    clean_title,
    present,
    recording,
    running,
    sessions,
    titled,
    unopened,
)

PUBLIC, OWN, GMS = "all", "own", "gm"
"""For whom somebody writes something down."""

LONGEST_NOTE = 4000
LONGEST_SAID = 8000
MOST_NOTES = 500
PAGE = 500

TRACES = ("said", "acted", "noted", "arrived")
"""Kinds of entries by which somebody shows that she is there."""


class Beat(msgspec.Struct, frozen=True):
    """One thing that happened in a session, as a seat may read it: said, done, or written down."""

    n: int
    at: str
    kind: str
    who: str
    text: str = ""
    line: str = ""
    card: Card | None = None
    dice: tuple[Faces, ...] = ()


class Recap(msgspec.Struct, frozen=True):
    """A session as a seat may tell it: who was there, everything that happened and was not undone, and what it came to."""

    number: int
    title: str
    opened: str
    closed: str
    present: tuple[Present, ...]
    beats: tuple[Beat, ...]
    reward: str = ""
    rolls: int = 0


class Written(msgspec.Struct, frozen=True):
    """A note as a seat may read it: its own number, when, by whom, and for whom (`all`, `own`, `gm`)."""

    n: int
    at: str
    who: str
    text: str
    audience: str
    mine: bool


# --- what was said -----------------------------------------------------------------------------------------------------


async def reword(desk: Desk, n: int, text: str) -> bool:
    """Give what this seat said in an entry another wording, or take it back (no text); False where it said nothing there."""
    stored = await desk.table.store.entry(desk.table.id, n)
    said = read_entry(stored.body) if stored else None
    if not isinstance(said, Said) or said.seat != desk.seat.id or desk.table.memory.reworded.get(n, said.text) == text:
        return False
    check_seen(text, "said")
    if len(text) > LONGEST_SAID:
        raise RuleError("line_too_long", length=len(text), limit=LONGEST_SAID)
    entry = Reworded(at=desk.table.clock(), seat=desk.seat.id, of=n, text=text, audience=said.audience)
    await desk.table.write(entry)
    return True


# --- sessions ----------------------------------------------------------------------------------------------------------


async def open_session(desk: Desk, title: str = "", *, line: str = "") -> Outcome:
    check_gm(desk.seat)
    check_seen(title, "title")
    memory = desk.table.memory
    if (open_now := running(memory.frames, memory.head)) is not None:
        raise RuleError("session_running", title=titled(open_now.title))
    do = Do(desk.table.system.sessions.opens, {"title": clean_title(title)})
    return await desk.table.act(desk.seat, do, line=line or f".开团 {title}".rstrip())


async def close_session(desk: Desk, reward: str = "", *, line: str = "") -> Outcome:
    """Close the session that is open (GM), or what was played without one: it is counted from the log, and confirmed or rewarded."""
    check_gm(desk.seat)
    memory, own = desk.table.memory, desk.table.system.sessions
    open_now = running(memory.frames, memory.head) or _unopened(desk)
    if open_now is None:
        raise RuleError("no_session")
    given: CloseSession | dict[str, str] = {}
    if own.closes == CLOSES:
        given = CloseSession(open_now.title, await _tally(desk, open_now), reward)
    async with desk.table.together():
        for number in [n for n, act in desk.table.memory.parked.items() if act.asked.procedure == own.closes]:
            await desk.table.cancel(desk.seat, number)  # asked anew, with what has come to it since
        return await desk.table.act(desk.seat, Do(own.closes, given), line=line or f".收团 {reward}".rstrip())


def _unopened(desk: Desk) -> Session | None:
    """What was played since the last session, as one that nobody opened; None if that is nothing."""
    memory = desk.table.memory
    one = unopened(all_sessions(desk), desk.table.clock())
    return one if memory.head >= one.first else None


async def record(desk: Desk, *, on: bool) -> bool:
    """Pause the record that people take along, or go on with it (players and the GM); False: it was so already."""
    if desk.seat.role == OBSERVER:
        raise RuleError("observers_watch")
    if recording(desk.table.memory.frames) == on:
        return False
    entry = Framed(at=desk.table.clock(), seat=desk.seat.id, way=RESUME if on else PAUSE, act=0)
    await desk.table.write(entry)
    return True


async def _tally(desk: Desk, session: Session) -> tuple[Say, ...]:
    """What the events of a session come to, by the system's own count; what was undone does not count.

    Everybody reads it: it is made of the state as those who play know it together.
    """
    events: list[msgspec.Struct] = []
    async for _, entry in _standing(desk, session):
        events += read_events(desk.table.system, entry)
    memory = desk.table.memory
    played = dict.fromkeys(memory.played)
    system, players = desk.table.system, Viewer(PLAYER, tuple(played), memory.settings.numbers)
    known = memory.state if system.redact is None else system.redact(memory.state, players)
    return tuple(system.sessions.tally(known, events))


async def _standing(desk: Desk, session: Session) -> AsyncIterator[tuple[int, Acted]]:
    """The commits of a session that the present stands on, in order."""
    table = desk.table
    stored = await table.store.read(table.id, after=session.first - 1)
    acts = {one.n: entry for one in stored if isinstance(entry := read_entry(one.body), Acted) and entry.commits}
    n, kept = table.memory.head, list[int]()
    while n in acts:
        kept.append(n)
        n = acts[n].parent
    for number in reversed(kept):
        yield number, acts[number]


def all_sessions(desk: Desk) -> list[Session]:
    """Every session of this table, in order; anyone who sits here may know of them."""
    memory = desk.table.memory
    return sessions(memory.frames, memory.head)


def as_own(desk: Desk, session: Session) -> Session:
    """A session with the numbers that its entries have for this seat."""
    last = desk.number(session.last) if session.last else 0
    return msgspec.structs.replace(session, first=desk.number(session.first), last=last)


def session_of(desk: Desk, number: int = 0) -> Session:
    """A session by its number; without one the last."""
    known = all_sessions(desk)
    if not known:
        raise RuleError("no_session")
    if not 0 <= number <= len(known):
        raise RuleError("unknown_session", number=number, last=len(known))
    return known[number - 1]


async def recap(desk: Desk, number: int = 0) -> Recap:
    session = session_of(desk, number)
    seen = [one async for one in _entries(desk, session)]
    told = beats(seen)
    joins = desk.table.system.sessions.joins
    rolls = sum(dice.why.key not in joins for beat in told for dice in beat.dice)
    facts = (session.number, session.title, session.opened, session.closed, came(desk, session, seen))
    return Recap(*facts, told, session.reward, rolls)


def came(desk: Desk, session: Session, seen: Sequence[Seen]) -> tuple[Present, ...]:
    """Who was there: the GM, and every seat that said or did something. Where no player did, nobody can tell, and all who had a
    seat were."""
    memory, known = desk.table.memory, {one.seat for one in session.present}
    ruling = {seat.id for seat in memory.seats.values() if seat.gm}
    active = {one.seat for one in seen if one.kind in TRACES} - ruling
    later = present(desk.table.system, memory.state, [seat for seat in memory.seats.values() if seat.id not in known])
    found = tuple(one for one in (*session.present, *later) if one.seat in active | ruling)
    return found if any(one.seat in active for one in found) else session.present


def beats(seen: Sequence[Seen], *, secret: bool = False) -> tuple[Beat, ...]:
    """What a recap tells of entries; dice that fell before somebody was asked belong to what came of it, which is the deed of the one who
    began it, be it that another gave the last answer.

    `secret`: what was not for everybody is told too, as far as it was seen.
    """
    found: list[Beat] = []
    waiting: dict[int, tuple[Faces, ...]] = {}
    began: dict[int, str] = {}
    for one in seen:
        beat, act = _beat(one, secret=secret), one.act or one.n
        who = began.setdefault(act, one.name) or one.name
        if beat is None:
            kept = one.undone or one.refused or (one.hidden and not secret)
            fell = one.dice if one.kind == "acted" and not kept else ()
            waiting[act] = (*waiting.get(act, ()), *fell)
        else:
            found.append(msgspec.structs.replace(beat, who=who, dice=(*waiting.pop(act, ()), *beat.dice)))
    return tuple(found)


async def _entries(desk: Desk, session: Session) -> AsyncIterator[Seen]:
    """The entries of a session as this seat may see them, in order."""
    first, last = desk.number(session.first), desk.number(session.last) if session.last else 0
    after, book = first - 1, Logbook(desk.table)
    while page := await book.after(desk.seat, after, PAGE):
        for one in page:
            if last and one.n > last:
                return
            yield one
        after = page[-1].n


def _beat(seen: Seen, *, secret: bool) -> Beat | None:
    """What a recap tells of an entry: nothing of what was undone, refused, or is the table's own business."""
    if seen.undone or seen.refused:
        return None
    base = Beat(seen.n, seen.at, seen.kind, seen.name)
    match seen.kind:
        case "said" | "noted" if not seen.hidden:
            return msgspec.structs.replace(base, text=seen.text)
        case "acted" if seen.card is not None and (secret or not seen.hidden):
            return msgspec.structs.replace(base, line=seen.line, card=seen.card, dice=seen.dice)
        case "arrived":
            return msgspec.structs.replace(base, text=seen.text)
    return None


# --- what people write down ----------------------------------------------------------------------------------------------


async def note(desk: Desk, text: str, audience: str = OWN, *, of: int = 0) -> int:
    """Write something down for all, for oneself or for the GM; `of` an own note: other words for it, or without text none.

    The seat's own number of the entry.
    """
    if desk.seat.role == OBSERVER:
        raise RuleError("observers_watch")
    words = text.strip()
    check_seen(words, "note")
    if len(words) > LONGEST_NOTE:
        raise RuleError("line_too_long", length=len(words), limit=LONGEST_NOTE)
    table = desk.table
    number = _own_note(desk, of) if of else 0
    heard = table.memory.notes[number].audience if number else _audience(desk, audience)
    if not words and not number:
        raise RuleError("empty_line")
    if not number and sum(one.seat == desk.seat_id for one in table.memory.notes.values()) >= MOST_NOTES:
        raise RuleError("too_many_notes", limit=MOST_NOTES)
    entry = Noted(at=table.clock(), seat=desk.seat_id, text=words, audience=heard, of=number)
    return desk.number(await table.write(entry))


def _audience(desk: Desk, audience: str) -> tuple[Who, ...]:
    own = seat_principal(desk.seat_id)
    known: dict[str, tuple[Who, ...]] = {PUBLIC: (EVERYBODY,), OWN: (own,), GMS: (own, GM)}
    if audience not in known:
        raise RuleError("not_among", arg="audience", value=audience[:40], among=list(known))
    return known[audience]


def _own_note(desk: Desk, number: int) -> int:
    """The entry of a note that this seat wrote; the GM may mend what is public too."""
    n = desk.entry(number)
    found = desk.table.memory.notes.get(n)
    if found is None or not reads(desk.seat, found.audience):
        raise RuleError("unknown_note", n=number)
    if found.seat != desk.seat_id and not desk.seat.gm:
        raise RuleError("not_yours", actor=f"#{number}", controls=[])
    return n


def notes(desk: Desk) -> list[Written]:
    """What this seat may read of what was written down, in order."""
    return list(_notes(desk))


def _notes(desk: Desk) -> Iterator[Written]:
    for n, one in desk.table.memory.notes.items():
        if reads(desk.seat, one.audience):
            who = desk.table.seat_name(one.seat)
            yield Written(desk.number(n), one.at, who, one.text, _kind(one), one.seat == desk.seat_id)


def _kind(one: Note) -> str:
    if EVERYBODY in one.audience:
        return PUBLIC
    return GMS if GM in one.audience else OWN


async def whole_log(desk: Desk) -> list[Seen]:
    """The whole log as this seat may see it, from the first entry."""
    found: list[Seen] = []
    book = Logbook(desk.table)
    while page := await book.after(desk.seat, found[-1].n if found else 0, PAGE):
        found += map(desk.with_line, page)
    return found
