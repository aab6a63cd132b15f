"""Hit points and mind points, with Self-heal and Overdrawing mind points, which are headings below it (FAB-GAU, FAB-HEA, FAB-OVD).

Five hit gauges and five mind gauges, drained from the left, filled from the right. What is stored of a gauge is its capacity
and its loss; everything else follows (sheet.py). How points are spread over them, what effects lend of capacity (FAB-GAU-6, FAB-GAU-8),
and prices that a line did not name (FAB-LIV-22).
"""

from collections.abc import Iterable
from itertools import chain, count
from typing import Annotated

import msgspec
from msgspec.structs import replace

from ludex.core.asks import Asking, CalledOff, Option, choose
from ludex.core.deeds import Asked, Do, Field
from ludex.core.effects.records import Effect, Give, Lasts, Modifier
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.explain import Total
from ludex.core.fields import SHEET, STORY, flag, keyed
from ludex.core.hints import larger, smaller
from ludex.core.principals import actor
from ludex.core.rule import rule
from ludex.core.say import Label, Say, say, term
from ludex.systems.fable.effects.writing import lasting
from ludex.systems.fable.events import CharacterWritten, Downed, EffectAdded, EffectBegun, GaugesMoved
from ludex.systems.fable.events.telling import held_by
from ludex.systems.fable.kinds import OfPeople, Own, offers
from ludex.systems.fable.options import Options
from ludex.systems.fable.redact import NUMBERS
from ludex.systems.fable.rules.describing import as_offered
from ludex.systems.fable.sheet import NOTHING, ROWS, Character, Five, Gauge, Lent, five
from ludex.systems.fable.state import State, TimedEffect, character_of
from ludex.systems.fable.terms import CLOCKED, Cause, EffectKind, Kind, Pool

GAUGES = 5
LAST = GAUGES - 1
RATIO = 2
EVENLY: Five = (2, 2, 2, 2, 2)
"""How the points of a raised die are spread where nothing is said (Ruling FAB-E-3)."""


# ---------------------------------------------------------------------- the report
class Report(msgspec.Struct, frozen=True, kw_only=True):
    hp: int
    max_hp: int
    hg_now: Five
    hg_cap: Five
    hg_lost: Five
    mp: int
    max_mp: int
    mg_now: Five
    mg_lost: Five
    unbroken: int
    crisis: bool
    penalty: int
    defeated: bool


@rule("FAB-GAU-1", "FAB-GAU-12", "FAB-GAU-13", "FAB-OVD-2")
def report_of(character: Character) -> Report:
    return Report(
        hp=character.hp,
        max_hp=sum(character.hg_cap),
        hg_now=character.hg_now,
        hg_cap=character.hg_cap,
        hg_lost=character.hg.lost,
        mp=character.mp,
        max_mp=sum(character.mg.cap),
        mg_now=character.mg_now,
        mg_lost=character.mg.lost,
        unbroken=character.unbroken,
        crisis=character.crisis,
        penalty=character.penalty,
        defeated=character.defeated,
    )


class OfCharacter(msgspec.Struct, frozen=True):
    character: str = "actor"


@rule("FAB-GAU-1")
async def gauge_state(state: State, given: OfCharacter) -> Report:
    """How somebody's gauges stand now."""
    return report_of(character_of(state, given.character))


# ---------------------------------------------------------------------- allotting capacity
class Allocate(msgspec.Struct, frozen=True):
    cap: Five
    points: int
    alloc: tuple[int, ...]
    permanent: bool = True
    lost: Five = NOTHING


class Allocated(msgspec.Struct, frozen=True):
    cap: Five
    max: int
    now: Five


