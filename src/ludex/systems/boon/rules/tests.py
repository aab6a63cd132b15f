"""Making a test (BOO-TST) joined with bonuses and penalties (BOO-MOD), boons and banes (BOO-BNB), because one roll adds them up.

Every d20 roll of the game goes through `roll_test`. A `Test` is what is known before the dice fall, with its reasons; a `Tested` is
what they made of it.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated

import msgspec

from ludex.core.asks import Rolled, Thrower, roll
from ludex.core.effects.counting import shares
from ludex.core.effects.records import NOTHING, Facts, Occasion
from ludex.core.effects.sentences import is_secret
from ludex.core.errors import RuleError
from ludex.core.explain import Term, Total, because, total
from ludex.core.fields import keyed
from ludex.core.hints import of_each, remembered
from ludex.core.rule import rule
from ludex.core.say import Say, say
from ludex.dice.pools import all_but, check_dice, highest_of
from ludex.systems.boon.effects import WORDS
from ludex.systems.boon.kinds import Banes, BookDeed, Boons, Modifiers
from ludex.systems.boon.state import Effect, State
from ludex.systems.boon.terms import Result

TARGET = 10
D20, D6 = 20, 6


class TestDice(msgspec.Struct, frozen=True):
    """One d20, then |net| d6: its value is the face plus the best boon, or less the best bane (BOO-BNB-5)."""

    __test__ = False

    net: int = 0

    @property
    def sides(self) -> tuple[int, ...]:
        """The d20 first, then the d6s."""
        return (D20,) + (D6,) * abs(self.net)

    def value(self, faces: tuple[int, ...]) -> int:
        return faces[0] + swing(self.net, faces[1:])

    def dropped(self, faces: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(place + 1 for place in all_but(faces[1:], max(faces[1:], default=0)))

    def weights(self) -> Mapping[int, int]:
        return _weights(self.net)


class FacedDice(TestDice, frozen=True):
    """The same dice where odds must tell face and d6 apart: its value holds both, see `roll_alone`."""

    def value(self, faces: tuple[int, ...]) -> int:
        """Seven times the face, and the best d6."""
        return (D6 + 1) * faces[0] + max(faces[1:], default=0)

    def weights(self) -> Mapping[int, int]:
        return _faced_weights(self.net)


class Bands(TestDice, frozen=True):
    """The same dice where only the thresholds that they reach matter: its value is how many of `edges` are reached."""

    edges: tuple[int, ...] = ()

    def value(self, faces: tuple[int, ...]) -> int:
        return _reached(super().value(faces), self.edges)

    def weights(self) -> Mapping[int, int]:
        return _band_weights(self.net, self.edges)


@rule("BOO-BNB-1", "BOO-BNB-2", "BOO-BNB-4")
def swing(net: int, faces: tuple[int, ...]) -> int:
    """The best boon, or the best bane as a negative number; 0 if no d6 is rolled."""
    best = max(faces, default=0)
    return best if net > 0 else -best


@rule("BOO-BNB-3", "BOO-LIV-59")
def edge_of(net: int) -> Say:
    """Boons less banes in words: so many boons, so many banes, or neither."""
    return say("view.boons", n=net) if net > 0 else say("view.banes", n=-net) if net else say("view.no_edge")


@remembered(256)
def _weights(net: int) -> Mapping[int, int]:
    sign = 1 if net > 0 else -1
    ways: dict[int, int] = {}
    for best, weight in highest_of(abs(net), D6).weights().items():
        for face in range(1, D20 + 1):
            value = face + sign * best
            ways[value] = ways.get(value, 0) + weight
    return MappingProxyType(ways)


@remembered(64)
def _faced_weights(net: int) -> Mapping[int, int]:
    best = highest_of(abs(net), D6).weights()
    return MappingProxyType({(D6 + 1) * f + b: ways for f in range(1, D20 + 1) for b, ways in best.items()})


def _reached(value: int, edges: tuple[int, ...]) -> int:
    return sum(value >= edge for edge in edges)


@remembered(4096)
def _band_weights(net: int, edges: tuple[int, ...]) -> Mapping[int, int]:
    ways: dict[int, int] = {}
    for value, weight in _weights(net).items():
        band = _reached(value, edges)
        ways[band] = ways.get(band, 0) + weight
    return MappingProxyType(ways)


def percent(test: "Test", target: int) -> int:
    """How likely a test reaches a number, in percent."""
    return _percent(test.net, target - test.modifier)


@of_each
def _percent(net: int, need: int) -> int:
    ways = Bands(net, (need,)).weights()
    reached, every = ways.get(1, 0), sum(ways.values())
    rounded = (200 * reached + every) // (2 * every)  # halves up, and what may fail is never told as certain
    return min(max(rounded, 1), 99) if 0 < reached < every else rounded


class Test(msgspec.Struct, frozen=True):
    """A test before it is rolled: flat terms, and boons (above 0) and banes (below 0) as terms too."""

    __test__ = False

    flat: tuple[Term, ...] = ()
    edge: tuple[Term, ...] = ()

    @property
    def modifier(self) -> int:
        """Everything flat, added up once (BOO-MOD-2)."""
        return sum(t.value for t in self.flat)

    @property
    def net(self) -> int:
        """Boons less banes, before rolling (BOO-BNB-3); no more than there may be dice."""
        net: int = sum(t.value for t in self.edge)
        check_dice(abs(net), D6)
        return net

    @rule("BOO-LIV-44")
    def known(self) -> "Test":
        """What a player may know of it before it is rolled: nothing of what was laid in secret."""
        return Test(*(tuple(t for t in terms if not is_secret(t.label)) for terms in (self.flat, self.edge)))


class Tested(msgspec.Struct, frozen=True):
    """A test after it was rolled. Under odds a pool shows no faces: then `face` and `boon_value` are None."""

    test: Test
    total: int
    face: int | None = None
    d6: tuple[int, ...] = ()

    @property
    def boon_value(self) -> int | None:
        return None if self.face is None else self.total - self.face - self.test.modifier

    @property
    def why(self) -> dict[str, Total]:
        if self.face is None:
            return {}
        dice: tuple[Term, ...] = (because(self.face, "why.face", "BOO-TST-3"),)
        if self.d6:
            dice += (self._best(),)
        return {
            "total": sum_terms((*dice, *self.test.flat), "BOO-TST-4"),
            "net": sum_terms(self.test.edge, "BOO-BNB-3"),
        }

    @rule("BOO-LIV-59")
    def _best(self) -> Term:
        """The d6 that counted, with all that fell: 优势 3: 1 4 6 → +6."""
        word, clause = ("why.boon", "BOO-BNB-1") if self.test.net > 0 else ("why.bane", "BOO-BNB-2")
        fell = {"count": abs(self.test.net), "faces": " ".join(map(str, self.d6)), "value": f"{self.boon_value:+d}"}
        return because(self.boon_value, say(word, **fell), clause)


def sum_terms(terms: tuple[Term, ...], clause: str) -> Total:
    """The sum of these reasons, those left out that change nothing."""
    return total(*(t for t in terms if t.value), clause=clause)


class Swayed(msgspec.Struct, frozen=True, kw_only=True):
    """What may be given with any test: flat numbers, boons and banes."""

    modifiers: Modifiers = ()
    boons: Boons = 0
    banes: Banes = 0


class Check(Swayed, BookDeed, names=("测试", "test"), does="check", example=".测试 修=+2 优=1"):
    target: Annotated[int, keyed("tn", "目标", "TN")] = TARGET


class Checked(msgspec.Struct, frozen=True, kw_only=True):
    face: int | None = None
    net: int
    d6: tuple[int, ...] = ()
    boon_value: int | None = None
    modifier: int
    total: int
    target: int
    result: Result
    why: dict[str, Total] = {}


@rule("BOO-LIV-37")
def numbers_of(done: "Tested | Checked", target: int) -> Facts:
    """What effects may ask of a roll: its face (under odds it has none), its total, and by how much the number was beaten."""
    return {"face": done.face, "total": done.total, "beaten": done.total - target}


@rule("BOO-BNB-6")
def check_counts(**counts: int) -> None:
    """Counts of boons and banes below 0 are bad input."""
    for name, count in counts.items():
        if count < 0:
            raise RuleError("bad_count", clause="BOO-BNB-6", field=say(f"args.{name}"), count=count)


@rule("BOO-MOD-1", "BOO-MOD-2")
def given_flat(modifiers: tuple[int, ...]) -> tuple[Term, ...]:
    """Stated bonuses and penalties; all of them count."""
    return tuple(because(value, "why.modifier", "BOO-MOD-2") for value in modifiers)


@rule("BOO-BNB-3")
def edges(boons: int, banes: int, label: str = "why.situation", **facts: object) -> tuple[Term, ...]:
    """Boons and banes of one source as terms."""
    both = ((boons, "BOO-BNB-1"), (-banes, "BOO-BNB-2"))
    return tuple(because(value, say(label, **facts), clause) for value, clause in both if value)


class Sway(msgspec.Struct, frozen=True):
    """What effects give to a roll: flat terms, boons and banes; and those effects, of which some last for so many uses."""

    flat: tuple[Term, ...] = ()
    edge: tuple[Term, ...] = ()
    effects: tuple[Effect, ...] = ()

    def __add__(self, other: "Sway") -> "Sway":
        return Sway((*self.flat, *other.flat), (*self.edge, *other.edge), (*self.effects, *other.effects))

    def upon(self, test: Test) -> Test:
        return Test((*test.flat, *self.flat), (*test.edge, *self.edge)) if self.effects else test


@rule("BOO-PEF-1", "BOO-PHL-12", "BOO-LIV-40")
def sway_of(state: State, who: str, of: tuple[str, ...], at: Occasion = NOTHING) -> Sway:
    """What effects give to a roll of somebody's: all flats and all boons and banes count, each named with its end."""
    mine = shares(WORDS, state, who, of, at) if who else ()
    if not mine:
        return Sway()
    return Sway(
        tuple(s.term(WORDS) for s in mine if s.how == "flat"),
        tuple(s.term(WORDS, s.value if s.how == "boons" else -s.value) for s in mine if s.how in ("boons", "banes")),
        tuple(s.effect for s in mine),
    )


