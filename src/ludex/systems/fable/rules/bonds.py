"""Bonds (羁绊) and their emotions (FAB-BON, FAB-PBO)."""

from collections.abc import Callable
from typing import Annotated

import msgspec
from msgspec.structs import replace

from ludex.core.asks import Asking, Option, choose, choose_all, roll
from ludex.core.declaring import Implied
from ludex.core.deeds import Field
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.fields import STORY
from ludex.core.principals import actor
from ludex.core.rule import rule
from ludex.core.say import say, term
from ludex.dice.pools import d
from ludex.systems.fable.content import EmotionEntry, shipped
from ludex.systems.fable.events import BondsOpen, BondsSet
from ludex.systems.fable.kinds import OfPeople, Own, offers, outside_rest
from ludex.systems.fable.sheet import Bond
from ludex.systems.fable.state import State
from ludex.systems.fable.terms import Emotion

STRONGEST = 3
MOST_BONDS = 6
PAIRS = 10


class AddEmotion(msgspec.Struct, frozen=True):
    """Who feels what towards whom. Left out, `bonds` are those of the owner's sheet. `rested`: it is her one change at the end of a rest."""

    owner: str
    target: str
    emotion: str
    bonds: tuple[Bond, ...] | None = None
    rested: bool = False


class FeelEmotion(
    AddEmotion, OfPeople, names=("羁绊", "bond"), does="bond_add", owner=STORY, example=".羁绊 白露 期待"
):
    """`.羁绊 白露 期待`; at the end of a rest a player's one change (FAB-LIV-13, FAB-LIV-55)."""

    owner: Own
    target: Annotated[str, Field(among=offers.others)]
    emotion: Annotated[Emotion, Field(refusal="unknown_emotion")]
    rested: Annotated[bool, Implied(lambda asked: not asked.gm and asked.actor in asked.state.bonding)] = False
    word = outside_rest


class Bonded(msgspec.Struct, frozen=True):
    strength: int
    emotions: tuple[str, ...]
    bonds: int


@rule("FAB-BON-2", "FAB-PBO-1", "FAB-PBO-2")
async def bond_add(state: State, given: AddEmotion) -> Bonded:
    """Make a bond, or strengthen one by another emotion."""
    after = with_emotion(bonds_of(state, given), given)
    if given.owner in state.characters:
        await happen(BondsSet(given.owner, after))
    if given.rested:
        await happen(BondsOpen(tuple(who for who in state.bonding if who != given.owner)))
    felt = next(bond for bond in after if bond.target == given.target)
    return Bonded(felt.strength, felt.emotions, len(after))


@rule("FAB-BON-2", "FAB-PBO-1")
def with_emotion(bonds: tuple[Bond, ...], given: AddEmotion) -> tuple[Bond, ...]:
    """Bonds with one emotion more, in the bond that there is or in a new one; refused where it cannot be."""
    bond = next((b for b in bonds if b.target == given.target), None)
    _check_emotion(given, bond, len(bonds))
    felt = Bond(given.target, (*(bond.emotions if bond else ()), given.emotion))
    return tuple(felt if b is bond else b for b in bonds) if bond else (*bonds, felt)


def bonds_of(state: State, given: AddEmotion) -> tuple[Bond, ...]:
    """The bonds in question: as given, else those of the owner's sheet."""
    if given.bonds is not None:
        return given.bonds
    owner = state.characters.get(given.owner)
    return owner.bonds if owner else ()


@rule("FAB-BON-1", "FAB-BON-2", "FAB-BON-3", "FAB-PBO-1")
def _check_emotion(given: AddEmotion, bond: Bond | None, bonds: int) -> None:
    emotion = emotion_of(given.emotion)
    felt = bond.emotions if bond else ()
    if given.target == given.owner:
        raise RuleError("bond_self", clause="FAB-PBO-1", owner=given.owner)
    if given.emotion in felt:
        raise RuleError("emotion_duplicate", clause="FAB-BON-3", emotion=term(given.emotion), target=given.target)
    if emotion.opposite in felt:  # Ruling FAB-E-2: the two of a pair exclude each other
        raise RuleError(
            "emotion_conflict", clause="FAB-BON-3", emotion=term(given.emotion), other=term(emotion.opposite)
        )
    if len(felt) >= STRONGEST:
        raise RuleError("bond_full", clause="FAB-BON-2", target=given.target, limit=STRONGEST)
    if bond is None and bonds >= MOST_BONDS:
        raise RuleError("too_many_bonds", clause="FAB-PBO-1", bonds=bonds, limit=MOST_BONDS)


def emotion_of(key: str) -> EmotionEntry:
    """One of the twenty emotions (FAB-BON-1), or `unknown_emotion`."""
    found = shipped().emotions.get(key)
    if found is None:
        raise RuleError("unknown_emotion", clause="FAB-BON-1", emotion=key, among=[term(one) for one in Emotion])
    return found


class RandomEmotion(OfPeople, names=("情绪", "emotion"), does="random_emotion", example=".情绪"):
    owner: Own = "actor"


class FoundEmotion(msgspec.Struct, frozen=True):
    pair: int
    emotion: str
    name: str


