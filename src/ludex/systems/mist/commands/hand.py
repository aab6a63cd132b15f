"""The MC's hand: statuses, tags, limits and fate, changed directly."""

from functools import partial

from ludex.core.deeds import ACTOR, GM_ONLY, ITEM, PLAYER, REST, TERM, WHOLE, Asked, Command, Do, Field, by_gm
from ludex.core.errors import RuleError
from ludex.core.fields import flag, keyed
from ludex.core.principals import GM
from ludex.systems.mist.commands import offers
from ludex.systems.mist.commands.reading import audience, holder_of, ruling
from ludex.systems.mist.sheet import tags_on
from ludex.systems.mist.terms import Fate


def status(asked: Asked) -> Do:
    """`.状态 林默 受伤 2`, `.状态 林默 高处 1 有益 类=站位 克=跌倒 判=叠:受伤`."""
    given = {
        "name": asked["status"],
        "tier": asked["number"],
        "family": asked["family"],
        "opposes": asked["opposes"],
        "beneficial": asked["good"],
    }
    more = {"status": given, "relation": ruling(asked["relation"])}
    holders = offers.meant(asked.state, asked.aimed or asked.actor, asked["holder"])
    if len(holders) == 1:
        return Do("apply_status", {"holder": holders[0], **more}, audience(asked, holders))
    return Do("statuses_give", {"holders": holders, **more}, audience(asked, holders))


def regroup(asked: Asked) -> Do:
    """`.归类 林默 擦伤 受伤`, `.归类 林默 镇定 克=恐惧 有益`."""
    given = {
        "holder": holder_of(asked),
        "name": asked["status"],
        "family": asked["family"],
        "opposes": asked["opposes"] or None,
        "beneficial": asked["good"] or None,
    }
    return Do("status_regroup", given, audience(asked, [given["holder"]]))


def on_status(procedure: str, asked: Asked, **fields: str) -> Do:
    """A procedure on a status of a holder; `fields` are those of its input, each with the field of the line it comes from."""
    given = {field: asked[source] for field, source in fields.items()}
    holder = holder_of(asked)
    return Do(procedure, {"holder": holder, "name": asked["status"], **given}, audience(asked, [holder]))


def own_word(asked: Asked, kinds: tuple[str, ...]) -> tuple[str, ...]:
    """What only costs the own character needs nobody's word: lowering an own beneficial status (MST-LIV-2)."""
    own = asked.state.character(holder) if (holder := holder_of(asked)) in asked.controls else None
    good = own is not None and any(s.beneficial and s.name == asked["status"] for s in own.statuses)
    return () if good else kinds


def own_burn(asked: Asked, kinds: tuple[str, ...]) -> tuple[str, ...]:
    """Burning an own tag needs nobody's word (MST-LIV-2)."""
    own = asked.state.character(asked.actor)
    return () if own and asked["text"] in tags_on(own) else kinds


def own_story_tag(asked: Asked, kinds: tuple[str, ...]) -> tuple[str, ...]:
    """Nor does taking an own story tag off."""
    return () if _owner(asked) else kinds


def _owner(asked: Asked) -> str:
    """The acting character, where the story tag of a line is hers."""
    own = asked.state.character(asked.actor)
    return own.id if own and asked["text"] in [tag.name for tag in own.story_tags] else ""


def split(asked: Asked) -> Do:
    """`.拆状态 林默 受伤 骨折 4,5`: these marks become a status of their own."""
    boxes = sorted(asked["boxes"])
    given = {"holder": holder_of(asked), "name": asked["status"], "to": asked["to"], "boxes": boxes}
    return Do("status_split", given, audience(asked, [given["holder"]]))


def limit(asked: Asked) -> Do:
    """`.极限 站务保安 说服 4`; 0 takes it away. Only the MC sees it."""
    given = {"challenge": holder_of(asked), "status": asked["status"], "limit": asked["number"]}
    return Do("limit_set", given, (GM,))


def fate(asked: Asked) -> Do:
    """`.命运 林默 在场`."""
    return Do("fate_set", {"actor": asked["who"], "fate": asked["fate"]})


def tag(asked: Asked) -> Do:
    """`.贴标签 大雾`, `.贴标签 @林默 手电筒`."""
    return Do("tag_make", {"name": asked["text"], "holder": asked.aimed})


def hand(asked: Asked) -> Do:
    """`.递 大火把 @周遥`: an own thing goes to somebody else."""
    if not asked.aimed:
        raise RuleError("whose")
    return Do("tag_hand", {"actor": asked.actor, "name": asked["text"], "to": asked.aimed})


