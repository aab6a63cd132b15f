"""What can be done now: buttons that send a chat line, for one viewer's own people.

What each gap may hold is `commands/offers.py`; whom a viewer may aim at is `redact.py`. Nothing is refused here.
"""

import msgspec

from ludex.core.deeds import word
from ludex.core.principals import PLAYER, Viewer
from ludex.core.say import say, term
from ludex.core.view import Action, Label
from ludex.systems.fet.commands import offers
from ludex.systems.fet.commands.offers import Fill
from ludex.systems.fet.redact import Witness
from ludex.systems.fet.rules.declaring import SINGLE
from ludex.systems.fet.sheet import Skill
from ludex.systems.fet.state import Battle, Fighter, State
from ludex.systems.fet.terms import Kind, SceneKind, WeaponType


def deeds(state: State, viewer: Viewer) -> tuple[Action, ...]:
    """Everything this viewer may do now; what needs them first."""
    if state.battle is None:
        return _peace(state, viewer)
    battle = state.battle
    mine = [f for f in battle.fighters if f.id in viewer.controls or (viewer.gm and _gms(state, f.id))]
    due = [f for f in mine if f.id in battle.waiting]
    acting = [f for f in mine if f.act is not None and not f.dead]
    named = len(mine) > 1
    actions = [_of(f, action, named=named) for f in due for action in _declarations(state, f)]
    actions += [_of(f, action, named=named) for f in acting for action in _meanwhile(state, f)]
    if viewer.gm and due:
        actions.append(Action(say("view.npcs"), ".npcs"))
    if not battle.waiting and (viewer.gm or viewer.controls):
        actions.insert(0, Action(say("view.advance"), ".go", primary=True))
    if viewer.gm:
        actions.append(Action(say("view.end_battle"), ".终战"))
    return tuple(actions)


def _gms(state: State, who: str) -> bool:
    """Whether the GM plays this one: an NPC, or somebody without a sheet."""
    found = state.bearer(who)
    return found is not None and found.npc


# In a battle


def _declarations(state: State, fighter: Fighter) -> list[Action]:
    """What a fighter who must declare may do."""
    witness = Witness(state, Viewer(PLAYER, (fighter.id,)))
    people = [f for f in witness.seen() if not f.dead]
    enemies = tuple(state.called(f.id) for f in people if f.side != fighter.side)
    friends = tuple(state.called(f.id) for f in people if f.side == fighter.side)
    at_enemy, at_friend = {**offers.ACT, "whom": enemies}, {**offers.ACT, "whom": friends}
    control: Fill = {**at_enemy, "resist": offers.SIX_NAMES}
    return [
        _act(Kind.ATTACK, ".攻 <impact> <attribute> <whom>", at_enemy),
        *_guns(fighter, enemies),
        *(_skill(skill, whom=(*enemies, *friends)) for skill in _skills(state, fighter)),
        _act(Kind.INTERRUPT, ".打断 <impact> <attribute> <whom>", at_enemy),
        _act(Kind.DEFEND, ".盾 <impact> <attribute>", offers.ACT),
        _act(Kind.DODGE, ".闪 <impact> <attribute>", offers.ACT),
        _act(Kind.PARRY, ".招架 <impact> <attribute>", offers.ACT),
        _act(Kind.CONTROL, ".控 <impact> <attribute> <whom> <resist>", control),
        _act(Kind.DEBUFF, ".削 <impact> <attribute> <whom>", at_enemy),
        _act(Kind.HEAL, ".疗 <impact> <attribute> <whom>", at_friend),
        _act(Kind.MOVE, ".移 <impact> <attribute> <to>", {**offers.ACT, "to": _places(witness.battle)}),
        *([_act(Kind.BREAK, ".突破 <impact> <attribute>", offers.ACT)] if fighter.debuffs else []),
        _act(Kind.OTHER, ".做 <impact> <attribute> <note>", offers.ACT),
        _act(Kind.WAIT, ".等 +<time>", offers.WAIT),
    ]


def _places(battle: Battle) -> tuple[Label, ...]:
    return (term("safe"), term("danger")) if battle.scene.kind == SceneKind.GENERAL else ("0,0,0", "1,0,0")


def _guns(fighter: Fighter, enemies: tuple[str, ...]) -> list[Action]:
    """Shooting and reloading, for who has something to shoot with."""
    guns = {name: w for name, w in fighter.weapons.items() if w.type == WeaponType.RANGED}
    if not guns:
        return []
    empty = tuple(name for name, w in guns.items() if w.magazine and w.rounds < w.magazine)
    reload = [_act(Kind.RELOAD, ".装填 <weapon>", {"weapon": empty})] if empty else []
    return [_act(Kind.SHOOT, ".射 <whom> <shots>", {"whom": enemies, **offers.SHOTS}), *reload]