@rule("FAB-GAU-6", "FAB-GAU-9")
async def gauge_allocate(_state: State, given: Allocate) -> Allocated:
    """Spread an increase freely over the gauges; the losses stay, so the contents rise too."""
    check_alloc(given.alloc, given.points)
    cap = added(given.cap, five(given.alloc))
    if given.permanent:  # FAB-GAU-8: temporary changes are not bound
        check_ratio(cap)
    now = five(max(0, c - lost) for c, lost in zip(cap, given.lost, strict=True))
    return Allocated(cap, sum(cap), now)


@rule("FAB-GAU-6")
def check_alloc(alloc: tuple[int, ...], points: int) -> None:
    """Five parts, none negative, that add up to the increase."""
    if len(alloc) != GAUGES:
        raise RuleError("alloc_count", clause="FAB-GAU-6", given=len(alloc), wanted=GAUGES)
    if min(alloc) < 0:
        raise RuleError("alloc_negative", clause="FAB-GAU-6", alloc=list(alloc))
    if sum(alloc) != points:
        raise RuleError("alloc_sum", clause="FAB-GAU-6", given=sum(alloc), wanted=points)


@rule("FAB-GAU-7")
def check_ratio(cap: Five) -> None:
    """After a permanent increase the largest capacity is at most twice the smallest."""
    if max(cap) > RATIO * min(cap):
        raise RuleError("gauge_ratio", clause="FAB-GAU-7", largest=max(cap), smallest=min(cap))


@rule("FAB-GAU-2", "FAB-GAU-6", "FAB-PLV-4")
def raise_spread(alloc: tuple[int, ...]) -> Five:
    """The 10 points of a raised MIG or WLP over five gauges, evenly where nothing is said."""
    check_alloc(alloc or EVENLY, sum(EVENLY))
    return five(alloc or EVENLY)


def added(cap: Five, more: Five) -> Five:
    return five(c + m for c, m in zip(cap, more, strict=True))


# ---------------------------------------------------------------------- draining and filling
class Drained(msgspec.Struct, frozen=True):
    """What a drain did to a row: the losses after it, which gauges it broke (1-5), how much it took."""

    lost: Five
    broken: tuple[int, ...]
    dealt: int


@rule("FAB-GAU-3", "FAB-GAU-10", "FAB-GAU-11")
def drained(character: Character, pool: Pool, amount: int, *, most: int | None = None) -> Drained:
    """Take an amount from the left; at most `most` gauges are reached, and what is left after the last is lost."""
    now = character.hg_now if pool is Pool.HP else character.mg_now
    lost = list(character.row(pool).lost)
    rest, reached, broken = amount, 0, []
    for place in range(GAUGES):
        bottomless = pool is Pool.MP and place == LAST  # FAB-OVD-1, FAB-OVD-4: the last MG takes all of it
        taken = rest if bottomless else smaller(larger(0, now[place]), rest)
        if taken == 0:
            continue
        if reached == most:
            break
        reached += 1
        lost[place] += taken
        rest -= taken
        if taken >= now[place] > 0:
            broken.append(place + 1)
    return Drained(five(lost), tuple(broken), amount - rest)


class Filled(msgspec.Struct, frozen=True):
    lost: Five
    healed: int


@rule("FAB-GAU-4", "FAB-GAU-10", "FAB-OVD-6")
def filled(lost: Five, amount: int, *, only: tuple[bool, ...] = (True,) * GAUGES) -> Filled:
    """Give an amount from the right, broken gauges included; beyond full it is lost. `only` leaves gauges out."""
    left = list(lost)
    rest = amount
    for place in reversed(range(GAUGES)):
        if only[place]:
            given = smaller(left[place], rest)
            left[place] -= given
            rest -= given
    return Filled(five(left), amount - rest)


@rule("FAB-HEA-2", "FAB-HEA-3")
def self_healed(character: Character, pool: Pool, amount: int) -> Filled:
    """自愈: only with at least 1 point in that row, and only into unbroken gauges."""
    now = character.hg_now if pool is Pool.HP else character.mg_now
    if sum(now) < 1:  # Ruling FAB-E-6: each row by its own value
        return Filled(character.row(pool).lost, 0)
    return filled(character.row(pool).lost, amount, only=tuple(n > 0 for n in now))


