"""Checks, the dice themselves, and Invoking: two dice in a hand, what they are thrown for, and what may be invoked on them (FAB-PCK-1, 3, FAB-DBL-1, FAB-PIN).

A hand is thrown, then its owner is asked again and again whether she lets it stand. Nothing happens to the state here: the
hand carries what is left of her points, and the check that threw it settles them.
"""

from collections.abc import Callable, Iterable
from typing import Annotated

import msgspec

from ludex.core.asks import Aside, Asking, Option, choose, choose_all, roll
from ludex.core.effects.records import Give
from ludex.core.errors import RuleError
from ludex.core.explain import Term, because
from ludex.core.hints import larger
from ludex.core.principals import GM, Who, actor
from ludex.core.rule import rule
from ludex.core.say import Label, Say, say, term
from ludex.dice.pools import d
from ludex.systems.fable.options import Options
from ludex.systems.fable.rules.describing import as_offered
from ludex.systems.fable.sheet import Bond, Character
from ludex.systems.fable.state import State
from ludex.systems.fable.terms import Attribute, Emotion, Kind

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
        return actor(self.who) if self.who else GM

    @property
    def can_pay(self) -> bool:
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
    c = character
    return Roller(who, c.kind, c.fp, c.ultima, c.traits, c.bonds, live, name=c.called)


def roller_for(state: State, side: Side) -> Roller:
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
    aimed: tuple[str, ...] = ()
    """Whose defences the numbers are."""
    odds: tuple[str, ...] | None = None
    """Which outputs of the act the check decides for the one who rolls, where it is not the act's own (FAB-LIV-24)."""

    def grade(self, value: int, *, doubles: int) -> tuple[int, int]:
        """How good a value is (FAB-LIV-23): what it reaches; on an attack's double 1 also who takes minimum damage."""
        reached = sum(value >= number for number in self.reach)
        if self.climbing:
            return value, 0
        return reached, reached if self.attacks and doubles == 1 else len(self.reach)

    @property
    def attacks(self) -> bool:
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
    missed: int = 0
    """The highest value that she was asked about: against what is hidden it was a miss (FAB-LIV-42)."""

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
        return larger(*self.faces)

    def taken_up(self) -> "Hand":
        return msgspec.structs.replace(self, faces=(0, 0))

    def terms(self) -> tuple[Term, ...]:
        """Why the dice (and the bond) come to what they do."""
        dice = tuple(because(face, die_label(self, place), "FAB-PCK-1") for place, face in enumerate(self.faces))
        if self.bond is None:
            return (*dice, *self.plus)
        return (*dice, because(self.bond.strength, say("why.bond", target=self.bond.target), "FAB-PIN-2"), *self.plus)


def die_label(hand: Hand, place: int) -> Say:
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


# ---------------------------------------------------------------------- invoking
DICE = {"1": (True, False), "2": (False, True), "both": (True, True)}
SPOKEN = {"两颗": "both", "都": "both"}
WHICH = {"1": say("answers.die_1"), "2": say("answers.die_2"), "both": say("answers.die_both")}
TRAIT = Option("trait:<trait>:<which>", say("answers.trait"), called=WHICH)
BOND = Option("bond:<target>")


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
    """At a table all who can pay are asked at once; what they throw again falls in list order (FAB-LIV-25).

    Where it cannot matter the table answers for a player (FAB-LIV-23); that an NPC could pay is shown to nobody.
    """
    waiting = set(range(len(hands)))
    while asked := [
        n
        for n in sorted(waiting)
        if may_invoke(hands[n], options) and (hands[n].roller.kind is Kind.PC or matters(hands[n]))
    ]:
        place = {hands[n].roller.asked: n for n in reversed(asked)}
        asking = {who: _asking(hands[n], str(n + 1) if len(hands) > 1 else "") for who, n in place.items()}
        answers = await choose_all(asking)
        for n in (n for n in asked if hands[n].goal.veiled):
            one = msgspec.structs.replace(hands[n], missed=max(hands[n].missed, hands[n].value))
            hands = (*hands[:n], one, *hands[n + 1 :])
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
    if answer == "accept":
        return
    typed, bond = TRAIT.match(answer), BOND.match(answer)
    if answer.startswith("effect:"):
        _check_effect(hand, answer)
    elif typed:
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
    tops = [hand.value - face + size for face, size in zip(hand.faces, hand.sizes, strict=True)]
    both = hand.value - sum(hand.faces) + sum(hand.sizes)
    if roller.traits and roller.can_pay and not roller.barred:
        best = max(best, goal.grade(both, doubles=0))
    for one in ready(hand):
        reached = both if one.dice > 1 else max(tops) if one.dice else hand.value + one.add
        best = max(best, goal.grade(reached, doubles=0 if one.dice else doubles))
    if roller.kind is Kind.PC and roller.bonds and roller.can_pay and not roller.barred and hand.bond is None:
        leaning = max(bond.strength for bond in roller.bonds)
        best = max(best, goal.grade(hand.value + leaning, doubles=doubles))
    return best > now


