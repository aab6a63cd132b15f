"""What players do: act, look before they leap, mitigate, immerse, roll a bare pool."""

import msgspec

from ludex.core.command import ANYONE, Arg, Asked, Command, Do, Show
from ludex.core.errors import RuleError
from ludex.systems.mist.commands import offers
from ludex.systems.mist.commands.reading import INVOCATION, invocation, pairs, term_of, theme_of, usable
from ludex.systems.mist.rules.invocation import Invocation
from ludex.systems.mist.terms import Depth, Mode
from ludex.systems.mist.views.cards import preview_card


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
        "text": asked["text"] or "",
    }
    return Do("turn", given)


def _check_plus(asked: Asked) -> None:
    """A tag without its `+` in front would be taken for talk: ask before rolling without it."""
    first = (asked["text"] or "").split(maxsplit=1)[:1]
    if first and not asked["help"] and not asked["burn"] and first[0].rstrip("!！") in usable(asked):
        raise RuleError("plus_missing", tag=first[0])


def preview(asked: Asked) -> Show:
    """`.预览 +记者证`: the power with its terms, the odds, and the same with each tag burnt."""
    return Show(preview_card(asked.state, asked.actor, msgspec.convert(invocation(asked), Invocation)))


def mitigate(asked: Asked) -> Do:
    """`.缓解 受伤=3,害怕=2 +稳定的手`."""
    incoming = pairs(asked["incoming"], "name", "tier")
    return Do("mitigate", {**invocation(asked), "actor": asked.actor, "incoming": incoming})


def immerse(asked: Asked) -> Do:
    """`.浸入 听潮之耳 深潜 让水退回去`."""
    words = (asked["text"] or "").split(maxsplit=1)
    depth = term_of(words[0]) if words else ""
    named = depth in tuple(Depth)
    goal = (words[1] if len(words) > 1 else "") if named else (asked["text"] or "")
    theme = theme_of(asked, asked["theme"])
    return Do("immerse", {"actor": asked.actor, "theme": theme, "depth": depth if named else "", "goal": goal})


def pool(asked: Asked) -> Do:
    """`.骰池 3`."""
    return Do("pool_roll", {"power": asked["number"]})


PLAY = (
    Command(
        ("行动", "act", "a", "ra", "rc"),
        act,
        (
            *INVOCATION,
            Arg("addresses", "list", keys=("应对", "vs"), keyed=True, required=False, among=offers.threats),
            Arg("describe", "flag", keys=("描述",)),
            Arg("quick", "flag", keys=("速决",)),
            Arg("aside", "flag", keys=("场外",)),
            Arg("text", "rest", required=False),
        ),
        example=".行动 +记者证 +夜班编辑 应对=手电照脸 亮出证件",
        group="play",
    ),
    Command(("预览", "peek"), preview, INVOCATION, who=ANYONE, example=".预览 +记者证 -长期失眠", group="play"),
    Command(
        ("缓解", "mitigate", "mit"),
        mitigate,
        (Arg("incoming", "list"), *INVOCATION),
        example=".缓解 受伤=3 +独生女",
        group="play",
    ),
    Command(
        ("浸入", "immerse", "imm"),
        immerse,
        (Arg("theme", among=offers.themes), Arg("text", "rest", required=False)),
        example=".浸入 听潮之耳 深潜 让湖水退回去",
        group="play",
    ),
    Command(("骰池", "pool"), pool, (Arg("number", "int"),), example=".骰池 3", group="play"),
)