@rule("FAB-BON-4")
async def random_emotion(_state: State, given: RandomEmotion) -> FoundEmotion:
    """Roll the pair, then let the bond's owner pick the positive or the negative one."""
    rolled = await roll(d(PAIRS), "rolls.emotion")
    pair = [(key, e) for key, e in shipped().emotions.items() if e.pair == rolled.value]
    # Ruling FAB-E-2: the die picks the pair, the sign is a choice
    options = tuple(Option(e.sign, say("answers.emotion", emotion=term(key))) for key, e in pair)
    sign = await choose(actor(given.owner), "questions.emotion_sign", options)
    key, emotion = next((key, e) for key, e in pair if e.sign == sign)
    return FoundEmotion(rolled.value, key, emotion.name)


class DropBond(OfPeople, names=("断缘", "unbond"), does="bond_drop", owner=STORY, example=".断缘 白露"):
    owner: Own
    target: Annotated[str, Field(among=offers.bonded)]
    word = outside_rest


class BondDropped(msgspec.Struct, frozen=True):
    bonds: int


@rule("FAB-PBO-2")
async def bond_drop(state: State, given: DropBond) -> BondDropped:
    """Erase a bond, as one may when resting or when the GM says so."""
    before = state.characters[given.owner].bonds if given.owner in state.characters else ()
    after = tuple(b for b in before if b.target != given.target)
    if len(after) == len(before):
        raise RuleError("unknown_bond", clause="FAB-PBO-2", target=given.target, bonds=[b.target for b in before])
    await happen(BondsSet(given.owner, after))
    return BondDropped(len(after))


# ---------------------------------------------------------------------- at the end of a rest
class RestBonds(msgspec.Struct, frozen=True):
    people: tuple[str, ...]


class BondsChanged(msgspec.Struct, frozen=True):
    changes: dict[str, str]


NEW = Option("new:<target>:<emotion>", say("answers.rest_new"))
MORE = Option("more:<target>:<emotion>", say("answers.rest_more"))
OTHER = Option("change:<target>:<old>:<new>", say("answers.rest_change"))
SKIP = Option("skip", say("answers.skip"))


@rule("FAB-PBO-2")
async def rest_bonds(state: State, given: RestBonds) -> BondsChanged:
    """Every PC who rested is asked at once for one thing: a new bond, a new emotion, an emotion changed, or nothing (FAB-LIV-55)."""
    there = [who for who in given.people if who in state.characters]
    asking = {
        actor(who): Asking("questions.rest_bonds", _changes(state, who), about=who, judge=_judge(state, who))
        for who in there
    }
    said = await choose_all(asking)
    done = {who: said[actor(who)] for who in there}
    for who, answer in done.items():
        if answer != SKIP.answer:
            await happen(BondsSet(who, changed(state, who, answer)))
    await happen(BondsOpen(tuple(who for who in state.bonding if who not in given.people)))
    return BondsChanged(done)


def _changes(state: State, who: str) -> tuple[Option, ...]:
    """What she may do: with whom she has a bond, and what can be felt."""
    mine = state.characters[who].bonds
    others = tuple(c.called for key, c in state.characters.items() if key != who and not c.hidden)
    emotions = tuple(e.value for e in Emotion)
    found = [replace(NEW, fill={"target": others, "emotion": emotions})] if len(mine) < MOST_BONDS else []
    if mine:
        targets, open_ = tuple(b.target for b in mine), tuple(b.target for b in mine if b.strength < STRONGEST)
        found += [replace(MORE, fill={"target": open_, "emotion": emotions})] if open_ else []
        found.append(replace(OTHER, fill={"target": targets, "old": emotions, "new": emotions}))
    return (*found, SKIP)


def _judge(state: State, who: str) -> Callable[[str], None]:
    def judge(answer: str) -> None:
        if answer != SKIP.answer:
            changed(state, who, answer)

    return judge


def changed(state: State, who: str, answer: str) -> tuple[Bond, ...]:
    """Her bonds after the change that an answer names, or a refusal."""
    bonds = state.characters[who].bonds
    said = NEW.match(answer) or MORE.match(answer)
    swap = OTHER.match(answer)
    if swap is not None:
        bond = next((b for b in bonds if b.target == swap["target"]), None)
        old = Emotion.read(swap["old"], refusal="unknown_emotion", clause="FAB-BON-1").value
        if bond is None or old not in bond.emotions:
            raise RuleError("unknown_bond", clause="FAB-PIN-2", target=swap["target"], bonds=[b.target for b in bonds])
        kept = Bond(bond.target, tuple(e for e in bond.emotions if e != old))
        bonds = tuple(kept if b is bond else b for b in bonds)
        said = {"target": swap["target"], "emotion": swap["new"]}
    if said is None:
        raise RuleError("bad_choice", answer=answer, options=[one.say for one in (NEW, MORE, OTHER, SKIP)])
    emotion = Emotion.read(said["emotion"], refusal="unknown_emotion", clause="FAB-BON-1").value
    return with_emotion(bonds, AddEmotion(who, said["target"], emotion))