@rule("FAB-PIN-1", "FAB-PIN-2", "FAB-PIN-3")
def may_invoke(hand: Hand, options: Options) -> bool:
    """A PC pays FP for traits and one bond, a villain Ultima Points for traits, others cannot."""
    roller = hand.roller
    if hand.doubles == 1 and not options.invoke_on_double_one:  # Ruling FAB-E-29: there are no fumbles
        return False
    if ready(hand):
        return True
    if roller.barred:
        return False
    if roller.kind is Kind.PC:
        return roller.can_pay and bool(roller.traits or (roller.bonds and hand.bond is None))
    return roller.kind is Kind.VILLAIN and roller.can_pay and bool(roller.traits)


def ready(hand: Hand) -> tuple[After, ...]:
    """Her own 检定后 effects that she may use on these dice now."""
    goal = hand.goal
    failed = goal.veiled or goal.blind or not goal.reach or hand.value < max(goal.reach)
    return tuple(one for one in hand.roller.after if one.id not in hand.roller.used and (failed or not one.failing))


def _question(hand: Hand) -> Say:
    roller = hand.roller
    return say(
        "questions.invoke",
        purpose=hand.goal.purpose.shown,
        first=hand.faces[0],
        second=hand.faces[1],
        added=_added(hand),
        value=hand.value,
        goal=_reaching(hand),
        points=say("questions.fp_left", n=roller.fp)
        if roller.kind is Kind.PC
        else say("questions.ultima_left", n=roller.ultima),
        useful=bool(not roller.live or matters(hand)),
        kind=hand.goal.kind,
        **_tells(hand),
    )


@rule("FAB-LIV-24", "FAB-LIV-42")
def _tells(hand: Hand) -> dict[str, object]:
    """What the odds of the answers are about, and what being asked tells: against a hidden defence that it was missed."""
    goal = hand.goal
    about: dict[str, object] = {} if goal.odds is None else {"decides": goal.odds}
    if not (goal.veiled and goal.attacks and hand.roller.live):
        return about
    return {**about, "aimed": goal.aimed, "versus": goal.name, "least": max(hand.missed, hand.value) + 1}


def _added(hand: Hand) -> Say | str:
    """What is added to the dice, each by its name (FAB-LIV-24)."""
    known = (*hand.goal.added.shown, *hand.terms()[len(hand.faces) :])
    terms = [say("questions.plus", n=one.value, name=one.label) for one in known]
    return say("questions.added", terms=terms) if terms else ""


def _reaching(hand: Hand) -> Say | str:
    """What the value is held against, by its name, and how much is missing; a question mark where it is hidden (FAB-LIV-24).

    An attack names every target that it does not reach yet, any other check the next number.
    """
    goal = hand.goal
    if not goal.reach or not goal.name:
        return ""
    labels = goal.each.shown or (say(f"questions.goal_{goal.name}"),) * len(goal.reach)
    if goal.veiled or goal.blind:
        return say("questions.goals", goals=[say("questions.goal_hidden", name=one) for one in dict.fromkeys(labels)])
    numbers = sorted(zip(goal.reach, range(len(labels)), labels, strict=True), key=lambda one: one[:2])
    wanted = [one for one in numbers if one[0] > hand.value] or numbers[-1:]
    told = [
        say("questions.goal", name=name, number=number, missing=max(0, number - hand.value))
        for number, _, name in (wanted if goal.attacks else wanted[:1])
    ]
    return say("questions.goals", goals=told)


