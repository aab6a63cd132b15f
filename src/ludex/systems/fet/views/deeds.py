"""What can be done now, for one viewer's own people: deeds with what is decided and what is offered for the rest.

What each gap may hold is `kinds/py`, or what is usual; whom a viewer may know of is `redact.py`. Nothing is refused here.
"""

from collections.abc import Mapping
from functools import partial

from msgspec.structs import replace

from ludex.core.declaring import Deed, fields_of
from ludex.core.deeds import Gap, Offer, deed
from ludex.core.principals import Viewer, actor, actor_of
from ludex.core.rule import rule
from ludex.core.say import Label, say, term
from ludex.systems.fet.content import own_name, own_text, shipped
from ludex.systems.fet.may import may
from ludex.systems.fet.rules import acts, bot
from ludex.systems.fet.rules.belongings import blade_in, gun_in
from ludex.systems.fet.rules.building import effects_said
from ludex.systems.fet.rules.clock import wound_up
from ludex.systems.fet.rules.flow import steering
from ludex.systems.fet.rules.instants import waits_for
from ludex.systems.fet.rules.roster import pools
from ludex.systems.fet.rules.scenes import SINGLE
from ludex.systems.fet.rules.years import conjuring
from ludex.systems.fet.sheet import Skill, hindrance
from ludex.systems.fet.state import Act, Fighter, State, check_battle
from ludex.systems.fet.terms import (
    ELEVEN,
    GROUPS,
    RESOURCES,
    SECRET,
    SIX,
    BuffKind,
    EffectSort,
    Event,
    Kind,
    Number,
    SceneKind,
    WeaponType,
    Zone,
    written,
)

Names = Mapping[str, Label]
"""People by id, as they are called."""

Gaps = Mapping[str, Names | tuple[Label, ...]]
"""What a person fills in, by the field's name, each with what is offered."""

FIGURES = (20, 50, 100)
IMPACTS = tuple(map(str, FIGURES))
LASTS: Names = {"10t": "10t", "3次": say("view.for_acts", n=3)}
CHANGED = tuple(map(term, (*ELEVEN, *GROUPS, "all")))
SCOPES: Names = {
    f"{sign}{of}": say(f"view.{way}_scope", of=term(of))
    for sign, way in (("-", "less"), ("+", "more"))
    for of in (*RESOURCES, "all")
}
POOLS = tuple(map(term, RESOURCES))
STANDING = tuple(
    map(term, (EffectSort.RETALIATE, EffectSort.REDUCE, EffectSort.GUARD, EffectSort.EMPOWER, EffectSort.SUMMON))
)


def in_field(deed_of: type[Deed], name: str) -> Names:
    found = fields_of(deed_of)[name].offers(State(), "")
    return {one: term(one) for one in found} if isinstance(found, Mapping) else {one: one for one in found}


def opened(
    name: str,
    title: Label,
    gaps: Gaps,
    *,
    given: Mapping[str, str] | None = None,
    primary: bool = False,
    wanted: tuple[str, ...] = (),
) -> Offer:
    """A deed with fields to fill in; `wanted`: those without which nothing comes of it now."""
    offered = {field: deed("", "", gap=values).gaps[0].values for field, values in gaps.items()}
    filled = tuple(Gap(field, values, wanted=field in wanted) for field, values in offered.items())
    return replace(deed(name, title, given=given, primary=primary), gaps=filled)


def deeds(state: State, viewer: Viewer) -> tuple[Offer, ...]:
    """Everything this viewer may do now; what needs them first."""
    if state.battle is None:
        return _peace(state, viewer)
    battle = state.battle
    mine = [f for f in battle.fighters if _steers(state, viewer, f)]
    lying = [f.id for f in mine if battle.lies_in_wait(f) and not battle.idle_because(f)]  # FET-LIV-40: at any halt
    due = [f for f in mine if f.id in (*battle.waiting, *lying) or steering(battle, f)]
    acting = [f for f in mine if f.act is not None and not f.dead]
    named = len(mine) > 1
    found = [_of(state, f, one, named=named) for f in due for one in _declarations(state, f)]
    found += [_of(state, f, one, named=named) for f in acting for one in _meanwhile(state, f)]
    found = [one for one in found if one.of is None or may(state, actor_of(one.of), one.name) is None]  # FET-LIV-7
    if viewer.gm and due:
        found.append(deed("npcs", say("view.npcs")))
    if viewer.gm and battle.live:  # FET-LIV-18
        found.append(
            deed(
                "npcs",
                say("view.npcs_stop" if state.auto else "view.npcs_auto"),
                given={"who": "stop" if state.auto else "auto"},
            )
        )
    if not battle.waiting and (viewer.gm or viewer.controls):
        found.insert(0, deed("go", say("view.advance"), primary=True))
    if viewer.gm:
        found.append(deed("endfight", say("view.end_battle")))
    return tuple(found)


