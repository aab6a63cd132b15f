"""Joins Duration (时效), Willing and stacking (自愿, 叠加) and time: how effects begin, count down and end (MIR-DUR, MIR-VOL, MIR-STK, MIR-TIM)."""

import re
from collections.abc import Mapping
from typing import Annotated

import msgspec
from msgspec.structs import replace

from ludex.core.asks import roll
from ludex.core.bounds import whole
from ludex.core.declaring import Deed
from ludex.core.deeds import ANYONE, CLOCK, Asked, Do, Field
from ludex.core.effects.records import Effect
from ludex.core.effects.windows import Course
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.fields import flag, keyed
from ludex.core.plain import Plain
from ludex.core.principals import EVERYBODY, GM, Who, actor
from ludex.core.rule import rule
from ludex.core.say import say
from ludex.dice.pools import Sum, total_of
from ludex.systems.mirror.content import EffectRecord, library, shown
from ludex.systems.mirror.effects.vocabulary import BONUS, PENALTY, effect_of
from ludex.systems.mirror.events import EffectAdded, EffectExtended, EffectsCounted, EffectsEnded
from ludex.systems.mirror.kinds import TAGS, WHO, EffectNamed, Person, Query, StoryDeed, closed
from ludex.systems.mirror.rules.actions import ActionGiven, check_turn, fights, used
from ludex.systems.mirror.rules.authoring import tag_of
from ludex.systems.mirror.rules.checks import pick
from ludex.systems.mirror.rules.damage import immune
from ludex.systems.mirror.rules.windows import act, occurred, told_ended
from ludex.systems.mirror.state import Duration, Lasting, State
from ludex.systems.mirror.terms import Unit, check_word, said

FOCUS_ROUNDS = 2
"""Focus lasts to the end of the next round: two round ends (MIR-DUR-4)."""

LONGER = (
    Unit.TICK_END, Unit.TICK, Unit.UNTIL_TURN_END, Unit.TURN_END, Unit.TURN_START, Unit.ROUND_END, Unit.ROUND, Unit.FOCUS, Unit.USES,
    Unit.SCENE, Unit.SEGMENT, Unit.UNIT, Unit.CONDITION, Unit.PERMANENT,
)  # fmt: skip
"""Units of time, from the shortest."""

UNCOUNTED = (Unit.CONDITION, Unit.PERMANENT)


class EffectGiven(msgspec.Struct, frozen=True):
    """An effect to begin. `voluntary` ones work on the willing alone; `by` keeps it up (the target, if nobody is named)."""

    id: str
    name: str
    target: str
    duration: Duration
    tags: tuple[str, ...] = ()
    harmful: bool = False
    voluntary: bool = False
    by: str = ""
    record: Effect = Effect()
    level: int = 0


class AddEffect(msgspec.Struct, frozen=True):
    effect: EffectGiven


class EffectLine(StoryDeed, names=("效果", "fx", "effect"), group="conflict", example=".效果 迷雾 安 单位=轮 数=2"):
    """`.效果 迷雾 安 单位=轮 数=3`: an effect with a duration."""

    name: Annotated[str, Field()]
    target: Person
    unit: Annotated[str, closed("unit", Unit, "单位", "unit")] = Unit.ROUND
    number: Annotated[int, keyed("number", "数", "n")] = 1
    roll: Annotated[str | None, keyed("roll", "骰", "roll")] = None
    ends_on: Annotated[tuple[str, ...], keyed("ends_on", "止于", "until")] = ()
    tags: Annotated[tuple[str, ...], TAGS] = ()
    modifiers: Annotated[tuple[str, ...], keyed("modifiers", "修正", "mod", "m")] = ()
    id: Annotated[str, keyed("id", "编号", "id")] = ""
    level: Annotated[int, keyed("level", "等级", "level")] = 0
    harmful: Annotated[bool, flag("harmful", "有害", "harmful")] = False
    voluntary: Annotated[bool, flag("voluntary", "自愿", "willing")] = False

    def do(self, asked: Asked) -> Do:
        """The effect; of one whose length is rolled only the GM hears."""
        taken = {x.id for x in asked.state.effects}
        numbered = (f"{self.name}{n or ''}" for n in range(len(taken) + 1))
        given = EffectGiven(
            id=self.id or next(one for one in numbered if one not in taken),
            name=self.name,
            target=self.target,
            duration=Duration(unit=self.unit, n=self.number, roll=self.roll, ends_on=self.ends_on),
            tags=tuple(tag_of(tag) for tag in self.tags),
            level=self.level,
            harmful=self.harmful,
            voluntary=self.voluntary,
            record=_numbers(self.name, self.modifiers) if self.modifiers else Effect(),
        )
        return Do("add_effect", AddEffect(given), (GM,) if self.roll else (EVERYBODY,))


