"""Exact weights: in how many equally likely ways each value comes up, and how weights combine.

Nothing here lists the faces of a pool. Sums of equal dice come from a recurrence with a fixed number of steps for each
value; sums and keeps of other dice from polynomials packed into one large integer each (a coefficient has a fixed
number of bytes, so that a product of integers is a convolution); the best or worst die from powers of running totals.
`Work` refuses what would take too long before it is begun.
"""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from math import comb
from typing import cast

from ludex.dice.errors import MAX_VALUES, MAX_WORK, DiceError

Value = int | Fraction
Weights = Mapping[Value, int]
"""Ways by value. Different values are different keys; no weight is zero."""

Ways = Mapping[int, int]
"""Ways by whole value: what dice give, before any division."""


def as_weights(ways: Ways) -> Weights:
    """Whole values are values. (Mappings are invariant in their keys, so that this must be said.)"""
    return cast("Weights", ways)


SMALL = 4096
"""Pairs up to which two dictionaries are combined pair by pair."""


class Work:
    """What one distribution has cost so far, in elementary steps."""

    __slots__ = ("steps",)

    def __init__(self) -> None:
        self.steps = 0

    def spend(self, steps: int, values: int = 0) -> None:
        """Take on so many steps and values, or refuse before any of them is done."""
        self.steps += steps
        if values > MAX_VALUES:
            raise DiceError("too_many_values", values=values, limit=MAX_VALUES)
        if self.steps > MAX_WORK:
            raise DiceError("too_much_work", steps=self.steps, limit=MAX_WORK)


