"""Commands for damage, wounds, stamina and attributes."""

from ludex.core.deeds import GM_ONLY, Arg, Asked, Command, Do
from ludex.systems.mirror.commands.checks import DP, DR, EFFECTS, HIT, TYPES, blow
from ludex.systems.mirror.commands.offers import FOR, MAYBE_WHO, PART, WHO, flag, keyed
from ludex.systems.mirror.commands.reading import part_of, term_of
from ludex.systems.mirror.terms import Attribute

GROUP = "harm"


def who(asked: Asked) -> str:
    """Whom a line is about: the one named, else one's own."""
    return asked["who"] or asked.actor


def damage(asked: Asked) -> Do:
    """`.伤害 山贼 级=2 力=3 伤=切割`: one damage."""
    given = {"target": asked["who"], "part": part_of(asked.state, asked["who"], asked["part"]), **blow(asked)}
    return Do("damage", {**given, "direct": asked["direct"], "burst_dr": asked["burst_dr"]})


def heal(asked: Asked) -> Do:
    """`.治疗 臂 1`: lower a wound."""
    target = who(asked)
    given = {"target": target, "part": part_of(asked.state, target, asked["part"]), "levels": asked["levels"]}
    place = None if asked["place"] is None else asked["place"] - 1
    more = {"index": place, "temp": asked["temp"], "restores_lost": asked["restore"], "healer": asked.actor}
    return Do("heal_wound", {**given, **more})


def grant(asked: Asked) -> Do:
    """`.临时生命 臂 2`: temporary life for a part."""
    target = who(asked)
    given = {"target": target, "part": part_of(asked.state, target, asked["part"]), "points": asked["points"]}
    return Do("grant_temporary_life", {**given, "max_level": asked["level"]})


def expire(asked: Asked) -> Do:
    """`.临时结束 臂`: the end of temporary life."""
    target = who(asked)
    return Do("expire_temporary_life", {"target": target, "part": part_of(asked.state, target, asked["part"])})


def dying(asked: Asked) -> Do:
    """`.濒死`: a dying check."""
    target = who(asked)
    return Do("dying_check", {"target": target, "part": part_of(asked.state, target, asked["part"])})


def round_start(asked: Asked) -> Do:
    """`.轮始 安`: stiffness, erosion and dying checks of one character by hand."""
    return Do("round_start", {"target": who(asked)})


def stamina(asked: Asked) -> Do:
    """`.精力 -2`, `.精力 +1`, `.精力 2 消耗`."""
    amount = asked["amount"]
    sign = "recover" if amount > 0 and not asked["cost"] else "loss"
    cause = "exhaust" if asked["exhaust"] else ("cost" if asked["cost"] else sign)
    return Do("change_sp", {"target": who(asked), "amount": abs(amount), "cause": cause})


def attribute(asked: Asked) -> Do:
    """`.属性 力量 -2`: an attribute rises or falls."""
    name = term_of(Attribute, asked["attribute"])
    return Do("change_attribute", {"target": who(asked), "attribute": name, "amount": asked["amount"]})


PLACE_PART = Arg("part")
COMMANDS = (
    Command(
        ("伤害", "dmg", "damage"),
        damage,
        (
            WHO,
            HIT,
            DP,
            TYPES,
            EFFECTS,
            DR,
            PART,
            keyed("burst_dr", "爆减", "burst_dr", kind="int"),
            flag("direct", "直接", "direct"),
        ),
        who=GM_ONLY,
        example=".伤害 山贼1 级=1 力=2 伤=冲击 部位=腿",
        group=GROUP,
    ),
    Command(
        ("治疗", "heal"),
        heal,
        (
            PLACE_PART,
            Arg("levels", "int", required=False, default=1),
            keyed("place", "第", "nth", kind="int"),
            FOR,
            flag("temp", "临时", "temp"),
            flag("restore", "复原", "restore"),
        ),
        example=".治疗 臂 1",
        group=GROUP,
    ),
    Command(
        ("临时生命", "temp"),
        grant,
        (
            PLACE_PART,
            Arg("points", "int"),
            keyed("level", "上限", "max", kind="int", default=3),
            FOR,
        ),
        example=".临时生命 躯干 2",
        group=GROUP,
    ),
    Command(
        ("临时结束", "untemp"),
        expire,
        (PLACE_PART, FOR),
        example=".临时结束 躯干",
        group=GROUP,
    ),
    Command(("濒死", "dying"), dying, (MAYBE_WHO, PART), example=".濒死", group=GROUP),
    Command(("轮始", "roundstart"), round_start, (MAYBE_WHO,), who=GM_ONLY, example=".轮始 安", group=GROUP),
    Command(
        ("精力", "sp"),
        stamina,
        (
            Arg("amount", "int", required=False, default=0),
            FOR,
            flag("cost", "消耗", "cost"),
            flag("exhaust", "力竭", "exhaust"),
        ),
        example=".精力 -1",
        group=GROUP,
    ),
    Command(
        ("属性", "attr"),
        attribute,
        (Arg("attribute"), Arg("amount", "int"), FOR),
        who=GM_ONLY,
        example=".属性 力量 -1 谁=安",
        group=GROUP,
    ),
)
