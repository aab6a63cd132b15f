"""Commands for making and growing characters."""

from typing import Any

from ludex.core.command import ANYONE, GM_ONLY, Arg, Asked, Command, Do
from ludex.core.numerals import whole
from ludex.systems.fable.commands.reading import (
    ATTRIBUTES,
    NO_SHIELD,
    POOLS,
    RANKS,
    entry_key,
    key_for,
    own,
    several,
    thing_key,
)
from ludex.systems.fable.content import WeaponEntry
from ludex.systems.fable.redact import heard
from ludex.systems.fable.sheet import ArmorEntry, ShieldEntry
from ludex.systems.fable.terms import Attribute

GROUP = "characters"


def _whole(words: list[str]) -> list[Any]:
    """Numbers where they are numbers; the rule judges the rest."""
    return [w if (n := whole(w)) is None else n for w in words]


def _levels(words: list[str]) -> dict[str, Any]:
    """`武者3,参谋2` or `warrior:3`."""
    found: dict[str, Any] = {}
    for word in words:
        name = word.rstrip("0123456789").rstrip(":：")
        number = word[len(word.rstrip("0123456789")) :]
        found[entry_key(name, "domains")] = whole(number or "0")
    return found


def _shield(asked: Asked) -> str:
    """The shield that is named; none where none is wanted."""
    said = asked["shield"]
    return "" if said in NO_SHIELD else thing_key(asked.state, said, ShieldEntry)


def make(asked: Asked) -> Do:
    """`.建卡 阿青 属性=9,8,7,8 域=武者3,参谋2`: whatever is left out is asked."""
    given: dict[str, Any] = {"id": asked["name"], "name": asked["name"], "traits": asked["traits"]}
    given["brief"] = asked["brief"]
    given["asks"] = asked.actor if asked.gm and asked.actor else asked.seat
    if asked["attributes"]:
        given["attributes"] = dict(zip((a.value for a in Attribute), _whole(asked["attributes"]), strict=False))
    if asked["domains"]:
        given["domains"] = _levels(asked["domains"])
    if asked["benefits"]:
        given["benefits"] = [entry_key(b, "classes") for b in asked["benefits"]]
    for row in ("hg", "mg"):
        if asked[row]:
            given[f"{row}_alloc"] = _whole(asked[row])
    if asked["armor"]:
        given["armor"] = thing_key(asked.state, asked["armor"], ArmorEntry)
    if asked["shield"]:
        given["shield"] = _shield(asked)
    if asked["weapons"]:
        given["weapons"] = [thing_key(asked.state, w, WeaponEntry) for w in asked["weapons"]]
    return Do("make_character", given)


def level_up(asked: Asked) -> Do:
    """`.升级 武者 4 1 属性=力量 增益=守护者 分配=0,0,0,3,2`: whatever is left out is asked."""
    given: dict[str, Any] = {"character": own(asked.state, asked.actor).id}
    given |= {"domain": entry_key(asked["domain"], "domains")} if asked["domain"] else {}
    given |= {"hg_pick": asked["hg"], "mg_pick": asked["mg"]}
    if asked["attribute"]:
        given["attribute"] = key_for(asked["attribute"], ATTRIBUTES)
    if asked["benefit"]:
        given["benefit"] = entry_key(asked["benefit"], "classes")
    return Do("grow", given | {"benefit_alloc": _whole(asked["alloc"])})


def enlarge(asked: Asked) -> Do:
    """`.扩容 hp 3 1,2,0,0,0 [暂时]`."""
    given: dict[str, Any] = {"character": own(asked.state, asked.actor).id, "pool": key_for(asked["pool"], POOLS)}
    given |= {"points": asked["n"], "alloc": _whole(several(asked["alloc"])), "permanent": not asked["temporary"]}
    return Do("enlarge", given)


def equip(asked: Asked) -> Do:
    """`.装备 甲=旅装 盾=青铜盾 武器=短矛`."""
    given: dict[str, Any] = {"character": own(asked.state, asked.actor).id}
    if asked["armor"]:
        given["armor"] = thing_key(asked.state, asked["armor"], ArmorEntry)
    if asked["shield"]:
        given["shield"] = _shield(asked)
    if asked["weapons"]:
        given["weapons"] = asked["weapons"]
    return Do("equip", given)


def learn(asked: Asked) -> Do:
    """`.习得 反击 武者`, `.习得 剑圣 英雄`."""
    given: dict[str, Any] = {"character": own(asked.state, asked.actor).id, "feat": asked["feat"]}
    if asked["domain"] and asked["domain"] not in ("general", "通用"):
        given["domain"] = entry_key(asked["domain"], "domains")
    return Do("learn", given | {"heroic": asked["heroic"]})


