"""Statuses (状态): six boxes that stack and are reduced; on a holder similar ones stack, opposed ones cancel, others stand side by side.

MST-STA-1..10 and the additions on matching statuses (MST-PST-1..4). What a status comes to at its holder's limit is in `limits`.
"""

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from ludex.core.asks import GM, Option, choose
from ludex.core.errors import RuleError
from ludex.core.explain import Total, because, total
from ludex.core.names import narrow
from ludex.core.rule import rule
from ludex.core.say import say, term
from ludex.systems.mist.events import StatusesRelated, StatusRewritten, StatusTaken, StatusTracked, happen
from ludex.systems.mist.options import Options
from ludex.systems.mist.rules.who import held_status, holder_of
from ludex.systems.mist.sheet import TIERS, Challenge, Holder, Status, status_of
from ludex.systems.mist.state import Related, State
from ludex.systems.mist.terms import Relation, Ruling

Boxes = tuple[int, ...]

BESIDE = "beside"


# --- one track -----------------------------------------------------------------------------------------------------


@rule("MST-STA-2")
def check_tier(tier: int | None) -> int:
    """A tier from 1 to 6."""
    if tier is None or not 1 <= tier <= TIERS:
        raise RuleError("bad_tier", clause="MST-STA-2", tier=tier, low=1, high=TIERS)
    return tier


@rule("MST-STA-2")
def check_boxes(boxes: Boxes) -> Boxes:
    """Boxes 1-6, ascending, none twice."""
    if list(boxes) != sorted({*boxes}) or any(not 1 <= box <= TIERS for box in boxes):
        raise RuleError("bad_boxes", clause="MST-STA-2", value=list(boxes))
    return boxes


def check_amount(amount: int | None) -> int:
    """How much is taken off: at least 1."""
    if amount is None or amount < 1:
        raise RuleError("bad_amount", clause="MST-STA-8", amount=amount, low=1)
    return amount


@rule("MST-STA-4", "MST-STA-10")
def track_of(boxes: Boxes, options: Options) -> Boxes:
    """A track as it is read: a bar up to its highest mark, or (option `single`) the marks alone."""
    return (
        boxes if options.status_marking == "single" else tuple(range(1, max(boxes, default=0) + 1))
    )  # Ruling MST-E-34: recorded from low to high


@rule("MST-STA-4", "MST-STA-6", "MST-STA-10")
def stack(boxes: Boxes, tier: int, options: Options) -> tuple[Boxes, int]:
    """Mark a tier on a track: the track after it, and the box that was marked (0 if none was free)."""
    boxes = track_of(boxes, options)
    marked = next((box for box in range(tier, TIERS + 1) if box not in boxes), 0)
    if not marked:
        return boxes, 0  # Ruling MST-E-9: the tier cannot exceed 6
    return track_of(tuple(sorted({*boxes, marked})), options), marked


@rule("MST-STA-5", "MST-STA-10")
def merge(boxes: Boxes, other: Boxes, options: Options) -> Boxes:
    """Stack a whole track onto another: a bar once, with its tier, or (option `single`) each mark from low to high."""
    for tier in other if options.status_marking == "single" else other[-1:]:
        boxes, _ = stack(boxes, tier, options)
    return track_of(boxes, options)


class Reduced(msgspec.Struct, frozen=True):
    """A track after a reduction: how many marks are gone, and how much was not needed."""

    boxes: Boxes
    erased: int
    unused: int


@rule("MST-STA-8", "MST-STA-10")
def reduce(boxes: Boxes, amount: int, options: Options) -> Reduced:
    """Erase the highest marks of a track: of a bar one for each tier; or (options `single` and `shift`) move them all down."""
    boxes = track_of(boxes, options)
    if options.status_marking == "single" and options.status_reduction == "shift":
        left = tuple(box - amount for box in boxes if box > amount)
        return Reduced(left, len(boxes) - len(left), max(amount - max(boxes, default=0), 0))
    left = boxes[: max(len(boxes) - amount, 0)]  # Ruling MST-E-2: 擦去, from the top
    erased = len(boxes) - len(left)
    return Reduced(left, erased, amount - erased)


# --- statuses on a holder --------------------------------------------------------------------------------------------


