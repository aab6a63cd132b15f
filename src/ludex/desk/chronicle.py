"""A session's chronicle: what is retold of it next morning. It is made of peaks, not of entries.

What the log tells is weighed by what it was: whatever a system calls a peak (a death, a fall, something broken, a clue, a bond) is always
in; then doubles and disasters, first blood, quotes, and what was done. The GM writes in it, and nothing is in it that is not for all.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Literal

import msgspec

from ludex.core.errors import RuleError
from ludex.core.principals import OBSERVER, PLAYER, Viewer
from ludex.core.say import Label, Say, say
from ludex.core.sessions import Sessions
from ludex.core.view import Card, Role
from ludex.desk import campaign
from ludex.desk.campaign import Beat, Recap
from ludex.desk.desk import Desk
from ludex.desk.reading import check_seen
from ludex.table.audience import Seen, log_number
from ludex.table.entries import Said, read_entry
from ludex.table.logbook import Logbook
from ludex.table.seats import Seat, check_gm
from ludex.table.sessions import Session
from ludex.table.settings import Chronicle as Strokes, Chronicled

PAGE = 500

LONGEST_WORDS = 2000
"""So long are the GM's own words for one thing."""

LEAST, MOST = 3, 8
"""So many things are told of a scene, where so much happened; peaks are told beyond that."""

UNTOLD = ("told.not_allowed", "told.refused_by_gm", "told.session_opened", "told.rewound", "told.given_up")
"""Cards of what did not happen, of what was taken back, and of what a heading says already."""

PUBLIC = Seat("", OBSERVER, "")
"""The eyes of everybody."""

SCENE, PEAK, TURN, BLOOD, DEED, NOTHING = 9, 5, 3, 2, 1, 0
"""How much something weighs: a scene begins, a peak, dice that fell very well or very badly, the first wound of a scene, a deed, nothing."""


class Moment(msgspec.Struct, frozen=True):
    """One thing that may be told: what happened or was said, how much it weighs, and the GM's words in its place and behind it.

    `n`: its entry in the log. `told`: it is in the chronicle. `quote`: somebody marked what was said. `headed`: what is left of its sentence
    under the scene's heading, where that says part of it.
    """

    n: int
    beat: Beat
    weight: int
    told: bool = False
    quote: bool = False
    said: str = ""
    added: str = ""
    headed: Label | None = None


class Chapter(msgspec.Struct, frozen=True):
    """A scene: its name (none before the first) and what is told of it."""

    name: Label
    moments: tuple[Moment, ...]


class SessionChronicle(msgspec.Struct, frozen=True):
    """A session as it is retold: who was there, its scenes, what was gained, what is open. `left`: peaks that the GM left out."""

    recap: Recap
    chapters: tuple[Chapter, ...]
    gained: tuple[Label, ...]
    open: tuple[Label, ...]
    published: bool

    @property
    def told(self) -> list[Moment]:
        """Everything that is told, in order."""
        return [one for chapter in self.chapters for one in chapter.moments if one.told]

    @property
    def left(self) -> list[Moment]:
        """What happened and weighs something, and is not told."""
        return [one for chapter in self.chapters for one in chapter.moments if not one.told and one.weight > NOTHING]


# --- what was played ---------------------------------------------------------------------------------------------------


async def evening(desk: Desk, number: int, eyes: Seat | None = None) -> Recap:
    """One session (0: the last) with what was played around it, or everything where no session was opened; by this seat's eyes or others.

    People begin before anybody opens a session and go on after it is closed: what lies between two belongs to the nearer one.
    """
    sessions = campaign.all_sessions(desk)
    untold = (*UNTOLD, f"told.{desk.table.system.sessions.opens}")
    seen = await _whole_log(desk, eyes or desk.seat)
    told = [one for one in _spoken(desk, campaign.beats(seen)) if not _is_about(one.card, untold)]
    if not sessions and not number:
        first = told[0].at if told else ""
        return _with_beats(Recap(0, desk.table.memory.name, first, "", (), ()), told)
    session = campaign.session_of(desk, number)

    def within(one: Seen | Beat) -> bool:
        return _nearest(sessions, log_number(desk.table.memory, eyes or desk.seat, one.n), one.at) == session.number

    then = [one for one in seen if within(one)]
    facts = (session.number, session.title, session.opened, session.closed, campaign.came(desk, session, then))
    return _with_beats(Recap(*facts, (), session.reward), [one for one in told if within(one)])


def _spoken(desk: Desk, told: Iterable[Beat]) -> Iterable[Beat]:
    """The same; what somebody said in a character's name (`安：谁？`) is that character's."""
    names = {seat.name for seat in desk.table.memory.seats.values()}
    names |= set(desk.actors().values())
    for one in told:
        who, colon, words = one.text.replace("：", ":", 1).partition(":")
        named = one.kind == "said" and colon and who.strip() in names and words.strip()
        yield msgspec.structs.replace(one, who=who.strip(), text=words.strip()) if named else one


async def _whole_log(desk: Desk, eyes: Seat) -> list[Seen]:
    found: list[Seen] = []
    book = Logbook(desk.table)
    while page := await book.after(eyes, found[-1].n if found else 0, PAGE):
        found += page
    return found