def of_bearer(state: State, who: str, kind: str, at: Occasion = NOTHING) -> Sway:
    """What bears upon one kind of roll, and upon every d20."""
    return sway_of(state, who, ("d20", kind), at)


@rule("BOO-TST-2", "BOO-TST-3", "BOO-TST-4", "BOO-BNB-5")
async def roll_test(test: Test, why: str, *, secret: bool = False, who: Thrower = None) -> Tested:
    """Roll the d20 and the d6s that are left, and add everything up; `secret` dice are the GM's alone."""
    return test_result(test, await roll(TestDice(test.net), why, secret=secret, who=who))


@rule("BOO-TST-3", "BOO-BNB-5")
async def roll_alone(test: Test, why: str, *, secret: bool = False, who: Thrower = None) -> Tested:
    """The same for a test that stands alone: its face and its best d6 are known even under odds."""
    dice = await roll(FacedDice(test.net), why, secret=secret, who=who)
    face, best = divmod(dice.value, D6 + 1)
    d6 = dice.faces[1:] or (best,) * (abs(test.net) == 1)
    return Tested(test, face + swing(test.net, (best,)) + test.modifier, face, d6)


def test_result(test: Test, dice: Rolled) -> Tested:
    face = dice.faces[0] if dice.faces else None
    return Tested(test, dice.value + test.modifier, face, dice.faces[1:])  # BOO-TST-5: nothing but the total


@rule("BOO-TST-4", "BOO-TST-5")
def compare(done: Tested, target: int) -> Checked:
    """Success if the total reaches the target number; a tie succeeds, and the face alone never decides."""
    return Checked(
        face=done.face,
        net=done.test.net,
        d6=done.d6,
        boon_value=done.boon_value,
        modifier=done.test.modifier,
        total=done.total,
        target=target,
        result=Result.SUCCESS if done.total >= target else Result.FAILURE,
        why=done.why,
    )


@rule("BOO-TST-2", "BOO-TST-4")
async def check(_state: State, given: Check) -> Checked:
    """One d20 with everything that weighs on it against a target number."""
    check_counts(boons=given.boons, banes=given.banes)
    test = Test(given_flat(given.modifiers), edges(given.boons, given.banes))
    return compare(await roll_alone(test, "rolls.check"), given.target)