@rule("FET-LIV-35")
def _steers(state: State, viewer: Viewer, fighter: Fighter) -> bool:
    """Whether a viewer declares for a fighter: its own, not while it is a puppet; whom its own steer; the GM's."""
    battle = check_battle(state)
    hold = fighter.under("puppet", battle.time)
    steered = hold.by if hold is not None else fighter.id
    found = state.bearer(steered)
    return steered in viewer.controls or (viewer.gm and found is not None and found.npc)


# In a battle


def _declarations(state: State, fighter: Fighter) -> list[Offer]:
    battle, act = check_battle(state), partial(_act, _speeds(state, fighter))
    people = [f for f in battle.fighters if not f.dead]
    puppet = fighter.under("puppet", battle.time) is not None  # FET-SKX-8: against anybody
    enemies: Names = {
        f.id: state.called(f.id) for f in people if f.side != fighter.side or (puppet and f is not fighter)
    }
    places = tuple(map(term, Zone)) if battle.scene.kind == SceneKind.GENERAL else ("0,0,0", "1,0,0")
    friends: Names = {f.id: state.called(f.id) for f in people if f.side == fighter.side}
    return [
        replace(act("atk", Kind.ATTACK, {"target": enemies}), note=_blow(state, fighter)),
        *_guns(state, fighter, enemies),
        *(_skill(state, fighter, skill, whom={**enemies, **friends}) for skill in _skills(state, fighter)),
        act("int", Kind.INTERRUPT, {"target": enemies}),
        _shield(act("def", Kind.DEFEND), stays=state.options.shield_lasts),
        act("dodge", Kind.DODGE),
        act("parry", Kind.PARRY),
        act("ctl", Kind.CONTROL, {"target": enemies, "resist": in_field(acts.Control, "resist")}),
        act("weak", Kind.DEBUFF, {"target": enemies}),
        act("heal", Kind.HEAL, {"target": friends}),
        act("move", Kind.MOVE, {"to": places}),
        *([act("free", Kind.BREAK)] if fighter.debuffs else []),
        *conjuring_deeds(state, fighter),
        act("do", Kind.OTHER, {"note": ()}),
        replace(opened("wait", term(Kind.WAIT), {"until": ("+1", "+5", "+10")}), note=say("view.does_wait")),
    ]


def _act(speeds: Mapping[str, Mapping[int, Number]], name: str, kind: Kind, more: Gaps | None = None) -> Offer:
    """An act with an impact and an attribute: what it does, and what each of the impacts offered takes."""
    attributes: Names = {
        key: say(
            "view.takes", what=term(key), impact="/".join(map(str, times)), time="/".join(map(written, times.values()))
        )
        for key, times in speeds.items()
    }
    found = opened(name, term(kind), {"impact": IMPACTS, "attribute": attributes, **(more or {})})
    return replace(found, note=say(f"view.does_{name}"), cost=_soonest(speeds))


def _soonest(speeds: Mapping[str, Mapping[int, Number]]) -> Label:
    """What an impact of 50 takes at least, and the attribute that makes it so; of several the one that is faster with other impacts."""
    fastest = min(speeds, key=lambda name: (speeds[name][USUAL], sum(speeds[name].values())), default="")
    return say("view.soonest", what=term(fastest), time=speeds[fastest][USUAL]) if fastest else ""


@rule("FET-LIV-37", "FET-WUP-1")
def _speeds(state: State, fighter: Fighter) -> dict[str, dict[int, Number]]:
    """What the impacts offered would take with each attribute of acts: the choice of an act is one of time."""

    def takes(name: str, impact: int) -> Number:
        return wound_up(state, fighter.id, Act(Kind.ATTACK, 0, 0, impact, attribute=name), fighter.values[name]).time

    able = [name for name, value in fighter.values.items() if name in SIX and value > 0]
    return {name: {impact: takes(name, impact) for impact in FIGURES} for name in able}


USUAL = 50
"""The impact by which speeds are compared."""


@rule("FET-INX-6")
def _shield(one: Offer, *, stays: bool) -> Offer:
    """The same, saying that what is left stays, where it does."""
    return replace(one, note=say("view.does_def_stays")) if stays else one


@rule("FET-WEP-1")
def _blow(state: State, fighter: Fighter) -> Label:
    hand = blade_in(state, fighter.id)
    extra = fighter.weapons[hand].damage if hand else 0
    return say("view.does_atk_with", weapon=own_name(hand), extra=extra) if extra else say("view.does_atk")


