"""Commands for checks, attacks and actions."""

import msgspec

from ludex.core.deeds import ACTOR, ANYONE, CELL, OWN, WHOLE, Asked, Command, Do, Field, Show, by_gm
from ludex.core.errors import RuleError
from ludex.core.fields import CIRCUMSTANCE, flag, keyed, said_by
from ludex.core.plain import Plain
from ludex.core.rule import rule
from ludex.systems.mirror.commands.offers import (
    AT,
    BLOW,
    BONUS,
    CHECK,
    CORNER,
    DIRECTION,
    PART,
    TAGS,
    TARGET,
    WHO,
    actions_of,
    closed,
    skills_offered,
)
from ludex.systems.mirror.commands.reading import (
    bearing,
    dice_given,
    gear_of,
    modifier,
    modifiers,
    part_of,
    path,
    query,
    shared_inputs,
    skill_of,
)
from ludex.systems.mirror.content import action_named, library, own_actions
from ludex.systems.mirror.rules.actions import check_able, fights
from ludex.systems.mirror.rules.authoring import tag_of
from ludex.systems.mirror.rules.knowing import BARE, known_action, known_actions, lapsed
from ludex.systems.mirror.rules.performing import Perform, area_given, attack_given
from ludex.systems.mirror.rules.space import AreaGiven
from ludex.systems.mirror.sheet import Cell, Character
from ludex.systems.mirror.state import State, spot
from ludex.systems.mirror.terms import ActionType, AttackMode, AttackType, Defense, Mode, Secondary, key_of, words_of


def skill(asked: Asked) -> Do:
    """`.检定 运动 15 +2 优势`: a skill check; `.检定 强韧 12`: a defence (MIR-LIV-3)."""
    if Defense.holds(asked["skill"]):
        given = {"actor": asked.actor, "defense": Defense.read(asked["skill"]), **_target(asked)}
        return Do("defense_check", {**given, **shared_inputs(asked)})
    if asked.actor in asked.state.characters:
        check_able(asked.state.who(asked.actor))  # MIR-LIV-8: the unconscious only defend
    given = {"actor": asked.actor, "skill": skill_of(asked["skill"]), **_target(asked)}
    return Do("skill_check", {**given, **shared_inputs(asked), "rank_source": _rank_source(asked)})


@rule("MIR-LIV-3")
def _target(asked: Asked) -> Plain:
    """The number to reach; with 隐目标 only the GM learns how the check stands to it."""
    return {"hidden_target": asked["target"]} if asked.args.get("blind") else {"target": asked["target"]}


@rule("MIR-DOM-7", "MIR-LIV-36")
def _craft(asked: Asked) -> str:
    """The secondary domain whose rank the line names, by itself or by an ability of it, if she has such an ability."""
    c = asked.state.characters.get(asked.actor)
    mine = [a for a in c.abilities if a.domain in words_of(Secondary) and not lapsed(c, a)] if c is not None else []
    text = asked["rank"] or ""
    return next((a.domain for a in mine if text in (a.id, a.called) or key_of(text) == a.domain), "")


def craft_word(asked: Asked, kinds: tuple[str, ...]) -> tuple[str, ...]:
    """A check for a secondary ability of hers takes that domain's rank by the rule; nobody need allow it (MIR-LIV-2)."""
    others = [f for f in (BONUS, *CHECK) if f.owner == CIRCUMSTANCE and asked.args.get(f.name)]
    return kinds if others or not _craft(asked) else tuple(k for k in kinds if by_gm(k) != CIRCUMSTANCE)


def _rank_source(asked: Asked) -> str:
    """«工程», «修补», «weapon:sword»: whose rank counts instead of the skill's."""
    text: str | None = asked["rank"]
    craft = _craft(asked)
    if craft:
        return f"secondary:{craft}"
    if not text:
        return "skill"
    if ":" in text:
        return text
    key = key_of(text)
    kinds = {"secondary": words_of(Secondary), "defense": words_of(Defense)}
    return next((f"{kind}:{key}" for kind, known in kinds.items() if key in known), f"weapon:{key}")


