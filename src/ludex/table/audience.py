"""Who sees what of the log. One module decides: whatever is not passed on here never leaves the server for that seat."""

import re
from collections.abc import Collection
from typing import Any

import msgspec
from msgspec.structs import replace

from ludex.core.deeds import Filled
from ludex.core.driving import Choice, Faces
from ludex.core.names import folded
from ludex.core.packs import texts_in
from ludex.core.principals import EVERYBODY, GM, HOST, OBSERVER, Viewer, actors_of, seat as seat_principal
from ludex.core.say import say
from ludex.core.system import System
from ludex.core.view import Card
from ludex.table.entries import (
    PUBLIC as PUBLIC,
    Acted,
    AnyEntry,
    Arrived,
    Asked,
    Cancelled,
    Framed,
    Handed,
    Moved,
    Noted,
    Question,
    Readied,
    Resealed,
    Reworded,
    Said,
    Seated,
    Settled,
    kind_of,
    reads_line,
)
from ludex.table.memory import Memory, Rising
from ludex.table.seats import Seat, hears, reads
from ludex.table.settings import Allowed
from ludex.table.sights import Redactions, knows as knows


class Seen(msgspec.Struct, frozen=True):
    """One log entry as one seat may see it, by that seat's own numbers. `kind` is the entry's; what is not for it is left out.

    `line` is what was typed; of a deed that was not, `deed` says what was asked for.

    `to`: the names of those whom a whisper is for.
    """

    n: int
    at: str
    kind: str
    seat: str
    name: str
    line: str = ""
    text: str = ""
    act: int = 0
    dice: tuple[Faces, ...] = ()
    answers: tuple[Choice, ...] = ()
    card: Card | None = None
    questions: tuple[Question, ...] = ()
    hidden: bool = False
    undone: bool = False
    refused: str = ""
    own_word: bool = False
    deed: Filled | None = None
    to: tuple[str, ...] = ()


def viewers(memory: Memory) -> dict[str, Viewer]:
    """Every distinct pair of eyes at the table: the GM's, the public's, and each player's."""
    numbers = memory.settings.numbers
    eyes = {HOST: Viewer(), PUBLIC: Viewer(OBSERVER, numbers=numbers)}
    for seat in memory.seats.values():
        if not seat.gm and seat.controls:
            eyes[seat.id] = seat.viewer(numbers)
    return eyes


class Unnamed(msgspec.Struct, frozen=True):
    """The ids and names of everybody of whom a seat must not know, and which of them other seats could not know either.

    Who writes such a word without knowing has guessed. A guess is told as it was written: that it was left out would say that it was
    right.
    """

    words: tuple[str, ...] = ()
    guessed: dict[str, frozenset[str]] = {}

    def spoils(self, text: str, author: str) -> bool:
        """Whether a text of that seat names somebody whom its author knew and the reader must not."""
        guesses = self.guessed.get(author, frozenset())
        return any(word in text for word in self.words if word not in guesses)


def unnamed(system: System, memory: Memory, seat: Seat, shared: Redactions | None = None) -> Unnamed:
    """The ids and names of everybody of whom a seat must not know."""
    shared = shared or Redactions()
    words = shared.words(system, memory, seat)
    if not words:
        return Unnamed()
    others = (one for one in memory.seats.values() if not one.gm)
    return Unnamed(words, {one.id: frozenset(shared.words(system, memory, one)) for one in others})


NOTHING_UNNAMED = Unnamed()


def key_of(seat: Seat, seen: dict[str, int]) -> str:
    """Which card of an entry is this seat's."""
    if seat.gm:
        return HOST
    return seat.id if seat.id in seen else PUBLIC


def told_line(line: str, unnamed: Unnamed, author: str) -> str:
    """A typed line as it may be read; nothing of one that names somebody whom its author knew and the reader must not."""
    return "" if unnamed.spoils(line, author) else line


_BETWEEN_WORDS = re.compile(r"[\s,，、;；:：=＝>＞|「」『』\"'“”‘’()（）!！]+")
_BEFORE_WORDS = "+-＋－@.。/"


