"""Scenes and time of live play (BOO-LIV-55, BOO-LIV-57) joined with clearing the field (BOO-LIV-20), because each leaves something behind."""

from typing import Annotated

import msgspec

from ludex.core.declaring import Meant
from ludex.core.deeds import DECIMAL, SCENE, Asked, Do, Field, Show
from ludex.core.errors import RuleError
from ludex.core.fields import STORY, keyed
from ludex.core.names import folded
from ludex.core.rule import rule
from ludex.systems.boon.events import (
    IMPAIRED,
    FieldSized,
    Forgotten,
    Healed,
    Hid,
    ItemHandled,
    Removed,
    SceneOpened,
    SideDropped,
    TimePassed,
    happen,
)
from ludex.systems.boon.kinds import GmDeed, Person, TableDeed, offers
from ludex.systems.boon.kinds.offers import acting, not_yours
from ludex.systems.boon.kinds.reading import people, seconds
from ludex.systems.boon.rules.actions import check_active
from ludex.systems.boon.rules.battlefield import Done
from ludex.systems.boon.rules.challenges import HIDING, same_task
from ludex.systems.boon.rules.health import Rest, check_amount, check_not_dead, fate_of, rest as resting
from ludex.systems.boon.rules.windows import end_effects, hear, lapse, lay
from ludex.systems.boon.sheet import Number
from ludex.systems.boon.state import Effect, Stage, State, by_rounds
from ludex.systems.boon.terms import GONE, HOUR, Status

MOST_FATES = 20
"""So many fate rolls settle anybody."""


class OpenScene(msgspec.Struct, frozen=True, kw_only=True):
    name: str


FIRST = ("开头", "the beginning", "beginning")
"""How the scene is called that was open before any had a name."""


class SceneLine(GmDeed, names=("场景", "scene"), beside=SCENE, picture="flag", example=".场景 城门"):
    """Open a scene by name, the nameless first one by its word; alone: list them."""

    name: Annotated[str, Field("name", wide=True, owner=STORY)] = ""

    def do(self, asked: Asked) -> Do | Show:
        if not self.name:
            return Show("scenes", {})
        known = {folded(name): name for name in (*asked.state.scenes, asked.state.scene)}
        name = known.get(folded(self.name), self.name)
        return Do("open_scene", OpenScene(name="" if name in FIRST and name not in asked.state.scenes else name))


class PassTime(msgspec.Struct, frozen=True, kw_only=True):
    seconds: int


class TimeLine(GmDeed, names=("时间", "time"), beside=SCENE, example=".时间 +10分"):
    """Time goes by: +10分, 2时."""

    time: Annotated[str, Field("time", wide=True, owner=STORY)]

    def do(self, asked: Asked) -> Do:  # noqa: ARG002  # as every deed
        return Do("pass_time", PassTime(seconds=seconds(self.time)))


HIDES = ("隐匿", "躲")


class Forget(GmDeed, names=("忘记", "forget"), does="forget", example=".忘记 安 破门"):
    """A failure is struck out, a failed hiding place by its own word."""

    who: Person
    task: Annotated[
        str,
        Field("task", keys=("事",), wide=True, owner=STORY),
        Meant(lambda _asked, said: HIDING if said in HIDES else said),
    ] = ""


class Clear(GmDeed, names=("清场", "clear"), does="clear", beside=SCENE, example=".清场 留=兽人1"):
    """Take off what the fight has left, but for those named."""

    kept: Annotated[tuple[str, ...], keyed("kept", "留", "keep", among=offers.people, owner=STORY), Meant(people)] = ()


WIDTHS, HEIGHTS = ("12", "16", "20"), ("8", "10", "12")
"""Sizes that a board often has."""


class SizeField(GmDeed, names=("棋盘", "board"), does="size_field", beside=SCENE, example=".棋盘 20 12"):
    width: Annotated[int, Field("width", default=12, among=WIDTHS)]
    height: Annotated[int, Field("height", default=8, among=HEIGHTS)]


class DropSide(msgspec.Struct, frozen=True, kw_only=True):
    id: str


class RestParty(msgspec.Struct, frozen=True, kw_only=True):
    """Input of `rest_party`: nobody named is the whole party."""

    hours: Number
    who: tuple[str, ...] = ()


