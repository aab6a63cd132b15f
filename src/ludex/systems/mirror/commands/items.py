"""Commands for things: what somebody has, and what is done with it (MIR-LIV-49)."""

from ludex.core.deeds import ACTOR, PLAYER, TERM, WHOLE, Asked, Command, Do, Field, Show
from ludex.core.errors import RuleError
from ludex.core.fields import SHEET, whom
from ludex.core.plain import Plain
from ludex.systems.mirror.content import library
from ludex.systems.mirror.effects.sources import belongings
from ludex.systems.mirror.rules.actions import check_able
from ludex.systems.mirror.sheet import Dealing, Place
from ludex.systems.mirror.state import State

PLACES = {Dealing.TAKE: Place.HELD, Dealing.WEAR: Place.WORN, Dealing.STOW: Place.PACKED}
GMS = (Dealing.GIVE, Dealing.REMOVE)


def deal(asked: Asked) -> Do | Show:
    """`.物品`, `.物品 拿 长剑`, `.物品 穿 皮甲`, `.物品 卸 皮甲`, `.物品 丢 火把`, `.物品 交 绷带 白`, `.物品 给 皮甲 谁=安`."""
    if not asked["dealing"]:
        return Show("items", {"who": whom(asked)})
    dealing = Dealing(asked["dealing"])
    if not asked["item"]:
        raise RuleError("missing_argument", arg="item", expected=["dealing", "item"], hint=f".物品 {dealing.zh} 长剑")
    if not asked.gm and asked.actor in asked.state.characters:
        check_able(asked.state.who(asked.actor))  # MIR-LIV-7, MIR-LIV-8
    return _dealt(asked, dealing)


def _dealt(asked: Asked, dealing: Dealing) -> Do:
    who, count = asked["who"], asked["quantity"]
    about: Plain = {"item": asked["item"], "quantity": count or 0}
    if dealing is Dealing.GIVE:
        return Do("give_item", {"who": who or asked.actor, "ware": asked["item"], "quantity": count or 1})
    if dealing is Dealing.REMOVE:
        return Do("take_item", {"actor": who or asked.actor, **about})
    if dealing is Dealing.DROP:
        return Do("drop_item", {"actor": asked.actor, **about})
    if dealing is Dealing.HAND:
        if not who:
            raise RuleError("missing_argument", arg="who", expected=["item", "谁"], hint=".物品 交 绷带 谁=白")
        return Do("hand_item", {"actor": asked.actor, "to": who, **about})
    return Do("place_item", {"actor": asked.actor, "item": asked["item"], "place": PLACES[dealing]})


def word(asked: Asked, kinds: tuple[str, ...]) -> tuple[str, ...]:
    """Giving and taking away is the GM's word; what one does with one's own things is not (MIR-LIV-1)."""
    who = whom(asked)
    c = asked.state.characters.get(who)
    draft = c is not None and c.draft and who in asked.controls  # MIR-LIV-48
    return kinds if asked["dealing"] in GMS and not draft else ()


def offered(state: State, actor: str) -> tuple[str, ...]:
    """Her things, and the wares of the library."""
    c = state.characters.get(actor)
    mine = [i.called for i in belongings(c)] if c else []
    wares = [ware.name or i for i, ware in library(state.catalogue).items.items()]
    return tuple(dict.fromkeys((*mine, *wares)))


COMMANDS = (
    Command(
        ("物品", "item", "items"),
        deal,
        (
            Field("dealing", TERM, required=False, terms=Dealing, refusal="unknown_dealing"),
            Field("item", required=False, among=offered),
            Field("who", ACTOR, required=False, keys=("谁", "who"), refusal="unknown_id"),
            Field("quantity", WHOLE, required=False),
        ),
        who=PLAYER,
        owner=SHEET,
        word=word,
        example=".物品 拿 长剑",
    ),
)
