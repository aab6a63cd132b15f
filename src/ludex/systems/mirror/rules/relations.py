"""Relations (关系): emotions, attitudes, their shifts (MIR-REL); and Personality (人格): humanity, ego, madness, trauma, and favour that the GM hands out
(MIR-PER, MIR-TRA, MIR-CFL-2). Going mad is in the fold."""

from typing import Annotated

import msgspec
from msgspec.structs import replace

from ludex.core.asks import Option, choose, roll
from ludex.core.bounds import whole
from ludex.core.declaring import Actor, Deed, Implied, Meant
from ludex.core.deeds import PERSON, REST, Asked, Do, Field
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.fields import SHEET, STORY, flag, keyed, whom
from ludex.core.names import folded
from ludex.core.pairs import Pair
from ludex.core.principals import GM, actor
from ludex.core.rule import rule
from ludex.core.say import say, term
from ludex.dice.pools import d
from ludex.systems.mirror.events import FavourChanged, PersonalityChanged, RelationChanged, RelationEnded, TraumaNoted
from ludex.systems.mirror.kinds import Amount, ForPerson, Person, PersonOrSelf, Reason, StoryDeed, reading
from ludex.systems.mirror.kinds.reading import actor_named
from ludex.systems.mirror.rules.checks import pick
from ludex.systems.mirror.rules.sheets import AfterView, after
from ludex.systems.mirror.rules.windows import act, occurred
from ludex.systems.mirror.sheet import Character, Relation
from ludex.systems.mirror.state import State
from ludex.systems.mirror.terms import NEGATIVE, POSITIVE, Shift, check_known, check_word, key_of

TOP = 8
"""The highest value of a side (MIR-REL-5)."""

ESTABLISHING = 3
"""The shift that comes with a new relation (MIR-REL-6)."""

SPLIT = Option("positive:<positive>,negative:<negative>")
EMOTIONS = {"positive": POSITIVE, "negative": NEGATIVE}
SIDE = {Shift.IMPROVE: "positive", Shift.WORSEN: "negative"}


class RollEmotion(msgspec.Struct, frozen=True):
    side: str


class EmotionRolled(msgspec.Struct, frozen=True):
    emotion: str


class EstablishRelation(msgspec.Struct, frozen=True):
    """A new tie from one character to another; the GM may have said whether it improves or worsens (`kind`)."""

    actor: str
    target: str
    kind: str = ""


class RelationLine(Deed, names=("关系", "relate"), group="mind", said_by=STORY, example=".关系 山贼1"):
    """`.关系 山贼`: a new relation; `.关系 山贼 改善 2`: one that moves; `.关系 山贼 断`: its end."""

    actor: Actor
    target: Person
    amount: Annotated[int | None, Field("amount")] = None
    better: Annotated[bool, flag("better", "改善", "关系改善", "improve")] = False
    worse: Annotated[bool, flag("worse", "恶化", "关系恶化", "worsen")] = False
    end: Annotated[bool, flag("end", "断", "断绝", "结束", "end")] = False

    def do(self, asked: Asked) -> Do:
        kind = Shift.IMPROVE.value if self.better else Shift.WORSEN.value if self.worse else ""
        owner = asked.state.characters.get(self.actor)
        known = owner is not None and self.target in owner.relations
        if kind and (known or self.amount is not None) and not self.end:
            moved = ShiftRelation(actor=self.actor, target=self.target, amount=self.amount or 1, kind=kind)
            return Do("shift_relation", moved)
        procedure = "end_relation" if self.end else "establish_relation"
        return Do(procedure, EstablishRelation(self.actor, self.target, kind))


class ShiftRelation(Deed, does="shift_relation", group="mind", said_by=STORY):
    actor: Actor
    target: Person
    amount: Amount = 1
    kind: str


