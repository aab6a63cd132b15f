"""Commands for a conflict: actions, attacks, spells, turns, the clock and its effects."""

from collections.abc import Callable
from typing import Any

import msgspec

from ludex.core.command import GM_ONLY, Arg, Asked, Command, Do
from ludex.systems.fable.commands.checking import ATTRIBUTES, MOD, TARGET, ahead
from ludex.systems.fable.commands.reading import (
    ACTIONS,
    AREAS,
    DURATIONS,
    ITEMS,
    POTENCIES,
    TEAMS,
    entry_key,
    everybody,
    key_for,
    own,
    somebody,
    two_attributes,
)
from ludex.systems.fable.redact import heard, visible
from ludex.systems.fable.rules.arms import arm_of, attack_with, check_cover
from ludex.systems.fable.rules.initiative import fighter_of
from ludex.systems.fable.rules.spells import spell_of
from ludex.systems.fable.state import State

GROUP = "conflict"


def _named(asked: Asked, arg: str) -> str:
    """The character that an optional argument names; nobody where it is left out."""
    return somebody(asked, asked[arg]) if asked[arg] else ""


def _ahead(run: Callable[[Asked], Do], **changes: Any) -> Callable[[Asked], Do]:
    """The same deed for its odds: bound to nobody's turn, whatever the clock says."""

    def foresee(asked: Asked) -> Do:
        return ahead(run(asked), **changes)

    return foresee


# ---------------------------------------------------------------------- actions
def attack(asked: Asked) -> Do:
    """`.攻击 灰狼 青铜剑`: the cost of a spell and the action are paid by the way."""
    strike = arm_of(asked.state, own(asked.state, asked.actor).id, asked["weapon"] or "")
    targets = tuple(everybody(asked, asked["targets"]))
    check_cover(asked.state, strike, targets)
    given = attack_with(strike, attacker=asked.actor, targets=targets, modifier=asked["mod"])
    return Do("attack", given, heard(asked.state, asked.actor, *targets))


def dual(asked: Asked) -> Do:
    """`.双武器 灰狼 短矛 青铜剑`."""
    given = {"attacker": own(asked.state, asked.actor).id, "targets": everybody(asked, asked["targets"])}
    given |= {"main": asked["main"], "off": asked["off"], "modifier": asked["mod"]}
    for arm in (asked["main"], asked["off"]):
        check_cover(asked.state, arm_of(asked.state, asked.actor, arm), tuple(given["targets"]))
    return Do("dual_strike", given, heard(asked.state, asked.actor, *given["targets"]))


def cast(asked: Asked) -> Do:
    """`.施法 余烬弹 灰狼1,灰狼2`: an offensive spell is an attack, any other simply works."""
    caster = own(asked.state, asked.actor).id
    targets = everybody(asked, asked["targets"]) if asked["targets"] else [caster]
    _, spell = spell_of(asked.state, asked["spell"])
    if spell.type is None:
        given = {"caster": caster, "spell": asked["spell"], "targets": targets}
        return Do("cast", given, heard(asked.state, caster, *targets))
    strike = arm_of(asked.state, caster, asked["spell"])
    attack_ = attack_with(strike, attacker=caster, targets=tuple(targets), modifier=asked["mod"])
    return Do("attack", attack_, heard(asked.state, caster, *targets))


def cast_ahead(asked: Asked) -> Do:
    """The odds of a spell, on anybody's turn."""
    do = cast(asked)
    return ahead(do, action="" if do.procedure == "attack" else False)


def guard(asked: Asked) -> Do:
    """`.防御 [掩护谁]`."""
    who = own(asked.state, asked.actor).id
    covered = _named(asked, "cover")
    given = {"actor": who, "action": "guard", "cover": covered}
    return Do("take_action", given, heard(asked.state, who, covered))


def hinder(asked: Asked) -> Do:
    """`.妨碍 灰狼 灵巧+洞察`."""
    given = {
        "actor": own(asked.state, asked.actor).id,
        "target": somebody(asked, asked["target"]),
        "modifier": asked["mod"],
    }
    given |= {"attributes": two_attributes(asked["attributes"]), "action": True}
    return Do("hinder", given, heard(asked.state, given["actor"], given["target"]))


def study(asked: Asked) -> Do:
    """`.研究 灰狼`."""
    given = {
        "actor": own(asked.state, asked.actor).id,
        "target": somebody(asked, asked["target"]),
        "modifier": asked["mod"],
    }
    said = asked["attributes"]
    given |= {"action": True} | ({"attributes": two_attributes(said)} if said else {})
    return Do("study", given, heard(asked.state, given["actor"], given["target"]))


def item(asked: Asked) -> Do:
    """`.物品 疗伤药 [目标] [类型]`."""
    who = own(asked.state, asked.actor).id
    given: dict[str, Any] = {"actor": who, "item": key_for(asked["item"], ITEMS), "action": True}
    given["target"] = somebody(asked, asked["target"]) if asked["target"] else who
    given |= {"type": entry_key(asked["type"], "damage_types")} if asked["type"] else {}
    return Do("use_item", given, heard(asked.state, who, given["target"]))