# ---------------------------------------------------------------------- overdraft
@rule("FAB-OVD-3")
def check_payment(character: Character, amount: int, options: Options) -> int:
    """By how many points the payment goes (further) below 0; refused where no hit gauge has room for them."""
    overdraft = max(0, amount - character.mp) - character.penalty  # FAB-OVD-2: counted on the whole MP
    room = max(character.hg_now) - 1 if options.overdraft_limit == "hp" else max(character.hg_cap)
    if overdraft > room and overdraft > 0:  # Ruling FAB-E-8: one gauge's capacity, broken or not, is enough
        raise RuleError("overdraft_blocked", clause="FAB-OVD-3", overdraft=overdraft, room=max(0, room))
    return overdraft


def gauges_moved(
    state: State, who: str, pool: Pool, lost: Five, *, why: Total | None = None, by: str = "", paid: bool = False
) -> GaugesMoved:
    """That somebody's losses of a row are these now: the event, with what was there before it, why, and by whose hand."""
    return GaugesMoved(who, pool, lost, held_by(state.characters[who]), why, by, paid)


async def paid(state: State, who: str, amount: int) -> State:
    """Take a payment that was checked from the mind gauges, left to right."""
    lost = drained(state.characters[who], Pool.MP, amount).lost
    state = await happen(gauges_moved(state, who, Pool.MP, lost, paid=True))
    return await dropped(state, who, Cause.OVERDRAFT)


@rule("FAB-PZR-5")
async def dropped(state: State, who: str, cause: Cause) -> State:
    """Those who are at 0 HP now and were struck by nobody fell by this: it stays so whatever is healed later (FAB-LIV-19)."""
    after = state.characters[who]
    if not state.live or not after.defeated or after.fate or after.downed:
        return state
    return await happen(Downed(who, cause))


# ---------------------------------------------------------------------- points over five gauges
PARTS = Option("<1>,<2>,<3>,<4>,<5>", say("answers.own_numbers"))


def bad_answer(answer: str, *wanted: Option | str) -> RuleError:
    """The refusal of an answer that is none of these, each in the words in which it was offered."""
    return RuleError("bad_choice", answer=answer, options=[as_offered(one) for one in wanted])


def numbers_in(option: Option, answer: str) -> tuple[int, ...]:
    """The numbers of an answer like `9,8,8,7`: one for each gap."""
    found = option.numbers(answer)
    if len(found) != len(option.gaps):
        raise bad_answer(answer, option)
    return found


def spread_in(answer: str) -> tuple[int, ...]:
    """The points for each of five gauges that an answer says."""
    return numbers_in(PARTS, answer)


def spread_question(question: Say, points: int) -> Asking:
    """Points over five gauges: evenly, or as she likes (FAB-GAU-6)."""
    even = ",".join(str(n) for n in even_spread(points))
    return Asking(question, (Option(even, say("answers.evenly", parts=even)), PARTS))


def even_spread(points: int) -> Five:
    """Points spread evenly over five gauges, the remainder to the left."""
    each, rest = divmod(points, GAUGES)
    return five(each + (place < rest) for place in range(GAUGES))


# ---------------------------------------------------------------------- capacity that effects lend
ENLARGED = "扩容"
"""What capacity for a while is called."""


@rule("FAB-GAU-6", "FAB-GAU-7", "FAB-LIV-37")
async def lent_by(state: State, who: str, effect: Effect, name: Label) -> Lent | None:
    """What an effect lends somebody: so many points in all, spread as she likes (Ruling FAB-E-31), and as many to each gauge."""
    forever = any(one.unit == EffectKind.FOREVER for one in effect.lasts)
    rows = {}
    for row in ROWS:
        points, each = (_points(effect, quantity) for quantity in (row, f"{row}_each"))
        if points or each:
            held, level = state.characters[who], five([each] * 5)
            spread = await _spread(held, row, points, name, forever=forever) if points > 0 else _off(held, row, -points)
            rows[row] = added(spread, level)
    return Lent(**rows, forever=forever) if rows else None