def readers_of(
    sights: Redactions, system: System, memory: Memory, author: Seat, asked: Asked, *states: Any
) -> tuple[str, ...]:
    """Whose eyes may read the line of what somebody asked: those that know everything named in it that its author knows.

    `states` are those before and after what the line did. It is worked out when the line is typed: what it names may be gone later,
    and is no less hidden for that; and who comes unseen later takes nothing away by having such a name. A guess is told as it was
    written: that it was left out would say that it was right.
    """
    if (confidants := _confidants(system, memory, author, asked)) is not None:
        return confidants
    known = author.viewer(memory.settings.numbers)
    if not (named := sights.held(system, states, known, _names_in(sights, system, asked, states))):
        return (PUBLIC,)
    eyes, told = viewers(memory), []
    del eyes[HOST]
    for key, viewer in eyes.items():
        if len(sights.held(system, states, viewer, named)) == len(named):
            told.append(key)
    return (PUBLIC,) if len(told) == len(eyes) else tuple(told)


def _confidants(system: System, memory: Memory, author: Seat, asked: Asked) -> tuple[str, ...] | None:
    """Whose eyes alone may read a line that fills a secret field: its author's, and theirs whom the deed lets know; None if it fills none."""
    filled, command = asked.filled, system.command(asked.filled.deed) if asked.filled else None
    if filled is None or command is None:
        return None
    if not any(field.secret and filled.args.get(field.name) not in (None, "", [], ()) for field in command.args):
        return None
    given = msgspec.json.decode(asked.given)
    told = [one for name in command.knows for one in texts_in(given.get(name, ()))]
    return (author.id, *(s.id for s in memory.seats.values() if s.id != author.id and set(told) & set(s.controls)))


def _names_in(sights: Redactions, system: System, asked: Asked, states: Collection[Any]) -> list[str]:
    """The words of a line that stand for something there, and the ids and names of actors that are anywhere in it, the longest first."""
    said = asked.said
    words = {word for one in _BETWEEN_WORDS.split(said) if len(word := one.lstrip(_BEFORE_WORDS)) > 1}
    there = sights.held(system, states, Viewer(), [*sorted(words), *sorted(_meant_by(asked, said, words))])
    left = said
    people = [word for state in states for word in sights.people(system, state) if word in said]
    for word in sorted(sorted(people), key=len, reverse=True):  # 山贼 is not named by 山贼1
        if word in left:
            there, left = [*there, word], left.replace(word, " ")
    return list(dict.fromkeys(there))


def _meant_by(asked: Asked, said: str, words: set[str]) -> list[str]:
    """What a line came to and does not name word by word: names of several words, and those of which it has but the beginning or
    another spelling."""
    texts = set(texts_in(msgspec.json.decode(asked.given)))
    line, begins = folded(said), tuple(map(folded, words - texts))
    found = []
    for text in texts:
        slim = folded(text)
        if len(text) > 1 and (slim.startswith(begins) or (" " in text and slim in line)):
            found.append(text)
    return found


def may_read_line(seat: Seat, asked: Asked) -> bool:
    """Whether a line names nothing that was hidden from a seat when it was typed; who came later reads what the public may."""
    return seat.gm or reads_line(asked, seat.id)


def line_for(seat: Seat, asked: Asked, unnamed: Unnamed, author: str) -> str:
    """A typed line as a seat may read it; nothing of one that it may not. Where it was not said who may, it is judged by what is hidden now."""
    if not may_read_line(seat, asked):
        return ""
    return asked.line if asked.readers is not msgspec.UNSET else told_line(asked.line, unnamed, author)


