"""Challenge rolls for half damage (BOO-CHL-13) joined with areas of spells, things and traps (BOO-CST-4, BOO-PHL-5), which are what is resisted."""

from typing import Annotated

import msgspec

from ludex.core.deeds import SCENE, TERM, Asked, Do, Field
from ludex.core.effects.records import Occasion
from ludex.core.explain import Total
from ludex.core.principals import actor
from ludex.core.rule import rule
from ludex.systems.boon.kinds import GmDeed, Targets
from ludex.systems.boon.kinds.reading import dice_said, targets
from ludex.systems.boon.rules.actions import Deed, Target, check_alive, check_attributes, worn
from ludex.systems.boon.rules.clock import dropped_out
from ludex.systems.boon.rules.gear import thing_worn
from ludex.systems.boon.rules.health import check_amount, wound
from ludex.systems.boon.rules.tests import (
    TARGET,
    Checked,
    Test,
    check_counts,
    compare,
    edges,
    given_flat,
    numbers_of,
    of_bearer,
    roll_test,
)
from ludex.systems.boon.rules.weapons import Damage, check_dice, damage_of
from ludex.systems.boon.rules.windows import hear, lay, number
from ludex.systems.boon.sheet import Resisted, attribute_term
from ludex.systems.boon.state import Effect, State
from ludex.systems.boon.terms import Attribute, Result, Status, ThingStatus


class Burst(Deed, frozen=True, kw_only=True):
    """What came of an area: its points, and then for each whom or what it reached (`within`) in turn."""

    is_attack: bool = True
    damage: int
    damage_dice: tuple[int, ...]
    results: tuple[Result, ...]
    totals: tuple[int, ...]
    taken: tuple[int, ...]
    statuses: tuple[Status | ThingStatus, ...]
    target_damage: tuple[int, ...]
    target_durability: tuple[int, ...]
    within: tuple[str, ...] = ()
    veiled: bool = False

    @property
    def blind_damage(self) -> int | None:
        """The area's points, where somebody in it resists with a score that is not known."""
        return self.damage if self.veiled else None

    @property
    def wounds(self) -> int | None:
        """Of everybody in it."""
        if self.veiled:
            return None
        return sum(
            points for points, durability in zip(self.taken, self.target_durability, strict=True) if durability < 0
        )


class Source(msgspec.Struct, frozen=True, kw_only=True):
    """What an area deals: dice or a fixed amount, and the attribute that halves it."""

    dice: int = 1
    die: int | None = None
    amount: int | None = None
    resist: str = "none"
    resisted: Resisted = "half"
    effects: tuple[Effect, ...] = ()
    tags: tuple[str, ...] = ()
    by: str = ""

    @property
    def harmless(self) -> bool:
        """Whether it deals no damage and only asks for a test (BOO-CHL-13)."""
        return self.die is None and self.amount is None and self.resist != "none"


class ResistDamage(msgspec.Struct, frozen=True, kw_only=True):
    source: Source
    targets: tuple[Target, ...] = ()


class BurstLine(GmDeed, names=("范围", "burst"), beside=SCENE, picture="sword", example=".范围 3d6 安,柏 敏捷"):
    dice: Annotated[str, Field("dice")]
    targets: Targets
    resist: Annotated[str, Field("resist", TERM, terms=Attribute)] = ""

    def do(self, asked: Asked) -> Do:
        dice = dice_said(self.dice)
        source = Source(
            resist=self.resist or "none",
            dice=dice.get("dice", 1),
            die=dice.get("die"),
            amount=dice.get("amount"),
        )
        return Do(
            "resist_damage", ResistDamage(source=source, targets=tuple(map(Target, targets(asked, self.targets))))
        )


class Suffered(msgspec.Struct, frozen=True, kw_only=True):
    result: Result = Result.NONE
    total: int | None = None
    taken: int = 0
    status: Status | ThingStatus
    damage: int = 0
    durability: int = -1
    why: dict[str, Total] = {}


@rule("BOO-CHL-13")
async def resist_damage(state: State, given: ResistDamage) -> Burst:
    """An area that nobody cast: a trap, a fire, whatever the scene does."""
    check_area_shapes(given.source, given.targets)
    check_area(state, given.targets)
    check_source(given.source)
    state, deed = await burst(state, given.source, given.targets)
    for target in given.targets:
        if state.find(target.who):
            state = await dropped_out(state, target.who)  # BOO-RND-16
    return deed


