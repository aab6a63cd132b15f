"""The MC's hand: statuses, tags, limits and fate, changed directly."""

from ludex.core.bounds import whole
from ludex.core.deeds import GM_ONLY, Arg, Asked, Command, Do
from ludex.core.errors import RuleError
from ludex.core.principals import GM
from ludex.systems.mist.commands import offers
from ludex.systems.mist.commands.reading import holder_of, term_of

HOLDER = Arg("holder", among=offers.holders)
NAME = Arg("name")
RULINGS = {"新": "new", "叠": "stack", "抵": "cancel"}


def status(asked: Asked) -> Do:
    """`.状态 林默 受伤 2`, `.状态 林默 高处 1 有益 类=站位 克=跌倒 判=叠:受伤`."""
    word, colon, name = asked["relation"].replace("：", ":").partition(":")
    given = {
        "holder": holder_of(asked, asked["holder"]),
        "status": {
            "name": asked["name"],
            "tier": asked["number"],
            "family": asked["family"],
            "opposes": asked["opposes"],
            "beneficial": asked["good"],
        },
        "relation": f"{RULINGS.get(word, word)}{colon}{name}",
    }
    return Do("apply_status", given)


def lower(asked: Asked) -> Do:
    """`.减状态 林默 受伤 1`."""
    holder = holder_of(asked, asked["holder"])
    return Do("lower_status", {"holder": holder, "name": asked["name"], "amount": asked["number"]})


def rename(asked: Asked) -> Do:
    """`.改状态 林默 受伤 重伤`."""
    return Do("status_rename", {"holder": holder_of(asked, asked["holder"]), "name": asked["name"], "to": asked["to"]})


def regroup(asked: Asked) -> Do:
    """`.归类 林默 擦伤 受伤`, `.归类 林默 镇定 克=恐惧 有益`."""
    given = {
        "holder": holder_of(asked, asked["holder"]),
        "name": asked["name"],
        "family": asked["family"],
        "opposes": asked["opposes"] or None,
        "beneficial": asked["good"] or None,
    }
    return Do("status_regroup", given)


def combine(asked: Asked) -> Do:
    """`.并状态 林默 擦伤 受伤`: the first goes into the second."""
    holder = holder_of(asked, asked["holder"])
    return Do("status_combine", {"holder": holder, "name": asked["name"], "into": asked["to"]})


def split(asked: Asked) -> Do:
    """`.拆状态 林默 受伤 骨折 4,5`: these marks become a status of their own."""
    boxes = sorted(n for box in asked["boxes"] if (n := whole(box)) is not None)
    if len(boxes) != len(asked["boxes"]):
        raise RuleError("bad_boxes", clause="MST-STA-2", boxes=asked["boxes"])
    holder = holder_of(asked, asked["holder"])
    return Do("status_split", {"holder": holder, "name": asked["name"], "to": asked["to"], "boxes": boxes})


def clear(asked: Asked) -> Do:
    """`.消状态 林默 目眩`."""
    return Do("status_clear", {"holder": holder_of(asked, asked["holder"]), "name": asked["name"]})


def limit(asked: Asked) -> Do:
    """`.极限 站务保安 说服 4`; 0 takes it away. Only the MC sees it."""
    holder = holder_of(asked, asked["holder"])
    return Do("limit_set", {"challenge": holder, "status": asked["name"], "limit": asked["number"]}, (GM,))


def fate(asked: Asked) -> Do:
    """`.命运 林默 在场`."""
    return Do("fate_set", {"actor": asked["who"], "fate": term_of(asked["fate"])})


def tag(asked: Asked) -> Do:
    """`.贴标签 大雾`, `.贴标签 @林默 手电筒`."""
    return Do("tag_make", {"name": asked["text"], "holder": asked.actor})


def untag(asked: Asked) -> Do:
    """`.揭标签 大雾`."""
    return Do("tag_drop", {"name": asked["text"]})


def burn(asked: Asked) -> Do:
    """`.燃标签 @林默 记者证`."""
    return Do("tag_burn", {"name": asked["text"], "holder": asked.actor})


def recover(asked: Asked) -> Do:
    """`.复标签 @林默 记者证`."""
    return Do("tag_recover", {"name": asked["text"], "holder": asked.actor})


FAMILY = Arg("family", keys=("类",), keyed=True, required=False, default="")
OPPOSES = Arg("opposes", "list", keys=("克",), keyed=True, required=False)
GOOD = Arg("good", "flag", keys=("有益",))
NUMBER = Arg("number", "int")
TEXT = Arg("text", "rest")
TO = Arg("to")

HAND = (
    Command(
        ("状态", "status", "st"),
        status,
        (
            HOLDER,
            NAME,
            NUMBER,
            FAMILY,
            OPPOSES,
            GOOD,
            Arg("relation", keys=("判",), keyed=True, required=False, default=""),
        ),
        who=GM_ONLY,
        example=".状态 林默 受伤 2",
        group="hand",
    ),
    Command(
        ("减状态", "lower"), lower, (HOLDER, NAME, NUMBER), who=GM_ONLY, example=".减状态 林默 受伤 1", group="hand"
    ),
    Command(
        ("改状态", "rename"), rename, (HOLDER, NAME, TO), who=GM_ONLY, example=".改状态 林默 受伤 重伤", group="hand"
    ),
    Command(
        ("归类", "family"),
        regroup,
        (HOLDER, NAME, Arg("family", required=False, default=""), OPPOSES, GOOD),
        who=GM_ONLY,
        example=".归类 林默 重伤 受伤",
        group="hand",
    ),
    Command(
        ("并状态", "merge"), combine, (HOLDER, NAME, TO), who=GM_ONLY, example=".并状态 林默 擦伤 受伤", group="hand"
    ),
    Command(
        ("拆状态", "split"),
        split,
        (HOLDER, NAME, TO, Arg("boxes", "list")),
        who=GM_ONLY,
        example=".拆状态 林默 受伤 骨折 2",
        group="hand",
    ),
    Command(("消状态", "clear"), clear, (HOLDER, NAME), who=GM_ONLY, example=".消状态 林默 目眩", group="hand"),
    Command(
        ("极限", "limit"), limit, (HOLDER, NAME, NUMBER), who=GM_ONLY, example=".极限 站务保安 说服 4", group="hand"
    ),
    Command(
        ("命运", "fate"),
        fate,
        (Arg("who", "actor"), Arg("fate", required=False, default="active")),
        who=GM_ONLY,
        example=".命运 林默 在场",
        group="hand",
    ),
    Command(("贴标签", "tag"), tag, (TEXT,), who=GM_ONLY, example=".贴标签 大雾", group="hand"),
    Command(("揭标签", "untag"), untag, (TEXT,), who=GM_ONLY, example=".揭标签 积水的站台", group="hand"),
    Command(("燃标签", "burn"), burn, (TEXT,), who=GM_ONLY, example=".燃标签 @林默 记者证", group="hand"),
    Command(("复标签", "unburn"), recover, (TEXT,), who=GM_ONLY, example=".复标签 @林默 记者证", group="hand"),
)
