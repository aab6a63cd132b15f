"""What stands in the slots of a condition or step: each value read as its slot wants it."""

from collections.abc import Callable

from ludex.core.bounds import dice, whole
from ludex.core.effects.vocabulary import Condition, Slot, Sort, Step, spelled
from ludex.core.effects.writing import Writing, amount_of
from ludex.core.names import folded
from ludex.core.say import say


def slot_values(writing: Writing, place: str, word: Condition | Step, values: list[str]) -> tuple[str, ...]:
    """The values of a condition or step, each as its slot wants it; the last text takes the rest."""
    slots = list(word.slots)
    if len(values) < len(slots) and slots[0].default and values and folded(values[0]) not in spelled(slots[0].words):
        values = [slots[0].default, *values]  # `持有 长剑`: who holds it goes without saying
    if slots and slots[-1].sort is Sort.TEXT and len(values) > len(slots):
        values = [*values[: len(slots) - 1], " ".join(values[len(slots) - 1 :])]
    if slots and slots[-1].several:
        slots[-1:] = slots[-1:] * max(0, len(values) - len(slots) + 1)
    if len(values) > len(slots):
        writing.wrong(place, " ".join(values[len(slots) :]))
    found = []
    for slot, value in zip(slots, [*values[: len(slots)], *[None] * (len(slots) - len(values))], strict=False):
        if value is None:
            if slot.default is None:
                writing.problems.append(say("content.missing_field", where=writing.at(place), field=slot.name))
            found.append(slot.default or "")
        else:
            found.append(_READ[slot.sort](writing, place, slot, value))
    return tuple(found)


def _text(_writing: Writing, _place: str, slot: Slot, value: str) -> str:
    known = spelled(slot.words).get(folded(value))
    return known.key if known else value


def _number(writing: Writing, place: str, _slot: Slot, value: str) -> str:
    return str(writing.number(place, value.lstrip("≥>=")))


def _dice(writing: Writing, place: str, slot: Slot, value: str) -> str:
    known = spelled(slot.words).get(folded(value))
    if known is None and dice(value) is None and whole(value) is None:
        writing.wrong(place, value, slot.words)
    return known.key if known else value.lower()


def _one_of(writing: Writing, place: str, slot: Slot, value: str) -> str:
    return writing.among(place, value, slot.words)


def _amount(writing: Writing, place: str, slot: Slot, value: str) -> str:
    amount = amount_of(writing.words, value)
    return _one_of(writing, place, slot, value) if amount is None else str(amount)


_READ: dict[Sort, Callable[[Writing, str, Slot, str], str]] = {
    Sort.TEXT: _text,
    Sort.NUMBER: _number,
    Sort.DICE: _dice,
    Sort.WORD: _one_of,
    Sort.AMOUNT: _amount,
}
