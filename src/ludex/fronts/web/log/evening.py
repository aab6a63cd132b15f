"""An evening to be read: a session with what was played around it, each thing that happened as a sentence.

People begin before anybody opens a session and go on after it is closed. What lies between two sessions belongs to the nearer one.
"""

from collections.abc import Iterable
from datetime import datetime

import msgspec

from ludex.core.say import Say
from ludex.core.view import Card, Label
from ludex.desk import campaign
from ludex.desk.campaign import Beat, Recap
from ludex.fronts.web.drawing.draw import Drawing
from ludex.table.sessions import Session
from ludex.text.chat import Chat

CLAUSES = 12
"""So many of the things that an act led to are told of it; that there are more is said."""

UNTOLD = ("told.not_allowed", "told.refused_by_gm", "told.session_opened", "told.rewound", "told.given_up")
"""Cards of what did not happen, of what was taken back, and of what a heading says already."""


async def told_session(chat: Chat, number: int) -> Recap:
    """One session (0: the last) with what was played around it, or everything where no session was opened."""
    sessions = campaign.all_sessions(chat.desk)
    untold = (*UNTOLD, f"told.{chat.table.system.sessions.opens}")
    seen = await campaign.whole_log(chat.desk)
    heard = campaign.beats(seen, secret=not chat.seat.gm)  # the GM's story is for all to read
    told = [one for one in heard if _happened(one.card, untold)]
    if not sessions and not number:
        first = told[0].at if told else ""
        return _recap(Recap(0, chat.table.memory.name, first, "", (), ()), told)
    session = campaign.session_of(chat.desk, number)
    then = [one for one in seen if _nearest(sessions, one.at) == session.number]
    facts = (session.number, session.title, session.opened, session.closed, campaign.came(chat.desk, session, then))
    mine = (one for one in told if _nearest(sessions, one.at) == session.number)
    return _recap(Recap(*facts, (), session.reward), mine)


def _recap(recap: Recap, told: Iterable[Beat]) -> Recap:
    beats = tuple(told)
    rolls = sum(bool(beat.dice and beat.card) for beat in beats)
    return msgspec.structs.replace(recap, beats=beats, rolls=rolls)


def _happened(card: Card | None, untold: tuple[str, ...]) -> bool:
    return card is None or _key(card.title) not in untold


def _nearest(sessions: list[Session], at: str) -> int:
    """The number of the session that something happened in, or nearest to."""
    when = datetime.fromisoformat(at)

    def away(session: Session) -> float:
        begun = datetime.fromisoformat(session.opened)
        ended = datetime.fromisoformat(session.closed) if session.closed else max(begun, when)
        return max((begun - when).total_seconds(), (when - ended).total_seconds(), 0)

    return min(sessions, key=away).number


def sentence(drawing: Drawing, card: Card, unsaid: frozenset[str] = frozenset()) -> str:
    """What a card tells: what was done and how it came out, then what it led to; what stands over it as a heading not again.

    `unsaid`: keys of what only runs the table: of a card that is called so, what it led to alone is told.
    """
    headless = bool(card.scene) or _key(card.title) in unsaid
    verdict = [drawing.say(card.verdict.say)] if card.verdict and _key(card.title) not in unsaid else []
    lines = (one for one in card.lines if _key(one) not in unsaid)
    led = dict.fromkeys(drawing.begun(text) for one in lines if (text := drawing.phrase(drawing.say(one))))
    bare = not (led or card.lines or verdict or headless)
    led = dict.fromkeys([drawing.summed(card)]) if card.totals and bare else led
    done = "" if headless else drawing.phrase(drawing.head(card.title))
    begun = drawing.words("web.story_comma").join(one for one in (done, *verdict) if one)
    told = [one for one in (begun, *list(led)[:CLAUSES]) if one]
    stop = drawing.words("web.story_more" if len(led) > CLAUSES else "web.story_stop")
    return drawing.words("web.story_then").join(told) + stop if told else ""


def _key(said: Label) -> str:
    return said.key if isinstance(said, Say) else ""
