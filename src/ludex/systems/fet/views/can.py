"""What can be done now: buttons that send a chat line, for one viewer's own people."""

import msgspec

from ludex.core.command import word
from ludex.core.say import say, term
from ludex.core.system import Viewer
from ludex.core.view import Action, Label
from ludex.systems.fet.redact import Witness
from ludex.systems.fet.rules.declaring import SINGLE
from ludex.systems.fet.state import Battle, Fighter, State
from ludex.systems.fet.terms import ELEVEN, SIX, Kind, SceneKind, WeaponType

SIX_NAMES = tuple(map(term, SIX))
NAMES = tuple(map(term, ELEVEN))

Fill = dict[str, tuple[Label, ...]]

SIZE: Fill = {"impact": ("20", "50", "100"), "attribute": SIX_NAMES}


def can(state: State, viewer: Viewer) -> tuple[Action, ...]:
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
    return who not in state.characters or state.characters[who].npc


def _declarations(state: State, fighter: Fighter) -> list[Action]:
    """What a fighter who must declare may do."""
    witness = Witness(state, Viewer("player", (fighter.id,)))
    enemies = tuple(state.called(f.id) for f in witness.seen() if f.side != fighter.side and not f.dead)
    friends = tuple(state.called(f.id) for f in witness.seen() if f.side == fighter.side and not f.dead)
    at_enemy, at_friend = {**SIZE, "whom": enemies}, {**SIZE, "whom": friends}
    return [
        _act(Kind.ATTACK, line=".攻 <impact> <attribute> <whom>", fill=at_enemy),
        *_guns(fighter, enemies),
        *_skills(state, fighter, whom=(*enemies, *friends)),
        _act(Kind.INTERRUPT, line=".打断 <impact> <attribute> <whom>", fill=at_enemy),
        _act(Kind.DEFEND, line=".盾 <impact> <attribute>", fill=SIZE),
        _act(Kind.DODGE, line=".闪 <impact> <attribute>", fill=SIZE),
        _act(Kind.PARRY, line=".招架 <impact> <attribute>", fill=SIZE),
        _act(
            Kind.CONTROL,
            line=".控 <impact> <attribute> <whom> <resist>",
            fill={**at_enemy, "resist": SIX_NAMES},
        ),
        _act(Kind.DEBUFF, line=".削 <impact> <attribute> <whom>", fill=at_enemy),
        _act(Kind.HEAL, line=".疗 <impact> <attribute> <whom>", fill=at_friend),
        _act(Kind.MOVE, line=".移 <impact> <attribute> <to>", fill={**SIZE, "to": _places(witness.battle)}),
        *([_act(Kind.BREAK, line=".突破 <impact> <attribute>", fill=SIZE)] if fighter.debuffs else []),
        _act(Kind.OTHER, line=".做 <impact> <attribute> <note>", fill=SIZE),
        _act(Kind.WAIT, line=".等 +<time>", fill={"time": ("1", "5", "10")}),
    ]


def _places(battle: Battle) -> tuple[Label, ...]:
    return (term("safe"), term("danger")) if battle.scene.kind == SceneKind.GENERAL else ("0,0,0", "1,0,0")


def _guns(fighter: Fighter, enemies: tuple[str, ...]) -> list[Action]:
    """Shooting and reloading, for who has something to shoot with."""
    guns = {name: w for name, w in fighter.weapons.items() if w.type == WeaponType.RANGED}
    if not guns:
        return []
    empty = tuple(name for name, w in guns.items() if w.magazine and w.rounds < w.magazine)
    fill: Fill = {"whom": enemies, "shots": ("1", "2", "3")}
    reload = [_act(Kind.RELOAD, line=".装填 <weapon>", fill={"weapon": empty})] if empty else []
    return [_act(Kind.SHOOT, line=".射 <whom> <shots>", fill=fill), *reload]


def _skills(state: State, fighter: Fighter, *, whom: tuple[Label, ...]) -> list[Action]:
    """The skills on a fighter's sheet, one button each; a target is asked for where one is needed."""
    sheet = state.characters[fighter.id].sheet if fighter.id in state.characters else None
    fill: Fill = {"impact": SIZE["impact"], "whom": whom}
    buttons = []
    for skill in sheet.skills if sheet else ():
        aimed = " <whom>" if any(effect.target in SINGLE for effect in skill.effects) else ""
        buttons.append(_button(skill.name, line=f".技 {skill.name} <impact>{aimed}", fill=fill))
    return buttons


def _meanwhile(state: State, fighter: Fighter) -> list[Action]:
    """What a fighter may do while its act is going on: drop it, or use an instant skill (FET-SKX-4)."""
    sheet = state.characters[fighter.id].sheet if fighter.id in state.characters else None
    instant = [s for s in sheet.skills if s.instant] if sheet else []
    fill: Fill = {"impact": SIZE["impact"]}
    return [
        *(_button(s.name, line=f".技 {s.name} <impact>", fill=fill) for s in instant),
        Action(say("view.drop"), ".收手"),
    ]


def _act(kind: str, *, line: str, fill: Fill) -> Action:
    return _button(term(str(kind)), line=line, fill=fill)


def _button(name: Label, *, line: str, fill: Fill) -> Action:
    return Action(name, line, fill={gap: found for gap, found in fill.items() if found})


def _of(fighter: Fighter, action: Action, *, named: bool) -> Action:
    """The same for this fighter; under its name where one has several."""
    group = fighter.id if named else ""
    return msgspec.structs.replace(action, group=group, line=f"{action.line} @{word(fighter.id)}")


def _peace(state: State, viewer: Viewer) -> tuple[Action, ...]:
    """Between battles: checks, talking, and starting one."""
    actions: list[Action] = []
    if viewer.role == "player" and not viewer.controls:
        actions.append(Action(say("view.make_sheet"), ".新卡 <name>", primary=True))
    if viewer.controls and state.target is not None:
        actions.append(Action(term("check"), ".ex <attribute>", primary=True, fill={"attribute": NAMES}))
    if viewer.controls and state.partner is not None:
        actions.append(Action(term("negotiate"), ".talk"))
    if viewer.gm and len(state.characters) > 1:
        people = tuple(state.called(who) for who in state.characters)
        line = ".开战 <one_side> 对 <other_side>"
        actions.append(Action(say("view.start_battle"), line, fill={"one_side": people, "other_side": people}))
    return tuple(actions)
