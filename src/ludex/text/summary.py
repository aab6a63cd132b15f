"""A card in five lines: the number that decided, what it was held against, what moved, what follows. All else is its account.

The page, chat, pictures and what people copy are made of these, so that nothing is chosen twice.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TypeGuard

import msgspec

from ludex.core.driving import Faces
from ludex.core.explain import Total
from ludex.core.say import Filling, Say
from ludex.core.sessions import Sessions
from ludex.core.view import AnyPart, Card, Delta, Fact, Gauges, Label, Role, Track, Vital
from ludex.table.entries import Question

MOST_BESIDE, MOST_MOVED, MOST_FOLLOWS = 2, 3, 3
"""So many other numbers, changes and lines stand on a card; the rest lies in its account."""

BOXES = 6
"""A status in tiers has so many."""

PAIRS = (("was", "now"), ("before", "after"))
"""How a line of a card names what a number was and what it is."""

NAMES = ("item", "name", "resource", "what")
"""How it names the number, where that is not the first one of somebody's sheet."""

CAME_TO = ("total", "sum", "value")
"""How a question names what the roll before it came to."""


class Moved(msgspec.Struct, frozen=True):
    """A number that moved: whose it is (`actor`: her id), what it is called, by how much, what it is now and out of how many, as far as
    that is known (as a bar, or in boxes), and why."""

    who: Filling
    what: Filling
    by: float
    now: float | None = None
    top: float = 0
    boxes: int = 0
    why: Total | None = None
    actor: str = ""

    @property
    def was(self) -> float | None:
        """What it was."""
        return None if self.now is None else self.now - self.by


class Summary(msgspec.Struct, frozen=True):
    """What of a card is read at once; `account`: there is more to open."""

    decided: Fact | None = None
    beside: tuple[Fact, ...] = ()
    moved: tuple[Moved, ...] = ()
    stands: AnyPart | None = None
    follows: tuple[Label, ...] = ()
    account: bool = False


def summary(card: Card, sessions: Sessions, label: Mapping[Label, str] | None = None) -> Summary:
    """The five lines of a card; `label`: what its numbers are called, where one of them is part of another."""
    changes = list(_changes(card))
    each = [_explained(found, card.totals) for _, found in changes]
    moved = _summed(each)
    decided = _decided(card)
    drawn = [part for part in card.parts if isinstance(part, Vital | Track | Gauges)]
    stands = drawn[0] if drawn and not moved and (decided or card.verdict) else None
    beside = [one for one in card.totals if one is not decided and _counts(one) and not _part_of(one, decided, label)]
    beside = [one for one in beside if not any(_same(one.value, change) for change in (*each, *moved))]
    told = [line for line, _ in changes]
    left = [line for line in card.all_lines if line not in told and not any(_repeats(line, one) for one in each)]
    follows = list(dict.fromkeys(_follows(card, left, sessions)))
    kept = (*follows, *told[:MOST_MOVED], *(line for line in card.all_lines if line not in left))
    more = any(line not in kept for line in card.all_lines) or len(beside) > MOST_BESIDE or len(moved) > MOST_MOVED
    opened = any(fact.total and fact.total.terms for fact in card.totals)
    return Summary(
        decided,
        tuple(beside[:MOST_BESIDE]) if decided else (),
        tuple(moved[:MOST_MOVED]),
        stands,
        tuple(follows),
        more or opened or any(one.why for one in moved) or any(not _counts(one) for one in card.totals),
    )


def came_to(question: Question) -> float | None:
    """What the roll before a question came to, where the question says so."""
    return _number_in(question.what.facts)


