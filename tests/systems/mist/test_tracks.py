"""Laws of the six boxes."""

from hypothesis import given, strategies as st

from ludex.systems.mist.options import Options
from ludex.systems.mist.rules.statuses import merge, reduce, stack
from ludex.systems.mist.sheet import TIERS

tracks = st.sets(st.integers(1, TIERS)).map(lambda boxes: tuple(sorted(boxes)))
bars = st.integers(0, TIERS).map(lambda tier: tuple(range(1, tier + 1)))
tiers = st.integers(1, TIERS)
FILL = Options()
SHIFT = Options(status_marking="single", status_reduction="shift")
ERASE = Options(status_marking="single")


def tier_of(boxes):
    return max(boxes, default=0)


@given(tracks, tiers)
def test_stacking_marks_one_box_at_or_above_its_tier_or_none(boxes, tier):
    after, marked = stack(boxes, tier, ERASE)
    assert set(boxes) <= set(after)
    assert len(after) - len(boxes) == (marked > 0)
    assert marked == 0 or marked >= tier
    assert tier_of(after) >= tier


@given(bars, tiers)
def test_a_bar_stays_a_bar(boxes, tier):
    after, _ = stack(boxes, tier, FILL)
    assert after == tuple(range(1, len(after) + 1))
    assert tier_of(after) == min(TIERS, tier if tier > len(boxes) else len(boxes) + 1)


@given(tracks, st.integers(1, 9))
def test_a_reduction_takes_exactly_its_amount_off_the_tier(boxes, amount):
    after = reduce(boxes, amount, SHIFT)
    assert tier_of(after.boxes) == max(tier_of(boxes) - amount, 0)
    assert after.unused == max(amount - tier_of(boxes), 0)
    assert after.erased == len(boxes) - len(after.boxes)


@given(bars, st.integers(1, 9))
def test_on_a_bar_all_ways_of_reducing_agree(boxes, amount):
    assert reduce(boxes, amount, SHIFT) == reduce(boxes, amount, ERASE) == reduce(boxes, amount, FILL)


@given(tracks, tracks)
def test_a_whole_track_adds_as_many_marks_as_fit(boxes, other):
    after = merge(boxes, other, ERASE)
    assert set(boxes) <= set(after)
    assert len(after) <= min(TIERS, len(boxes) + len(other))
    assert tier_of(after) >= max(tier_of(boxes), tier_of(other))


@given(tracks, tiers, st.integers(1, 9))
def test_a_track_with_gaps_is_read_as_the_bar_up_to_its_highest_mark(boxes, tier, amount):
    bar = tuple(range(1, tier_of(boxes) + 1))
    assert stack(boxes, tier, FILL) == stack(bar, tier, FILL)
    assert reduce(boxes, amount, FILL) == reduce(bar, amount, FILL)