def _answers(hand: Hand) -> tuple[Option | str, ...]:
    """Let it stand, name a trait and the dice to reroll, name a bond, or use an effect of one's own.

    The places never move (FAB-LIV-24): 1 to let it stand, 2 to 4 by the first trait, then every bond, her effects, another trait.
    What cannot be taken now keeps its place and says why; which trait is named makes no difference to the dice.
    """
    roller = hand.roller
    first, *others = roller.traits or ("",)
    why = _barred(roller)
    spelled = tuple(
        _option(
            f"trait:{first}:{dice}",
            _weighed(hand, say(f"answers.trait_{dice}", trait=first), dice=dice),
            why,
            say(f"told.invoked_{dice}", who=roller.name, trait=first),
        )
        for dice in DICE
        if first
    )
    fill = {"trait": tuple(others), "which": tuple(DICE)}
    told = say("told.invoked_trait", who=roller.name, trait="")
    typed = (msgspec.structs.replace(TRAIT, fill=fill, told=told),) if others and not why else ()
    return (Option("accept", say("answers.accept")), *spelled, *_bonds(hand, why), *_effects(hand), *typed)


@rule("FAB-LIV-24")
def _weighed(hand: Hand, said: Say, *, dice: str = "", add: int = 0) -> Say:
    """An answer with the chance of a higher value, where that is all it is for (initiative); other odds stand beside their answers."""
    if not (hand.goal.climbing and hand.roller.live):
        return said
    again = [
        range(1, size + 1) if new else (face,)
        for size, face, new in zip(hand.sizes, hand.faces, DICE.get(dice, (False, False)), strict=True)
    ]
    sums = [a + b + add for a in again[0] for b in again[1]]
    tenths = (2000 * sum(one > sum(hand.faces) for one in sums) + len(sums)) // (2 * len(sums))
    return say("answers.higher", answer=said, chance=f"{tenths // 10}.{tenths % 10}%")


def _option(answer: str, said: Say, why: Say | None, told: Say | None = None) -> Option:
    """An answer with how it is told, or, where it cannot be taken now, its place with the reason."""
    return Option(answer, say("answers.cannot", answer=said, why=why)) if why else Option(answer, said, told=told)


def _barred(roller: Roller) -> Say | None:
    if roller.barred:
        return say("why.no_invoking")
    return None if roller.can_pay or not roller.live else say("why.no_points")


def _bonds(hand: Hand, why: Say | None) -> tuple[Option, ...]:
    """Every bond in its place; only one may be invoked on a check."""
    roller = hand.roller
    if roller.kind is not Kind.PC or (not roller.live and hand.bond is not None):
        return ()
    once = why or (say("why.bond_used") if hand.bond is not None else None)
    return tuple(
        _option(
            f"bond:{b.target}",
            _weighed(hand, _bond_said(b), add=b.strength),
            once,
            say("told.invoked_bond", who=roller.name, target=b.target, n=b.strength),
        )
        for b in roller.bonds
    )


def _bond_said(bond: Bond) -> Say:
    emotions = [term(Emotion.read(e)) for e in bond.emotions]
    return say("answers.bond", target=bond.target, strength=bond.strength, emotions=emotions)


def _effects(hand: Hand) -> tuple[Option, ...]:
    """Her own 检定后 effects: one die is picked where it throws one."""
    able = {one.id for one in ready(hand)}
    found: list[Option] = []
    for one in hand.roller.after:
        why = None if one.id in able else say("why.effect_used" if one.id in hand.roller.used else "why.only_failing")
        cost = [say("effects.give", how=say(f"effects.gives.{g.how}"), by=g.by) for g in one.cost] or [
            say("effects.free")
        ]
        for which in ("1", "2") if one.dice == 1 else ("both",) if one.dice else ("add",):
            said = say(f"answers.effect_{which}", effect=one.name, cost=cost, add=one.add)
            told = say("told.used_effect", who=hand.roller.name, effect=one.name)
            found.append(_option(f"effect:{one.id}:{which}", said, why, told))
    return tuple(found)


