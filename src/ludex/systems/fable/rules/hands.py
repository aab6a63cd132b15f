"""Checks, the dice themselves: two of them in a hand, whose they are, what they are thrown for (FAB-PCK-1, FAB-PCK-3, FAB-DBL-1)."""

from typing import Annotated

import msgspec

from ludex.core.asks import Aside, roll
from ludex.core.effects.records import Give
from ludex.core.explain import Term, because
from ludex.core.hints import larger
from ludex.core.principals import GM, Who, actor
from ludex.core.rule import rule
from ludex.core.say import Label, Say, say, term
from ludex.dice.pools import d
from ludex.systems.fable.sheet import Bond, Character
from ludex.systems.fable.state import State
from ludex.systems.fable.terms import Attribute, Kind

Size = Annotated[int, msgspec.Meta(ge=1)]
Sizes = tuple[Size, Size]


class After(msgspec.Struct, frozen=True):
    """An effect of her own that may change a check after its dice fell (检定后): dice thrown again, or something added."""

    id: str
    name: Label
    dice: int = 0
    add: int = 0
    failing: bool = False
    """Only on a failure."""
    cost: tuple[Give, ...] = ()


class Roller(msgspec.Struct, frozen=True):
    """Somebody who rolls, and what she could pay and name: `who` is her id, empty where she has none."""

    who: str
    kind: Kind = Kind.PC
    fp: int = 0
    ultima: int = 0
    traits: tuple[str, ...] = ()
    bonds: tuple[Bond, ...] = ()
    live: bool = False
    """Whether she is asked only where it can matter."""
    after: tuple[After, ...] = ()
    """Effects that she may use on the dice."""
    used: tuple[str, ...] = ()
    """Those that she has used."""
    barred: bool = False
    """Whether an effect forbids her to invoke."""
    name: str = ""
    """What she is called."""

    @property
    def whose(self) -> Who | None:
        """Whose dice she throws; None for one without an id."""
        return actor(self.who) if self.who else None

    @property
    def asked(self) -> Who:
        """Who is asked; the GM for one without an id."""
        return actor(self.who) if self.who else GM

    @property
    def can_pay(self) -> bool:
        """Whether she has a point to invoke with."""
        return (self.fp if self.kind is Kind.PC else self.ultima) >= 1


class Side(msgspec.Struct, frozen=True, kw_only=True):
    """The short record of somebody in a check. With the `id` of a character, points, traits and bonds are hers."""

    id: str = ""
    kind: Kind = Kind.PC
    modifier: int = 0
    fp: int = 0
    ultima: int = 0
    traits: tuple[str, ...] = ()
    bonds: tuple[Bond, ...] = ()


def roller_of(who: str, character: Character, *, live: bool = False) -> Roller:
    """A character as a roller."""
    c = character
    return Roller(who, c.kind, c.fp, c.ultima, c.traits, c.bonds, live, name=c.called)


def roller_for(state: State, side: Side) -> Roller:
    """Somebody of a short record as a roller."""
    character = state.characters.get(side.id)
    if character is not None:
        return msgspec.structs.replace(roller_of(side.id, character, live=state.live), kind=side.kind)
    return Roller(side.id, side.kind, side.fp, side.ultima, side.traits, side.bonds)


class Goal(msgspec.Struct, frozen=True):
    """What a hand is thrown for: what is added to the dice, the numbers to reach, and what may be told of them (FAB-LIV-24)."""

    purpose: Aside[Say] = Aside(say("questions.purpose_check"))
    bonus: int = 0
    reach: tuple[int, ...] = ()
    """Every number that makes a better grade when it is reached: a DL, defences, tiers."""
    each: Aside[tuple[Label, ...]] = Aside(())
    """What each of these numbers is: whose defence, how many sections. Without one it is what `name` says."""
    added: Aside[tuple[Term, ...]] = Aside(())
    """The terms of the bonus, for the one who is asked."""
    name: str = "dl"
    """What the number is called: `dl`, `def`, `mdef`; empty where none is told."""
    veiled: bool = False
    """The number is hidden: every failure is asked about."""
    blind: bool = False
    """The result is not told either: anybody who can pay is asked."""
    climbing: bool = False
    """Every higher value is better (initiative)."""
    kind: str = "check"
    """Which kind of check it is, as a standing order names it (FAB-LIV-23)."""

    def grade(self, value: int, *, doubles: int) -> tuple[int, int]:
        """How good a value is (FAB-LIV-23): what it reaches; on an attack's double 1 also who takes minimum damage."""
        reached = sum(value >= number for number in self.reach)
        if self.climbing:
            return value, 0
        return reached, reached if self.attacks and doubles == 1 else len(self.reach)

    @property
    def attacks(self) -> bool:
        """Whether the numbers are defences."""
        return self.name in ("def", "mdef")


class Hand(msgspec.Struct, frozen=True):
    """Two dice on the table: what they are, what they show, and the bond that was invoked on them."""

    roller: Roller
    sizes: Sizes
    attributes: tuple[Attribute, ...] = ()
    faces: tuple[int, int] = (0, 0)
    bond: Bond | None = None
    goal: Goal = Goal()
    plus: tuple[Term, ...] = ()
    """What effects added after the dice fell."""

    @property
    def value(self) -> int:
        """The dice with everything that is added to them."""
        more = sum(int(one.value) for one in self.plus)
        return sum(self.faces) + (self.bond.strength if self.bond else 0) + self.goal.bonus + more

    @property
    @rule("FAB-DBL-1")
    def doubles(self) -> int:
        """双X: the number on both dice, 0 where they differ. Read off the final dice."""
        return self.faces[0] * (self.faces[0] == self.faces[1])

    @property
    @rule("FAB-PCK-3")
    def hr(self) -> int:
        """The higher of the two final dice."""
        return larger(*self.faces)

    def taken_up(self) -> "Hand":
        """The same dice before they are thrown again."""
        return msgspec.structs.replace(self, faces=(0, 0))

    def terms(self) -> tuple[Term, ...]:
        """Why the dice (and the bond) come to what they do."""
        dice = tuple(because(face, die_label(self, place), "FAB-PCK-1") for place, face in enumerate(self.faces))
        if self.bond is None:
            return (*dice, *self.plus)
        return (*dice, because(self.bond.strength, say("why.bond", target=self.bond.target), "FAB-PIN-2"), *self.plus)


def die_label(hand: Hand, place: int) -> Say:
    """What one of the dice is called."""
    if hand.attributes:
        return say("why.attribute", attribute=term(hand.attributes[place]), size=hand.sizes[place])
    return say("why.die", size=hand.sizes[place])


@rule("FAB-PCK-1")
async def thrown(hand: Hand) -> Hand:
    """Throw both dice: the first attribute's, then the second's."""
    first = await roll(d(hand.sizes[0]), die_label(hand, 0), who=hand.roller.whose)
    second = await roll(d(hand.sizes[1]), die_label(hand, 1), who=hand.roller.whose)
    return msgspec.structs.replace(hand, faces=(first.value, second.value))


async def rethrown(hand: Hand, dice: tuple[bool, bool]) -> Hand:
    """Some of the dice fall again; the new faces stand."""
    faces = list(hand.faces)
    for place, again in enumerate(dice):
        if again:
            faces[place] = (await roll(d(hand.sizes[place]), die_label(hand, place), who=hand.roller.whose)).value
    return msgspec.structs.replace(hand, faces=(faces[0], faces[1]))