class Improve(ShiftRelation, names=("改善", "improve"), example=".改善 白 1"):
    """`.改善 山贼 2`."""

    kind: Annotated[str, Implied(lambda _asked: Shift.IMPROVE)]


class Worsen(ShiftRelation, names=("恶化", "worsen"), example=".恶化 白 1"):
    """`.恶化 山贼 2`."""

    kind: Annotated[str, Implied(lambda _asked: Shift.WORSEN)]


class AddEmotion(msgspec.Struct, frozen=True):
    """A further emotion for a tie; without one it is asked for."""

    actor: str
    target: str
    side: str
    emotion: str | None = None
    rolled: bool = False


LET_GO = ("放下", "去掉", "去", "忘", "忘却", "drop")
"""How a line lets an emotion go (MIR-REL-12)."""


def _sides(_state: State, _actor: str) -> dict[str, Pair]:
    """The two kinds of emotions, and letting one go."""
    return {**{one: reading.both(one) for one in EMOTIONS}, "drop": (LET_GO[0], LET_GO[-1])}


def _emotions(_state: State, _actor: str) -> dict[str, Pair]:
    return {**{one: reading.both(one) for several in EMOTIONS.values() for one in several}, "roll": ("掷", "roll")}


class EmotionLine(Deed, names=("感情", "emotion"), group="mind", example=".感情 正面"):
    """`.感情 白 正面 友善`, `.感情 白 负面 掷`: a further emotion; `.感情 白 放下 友善`: one less; `.感情 正面`: one by D10."""

    actor: Actor
    whom: Annotated[str, Field(among=reading.people_of, keys=("对", "of"))] = ""
    side: Annotated[str, Field(among=_sides, keys=("类", "side"))] = ""
    emotion: Annotated[
        str, Field(among=_emotions, keys=("情", "emotion")), Meant(lambda _, said: key_of(said or ""))
    ] = ""

    def do(self, asked: Asked) -> Do:
        said, feeling = self.side, self.emotion
        if not self.whom or not (said or feeling):
            return Do("roll_emotion", RollEmotion(key_of(self.whom or said)))
        target = actor_named(asked, self.whom)
        if folded(said) in LET_GO:
            return Do("drop_emotion", DropEmotion(self.actor, target, feeling))
        known = [one for several in EMOTIONS.values() for one in several]
        if said and not feeling and key_of(said) in known:
            feeling, said = key_of(said), ""  # `.感情 白 憧憬`
        side = key_of(said) if said else next((one for one, several in EMOTIONS.items() if feeling in several), "")
        if feeling in ("掷", "roll"):
            return Do("add_emotion", AddEmotion(self.actor, target, side, rolled=True))
        if feeling:
            check_known("unknown_emotion", feeling, known, clause="MIR-REL-2")
        return Do("add_emotion", AddEmotion(self.actor, target, side, feeling or None))


class EmotionAdded(msgspec.Struct, frozen=True):
    emotion: str
    added: bool
    emotions: tuple[str, ...]
    after: AfterView


class DropEmotion(msgspec.Struct, frozen=True):
    actor: str
    target: str
    emotion: str


class EmotionDropped(msgspec.Struct, frozen=True):
    emotions: tuple[str, ...]
    after: AfterView


class RelationOver(msgspec.Struct, frozen=True):
    relation_count: int
    after: AfterView


class RelationNow(msgspec.Struct, frozen=True, kw_only=True):
    positive: int
    negative: int
    positive_attitude: str
    negative_attitude: str
    emotions: tuple[str, ...]
    relation_count: int | None = None
    after: AfterView


@rule("MIR-REL-2")
async def roll_emotion(_state: State, given: RollEmotion) -> EmotionRolled:
    """D10 on the table of emotions."""
    check_known("unknown_side", given.side, EMOTIONS, clause="MIR-REL-2")
    return EmotionRolled(await _rolled(given.side))


async def _rolled(side: str) -> str:
    return EMOTIONS[side][(await roll(d(10), "rolls.emotion")).value - 1]


