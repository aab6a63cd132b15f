"""Combat basics, third part (时间轴; FET-TLN, FET-FST): a battle opens, people join, drop acts, leave, and it ends; and how it stands.

What the GM marks on a fighter is here too. Letting time run is `advancing.py`.
"""

import msgspec
from msgspec.structs import replace

from ludex.core.errors import RuleError
from ludex.core.explain import Total, because
from ludex.core.rule import rule
from ludex.systems.fet.effects import occasion
from ludex.systems.fet.events import (
    BattleKept,
    CombatEnded,
    CombatStarted,
    FighterJoined,
    FighterLeft,
    FightersChanged,
    PointsKept,
)
from ludex.systems.fet.fold import happen
from ludex.systems.fet.rules.chains import SetOff
from ludex.systems.fet.rules.clock import bound_to, dropped, let_go, opened
from ludex.systems.fet.rules.counting import counted
from ludex.systems.fet.rules.elapsing import close
from ludex.systems.fet.rules.roster import BEHIND, fighter_of, on_stage, used
from ludex.systems.fet.rules.scenes import check_edge, fits, with_defaults
from ludex.systems.fet.rules.windows import Done
from ludex.systems.fet.rules.windows_after import set_off
from ludex.systems.fet.state import Battle, Fighter, Place, Scene, State, check_battle, check_fighter
from ludex.systems.fet.terms import Amount, Event, Number, SceneKind, Zone, tidy


class CombatStart(msgspec.Struct, frozen=True):
    """What `combat_start` is given. `first_strike`: whom the GM grants it (FET-FST-1); `live`: time runs by itself;
    `asks_hurt`: who is hurt may give up what it prepares.
    """

    fighters: tuple[Fighter, ...] = ()
    scene: Scene = Scene()
    first_strike: tuple[str, ...] = ()
    live: bool = False
    asks_hurt: bool = False


class CombatBegan(msgspec.Struct, frozen=True):
    """Who must declare first."""

    time: Number
    waiting: tuple[str, ...]
    set_off: tuple[SetOff, ...] | None = None


@rule("FET-TLN-1", "FET-FST-1", "FET-ZON-6")
async def combat_start(state: State, given: CombatStart) -> CombatBegan:
    """Open the timeline at 0."""
    done = await start_battle(state, given)
    battle = check_battle(done.state)
    return CombatBegan(battle.time, battle.waiting, done.rows or None)


async def start_battle(state: State, given: CombatStart) -> Done:
    """The state with the battle in it, and what that sets off; who fights plays from now on."""
    if state.battle is not None:
        raise RuleError("combat_running", clause="FET-TLN-1")
    ids = [f.id for f in given.fighters]
    if len(set(ids)) < len(ids):
        raise RuleError("duplicate_fighter", clause="FET-TLN-1", fighters=ids)
    for who in given.first_strike:
        if who not in ids:
            raise RuleError("unknown_fighter", clause="FET-FST-1", who=who)
    if given.scene.kind == SceneKind.COMPLEX:
        check_edge(given.scene.edge)
    fighters = tuple(with_defaults(state, f) for f in given.fighters)
    if not fits(given.scene, fighters):
        raise RuleError("safe_zone_full", clause="FET-ZON-6", capacity=given.scene.safe_capacity)
    battle = Battle(fighters, given.scene, first_strike=given.first_strike, live=given.live, asks_hurt=given.asks_hurt)
    alone = len({f.side or f.id for f in fighters}) <= 1  # FET-LIV-19: nobody has left such a battle
    kept_on = battle.sides_left if alone else ""
    battle = replace(battle, passive_start=opened(battle, state.options), kept_on=kept_on)
    state = await on_stage(await used(await happen(CombatStarted(battle)), *ids), BEHIND, *ids)
    return await set_off(state, [occasion(Event.BATTLE_START, who) for who in ids])


class CombatJoin(msgspec.Struct, frozen=True):
    """What `combat_join` is given: a fighter, or a character of the table."""

    who: str
    side: str = ""
    fighter: Fighter | None = None


class CombatJoined(msgspec.Struct, frozen=True):
    """Who fights now."""

    fighters: tuple[str, ...]
    waiting: tuple[str, ...]