def action(asked: Asked) -> Do:
    """`.动作 换装`: an action that the table plays out in words."""
    who = own(asked.state, asked.actor).id
    given = {"actor": who, "action": key_for(asked["action"], ACTIONS)}
    return Do("take_action", given, heard(asked.state, who))


def ritual(asked: Asked) -> Do:
    """`.仪式 中 小`."""
    given = {"actor": own(asked.state, asked.actor).id, "modifier": asked["mod"], "ingredient": asked["ingredient"]}
    given |= {"potency": key_for(asked["potency"], POTENCIES), "area": key_for(asked["area"], AREAS)}
    said = asked["attributes"]
    given |= {"attributes": two_attributes(said)} if said else {}
    return Do("ritual", given, heard(asked.state, given["actor"]))


def ritual_cost(asked: Asked) -> Do:
    """`.仪式费 中 小`."""
    given = {"potency": key_for(asked["potency"], POTENCIES), "area": key_for(asked["area"], AREAS)}
    return Do("ritual_cost", given | {"ingredient": asked["ingredient"]})


# ---------------------------------------------------------------------- turns and the clock
def _of_actor(procedure: str) -> Any:
    def run(asked: Asked) -> Do:
        who = own(asked.state, asked.actor).id
        return Do(procedure, {"actor": who}, heard(asked.state, who))

    return run


def _plain(procedure: str) -> Any:
    def run(_asked: Asked) -> Do:
        return Do(procedure, {})

    return run


def tick(asked: Asked) -> Do:
    """`.刻始 放弃=安`."""
    forfeits = [somebody(asked, w) for w in asked["forfeits"]]
    return Do("tick_start", {"forfeits": forfeits}, heard(asked.state, *forfeits))


def conflict(asked: Asked) -> Do:
    """`.冲突 [谁,谁] 突袭=谁`: everybody at the table, or those named, roll initiative."""
    state: State = asked.state
    named = everybody(asked, asked["people"]) if asked["people"] else _visible(state)
    surprised = [somebody(asked, word) for word in asked["surprised"]]
    fighters = [fighter_of(state, who, surprised=who in surprised) for who in named]
    return Do("conflict_start", {"combatants": msgspec.to_builtins(fighters)}, heard(state, *named, *surprised))


def _visible(state: State) -> list[str]:
    """Everybody who can be seen and is still up."""
    return [who for who, c in state.characters.items() if not c.fate and not c.hidden]


def join(asked: Asked) -> Do:
    """`.加入 石像守卫`."""
    who = somebody(asked, asked["target"])
    fighter = fighter_of(asked.state, who, surprised=asked["surprised"])
    return Do("conflict_join", {"combatant": msgspec.to_builtins(fighter)}, heard(asked.state, who))


def leave(asked: Asked) -> Do:
    """`.退场 灰狼`."""
    who = somebody(asked, asked["target"])
    return Do("conflict_leave", {"actor": who}, heard(asked.state, who))


def effect(asked: Asked) -> Do:
    """`.效果 浓雾 刻 3 锚=安`."""
    made = {
        "id": asked["id"],
        "kind": key_for(asked["kind"], DURATIONS),
        "left": asked["left"] or 0,
        "source": _named(asked, "source") or asked.actor,
        "anchor": _named(asked, "anchor"),
    }
    return Do("add_effect", {"effect": made}, heard(asked.state, made["source"], made["anchor"]))


def spd(asked: Asked) -> Do:
    """`.速度 灰狼 5`."""
    who = somebody(asked, asked["target"])
    return Do("set_spd", {"actor": who, "spd": asked["n"]}, heard(asked.state, who))


def superiority(asked: Asked) -> Do:
    """`.优势点`: one of the team's points for one more action."""
    who = own(asked.state, asked.actor).id
    return Do("superiority_spend", {"actor": who}, heard(asked.state, who))


def superiority_gain(asked: Asked) -> Do:
    """`.给优势 同伴`."""
    return Do("superiority_gain", {"team": key_for(asked["team"], TEAMS)})


def fall(asked: Asked) -> Do:
    """`.倒下 羁绊 世界 原因=透支 击倒者=灰狼`: what becomes of somebody at 0 HP."""
    state: State = asked.state
    who = own(state, asked.actor).id
    villain = any(c.kind == "villain" and not c.hidden and not c.fate for c in state.characters.values())
    causes = {"attack": ("攻击",), "improvised": ("即兴",), "overdraft": ("透支",)}
    return Do(
        "zero_hp",
        {
            "character": who,
            "cause": key_for(asked["cause"], causes) if asked["cause"] else "attack",
            "by": _named(asked, "by"),
            "conditions": {
                "villain_present": villain,
                "benefits_bond": asked["bonded"],
                "better_world": asked["world"],
            },
            "leave": True,
        },
        heard(state, who, _named(asked, "by")),
    )


def rally(asked: Asked) -> Do:
    """`.重整 @暮面`."""
    who = own(asked.state, asked.actor).id
    return Do("villain_recovery", {"character": who}, heard(asked.state, who))


