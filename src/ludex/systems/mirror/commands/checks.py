"""Commands for checks, attacks and deeds."""

from typing import Any

import msgspec

from ludex.core.deeds import ANYONE, Arg, Asked, Command, Do, Show
from ludex.core.errors import RuleError
from ludex.systems.mirror.commands.offers import BONUS, CHECK, TARGET, WHO, flag, keyed
from ludex.systems.mirror.commands.reading import (
    actor_named,
    bearing,
    cell,
    dice_given,
    modifier,
    modifiers,
    part_of,
    shared_inputs,
    term_of,
    terms_of,
    word_of,
)
from ludex.systems.mirror.content import action_named, gear_named
from ludex.systems.mirror.rules.performing import Perform, area_given, attack_given
from ludex.systems.mirror.rules.skills import GROUPS
from ludex.systems.mirror.state import State, grid_of
from ludex.systems.mirror.terms import (
    DAMAGE_TYPES,
    ActionType,
    AttackMode,
    AttackType,
    Defense,
    Injury,
    Secondary,
    Skill,
    key_of,
    words_of,
)
from ludex.systems.mirror.views.cards import skills_card

GROUP = "check"


def skill(asked: Asked) -> Do:
    """`.检定 运动 15 +2 优势`: a skill check."""
    skill = word_of(asked["skill"], (*words_of(Skill), *GROUPS), "unknown_skill")
    given = {"actor": asked.actor, "skill": skill, "target": asked["target"], **shared_inputs(asked)}
    return Do("skill_check", {**given, "rank_source": _rank_source(asked["rank"])})


def _rank_source(text: str | None) -> str:
    """«工程», «weapon:sword»: whose rank counts instead of the skill's."""
    if not text:
        return "skill"
    if ":" in text:
        return text
    key = key_of(text)
    kinds = {"secondary": words_of(Secondary), "defense": words_of(Defense)}
    return next((f"{kind}:{key}" for kind, known in kinds.items() if key in known), f"weapon:{key}")


def plain(asked: Asked) -> Do:
    """`.普检 12 +3`: 1D20 and modifiers, without a sheet."""
    given = {"target": asked["target"], "modifiers": modifiers(asked)}
    counts = {"advantage": int(asked["advantage"]), "disadvantage": int(asked["disadvantage"])}
    return Do("check", {**given, **counts, **dice_given(asked), "passive": True if asked["passive"] else None})


def stack(asked: Asked) -> Do:
    """`.修正 +2 环境+3 环境-1`: what modifiers come to."""
    return Do("stack_modifiers", {"modifiers": [modifier(text) for text in asked["modifiers"]]})


def defend(asked: Asked) -> Do:
    """`.防御 强韧 15`: a defence check."""
    defense = term_of(Defense, asked["defense"])
    given = {"actor": asked.actor, "defense": defense, "target": asked["target"], **shared_inputs(asked)}
    return Do("defense_check", {**given, "diffuse": asked["diffuse"]})


def attack(asked: Asked) -> Do:
    """`.攻击 山贼 部位=头 级=2 力=3 伤=切割`: an attack with its damage, set out in full."""
    given: dict[str, Any] = {
        "attacker": asked.actor,
        "defender": asked["who"],
        "type": term_of(AttackType, asked["type"]),
        "mode": term_of(AttackMode, asked["mode"]),
        "category": gear_named(asked["category"], asked.state.catalogue) if asked["category"] else "",
        "attack": {**shared_inputs(asked), "part": None},
        "defense": {"type": term_of(Defense, asked["defense"])},
        "concealment": asked["concealment"],
        "distance": _distance(asked.state, asked.actor, asked["who"]),
        "part": part_of(asked.state, asked["who"], asked["part"]),
        "damage": blow(asked),
    }
    if not asked["types"]:
        return Do("attack_check", {k: v for k, v in given.items() if k not in ("part", "damage")})
    return Do("attack", given)


def _distance(state: State, a: str, b: str) -> int | None:
    one, two = state.characters.get(a), state.characters.get(b)
    if one is None or two is None or one.pos is None or two.pos is None:
        return None
    return grid_of(state.stage.grid).distance(one.pos, two.pos)


def blow(asked: Asked) -> dict[str, Any]:
    """Hit, DP, types and injury effects of a line."""
    return {
        "hit": asked["hit"],
        "dp": asked["dp"],
        "types": [word_of(t, DAMAGE_TYPES, "unknown_damage_type") for t in asked["types"]],
        "effects": terms_of(Injury, asked["effects"]),
        "dr": asked["dr"],
    }


def perform(asked: Asked) -> Do:
    """`.行动 挥砍 山贼`: an action of the sheet or the library, from cost to wounds."""
    first = asked["targets"][0] if asked["targets"] else ""
    given: dict[str, Any] = {
        "actor": asked.actor,
        "action": asked["action"],
        "targets": [actor_named(asked, t) for t in asked["targets"]],
        "part": part_of(asked.state, actor_named(asked, first) if first else "", asked["part"]),
        "trigger": asked["trigger"],
        "ap_reduction": asked["reduction"],
        "attack": {**shared_inputs(asked), "part": None},
        "corner": asked["corner"],
        "direction": bearing(asked["direction"]),
    }
    if asked["cell"]:
        given["cell"] = cell(asked["cell"])
    return Do("perform", given)


