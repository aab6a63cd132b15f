"""What happens at a table, told in a group: the log as everybody may read it, and open questions to those who must answer."""

from collections.abc import Iterable

import msgspec

from ludex.core.principals import EVERYBODY, GM, HOST, OBSERVER, actor_of
from ludex.core.sessions import Sessions
from ludex.fronts.bots.ledger import Ledger
from ludex.fronts.bots.messages import PRIVATE, Button, Place, Say
from ludex.table.audience import Seen, own_number
from ludex.table.entries import kind_of, read_entry
from ludex.table.logbook import Logbook
from ludex.table.preludes import PROPOSAL
from ludex.table.questions import Open, asked_seats
from ludex.table.seats import Seat
from ludex.table.sessions import CLOSE, OPEN
from ludex.table.table import Table
from ludex.text.chat import Chat
from ludex.text.drawing import option_text, question_text
from ludex.text.reply import Reply
from ludex.text.telling import group_text
from ludex.text.words import Words

PUBLIC = Seat("", OBSERVER, "")
"""The eyes of a group: what anybody at the table may see."""

BACKLOG = 40
"""More entries than this that a group missed are not told one by one."""

UNTOLD = ("seated", "reseated", "settled", "left", "reworded")
"""Entries that a group need not read: seats and settings, and what people said in other words."""


def last(table: Table) -> int:
    """The group's own number of the newest entry."""
    return own_number(table.memory, PUBLIC, table.memory.n)


async def news(table: Table, words: Words, told: int, here: Iterable[int]) -> tuple[list[str], int]:
    """What has come to a table's log since entry `told`, without talk that was heard here already, and the newest entry."""
    desk = Chat(table, PUBLIC, words.language).desk
    seen = list(map(desk.with_line, await Logbook(table).after(PUBLIC, told, 500)))
    known = frozenset(here)
    texts = [
        _text(words, one, table.system.sessions)
        for one in seen
        if one.kind not in UNTOLD
        and not (one.kind == "said" and one.undone)
        and not ((one.kind == "said" or one.hidden) and one.n in known)
        and not (one.kind == "framed" and one.line in (OPEN, CLOSE))
    ]
    texts = [text for text in texts if text]
    if len(texts) > BACKLOG:
        texts = [words("bots.missed", count=len(texts) - BACKLOG), *texts[-BACKLOG:]]
    return texts, seen[-1].n if seen else told


def hushed(chat: Chat, reply: Reply) -> bool:
    """Whether what a line began waits for the GM, and nobody else hears of it."""
    act = chat.table.memory.parked.get(chat.desk.entry(reply.n))
    return act is not None and act.hushed


async def untold(table: Table, n: int) -> bool:
    """Whether an entry is of those that a group does not read: then the one who made it is answered."""
    stored = await table.store.entry(table.id, n)
    return stored is not None and kind_of(read_entry(stored.body)) in ("settled", "seated", "reseated")


def _text(words: Words, seen: Seen, sessions: Sessions) -> str:
    if seen.kind == "said":
        return f"{seen.name}{words('common.colon')}{seen.text}"
    bare = seen.kind == "acted" and not (seen.line or seen.card or seen.dice or seen.hidden or seen.answers)
    return "" if bare else group_text(words, seen, sessions)


async def asked(
    table: Table, ledger: Ledger, place: Place, language: str, fresh: Iterable[Open], *, private: bool
) -> list[Say]:
    """Questions that wait, each to those who must answer it.

    What one person alone may read (what is the GM's, what is sealed, what belongs to a hidden act) is asked of her in private where
    that is allowed, and announced in the group without its answers; of a discreet question, and of an act of which nobody heard, the
    group hears nothing: she reads it in private or on her page.
    """
    says = list[Say]()
    for one in fresh:
        seats = asked_seats(table.memory, one.question.who)
        holders = [person for seat in seats for person in await ledger.holders(table.id, seat.id)]
        people = tuple(person for person in holders if person.platform == place.platform)
        if readable(table, one):
            says.append(await _put(table, one, seats, language, Say(place, "", people)))
            continue
        for person in people if private else ():
            alone = Say(Place(person.platform, person.id, PRIVATE), "")
            says.append(await _put(table, one, seats, language, alone))
        if not one.question.discreet and (is_open(one) or one.act.announced):
            says.append(Say(place, _announced(table, one, language), people, asks=one.act.number))
    return says


