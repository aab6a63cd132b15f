"""Invoking: two dice in a hand, and what may be invoked on them (FAB-PIN).

A hand is thrown, then its owner is asked again and again whether she lets it stand. Nothing happens to the state here: the
hand carries what is left of her points, and the check that threw it settles them.
"""

from collections.abc import Callable, Iterable
from typing import Annotated

import msgspec

from ludex.core.asks import Option, choose, roll
from ludex.core.errors import RuleError
from ludex.core.explain import Term, because
from ludex.core.principals import GM, Who, actor
from ludex.core.rule import rule
from ludex.core.say import Say, say, term
from ludex.dice.pools import d
from ludex.systems.fable.options import Options
from ludex.systems.fable.sheet import Bond, Character
from ludex.systems.fable.state import State
from ludex.systems.fable.terms import Attribute, Kind

Size = Annotated[int, msgspec.Meta(ge=1)]
Sizes = tuple[Size, Size]

DICE = {"1": (True, False), "2": (False, True), "both": (True, True)}
TRAIT = Option("trait:<trait>:<which>", say("answers.trait"))
BOND = Option("bond:<target>")


class Roller(msgspec.Struct, frozen=True):
    """Somebody who rolls, and what she could pay and name: `who` is her id, empty where she has none."""

    who: str
    kind: Kind = Kind.PC
    fp: int = 0
    ultima: int = 0
    traits: tuple[str, ...] = ()
    bonds: tuple[Bond, ...] = ()

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


def roller_of(who: str, character: Character) -> Roller:
    """A character as a roller."""
    return Roller(who, character.kind, character.fp, character.ultima, character.traits, character.bonds)


def roller_for(state: State, side: Side) -> Roller:
    """Somebody of a short record as a roller."""
    character = state.characters.get(side.id)
    if character is not None:
        return msgspec.structs.replace(roller_of(side.id, character), kind=side.kind)
    return Roller(side.id, side.kind, side.fp, side.ultima, side.traits, side.bonds)


class Hand(msgspec.Struct, frozen=True):
    """Two dice on the table: what they are, what they show, and the bond that was invoked on them."""

    roller: Roller
    sizes: Sizes
    attributes: tuple[Attribute, ...] = ()
    faces: tuple[int, int] = (0, 0)
    bond: Bond | None = None

    @property
    @rule("FAB-DBL-1")
    def doubles(self) -> int:
        """双X: the number on both dice, 0 where they differ. Read off the final dice."""
        return self.faces[0] if self.faces[0] == self.faces[1] else 0

    @property
    @rule("FAB-PCK-3")
    def hr(self) -> int:
        """The higher of the two final dice."""
        return max(self.faces)

    def taken_up(self) -> "Hand":
        """The same dice before they are thrown again."""
        return msgspec.structs.replace(self, faces=(0, 0))

    def terms(self) -> tuple[Term, ...]:
        """Why the dice (and the bond) come to what they do."""
        dice = tuple(because(face, _label(self, place), "FAB-PCK-1") for place, face in enumerate(self.faces))
        if self.bond is None:
            return dice
        return (*dice, because(self.bond.strength, say("why.bond", target=self.bond.target), "FAB-PIN-2"))


def _label(hand: Hand, place: int) -> Say:
    if hand.attributes:
        return say("why.attribute", attribute=term(hand.attributes[place]), size=hand.sizes[place])
    return say("why.die", size=hand.sizes[place])


@rule("FAB-PCK-1")
async def thrown(hand: Hand) -> Hand:
    """Throw both dice: the first attribute's, then the second's."""
    first = await roll(d(hand.sizes[0]), _label(hand, 0))
    second = await roll(d(hand.sizes[1]), _label(hand, 1))
    return msgspec.structs.replace(hand, faces=(first.value, second.value))


async def invoked(hand: Hand, options: Options) -> Hand:
    """Ask whether the dice stand, as long as there is something to invoke and a point to pay it with."""
    return (await invoked_in_turn((hand,), options))[0]


Asked = Callable[[tuple[Hand, ...], tuple[Hand, ...]], Iterable[int]]
"""Who is asked again although she let her dice stand: by the hands before and after somebody's invocation."""


@rule("FAB-PIN-1", "FAB-PIN-2", "FAB-PIN-3")
async def invoked_in_turn(hands: tuple[Hand, ...], options: Options, again: Asked = lambda *_: ()) -> tuple[Hand, ...]:
    """Hands that were thrown at the same moment: their owners are asked in rounds, until all let their dice stand."""
    waiting = set(range(len(hands)))
    while asked := [place for place in sorted(waiting) if may_invoke(hands[place], options)]:
        for place in asked:
            hand = hands[place]
            about = str(place + 1) if len(hands) > 1 else ""
            answer = await choose(hand.roller.asked, _question(hand), _answers(hand), about=about, closed=False)
            if answer == "accept":
                waiting.discard(place)
                continue
            before, hands = hands, (*hands[:place], await _invoke(hand, answer), *hands[place + 1 :])
            waiting.update(again(before, hands))
    return hands


