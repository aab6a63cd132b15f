"""Invoking: two dice in a hand, and what may be invoked on them (FAB-PIN).

A hand is thrown, then its owner is asked again and again whether she lets it stand. Nothing happens to the state here: the
hand carries what is left of her points, and the check that threw it settles them.
"""

from collections.abc import Callable, Iterable
from typing import Annotated

import msgspec

from ludex.core.asks import Aside, Asking, Option, choose, choose_all, roll
from ludex.core.errors import RuleError
from ludex.core.explain import Term, because
from ludex.core.hints import larger
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
SPOKEN = {"两颗": "both", "都": "both"}
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
    live: bool = False
    """Whether she is asked only where it can matter."""

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
    return Roller(who, character.kind, character.fp, character.ultima, character.traits, character.bonds, live)


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
    name: str = "dl"
    """What the number is called: `dl`, `def`, `mdef`; empty where none is told."""
    veiled: bool = False
    """The number is hidden: every failure is asked about."""
    blind: bool = False
    """The result is not told either: whoever can pay is asked."""
    climbing: bool = False
    """Every higher value is better (initiative)."""

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

    @property
    def value(self) -> int:
        """The dice with everything that is added to them."""
        return sum(self.faces) + (self.bond.strength if self.bond else 0) + self.goal.bonus

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
    first = await roll(d(hand.sizes[0]), _label(hand, 0), who=hand.roller.whose)
    second = await roll(d(hand.sizes[1]), _label(hand, 1), who=hand.roller.whose)
    return msgspec.structs.replace(hand, faces=(first.value, second.value))


async def invoked(hand: Hand, options: Options) -> Hand:
    """Ask whether the dice stand, as long as there is something to invoke and a point to pay it with."""
    return (await invoked_in_turn((hand,), options))[0]


Asked = Callable[[tuple[Hand, ...], tuple[Hand, ...]], Iterable[int]]
"""Who is asked again although she let her dice stand: by the hands before and after somebody's invocation."""


@rule("FAB-PIN-1", "FAB-PIN-2", "FAB-PIN-3")
async def invoked_in_turn(hands: tuple[Hand, ...], options: Options, again: Asked = lambda *_: ()) -> tuple[Hand, ...]:
    """Hands that were thrown at the same moment: their owners are asked in rounds, until all let their dice stand."""
    if any(hand.roller.live for hand in hands):
        return await _invoked_live(hands, options, again)
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


async def _invoked_live(hands: tuple[Hand, ...], options: Options, again: Asked) -> tuple[Hand, ...]:
    """At a table: only those are asked to whom it can matter, all at once; what they throw again falls in list order (FAB-LIV-25)."""
    waiting = set(range(len(hands)))
    while asked := [n for n in sorted(waiting) if may_invoke(hands[n], options) and matters(hands[n])]:
        place = {hands[n].roller.asked: n for n in reversed(asked)}
        asking = {who: _asking(hands[n], str(n + 1) if len(hands) > 1 else "") for who, n in place.items()}
        answers = await choose_all(asking)
        for who, n in sorted(place.items(), key=lambda one: one[1]):
            if answers[who] == "accept":
                waiting.discard(n)
                continue
            before, hands = hands, (*hands[:n], await _invoke(hands[n], answers[who]), *hands[n + 1 :])
            waiting.update(again(before, hands))
    return hands


def _asking(hand: Hand, about: str) -> Asking:
    return Asking(_question(hand), _answers(hand), about, judge=lambda answer: _judge(hand, answer))


def _judge(hand: Hand, answer: str) -> None:
    """Refuse an answer that names nothing she could invoke."""
    if answer == "accept":
        return
    typed, bond = TRAIT.match(answer), BOND.match(answer)
    if typed:
        _check_reroll(hand, typed["trait"], typed["which"])
    elif bond and hand.roller.kind is Kind.PC:
        _lean_on(hand, bond["target"])
    else:
        raise _bad(hand, answer)


def matters(hand: Hand) -> bool:
    """Whether some answer but letting it stand can bring a better grade; what she may not know decides nothing (FAB-LIV-23)."""
    goal, doubles = hand.goal, hand.doubles
    if goal.blind:
        return True
    now = goal.grade(hand.value, doubles=doubles)
    if not goal.climbing and now >= (len(goal.reach), len(goal.reach)):
        return False
    if goal.veiled:
        return True
    roller, best = hand.roller, now
    if roller.traits:
        top = hand.value - sum(hand.faces) + sum(hand.sizes)
        best = max(best, goal.grade(top, doubles=0))
    if roller.kind is Kind.PC and roller.bonds and hand.bond is None:
        leaning = max(bond.strength for bond in roller.bonds)
        best = max(best, goal.grade(hand.value + leaning, doubles=doubles))
    return best > now


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
    roller = hand.roller
    return say(
        "questions.invoke",
        purpose=hand.goal.purpose.shown,
        first=hand.faces[0],
        second=hand.faces[1],
        value=hand.value,
        goal=_reaching(hand),
        points=roller.fp if roller.kind is Kind.PC else roller.ultima,
    )


def _reaching(hand: Hand) -> Say | str:
    """The number to reach, by its name, and how much is missing; a question mark where it is hidden."""
    goal = hand.goal
    if not goal.reach or not goal.name:
        return ""
    name = say(f"questions.goal_{goal.name}")
    if goal.veiled or goal.blind:
        return say("questions.goal_hidden", name=name)
    wanted = [n for n in goal.reach if n > hand.value]
    missing = min(wanted) - hand.value if wanted else 0
    return say("questions.goal", name=name, number=min(wanted, default=max(goal.reach)), missing=missing)


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
    dice = _check_reroll(hand, trait, dice)
    faces = list(hand.faces)
    for place, again in enumerate(DICE[dice]):
        if again:
            faces[place] = (await roll(d(hand.sizes[place]), _label(hand, place), who=hand.roller.whose)).value
    return msgspec.structs.replace(hand, roller=_paid(hand.roller), faces=(faces[0], faces[1]))


def _check_reroll(hand: Hand, trait: str, dice: str) -> str:
    """Refuse a trait that she does not have, and dice that are not there; which dice."""
    if trait not in hand.roller.traits:
        raise RuleError("unknown_trait", clause="FAB-PIN-1", trait=trait, traits=list(hand.roller.traits))
    which = SPOKEN.get(dice.strip(), dice)
    if which not in DICE:
        raise _bad(hand, f"trait:{trait}:{dice}")
    return which


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