@rule("MIR-LIV-31")
def _numbers(name: str, modifiers: tuple[str, ...]) -> Effect:
    """«运动+2», «闪避-1» as the modifiers of an effect."""
    plain: list[Plain] = []
    for text in modifiers:
        found = re.fullmatch(r"(.+?)([+-]\d{1,4})", text)
        if found is None:
            raise RuleError("bad_pair", text=text)
        number = int(found[2])
        plain.append({"quantity": found[1], BONUS if number >= 0 else PENALTY: abs(number)})
    effect, problems = effect_of({"modifiers": plain}, name)
    if problems:
        raise RuleError("bad_content", clause="MIR-LIV-31", problems=problems)
    return effect


class EffectSettled(msgspec.Struct, frozen=True, kw_only=True):
    """Whether it applies, how long, who was asked, and what it replaced."""

    result: str
    hidden: bool = False
    remaining: int | None = None
    asked: str | None = None
    replaced: str | None = None


class RemoveEffect(StoryDeed, names=("解除", "dispel"), does="remove_effect", group="conflict", example=".解除 迷雾"):
    effect: EffectNamed


class FocusGiven(msgspec.Struct, frozen=True):
    """A focus effect to extend; `actor` keeps it up, and in a conflict uses 【聚焦】 for it. Without an effect one of hers is meant."""

    effect: str = ""
    actor: str = ""


class FocusLine(Deed, names=("聚焦", "focus"), group="conflict", example=".聚焦 守护印"):
    """`.聚焦 守护印`: extend a focus effect that she keeps up (MIR-LIV-29)."""

    effect: EffectNamed

    def do(self, asked: Asked) -> Do:
        kept = next((x for x in asked.state.effects if x.id == self.effect), None)
        keeper = (kept.by or kept.target) if kept is not None else ""
        if kept is not None and not asked.gm and keeper not in asked.controls:
            raise RuleError("not_yours", actor=kept.name, controls=list(asked.controls))
        if asked.actor in asked.state.characters:
            check_turn(asked.state, asked.state.who(asked.actor))  # MIR-LIV-6: only then
        return Do("focus_effect", FocusGiven(self.effect, keeper))


class Focused(msgspec.Struct, frozen=True):
    remaining: int


class EffectRemoved(msgspec.Struct, frozen=True):
    removed: bool


class RaiseEvent(
    StoryDeed, names=("发生", "happens"), does="raise_event", group="conflict", beside=CLOCK, example=".发生 巨响"
):
    event: Annotated[str, Field()]


class EffectsOver(msgspec.Struct, frozen=True):
    expired: tuple[str, ...]


class ListEffects(
    Query,
    names=("效果表", "effects"),
    does="list_effects",
    group="conflict",
    who=ANYONE,
    beside=CLOCK,
    example=".效果表",
):
    target: Annotated[str, replace(WHO, required=False)] = ""


class EffectsListed(msgspec.Struct, frozen=True):
    effects: tuple[str, ...]


@rule("MIR-DUR-1", "MIR-COG-2", "MIR-VOL-1", "MIR-STK-1")
async def add_effect(state: State, given: AddEffect) -> EffectSettled:
    """Begin an effect: immunity, willingness, a hidden length, then which of two of the same name is kept."""
    return (await begun(state, given.effect))[1]


async def begun(state: State, effect: EffectGiven, course: Course | None = None) -> tuple[State, EffectSettled]:
    pool = _length(effect.duration)
    target = state.characters.get(effect.target)
    if target is not None and immune(target, effect.tags):
        return state, EffectSettled(result="immune")
    if effect.voluntary and await _unwilling(state, effect):
        return state, EffectSettled(result="refused")
    remaining = await _remaining(effect.duration, pool)
    hidden = pool is not None
    old = next((x for x in state.effects if (x.name, x.target) == (effect.name, effect.target)), None)
    asked = None if old is None else ("gm" if effect.harmful else "target")
    if old is not None and await _keeps_old(state, effect, remaining, old):
        return state, EffectSettled(result="kept_old", hidden=hidden, remaining=old.remaining, asked=asked)
    if old is not None:
        await happen(EffectsEnded((old.id,)))
    state = await happen(EffectAdded(_effect(effect, remaining, hidden=hidden)))
    state = await occurred(state, "effect_begun", doer=effect.by, target=effect.target, course=course, name=effect.name)
    replaced = None if old is None else old.id
    return state, EffectSettled(result="applied", hidden=hidden, remaining=remaining, asked=asked, replaced=replaced)


