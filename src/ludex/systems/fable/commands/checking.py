"""Commands for checks: alone, against somebody, together; opportunities, bonds and points."""

from typing import Any

import msgspec

from ludex.core.command import GM_ONLY, Arg, Asked, Command, Do
from ludex.core.errors import RuleError
from ludex.core.numerals import whole
from ludex.systems.fable.commands.reading import (
    entry_key,
    everybody,
    key_for,
    own,
    somebody,
    story_clock,
    two_attributes,
)
from ludex.systems.fable.content import shipped
from ludex.systems.fable.redact import heard, hidden_clock, visible
from ludex.systems.fable.rules.attributes import die_size
from ludex.systems.fable.sheet import Character
from ludex.systems.fable.state import State
from ludex.systems.fable.terms import Attribute, Opportunity

GROUP = "checks"

MOD = Arg("mod", "int", required=False, keys=("修正",), default=0)
DL = Arg("dl", "int", required=False, keys=("难度",))
ERASE = Arg("erase", "flag", required=False, keys=("擦", "擦除"))

GAINS = {
    "session_start": ("开团",),
    "villain_entrance": ("反派登场",),
    "invoke_to_fail": ("自愿失败",),
    "surrender": ("投降",),
    "double_one": ("双一",),
}
POINTS = {"fp": ("物语点",), "ultima": ("终极点",), "ip": ("物品点",), "money": ("z", "钱"), "xp": ("经验",)}
IP_PRICE = 10
CUSTOM = "自定"


def ahead(do: Do, **changes: Any) -> Do:
    """A deed as its odds are worked out: bound to nobody's turn."""
    if isinstance(do.given, msgspec.Struct):
        return msgspec.structs.replace(do, given=msgspec.structs.replace(do.given, **changes))
    return msgspec.structs.replace(do, given={**do.given, **changes})


def check(asked: Asked) -> Do:
    """`.检定 灵巧+洞察 10 +2`."""
    own(asked.state, asked.actor)
    given = {"actor": asked.actor, "attributes": two_attributes(asked["attributes"]), "modifier": asked["mod"]}
    given |= {} if asked["dl"] is None else {"dl": asked["dl"]}
    return Do("check", given, heard(asked.state, asked.actor))


def side(state: State, who: str, *, attributes: list[str], modifier: int = 0) -> dict[str, Any]:
    """A character as one side of a check of several."""
    character = own(state, who)
    sizes = [die_size(character, Attribute(a), state.options) for a in attributes]
    return {
        "id": who,
        "kind": character.kind,
        "sizes": sizes,
        "modifier": modifier,
    }


def oppose(asked: Asked) -> Do:
    """`.对抗 灰狼 力量+力量 灵巧+力量`."""
    mine = two_attributes(asked["attributes"])
    theirs = two_attributes(asked["against"]) if asked["against"] else mine
    rival = somebody(asked, asked["target"])
    a = side(asked.state, asked.actor, attributes=mine, modifier=asked["mod"])
    b = side(asked.state, rival, attributes=theirs)
    for one in (a, b):
        one["guarding"] = asked.state.characters[one["id"]].guarding
    return Do("opposed_check", {"a": a, "b": b}, heard(asked.state, asked.actor, rival))


def group(asked: Asked) -> Do:
    """`.合力 洞察+意志 13 白,青`: in a conflict the helpers give up a turn instead of rolling."""
    attributes = two_attributes(asked["attributes"])
    leader = own(asked.state, asked.actor)
    conflict = asked.state.conflict
    fighting = conflict is not None and conflict.of(asked.actor) is not None
    helpers = [
        {
            **side(asked.state, who, attributes=attributes),
            "bond_strength": _strength(asked.state.characters[who], leader),
        }
        for who in everybody(asked, asked["helpers"])
    ]
    return Do(
        "group_check",
        {
            "leader": side(asked.state, asked.actor, attributes=attributes, modifier=asked["mod"]),
            "supporters": helpers,
            "dl": asked["dl"],
            "mode": "conflict" if fighting else "scene",
        },
        heard(asked.state, asked.actor, *(helper["id"] for helper in helpers)),
    )


def _strength(helper: Character, leader: Character) -> int:
    return max((b.strength for b in helper.bonds if b.target in (leader.id, leader.called)), default=0)


def objective(asked: Asked) -> Do:
    """`.目标 撬开闸门 力量+力量 10`."""
    return Do(
        "objective",
        {
            "actor": own(asked.state, asked.actor).id,
            "clock": story_clock(asked, asked["clock"]),
            "attributes": two_attributes(asked["attributes"]),
            "dl": asked["dl"] or 10,
            "modifier": asked["mod"],
            "mode": "erase" if asked["erase"] else "fill",
        },
        ("gm",) if hidden_clock(asked.state, story_clock(asked, asked["clock"])) else heard(asked.state, asked.actor),
    )


def objective_ahead(asked: Asked) -> Do:
    """The odds of an objective, on anybody's turn."""
    return ahead(objective(asked), action=False)