def perform_ahead(asked: Asked) -> Do:
    """The odds of an action's attack while it is somebody else's turn: nothing is paid."""
    do, state = perform(asked), asked.state
    given = msgspec.convert(do.given, Perform)
    action = action_named(given.action, state.catalogue, state.who(given.actor))
    waits = state.conflict is not None and not state.conflict.has_turn(given.actor)
    if not waits or action.attack is None or not given.targets:
        return do
    return Do("attack", attack_given(state, given, action.attack, given.targets[0]))


def use_action(asked: Asked) -> Do:
    """`.动作 喊话 FA`: any action by its type and cost."""
    action = {
        "name": asked["name"],
        "type": term_of(ActionType, asked["type"]),
        "base_type": term_of(ActionType, asked["base"]) if asked["base"] else None,
        "ap": asked["ap"],
        "sp": asked["sp"],
        "tags": [key_of(t) for t in asked["tags"]],
        "part": part_of(asked.state, asked.actor, asked["part"]),
        "trigger": bool(asked["trigger"]),
        "variable_ap": asked["variable"],
    }
    given = {"actor": asked.actor, "action": action, "trigger": asked["trigger"]}
    return Do("use_action", {**given, "ap_reduction": asked["reduction"]})


def preview(asked: Asked) -> Do:
    """`.预览 爆炎 格=4,4`: the regions that an action would cover, before it is used."""
    actor = asked.state.who(asked.actor)
    action = action_named(asked["action"], asked.state.catalogue, actor)
    if action.attack is None or action.attack.area is None:
        raise RuleError("no_area", action=action.called)
    given = Perform(
        actor=asked.actor,
        action=action.name,
        cell=cell(asked["cell"]),
        corner=asked["corner"],
        direction=bearing(asked["direction"]),
    )
    return Do("area", area_given(asked.state, actor, action.attack.area, given))


def skills(_asked: Asked) -> Show:
    """`.技能`: what each skill is for, and its linked attributes."""
    return Show(skills_card())


def go_on(asked: Asked) -> Do:
    """`.续付`: pay on for a total action."""
    return Do("continue_total_action", {"actor": asked.actor})


HIT = keyed("hit", "级", "hit", kind="int", default=1)
DP = keyed("dp", "力", "dp", kind="int", default=1)
TYPES = keyed("types", "伤", "type", "types", kind="list")
EFFECTS = keyed("effects", "特效", "fx", kind="list")
DR = keyed("dr", "减", "dr", kind="int")
TRIGGER = keyed("trigger", "触发", "on_event")
REDUCTION = keyed("reduction", "减费", "less", kind="int", default=0)
AP = keyed("ap", "ap", "费", kind="int", default=0)
SP = keyed("sp", "sp", "精", kind="int", default=0)

COMMANDS = (
    Command(
        ("检定", "ck", "check"),
        skill,
        (Arg("skill"), TARGET, BONUS, keyed("rank", "熟练", "rank"), *CHECK),
        example=".检定 洞悉 12",
        group=GROUP,
    ),
    Command(("技能", "skills"), skills, who=ANYONE, example=".技能", group=GROUP),
    Command(("普检", "plain"), plain, (TARGET, BONUS, *CHECK), example=".普检 12 +3", group=GROUP),
    Command(
        ("修正", "mods"),
        stack,
        (Arg("modifiers", "list"),),
        who=ANYONE,
        example=".修正 +2、环境+3、环境-1",
        group=GROUP,
    ),
    Command(
        ("防御", "def", "save"),
        defend,
        (Arg("defense", among=words_of(Defense)), TARGET, BONUS, flag("diffuse", "弥漫", "diffuse"), *CHECK),
        example=".防御 强韧 12",
        group=GROUP,
    ),
    Command(
        ("攻击", "atk", "attack"),
        attack,
        (
            WHO,
            BONUS,
            keyed("type", "类型", "kind", default="melee"),
            keyed("mode", "模式", "mode", default="weapon"),
            keyed("category", "用", "with"),
            keyed("defense", "防", "against", default="dodge"),
            keyed("concealment", "隐蔽", "conceal", kind="int", default=0),
            HIT,
            DP,
            TYPES,
            EFFECTS,
            DR,
            *CHECK,
        ),
        example=".攻击 山贼1 用=刀剑 级=2 力=2 伤=切割 部位=臂",
        group=GROUP,
    ),
    Command(
        ("行动", "act", "do"),
        perform,
        (
            Arg("action"),
            Arg("targets", "list", required=False),
            BONUS,
            TRIGGER,
            REDUCTION,
            keyed("cell", "格", "at"),
            keyed("corner", "角", "corner", default="ne"),
            keyed("direction", "向", "towards", default="0"),
            *CHECK,
        ),
        example=".行动 挥砍 山贼1",
        group=GROUP,
        foresee=perform_ahead,
    ),
    Command(
        ("预览", "preview"),
        preview,
        (
            Arg("action"),
            Arg("cell", keys=("格", "at")),
            keyed("corner", "角", "corner", default="ne"),
            keyed("direction", "向", "towards", default="0"),
        ),
        example=".预览 爆炎 4,4",
        group=GROUP,
    ),
    Command(
        ("动作", "action"),
        use_action,
        (
            Arg("name"),
            Arg("type"),
            AP,
            SP,
            keyed("base", "原为", "base"),
            keyed("tags", "标签", "tags", kind="list"),
            keyed("part", "部位", "on"),
            TRIGGER,
            REDUCTION,
            flag("variable", "自定", "variable"),
        ),
        example=".动作 喊话 FA",
        group=GROUP,
    ),
    Command(("续付", "cont", "continue"), go_on, example=".续付", group=GROUP),
)