def use_feat(asked: Asked) -> Do:
    """`.特技 先声夺人`."""
    who = own(asked.state, asked.actor).id
    return Do("use_feat", {"actor": who, "feat": asked["feat"]}, heard(asked.state, who))


def traits(asked: Asked) -> Do:
    """`.特质 失职的渡口守卫,赎罪,雾港`."""
    return Do("traits", {"character": own(asked.state, asked.actor).id, "traits": several(asked["traits"])})


def story(asked: Asked) -> Do:
    """`.问答 童年生活 在渡口边长大`."""
    given = {"character": own(asked.state, asked.actor).id, "question": asked["question"], "text": asked["text"]}
    return Do("background", given)


def domains(asked: Asked) -> Do:
    """`.领域 武者10,祭司2`: what levels give."""
    return Do("progression", {"domains": _levels(asked["domains"])})


def derive(asked: Asked) -> Do:
    """`.推导 20 elite 骰=8,8,10,6`: the numbers of an NPC."""
    given: dict[str, Any] = {"level": asked["level"], "rank": key_for(asked["rank"], RANKS), "replaces": asked["n"]}
    if asked["dice"]:
        given["base"] = dict(zip((a.value for a in Attribute), _whole(asked["dice"]), strict=False))
    return Do("derive_npc", given)


def money(asked: Asked) -> Do:
    """`.资金 450`: Z to start with."""
    return Do("starting_money", {"spent": asked["spent"]})


ARMOR = Arg("armor", required=False, keyed=True, keys=("甲",))
SHIELD = Arg("shield", required=False, keyed=True, keys=("盾",))
WEAPONS = Arg("weapons", "list", required=False, keyed=True, keys=("武器",))

COMMANDS = (
    Command(
        ("建卡", "make"),
        make,
        (
            Arg("name"),
            Arg("attributes", "list", required=False, keyed=True, keys=("属性",)),
            Arg("domains", "list", required=False, keyed=True, keys=("域", "领域")),
            Arg("benefits", "list", required=False, keyed=True, keys=("增益",)),
            Arg("hg", "list", required=False, keyed=True, keys=("生命",)),
            Arg("mg", "list", required=False, keyed=True, keys=("精神",)),
            ARMOR,
            SHIELD,
            WEAPONS,
            Arg("traits", "list", required=False, keyed=True, keys=("特质",)),
            Arg("brief", "flag", required=False, keys=("从简",)),
        ),
        example=".建卡 阿青 属性=9,8,7,8 域=武者3,参谋2",
        group=GROUP,
    ),
    Command(
        ("升级", "lvup"),
        level_up,
        (
            Arg("domain", required=False),
            Arg("hg", "int", required=False),
            Arg("mg", "int", required=False),
            Arg("attribute", required=False, keyed=True, keys=("属性",)),
            Arg("benefit", required=False, keyed=True, keys=("增益",)),
            Arg("alloc", "list", required=False, keyed=True, keys=("分配",)),
        ),
        example=".升级 武者 4 1",
        group=GROUP,
    ),
    Command(
        ("扩容", "enlarge"),
        enlarge,
        (
            Arg("pool"),
            Arg("n", "int"),
            Arg("alloc"),
            Arg("temporary", "flag", required=False, keys=("暂时",)),
        ),
        GM_ONLY,
        example=".扩容 @苏砚 hp 3 1,2,0,0,0",
        group=GROUP,
    ),
    Command(("装备", "equip"), equip, (ARMOR, SHIELD, WEAPONS), example=".装备 盾=青铜盾", group=GROUP),
    Command(
        ("习得", "learn"),
        learn,
        (Arg("feat"), Arg("domain", required=False), Arg("heroic", "flag", required=False, keys=("英雄",))),
        example=".习得 反击",
        group=GROUP,
    ),
    Command(
        ("特技", "feat"),
        use_feat,
        (Arg("feat"),),
        example=".特技 反击",
        group=GROUP,
    ),
    Command(
        ("特质", "traits"), traits, (Arg("traits", "rest"),), example=".特质 失职的渡口守卫,赎罪,雾港", group=GROUP
    ),
    Command(
        ("问答", "story"),
        story,
        (Arg("question"), Arg("text", "rest")),
        example=".问答 童年生活 在渡口边长大",
        group=GROUP,
    ),
    Command(("领域", "domains"), domains, (Arg("domains", "list"),), ANYONE, example=".领域 武者10,祭司2", group=GROUP),
    Command(
        ("推导", "derive"),
        derive,
        (
            Arg("level", "int"),
            Arg("rank", required=False, default="soldier"),
            Arg("n", "int", required=False, default=1),
            Arg("dice", "list", required=False, keyed=True, keys=("骰",)),
        ),
        ANYONE,
        example=".推导 20 elite",
        group=GROUP,
    ),
    Command(("资金", "money"), money, (Arg("spent", "int"),), ANYONE, example=".资金 450", group=GROUP),
)