@rule("MIR-CHA-2", "MIR-REL-3", "MIR-REL-4", "MIR-REL-6")
async def establish_relation(state: State, given: EstablishRelation) -> RelationNow:
    """A new relation, one-way: the GM sets its direction, the owner the emotion and the split of 3."""
    character = state.in_play(given.actor)
    if given.target in character.relations:
        raise RuleError("relation_exists", clause="MIR-REL-6", target=_called(state, given.target))
    if len(character.relations) >= character.charm:
        raise RuleError("relations_full", clause="MIR-CHA-2", charm=character.charm)
    kind = Shift(given.kind) if given.kind else await _direction(state, character, given.target)
    emotion, _ = await _asked_emotion(character, SIDE[kind])
    relation = await _split(character, Relation(emotions=(emotion,)), kind, ESTABLISHING)
    state = await _happened(given.actor, given.target, relation, _lost(Relation(), relation, ESTABLISHING))
    return _report(state, given.actor, given.target, count=len(state.who(given.actor).relations))


async def _direction(state: State, character: Character, other: str) -> Shift:
    offered = [(s.value, say(f"answers.{s.value}", amount=ESTABLISHING), s) for s in Shift]
    return await pick(GM, say("questions.direction", who=character.called, other=_called(state, other)), offered)


def _called(state: State, who: str) -> str:
    """What somebody is called; one who is not at the table by the name she was given."""
    known = state.characters.get(who) or state.away.get(who)
    return known.called if known is not None else who


@rule("MIR-REL-12")
async def _asked_emotion(character: Character, side: str, held: tuple[str, ...] = ()) -> tuple[str, bool]:
    """An emotion of that side that the tie does not hold yet, picked or rolled (Ruling MIR-E-9), and whether it was rolled."""
    offered = [(f"emotion:{e}", term(e), e) for e in EMOTIONS[side] if e not in held]
    picked = await pick(
        actor(character.id), say("questions.emotion"), [*offered, ("roll", say("answers.roll_emotion"), "")]
    )
    return (picked, False) if picked else (await _rolled(side), True)


@rule("MIR-REL-5", "MIR-REL-7", "MIR-REL-8", "MIR-REL-9")
async def _split(character: Character, relation: Relation, kind: Shift, amount: int) -> Relation:
    """The owner splits the shift between both sides; values stay within 0 and 8, points beyond are lost."""
    splits = [(a, amount - a) for a in range(amount if amount <= TOP else -1, -1, -1)]
    idle = [split for split in splits if _shifted(relation, kind, *split) == relation]
    told = [*(split for split in splits if split not in idle), None, *idle]
    options = [_offer(kind, split, amount, idle=split in idle) for split in told]
    question = say(f"questions.split_{kind}", amount=amount, who=character.called)
    positive, negative = read_split(await choose(actor(character.id), question, options), amount)
    return _shifted(relation, kind, positive, negative)


@rule("MIR-LIV-60")
def _offer(kind: Shift, split: tuple[int, int] | None, amount: int, *, idle: bool) -> Option:
    """One way to split a shift, or one's own; what would change nothing says so."""
    if split is None:
        return replace(SPLIT, say=say("answers.split_free", amount=amount))
    positive, negative = split
    key = f"answers.split_{kind}"
    told = say(key, positive=positive, negative=negative)
    return Option(f"positive:{positive},negative:{negative}", say("answers.split_idle", split=told) if idle else told)


def _shifted(relation: Relation, kind: Shift, positive: int, negative: int) -> Relation:
    sign = 1 if kind is Shift.IMPROVE else -1
    return Relation(
        _clamped(relation.positive + sign * positive),
        _clamped(relation.negative - sign * negative),
        relation.emotions,
    )


