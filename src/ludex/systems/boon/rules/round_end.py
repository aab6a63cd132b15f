"""End of the round (BOO-EOR) joined with effects as data (BOO-PEF), which it settles: effects, fate rolls, durations, the next round."""

from collections.abc import Iterable, Iterator
from typing import Annotated

import msgspec
from msgspec.structs import asdict, replace

from ludex.core.deeds import ACTOR, GM_ONLY, PERSON, Asked, Do, Field, Show
from ludex.core.effects.counting import holds
from ludex.core.effects.lasting import begun, expired
from ludex.core.effects.records import Effect, Lasts, Occasion
from ludex.core.effects.windows import Course, Listener, reacted
from ludex.core.errors import RuleError
from ludex.core.fields import STORY, keyed
from ludex.core.rule import rule
from ludex.systems.boon.content import state_named
from ludex.systems.boon.effects import WORDS, ShortEffect, borne, settles
from ludex.systems.boon.events import EffectAdded, RoundBegun, RoundEnded, happen
from ludex.systems.boon.kinds import Banes, Boons, ClockDeed, Person, Secret, TableDeed, backstage, offers
from ludex.systems.boon.kinds.offers import whom
from ludex.systems.boon.kinds.reading import dice_said, effect_on, people, point, seconds, state_called
from ludex.systems.boon.rules.battlefield import check_on_map
from ludex.systems.boon.rules.clock import ClockView, clock_view, fight_over, first_turn
from ludex.systems.boon.rules.health import check_amount, fate_of
from ludex.systems.boon.rules.rounds import Nothing, check_running
from ludex.systems.boon.rules.stages import awake, burnt_down
from ludex.systems.boon.rules.tests import check_counts
from ludex.systems.boon.rules.weapons import check_dice
from ludex.systems.boon.rules.windows import WORLD, end_effects, lay, topped_up
from ludex.systems.boon.state import State, square_of
from ludex.systems.boon.terms import ROUND_SECONDS, Status


class AddEffect(ShortEffect, frozen=True, kw_only=True):
    state: str = ""
    also: tuple[str, ...] = ()
    secret: bool = False


class EffectByHand(
    TableDeed,
    names=("效果", "effect"),
    owner=STORY,
    said_by=STORY,
    together="target",
    beside=PERSON,
    example=".效果 目眩 安 轮=1 劣=1",
):
    """Something that lasts, on somebody or on a square; name and bearer in either order (`.效果 安 目眩`), nobody named: oneself."""

    id: Annotated[str, Field("id", among=offers.states)]
    target: Annotated[tuple[str, ...], Field("target", among=offers.people)] = ()
    rounds: Annotated[int | None, keyed("rounds", "轮", "轮数")] = None
    lasts: Annotated[str, keyed("lasts", "持续")] = ""
    damage: Annotated[str, keyed("damage", "伤", "伤害", "骰", "dice")] = ""
    heal: Annotated[int | None, keyed("heal", "疗", "治疗")] = None
    creator: Annotated[str, keyed("creator", "来自", "来源", "by", kind=ACTOR)] = ""
    boons: Boons = 0
    banes: Banes = 0
    secret: Secret = False

    def do(self, asked: Asked) -> Do:
        name, bearers = self.id, list(self.target) or [whom(asked, "")]
        if len(bearers) == 1 and state_called(asked, bearers[0]) and not state_called(asked, name):
            name, bearers = bearers[0], [name]
        square = point(bearers)
        first, *others = _bearers(asked, bearers) if square is None else (f"@{square[0]},{square[1]}",)
        bare = not (self.boons or self.banes or self.damage) and self.heal is None
        dice = dice_said(self.damage) if self.damage else {}
        given = AddEffect(
            id=f"{name}-{first}",
            target=first,
            also=tuple(others),
            name=name,
            creator=self.creator,
            state=state_called(asked, name) if bare else "",
            rounds=seconds(self.lasts) // ROUND_SECONDS if self.lasts else self.rounds,
            damage=dice.get("amount"),
            dice=dice.get("dice"),
            die=dice.get("die"),
            heal=self.heal,
            boons=self.boons,
            banes=self.banes,
            secret=self.secret,
        )
        return Do("add_effect", given, backstage(secret=self.secret))