@rule("FET-TLN-1", "FET-ZON-6")
async def combat_join(state: State, given: CombatJoin) -> CombatJoined:
    """Come into a running battle."""
    battle = check_battle(state)
    if battle.find(given.who) is not None:
        raise RuleError("duplicate_fighter", clause="FET-TLN-1", fighters=[given.who])
    fighter = with_defaults(state, given.fighter or fighter_of(state, given.who, side=given.side))
    if not fits(battle.scene, (*battle.fighters, fighter)):
        raise RuleError("safe_zone_full", clause="FET-ZON-6", capacity=battle.scene.safe_capacity)
    state = await used(await happen(FighterJoined(fighter)), given.who)
    state = await on_stage(state, BEHIND, given.who)
    kept_on, battle = battle.kept_on, check_battle(state)
    if (
        kept_on and kept_on != battle.sides_left
    ):  # FET-LIV-19: the sides have changed, so that the end may be offered again
        battle = check_battle(await happen(BattleKept("")))
    return CombatJoined(tuple(f.id for f in battle.fighters), battle.waiting)


class CombatCancel(msgspec.Struct, frozen=True):
    """What `combat_cancel` is given. `taken`: it comes by itself, because nothing can come of the act any more (FET-LIV-22)."""

    who: str = ""
    taken: bool = False


class CombatCancelled(msgspec.Struct, frozen=True):
    """The time that is gone, and who must declare now."""

    time: Number
    spent: Number
    waiting: tuple[str, ...]


@rule("FET-WUP-3", "FET-ACP-1")
async def combat_cancel(state: State, given: CombatCancel) -> CombatCancelled:
    """Drop an act during its wind-up: nothing happens, the time is gone."""
    battle = check_battle(state)
    fighter = check_fighter(battle, given.who)
    act = fighter.act
    if act is None:
        raise RuleError("no_act", clause="FET-WUP-3", who=given.who)
    state = await dropped(state, fighter)
    return CombatCancelled(battle.time, tidy(battle.time - act.start), check_battle(state).waiting)


class CombatMark(msgspec.Struct, frozen=True):
    """What `combat_mark` is given: what the GM changes on a fighter."""

    who: str = ""
    hidden: bool | None = None
    overloaded: bool | None = None
    zone: Zone | None = None
    pos: Place | None = None
    action_points: Number | None = None


class CombatMarked(msgspec.Struct, frozen=True):
    """Who was changed, and who must declare now."""

    who: str
    waiting: tuple[str, ...]
    why: dict[str, Total] = {}


@rule("FET-DST-2", "FET-ACP-1", "FET-ZON-1", "FET-LOD-4")
async def combat_mark(state: State, given: CombatMark) -> CombatMarked:
    """The GM says who is hidden, overloaded, where somebody is, or how many action points it has."""
    points = _points(state, given)
    if state.battle is None and points is not None and given.who in state.characters:  # FET-LIV-13
        await happen(PointsKept(given.who, points.value))
        return CombatMarked(given.who, (), _why(points))
    battle = check_battle(state)
    fighter = check_fighter(battle, given.who)
    said = {**msgspec.structs.asdict(given), "action_points": points.value if points else None}
    changes = {name: value for name, value in said.items() if name != "who" and value is not None}
    if given.hidden is not None:  # FET-LIV-40: who has been seen and then hides is known to be there
        changes["hid_at"] = (fighter.hid_at if fighter.hidden else battle.time) if given.hidden else None
    state = await happen(FightersChanged(battle.time, (replace(fighter, **changes),)))
    if given.hidden is not None and not given.hidden:
        state = await on_stage(state, "hidden", given.who)
    return CombatMarked(given.who, (await _reopened(state)).waiting, _why(points))


@rule("FET-ACP-1", "FET-LIV-25")
def _points(state: State, given: CombatMark) -> Total | None:
    """The action points that the GM gives, with what effects make of them."""
    if given.action_points is None:
        return None
    found = counted(state, given.who, Amount.ACTION_POINTS, given.action_points)
    return Total(max(0, found.value), (because(given.action_points, "why.given"), *found.terms))


def _why(points: Total | None) -> dict[str, Total]:
    return {"action_points": points} if points else {}


async def _reopened(state: State) -> Battle:
    """The battle, with the passive side let in where nobody is left to strike first."""
    battle = check_battle(state)
    start = opened(battle, state.options)
    if start is not None and battle.passive_start is None:
        battle = check_battle(await happen(FightersChanged(battle.time, (), passive_start=start)))
    return battle


class CombatLeave(msgspec.Struct, frozen=True):
    """What `combat_leave` is given."""

    who: str = ""


