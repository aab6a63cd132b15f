"""Commands for damage, wounds, stamina and attributes."""

from msgspec.structs import replace

from ludex.core.deeds import WHOLE, Asked, Command, Do, Field
from ludex.core.fields import STORY, calls, flag, keyed, said_by, whom
from ludex.core.plain import Plain
from ludex.systems.mirror.commands.checks import blow
from ludex.systems.mirror.commands.offers import A_PART, BLOW, FOR, MAYBE_WHO, PART, TYPES, WHO, closed
from ludex.systems.mirror.commands.reading import part_of
from ludex.systems.mirror.terms import Attribute


def of_part(asked: Asked) -> Plain:
    """Whose part a line is about, and which."""
    target = whom(asked)
    return {"target": target, "part": part_of(asked.state, target, asked["part"])}


def damage(asked: Asked) -> Do:
    """`.伤害 山贼 级=2 力=3 伤=切割`: one damage."""
    return Do("damage", {**of_part(asked), **blow(asked), "direct": asked["direct"], "burst_dr": asked["burst_dr"]})


def heal(asked: Asked) -> Do:
    """`.治疗 臂 1`: lower a wound."""
    place = None if asked["place"] is None else asked["place"] - 1
    given = {"levels": asked["levels"], "index": place, "temp": asked["temp"], "restores_lost": asked["restore"]}
    return Do("heal_wound", {**of_part(asked), **given, "healer": asked.actor})


def grant(asked: Asked) -> Do:
    """`.临时生命 臂 2`: temporary life for a part."""
    return Do("grant_temporary_life", {**of_part(asked), "points": asked["points"], "max_level": asked["level"]})


def expire(asked: Asked) -> Do:
    """`.临时结束 臂`: the end of temporary life."""
    return Do("expire_temporary_life", of_part(asked))


def dying(asked: Asked) -> Do:
    """`.濒死`: a dying check."""
    return Do("dying_check", of_part(asked))


def stamina(asked: Asked) -> Do:
    """`.精力 -2`, `.精力 +1`, `.精力 2 消耗`."""
    amount = asked["amount"]
    sign = "recover" if amount > 0 and not asked["cost"] else "loss"
    cause = "exhaust" if asked["exhaust"] else ("cost" if asked["cost"] else sign)
    return Do("change_sp", {"target": whom(asked), "amount": abs(amount), "cause": cause})


def own_loss(asked: Asked, kinds: tuple[str, ...]) -> tuple[str, ...]:
    """A loss of her own SP needs nobody's word (MIR-LIV-1)."""
    loses = (asked["amount"] <= 0 or asked["cost"]) and whom(asked) in asked.controls
    return () if loses else kinds


ITS_PART = replace(A_PART, keys=PART.keys)
WHOSE = replace(FOR, keyed=False)
"""A part by its place or its key, and whose it is, wherever the name stands in the line."""

COMMANDS = (
    Command(
        ("伤害", "dmg", "damage"),
        damage,
        said_by(
            STORY,
            WHO,
            replace(TYPES, required=True),
            PART,
            *(field for field in BLOW if field.name != TYPES.name),
            keyed("burst_dr", "爆减", "burst_dr", kind=WHOLE),
            flag("direct", "直接", "direct"),
        ),
        owner=STORY,
        example=".伤害 山贼1 级=1 力=2 伤=冲击 部位=腿",
    ),
    Command(
        ("治疗", "heal"),
        heal,
        said_by(
            STORY,
            ITS_PART,
            Field("levels", WHOLE, required=False, default=1),
            keyed("place", "第", "nth", kind=WHOLE),
            WHOSE,
            flag("temp", "临时", "temp"),
            flag("restore", "复原", "restore"),
        ),
        example=".治疗 臂 1",
    ),
    Command(
        ("临时生命", "temp"),
        grant,
        said_by(
            STORY,
            ITS_PART,
            Field("points", WHOLE),
            keyed("level", "上限", "max", kind=WHOLE, default=3),
            WHOSE,
        ),
        example=".临时生命 躯干 2",
    ),
    Command(("临时结束", "untemp"), expire, said_by(STORY, ITS_PART, WHOSE), example=".临时结束 躯干"),
    Command(("濒死", "dying"), dying, (MAYBE_WHO, PART), owner=STORY, example=".濒死"),
    Command(
        ("轮始", "roundstart"),
        calls("round_start", who="target"),
        said_by(STORY, MAYBE_WHO),
        owner=STORY,
        example=".轮始 安",
    ),
    Command(
        ("精力", "sp"),
        stamina,
        said_by(
            STORY,
            Field("amount", WHOLE, required=False, default=0),
            FOR,
            flag("cost", "消耗", "cost"),
            flag("exhaust", "力竭", "exhaust"),
        ),
        example=".精力 -1",
        word=own_loss,
    ),
    Command(
        ("属性", "attr"),
        calls("change_attribute", "attribute", "amount", who="target"),
        said_by(STORY, closed("attribute", Attribute), Field("amount", WHOLE), FOR),
        owner=STORY,
        example=".属性 力量 -1 谁=安",
    ),
)