class StatusGiven(msgspec.Struct, frozen=True):
    """A status as people write it: by its tier, or by its boxes."""

    name: str
    tier: int | None = None
    boxes: Boxes | None = None
    family: str = ""
    opposes: tuple[str, ...] = ()
    beneficial: bool = False
    since: int = 0

    def at(self, boxes: Boxes) -> Status:
        return Status(self.name, boxes, self.family, self.opposes, self.beneficial, since=self.since)


@rule("MST-STA-1", "MST-STA-4")
def status_from(given: StatusGiven, options: Options) -> Status:
    """The status that a description stands for: its boxes, or its tier stacked once on an empty track."""
    if given.boxes is not None:
        return given.at(track_of(check_boxes(given.boxes), options))
    return given.at(stack((), check_tier(given.tier), options)[0])


@rule("MST-PST-4")
def unique_names(statuses: Iterable[Status]) -> tuple[Status, ...]:
    """The statuses of one holder: names are unique; one without a mark has ended (MST-STA-3)."""
    held = tuple(s for s in statuses if s.boxes)
    names = [s.name for s in held]
    for name in names:
        if names.count(name) > 1:
            raise RuleError("duplicate_status", clause="MST-PST-4", name=name)
    return held


class Met(msgspec.Struct, frozen=True):
    """How an arriving status met the holder's: which one, in what relation, and what came of it."""

    relation: Relation
    name: str
    boxes: Boxes
    unused: int = 0
    leftover: int = 0

    @property
    def tier(self) -> int:
        """The tier afterwards of the status that was acted on."""
        return max(self.boxes, default=0)


@rule("MST-PST-1", "MST-PST-2", "MST-PST-3", "MST-STA-7")
def match_status(holder: Holder, arriving: Status, related: tuple[Related, ...] = ()) -> tuple[Relation, str]:
    """What an arriving status meets: a similar one, else the highest opposed one, else nothing.

    `related`: what the MC has said of pairs, by name (MST-LIV-34).
    """
    said = {s.name: said_of(related, s.name, arriving.name) for s in holder.statuses}
    alike = (s.name for s in holder.statuses if s.family == arriving.family or said[s.name] is Relation.STACKED)
    similar = next(alike, None)
    if similar is not None:
        return Relation.STACKED, similar
    opposed = [s for s in holder.statuses if s.opposed(arriving) or said[s.name] is Relation.CANCELLED]
    if opposed:
        return Relation.CANCELLED, max(opposed, key=lambda s: s.tier).name  # the first of the highest
    return Relation.NEW, arriving.name


def said_of(related: tuple[Related, ...], one: str, other: str) -> Relation | None:
    return next((r.relation for r in related if r.joins(one, other)), None)


@rule("MST-LIV-34")
def unrelated_statuses(holder: Holder, arriving: Status, related: tuple[Related, ...]) -> tuple[str, ...]:
    """The statuses on a holder (on a challenge also its limits) of which nothing says what an arriving one is to them."""
    if match_status(holder, arriving, related)[0] is not Relation.NEW:
        return ()
    families = [limit.status for limit in holder.limits] if isinstance(holder, Challenge) else []
    if arriving.family in families:
        return ()
    held = [s.name for s in holder.statuses if s.name != arriving.name]
    there = dict.fromkeys((*held, *(family for family in families if family not in arriving.opposes)))
    return tuple(name for name in there if said_of(related, name, arriving.name) is None)


@rule("MST-LIV-34")
async def _ask_relation(state: State, holder: Holder, arriving: Status) -> tuple[State, str]:
    """Where the table wants the question: what a new status is to those that are there, in the MC's word, remembered."""
    there = unrelated_statuses(holder, arriving, state.related)
    held = tuple(name for name in there if status_of(holder, name))
    if state.options.similar != "ask" or not there:
        return state, ""
    options = [
        Option(BESIDE, say("answers.beside")),
        Option(f"{Ruling.STACK}:<name>", say("answers.stacks"), {"name": there}),
        Option(f"{Ruling.CANCEL}:<name>", say("answers.cancels"), {"name": held}),
    ]
    question = say("questions.similar", who=holder.called, name=arriving.name, tier=arriving.tier, held=list(there))
    answer = await choose(GM, question, options, about=f"{holder.id} {arriving.name}")
    word, _, name = narrow(answer).partition(":")
    word = Ruling.said(word)
    if answer == BESIDE:
        for other in there:
            state = await happen(StatusesRelated(arriving.name, other, Relation.NEW))
        return state, Ruling.NEW
    if word == Ruling.STACK and name in there and name not in held:  # a limit without a track gives it its name
        return await happen(StatusesRelated(arriving.name, name, Relation.STACKED)), ""
    relation, met = apply_ruling(holder, arriving, f"{word}:{name}")
    return await happen(StatusesRelated(arriving.name, met, relation)), f"{word}:{name}"