class RestTogether(TableDeed, names=("休息", "rest"), together="who", picture="flask", example=".休息 8 安"):
    """Rest for some hours, when nobody fights."""

    hours: Annotated[Number, Field("hours", DECIMAL, keys=("小时", "h"), owner=STORY)]
    who: Annotated[tuple[str, ...], Field("who", among=offers.people)] = ()

    def do(self, asked: Asked) -> Do:
        who = self._resting(asked)
        if asked.state.clock.running:
            raise RuleError("in_combat", clause="BOO-PRS-1", who="")
        if not asked.gm:
            check_active(asked.state.character(who[0]))  # BOO-LIV-10
        return Do("rest_party", RestParty(hours=self.hours, who=tuple(who)))

    @rule("BOO-LIV-57")
    def _resting(self, asked: Asked) -> list[str]:
        """Those named; else the GM's whole party (nobody said: everybody), a player's own."""
        state: State = asked.state
        named = people(asked, self.who or ([asked.actor] if asked.named else ()))
        if asked.gm:
            party = {c.id for c in state.combatants if state.is_player(c)}
            return [] if party and {*named} == party else named or ([] if party else [acting(asked).id])
        if others := [who for who in named if who not in asked.controls]:
            raise not_yours(asked, others[0])
        own = [c for c in state.combatants if c.id in (named or asked.controls)]
        if not own:
            raise RuleError("whose")
        return [c.id for c in sorted(own, key=lambda c: not c.active) if c.active or not any(o.active for o in own)]


class PartyRested(msgspec.Struct, frozen=True, kw_only=True):
    rested: tuple[str, ...]


def check_peace(state: State, clause: str) -> None:
    if state.clock.running:
        raise RuleError("in_combat", clause=clause, who="")


@rule("BOO-LIV-55")
async def open_scene(state: State, given: OpenScene) -> Done:
    """Another scene: NPCs, things and ground stay with the old one and are there again when it is opened again."""
    check_peace(state, "BOO-LIV-55")
    state = await hear(state, "scene_end")
    for one in state.combatants:
        if one.hidden:
            state = await happen(Hid(one.id, hidden=False))
    state = await lapse(state, "scene")
    if given.name == state.scene:
        return Done(ids=(given.name,))
    stays = tuple(c for c in state.combatants if not state.is_player(c))
    there = {c.id for c in stays}
    lasting = tuple(e for e in state.effects if e.bearer in there or e.bearer.startswith("@"))
    old = Stage(stays, state.objects, state.ground, lasting, state.field, state.laid)
    await settled_by_time(await happen(SceneOpened(given.name, old, state.scenes.get(given.name, Stage()))))
    return Done(ids=(given.name,))


@rule("BOO-LIV-57", "BOO-LIV-18")
async def pass_time(state: State, given: PassTime) -> Done:
    """Time moves: who lies there meets its fate, effects lapse, the unconscious wake, lights burn down, in the order of time."""
    check_peace(state, "BOO-LIV-57")
    if given.seconds < 0:
        raise RuleError("bad_amount", amount=given.seconds, least=0)
    state = await time_moved(state, given.seconds)
    return Done(ids=tuple(c.id for c in state.combatants if state.is_player(c)))


async def time_moved(state: State, seconds: int, *, rest: bool = False) -> State:
    """What time does by itself, in its order: fates at once, then up to each waking and on from there."""
    state = await fates_settled(state)
    until = state.time + seconds
    while wakings := [c.wakes for c in state.combatants if c.wakes is not None and c.wakes <= until]:
        state = await settled_by_time(await happen(TimePassed(max(min(wakings) - state.time, 0))))
    return await settled_by_time(await happen(TimePassed(until - state.time, rest)))


async def settled_by_time(state: State) -> State:
    """What is over by now: effects lapse, the unconscious wake, lights burn down."""
    state = await awake(await lapse(await rounds_over(state)))
    return await burnt_down(state)


