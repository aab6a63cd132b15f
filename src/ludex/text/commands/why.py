"""`.为什么`: a number opened into what it is made of, down to the clauses that put it there."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from ludex.core.bounds import whole
from ludex.core.errors import RuleError
from ludex.core.explain import Term
from ludex.core.names import folded, narrow
from ludex.core.say import Filling
from ludex.core.view import AnyPart, Card, Fact, Facts
from ludex.table.logbook import Logbook
from ludex.text.chat import Chat
from ludex.text.commands.look import clause_text
from ludex.text.reply import Reply
from ludex.text.words import Words, clauses

RECENT = 60
"""So many entries are looked through for the last number."""


async def why(chat: Chat, rest: str) -> Reply:
    """`.为什么`: the numbers told last; `.为什么 #12`: those of an entry; `.为什么 命中`: one of that name, told last, else of a sheet."""
    wanted = narrow(rest).strip()
    number = whole(wanted.removeprefix("#"))
    head, facts = await _told(chat, number) if number or not wanted else await _called(chat, folded(wanted))
    if not facts:
        raise RuleError("no_reasons")
    lines = [head, *(line for fact in facts for line in fact_lines(chat.words, fact))]
    return Reply("\n".join([*lines, *_cited(chat, facts)]))


async def _told(chat: Chat, number: int | None) -> tuple[str, list[Fact]]:
    """The numbers of an entry that this seat may read, or of the last one that has any."""
    book = Logbook(chat.table)
    entries = await (book.tail(chat.seat, 1, before=number + 1) if number else book.tail(chat.seat, RECENT))
    for seen in reversed(entries):
        if seen.undone and number is None:  # what was taken back is explained by its number alone
            continue
        if seen.card and (facts := list(_opened(_of_card(seen.card)))) and number in (None, seen.n):
            return f"#{seen.n} {chat.words.say(seen.card.title)}", facts
    return "", []


async def _called(chat: Chat, name: str) -> tuple[str, list[Fact]]:
    """The numbers of a name: of what was told last, else of a sheet, the own one first."""
    head, facts = await _told(chat, None)
    if named := _named(chat.words, facts, name):
        return head, named
    own, view = chat.desk.own(), chat.desk.look()
    for section in sorted((*view.who, *view.where), key=lambda one: one.id != own):
        if named := _named(chat.words, list(_opened(_of_parts(section.parts))), name):
            return f"■ {chat.words.say(section.title)}", named
    return "", []


def _named(words: Words, facts: Sequence[Fact], name: str) -> list[Fact]:
    called = [(folded(words.say(fact.label)), fact) for fact in facts]
    return [fact for label, fact in called if label == name] or [fact for label, fact in called if name in label]


def _of_card(card: Card) -> Iterator[Fact]:
    yield from card.totals
    yield from _of_parts(card.parts)
    moved = ((line.said, line.moved) for line in card.happened if line.moved is not None)
    yield from (Fact(said, abs(one.by), one.why) for said, one in moved)


def _of_parts(parts: Sequence[AnyPart]) -> Iterator[Fact]:
    for part in parts:
        if isinstance(part, Facts):
            yield from part.rows


def _opened(facts: Iterator[Fact]) -> Iterator[Fact]:
    """Those that are made of something."""
    return (fact for fact in facts if fact.total and fact.total.terms)


def fact_lines(words: Words, fact: Fact) -> list[str]:
    """A number, and under it its terms, each with its own under it."""
    assert fact.total
    joined = f" {words.say(fact.total.joined)}" if fact.total.joined else ""
    cited = f" [{fact.total.clause}]" if fact.total.clause else ""
    head = f"{words.say(fact.label)} {words.show(fact.total.value)}{joined}{cited}".strip()
    return [head, *_term_lines(words, fact.total.value, fact.total.terms, "  ")]


def _term_lines(words: Words, whole: Filling, terms: Sequence[Term], indent: str) -> Iterator[str]:
    summed = _adds_up(whole, terms)
    for place, term in enumerate(terms):
        cited = f" [{term.clause}]" if term.clause else ""
        number = signed(words, term.value, first=place == 0) if summed else words.show(term.value)
        yield f"{indent}{number} {words.say(term.label)}{cited}"
        yield from _term_lines(words, term.value, term.terms, f"{indent}  ")


def _adds_up(whole: Filling, terms: Sequence[Term]) -> bool:
    """Whether terms are the parts of a sum: those of a product stand without signs."""
    numbers = [n for n in (whole, *(term.value for term in terms)) if isinstance(n, int | float | Fraction)]
    return len(numbers) <= len(terms) or abs(float(sum(numbers[1:])) - float(numbers[0])) < SUMMED


SUMMED = 0.01
"""Terms that are shown to two places may be off by so much."""


def signed(words: Words, value: Filling, *, first: bool) -> str:
    """A term's number with its sign, as it stands in a sum."""
    if isinstance(value, bool) or not isinstance(value, int | float | Fraction):
        return ("" if first else "+ ") + words.show(value)
    sign = "−" if value < 0 else "" if first else "+"
    return f"{sign}{'' if first or not sign else ' '}{words.show(abs(value))}"


def _cited(chat: Chat, facts: Sequence[Fact]) -> list[str]:
    """The clauses that were named, each once, in full."""
    known = clauses(chat.table.system.package, chat.language)
    named = dict.fromkeys(clause for fact in facts for clause in _clauses_of(fact))
    return [clause_text(clause, known[clause]) for clause in named if clause in known]


def _clauses_of(fact: Fact) -> Iterator[str]:
    if fact.total:
        yield from _clauses_in(fact.total.terms)
        yield fact.total.clause


def _clauses_in(terms: Sequence[Term]) -> Iterator[str]:
    for term in terms:
        yield term.clause
        yield from _clauses_in(term.terms)