def untag(asked: Asked) -> Do:
    """`.揭标签 大雾`; of two of a name the acting character's own."""
    return Do("tag_drop", {"name": asked["text"], "holder": _owner(asked)})


def burn(asked: Asked) -> Do:
    """`.燃标签 @林默 记者证`."""
    return Do("tag_burn", {"name": asked["text"], "holder": asked.actor})


def recover(asked: Asked) -> Do:
    """`.复标签 @林默 记者证`."""
    return Do("tag_recover", {"name": asked["text"], "holder": asked.actor})


BY_MC = by_gm("story")
HOLDER = Field("holder", ITEM, among=offers.holders_and_me, refusal="unknown_holder", owner=BY_MC)
HOLDERS = Field(
    "holder", ITEM, several=True, required=True, among=offers.holders_and_all, refusal="unknown_holder", owner=BY_MC
)
STATUS, TO, INTO = (Field(name, owner=BY_MC) for name in ("status", "to", "into"))
NUMBER, TEXT = Field("number", WHOLE, owner=BY_MC), Field("text", REST, owner=BY_MC)
FAMILY = keyed("family", "类", default="", owner=BY_MC)
OPPOSES = keyed("opposes", "克", several=True, owner=BY_MC)
GOOD = flag("good", "有益", owner=BY_MC)
RELATION = keyed("relation", "判", default="", owner=BY_MC)
_hand = partial(Command, who=GM_ONLY, group="hand")
_on = partial(_hand, aims=True)
_proposed = partial(Command, who=PLAYER, owner=BY_MC, group="hand")
_proposed_on = partial(_proposed, aims=True)
_play = partial(Command, group="hand")

HAND = (
    _proposed_on(
        ("状态", "status", "st"),
        status,
        (HOLDERS, STATUS, NUMBER, FAMILY, OPPOSES, GOOD, RELATION),
        example=".状态 林默 受伤 2",
    ),
    _proposed_on(
        ("减状态", "lower"),
        partial(on_status, "lower_status", amount="number"),
        (HOLDER, STATUS, NUMBER),
        example=".减状态 林默 受伤 1",
        word=own_word,
    ),
    _on(
        ("改状态", "rename"),
        partial(on_status, "status_rename", to="to"),
        (HOLDER, STATUS, TO),
        example=".改状态 林默 受伤 重伤",
    ),
    _on(
        ("归类", "family"),
        regroup,
        (HOLDER, STATUS, Field("family", required=False, default=""), OPPOSES, GOOD),
        example=".归类 林默 重伤 受伤",
    ),
    _on(
        ("并状态", "merge"),
        partial(on_status, "status_combine", into="into"),
        (HOLDER, STATUS, INTO),
        example=".并状态 林默 擦伤 受伤",
    ),
    _on(
        ("抵状态", "offset"),
        partial(on_status, "status_cancel", into="into"),
        (HOLDER, STATUS, INTO),
        example=".抵状态 林默 擦伤 受伤",
    ),
    _on(
        ("拆状态", "split"),
        split,
        (HOLDER, STATUS, TO, Field("boxes", WHOLE, several=True, refusal="bad_boxes")),
        example=".拆状态 林默 受伤 骨折 2",
    ),
    _proposed_on(
        ("消状态", "clear"),
        partial(on_status, "status_clear"),
        (HOLDER, STATUS),
        example=".消状态 林默 目眩",
        word=own_word,
    ),
    _on(("极限", "limit"), limit, (HOLDER, STATUS, NUMBER), example=".极限 站务保安 说服 4"),
    _on(
        ("命运", "fate"),
        fate,
        (Field("who", ACTOR), Field("fate", TERM, terms=Fate, required=False, default=Fate.ACTIVE)),
        example=".命运 林默 在场",
    ),
    _proposed_on(("贴标签", "tag"), tag, (TEXT,), example=".贴标签 大雾"),
    _proposed(("揭标签", "untag"), untag, (TEXT,), example=".揭标签 积水的站台", word=own_story_tag),
    _proposed(("燃标签", "burn"), burn, (TEXT,), example=".燃标签 @林默 记者证", word=own_burn),
    _proposed(("复标签", "unburn"), recover, (TEXT,), example=".复标签 @林默 记者证"),
    _play(
        ("递", "hand"),
        hand,
        (Field("text", REST),),
        example=".递 大火把 @周遥",
        aims=True,
    ),
)
