"""Sessions: an evening is opened and closed, with its date, who was there and what it came to.

The log says it with entries of their own (`Framed`), written with the act that opened or closed it. What was undone did not
happen: a session whose opening was taken back is not running, one whose closing was taken back is.
"""

from collections.abc import Sequence
from functools import reduce
from typing import Any

import msgspec

from ludex.core.asks import Option, choose
from ludex.core.errors import RuleError
from ludex.core.principals import GM, PLAYER
from ludex.core.rule import Procedure, procedure
from ludex.core.say import Label, Say, say
from ludex.core.sessions import CLOSES, OPENS
from ludex.core.system import System
from ludex.core.view import Card
from ludex.table.preludes import NotAllowed
from ludex.table.seats import Seat

OPEN, CLOSE = "open", "close"
PAUSE, RESUME = "pause", "resume"
"""What is said between them is no part of the record that people take along."""

LONGEST_TITLE = 80


class Present(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who was there: the seat, its name, and the characters it held (id -> name)."""

    seat: str
    name: str
    actors: dict[str, str] = {}


class Frame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An opening or a closing: entry `n`, the commit it stands or falls with (0: none), when, and what was said of it."""

    n: int
    way: str
    at: str
    act: int = 0
    title: str = ""
    present: tuple[Present, ...] = ()
    reward: str = ""


class Session(msgspec.Struct, frozen=True):
    """An evening: its number, title, from when to when (empty: it is running), who was there, and what the GM gave for it.

    `first` and `last` are the entries of the log that belong to it (0: it is running).
    """

    number: int
    title: str
    opened: str
    closed: str
    present: tuple[Present, ...]
    reward: str
    first: int
    last: int

    @property
    def running(self) -> bool:
        """Whether it has not been closed."""
        return not self.last


class OpenSession(msgspec.Struct, frozen=True):
    """What the session is called."""

    title: str = ""


class SessionOpened(msgspec.Struct, frozen=True):
    """A session has begun."""

    title: str


class CloseSession(msgspec.Struct, frozen=True):
    """What the evening came to, as it was counted from the log, and the rewards, where the GM named them with the closing."""

    title: str = ""
    tally: tuple[Say, ...] = ()
    reward: str = ""


class SessionClosed(msgspec.Struct, frozen=True):
    """A session has ended; `kept_open`: the GM has thought better of it."""

    title: str
    tally: tuple[Say, ...]
    reward: str = ""
    kept_open: bool = False
    gained: tuple[Say, ...] = ()


def titled(title: str) -> Label:
    """What an evening is called: one without a title says so."""
    return title or say("recap.untitled")


async def session_open(state: Any, given: OpenSession) -> SessionOpened:  # noqa: ARG001
    """Open a session."""
    return SessionOpened(given.title)


def procedures(system: System) -> dict[str, Procedure]:
    """Opening and closing a session, as procedures of a system's tables."""

    async def session_close(state: Any, given: CloseSession) -> SessionClosed:
        """Close a session; what the rewards bring to people reaches them."""
        closed = await _close(given)
        return msgspec.structs.replace(closed, gained=await system.sessions.rewards(state, closed.reward))

    return {
        OPENS: procedure(session_open, name=OPENS),
        CLOSES: procedure(session_close, name=CLOSES),
    }


async def _close(given: CloseSession) -> SessionClosed:
    """The GM confirms what was counted, or names rewards of her own; one who named them already is not asked."""
    if given.reward:
        return SessionClosed(given.title, given.tally, given.reward)
    options = (
        Option("close", say("answers.close_session")),
        Option("reward:<text>", say("answers.reward")),
        Option("stay", say("answers.stay_open")),
    )
    counted = given.tally or (say("told.tally_nothing"),)
    told = reduce(lambda first, then: say("told.tally_then", first=first, then=then), counted)
    question = say("questions.close_session", title=titled(given.title), tally=told)
    answer = await choose(GM, question, options, about="session")
    said = options[1].match(answer)
    return SessionClosed(given.title, given.tally, said["text"] if said else "", kept_open=answer == "stay")


def card(result: Any) -> Card | None:
    """How they are told; None of anything else."""
    match result:
        case SessionOpened():
            return Card(say("told.session_opened", title=titled(result.title)))
        case SessionClosed(kept_open=True):
            return Card(say("told.session_stays"))
        case SessionClosed():
            reward = (say("told.reward", words=result.reward),) if result.reward else ()
            return Card(
                say("told.session_closed", title=titled(result.title)), lines=(*result.tally, *reward, *result.gained)
            )
    return None


# --- what the log says of them -----------------------------------------------------------------------------------------


def sessions(frames: Sequence[Frame], head: int) -> list[Session]:
    """Every session of a table that has not been undone, in order."""
    found: list[Session] = []
    for frame in frames:
        if frame.act > head:
            continue
        if frame.way == OPEN:
            number = len(found) + 1
            found.append(Session(number, frame.title, frame.at, "", frame.present, "", frame.n, 0))
        elif frame.way == CLOSE:
            begun = found.pop() if found and found[-1].running else unopened(found, frame.at, frame.present)
            found.append(msgspec.structs.replace(begun, closed=frame.at, last=frame.n, reward=frame.reward))
    return found


def unopened(before: Sequence[Session], at: str, here: tuple[Present, ...] = ()) -> Session:
    """An evening that nobody opened: all since the last one, or since the table was opened by its first entry."""
    last = before[-1].last if before else 1
    return Session(len(before) + 1, "", at, "", here, "", last + 1, 0)


def recording(frames: Sequence[Frame]) -> bool:
    """Whether what is said now goes into the record that people take along; it does unless it was paused."""
    ways = [frame.way for frame in frames if frame.way in (PAUSE, RESUME)]
    return not ways or ways[-1] == RESUME


def running(frames: Sequence[Frame], head: int) -> Session | None:
    """The session that is open now."""
    known = sessions(frames, head)
    return known[-1] if known and known[-1].running else None


def over(frames: Sequence[Frame], head: int) -> str:
    """Stays the same until the running session, or the time before the next one, ends; empty before the first end."""
    ended = sum(bool(session.closed) for session in sessions(frames, head))
    return f"session {ended}" if ended else ""


def standing(frames: tuple[Frame, ...], parent: int) -> tuple[Frame, ...]:
    """The frames that are left when a new commit stands on this one: those of the way that was given up are gone."""
    return tuple(frame for frame in frames if frame.act <= parent)


def present(system: System, state: Any, seats: Sequence[Seat]) -> tuple[Present, ...]:
    """Who is at the table: the players with their characters, and the GM."""
    names = system.actors(state)
    return tuple(
        Present(seat.id, seat.name, {one: names[one] for one in seat.controls if one in names})
        for seat in seats
        if seat.gm or seat.role == PLAYER
    )


def clean_title(title: str) -> str:
    """A session's title: one line, not too long."""
    slim = " ".join(title.split())
    if len(slim) > LONGEST_TITLE:
        raise RuleError("line_too_long", length=len(slim), limit=LONGEST_TITLE)
    return slim


class Framing(msgspec.Struct, frozen=True):
    """What a finished procedure did to a session: it opened or closed it, with its title and the reward."""

    way: str
    title: str = ""
    reward: str = ""


def framing(system: System, name: str, result: Any) -> Framing | None:
    """Whether a finished procedure opened or closed a session; None of anything else."""
    own = system.sessions
    if isinstance(result, NotAllowed) or getattr(result, "kept_open", False):
        return None
    if name == own.opens:
        return Framing(OPEN, title=str(getattr(result, "title", "")))
    return Framing(CLOSE, reward=str(getattr(result, "reward", ""))) if name == own.closes else None