def _guns(state: State, fighter: Fighter, enemies: Names) -> list[Offer]:
    hand = gun_in(state, fighter.id)
    if not hand:
        return []
    guns = {name: w for name, w in fighter.weapons.items() if w.type == WeaponType.RANGED}
    empty = tuple(name for name, w in guns.items() if w.magazine and w.rounds < w.magazine)
    shoot = opened("shoot", term(Kind.SHOOT), {"target": enemies, "shots": in_field(acts.Shoot, "shots")})
    gun = guns[hand]
    held = say("view.does_shoot", weapon=own_name(hand), damage=gun.damage)
    left = say("view.rounds_left", what=held, left=gun.rounds, of=gun.magazine) if gun.magazine else held
    found = [replace(shoot, note=left, cost=say("view.each_shot", time=gun.wind_up))]
    if empty:
        times = say("view.at_time", time=guns[empty[0]].reload) if len(empty) == 1 else ""
        reload = opened("reload", term(Kind.RELOAD), {"weapon": empty})
        found.append(replace(reload, note=say("view.does_reload"), cost=times))
    return found


def _skills(state: State, fighter: Fighter) -> tuple[Skill, ...]:
    """The skills on a fighter's sheet, but for those that wait for a moment of their own."""
    own = state.characters[fighter.id].sheet.skills if fighter.id in state.characters else ()
    wounds = [wound for wound in check_battle(state).wounds if wound.who == fighter.id]
    open_now = {wound.event or Event.DAMAGED for wound in wounds if not wound.skill}
    due = {wound.skill for wound in wounds}
    at_any_time = (s for s in own if not (s.instant and Event.holds(s.event)) or Event.said(s.event) in open_now)
    return tuple(s for s in at_any_time if not waits_for(s) or s.name in due)


def _skill(state: State, fighter: Fighter, skill: Skill, *, whom: Names) -> Offer:
    """A skill, each impact with its wind-up; a target is asked for where one is needed."""
    aimed = any(effect.target in SINGLE for effect in skill.effects)
    name = str(skill.attribute)
    value = fighter.values.get(name, 0)
    acts = {n: Act(Kind.SKILL, 0, 0, n, attribute=name, skill=skill) for n in (20, USUAL, 100) if value > 0}
    times = {n: wound_up(state, fighter.id, act, value).time for n, act in acts.items()}
    sized: Gaps = {"impact": {f"{n}": say("view.sized", impact=n, time=time) for n, time in times.items()}}
    takes = _soonest({name: times}) if times and not skill.instant else ""
    return use_skill(skill, {**(sized if times else {}), **({"target": whom} if aimed else {})}, takes=takes)


@rule("FET-LIV-37")
def use_skill(skill: Skill, more: Gaps, *, takes: Label = "") -> Offer:
    """A skill with an impact: what it does, and what it costs in time and resources."""
    one = opened("cast", own_name(skill.name), {"impact": IMPACTS, **more}, given={"skill": skill.name})
    time = say("view.at_once") if skill.instant else takes
    prices = [say("view.price", resource=term(loss.resource), share=loss.share) for loss in skill.losses]
    costs = [*([time] if time else []), *prices]
    does = own_text(skill) or (say("view.joined", notes=effects_said(skill)) if skill.effects else "")
    return replace(one, note=does, cost=say("view.joined", notes=costs) if costs else "")


def _meanwhile(state: State, fighter: Fighter) -> list[Offer]:
    """What a fighter may do while its act is going on: drop it, or use an instant skill (FET-SKX-4)."""
    instant = [use_skill(skill, {}) for skill in _skills(state, fighter) if skill.instant]
    return [*instant, *conjuring_deeds(state, fighter), deed("drop", say("view.drop"), note=say("view.does_drop"))]


@rule("FET-LIV-32")
def conjuring_deeds(state: State, fighter: Fighter) -> list[Offer]:
    ways = {"conjure": False, "unmake": True}
    names = [name for name, away in ways.items() if not conjuring(state, fighter.id, away=away)]
    return [opened(name, say(f"view.{name}"), {"text": ()}) for name in names]


def _of(state: State, fighter: Fighter, one: Offer, *, named: bool) -> Offer:
    """The same for this fighter; under its name where one has several."""
    group = state.called(fighter.id) if named else ""
    return replace(one, group=group, of=actor(fighter.id))


# Between battles, and on a sheet


