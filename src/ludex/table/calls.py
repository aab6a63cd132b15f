"""A call to several (L1): each result is told as it falls, and the last one brings all of them.

What belongs to one call carries its number (`Asked.call`), rolled at once or later.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec

from ludex.core.say import Say, say
from ludex.core.view import Card, Label
from ludex.table.entries import Acted, AnyEntry, read_entry

if TYPE_CHECKING:
    from ludex.table.memory import Act
    from ludex.table.table import Table

PUBLIC = ""
"""The key of the card that observers and later seats get."""


async def fallen(table: "Table", act: "Act") -> tuple[Acted, ...]:
    """What the others of a call have come to; nothing while another of it still waits."""
    call = act.asked.call
    if not is_last(table.memory.parked, act.number, call):
        return ()
    stored = await table.store.read(table.id, after=call - 1, limit=table.memory.n - call + 1)
    return results_of([(one.n, read_entry(one.body)) for one in stored], call)


def is_last(parked: Mapping[int, "Act"], act: int, call: int) -> bool:
    """Whether an act is the last of a call that still waits."""
    return bool(call) and not any(one.asked.call == call for number, one in parked.items() if number != act)


def results_of(entries: Iterable[tuple[int, AnyEntry]], call: int) -> tuple[Acted, ...]:
    """What those of a call have come to, among these entries."""
    acted = [(n, one) for n, one in entries if isinstance(one, Acted)]
    begun = {n for n, one in acted if one.asked and one.asked.call == call}
    return tuple(one for n, one in acted if one.cards and begun & {n, one.act})


def with_all(entry: Acted, earlier: Sequence[Acted]) -> Acted:
    """The last entry of a call, its cards with a line for everybody who was called; each seat's of its own cards."""
    if not entry.cards or not earlier:
        return entry
    cards: list[Card] = []
    seen: dict[str, int] = {}
    for key in entry.seen:
        own = _card(entry, key)
        all_cards = [_card(one, key) for one in (*earlier, entry)]
        told = map(_line, all_cards, _whose([card.title for card in all_cards]))
        results = say("told.call_results", results=[line for line in told if line is not None])
        card = msgspec.structs.replace(own, lines=(*own.lines, results))
        if card not in cards:
            cards.append(card)
        seen[key] = cards.index(card)
    return msgspec.structs.replace(entry, cards=tuple(cards), seen=seen)


def _card(entry: Acted, key: str) -> Card:
    return entry.cards[entry.seen.get(key, entry.seen.get(PUBLIC, 0))]


def _whose(titles: Sequence[Label]) -> Sequence[Label]:
    """What tells results apart: of titles that differ in one fact alone, whose each is, that fact. What was called for is said over them."""
    told = [one for one in titles if isinstance(one, Say)]
    first = told[0] if told else Say("")
    if len(told) < len(titles) or any(one.key != first.key or one.facts.keys() != first.facts.keys() for one in told):
        return titles
    apart = [name for name in first.facts if any(one.facts[name] != first.facts[name] for one in told)]
    found = [one.facts[name] for one in told for name in apart]
    return found if len(apart) == 1 and all(isinstance(one, Say | str) for one in found) else titles


def _line(card: Card, title: Label) -> Label | None:
    """One result: whose, how it came out, and its total, each once; nothing of one of which this reader is told neither."""
    total = card.totals[0].value if card.totals else None
    verdict = card.verdict.say if card.verdict else None
    if verdict is None:
        return None if total is None else say("told.call_verdict", title=title, verdict=total)
    if total is None or isinstance(verdict, str) or total in verdict.facts.values():
        return say("told.call_verdict", title=title, verdict=verdict)
    return say("told.call_result", title=title, verdict=verdict, total=total)