def sum_of(dice: Sequence[Faces], total: float) -> tuple[float, ...]:
    """The numbers that a total is the sum of, as far as the dice say: all that counted, else the first die and what was added to it."""
    alike = [throw for throw in dice if len(set(throw.sides)) == 1]
    faces = [face for throw in alike for place, face in enumerate(throw.faces) if place not in throw.dropped]
    if len(faces) > 1 and sum(faces) == total:
        return tuple(faces)
    first = next((throw.faces[0] for throw in dice if throw.faces), None)
    if first is None:
        return ()
    return (first, total - first) if total != first else (first,)


def _number_in(facts: Mapping[str, Filling]) -> float | None:
    for key in CAME_TO:
        if _is_number(found := facts.get(key)):
            return found
    said = (one.get("facts") for one in facts.values() if isinstance(one, Mapping) and set(one) == {"key", "facts"})
    inner = (one for one in said if isinstance(one, Mapping))
    return next((found for one in inner if (found := _number_in(one)) is not None), None)


def _is_number(value: Filling) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _decided(card: Card) -> Fact | None:
    """The number that decided: the first that can say why, else the first of a card with a verdict, or its only one."""
    numbers = [fact for fact in card.totals if _counts(fact)]
    opened = next((fact for fact in numbers if fact.total and fact.total.terms), None)
    return opened or (numbers[0] if numbers and (card.verdict or len(card.totals) == 1) else None)


def _counts(fact: Fact) -> bool:
    return _is_number(fact.value)


def _part_of(fact: Fact, decided: Fact | None, label: Mapping[Label, str] | None) -> bool:
    """Whether a number is a part of the one that decided: 命中优势 of 命中."""
    if fact.part:
        return True
    if decided is None or label is None:
        return False
    return label[fact.label].startswith(label[decided.label])


def _changes(card: Card) -> Iterator[tuple[Label, Moved]]:
    """The numbers that moved, with the lines that say so: those of its events, of an earlier card those of its lines."""
    for one in card.happened:
        if one.moved is not None and one.role is not Role.COST:
            yield one.said, _of_event(one.said, one.moved)
    for line in card.lines:
        if (found := _of_line(line)) is not None:
            yield line, found


def _summed(moved: Sequence[Moved]) -> list[Moved]:
    """Numbers that moved, each once: what moved on the same way, from where it was left, is one change with the reasons of all."""
    found: list[Moved] = []
    for one in moved:
        place = next((n for n in range(len(found) - 1, -1, -1) if _goes_on(found[n], one)), None)
        if place is not None:
            found[place] = _together(found[place], one)
        else:
            found.append(one)
    return found


def _goes_on(first: Moved, then: Moved) -> bool:
    """Whether a change moves on a number that another one has moved the same way, from where that left it as far as this is known."""
    same = (first.actor, first.who, first.what) == (then.actor, then.who, then.what)
    return same and (first.by < 0) is (then.by < 0) and first.now == then.was


def _together(first: Moved, then: Moved) -> Moved:
    """Two changes of a number as one."""
    why = (
        Total(first.why.value + then.why.value, (*first.why.terms, *then.why.terms)) if first.why and then.why else None
    )
    return msgspec.structs.replace(then, by=first.by + then.by, why=why)


def _of_event(said: Label, delta: Delta) -> Moved:
    facts = said.facts if isinstance(said, Say) else {}
    aimed = [
        one for value in facts.values() for one in _inside(value)
    ]  # a line may name who did it before whom it moved at
    who = delta.who if delta.who in aimed else facts.get("who") or delta.who
    boxes = BOXES if facts.get("name") and delta.top in (None, BOXES) else 0
    top = 0 if boxes else delta.top or 0
    return Moved(who, delta.what, delta.by, delta.now, top, boxes, delta.why, delta.who)


def _inside(value: Filling) -> list[Filling]:
    """What a fact says: itself, or what the phrase in it names."""
    if isinstance(value, Say):
        return list(value.facts.values())
    named = value.get("facts") if isinstance(value, Mapping) else None
    return list(named.values()) if isinstance(named, Mapping) else [value]