def plain(asked: Asked) -> Do:
    """`.普检 12 +3`: 1D20 and modifiers, without a sheet."""
    given: Plain = {"target": asked["target"], "modifiers": modifiers(asked)}
    counts = {"advantage": int(asked["advantage"]), "disadvantage": int(asked["disadvantage"])}
    return Do("check", {**given, **counts, **dice_given(asked), "passive": True if asked["passive"] else None})


def stack(asked: Asked) -> Show:
    """`.修正 +2 环境+3 环境-1`: what modifiers come to."""
    return query("stack_modifiers", {"modifiers": [modifier(text) for text in asked["modifiers"]]})


def defend(asked: Asked) -> Do:
    """`.防御 强韧 15`: a defence check."""
    given = {"actor": asked.actor, "defense": asked["defense"], **_target(asked), **shared_inputs(asked)}
    return Do("defense_check", {**given, "diffuse": asked["diffuse"]})


def attack(asked: Asked) -> Do:
    """`.攻击 山贼 部位=头 级=2 力=3 伤=切割`: an attack with its damage, set out in full."""
    state: State = asked.state
    check_target(state.who(asked["who"]))
    if not asked.gm and not asked["types"]:
        return _first_attack(asked)
    given: Plain = {
        "attacker": asked.actor,
        "defender": asked["who"],
        "type": asked["type"],
        "mode": asked["mode"],
        "category": gear_of(state, asked.actor, asked["category"]),
        "attack": {**shared_inputs(asked), "part": None},
        "defense": {"type": asked["defense"]},
        "concealment": asked["concealment"],
        "distance": _distance(state, asked.actor, asked["who"]),
        "part": part_of(state, asked["who"], asked["part"]),
        "damage": blow(asked),
    }
    if not asked["types"]:
        return Do("attack_check", {k: v for k, v in given.items() if k not in ("part", "damage")})
    return Do("improvise", given)


@rule("MIR-LIV-1")
def _first_attack(asked: Asked) -> Do:
    """An attack with nothing of the GM's: the first of that weapon that she knows, else a punch."""
    me, category = asked.state.who(asked.actor), gear_of(asked.state, asked.actor, asked["category"])
    known = known_actions(asked.state, me)
    actions = {**library(asked.state.catalogue).actions, **own_actions(me)}
    armed = [
        n for n, a in actions.items() if n in known and a.attack is not None and a.name not in ("intercept", "punch")
    ]
    fitting = [n for n in armed if not category or getattr(actions[n].attack, "category", "") == category]
    if category and category not in BARE and not fitting:
        raise RuleError("not_owned", clause="MIR-LIV-49", item=asked["category"])
    given: Plain = {
        "actor": asked.actor,
        "action": next(iter(fitting), "punch"),
        "targets": [asked["who"]],
        "part": part_of(asked.state, asked["who"], asked["part"]),
        "attack": {**shared_inputs(asked), "part": None},
    }
    return Do("perform", given)


def _distance(state: State, a: str, b: str) -> int | None:
    one, two = state.characters.get(a), state.characters.get(b)
    if one is None or two is None or one.pos is None or two.pos is None:
        return None
    return state.stage.distance(one.pos, two.pos)


def blow(asked: Asked) -> Plain:
    """Hit, DP, types and injury effects of a line."""
    return {name: asked[name] for name in ("hit", "dp", "types", "effects", "dr")}


def perform(asked: Asked) -> Do:
    """`.行动 挥砍 山贼`: an action of the sheet or the library, from cost to wounds."""
    first = asked["targets"][0] if asked["targets"] else ""
    if not asked.gm:
        known_action(asked.state, asked.state.who(asked.actor), asked["action"])
    for target in asked["targets"]:
        check_target(asked.state.who(target))
    if (other := _by_itself(asked)) is not None:
        return other
    given: Plain = {
        "actor": asked.actor,
        "action": asked["action"],
        "targets": asked["targets"],
        "cell": asked["cell"],
        "part": part_of(asked.state, first, asked["part"]),
        "trigger": asked["trigger"],
        "ap_reduction": asked["reduction"],
        "attack": {**shared_inputs(asked), "part": None},
        "corner": asked["corner"],
        "direction": bearing(asked["direction"]),
    }
    return Do("perform", given)