def is_open(one: Open) -> bool:
    """Whether a question belongs to an act of which everybody heard."""
    return EVERYBODY in one.act.audience


def is_for_one(one: Open) -> bool:
    """Whether what a question offers is for the one who answers alone: it is sealed, or the act is hidden."""
    return one.act.sealed or not is_open(one)


def _announced(table: Table, one: Open, language: str) -> str:
    """That somebody is asked, and how it is answered: a sealed question here too, by a number that tells others nothing."""
    words, question = words_of(table, language), one.question
    if question.who == GM:
        return words("bots.gm_asked", who=words("roles.gm"))
    who = Chat(table, PUBLIC, language).name_of(question.who)
    if not is_for_one(one):
        return words("bots.gm_asked", who=who)
    blind = [str(n) for n, option in enumerate(question.options, 1) if not option.open]
    return words("bots.sealed_asked", who=who, last=blind[-1]) if blind else words("bots.gm_asked", who=who)


async def _put(table: Table, one: Open, seats: list[Seat], language: str, say: Say) -> Say:
    """A question in full, with its answers to be pressed."""
    text, buttons = await _question(table, one, seats, language), _answers(table, one, language)
    return msgspec.structs.replace(say, text=text, asks=one.act.number, buttons=buttons)


def _answers(table: Table, one: Open, language: str) -> tuple[Button, ...]:
    """The answers that need no filling in, to be pressed."""
    words, options = words_of(table, language), enumerate(one.question.options, 1)
    return tuple(Button(option_text(words, option), str(n)) for n, option in options if not option.open)


async def _question(table: Table, one: Open, seats: list[Seat], language: str) -> str:
    """A question as the one who answers reads it: odds beside the answers where a player answers, or where numbers are open."""
    words, question = words_of(table, language), one.question
    chat = Chat(table, next((seat.id for seat in seats), HOST), language)
    foreseen = question.about != PROPOSAL and (not chat.seat.gm or table.memory.settings.numbers == "open")
    odds = await chat.desk.answer_odds(one.act, question) if foreseen else None
    waiting = {asked.act.number for asked in (*chat.desk.waits(), *chat.desk.questions())}
    number = chat.desk.act_number(one.act.number) if len(waiting) > 1 else 0
    return question_text(words, question, asked=chat.name_of(question.who), odds=odds, number=number)


def readable(table: Table, one: Open) -> bool:
    """Whether a group may read a question: a proposal that was made in the open, or one to somebody whom everybody knows, unless it is the GM's
    to answer and may hold numbers that the table does not show."""
    if one.question.who == GM:
        return one.question.about == PROPOSAL and EVERYBODY in one.act.audience
    known = table.knows(PUBLIC)
    if one.question.discreet or is_for_one(one):
        return False
    if table.memory.settings.numbers != "open" and all(seat.gm for seat in asked_seats(table.memory, one.question.who)):
        return False
    return known is None or actor_of(one.question.who) in known or not actor_of(one.question.who)


def words_of(table: Table, language: str) -> Words:
    """The words of a table."""
    return Words(language, table.system.package, table.memory.settings.phrases)


def open_questions(table: Table) -> list[Open]:
    """Everything that waits at a table."""
    return [Open(act, question) for _, act in sorted(table.memory.parked.items()) for question in act.questions]


def mark(one: Open) -> tuple[int, str, str, str]:
    """What tells one asking from another: the act, whom, what with every number in it, about what."""
    return one.act.number, str(one.question.who), repr(one.question.what), one.question.about