def _points(effect: Effect, quantity: str) -> int:
    return sum(n for m in effect.modifiers if m.of == quantity and isinstance(n := m.give[0].by, int))


async def _spread(who: Character, row: str, points: int, name: Label, *, forever: bool) -> Five:
    """Where the points go: her player says so; of an NPC, and of one who is unseen, evenly."""
    if who.kind is not Kind.PC or who.hidden:
        return even_spread(points)

    def parts(answer: str) -> Five:
        numbers = spread_in(answer)
        check_alloc(numbers, points)
        if forever:
            check_ratio(added(who.for_good(row), five(numbers)))
        return five(numbers)

    asking = spread_question(say(f"questions.spread_{row}", feat=name, points=points), points)
    answer = await choose(actor(who.id), asking.what, asking.options, about=f"{who.id}:{row}", closed=False)
    return parts(answer)


def _off(who: Character, row: str, points: int) -> Five:
    """What is taken comes off the fullest capacities first, unasked."""
    caps, less = list(getattr(who, row).cap), [0] * 5
    for _ in range(points):
        place = caps.index(max(caps))
        caps[place], less[place] = caps[place] - 1, less[place] - 1
    return five(less)


# ---------------------------------------------------------------------- by the GM's word
def enlarged(who: Character, row: str, cap: Five) -> Gauge:
    """A row with other capacities for good; what is lent for a while stays on it (FAB-GAU-8)."""
    gauge: Gauge = getattr(who, row)
    lent = (here - own for here, own in zip(gauge.cap, who.for_good(row), strict=True))
    return Gauge(added(cap, five(lent)), gauge.lost)


class Enlarge(msgspec.Struct, frozen=True):
    character: str
    points: int
    alloc: tuple[int, ...]
    pool: Pool = Pool.HP
    permanent: bool = True
    lasts: str = "scene"
    """How long it lasts where it is not for good (FAB-LIV-37)."""
    left: int = 0


class EnlargeGauges(
    OfPeople,
    names=("扩容", "enlarge"),
    owner=STORY,
    said_by=SHEET,
    example=".扩容 @苏砚 hp 3 1,2,0,0,0",
):
    """`.扩容 hp 3 1,2,0,0,0 [暂时] [期限=3轮]`: for a while is for the scene, where no other time is said (FAB-LIV-37)."""

    character: Own
    pool: Annotated[Pool, Field()]
    n: Annotated[int, Field()]
    alloc: Annotated[tuple[int, ...], Field()]
    temporary: Annotated[bool, flag("temporary", "暂时")] = False
    lasts: Annotated[str, keyed("", "期限", among=offers.durations)] = ""

    def do(self, asked: Asked) -> Do:
        lasts = lasting(self.lasts or EffectKind.SCENE.zh)
        if lasts is None:
            raise RuleError("bad_effect", clause="FAB-LIV-37", value=self.lasts)
        permanent = not (self.temporary or self.lasts) or lasts.unit == EffectKind.FOREVER
        given = Enlarge(self.character, self.n, self.alloc, self.pool, permanent, lasts.unit, lasts.n)
        return Do("enlarge", given, self.heard(asked))


@rule("FAB-GAU-6", "FAB-GAU-8", "FAB-GAU-9")
async def enlarge(state: State, given: Enlarge) -> Report:
    """Give somebody larger gauges: what is lost stays lost, so the contents rise too. For a while it is an effect that ends."""
    who, name = character_of(state, given.character), "hg" if given.pool is Pool.HP else "mg"
    row = who.row(given.pool)
    done = await gauge_allocate(
        state, Allocate(who.for_good(name), given.points, given.alloc, given.permanent, row.lost)
    )
    if given.permanent:
        after = replace(who, **{name: enlarged(who, name, done.cap)})
        await happen(CharacterWritten(after))
        return report_of(after)
    state = await _lent(state, given, name)
    return report_of(state.characters[given.character])