def show(  # noqa: C901  # a case for each kind of entry
    memory: Memory,
    seat: Seat,
    n: int,
    entry: AnyEntry,
    *,
    known: Collection[str] | None,
    unnamed: Unnamed = NOTHING_UNNAMED,
) -> Seen | None:
    """An entry as this seat may see it; None if it may not know of it.

    `known` are the actors it may know of (None: all). A typed line that names one of the `unnamed` is not passed on.
    """
    speaker = memory.seats.get(entry.seat)
    number = own_number(memory, seat, n)
    base = Seen(number, entry.at, kind_of(entry), entry.seat, speaker.name if speaker else entry.seat)
    match entry:
        case Acted():
            act = act_number(memory, seat, entry.act) if entry.act else number
            dice = told_dice(memory, seat, entry, unnamed)
            acted = _acted(seat, replace(base, act=act, dice=dice), entry, known=known, unnamed=unnamed)
            if acted is None or (memory.settings.numbers == "open" and not entry.sealed):
                return acted
            return replace(acted, questions=tuple(_posed_to(seat, question) for question in acted.questions))
        case Said():
            if not hears(seat, entry.audience, entry.seat):
                return None
            text = memory.reworded.get(n, entry.text)
            others = (one for one in memory.seats.values() if one.id != entry.seat)
            to = tuple(one.name for one in others if seat_principal(one.id) in entry.audience)
            return replace(base, text=text, hidden=EVERYBODY not in entry.audience, undone=not text, to=to)
        case Reworded():
            if not hears(seat, entry.audience, entry.seat):
                return None
            return replace(base, text=entry.text, act=own_number(memory, seat, entry.of))
        case Seated():
            return replace(base, kind="seated" if entry.link else "reseated", text=entry.name, line=entry.role)
        case Settled():
            allows = "allowed" if isinstance(entry.setting, Allowed) else ""
            return replace(base, line=allows) if seat.gm or entry.seat == seat.id else None
        case Moved():
            return replace(base, line=entry.way) if hears(seat, entry.audience, entry.seat) else None
        case Arrived():
            return replace(base, text=entry.name) if hears(seat, entry.audience, entry.seat) else None
        case Framed():
            return replace(base, line=entry.way, text=entry.title)
        case Noted():
            if not reads(seat, entry.audience):
                return None
            return replace(base, text=entry.text, hidden=EVERYBODY not in entry.audience)
        case Handed():
            if not hears(seat, entry.audience, entry.seat):
                return None
            return replace(base, text=entry.handout.title, hidden=EVERYBODY not in entry.audience)
        case Readied():
            return replace(base, text=entry.name) if seat.gm else None
        case Cancelled():
            given_up = replace(base, act=act_number(memory, seat, entry.act))
            return given_up if hears(seat, entry.audience, entry.seat) else None
        case Resealed():
            return replace(base, line=entry.why)
    return base


def _acted(seat: Seat, base: Seen, entry: Acted, *, known: Collection[str] | None, unnamed: Unnamed) -> Seen | None:
    """An act. A seat that is told less than the GM does not read what the GM typed either: it may name what the card leaves out."""
    hidden = EVERYBODY not in entry.audience
    if entry.hushed and not seat.gm:
        return None
    if hidden and not hears(seat, entry.audience, "" if entry.blind else entry.seat):
        return replace(base, hidden=True, dice=()) if entry.announced else None
    mine = entry.seen[key_of(seat, entry.seen)] if entry.cards else 0
    told_less = bool(entry.cards) and mine != entry.seen.get(HOST, mine)
    asked = None if told_less and entry.seat.startswith(HOST) else entry.asked
    return replace(
        base,
        line=line_for(seat, asked, unnamed, entry.seat) if asked else "",
        deed=_told_deed(seat, asked, unnamed, entry.seat) if asked else None,
        answers=tuple(_read(seat, a) for a in _given(entry) if _may_read(seat, a, known))
        + tuple(_of_hers(seat, a) for a in entry.opened if _may_read(seat, a, known)),
        card=entry.cards[mine] if entry.cards else None,
        questions=tuple(q for q in entry.questions if _may_read(seat, q, known)),
        hidden=hidden,
        refused=entry.refused,
        own_word=bool(entry.asked and entry.asked.own_word),
    )


def _given(entry: Acted) -> list[Choice]:
    """What was answered; a sealed answer that the same entry opens is told once."""
    return [a for a in entry.answers if isinstance(a, Choice) and not (a.sealed and entry.opened)]


