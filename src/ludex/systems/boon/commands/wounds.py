"""Wounds, effects and gear, as the GM types them."""

from typing import Any

from ludex.core.command import GM_ONLY, Arg, Asked, Command, Do
from ludex.core.errors import RuleError
from ludex.systems.boon.commands import offers, reading
from ludex.systems.boon.commands.args import SIGHT, SOMEBODY, SWAY, TARGET, WHO
from ludex.systems.boon.terms import ARMOR


def hurt(asked: Asked) -> Do:
    """Damage from the GM's hand."""
    return Do("apply_damage", {"who": reading.named(asked, asked["who"]), "amount": asked["amount"]})


def heal(asked: Asked) -> Do:
    """Healing from the GM's hand."""
    return Do("heal", {"who": reading.named(asked, asked["who"]), "amount": asked["amount"]})


def rest(asked: Asked) -> Do:
    """Rest for some hours, when nobody fights."""
    who = reading.someone(asked, asked["who"])
    if asked.state.clock.running:
        raise RuleError("in_combat", clause="BOO-PRS-1", who=who)
    return Do("rest", {"who": who, "hours": asked["hours"]})


def fate(asked: Asked) -> Do:
    """A fate roll."""
    return Do("fate_roll", {"who": reading.someone(asked, asked["who"])})


def burst(asked: Asked) -> Do:
    """An area that the scene makes."""
    source: dict[str, Any] = {"resist": reading.attribute_of(asked["resist"]) or "none"}
    source |= reading.thrown(asked["dice"])
    return Do(
        "resist_damage", {"source": source, "targets": [{"who": reading.named(asked, t)} for t in asked["targets"]]}
    )


def effect(asked: Asked) -> Do:
    """Something that lasts."""
    given: dict[str, Any] = {"id": asked["id"], "target": reading.named(asked, asked["target"])}
    given |= {"boons": asked["boons"], "banes": asked["banes"], "creator": reading.named(asked, asked["creator"])}
    if asked["damage"]:
        dice = reading.thrown(asked["damage"])
        given |= dice if "die" in dice else {"damage": dice["amount"]}
    for name in ("rounds", "heal"):
        if asked[name] is not None:
            given[name] = asked[name]
    return Do("add_effect", given)


def end_effect(asked: Asked) -> Do:
    """End an effect."""
    return Do("remove_effect", {"id": asked["id"]})


def repair(asked: Asked) -> Do:
    """Repair gear or armour."""
    return Do("repair", {**_gear(asked), "amount": asked["amount"]})


def wear(asked: Asked) -> Do:
    """Wear gear or armour down."""
    return Do("damage_item", {**_gear(asked), "amount": asked["amount"]})


def _gear(asked: Asked) -> dict[str, str]:
    who = reading.acting(asked)
    name = asked["item"]
    return {"who": who.id, "item": ARMOR if name in reading.ARMORS else reading.carried(who, name)}


def noticed(asked: Asked) -> Do:
    """Whether somebody stays hidden."""
    sight = {"cover": reading.cover_of(asked["cover"]), "obscurement": reading.obscurement_of(asked["obscurement"])}
    did = reading.NOTICED.get(asked["did"] or "", asked["did"] or "")
    who = reading.someone(asked, asked["who"])
    return Do("update_hidden", {"who": who, "observed": not asked["unwatched"], "did": did, **sight})


WOUNDS = (
    Command(("伤害", "dmg"), hurt, (WHO, Arg("amount", "int")), who=GM_ONLY, example=".伤害 安 3"),
    Command(("治疗", "heal"), heal, (WHO, Arg("amount", "int")), who=GM_ONLY, example=".治疗 安 2"),
    Command(("休息", "rest"), rest, (Arg("hours", "number"), SOMEBODY), example=".休息 8 安"),
    Command(("命运", "fate"), fate, (SOMEBODY,), example=".命运 安"),
    Command(
        ("范围", "burst"),
        burst,
        (
            Arg("dice"),
            Arg("targets", "list", among=offers.targets),
            Arg("resist", required=False, among=offers.ATTRIBUTES),
        ),
        who=GM_ONLY,
        example=".范围 3d6 安,柏 敏捷",
    ),
    Command(
        ("效果", "effect"),
        effect,
        (
            Arg("id"),
            TARGET,
            Arg("rounds", "int", required=False, keys=("轮",), keyed=True),
            Arg("damage", required=False, keys=("伤", "伤害"), keyed=True),
            Arg("heal", "int", required=False, keys=("疗", "治疗"), keyed=True),
            Arg("creator", required=False, keys=("来自", "by"), keyed=True, among=offers.people),
            *SWAY[1:],
        ),
        who=GM_ONLY,
        example=".效果 目眩 安 轮=1 劣=1",
    ),
    Command(("解除", "end"), end_effect, (Arg("id", among=offers.effects),), who=GM_ONLY, example=".解除 目眩"),
    Command(
        ("修理", "repair"),
        repair,
        (Arg("item", among=offers.gear), Arg("amount", "int")),
        who=GM_ONLY,
        example=".修理 护甲 5 @安",
    ),
    Command(
        ("磨损", "wear"),
        wear,
        (Arg("item", among=offers.gear), Arg("amount", "int")),
        who=GM_ONLY,
        example=".磨损 护甲 5 @安",
    ),
    Command(
        ("察觉", "spot"),
        noticed,
        (
            SOMEBODY,
            Arg("did", required=False, keys=("做了",), keyed=True),
            Arg("unwatched", "flag", required=False, keys=("没人看",)),
            *SIGHT,
        ),
        example=".察觉 遮=大半",
    ),
)