@rule("MST-PST-4")
def apply_ruling(holder: Holder, arriving: Status, ruling: str) -> tuple[Relation, str]:
    """What the MC rules that it meets: `new`, `stack:<name>`, `cancel:<name>`."""
    word, _, name = ruling.partition(":")
    if ruling == Ruling.NEW:
        return Relation.NEW, arriving.name
    if word not in (Ruling.STACK, Ruling.CANCEL) or not name:
        lawful = [term(Ruling.NEW), *(say(f"answers.ruling_{one}") for one in (Ruling.STACK, Ruling.CANCEL))]
        raise RuleError("bad_choice", clause="MST-PST-4", answer=ruling, options=lawful)
    relation = Relation.STACKED if word == Ruling.STACK else Relation.CANCELLED
    return relation, held_status(holder, name).name


def of_the_family(holder: Holder, given: StatusGiven) -> StatusGiven:
    """A status named without a family belongs to that of the track with its name, if there is one (MST-PST-1)."""
    known = status_of(holder, given.name)
    return replace(given, family=known.family) if known and not given.family else given


def similar_to(holder: Holder, given: StatusGiven, state: State) -> Status | None:
    """The status on a holder that a new one would stack on."""
    relation, name = match_status(holder, status_from(of_the_family(holder, given), state.options), state.related)
    return status_of(holder, name) if relation is Relation.STACKED else None


def meet(
    holder: Holder, arriving: Status, options: Options, *, ruling: str = "", related: tuple[Related, ...] = ()
) -> Met:
    """Work out how a status of some tier meets the holder's statuses. Nothing happens yet."""
    relation, name = apply_ruling(holder, arriving, ruling) if ruling else match_status(holder, arriving, related)
    if relation is Relation.NEW:
        return _new(holder, arriving)
    track = held_status(holder, name).boxes
    if relation is Relation.STACKED:
        return Met(relation, name, merge(track, arriving.boxes, options))  # MST-STA-5
    return _cancelled(name, track, tier=arriving.tier, options=options)


def _new(holder: Holder, arriving: Status) -> Met:
    if status_of(holder, arriving.name):
        raise RuleError("duplicate_status", clause="MST-PST-4", name=arriving.name, holder=holder.id)
    return Met(Relation.NEW, arriving.name, arriving.boxes)


@rule("MST-STA-9")
def _cancelled(name: str, track: Boxes, *, tier: int, options: Options) -> Met:
    """The old status is reduced; of the newcomer only what goes beyond the old tier remains."""
    after = reduce(track, tier, options)
    # Ruling MST-E-27: offsetting works both ways, unless the table says `lose`
    leftover = max(tier - max(track), 0) if options.cancel_leftover == "keep" else 0
    return Met(Relation.CANCELLED, name, after.boxes, after.unused, leftover)


@rule("MST-STA-7", "MST-STA-9")
async def give(
    state: State, holder: str, given: StatusGiven, *, ruling: str = "", why: Total | None = None
) -> tuple[State, tuple[Met, ...]]:
    """Give somebody a status: it meets what is there; a leftover goes on from the start, without the MC's ruling. `why`: its tier with the
    reasons, where it has any."""
    met: list[Met] = []
    while not met or met[-1].leftover:
        target = holder_of(state, holder)
        arriving = _arriving(target, given, state)
        check_tier(arriving.tier)
        if not ruling:
            state, ruling = await _ask_relation(state, target, arriving)
            arriving = _arriving(target, given, state)
        met.append(meet(target, arriving, state.options, ruling=ruling, related=state.related))
        state = await record(target, arriving, met[-1], why)
        given, ruling, why = replace(given, tier=met[-1].leftover, boxes=None), "", None
    return state, tuple(met)


@rule("MST-LIV-34")
def _arriving(holder: Holder, given: StatusGiven, state: State) -> Status:
    """A status as it comes to a holder: on a challenge by the name of a limit without a track that the MC has said it counts for."""
    limits = [limit.status for limit in holder.limits] if isinstance(holder, Challenge) else []
    free = (name for name in limits if all(status.family != name for status in holder.statuses))
    said = next((name for name in free if said_of(state.related, name, given.name) is Relation.STACKED), "")
    named = replace(given, name=said, family=said) if said else of_the_family(holder, given)
    return status_from(named, state.options)


