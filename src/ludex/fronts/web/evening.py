"""An evening to be read: a session with what was played around it, each thing that happened as a sentence.

People begin before anybody opens a session and go on after it is closed. What lies between two sessions belongs to the nearer one.
"""

from collections.abc import Iterable
from datetime import datetime

import msgspec

from ludex.core.say import Filling, Say, say
from ludex.core.view import Card, Label
from ludex.desk import campaign
from ludex.desk.campaign import Beat, Recap
from ludex.fronts.web.draw import Drawing
from ludex.table.sessions import Session
from ludex.text.chat import Chat

CLAUSES = 5
"""So many of the things that an act led to are told of it."""

UNTOLD = ("told.not_allowed", "told.refused_by_gm", "told.session_opened")
"""Cards of what did not happen, and of what a heading says already."""


async def told_session(chat: Chat, number: int) -> Recap:
    """One session (0: the last) with what was played around it, or everything where no session was opened."""
    sessions = campaign.all_sessions(chat.desk)
    untold = (*UNTOLD, f"told.{chat.table.system.sessions.opens}")
    heard = campaign.beats(
        await campaign.whole_log(chat.desk), secret=not chat.seat.gm
    )  # the GM's story is for all to read
    told = [one for one in heard if _happened(one.card, untold)]
    if not sessions and not number:
        first = told[0].at if told else ""
        return _recap(Recap(0, chat.table.memory.name, first, "", (), ()), told)
    session = campaign.session_of(chat.desk, number)
    facts = (session.number, session.title, session.opened, session.closed, session.present)
    mine = (one for one in told if _nearest(sessions, one.at) == session.number)
    return _recap(Recap(*facts, (), session.reward), mine)


def _recap(recap: Recap, told: Iterable[Beat]) -> Recap:
    beats = tuple(told)
    rolls = sum(bool(beat.dice and beat.card) for beat in beats)
    return msgspec.structs.replace(recap, beats=beats, rolls=rolls)


def _happened(card: Card | None, untold: tuple[str, ...]) -> bool:
    return card is None or not (isinstance(card.title, Say) and card.title.key in untold)


def _nearest(sessions: list[Session], at: str) -> int:
    """The number of the session that something happened in, or nearest to."""
    when = datetime.fromisoformat(at)

    def away(session: Session) -> float:
        begun = datetime.fromisoformat(session.opened)
        ended = datetime.fromisoformat(session.closed) if session.closed else max(begun, when)
        return max((begun - when).total_seconds(), (when - ended).total_seconds(), 0)

    return min(sessions, key=away).number


def sentence(drawing: Drawing, card: Card) -> str:
    """What a card tells, as a sentence: what was done, how it came out, what it led to; what stands over it as a heading not again."""
    verdict = [drawing.say(card.verdict.say)] if card.verdict else []
    led = dict.fromkeys(text for one in card.lines if (text := drawing.phrase(_in_story(drawing, one))))
    led = led or (dict.fromkeys([drawing.summed(card)]) if card.totals and not (verdict or card.scene) else led)
    done = "" if card.scene else drawing.phrase(drawing.begun(_in_story(drawing, card.title)))
    told = [one for one in (done, *verdict, *list(led)[:CLAUSES]) if one]
    return drawing.words("web.story_comma").join(told) + drawing.words("web.story_stop") if told else ""


def _in_story(drawing: Drawing, label: Label) -> str:
    """A label as the story tells it."""
    return drawing.say(_retold(drawing, label) if isinstance(label, Say) else label)


def _retold(drawing: Drawing, told: Say) -> Say:
    """A phrase in the story's own words (`story.`) where the system has such; mere bookkeeping is empty there."""
    own = told.key.replace("told.", "story.", 1)
    facts = {name: _fact(drawing, one) for name, one in told.facts.items()}
    return say(own if drawing.words.has(own) else told.key, **facts)


def _fact(drawing: Drawing, fact: Filling) -> Filling:
    """What fills a gap, itself a phrase as it is kept."""
    inner = isinstance(fact, dict) and set(fact) == {"key", "facts"}
    return _retold(drawing, Say(fact["key"], fact["facts"])) if inner else fact