@rule("MIR-LIV-26", "MIR-LIV-29")
def _by_itself(asked: Asked) -> Do | None:
    """【移动】 and 【全力移动】 as actions ask for the way unless 格= names where to, 【聚焦】 for the effect."""
    if asked.actor not in asked.state.characters:
        return None
    actor = asked.state.who(asked.actor)
    name = action_named(asked["action"], asked.state.catalogue, actor).name
    if name == "focus":
        return Do("focus_effect", {"actor": asked.actor})
    if name not in ("walk", "full_move"):
        return None
    way = path(asked.state, actor.pos, spot(asked["cell"])) if asked["cell"] is not None else []
    return Do("walk", {"actor": asked.actor, "path": way, "full_move": name == "full_move"})


@rule("MIR-TOT-1", "MIR-TOT-3")
def pay_on(asked: Asked) -> Do:
    """`.续付`: more of the total action under way; with the last AP it is done on whom and with what it was begun."""
    state: State = asked.state
    running = state.who(asked.actor).total_action if asked.actor in state.characters else None
    if running is None or not running.begun:
        return Do("continue_total_action", {"actor": asked.actor})
    return Do("perform", running.begun)


def check_target(target: Character) -> None:
    """One who is out of play is no target (MIR-LIV-7)."""
    if target.out_of_play:
        raise RuleError("out_of_play", clause="MIR-STS-3", who=target.called)


def perform_ahead(asked: Asked) -> Do:
    """The odds of an action's attack while it is somebody else's turn: nothing is paid."""
    do, state = perform(asked), asked.state
    if asked["cell"] is not None and not asked["targets"] and not asked.gm and not _located(state, asked["cell"]):
        raise RuleError("no_odds", clause="MIR-LIV-43", procedure="act")
    given = msgspec.convert(do.given, Perform)
    action = action_named(given.action, state.catalogue, state.who(given.actor))
    waits = state.conflict is not None and not state.has_turn(given.actor)
    if not waits or action.attack is None or not given.targets:
        return do
    return Do("attack", attack_given(state, given, action.attack, given.targets[0]))


def _located(state: State, cell: Cell) -> bool:
    """Whether the asking seat knows of somebody in a region."""
    return any(c.pos == cell for c in state.characters.values())


def use_action(asked: Asked) -> Do:
    """`.动作 喊话 FA`: any action by its type and cost."""
    action = {
        "name": asked["name"],
        "type": asked["type"],
        "base_type": asked["base"],
        "ap": asked["ap"],
        "sp": asked["sp"],
        "tags": [tag_of(t) for t in asked["tags"]],
        "part": part_of(asked.state, asked.actor, asked["part"]),
        "trigger": bool(asked["trigger"]),
        "variable_ap": asked["variable"],
    }
    given = {"actor": asked.actor, "action": action, "trigger": asked["trigger"]}
    elsewhere = {} if fights(asked.state, asked.actor) else {"mode": asked.state.mode or Mode.EXPLORATION}
    return Do("use_action", {**given, **elsewhere, "ap_reduction": asked["reduction"]})


@rule("MIR-LIV-1")
def improvised(asked: Asked, kinds: tuple[str, ...]) -> tuple[str, ...]:
    """A free action without cost and tags is wholly hers; anything else that nobody wrote down is the GM's word."""
    more = ("ap", "sp", "base", "tags", "trigger", "reduction", "variable")
    return () if asked["type"] == ActionType.FA and not any(asked.args.get(name) for name in more) else kinds


def preview(asked: Asked) -> Show:
    """`.预览 爆炎 格=4,4`: the regions that an action would cover, before it is used."""
    return query("area", laid_out(asked))