def _of_line(line: Label) -> Moved | None:
    """What moved, where a line says from what to what; a status that is new comes from nothing."""
    facts = line.facts if isinstance(line, Say) else {}
    what = next((facts[key] for key in NAMES if facts.get(key)), "")
    pair = next(((facts[a], facts[b]) for a, b in PAIRS if _is_number(facts.get(a)) and _is_number(facts.get(b))), None)
    if pair is None and what and _is_number(facts.get("tier")) and "now" not in facts:
        pair = (0, facts["tier"])
    if pair is None or not facts.get("who"):
        return None
    was, now = pair
    top = facts["top"] if _is_number(facts.get("top")) else 0
    return Moved(facts["who"], what, now - was, now, top, BOXES if facts.get("name") else 0)


def _same(value: Filling, moved: Moved) -> bool:
    return bool(value == abs(moved.by))


def _explained(moved: Moved, totals: Sequence[Fact]) -> Moved:
    """With its reasons, where a number of the card is how far it moved."""
    if moved.why is not None:
        return moved
    why = next((one.total for one in totals if one.total and one.total.terms and _same(one.value, moved)), None)
    return msgspec.structs.replace(moved, why=why)


def _repeats(line: Label, moved: Moved) -> bool:
    """Whether a line only says again how far something moved: 兽人1 受 7 点伤害."""
    facts = line.facts if isinstance(line, Say) else {}
    about = moved.who in (facts.get("who"), *_several(facts.get("names")))
    return about and any(_same(value, moved) for value in facts.values() if _is_number(value))


def _several(value: Filling) -> Iterator[Filling]:
    return iter(value) if isinstance(value, list | tuple) else iter(())


def _follows(card: Card, left: Sequence[Label], sessions: Sessions) -> list[Label]:
    """What somebody must know: what weighs, then what comes next; of a card without a sentence its first lines."""
    if not (card.sentence or card.verdict):
        return list(dict.fromkeys(left))[:MOST_FOLLOWS]
    books = [one.said for one in card.happened if one.role is Role.BOOKS]
    paid = [one.said for one in card.happened if one.role is Role.COST]
    runs = [line for line in left if line in books or line in _with_key(left, sessions.unsaid)]
    next_up = [line for line in runs if line not in paid][-1:]
    weighs = _with_key(left, sessions.weighs)
    if card.sentence:
        said = _phrases(card.sentence)
        weighs, next_up = ([line for line in lines if not _is_said(line, said)] for lines in (weighs, next_up))
        return [*weighs[: MOST_FOLLOWS - 1], *next_up]
    others = [line for line in left if line not in (*next_up, *paid)]
    return [*sorted(others, key=lambda line: line not in weighs)[: MOST_FOLLOWS - len(next_up)], *next_up]


def _phrases(said: Filling) -> list[Say]:
    """A sentence and the phrases that it is made of."""
    if isinstance(said, list | tuple):
        return [inner for one in said for inner in _phrases(one)]
    one = msgspec.convert(said, Say) if isinstance(said, Mapping) and set(said) == {"key", "facts"} else said
    if not isinstance(one, Say):
        return []
    return [one, *(inner for fact in one.facts.values() for inner in _phrases(fact))]


def _is_said(line: Label, phrases: Sequence[Say]) -> bool:
    """Whether a phrase of the sentence says all that a line says; a line that only names somebody is said by none that says more."""
    if not isinstance(line, Say) or not line.facts:
        return False
    told = list(line.facts.values())
    names_one = len(told) == 1
    return any(line.facts == one.facts if names_one else all(value in _held(one) for value in told) for one in phrases)


def _held(phrase: Say) -> list[Filling]:
    """What a phrase says, each of several that it names too."""
    return [one for fact in phrase.facts.values() for one in (fact, *_several(fact))]


def _with_key(lines: Sequence[Label], keys: Collection[str]) -> list[Label]:
    return [line for line in lines if isinstance(line, Say) and line.key in keys]