@rule("BOO-CHL-13", "BOO-CST-4", "BOO-PHL-5")
async def burst(state: State, source: Source, targets: tuple[Target, ...]) -> tuple[State, Burst]:
    """An area: one damage roll for all, then each creature in it rolls for half; objects take all of it."""
    harm = await area_damage(source)
    suffered: list[Suffered] = []
    for target in targets:
        state, one = await _suffer(state, target, harm.damage, source=source)
        suffered.append(one)
    return state, of_area(harm, suffered)


def check_area_shapes(source: Source, targets: tuple[Target, ...]) -> None:
    """Bad shapes of an area and of what weighs on its targets."""
    for target in targets:
        check_counts(boons=target.boons, banes=target.banes)
    if source.resist != "none":
        check_attributes(source.resist)


def check_area(state: State, targets: tuple[Target, ...]) -> None:
    """Everything in it must still be there (BOO-POB-1)."""
    for target in targets:
        check_alive(state.target(target.who))


def check_source(source: Source) -> None:
    """An amount that is not negative, or dice that can be thrown, or a test alone."""
    if source.amount is not None:
        check_amount(source.amount)
    elif not source.harmless:
        check_dice(source.dice, source.die)


async def area_damage(source: Source) -> Damage:
    """The damage of an area, rolled once (BOO-PHL-5)."""
    if source.amount is not None or source.harmless:
        return Damage(damage=source.amount or 0)
    return await damage_of(source.dice, source.die, who=actor(source.by) if source.by else None)


async def _suffer(state: State, target: Target, damage: int, *, source: Source) -> tuple[State, Suffered]:
    """What an area does to one target, creature or object."""
    thing = state.thing(target.who)
    if thing is not None:  # Ruling BOO-E-47: no test is named for things
        state = await thing_worn(state, thing, damage)
        left = state.thing(target.who) or thing
        status = ThingStatus.DESTROYED if left.destroyed else ThingStatus.INTACT
        return state, Suffered(taken=damage, status=status, durability=worn(left.durability))
    halved = await half_roll(state, target, source.resist) if source.resist != "none" else None
    saved = halved is not None and halved.result is Result.SUCCESS
    taken = after_resisting(damage, source.resisted) if saved else damage
    state = await wound(state, target.who, taken, by=source.by, tags=source.tags)
    if saved and halved is not None:
        rolls = numbers_of(halved, halved.target)
        state = await hear(state, "resisted", doer=source.by, target=target.who, course=None, **rolls)
    for effect in () if saved else source.effects:
        state = await lay(state, effect, bearer=target.who, by=source.by)
    after = state.character(target.who)
    return state, Suffered(
        result=halved.result if halved else Result.NONE,
        total=halved.total if halved else None,
        taken=taken,
        status=after.status,
        damage=after.damage,
        why=halved.why if halved else {},
    )


@rule("BOO-CHL-13", "BOO-PHL-4")
def after_resisting(damage: int, brings: Resisted) -> int:
    """What success leaves of the damage: half, rounded down, or nothing."""
    return damage // 2 if brings == "half" else 0  # Ruling BOO-E-51: what is avoided does nothing


@rule("BOO-CHL-13", "BOO-PHL-4")
async def half_roll(state: State, target: Target, resist: str) -> Checked:
    """The roll for half damage: neither refused by the memory of failures nor kept in it."""
    who = state.character(target.who)
    at = Occasion(target=who.id, facts={"attribute": resist, "kind": "area"})
    sway = of_bearer(state, who.id, "resist", at)
    plain = Test((attribute_term(who, resist), *given_flat(target.modifiers)), edges(target.boons, target.banes))
    target_number = number(state, who.id, "tn", TARGET, at)
    return compare(
        await roll_test(sway.upon(plain), "rolls.resist", secret=who.secret, who=actor(who.id)), target_number
    )


def of_area(harm: Damage, suffered: list[Suffered]) -> Burst:
    """The report of an area, target by target."""
    return Burst(
        damage=harm.damage,
        damage_dice=harm.damage_dice,
        results=tuple(s.result for s in suffered),
        totals=tuple(s.total for s in suffered if s.total is not None),
        taken=tuple(s.taken for s in suffered),
        statuses=tuple(s.status for s in suffered),
        target_damage=tuple(s.damage for s in suffered),
        target_durability=tuple(s.durability for s in suffered),
        why={f"totals.{place}": s.why["total"] for place, s in enumerate(suffered) if s.why},
    )
