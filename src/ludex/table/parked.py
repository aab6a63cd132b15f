"""What becomes of acts that wait while other things happen: who is asked for nothing is asked no longer.

An act that the rules forbid now lapses, one that has nobody to ask any more goes on; what was asked by itself ends when it is wanted
no longer. Nothing here writes.
"""

import asyncio
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from ludex.core.deeds import Do
from ludex.core.errors import RuleError
from ludex.core.principals import actor, actor_of
from ludex.core.say import Say, say
from ludex.core.view import Card, Label
from ludex.table.acting import Call, Standing, check_begins, standing
from ludex.table.entries import PUBLIC, Acted, AnyEntry, Asked, Cancelled, read_entry
from ludex.table.memory import Act, Memory
from ludex.table.preludes import Called, Proposed
from ludex.table.seats import Seat
from ludex.table.shelter import in_time

if TYPE_CHECKING:
    from ludex.table.table import Table


MOST_OPEN = 20
"""So many acts of one player may wait for answers."""

MOST_WAITING = 200
"""So many acts may wait at a table, however many seats it has: after every step each of them is looked at. Players' may be half of that."""


def check_few_wait(memory: Memory, seat: Seat) -> None:
    """Refuse to begin something where too much waits already."""
    if not memory.parked:
        return
    seats, waiting = memory.seats, [act.seat for act in memory.parked.values()]
    if not seat.gm:  # what the GM has under way unseen makes no difference to her
        waiting = [one for one in waiting if one in seats and not seats[one].gm]
    if not seat.gm and waiting.count(seat.id) >= MOST_OPEN:
        raise RuleError("too_many_open", limit=MOST_OPEN)
    if len(waiting) >= (most := MOST_WAITING if seat.gm else MOST_WAITING // 2):
        raise RuleError("too_many_waiting", limit=most)


def stands(table: "Table", act: Act) -> Standing:
    """What has become of an act that waits. A proposal waits for the GM's word, unless the rules forbid it, and that for good (`lapses`) or to
    one who is out by now: then nobody is asked to allow it."""
    call = table.resuming(act)
    if not act.proposed:
        return in_time(table.system, standing, table.system, table.memory, table.memory.state, call, act.answers)
    out, lapses = _plays_out(table, act.seat), table.system.lapses
    code = in_time(table.system, _forbidden, table, call) if out or lapses else ""
    return Standing.GONE if code and (out or code in lapses) else Standing.WAITS


async def forbidden_at(table: "Table", state: Any, roots: Collection[int] = ()) -> tuple[Act, ...]:
    """The acts that wait now, have begun, and that the rules forbid as things stand elsewhere in history, beside those that followed from
    the steps with these roots. Every one of them is played once, and others have their turn after each."""
    found = []
    for act in tuple(table.memory.parked.values()):
        if not act.proposed and act.root not in roots:
            played = partial(standing, table.system, table.memory, state, table.resuming(act), act.answers)
            found += [act] if in_time(table.system, played) is Standing.GONE else []
            await asyncio.sleep(0)
    return tuple(found)


class Back(msgspec.Struct, frozen=True):
    """Where a wish to take something back leads to: the state there, and the acts that wait now and are forbidden there."""

    state: Any
    gone: tuple[Act, ...]


async def back_to(table: "Table", head: int, roots: Collection[int]) -> Back:
    """Where it leads to if the steps with these roots are taken back as far as a commit."""
    state = await table.history.state_at(head)
    return Back(state, await forbidden_at(table, state, roots))


def dropped_with(table: "Table", roots: Collection[int], gone: Collection[Act]) -> tuple[int, ...]:
    """The parked acts that go with what is taken back: what followed from the steps with these roots, and what is forbidden where that
    leads to."""
    numbers = {act.number for act in gone}
    return tuple(n for n, act in table.memory.parked.items() if (act.root and act.root in roots) or n in numbers)


def _plays_out(table: "Table", seat: str) -> bool:
    """Whether a player's seat plays somebody who is asked nothing any more."""
    silent, found = table.system.silent, table.memory.seats.get(seat)
    if silent is None or found is None or found.gm:
        return False
    return any(silent(table.memory.state, actor(one)) for one in found.controls)


def _forbidden(table: "Table", call: Call) -> str:
    """By which refusal the rules forbid by now what was proposed; what they refused from the first, unknown to its player, is the GM's to say."""
    if isinstance(call.asked.prelude, Proposed) and call.asked.prelude.why is not None:
        return ""
    try:
        check_begins(table.system, table.memory.state, call)
    except RuleError as error:
        return error.code
    return ""


def idle(table: "Table") -> list[AnyEntry]:
    """Acts that wait for a first answer and are wanted no longer: nobody is asked for nothing."""
    if not table.memory.parked:
        return []
    system, state = table.system, table.memory.state
    gone = [a for a in table.memory.parked.values() if not a.answers and _barred(table, a.asked)]
    if system.beside is None:
        return [Cancelled(at=table.clock(), seat="", act=act.number, audience=act.audience) for act in gone]
    wanted = [*wanted_beside(table), *([do] if system.due and (do := system.due(state)) else [])]
    keys = [key_of(call_of(table, do).asked) for do in wanted]
    gone += [a for a in table.memory.parked.values() if a.cause and not a.answers and key_of(a.asked) not in keys]
    return [Cancelled(at=table.clock(), seat="", act=act.number, audience=act.audience) for act in gone]


def _barred(table: "Table", asked: Asked) -> bool:
    """Whether the GM called for it, and who is called may not do it any more: the deed, or what it came to (a check may be a defence)."""
    may, called = table.system.may, asked.prelude
    if may is None or asked.filled is None or not isinstance(called, Called):
        return False
    who, state = actor_of(called.who), table.memory.state
    return any(may(state, who, deed) is not None for deed in (asked.filled.deed, asked.procedure))


def key_of(asked: Asked) -> tuple[str, bytes]:
    """What makes two acts the same."""
    return asked.procedure, bytes(asked.given)


def wanted_beside(table: "Table") -> tuple[Do, ...]:
    """What waits for people beside everything else."""
    return table.system.beside(table.memory.state) if table.system.beside else ()


def call_of(table: "Table", do: Do) -> Call:
    """Something that happens without anybody's word, as a call."""
    procedure, given = table.starting(do.procedure, do.given)
    asked = Asked(do.procedure, msgspec.Raw(msgspec.json.encode(given)), "")
    return Call(asked, procedure, given, do.audience, do.announced, by_gm=True)


# --- a call to several (L1): each result is told as it falls, and the last one brings all of them ---------------------------


async def fallen(table: "Table", act: Act) -> tuple[Acted, ...]:
    """What the others of a call have come to; nothing while another of it still waits."""
    call = act.asked.call
    if not is_last(table.memory.parked, act.number, call):
        return ()
    stored = await table.store.read(table.id, after=call - 1, limit=table.memory.n - call + 1)
    return results_of([(one.n, read_entry(one.body)) for one in stored], call)


def is_last(parked: Mapping[int, Act], act: int, call: int) -> bool:
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