@rule("BOO-LIV-57", "BOO-PRS-1")
async def rest_party(state: State, given: RestParty) -> PartyRested:
    """Those named rest, or all players' characters of the scene, the fallen too; what depends on time settles before they heal."""
    check_amount(given.hours)
    check_peace(state, "BOO-LIV-57")
    for who in given.who:
        check_not_dead(state.character(who))
    state = await time_moved(state, int(given.hours * HOUR), rest=True)
    meant = [c for c in state.combatants if (c.id in given.who if given.who else state.is_player(c))]
    party = tuple(c.id for c in meant if c.status is not Status.DEAD)
    for who in party:
        await resting(state, Rest(who=who, hours=given.hours))
    return PartyRested(rested=party)


async def rounds_over(state: State) -> State:
    """Effects that last for rounds end when as much time has gone by (BOO-RND-1)."""
    over = [e.id for e in state.effects if e.ends is not None and by_rounds(e) and e.ends <= state.clock.round]
    return await end_effects(state, tuple(over))


async def fates_settled(state: State) -> State:
    """Those left disabled or dying after a fight roll, one after the other, until each is settled."""
    for one in state.combatants:
        for _ in range(MOST_FATES):
            now = state.character(one.id)
            if not state.is_player(now) or now.status not in (Status.DISABLED, Status.DYING):
                break
            state, _fate = await fate_of(state, now, now.fates)
    return state


async def awake(state: State) -> State:
    """The unconscious whose hours have run out: 1 healed, and impaired (BOO-PHL-12)."""
    for one in state.combatants:
        if one.wakes is not None and one.wakes <= state.time:
            state = await happen(Healed(one.id, max(one.damage - 1, 0), Status.ACTIVE, was=one.damage, held=one.status))
            state = await lay(state, Effect(name=IMPAIRED), bearer=one.id)
    return state


@rule("BOO-LIV-31")
async def burnt_down(state: State) -> State:
    """Lights whose hour is over go out and are used up."""
    for who in state.combatants:
        for item in who.items:
            if item.lit and item.burns and state.time >= item.burns:
                gone = ItemHandled(who.id, item.id, item.loaded, item.ammo, held=False, uses=0, lies=item.lies)
                state = await happen(gone)
    return state


@rule("BOO-LIV-20")
async def clear(state: State, given: Clear) -> Done:
    """The dead, the fled and the surrendered NPCs but for those kept, destroyed objects and sides without members leave the table in one step."""
    check_peace(state, "BOO-LIV-20")
    for who in given.kept:
        state.character(who)
    gone = [c.id for c in state.combatants if c.status in GONE and not state.is_player(c) and c.id not in given.kept]
    gone += [t.id for t in state.objects if t.destroyed]
    for one in gone:
        state = await happen(Removed(one))
    for side in state.sides:
        if not state.members(side.id) and not side.player:
            state = await happen(SideDropped(side.id))
    return Done(ids=tuple(gone))


@rule("BOO-LIV-21")
async def drop_side(state: State, given: DropSide) -> Done:
    """A side without members is dropped."""
    if state.side(given.id) is None:
        raise RuleError("unknown_side", clause="BOO-LIV-21", side=given.id, sides=[s.called for s in state.sides])
    if there := state.members(given.id):
        raise RuleError(
            "not_empty", clause="BOO-LIV-21", side=state.side_called(given.id), names=[c.called for c in there]
        )
    await happen(SideDropped(given.id))
    return Done(ids=(given.id,))


@rule("BOO-LIV-55")
async def forget(state: State, given: Forget) -> Done:
    """Strike out somebody's failures of the present scene, or those that fit the words; there may be none."""
    who = state.character(given.who)
    here = (f for f in state.failures if (f.who, f.scene) == (who.id, state.scene))
    mine = tuple(f for f in here if not given.task or same_task(f.task, given.task))
    if mine:
        await happen(Forgotten(mine))
    return Done(ids=(who.id,) if mine else ())


@rule("BOO-LIV-27")
async def size_field(state: State, given: SizeField) -> Done:
    """The board has another size; nobody may stand outside it."""
    if not (1 <= given.width <= 100 and 1 <= given.height <= 100):
        raise RuleError("bad_amount", amount=min(given.width, given.height), least=1)
    out = [
        c.called
        for c in state.combatants
        if c.position and (c.position[0] >= given.width or c.position[1] >= given.height)
    ]
    if out:
        raise RuleError("off_map", clause="BOO-LIV-27", square=out[0], width=given.width, height=given.height)
    await happen(FieldSized(given.width, given.height))
    return Done(ids=(f"{given.width}x{given.height}",))