@rule("FAB-PIN-1", "FAB-PIN-2", "FAB-PIN-3")
def may_invoke(hand: Hand, options: Options) -> bool:
    """A PC pays FP for traits and one bond, a villain Ultima Points for traits, others cannot."""
    roller = hand.roller
    if hand.doubles == 1 and not options.invoke_on_double_one:  # Ruling FAB-E-29: there are no fumbles
        return False
    if roller.kind is Kind.PC:
        return roller.can_pay and bool(roller.traits or (roller.bonds and hand.bond is None))
    return roller.kind is Kind.VILLAIN and roller.can_pay and bool(roller.traits)


def _question(hand: Hand) -> Say:
    return say("questions.invoke", first=hand.faces[0], second=hand.faces[1], sum=sum(t.value for t in hand.terms()))


def _answers(hand: Hand) -> tuple[Option | str, ...]:
    """Let it stand, name a trait and the dice to reroll, or name a bond.

    Which trait is named makes no difference to the dice, so the first one is spelled out and the others are left to fill in.
    """
    first, *others = hand.roller.traits or ("",)
    spelled = tuple(
        Option(f"trait:{first}:{dice}", say(f"answers.trait_{dice}", trait=first)) for dice in DICE if first
    )
    fill = {"trait": tuple(others), "which": tuple(DICE)}
    typed = (msgspec.structs.replace(TRAIT, fill=fill),) if others else ()
    bonds = hand.roller.bonds if hand.roller.kind is Kind.PC and hand.bond is None else ()
    named = tuple(Option(f"bond:{b.target}", say("answers.bond", target=b.target, strength=b.strength)) for b in bonds)
    return (Option("accept", say("answers.accept")), *spelled, *named, *typed)


async def _invoke(hand: Hand, answer: str) -> Hand:
    """Carry out one invocation, or refuse it."""
    named = {f"trait:{trait}:{dice}": (trait, dice) for trait in hand.roller.traits for dice in DICE}
    typed = TRAIT.match(answer) or {}
    bond = BOND.match(answer)
    if answer in named or typed:
        return await _reroll(hand, *named.get(answer, tuple(typed.values())))
    if bond and hand.roller.kind is Kind.PC:
        return _lean_on(hand, bond["target"])
    raise _bad(hand, answer)


def _bad(hand: Hand, answer: str) -> RuleError:
    offered = [o if isinstance(o, str) else o.answer for o in _answers(hand)]
    return RuleError("bad_choice", answer=answer, options=offered)


@rule("FAB-PIN-1", "FAB-PIN-3")
async def _reroll(hand: Hand, trait: str, dice: str) -> Hand:
    """Pay a point and throw one die or both again; the new faces stand."""
    if trait not in hand.roller.traits:
        raise RuleError("unknown_trait", clause="FAB-PIN-1", trait=trait, traits=list(hand.roller.traits))
    if dice not in DICE:
        raise _bad(hand, f"trait:{trait}:{dice}")
    faces = list(hand.faces)
    for place, again in enumerate(DICE[dice]):
        if again:
            faces[place] = (await roll(d(hand.sizes[place]), _label(hand, place))).value
    return msgspec.structs.replace(hand, roller=_paid(hand.roller), faces=(faces[0], faces[1]))


@rule("FAB-PIN-2")
def _lean_on(hand: Hand, target: str) -> Hand:
    """Pay a point and add a bond's strength, once per check."""
    bond = next((b for b in hand.roller.bonds if b.target == target), None)
    if bond is None:
        raise RuleError("unknown_bond", clause="FAB-PIN-2", target=target, bonds=[b.target for b in hand.roller.bonds])
    if hand.bond is not None:
        raise RuleError("bond_already_invoked", clause="FAB-PIN-2", target=hand.bond.target)
    return msgspec.structs.replace(hand, roller=_paid(hand.roller), bond=bond)


def _paid(roller: Roller) -> Roller:
    """One point less: a Fabula Point, or a villain's Ultima Point (FAB-PFP-2, FAB-PFP-3)."""
    if roller.kind is Kind.PC:
        return msgspec.structs.replace(roller, fp=roller.fp - 1)
    return msgspec.structs.replace(roller, ultima=roller.ultima - 1)