def _peace(state: State, viewer: Viewer) -> tuple[Offer, ...]:
    """Between battles: checks, talking, and starting one."""
    found: list[Offer] = []
    if viewer.player and not viewer.controls:
        found.append(new_sheet())
    able = [who for who in viewer.controls if who in state.characters]
    if any(may(state, who, "ex") is None for who in able):
        known = state.target is not None or state.target_by == SECRET  # FET-LIV-42: that there is one is no secret
        target: Gaps = {} if known else {"goal": ("50", "100", "200")}
        found.append(
            opened(
                "ex",
                term("check"),
                {"attribute": in_field(bot.CheckAttribute, "attribute"), **target},
                primary=not target,
                wanted=("goal",),
            )
        )
    npcs: Names = {who: state.called(who) for who, c in state.characters.items() if c.npc and not c.stage}
    if any(may(state, who, "talk") is None for who in able) and (npcs or state.partner is not None):
        talk = opened("talk", term("negotiate"), {"whom": npcs} if npcs else {})
        found.append(replace(talk, note=say("view.does_talk")))
    found += _treatments(state, able)
    if viewer.gm and len(state.characters) > 1:
        people: Names = {who: state.called(who) for who in state.characters}
        gaps: Gaps = {"one": people, "other": people, "first_strike": people, "safe_capacity": (), "edge": ()}
        found.append(opened("fight", say("view.start_battle"), gaps))
    return tuple(found)


@rule("FET-LIV-7", "FET-REC-3")
def _treatments(state: State, able: list[str]) -> list[Offer]:
    """Treating those of the players' people who have lost something, for anybody who can."""
    people = {who: c for who, c in state.characters.items() if not c.npc and not hindrance(c.sheet)}
    hurt: Names = {
        who: state.called(who)
        for who, c in people.items()
        if c.stamina_lost > c.stamina_scar and not pools(state, who).dead
    }
    if not hurt or all(may(state, who, "treat") is not None for who in able):
        return []
    return [opened("treat", say("view.treat"), {"patient": hurt, "amount": ("5", "10", "20")})]


def new_sheet() -> Offer:
    return deed("tlsetup", say("view.make_sheet"), primary=True)


def sheet_deeds(state: State, who: str) -> tuple[Offer, ...]:
    arms: Names = {weapon.name: own_name(weapon.name) for weapon in state.characters[who].sheet.weapons}
    own = (
        [opened("ex", term("check"), {"attribute": in_field(bot.CheckAttribute, "attribute")})]
        if may(state, who, "ex") is None
        else []
    )
    own += [opened("wp", say("view.wield"), {"weapon": arms})] if len(arms) > 1 else []
    return (
        *(replace(one, of=actor(who)) for one in own),
        *lasting_deeds(state, who),
        deed("export", say("view.export"), given={"who": who}),
    )


def lasting_deeds(state: State, who: str) -> tuple[Offer, ...]:
    """Changing what somebody has, and putting something on them for a while."""
    named, add, amounts = {"name": ()}, {"verb": "add"}, ("-10", "+10")
    buff: Gaps = {"attribute": CHANGED, "kind": tuple(map(term, BuffKind)), "amount": ("10", "20%"), "lasts": LASTS}
    ward: Gaps = {"scope": SCOPES, "amount": ("20%", "10", "24d"), "lasts": LASTS}
    shield: Gaps = {"amount": ("20", "50"), "scope": (*POOLS, term("all")), "lasts": LASTS}
    stands: Gaps = {"effect": STANDING, "amount": ("20", "50"), "uses": ("x1", "x3")}
    found = (
        opened("rec", say("view.change"), {"resource": in_field(bot.RecordStatus, "resource"), "amount": amounts})
        if who in state.characters  # the rulebook's own way is for sheets
        else opened("rc", say("view.change"), {"verb": POOLS, "amount": amounts}),
        opened("buff", say("view.add_buff"), {**named, **buff}, given=add),
        opened("dr", say("view.add_ward"), {**named, **ward}, given=add),
        opened("rc", say("view.add_shield"), shield, given={"verb": "s"}),
        opened("fx", say("view.add_standing"), {**named, **stands}, given=add),
    )
    return tuple(replace(one, of=actor(who)) for one in found)


def gm_deeds() -> tuple[Offer, ...]:
    return (
        set_target({"level": ("10",), "difficulty": ("1", "5", "10", "15", "20")}),
        opened("tar", say("view.random_target"), {"level": ("10d", "15d", "20d")}),
        set_partner(),
        opened("npc", say("view.bring_npc"), {"name": tuple(say(f"things.{block}") for block in shipped().people)}),
        deed("rest", say("view.party_rest")),
    )


def set_target(gaps: Gaps) -> Offer:
    return opened("tar", say("view.set_target"), gaps)


def set_partner() -> Offer:
    return opened("neg", say("view.set_partner"), {"level": ("10",), "intelligence": ("35",)})
