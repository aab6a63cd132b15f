"""What players do: act, look before they leap, mitigate, immerse, roll a bare pool."""

from functools import partial

from ludex.core.deeds import ANYONE, FLAG, ITEM, REST, RULE, WHOLE, Asked, Command, Do, Field, Show, by_gm
from ludex.core.errors import RuleError
from ludex.systems.mist.commands import offers
from ludex.systems.mist.commands.reading import INVOCATION, THEME, invocation, pairs, usable
from ludex.systems.mist.terms import Depth, Mode


def act(asked: Asked) -> Do:
    """`.行动 +记者证! -失眠 应对=手电 亮出证件`."""
    _check_plus(asked)
    mode = Mode.DESCRIBE if asked["describe"] else Mode.QUICK if asked["quick"] else Mode.DETAILED
    given = {
        **invocation(asked),
        "actor": asked.actor,
        "mode": mode,
        "addresses": asked["addresses"],
        "aside": asked["aside"],
        "text": asked["text"],
    }
    return Do("turn", given)


def _check_plus(asked: Asked) -> None:
    """A tag without its `+` in front would be taken for talk: ask before rolling without it."""
    first = asked["text"].split(maxsplit=1)[:1]
    if first and not asked["help"] and not asked["burn"] and first[0].rstrip("!！") in usable(asked):
        raise RuleError("plus_missing", tag=first[0])


def preview(asked: Asked) -> Show:
    """`.预览 +记者证`: the power with its terms, the odds, and the same with each tag burnt."""
    return Show("preview", {**invocation(asked), "actor": asked.actor})


def mitigate(asked: Asked) -> Do:
    """`.缓解 受伤=3,害怕=2 +稳定的手`."""
    incoming = pairs(asked["incoming"], "name", "tier")
    return Do("mitigate", {**invocation(asked), "actor": asked.actor, "incoming": incoming})


def immerse(asked: Asked) -> Do:
    """`.浸入 听潮之耳 深潜 让水退回去`: a depth in front is what the player expects it to take."""
    first, _, rest = asked["text"].partition(" ")
    named = Depth.holds(first)
    depth, goal = (Depth.read(first), rest.strip()) if named else ("", asked["text"])
    return Do("immerse", {"actor": asked.actor, "theme": asked["theme"], "depth": depth, "goal": goal})


def pool(asked: Asked) -> Do:
    """`.骰池 3`."""
    return Do("pool_roll", {"power": asked["number"]})


ADDRESSES = Field(
    "addresses",
    ITEM,
    keys=("应对", "vs"),
    keyed=True,
    required=False,
    several=True,
    among=offers.threats,
    refusal="unknown_threat",
)
TEXT = Field("text", REST, required=False, default="")
_play = partial(Command, group="play")

PLAY = (
    _play(
        ("行动", "act", "a", "ra", "rc"),
        act,
        (
            *INVOCATION,
            ADDRESSES,
            Field("describe", FLAG, keys=("描述",), owner=by_gm("circumstance")),
            Field("quick", FLAG, keys=("速决",)),
            Field("aside", FLAG, keys=("场外",), owner=by_gm("circumstance")),
            TEXT,
        ),
        example=".行动 +记者证 +夜班编辑 应对=手电照脸 亮出证件",
        alone=True,
    ),
    _play(("预览", "peek"), preview, INVOCATION, who=ANYONE, example=".预览 +记者证 -长期失眠"),
    _play(
        ("缓解", "mitigate", "mit"),
        mitigate,
        (Field("incoming", several=True, owner=RULE), *INVOCATION),
        example=".缓解 受伤=3 +独生女",
    ),
    _play(("浸入", "immerse", "imm"), immerse, (THEME, TEXT), example=".浸入 听潮之耳 深潜 让湖水退回去"),
    _play(("骰池", "pool"), pool, (Field("number", WHOLE, owner=by_gm("circumstance")),), example=".骰池 3"),
)