def _effect(given: EffectGiven, remaining: int | None, *, hidden: bool) -> Lasting:
    return Lasting(
        id=given.id,
        name=given.name,
        target=given.target,
        unit=given.duration.unit,
        tags=given.tags,
        harmful=given.harmful,
        remaining=remaining,
        who=given.duration.who or given.target,
        ends_on=given.duration.ends_on,
        hidden=hidden,
        by=given.by,
        record=given.record,
        level=given.level,
    )


def _length(duration: Duration) -> Sum | None:
    """The dice of a random length, if it is one; refusals for units and numbers that cannot be."""
    check_word(Unit, duration.unit)
    if duration.n < 1:
        raise RuleError("bad_amount", clause="MIR-DUR-2", amount=duration.n)
    if duration.roll is None:
        return None
    count, _, faces = duration.roll.lower().partition("d")
    dice, sides = whole(count or "1"), whole(faces)
    if dice is None or sides is None or dice < 0 or sides < 0:
        raise RuleError("bad_roll", clause="MIR-DUR-2", roll=duration.roll)
    return total_of(dice, sides)


@rule("MIR-DUR-2", "MIR-DUR-4", "MIR-DUR-5")
async def _remaining(duration: Duration, pool: Sum | None) -> int | None:
    """How many passings are left: stated, rolled by the GM in secret, two round ends for focus, none counted else."""
    if duration.unit in UNCOUNTED:
        return None
    if duration.unit == Unit.FOCUS:
        return FOCUS_ROUNDS
    return duration.n if pool is None else (await roll(pool, "rolls.hidden_duration", secret=True)).value


def _asked(state: State, target: str) -> Who:
    """The player of the target; the GM for somebody who is not at the table."""
    return actor(target) if target in state.characters else GM


@rule("MIR-VOL-1")
async def _unwilling(state: State, effect: EffectGiven) -> bool:
    """The character's player decides, conscious or not."""
    offered = [("yes", say("answers.willing_yes"), False), ("no", say("answers.willing_no"), True)]
    question = say("questions.willing", effect=shown(effect.name), own=_own(state, effect))
    return await pick(_asked(state, effect.target), question, offered, about=effect.id)


@rule("MIR-LIV-25", "MIR-VOL-1")
def _own(state: State, effect: EffectGiven) -> bool:
    """Whether it is her own, or the GM's on the GM's: then she is willing."""
    maker, target = state.characters.get(effect.by), state.characters.get(effect.target)
    if effect.by and effect.by == effect.target:
        return True
    return maker is not None and target is not None and maker.gm_played and target.gm_played


@rule("MIR-STK-1")
async def _keeps_old(state: State, effect: EffectGiven, remaining: int | None, old: Lasting) -> bool:
    """Of two effects of the same name one stays: the recipient picks among harmless ones, the GM otherwise."""
    who = GM if effect.harmful else _asked(state, effect.target)
    offered = [
        ("keep:old", say("answers.keep_old_effect"), True),
        ("keep:new", say("answers.keep_new_effect"), False),
    ]
    question = say("questions.keep_effect", effect=shown(old.name), better=_better(effect, remaining, old))
    return await pick(who, question, offered, about=effect.id)


@rule("MIR-LIV-25")
def _better(new: EffectGiven, remaining: int | None, old: Lasting) -> str:
    """Which of two effects of one name is of no lower level and lasts no shorter; neither where one is higher and the other longer."""
    fresh, standing = _lasting(new.duration.unit, remaining), _lasting(old.unit, old.remaining)
    if new.level >= old.level and fresh >= standing:
        return "keep:new"
    return "keep:old" if old.level >= new.level and standing >= fresh else ""


def _lasting(unit: str, remaining: int | None) -> tuple[int, int]:
    """How long, to compare: by the unit, then by how many; what is permanent is longest."""
    return LONGER.index(Unit(unit)), remaining or 0


