"""Tests, and single steps of the attack chain, as people type them."""

from ludex.core.command import ANYONE, Arg, Asked, Command, Do
from ludex.core.errors import RuleError
from ludex.systems.boon.commands import offers, reading
from ludex.systems.boon.commands.args import AIM, ATTEMPT, KIND, SWAY
from ludex.systems.boon.commands.reading import WARDS, aim, attempt, sway


def challenge(asked: Asked) -> Do:
    """A challenge roll of the acting character."""
    return Do("challenge", {"who": reading.acting(asked).id, **attempt(asked)})


def check(asked: Asked) -> Do:
    """A bare test."""
    tn = {} if asked["tn"] is None else {"target": asked["tn"]}
    return Do("check", {**sway(asked), **tn})


def hit(asked: Asked) -> Do:
    """A hit test alone."""
    actor = reading.acting(asked)
    weapon = reading.carried(actor, asked["weapon"]) if asked["weapon"] else reading.best_weapon(actor)
    return Do("hit_test", {"actor": actor.id, "weapon": weapon, **aim(asked, actor, [])})


def damage(asked: Asked) -> Do:
    """Damage dice alone: 2d6."""
    dice = reading.thrown(asked["dice"])
    if "die" not in dice:
        raise RuleError("bad_argument", arg="dice", value=asked["dice"][:40], kind="int")
    return Do("damage_roll", dice)


def defenses(asked: Asked) -> Do:
    """Which defences are open."""
    flags = {"visible": not asked["unseen"], "surprise": asked["surprise"], "from_hiding": asked["ambush"]}
    kind = reading.kind_of(asked["attack_kind"]) or "melee"
    return Do("defense_options", {"defender": reading.acting(asked).id, "kind": kind, "area": asked["area"], **flags})


def defend(asked: Asked) -> Do:
    """One defence against a known hit total."""
    who = reading.acting(asked)
    ward = {**WARDS, "throw": "body_throw"}.get(asked["defense"], asked["defense"])
    if ward == "block":
        ward = f"block:{reading.carried(who, asked['item'])}"
    kind = reading.kind_of(asked["attack_kind"]) or "melee"
    return Do(
        "defend", {"defender": who.id, "defense": ward, "attack_total": asked["total"], "kind": kind, **sway(asked)}
    )


def resolve(asked: Asked) -> Do:
    """The resolution table for known totals."""
    ward = {**WARDS, "无": "none"}.get(asked["defense"], asked["defense"])
    return Do(
        "resolve_attack",
        {
            "hit_total": asked["total"],
            "armor_value": asked["armor"],
            "defense": ward,
            "defense_total": asked["defense_total"],
        },
    )


TESTS = (
    Command(
        ("检定", "ck", "challenge", "rc", "ra"),
        challenge,
        (
            Arg("attribute", among=offers.ATTRIBUTES),
            Arg("task", required=False),
            *ATTEMPT,
        ),
        example=".检定 力量 破门 条件=独自",
    ),
    Command(
        ("测试", "test"),
        check,
        (*SWAY, Arg("tn", "int", required=False, keys=("目标", "TN"), keyed=True)),
        who=ANYONE,
        example=".测试 修=+2 优=1",
    ),
    Command(("命中", "hit"), hit, (Arg("weapon", required=False, among=offers.gear), *AIM), example=".命中"),
    Command(("伤害骰", "dr"), damage, (Arg("dice"),), who=ANYONE, example=".伤害骰 2d6"),
    Command(
        ("可防", "defs"),
        defenses,
        (
            KIND,
            Arg("unseen", "flag", required=False, keys=("看不见",)),
            Arg("surprise", "flag", required=False, keys=("突袭",)),
            Arg("ambush", "flag", required=False, keys=("暗处",)),
            Arg("area", "flag", required=False, keys=("范围",)),
        ),
        example=".可防 方式=远程",
    ),
    Command(
        ("防御", "def"),
        defend,
        (
            Arg("defense", among=offers.DEFENSES),
            Arg("total", "int"),
            Arg("item", required=False, among=offers.gear),
            KIND,
            *SWAY,
        ),
        example=".防御 闪避 14",
    ),
    Command(
        ("结算", "res"),
        resolve,
        (
            Arg("total", "int"),
            Arg("armor", "int", required=False, default=0),
            Arg("defense", required=False, default="none", among=offers.DEFENSES),
            Arg("defense_total", "int", required=False, default=0),
        ),
        who=ANYONE,
        example=".结算 12 13 闪避 11",
    ),
)