TARGETS = Arg("targets", keys=("目标",))
OPTIONAL_ATTRIBUTES = Arg("attributes", required=False, keys=("属性",))
INGREDIENT = Arg("ingredient", "flag", required=False, keys=("材料",))
POTENCY, AREA = Arg("potency"), Arg("area")

COMMANDS = (
    Command(
        ("攻击", "a", "attack"),
        attack,
        (TARGETS, Arg("weapon", required=False, keys=("武器",)), MOD),
        example=".攻击 灰狼1",
        group=GROUP,
        foresee=_ahead(attack, action=""),
    ),
    Command(
        ("双武器", "dual"),
        dual,
        (TARGETS, Arg("main"), Arg("off"), MOD),
        example=".双武器 灰狼1 青铜剑 钢匕首",
        group=GROUP,
        foresee=_ahead(dual, action=False),
    ),
    Command(
        ("施法", "cast"),
        cast,
        (Arg("spell"), Arg("targets", required=False, keys=("目标",)), MOD),
        example=".施法 回春 苏砚",
        group=GROUP,
        foresee=cast_ahead,
    ),
    Command(("防御", "guard"), guard, (Arg("cover", required=False, among=visible),), example=".防御", group=GROUP),
    Command(
        ("妨碍", "hinder"),
        hinder,
        (TARGET, ATTRIBUTES, MOD),
        example=".妨碍 灰狼1 灵巧+洞察",
        group=GROUP,
        foresee=_ahead(hinder, action=False),
    ),
    Command(
        ("研究", "study"),
        study,
        (TARGET, OPTIONAL_ATTRIBUTES, MOD),
        example=".研究 灰狼1",
        group=GROUP,
        foresee=_ahead(study, action=False),
    ),
    Command(
        ("物品", "item"),
        item,
        (Arg("item"), Arg("target", required=False, among=visible), Arg("type", required=False, keys=("类型",))),
        example=".物品 疗伤药",
        group=GROUP,
    ),
    Command(("动作", "act"), action, (Arg("action"),), example=".动作 其他", group=GROUP),
    Command(
        ("仪式", "ritual"),
        ritual,
        (POTENCY, AREA, OPTIONAL_ATTRIBUTES, INGREDIENT, MOD),
        example=".仪式 弱 单",
        group=GROUP,
    ),
    Command(("仪式费", "cost"), ritual_cost, (POTENCY, AREA, INGREDIENT), example=".仪式费 中 小", group=GROUP),
    Command(("回合", "turn"), _of_actor("start_turn"), (), example=".回合", group=GROUP),
    Command(("结束", "end"), _of_actor("end_turn"), (), example=".结束", group=GROUP),
    Command(("放弃", "forfeit"), _of_actor("forfeit"), (), example=".放弃", group=GROUP),
    Command(("推进", "next"), _plain("advance"), (), example=".推进", group=GROUP),
    Command(("优势点", "sup"), superiority, (), example=".优势点", group=GROUP),
    Command(
        ("倒下", "fall"),
        fall,
        (
            Arg("bonded", "flag", required=False, keys=("羁绊",)),
            Arg("world", "flag", required=False, keys=("世界",)),
            Arg("cause", required=False, keyed=True, keys=("原因",)),
            Arg("by", required=False, keyed=True, keys=("击倒者",)),
        ),
        example=".倒下",
        group=GROUP,
    ),
    Command(
        ("冲突", "fight"),
        conflict,
        (Arg("people", required=False), Arg("surprised", "list", required=False, keyed=True, keys=("突袭",))),
        GM_ONLY,
        example=".冲突",
        group=GROUP,
    ),
    Command(
        ("加入", "join"),
        join,
        (TARGET, Arg("surprised", "flag", required=False, keys=("突袭",))),
        GM_ONLY,
        example=".加入 暮面",
        group=GROUP,
    ),
    Command(("退场", "leave"), leave, (TARGET,), GM_ONLY, example=".退场 灰狼1", group=GROUP),
    Command(("收场", "endfight"), _plain("conflict_end"), (), GM_ONLY, example=".收场", group=GROUP),
    Command(
        ("刻始", "tick"),
        tick,
        (Arg("forfeits", "list", required=False, keyed=True, keys=("放弃",)),),
        GM_ONLY,
        example=".刻始",
        group=GROUP,
    ),
    Command(("刻末", "tock"), _plain("tick_end"), (), GM_ONLY, example=".刻末", group=GROUP),
    Command(
        ("效果", "effect"),
        effect,
        (
            Arg("id"),
            Arg("kind"),
            Arg("left", "int", required=False),
            Arg("anchor", required=False, keyed=True, keys=("锚",)),
            Arg("source", required=False, keyed=True, keys=("来源",)),
        ),
        example=".效果 浓雾 刻 3",
        group=GROUP,
    ),
    Command(("速度", "spd"), spd, (TARGET, Arg("n", "int")), GM_ONLY, example=".速度 灰狼1 5", group=GROUP),
    Command(("给优势", "supgain"), superiority_gain, (Arg("team"),), GM_ONLY, example=".给优势 同伴", group=GROUP),
    Command(("重整", "rally"), rally, (), GM_ONLY, example=".重整 @暮面", group=GROUP),
)