async def record(holder: Holder, arriving: Status, step: Met, why: Total | None = None) -> State:
    if step.relation is Relation.NEW:
        return await happen(status_taken(holder, arriving, why))
    return await happen(status_tracked(holder, step.name, step.boxes))


def status_taken(holder: Holder, status: Status, why: Total | None = None) -> StatusTaken:
    """That somebody has a new status, why it is so high, and whether it overcomes a challenge."""
    why = why or total(because(status.tier, say("why.status", name=status.name), "MST-STA-1"))
    return StatusTaken(holder.id, status, why, overcame=_overcomes(holder, (*holder.statuses, status)))


def status_tracked(holder: Holder, name: str, boxes: Boxes) -> StatusTracked:
    """That a status of somebody has another track, from which tier it comes, and whether that overcomes a challenge."""
    held = held_status(holder, name)
    now = max(boxes, default=0)
    clause = "MST-STA-4" if now > held.tier else "MST-STA-8"
    why = total(because(now - held.tier, "why.tier_moved", clause))
    statuses = (replace(one, boxes=boxes) if one is held else one for one in holder.statuses)
    overcame = _overcomes(holder, tuple(one for one in statuses if one.boxes))
    return StatusTracked(holder.id, name, boxes, held.tier, why, overcame=overcame)


def status_rewritten(holder: Holder, name: str, status: Status) -> StatusRewritten:
    """That a status of somebody is another one now, and whether that overcomes a challenge."""
    statuses = tuple(status if one.name == name else one for one in holder.statuses)
    return StatusRewritten(holder.id, name, status, _overcomes(holder, statuses), held_status(holder, name))


@rule("MST-LIM-3")
def _overcomes(holder: Holder, statuses: tuple[Status, ...]) -> bool:
    """Whether a challenge that is not overcome yet is with these statuses."""
    return isinstance(holder, Challenge) and not holder.overcome and replace(holder, statuses=statuses).overcome


class LowerStatus(msgspec.Struct, frozen=True):
    """A status of somebody, and how much to take off it."""

    holder: str = ""
    name: str = ""
    amount: int | None = None


class Lowered(msgspec.Struct, frozen=True):
    holder: Holder
    tier: int
    ended: bool


@rule("MST-STA-8")
async def lower(state: State, holder: str, *, name: str, amount: int) -> State:
    """Reduce a status of somebody."""
    target = holder_of(state, holder)
    return await happen(
        status_tracked(target, name, reduce(held_status(target, name).boxes, amount, state.options).boxes)
    )


# --- procedures on a bare track --------------------------------------------------------------------------------------


class Stack(msgspec.Struct, frozen=True):
    tier: int | None = None
    boxes: Boxes = ()


class Stacked(msgspec.Struct, frozen=True):
    """The track after stacking. `marked` is the box (0: none), `overflow` says that none was free."""

    boxes: Boxes
    tier: int
    marked: int
    overflow: bool


@rule("MST-STA-3", "MST-STA-4", "MST-STA-6")
async def status_stack(state: State, given: Stack) -> Stacked:
    """Stack one tier onto a track."""
    after, marked = stack(check_boxes(given.boxes), check_tier(given.tier), state.options)
    return Stacked(after, max(after, default=0), marked, not marked)


class Merge(msgspec.Struct, frozen=True):
    boxes: Boxes = ()
    other: Boxes = ()


class Merged(msgspec.Struct, frozen=True):
    boxes: Boxes
    tier: int


@rule("MST-STA-5")
async def status_merge(state: State, given: Merge) -> Merged:
    """Stack a whole track onto another."""
    after = merge(check_boxes(given.boxes), check_boxes(given.other), state.options)
    return Merged(after, max(after, default=0))


class Reduce(msgspec.Struct, frozen=True):
    amount: int | None = None
    boxes: Boxes = ()


class ReducedTrack(msgspec.Struct, frozen=True):
    boxes: Boxes
    tier: int
    erased: int
    unused: int
    ended: bool


@rule("MST-STA-8")
async def status_reduce(state: State, given: Reduce) -> ReducedTrack:
    """Reduce a track."""
    after = reduce(check_boxes(given.boxes), check_amount(given.amount), state.options)
    return ReducedTrack(after.boxes, max(after.boxes, default=0), after.erased, after.unused, ended=not after.boxes)