@rule("BOO-LIV-36")
def _bearers(asked: Asked, said: list[str]) -> list[str]:
    """People, or one object by its name."""
    thing = next((t.id for t in asked.state.objects if [t.called] == said), "")
    return [thing] if thing else people(asked, said)


class RemoveEffect(msgspec.Struct, frozen=True, kw_only=True):
    id: str


class EndEffect(TableDeed, names=("解除", "end"), owner=STORY, many=True, picture="wait", example=".解除 目眩"):
    id: Annotated[str, Field("id", among=offers.lasting, owner=STORY)]
    who: Person = ""

    def do(self, asked: Asked) -> Do:
        who = self.who or (asked.actor if asked.named else None)
        return Do("remove_effect", RemoveEffect(id=effect_on(asked, self.id, who)))


class EndRound(
    Nothing,
    ClockDeed,
    names=("轮末", "endround", "er"),
    does="end_round",
    picture="wait",
    example=".轮末",
    who=GM_ONLY,
    said_by=STORY,
):
    def do(self, asked: Asked) -> Do | Show:
        check_round_over(asked.state)
        return super().do(asked)


class Effects(msgspec.Struct, frozen=True, kw_only=True):
    """The effects there are, in order of creation."""

    effects: tuple[str, ...]


class Ended(ClockView, frozen=True, kw_only=True):
    resolved: tuple[str, ...]
    fates: tuple[str, ...]
    expired: tuple[str, ...]
    effects: tuple[str, ...]
    damage: dict[str, int]
    status: dict[str, Status]


@rule("BOO-PEF-1")
async def add_effect(state: State, given: AddEffect) -> Effects:
    """Something begins to last on somebody; one of the same id is replaced and counts as created now."""
    check_counts(boons=given.boons, banes=given.banes)
    target = _bearer(state, given.target)
    if given.die is not None or given.dice is not None:
        check_dice(1 if given.dice is None else given.dice, given.die)
    for points in (given.rounds, given.damage, given.heal):
        check_amount(points if isinstance(points, int) else 0)
    state = await _begun(state, given, target)
    for other in given.also:  # BOO-LIV-7: the same on several
        key = f"{given.name or given.id}-{state.character(other).id}"
        state = await _begun(state, replace(given, target=other, id=key, also=()), other)
    return effect_ids(state)


async def _begun(state: State, given: AddEffect, target: str) -> State:
    """An effect on one bearer: a state by its name, or as it is written."""
    if given.state:
        return await _named(state, given, target)
    effect = replace(begun(WORDS, state, given.plain, bearer=target, by=given.creator), id=given.id, name=given.name)
    return await happen(EffectAdded(replace(effect, secret=given.secret)))


@rule("BOO-LIV-36")
def _bearer(state: State, target: str) -> str:
    """A creature, an object, or a square of the field (`@5,4`) for who stands there."""
    if not target.startswith("@"):
        return state.target(target).id
    check_on_map(state, square_of(target))
    return target


@rule("BOO-LIV-43")
async def _named(state: State, given: AddEffect, target: str) -> State:
    """A state by its name; its numbers come from it, a duration that is said stands."""
    known = state_named(given.state, state.library)
    if known is None:
        raise RuleError("unknown_id", clause="BOO-LIV-43", id=given.state)
    lasts = known.lasts if given.rounds is None else (Lasts("rounds", given.rounds),)
    return await lay(state, replace(known, lasts=lasts, secret=given.secret), bearer=target, by=given.creator)


@rule("BOO-PEF-1")
async def remove_effect(state: State, given: RemoveEffect) -> Effects:
    """The GM ends an effect."""
    if given.id not in (known := [e.id for e in state.effects]):
        raise RuleError("unknown_id", clause="BOO-PEF-1", id=given.id, ids=known)
    return effect_ids(await end_effects(state, (given.id,)))


def effect_ids(state: State) -> Effects:
    return Effects(effects=tuple(e.id for e in state.effects))


@rule("BOO-EOR-1")
def settled_by_players(state: State, effect: Effect) -> bool:
    """Whether players settle it: a player's character made it or bears it."""
    involved = (state.find(effect.by), state.find(effect.bearer))
    return any(who is not None and state.is_player(who) for who in involved)