async def _invoke(hand: Hand, answer: str) -> Hand:
    if answer.startswith("effect:"):
        return await _use_effect(hand, answer)
    named = {f"trait:{trait}:{dice}": (trait, dice) for trait in hand.roller.traits for dice in DICE}
    typed = TRAIT.match(answer) or {}
    bond = BOND.match(answer)
    if answer in named or typed:
        return await _reroll(hand, *named.get(answer, tuple(typed.values())))
    if bond and hand.roller.kind is Kind.PC:
        return _lean_on(hand, bond["target"])
    raise _bad(hand, answer)


def _check_effect(hand: Hand, answer: str) -> tuple[After, str]:
    """The effect that an answer names, and on which dice; refused where it cannot be used now."""
    said, _, which = answer.removeprefix("effect:").rpartition(":")
    found = next((one for one in ready(hand) if one.id == said), None)
    if found is None:
        raise _bad(hand, answer)
    return found, which


async def _use_effect(hand: Hand, answer: str) -> Hand:
    """Use an effect of one's own on the dice; the check pays for it when it is settled."""
    one, which = _check_effect(hand, answer)
    roller = msgspec.structs.replace(hand.roller, used=(*hand.roller.used, one.id))
    hand = msgspec.structs.replace(hand, roller=roller)
    if not one.dice:
        return msgspec.structs.replace(
            hand, plus=(*hand.plus, because(one.add, say("why.named", name=one.name), "FAB-LIV-36"))
        )
    return await rethrown(hand, DICE.get(which, DICE["both"]))


def _bad(hand: Hand, answer: str) -> RuleError:
    return RuleError("bad_choice", answer=answer, options=[as_offered(one) for one in _answers(hand)])


@rule("FAB-PIN-1", "FAB-PIN-3")
async def _reroll(hand: Hand, trait: str, dice: str) -> Hand:
    """Pay a point and throw one die or both again; the new faces stand."""
    dice = _check_reroll(hand, trait, dice)
    return await rethrown(msgspec.structs.replace(hand, roller=_paid(hand.roller)), DICE[dice])


def _check_reroll(hand: Hand, trait: str, dice: str) -> str:
    """Refuse a trait that she does not have, and dice that are not there; which dice."""
    if hand.roller.live and _barred(hand.roller):
        raise _bad(hand, f"trait:{trait}:{dice}")
    if trait not in hand.roller.traits:
        raise RuleError("unknown_trait", clause="FAB-PIN-1", trait=trait, traits=list(hand.roller.traits))
    which = SPOKEN.get(dice.strip(), dice)
    if which not in DICE:
        raise _bad(hand, f"trait:{trait}:{dice}")
    return which


@rule("FAB-PIN-2")
def _lean_on(hand: Hand, target: str) -> Hand:
    bond = next((b for b in hand.roller.bonds if b.target == target), None)
    if bond is None:
        raise RuleError("unknown_bond", clause="FAB-PIN-2", target=target, bonds=[b.target for b in hand.roller.bonds])
    if hand.bond is not None:
        raise RuleError("bond_already_invoked", clause="FAB-PIN-2", target=hand.bond.target)
    if hand.roller.live and _barred(hand.roller):
        raise _bad(hand, f"bond:{target}")
    return msgspec.structs.replace(hand, roller=_paid(hand.roller), bond=bond)


def _paid(roller: Roller) -> Roller:
    """One point less: a Fabula Point, or a villain's Ultima Point (FAB-PFP-2, FAB-PFP-3)."""
    if roller.kind is Kind.PC:
        return msgspec.structs.replace(roller, fp=roller.fp - 1)
    return msgspec.structs.replace(roller, ultima=roller.ultima - 1)