def told_dice(memory: Memory, seat: Seat, entry: Acted, unnamed: Unnamed) -> tuple[Faces, ...]:
    """The throws of an act that a seat that hears of it is shown, each whole or not at all, so that it can be proven."""
    thrown = (answer for answer in entry.answers if isinstance(answer, Faces))
    return tuple(throw for throw in thrown if seat.gm or _shows(memory, throw, unnamed.words))


def _shows(memory: Memory, throw: Faces, unnamed: Collection[str]) -> bool:
    """Whether players and observers see a throw: no secret one, none of somebody unknown to them, and an NPC's only at a table
    that shows NPCs' numbers (L5). An NPC is whom no player's seat controls."""
    whose = tuple(one for who in throw.whose for one in actors_of(who))
    if throw.secret or any(one in unnamed for one in whose):
        return False
    if memory.settings.numbers == "open":
        return True
    return set(whose) <= set(memory.played)


def _told_deed(seat: Seat, asked: Asked, unnamed: Unnamed, author: str) -> Filled | None:
    """The deed that was asked for, under the same condition as its line."""
    filled = asked.filled
    if filled is None or not may_read_line(seat, asked):
        return None
    if asked.readers is not msgspec.UNSET:
        return filled
    return None if not asked.line or unnamed.spoils(str((asked.line, filled.actor, filled.args)), author) else filled


def _read(seat: Seat, choice: Choice) -> Choice:
    """An answer as it may be read where it was given: of a sealed one only that it was given, for ever."""
    if choice.sealed:
        choice = replace(choice, answer="", says=None, told=None)
    return _of_hers(seat, choice)


def _of_hers(seat: Seat, choice: Choice) -> Choice:
    """An answer as one seat may read it: how the table found it, and numbers in what it says, are for those whose question it was."""
    mine = any(one in seat.controls for one in actors_of(choice.who))
    if seat.gm or mine or choice.who == seat_principal(seat.id):
        return choice
    says = choice.says if choice.says and not choice.says.facts else None
    return replace(choice, how="", says=says)


def _posed_to(seat: Seat, question: Question) -> Question:
    """A question as a seat may read it: of one to others only that they are asked, since it may hold numbers of theirs."""
    mine = any(one in seat.controls for one in actors_of(question.who))
    if seat.gm or mine or question.who == seat_principal(seat.id):
        return question
    return Question(question.who, say("log.decides"), (), question.about)


def _may_read(seat: Seat, question: Question | Choice, known: Collection[str] | None) -> bool:
    """Whether a seat may read whom an act waits for, and for what: not the GM's questions, nor a stranger's."""
    if seat.gm or question.who == seat_principal(seat.id):
        return True
    return (
        question.who != GM
        and not question.discreet
        and (known is None or any(one in known for one in actors_of(question.who)))
    )


NONE = Rising()


def own_number(memory: Memory, seat: Seat, n: int) -> int:
    """The number that an entry has for a seat: how many entries up to it the seat may know of."""
    if seat.gm:
        return n
    return n - memory.veiled.up_to(n) + memory.heard.get(seat.id, NONE).up_to(n)


def heard(memory: Memory, seat: Seat, n: int) -> bool:
    """Whether a seat knows that there is an entry `n`."""
    return seat.gm or own_number(memory, seat, n) > own_number(memory, seat, n - 1)


def act_number(memory: Memory, seat: Seat, n: int) -> int:
    """The number that an act has for a seat: that of the entry that began it; of one that began unheard, that of the next entry it knows."""
    return own_number(memory, seat, n) + (not heard(memory, seat, n))


def log_number(memory: Memory, seat: Seat, own: int) -> int:
    """The number in the log of the entry that a seat calls by a number of its own; past its last one, one past the last of all."""
    if seat.gm:
        return max(0, min(own, memory.n + 1))
    low, high = 0, memory.n + 1
    recent = own + memory.n - own_number(memory, seat, memory.n)  # where it is if nothing was veiled since
    if low < recent < high and own_number(memory, seat, recent - 1) < own <= own_number(memory, seat, recent):
        return recent
    while low < high:
        middle = (low + high) // 2
        if own_number(memory, seat, middle) < own:
            low = middle + 1
        else:
            high = middle
    return low