@rule("BOO-EOR-1", "BOO-EOR-2", "BOO-EOR-3", "BOO-EOR-5", "BOO-RND-1")
async def end_round(state: State, _given: Nothing) -> Ended:
    """Settle: the players' effects, their fate rolls, the GM's effects; then what runs out, and a new round."""
    check_round_over(state)
    due = tuple(_due(state))
    theirs = [e for e in due if settled_by_players(state, e)]
    state, resolved = await settle(state, theirs)
    state, fates = await roll_fates(state)
    state, resolved_by_gm = await settle(state, [e for e in due if e not in theirs])
    state, expired = await run_out(state)
    state = await burnt_down(await awake(await happen(RoundEnded(ROUND_SECONDS))))
    state = await new_round(state)
    return Ended(
        resolved=(*resolved, *resolved_by_gm),
        fates=fates,
        expired=expired,
        effects=effect_ids(state).effects,
        damage={c.id: c.damage for c in state.combatants},
        status={c.id: c.status for c in state.combatants},
        **asdict(clock_view(state)),
    )


@rule("BOO-RND-9")
def check_round_over(state: State) -> None:
    """A round ends when nobody can act any more."""
    check_running(state)
    if not state.clock.round_over:
        clock = state.clock
        held = {"holder": state.called(clock.holder), "choosing": state.side_called(clock.choosing)}
        raise RuleError("round_not_over", clause="BOO-RND-9", **held)


@rule("BOO-EOR-1", "BOO-LIV-36")
def _due(state: State) -> Iterator[Effect]:
    """What may have to be settled: in the order of creation, that of a square or an aura for each whom it reaches; then what people bring."""
    borne_by = {c.id: [e for e in borne(state, c.id) if settles(e)] for c in state.combatants}
    for effect in state.effects:
        yield from (e for mine in borne_by.values() for e in mine if e.id == effect.id)
    laid_down = {e.id for e in state.effects}
    yield from (e for mine in borne_by.values() for e in mine if e.id not in laid_down)


@rule("BOO-EOR-1")
async def settle(state: State, due: Iterable[Effect]) -> tuple[State, tuple[str, ...]]:
    """Settle these effects in their order, but nothing on the dead."""
    resolved: tuple[str, ...] = ()
    for effect in due:
        if state.character(effect.bearer).status is not Status.DEAD and (now := _still(state, effect)):
            state = await _settle(state, now)
            resolved += (effect.id,)
    return state, tuple(dict.fromkeys(resolved))


def _still(state: State, effect: Effect) -> Effect | None:
    """An effect as its bearer bears it now; nothing where it is gone."""
    return next((e for e in borne(state, effect.bearer) if e.id == effect.id), None)


async def _settle(state: State, effect: Effect) -> State:
    """What one effect does at the end of a round: damage, healing, or whatever else its steps say."""
    at, course = Occasion("round_end", effect.by, effect.bearer), Course()
    for place, trigger in enumerate(effect.triggers):
        heard_now = trigger.on == "round_end" and holds(WORDS, state, effect, (*effect.when, *trigger.when), at)
        if heard_now and _still(state, effect):
            state = await reacted(WORLD, state, Listener(effect.bearer, effect, place), at, course)
    return state


@rule("BOO-EOR-2")
async def roll_fates(state: State) -> tuple[State, tuple[str, ...]]:
    """Fate rolls of players' characters, in the order of the combatant list."""
    fates: tuple[str, ...] = ()
    for who in state.combatants:
        now = state.character(who.id)
        if state.is_player(now) and now.status in (Status.DISABLED, Status.DYING):
            state, fate = await fate_of(state, now, now.fates)
            fates += (f"{who.id}:{fate.status}",)
    return state, fates


@rule("BOO-EOR-3")
async def run_out(state: State) -> tuple[State, tuple[str, ...]]:
    """Effects whose last round this was, in the order of creation."""
    gone = tuple(e.id for e in expired(WORDS, state, state.effects))
    return await end_effects(state, gone), gone


@rule("BOO-EOR-4", "BOO-EOR-5", "BOO-PAP-2")
async def new_round(state: State) -> State:
    """A new round with full AP and nobody waiting, unless the combat is over."""
    if over := fight_over(state):
        return await happen(over)
    return await first_turn(await topped_up(await happen(RoundBegun(state.clock.round + 1))))