@rule("MIR-DUR-4", "MIR-LIV-29")
async def focus_effect(state: State, given: FocusGiven) -> Focused:
    """Extend a focus effect to the end of the round after the current one (Ruling MIR-E-29)."""
    effect = named(state, given.effect or await _kept_up(state, given.actor))
    if effect.unit != Unit.FOCUS:
        raise RuleError("not_focus", clause="MIR-DUR-4", effect=given.effect)
    if given.actor and fights(state, given.actor):
        use = ActionGiven(action=library(state.catalogue).actions["focus"])
        state, _ = await used(state, given.actor, use, own_turn=state.has_turn(given.actor))
    await happen(EffectExtended(effect.id, FOCUS_ROUNDS))
    return Focused(FOCUS_ROUNDS)


async def _kept_up(state: State, who: str) -> str:
    """The focus effect that somebody keeps up; of several she picks."""
    kept = [x for x in state.effects if x.unit == Unit.FOCUS and (x.by or x.target) == who]
    if not kept:
        raise RuleError(
            "unknown_effect", clause="MIR-DUR-4", value=said(Unit.FOCUS), among=[x.name for x in state.effects]
        )
    if len(kept) == 1:
        return kept[0].id
    offered = [(x.id, say("view.plain", text=shown(x.name)), x.id) for x in kept]
    return await pick(actor(who), say("questions.focus"), offered)


def named(state: State, effect: str) -> Lasting:
    found = next((x for x in state.effects if x.id == effect), None)
    if found is None:
        raise RuleError("unknown_effect", value=effect, among=[x.name for x in state.effects])
    return found


@rule("MIR-DUR-5")
async def remove_effect(state: State, given: RemoveEffect) -> EffectRemoved:
    """End an effect outright; anything can be ended so."""
    await ended(state, (named(state, given.effect).id,))
    return EffectRemoved(True)


@rule("MIR-LIV-34")
async def ended(state: State, ids: tuple[str, ...], course: Course | None = None) -> State:
    """Effects end, and who listens to that is heard."""
    gone = [x for x in state.effects if x.id in ids]
    if not gone:
        return state
    state = await happen(EffectsEnded(tuple(x.id for x in gone)))
    return await told_ended(state, tuple(gone), course)


@rule("MIR-DUR-3")
async def raise_event(state: State, given: RaiseEvent) -> EffectsOver:
    """Something happened: effects that end on it are over; of several conditions the first counts."""
    over = tuple(x.id for x in state.effects if given.event in x.ends_on)
    course = act()
    state = await ended(state, over, course)
    await occurred(state, "event", course=course, name=given.event)
    return EffectsOver(over)


async def list_effects(state: State, given: ListEffects) -> EffectsListed:
    """The effects in force."""
    return EffectsListed(tuple(x.id for x in state.effects if given.target in ("", x.target)))


async def counted_down(
    state: State, passing: Mapping[str, int], who: str | None = None
) -> tuple[State, tuple[str, ...]]:
    """Pass so many of what effects count, by unit; gives those that ended, in the order they were added."""
    counts = {x.id: passing[x.unit] for x in state.effects if x.unit in passing and who in (None, x.who)}
    over = tuple(
        x.id for x in state.effects if x.id in counts and x.remaining is not None and x.remaining <= counts[x.id]
    )
    gone = tuple(x for x in state.effects if x.id in over)
    for passings in dict.fromkeys(counts.values()):
        state = await happen(EffectsCounted(tuple(i for i, n in counts.items() if n == passings), passings))
    return await told_ended(state, gone), over


MAKER = "@actor"
"""In a record: whose turns count is who made the effect."""


def left_by(state: State, action: str, effect: EffectRecord, target: str, *, by: str) -> EffectGiven:
    """The effect that an action leaves, under an id of its own; it may count the turns of who made it."""
    duration = replace(effect.duration, who=by) if effect.duration.who == MAKER else effect.duration
    taken = {x.id for x in state.effects}
    number = next(n for n in range(1, len(taken) + 2) if f"{action}-{n}" not in taken)
    return EffectGiven(
        id=f"{action}-{number}",
        name=effect.name,
        target=target,
        duration=duration,
        by=by,
        tags=effect.tags,
        harmful=effect.harmful,
        voluntary=effect.voluntary,
        record=effect.record,
        level=effect.level,
    )
