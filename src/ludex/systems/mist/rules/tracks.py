"""Status tracks (状态): six boxes, how they stack and how they are reduced. MST-STA-2..6, -8, -10."""

import msgspec

from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.systems.mist.options import Options
from ludex.systems.mist.sheet import TIERS
from ludex.systems.mist.state import State

Boxes = tuple[int, ...]


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
        raise RuleError("bad_boxes", clause="MST-STA-2", boxes=list(boxes))
    return boxes


def check_amount(amount: int | None) -> int:
    """How much is taken off: at least 1."""
    if amount is None or amount < 1:
        raise RuleError("bad_amount", clause="MST-STA-8", amount=amount, low=1)
    return amount


@rule("MST-STA-4", "MST-STA-6", "MST-STA-10")
def stack(boxes: Boxes, tier: int, options: Options) -> tuple[Boxes, int]:
    """Mark a tier on a track: the track after it, and the box that was marked (0 if none was free)."""
    marked = next((box for box in range(tier, TIERS + 1) if box not in boxes), 0)
    if not marked:
        return boxes, 0  # Ruling E-9: the tier cannot exceed 6
    low = 1 if options.status_marking == "fill" else marked  # MST-STA-10
    return tuple(sorted({*boxes, *range(low, marked + 1)})), marked


@rule("MST-STA-5", "MST-STA-10")
def merge(boxes: Boxes, other: Boxes, options: Options) -> Boxes:
    """Stack a whole track onto another: each mark from low to high, or a bar once with its tier."""
    marks = other[-1:] if options.status_marking == "fill" else other
    for tier in marks:
        boxes, _ = stack(boxes, tier, options)
    return boxes


class Reduced(msgspec.Struct, frozen=True):
    """A track after a reduction: how many marks are gone, and how much was not needed."""

    boxes: Boxes
    erased: int
    unused: int


@rule("MST-STA-8")
def reduce(boxes: Boxes, amount: int, options: Options) -> Reduced:
    """Take an amount off a track: every mark moves down, or (option `erase`) the highest marks go."""
    if options.status_reduction == "erase":
        left = boxes[: max(len(boxes) - amount, 0)]
        erased = len(boxes) - len(left)
        return Reduced(left, erased, amount - erased)
    # Ruling E-2: the tier falls by exactly the amount, as in the parent games
    left = tuple(box - amount for box in boxes if box > amount)
    return Reduced(left, len(boxes) - len(left), max(amount - max(boxes, default=0), 0))


# --- procedures on a bare track ------------------------------------------------------------------------------------


class Stack(msgspec.Struct, frozen=True):
    """A tier to be stacked on a track."""

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
    """Two tracks."""

    boxes: Boxes = ()
    other: Boxes = ()


class Merged(msgspec.Struct, frozen=True):
    """The one track that they make."""

    boxes: Boxes
    tier: int


@rule("MST-STA-5")
async def status_merge(state: State, given: Merge) -> Merged:
    """Stack a whole track onto another."""
    after = merge(check_boxes(given.boxes), check_boxes(given.other), state.options)
    return Merged(after, max(after, default=0))


class Reduce(msgspec.Struct, frozen=True):
    """An amount to be taken off a track."""

    amount: int | None = None
    boxes: Boxes = ()


class ReducedTrack(msgspec.Struct, frozen=True):
    """The track after it."""

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