def read_split(answer: str, amount: int) -> tuple[int, int]:
    """«positive:a,negative:b» as two sizes that make up the amount."""
    sizes = [whole(size) for size in (SPLIT.match(answer) or {}).values()]
    positive, negative = sizes if sizes else (None, None)
    if positive is None or negative is None:
        raise RuleError("bad_choice", answer=answer, options=[SPLIT.answer])
    if positive < 0 or negative < 0 or positive + negative != amount:
        raise RuleError("bad_split", clause="MIR-REL-7", positive=positive, negative=negative, amount=amount)
    return positive, negative


def _clamped(value: int) -> int:
    return min(TOP, max(0, value))


async def _happened(who: str, other: str, relation: Relation, past: int = 0) -> State:
    return await happen(RelationChanged(who, other, relation.positive, relation.negative, relation.emotions, past=past))


@rule("MIR-REL-9")
def _lost(old: Relation, new: Relation, amount: int) -> int:
    return amount - abs(new.positive - old.positive) - abs(new.negative - old.negative)


@rule("MIR-REL-7", "MIR-REL-8")
async def shift_relation(state: State, given: ShiftRelation) -> RelationNow:
    """Improve or worsen a relation by an amount that the owner splits."""
    _relation(state, state.in_play(given.actor), given.target)
    if given.amount < 1:
        raise RuleError("bad_amount", clause="MIR-REL-7", amount=given.amount)
    check_word(Shift, given.kind)
    state = await turned(state, given.actor, given.target, Shift(given.kind), given.amount)
    return _report(state, given.actor, given.target)


async def turned(state: State, who: str, other: str, kind: Shift, amount: int) -> State:
    """Her tie to somebody, better or worse by an amount that she splits."""
    character = state.who(who)
    old = _relation(state, character, other)
    split = await _split(character, old, kind, amount)
    return await _happened(who, other, split, _lost(old, split, amount))


def _relation(state: State, character: Character, other: str) -> Relation:
    if other not in character.relations:
        raise RuleError("no_relation", clause="MIR-REL-3", target=_called(state, other))
    return character.relations[other]


@rule("MIR-REL-12")
async def add_emotion(state: State, given: AddEmotion) -> EmotionAdded:
    """A further emotion, picked or rolled; a rolled one that is there already changes nothing."""
    character = state.in_play(given.actor)
    relation = _relation(state, character, given.target)
    check_known("unknown_side", given.side, EMOTIONS, clause="MIR-REL-2")
    if given.emotion is not None:
        check_known("unknown_emotion", given.emotion, EMOTIONS[given.side], clause="MIR-REL-2")
    if given.emotion:
        emotion, rolled = given.emotion, False
    elif given.rolled:
        emotion, rolled = await _rolled(given.side), True
    else:
        emotion, rolled = await _asked_emotion(character, given.side, relation.emotions)
    known = emotion in relation.emotions
    if known and not rolled:
        raise RuleError("emotion_known", clause="MIR-REL-12", emotion=term(emotion))
    if not known:
        relation = replace(relation, emotions=(*relation.emotions, emotion))
        state = await _happened(given.actor, given.target, relation)
    return EmotionAdded(emotion, not known, relation.emotions, after(state, given.actor))


@rule("MIR-REL-12")
async def drop_emotion(state: State, given: DropEmotion) -> EmotionDropped:
    """Let an emotion go while another is left."""
    relation = _relation(state, state.in_play(given.actor), given.target)
    check_known("unknown_emotion", given.emotion, relation.emotions, clause="MIR-REL-12")
    left = tuple(e for e in relation.emotions if e != given.emotion)
    if not left:
        raise RuleError("last_emotion", clause="MIR-REL-12", emotion=term(given.emotion))
    state = await _happened(given.actor, given.target, replace(relation, emotions=left))
    return EmotionDropped(left, after(state, given.actor))