def _with_beats(recap: Recap, told: Sequence[Beat]) -> Recap:
    rolls = sum(bool(beat.dice and beat.card) for beat in told)
    return msgspec.structs.replace(recap, beats=tuple(told), rolls=rolls)


def _is_about(card: Card | None, keys: Iterable[str]) -> bool:
    return card is not None and _key(card.title) in keys


def _key(label: Label) -> str:
    return label.key if isinstance(label, Say) else ""


def _nearest(sessions: Sequence[Session], n: int, at: str) -> int:
    """The number of the session that an entry belongs to, or is nearest to."""
    inside = [one.number for one in sessions if one.first <= n and (one.running or n <= one.last)]
    if inside:
        return inside[-1]
    when = datetime.fromisoformat(at)

    def away(session: Session) -> float:
        begun = datetime.fromisoformat(session.opened)
        ended = datetime.fromisoformat(session.closed) if session.closed else max(begun, when)
        return max((begun - when).total_seconds(), (when - ended).total_seconds(), 0)

    return min(sessions, key=away).number


# --- what is retold ----------------------------------------------------------------------------------------------------


async def chronicle(desk: Desk, number: int = 0, *, for_all: bool = False) -> SessionChronicle:
    """A session as this seat may tell it; `for_all`: with nothing in it that not everybody may know.

    The GM's words are in it for her, and for everybody once she has published them.
    """
    eyes = PUBLIC if for_all else desk.seat
    recap = await evening(desk, number, eyes)
    memory, system = desk.table.memory, desk.table.system
    strokes = memory.settings.chronicles.get(recap.number, Strokes())
    shown = strokes if desk.seat.gm or strokes.published else Strokes(quoted=strokes.quoted)
    numbered = [(log_number(memory, eyes, beat.n), beat) for beat in recap.beats]
    chapters = tuple(_chapters(numbered, system.sessions, shown))
    ends = _ends(system.sessions)
    closing = next((beat.card for beat in reversed(recap.beats) if _is_about(beat.card, ends)), None)
    gained = closing.lines if closing else (say("told.reward", words=recap.reward),) if recap.reward else ()
    gained = (closing.sentence, *gained) if closing and closing.sentence else gained
    return SessionChronicle(recap, chapters, gained, tuple(_open(desk, recap)), strokes.published)


def _chapters(numbered: Sequence[tuple[int, Beat]], sessions: Sessions, strokes: Strokes) -> Iterable[Chapter]:
    scenes: list[tuple[Label, list[tuple[int, Beat]]]] = [("", [])]
    for n, beat in numbered:
        opens = beat.card.scene if beat.card else ""
        rolled = bool(beat.card and beat.card.verdict)  # then it ends one scene and leads to another
        if opens and not rolled:
            scenes.append((opens, []))
        scenes[-1][1].append((n, beat))
        if opens and rolled:
            scenes.append((opens, []))
    for name, several in scenes:
        if several:
            yield Chapter(name, tuple(_moments(several, sessions, strokes)))


def _moments(several: Sequence[tuple[int, Beat]], sessions: Sessions, strokes: Strokes) -> list[Moment]:
    """What happened in a scene, weighed; told is what weighs most, as much as there is room for, and what somebody wants in it."""
    beats, covered = _retold([beat for _, beat in several], sessions)
    weighed = [NOTHING if place in covered else one for place, one in enumerate(_weighed(beats, sessions))]
    heaviest = sorted(weighed, reverse=True)
    least = heaviest[min(MOST, len(heaviest)) - 1]
    full = [one for one in weighed if one > max(least, DEED)]
    room = MOST - len(full)
    found = []
    for (n, _), beat, weight in zip(several, beats, weighed, strict=True):
        quote = strokes.quoted.get(n, False) and beat.kind == "said"
        fits = max(least, DEED) == weight and room > 0
        room -= fits
        told = strokes.chosen.get(n, weight > max(least, DEED) or weight >= PEAK or fits or quote)
        words = strokes.said.get(n, ""), strokes.added.get(n, "")
        found.append(Moment(n, beat, weight, told or any(words), quote, *words, _headed(beat.card, sessions)))
    return found


def _headed(card: Card | None, sessions: Sessions) -> Label | None:
    """What is left of the sentence that opens a scene where the scene's name stands over it; None: all of it."""
    if card is None or not card.scene or card.verdict or not isinstance(card.sentence, Say):
        return None
    return _under(card.sentence, sessions.headed)


def _under(said: Say, headed: Mapping[str, str]) -> Label | None:
    """A sentence, or one that begins with it, without what a heading says; None: it says nothing of that."""
    if (left := headed.get(said.key)) is not None:
        return say(left, **said.facts) if left else ""
    first, then = said.facts.get("first"), said.facts.get("then")
    if not isinstance(first, dict) or not isinstance(then, dict):
        return None
    rest = _under(Say(**first), headed)
    if isinstance(rest, Say):
        return say(said.key, first=rest, then=Say(**then))
    return None if rest is None else Say(**then)