def uniform_sum(count: int, faces: int) -> list[int]:
    """The ways of `count` equal dice to give count, count + 1, ... in order.

    With P = 1 + x + ... + x^(m-1), the coefficients q of P^n follow from (1-x)(1-x^m) Q' = n (1 - m x^(m-1) +
    (m-1) x^m) Q: each is a fixed combination of earlier ones. The second half mirrors the first.
    """
    n, m = count, faces
    last = n * (m - 1)
    ways = [1]
    for k in range(last // 2):
        following = (k + n) * ways[k]
        if k + 1 >= m:
            following += (k + 1 - m - n * m) * ways[k + 1 - m]
        if k >= m:
            following += (n * (m - 1) - k + m) * ways[k - m]
        ways.append(following // (k + 1))
    return ways + ways[: last + 1 - len(ways)][::-1]


def uniform_sum_steps(count: int, faces: int) -> int:
    """What that costs."""
    return (count * (faces - 1) + 1) * (2 + count * faces.bit_length() // 64)


def extreme(die: Ways, count: int, *, high: bool) -> Ways:
    """The highest (or lowest) of `count` dice: running totals to the power of `count`."""
    ways: dict[int, int] = {}
    below = before = 0
    for value in sorted(die, reverse=not high):
        below += die[value]
        power = below**count
        ways[value] = power - before
        before = power
    return ways


class Packed:
    """Polynomials as integers: the coefficient of x^i lies in bytes i * width and following."""

    __slots__ = ("low", "width")

    def __init__(self, low: int, total: int) -> None:
        """`low` is subtracted from each value; `total` is the largest sum of weights that will occur."""
        self.low = low
        self.width = total.bit_length() // 8 + 1

    def pack(self, ways: Ways) -> int:
        """Weights as one integer."""
        room = bytearray(self.width * (max(ways) - self.low + 1))
        for value, weight in ways.items():
            start = (value - self.low) * self.width
            room[start : start + self.width] = weight.to_bytes(self.width, "little")
        return int.from_bytes(room, "little")

    def unpack(self, packed: int, low: int) -> dict[int, int]:
        """The integer as weights again, its first coefficient standing for `low`."""
        width = self.width
        room = packed.to_bytes((packed.bit_length() + 7) // 8 + width, "little")
        read = int.from_bytes
        found = ((low + i, read(room[i * width : (i + 1) * width], "little")) for i in range(len(room) // width))
        return {value: weight for value, weight in found if weight}


def summed(die: Ways, count: int, work: Work) -> Ways:
    """The sum of `count` independent dice with these weights."""
    if count == 0:
        return {0: 1}
    total = sum(die.values()) ** count
    low, span = min(die), max(die) - min(die)
    values, bits = span * count + 1, total.bit_length()
    packed, stepwise = product_steps(values * bits), values * len(die) * (1 + bits // 512)
    work.spend(min(packed, stepwise), values)
    if stepwise < packed:
        return _power(die, count)
    packing = Packed(low, total)
    return packing.unpack(packing.pack(die) ** count, low * count)


def _power(die: Ways, count: int) -> Ways:
    """The coefficients of P^n one after the other: from P Q' = n P' Q, k p0 qk is a combination of the last few q."""
    low, last = min(die), (max(die) - min(die)) * count
    terms = [(value - low, weight) for value, weight in die.items() if value > low]
    base = die[low]
    ways = [base**count]
    for k in range(1, last + 1):
        following = sum((i * (count + 1) - k) * weight * ways[k - i] for i, weight in terms if i <= k)
        ways.append(following // (k * base))
    return {low * count + i: weight for i, weight in enumerate(ways) if weight}


def product_steps(bits: int) -> int:
    """What multiplying integers of so many bits costs (Karatsuba)."""
    return 10 + int((bits / 30) ** 1.585) // 60


def kept(die: Ways, count: int, keep: int, work: Work) -> Ways:
    """The sum of the `keep` highest of `count` dice.

    Walk down the values. With j dice above this value (j < keep) and enough on it to fill the rest, the dice below are
    free. `above[j]` is the polynomial of the sum of j dice above, grown by one value at a time. Exponents are counted
    down from the highest value, so that the polynomials start out short.
    """
    values = sorted(die, reverse=True)
    top, span = values[0], values[0] - values[-1]
    base = sum(die.values())
    packing = Packed(0, base**count)
    size = (span * keep + 1) * packing.width
    work.spend(len(values) * keep * keep * (2 + size // 1500), span * keep + 1)
    above = [1] + [0] * (keep - 1)
    result, under = 0, base
    for value in values:
        weight, shift = die[value], 8 * packing.width * (top - value)
        under -= weight
        for j, polynomial in enumerate(above):
            if polynomial:
                filled = _filling(count - j, keep - j, weight, under)
                result += (polynomial * (comb(count, j) * filled)) << (shift * (keep - j))
        _grow(above, weight, shift)
    return {keep * top - less: ways for less, ways in packing.unpack(result, 0).items()}


def _filling(free: int, wanted: int, weight: int, under: int) -> int:
    """Ways of at least `wanted` of the `free` dice to show this value, the others less."""
    fewer = sum(comb(free, t) * weight**t * under ** (free - t) for t in range(wanted))
    return int((weight + under) ** free - fewer)


def _grow(above: list[int], weight: int, shift: int) -> None:
    """Let any number of the dice above show one more value: each j of them, i on it and j - i on earlier ones."""
    for j in range(len(above) - 1, 0, -1):
        above[j] += sum(
            (above[j - i] * (comb(j, i) * weight**i)) << (shift * i) for i in range(1, j + 1) if above[j - i]
        )


def combined(a: Weights, b: Weights, join: Callable[[Value, Value], Value], work: Work) -> Weights:
    """An operation on two independent values, pair by pair."""
    work.spend(pair_steps(a, b))
    found: dict[Value, int] = {}
    for x, v in a.items():
        for y, w in b.items():
            key = join(x, y)
            found[key] = found.get(key, 0) + v * w
    work.spend(0, len(found))
    return found


def added(a: Weights, b: Weights, work: Work) -> Weights:
    """The sum of two independent values: pair by pair where that is little, else by packed polynomials."""
    pairs = len(a) * len(b)
    if pairs <= SMALL or not _whole(a) or not _whole(b):
        return _added_in_pairs(a, b, work)
    whole_a, whole_b = _as_ways(a), _as_ways(b)
    low_a, low_b = min(whole_a), min(whole_b)
    total = sum(a.values()) * sum(b.values())
    values = max(whole_a) - low_a + max(whole_b) - low_b + 1
    steps = min(product_steps(values * total.bit_length()), 4 * values + pairs * (1 + total.bit_length() // 128))
    if values > 4 * pairs:
        return _added_in_pairs(a, b, work)
    work.spend(steps + values, values)
    packing = Packed(low_a, total)
    first = packing.pack(whole_a)
    packing.low = low_b
    return as_weights(packing.unpack(first * packing.pack(whole_b), low_a + low_b))


def _added_in_pairs(a: Weights, b: Weights, work: Work) -> Weights:
    work.spend(pair_steps(a, b))
    found: dict[Value, int] = {}
    seen = found.get
    for x, v in a.items():
        for y, w in b.items():
            key = x + y
            found[key] = seen(key, 0) + v * w
    work.spend(0, len(found))
    return found


def pair_steps(a: Weights, b: Weights) -> int:
    """What going through all pairs costs; fractions are dear."""
    return len(a) * len(b) * (4 if _whole(a) and _whole(b) else 80)


def _whole(weights: Weights) -> bool:
    return all(type(value) is int for value in weights)


def _as_ways(weights: Weights) -> Ways:
    return {int(value): weight for value, weight in weights.items()}


def mapped(a: Weights, change: Callable[[Value], Value], work: Work) -> Weights:
    """Each value changed; ways of values that fall together are added."""
    work.spend(4 * len(a) if _whole(a) else 40 * len(a))
    found: dict[Value, int] = {}
    for value, weight in a.items():
        key = change(value)
        found[key] = found.get(key, 0) + weight
    return found


def negated(value: Value) -> Value:
    """The value below zero as far as it was above."""
    return -value


def largest(parts: Iterable[Weights], work: Work) -> Weights:
    """The largest of independent values: the product of running totals."""
    running = [sorted(part.items()) for part in parts]
    values = sorted({value for part in running for value, _ in part})
    work.spend(3 * len(values) * len(running), len(values))
    places, totals = [0] * len(running), [0] * len(running)
    found: dict[Value, int] = {}
    before = 0
    for value in values:
        product = 1
        for i, part in enumerate(running):
            if places[i] < len(part) and part[places[i]][0] == value:
                totals[i] += part[places[i]][1]
                places[i] += 1
            product *= totals[i]
        if product > before:
            found[value] = product - before
            before = product
    return found