@rule("MIR-REL-13", "MIR-CHA-2")
async def end_relation(state: State, given: EstablishRelation) -> RelationOver:
    """End a relation: its place is free again."""
    _relation(state, state.who(given.actor), given.target)
    state = await happen(RelationEnded(given.actor, given.target))
    return RelationOver(len(state.who(given.actor).relations), after(state, given.actor))


def _report(state: State, who: str, other: str, count: int | None = None) -> RelationNow:
    relation = state.who(who).relations[other]
    return RelationNow(
        positive=relation.positive,
        negative=relation.negative,
        positive_attitude=attitude("positive", relation.positive),
        negative_attitude=attitude("negative", relation.negative),
        emotions=relation.emotions,
        relation_count=count,
        after=after(state, who),
    )


@rule("MIR-REL-10")
def attitude(side: str, value: int) -> str:
    """0-2 indifferent; 3-5 approving or dissatisfied; 6-8 intimate or opposed."""
    if value <= 2:
        return "indifferent"
    if side == "positive":
        return "approving" if value <= 5 else "intimate"
    return "dissatisfied" if value <= 5 else "opposed"


# --- personality (人格): humanity, ego, madness, trauma, favour (MIR-PER, MIR-TRA) --------------------------------------

EGO_PER_SEGMENT = 2
"""Ego that trauma gives one character in a segment, at most (MIR-TRA-3)."""


class Trauma(
    StoryDeed, names=("创伤", "trauma"), does="trauma", group="mind", many=True, beside=PERSON, example=".创伤 1 谁=安"
):
    amount: Amount = 1
    actor: ForPerson
    reason: Reason = ""


class SpendHumanity(Deed, names=("人性", "humanity"), does="spend_humanity", group="mind", example=".人性 1"):
    actor: Actor
    amount: Amount = 1


class Traumatised(msgspec.Struct, frozen=True):
    madness: int
    ego: int
    ego_gain: int
    mad: bool
    after: AfterView


class HumanitySpent(msgspec.Struct, frozen=True):
    humanity: int
    madness: int
    mad: bool
    after: AfterView


def own_cost(asked: Asked, kinds: tuple[str, ...]) -> tuple[str, ...]:
    """What only costs herself: humanity or ego down, madness up."""
    costs = (asked["humanity"] or 0) <= 0 and (asked["ego"] or 0) <= 0 and (asked["madness"] or 0) >= 0
    return () if costs and whom(asked) in asked.controls else kinds


class ChangePersonality(
    StoryDeed, names=("人格", "self"), does="change_personality", group="mind", many=True, example=".人格 自我=1 谁=安"
):
    """`.人格 人性=+2 自我=-1`: signed changes from other causes."""

    humanity: Annotated[int, keyed("humanity", "人性", "humanity")] = 0
    ego: Annotated[int, keyed("ego", "自我", "ego")] = 0
    madness: Annotated[int, keyed("madness", "狂气", "madness")] = 0
    actor: ForPerson
    word = own_cost


class PersonalityNow(msgspec.Struct, frozen=True):
    humanity: int
    ego: int
    madness: int
    mad: bool
    after: AfterView


def own_price(asked: Asked, kinds: tuple[str, ...]) -> tuple[str, ...]:
    """A loss of one's own needs nobody's word (MIR-LIV-1)."""
    return () if asked["amount"] < 0 and whom(asked) in asked.controls else kinds


class GrantFavour(
    Deed,
    names=("宠爱", "favour", "favor"),
    does="grant_favour",
    group="mind",
    many=True,
    owner=SHEET,
    said_by=SHEET,
    example=".宠爱 安 1 守住了门",
):
    target: PersonOrSelf
    amount: Annotated[int, Field(keys=("点", "amount"))]
    reason: Reason = ""
    word = own_price


class FavourNow(msgspec.Struct, frozen=True):
    favour: int
    after: AfterView


class NoteTrauma(
    Deed, names=("精神创伤", "心结", "scar"), does="note_trauma", group="mind", example=".精神创伤 见不得镜子碎掉"
):
    actor: Actor
    text: Annotated[str, Field(kind=REST)]