class CombatLeft(msgspec.Struct, frozen=True):
    """Who is still there."""

    remaining: tuple[str, ...]
    waiting: tuple[str, ...]


@rule("FET-CBA-4")
async def combat_leave(state: State, given: CombatLeave) -> CombatLeft:
    """Take a fighter off the timeline."""
    battle = check_battle(state)
    if battle.find(given.who) is None:
        raise RuleError("not_in_combat", clause="FET-CBA-4", who=given.who)
    state = await happen(FighterLeft(given.who))
    for who in bound_to(battle, given.who):
        state = await happen(FighterLeft(who))
    state = await let_go(state, (given.who,))
    battle = await _reopened(state)
    return CombatLeft(tuple(f.id for f in battle.fighters), battle.waiting)


class CombatEnd(msgspec.Struct, frozen=True):
    """`combat_end` is given nothing."""


class Survivor(msgspec.Struct, frozen=True):
    """How a fighter leaves the battle."""

    stamina: Number
    will: Number
    dead: bool
    stamina_scar: Number = 0
    will_scar: Number = 0
    action_points: Number | None = None


class CombatOver(msgspec.Struct, frozen=True):
    """How long it took, and how everybody leaves it."""

    time: Number
    fighters: dict[str, Survivor]
    set_off: tuple[SetOff, ...] | None = None


@rule("FET-REC-1")
async def combat_end(state: State, _given: CombatEnd) -> CombatOver:
    """End the battle; where healing skills are allowed the living have their stamina back."""
    battle = check_battle(state)
    fighters = tuple(f for f in battle.fighters if not f.double_of)
    if state.options.stamina_recovery == "after_battle":
        fighters = tuple(_refreshed(f) for f in fighters)
    state = await close(await happen(CombatEnded(fighters)), [f.id for f in fighters])
    living = [f for f in fighters if not f.dead]
    events = [occasion(Event.BATTLE_END, f.id) for f in living]
    if len({f.side or f.id for f in living}) == 1 and len(living) < len(fighters):
        events += [occasion(Event.WON, f.id) for f in living]
    done = await set_off(state, events)
    return CombatOver(battle.time, {f.id: _survivor(f) for f in fighters}, done.rows or None)


def _survivor(f: Fighter) -> Survivor:
    return Survivor(f.stamina, f.will, f.dead, f.stamina_scar, f.will_scar, f.action_points)


def _refreshed(fighter: Fighter) -> Fighter:
    if fighter.dead:
        return fighter
    full = tidy(fighter.maximum("stamina") - fighter.stamina_scar)
    return replace(fighter, stamina=max(fighter.stamina, full))


class CombatView(msgspec.Struct, frozen=True):
    """`combat_view` is given nothing."""


class ViewRow(msgspec.Struct, frozen=True):
    """One fighter on the timeline."""

    id: str
    stamina: Number
    stamina_max: Number
    will: Number
    will_max: Number
    dead: bool
    kind: str | None = None
    impact: Number | None = None
    start: Number | None = None
    end: Number | None = None
    action_points: Number | None = None


class CombatViewed(msgspec.Struct, frozen=True):
    """The timeline as a table."""

    time: Number
    rows: tuple[ViewRow, ...]


@rule("FET-TLN-1")
async def combat_view(state: State, _given: CombatView) -> CombatViewed:
    """The timeline: by end of act, equal ends in listed order, those without an act last."""
    battle = check_battle(state)
    return CombatViewed(battle.time, tuple(_viewed(f) for f in in_order(battle)))


@rule("FET-SKX-11")
def with_doubles(battle: Battle) -> tuple[Fighter, ...]:
    """Everybody, doubles with what their owners do."""
    acts = {f.id: f.act for f in battle.fighters}
    return tuple(replace(f, act=acts.get(f.double_of)) if f.double_of else f for f in battle.fighters)


def in_order(battle: Battle) -> list[Fighter]:
    """Fighters by the end of their act, those without one last."""
    return sorted(with_doubles(battle), key=lambda f: (f.act is None, f.act.end if f.act else 0))


def _viewed(fighter: Fighter) -> ViewRow:
    act = fighter.act
    return ViewRow(
        id=fighter.id,
        stamina=fighter.stamina,
        stamina_max=fighter.maximum("stamina"),
        will=fighter.will,
        will_max=fighter.maximum("will"),
        dead=fighter.dead,
        kind=act.kind if act else None,
        impact=act.left if act else None,
        start=act.start if act else None,
        end=act.end if act else None,
        action_points=fighter.action_points,
    )