def opportunity(asked: Asked) -> Do:
    """`.机会 苦厄 灰狼 减速`: what is needed depends on what it is spent on."""
    option = key_for(asked["option"], {o: (_name(o),) for o in Opportunity})
    given: dict[str, Any] = {"actor": asked.actor, "option": option, "mode": "erase" if asked["erase"] else "fill"}
    target, detail = asked["target"] or "", asked["detail"] or ""
    sections = whole(detail)
    if option == Opportunity.PROGRESS:
        given |= {"clock": story_clock(asked, target)} | ({} if sections is None else {"sections": sections})
    elif option == Opportunity.BONDING:
        given |= {"owner": asked.actor, "target": target, "emotion": entry_key(detail, "emotions")}
    elif target:
        given["target"] = somebody(asked, target)
    if option == Opportunity.AFFLICTION:
        given["status"] = entry_key(detail, "statuses")
    return Do("spend_opportunity", given, heard(asked.state, asked.actor, given.get("target", "")))


def _name(option: Opportunity) -> str:
    """What an opportunity is called."""
    shelf = shipped().opportunities | shipped().attack_opportunities
    return shelf[option].name if option in shelf else CUSTOM


def bond(asked: Asked) -> Do:
    """`.羁绊 白 信赖`."""
    given = {"owner": own(asked.state, asked.actor).id, "target": asked["target"]}
    given["emotion"] = entry_key(asked["emotion"], "emotions")
    return Do("bond_add", given, heard(asked.state, asked.actor, asked["target"]))


def unbond(asked: Asked) -> Do:
    """`.断缘 白`."""
    given = {"owner": own(asked.state, asked.actor).id, "target": asked["target"]}
    return Do("bond_drop", given, heard(asked.state, asked.actor, asked["target"]))


def emotion(asked: Asked) -> Do:
    """`.情绪`: a random pair, the sign is chosen."""
    return Do("random_emotion", {"owner": own(asked.state, asked.actor).id}, heard(asked.state, asked.actor))


def points(asked: Asked) -> Do:
    """`.点数 物语点 -1`: players spend, the GM also gives."""
    what = key_for(asked["what"], POINTS)
    if what not in POINTS:
        raise RuleError("not_among", arg="what", value=asked["what"], among=list(POINTS))
    if asked["n"] > 0 and not asked.gm:
        raise RuleError("gm_only")
    given = {"character": own(asked.state, asked.actor).id, what: asked["n"]}
    return Do("points", given, heard(asked.state, asked.actor))


def supply(asked: Asked) -> Do:
    """`.补给 3`: inventory points for money, in a settlement."""
    n = asked["n"]
    return Do("points", {"character": own(asked.state, asked.actor).id, "ip": n, "money": -IP_PRICE * n})


def gain(asked: Asked) -> Do:
    """`.得点 反派登场 1`."""
    event = key_for(asked["event"], GAINS)
    given = {"character": own(asked.state, asked.actor).id, "event": event, "count": asked["n"]}
    return Do("fabula_gain", given, heard(asked.state, asked.actor))


ATTRIBUTES = Arg("attributes", keys=("属性",))
TARGET = Arg("target", keys=("目标",), among=visible)
ANY_TARGET = Arg("target", required=False, keys=("目标",))

COMMANDS = (
    Command(("检定", "c", "check"), check, (ATTRIBUTES, DL, MOD), example=".检定 灵巧+洞察 10", group=GROUP),
    Command(
        ("对抗", "vs"),
        oppose,
        (TARGET, ATTRIBUTES, Arg("against", required=False, keys=("对方",)), MOD),
        example=".对抗 灰狼1 力量+力量",
        group=GROUP,
    ),
    Command(
        ("合力", "group"),
        group,
        (ATTRIBUTES, DL, Arg("helpers", keys=("帮手",)), MOD),
        example=".合力 洞察+意志 13 白露",
        group=GROUP,
    ),
    Command(
        ("目标", "obj"),
        objective,
        (Arg("clock", keys=("时钟",)), ATTRIBUTES, DL, MOD, ERASE),
        example=".目标 放下吊桥 力量+力量 10",
        group=GROUP,
        foresee=objective_ahead,
    ),
    Command(
        ("机会", "op"),
        opportunity,
        (Arg("option"), ANY_TARGET, Arg("detail", required=False), ERASE),
        example=".机会 优势",
        group=GROUP,
    ),
    Command(("羁绊", "bond"), bond, (Arg("target"), Arg("emotion")), example=".羁绊 白露 期待", group=GROUP),
    Command(("断缘", "unbond"), unbond, (Arg("target"),), example=".断缘 白露", group=GROUP),
    Command(("情绪", "emotion"), emotion, (), example=".情绪", group=GROUP),
    Command(("点数", "pt"), points, (Arg("what"), Arg("n", "int")), example=".点数 物语点 -1", group=GROUP),
    Command(("补给", "supply"), supply, (Arg("n", "int", required=False, default=1),), example=".补给 2", group=GROUP),
    Command(
        ("得点", "gain"),
        gain,
        (Arg("event"), Arg("n", "int", required=False, default=1)),
        GM_ONLY,
        example=".得点 @苏砚 反派登场",
        group=GROUP,
    ),
)