class TraumasNoted(msgspec.Struct, frozen=True):
    traumas: tuple[str, ...]


def check_amount(amount: int, clause: str) -> None:
    if amount < 1:
        raise RuleError("bad_amount", clause=clause, amount=amount)


@rule("MIR-TRA-2", "MIR-TRA-3")
async def trauma(state: State, given: Trauma) -> Traumatised:
    """A trauma raises madness, and ego with it, by at most 2 in a segment and never above its maximum."""
    c = state.who(given.actor)
    check_amount(given.amount, "MIR-TRA-2")
    gain = max(0, min(given.amount, EGO_PER_SEGMENT - c.ego_gained, c.ego_max - c.ego))
    state = await happen(
        PersonalityChanged(c.id, c.humanity, c.ego + gain, c.madness + given.amount, c.ego_gained + gain)
    )
    course = act()
    state = await occurred(state, "trauma", doer=given.actor, course=course)
    if state.who(given.actor).mad and not c.mad:
        state = await occurred(state, "mad", doer=given.actor, course=course)
    now = state.who(given.actor)
    return Traumatised(now.madness, now.ego, gain, now.mad, after(state, given.actor))


@rule("MIR-PER-1")
async def spend_humanity(state: State, given: SpendHumanity) -> HumanitySpent:
    """Humanity removes as much madness."""
    c = state.in_play(given.actor)
    check_amount(given.amount, "MIR-PER-1")
    if given.amount > c.humanity:
        raise RuleError("not_enough_humanity", clause="MIR-PER-1", amount=given.amount, humanity=c.humanity)
    if given.amount > c.madness:
        raise RuleError("not_enough_madness", clause="MIR-PER-1", amount=given.amount, madness=c.madness)
    state = await happen(
        PersonalityChanged(c.id, c.humanity - given.amount, c.ego, c.madness - given.amount, c.ego_gained)
    )
    now = state.who(given.actor)
    return HumanitySpent(now.humanity, now.madness, now.mad, after(state, given.actor))


@rule("MIR-PER-1", "MIR-PER-2", "MIR-PER-4")
async def change_personality(state: State, given: ChangePersonality) -> PersonalityNow:
    """Changes from other causes; none falls below 0, ego not above Sensation."""
    c = state.who(given.actor)
    humanity, madness = max(0, c.humanity + given.humanity), max(0, c.madness + given.madness)
    wanted = max(0, c.ego + given.ego)
    ego = min(c.ego_max, wanted)
    state = await happen(PersonalityChanged(c.id, humanity, ego, madness, c.ego_gained, past=wanted - ego))
    now = state.who(given.actor)
    return PersonalityNow(now.humanity, now.ego, now.madness, now.mad, after(state, given.actor))


@rule("MIR-CFL-2")
async def grant_favour(state: State, given: GrantFavour) -> FavourNow:
    """The GM hands out favour, or it is spent; never below 0 (Ruling MIR-E-39)."""
    character = state.who(given.target)
    if given.amount == 0:
        raise RuleError("bad_amount", clause="MIR-CFL-2", amount=given.amount)
    check_favour(character, -given.amount)
    state = await happen(FavourChanged(given.target, character.favour + given.amount, given.reason))
    return FavourNow(state.who(given.target).favour, after(state, given.target))


def check_favour(character: Character, price: int) -> None:
    if price > character.favour:
        raise RuleError("not_enough_favour", clause="MIR-CFL-2", amount=price, favour=character.favour)


@rule("MIR-TRA-1")
async def note_trauma(state: State, given: NoteTrauma) -> TraumasNoted:
    """Write down a trauma of one's own; it is shown, not computed."""
    state.who(given.actor)
    state = await happen(TraumaNoted(given.actor, given.text))
    return TraumasNoted(state.who(given.actor).traumas)