def _retold(beats: Sequence[Beat], sessions: Sessions) -> tuple[list[Beat], set[int]]:
    """What was done, with what came of it later where that tells it anew, in one sentence; and which places that leaves untold."""
    found, covered = list(beats), set[int]()
    if sessions.retells is None:
        return found, covered
    said = [beat.card.sentence if beat.card else "" for beat in beats]
    for place, beat in enumerate(beats):
        if beat.card and (both := sessions.retells(said[:place], said[place])) is not None:
            found[place] = msgspec.structs.replace(beat, card=msgspec.structs.replace(beat.card, sentence=both[1]))
            said[both[0]], said[place] = "", both[1]
            covered.add(both[0])
    return found, covered


def _weighed(beats: Sequence[Beat], sessions: Sessions) -> list[int]:
    """How much each thing of a scene weighs; the first wound of it more than others. What was said stands beside what weighs."""
    weights, blood = list[int](), False
    for beat in beats:
        weight = _weight(beat, sessions)
        hurt = beat.card is not None and _hurts(beat.card, sessions)
        if weight == DEED and hurt and not blood:
            weight = BLOOD
        blood = blood or hurt
        weights.append(weight)
    return weights


def _hurts(card: Card, sessions: Sessions) -> bool:
    """Whether somebody was wounded in it: by a line that says so, or by a number that went down and was no price."""
    lost = any(one.moved is not None and one.moved.by < 0 and one.role is not Role.COST for one in card.happened)
    return lost or any(_key(line) in sessions.weighs for line in card.all_lines)


def _weight(beat: Beat, sessions: Sessions) -> int:
    card = beat.card
    if card is None:
        # 4, 。。。 say nothing to who was not there
        talk = beat.kind == "said" and sum(map(str.isalpha, beat.text)) > 1
        return PEAK if beat.kind == "noted" else DEED if talk or beat.kind == "arrived" else NOTHING
    if card.scene:
        return SCENE
    if _key(card.sentence) in sessions.slight:
        return NOTHING
    if any(one.peak for one in card.happened) or any(
        _key(one) in sessions.peaks for one in (card.title, *card.all_lines)
    ):
        return PEAK
    if card.verdict and card.verdict.kind in ("great", "terrible"):
        return TURN
    return NOTHING if _key(card.title) in (*_ends(sessions), *sessions.unsaid) else DEED


def _ends(sessions: Sessions) -> tuple[str, ...]:
    """What cards of a session's end are called: the table's own, and the system's where it has one of its own."""
    return ("told.session_closed", f"told.{sessions.closes}")


def _open(desk: Desk, recap: Recap) -> Iterable[Label]:
    """What is still open: what the system knows of, and what people wrote down for all as a question."""
    memory, system = desk.table.memory, desk.table.system
    played = tuple(dict.fromkeys(memory.played))
    viewer = Viewer(PLAYER, played, memory.settings.numbers)
    last = not any(one.number > recap.number for one in campaign.all_sessions(desk))
    if last:
        yield from system.sessions.threads(
            memory.state if system.redact is None else system.redact(memory.state, viewer)
        )
    yield from (beat.text for beat in recap.beats if beat.kind == "noted" and beat.text.rstrip().endswith(("？", "?")))


# --- who writes in it --------------------------------------------------------------------------------------------------


async def stroke(
    desk: Desk, session: int, way: Literal["said", "added", "chosen"], entry: int, *, text: str = "", on: bool = True
) -> None:
    """Write in a chronicle (GM): other words for an entry, words behind it, or whether it is told."""
    check_gm(desk.seat)
    words = text.strip()
    check_seen(words, "note")
    if len(words) > LONGEST_WORDS:
        raise RuleError("line_too_long", length=len(words), limit=LONGEST_WORDS)
    await desk.table.settle(desk.seat, Chronicled(session, way, entry, words, on))


async def publish(desk: Desk, session: int, *, on: bool = True) -> None:
    """Let everybody read what the GM wrote in a chronicle, or no longer (GM)."""
    check_gm(desk.seat)
    await desk.table.settle(desk.seat, Chronicled(session, "published", on=on))


def is_quoted(desk: Desk, own: int) -> bool:
    """Whether somebody marked what was said in an entry."""
    n = desk.entry(own)
    return any(one.quoted.get(n, False) for one in desk.table.memory.settings.chronicles.values())


async def quote(desk: Desk, own: int) -> bool:
    """Mark what somebody said as a quote, or no longer; whether it is one now. Anybody who plays may."""
    if desk.seat.role == OBSERVER:
        raise RuleError("observers_watch")
    table, n = desk.table, desk.entry(own)
    stored = await table.store.entry(table.id, n)
    said = read_entry(stored.body) if stored else None
    if not isinstance(said, Said):
        raise RuleError("unknown_note", n=own)
    sessions = campaign.all_sessions(desk)
    session = _nearest(sessions, n, said.at) if sessions else 0
    now = not table.memory.settings.chronicles.get(session, Strokes()).quoted.get(n, False)
    await table.settle(desk.seat, Chronicled(session, "quoted", n, on=now))
    return now