def _skills(state: State, fighter: Fighter) -> tuple[Skill, ...]:
    """The skills on a fighter's sheet."""
    return state.characters[fighter.id].sheet.skills if fighter.id in state.characters else ()


def _skill(skill: Skill, *, whom: tuple[Label, ...]) -> Action:
    """A skill; a target is asked for where one is needed."""
    aimed = " <whom>" if any(effect.target in SINGLE for effect in skill.effects) else ""
    fill: Fill = {"impact": offers.ACT["impact"], "whom": whom}
    return _button(skill.name, f".技 {skill.name} <impact>{aimed}", fill)


def _meanwhile(state: State, fighter: Fighter) -> list[Action]:
    """What a fighter may do while its act is going on: drop it, or use an instant skill (FET-SKX-4)."""
    fill: Fill = {"impact": offers.ACT["impact"]}
    instant = [skill.name for skill in _skills(state, fighter) if skill.instant]
    return [*(_button(name, f".技 {name} <impact>", fill) for name in instant), Action(say("view.drop"), ".收手")]


def _act(kind: str, line: str, fill: Fill) -> Action:
    return _button(term(str(kind)), line, fill)


def _button(name: Label, line: str, fill: Fill) -> Action:
    return Action(name, line, fill={gap: found for gap, found in fill.items() if found})


def _of(fighter: Fighter, action: Action, *, named: bool) -> Action:
    """The same for this fighter; under its name where one has several."""
    group = fighter.id if named else ""
    return msgspec.structs.replace(action, group=group, line=f"{action.line} @{word(fighter.id)}")


# Between battles, and on a sheet


def _peace(state: State, viewer: Viewer) -> tuple[Action, ...]:
    """Between battles: checks, talking, and starting one."""
    actions: list[Action] = []
    if viewer.player and not viewer.controls:
        actions.append(new_sheet())
    if viewer.controls and state.target is not None:
        actions.append(Action(term("check"), ".ex <attribute>", primary=True, fill=offers.CHECK))
    if viewer.controls and state.partner is not None:
        actions.append(Action(term("negotiate"), ".talk"))
    if viewer.gm and len(state.characters) > 1:
        people = tuple(state.called(who) for who in state.characters)
        line = ".开战 <one_side> 对 <other_side>"
        actions.append(Action(say("view.start_battle"), line, fill={"one_side": people, "other_side": people}))
    return tuple(actions)


def new_sheet() -> Action:
    """Make a character."""
    return Action(say("view.make_sheet"), ".新卡 <name>", primary=True)


def sheet_deeds(state: State, who: str) -> tuple[Action, ...]:
    """What an owner does with a sheet."""
    arms = tuple(weapon.name for weapon in state.characters[who].sheet.weapons)
    own = f" @{word(who)}"
    wield = Action(say("view.wield"), f".wp <weapon>{own}", fill={"weapon": arms})
    return (
        Action(term("check"), f".ex <attribute>{own}", fill=offers.CHECK),
        *((wield,) if len(arms) > 1 else ()),
        *lasting_deeds(state, who),
        Action(say("view.export"), f".导出 {word(who)}"),
    )


def lasting_deeds(state: State, who: str) -> tuple[Action, ...]:
    """Changing what somebody has, and putting something on them for a while."""
    own = f" @{word(who)}"
    enter = ".rec" if who in state.characters else ".rc"  # the rulebook's own way is for sheets
    return (
        Action(say("view.change"), f"{enter} <resource> <amount>{own}", fill=offers.CHANGE),
        Action(say("view.add_buff"), f".buff add <name> <attribute> <kind> <value> <lasts>{own}", fill=offers.BUFF),
        Action(say("view.add_ward"), f".dr add <name> <scope> <value> <lasts>{own}", fill=offers.WARD),
        Action(say("view.add_shield"), f".rc s <amount> <resource> <lasts>{own}", fill=offers.SHIELD),
        Action(say("view.add_standing"), f".fx add <name> <effect> <amount> <uses>{own}", fill=offers.STANDING),
    )


def gm_deeds() -> tuple[Action, ...]:
    """What the GM sets for the group."""
    return (
        Action(say("view.set_target"), ".tar <level> <difficulty>", fill=offers.TARGET),
        Action(say("view.random_target"), ".tar <level>d", fill=offers.RANDOM_TARGET),
        Action(say("view.set_partner"), ".neg <level> <intelligence>", fill=offers.PARTNER),
        Action(say("view.bring_npc"), ".登场 <name>", fill=offers.npcs()),
    )