@rule("FAB-LIV-37")
async def _lent(state: State, given: Enlarge, row: str) -> State:
    """Capacity for a while, under a name that nothing else on her has."""
    kind, who = EffectKind(given.lasts), given.character
    if state.conflict is None and (kind in CLOCKED or kind is EffectKind.CONFLICT):
        raise RuleError("no_conflict", clause="FAB-LIV-37")
    names = chain((ENLARGED,), (f"{ENLARGED}{n}" for n in count(2)))
    name = next(one for one in names if f"{one}@{who}" not in state.characters[who].lent)
    modifier = Modifier(row, (Give("flat", given.points),))
    effect = Effect(
        id=f"{name}@{who}", name=name, bearer=who, by=who, modifiers=(modifier,), lasts=(Lasts(kind, given.left),)
    )
    lent = replace(Lent(), **{row: five(given.alloc)})
    if kind in CLOCKED:
        return await happen(EffectAdded(TimedEffect(effect.id, kind, who, who, given.left, record=effect), lent))
    return await happen(EffectBegun(effect, lent))


# ---------------------------------------------------------------------- prices that a line did not name
PAY, LEAVE = "pay", "leave"


@rule("FAB-LIV-22", "FAB-OVD-3")
async def overdraws(state: State, who: str, mp: int) -> bool:
    """Whether somebody pays so many MP for a reaction: where that overdraws she decides it (Ruling FAB-E-32)."""
    return await _agreed(who, _overdraft(state, who, mp), "answers.overdraw")


@rule("FAB-LIV-22", "FAB-OVD-3")
async def agree_to_pay(
    state: State, who: str, *, mp: int = 0, idle: tuple[Say, ...] = (), overdraw: bool = False, anyway: bool = False
) -> None:
    """Ask before an overdraft that the line does not name, and before a price for nothing as far as she may know; a no calls the act off."""
    short = () if overdraw else _overdraft(state, who, mp)
    spare = () if overdraw or anyway or not state.live else idle  # a line that names its price has agreed to it
    if not await _agreed(who, (*short, *spare), "answers.overdraw" if short else "answers.anyway"):
        raise CalledOff


def _overdraft(state: State, who: str, mp: int) -> tuple[Say, ...]:
    """What an overdraft takes and leaves; nothing where there is none, or nobody to decide it."""
    payer = character_of(state, who)
    points = check_payment(payer, mp, state.options)
    if points <= 0 or not state.live:
        return ()
    after = replace(payer, mg=replace(payer.mg, lost=drained(payer, Pool.MP, mp).lost))
    return (say("questions.overdraw", n=points, mp=mp, hp=payer.hp, left=after.hp),)


async def _agreed(who: str, prices: tuple[Say, ...], yes: str) -> bool:
    """Whether she pays; where there is nothing to ask about she does."""
    options = (Option(PAY, say(yes)), Option(LEAVE, say("answers.call_off")))
    return not prices or await choose(actor(who), say("questions.price", prices=list(prices)), options) == PAY


def mind_points(cost: Iterable[Give]) -> int:
    return sum(int(one.by) for one in cost if one.how == "mp")


@rule("FAB-LIV-22", "FAB-LIV-39")
def whole(state: State, who: str, target: str, pool: Pool, *, shown: bool = False) -> Say | None:
    """That somebody has nothing to recover, where the one who would heal her may know it: of a PC, of an NPC who was studied."""
    helper, one = character_of(state, who), character_of(state, target)
    knows = shown or helper.kind is not Kind.PC or one.kind is Kind.PC or one.studied >= NUMBERS
    return say("questions.is_whole", who=one.called, pool=term(pool)) if knows and not any(one.row(pool).lost) else None