def laid_out(asked: Asked) -> AreaGiven:
    """The area of an action where a line sets it down."""
    actor = asked.state.who(asked.actor)
    action = action_named(asked["action"], asked.state.catalogue, actor)
    if action.attack is None or action.attack.area is None:
        raise RuleError("no_area", action=action.called)
    given = Perform(
        actor=asked.actor,
        action=action.name,
        cell=asked["cell"],
        corner=asked["corner"],
        direction=bearing(asked["direction"]),
    )
    return area_given(asked.state, actor, action.attack.area, given)


def skills(_asked: Asked) -> Show:
    """`.技能`: what each skill is for, and its linked attributes."""
    return Show("skills")


ACTION = Field("action", among=actions_of)
OCCASION = said_by(
    CIRCUMSTANCE,
    keyed("trigger", "触发", "on_event"),
    keyed("reduction", "减费", "less", kind=WHOLE, default=0),
)
"""What an action answers, and what it costs less."""

COMMANDS = (
    Command(
        ("检定", "ck", "check"),
        skill,
        (
            Field("skill", among=skills_offered),
            TARGET,
            BONUS,
            *said_by(CIRCUMSTANCE, keyed("rank", "熟练", "rank")),
            *CHECK,
        ),
        word=craft_word,
        example=".检定 洞悉 12",
        many=True,
    ),
    Command(("技能", "skills"), skills, who=ANYONE, example=".技能"),
    Command(("普检", "plain"), plain, said_by(OWN, TARGET, BONUS, *CHECK), example=".普检 12 +3"),
    Command(
        ("修正", "mods"), stack, (Field("modifiers", several=True),), who=ANYONE, example=".修正 +2、环境+3、环境-1"
    ),
    Command(
        ("防御", "def", "save"),
        defend,
        (closed("defense", Defense), TARGET, BONUS, *said_by(CIRCUMSTANCE, flag("diffuse", "弥漫", "diffuse")), *CHECK),
        example=".防御 强韧 12",
        many=True,
        called=True,
    ),
    Command(
        ("攻击", "atk", "attack"),
        attack,
        (
            WHO,
            BONUS,
            *said_by(
                CIRCUMSTANCE,
                closed("type", AttackType, "类型", "kind", default=AttackType.MELEE),
                closed("mode", AttackMode, "模式", "mode", default=AttackMode.WEAPON),
            ),
            keyed("category", "用", "with"),
            *said_by(
                CIRCUMSTANCE,
                closed("defense", Defense, "防", "against", default=Defense.DODGE),
                keyed("concealment", "隐蔽", "conceal", kind=WHOLE, default=0),
            ),
            *BLOW,
            *CHECK,
        ),
        example=".攻击 山贼1 用=刀剑 级=2 力=2 伤=切割 部位=臂",
    ),
    Command(
        ("行动", "act", "do"),
        perform,
        (
            ACTION,
            Field("targets", ACTOR, required=False, several=True, refusal="unknown_id"),
            BONUS,
            *OCCASION,
            AT,
            CORNER,
            DIRECTION,
            *CHECK,
        ),
        example=".行动 挥砍 山贼1",
        foresee=perform_ahead,
    ),
    Command(
        ("预览", "preview"),
        preview,
        (ACTION, Field("cell", CELL, keys=("格", "at"), refusal="bad_cell"), CORNER, DIRECTION),
        example=".预览 爆炎 4,4",
    ),
    Command(
        ("动作", "action"),
        use_action,
        (
            Field("name"),
            *said_by(
                CIRCUMSTANCE,
                closed("type", ActionType),
                keyed("ap", "ap", "费", kind=WHOLE, default=0),
                keyed("sp", "sp", "精", kind=WHOLE, default=0),
                closed("base", ActionType, "原为", "base"),
                TAGS,
            ),
            PART,
            *OCCASION,
            *said_by(CIRCUMSTANCE, flag("variable", "自定", "variable")),
        ),
        word=improvised,
        example=".动作 喊话 FA",
    ),
    Command(("续付", "cont", "continue"), pay_on, example=".续付"),
)
