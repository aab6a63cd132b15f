"""Named timelines in the forms of the author's newer bot: `.tl` manages them, `.bt` declares acts on the one in use."""

from ludex.core.command import ANYONE, Asked, Command, Do, Show
from ludex.core.errors import RuleError
from ludex.systems.fet.commands.battle import situation
from ludex.systems.fet.commands.bot import typed
from ludex.systems.fet.commands.lasting import ALL, DROP, TEXT, owner, words_of
from ludex.systems.fet.named import ATTRIBUTES, attribute_named, number_named
from ludex.systems.fet.panels.timelines import axes_card, axis_card, moment_card
from ludex.systems.fet.rules.axes import need_axis
from ludex.systems.fet.rules.bot_text import normal
from ludex.systems.fet.state import State

NEW = ("new", "新建", "新")
SHOW = ("show", "显示", "看")
GET = ("get", "查")
ACC = ("acc", "精度")


def timelines(asked: Asked) -> Do | Show:
    """`.tl` the battle (or the list), `list`, `new 名字`, `show`, `get 5`, `acc 2`, `del 1`, a number or name to use it."""
    words = words_of(asked)
    head = words[0].lower() if words else ""
    rest = words[1:]
    if not head and (asked.state.battle is not None or not asked.state.axes):
        return situation(asked)
    if head in ("", "list", "列表"):
        return Show(axes_card(asked.state))
    if head in NEW:
        return Do("new_axis", {"name": " ".join(rest)})
    if head in SHOW:
        need_axis(asked.state)
        return Show(axis_card(asked.state))
    if head in GET:
        return Show(moment_card(asked, time=number_named(_bare(_one(asked, rest)), "time")))
    if head in ACC:
        return Do("axis_decimals", {"decimals": int(number_named(_one(asked, rest), "decimals"))})
    if head in DROP:
        every = any(word.lower() in ALL for word in rest)
        return Do("drop_axes", {"names": [] if every else [_named(asked.state, word) for word in _some(asked, rest)]})
    return Do("pick_axis", {"name": _named(asked.state, " ".join(words))})


def _one(asked: Asked, words: list[str]) -> str:
    if len(words) != 1:
        raise RuleError("bad_command", text=typed(asked))
    return words[0]


def _some(asked: Asked, words: list[str]) -> list[str]:
    if not words:
        raise RuleError("bad_command", text=typed(asked))
    return words


def _named(state: State, word: str) -> str:
    """A timeline by number or name."""
    return next((name for n, name in enumerate(state.axes, 1) if word in (f"{n}", name)), word)


def _bare(word: str) -> str:
    """A time without its `t`."""
    slim = normal(word)
    return slim[:-1] if slim[-1:].lower() == "t" else slim


def act(asked: Asked) -> Do | Show:
    """`.bt 力量 50 劈砍`, `.bt 力量 5t`, `.bt 3t 力量 50` (inserted at 3t), `.bt undo`; `.bt` shows the timeline."""
    words = words_of(asked)
    if not words:
        need_axis(asked.state)
        return Show(axis_card(asked.state))
    if words[0].lower() in ("undo", "撤"):
        return Do("axis_undo", {"who": asked.actor})
    owner(asked)
    start, words = _start(words)
    if len(words) < 2 or (first := _ordered(words)) is None:
        raise RuleError("bad_command", text=typed(asked))
    name, size = first
    given: dict[str, object] = {"who": asked.actor, "attribute": attribute_named(name), "act": " ".join(words[2:])}
    timed = normal(size)[-1:].lower() == "t"
    given["time" if timed else "impact"] = number_named(_bare(size), "time" if timed else "impact")
    return Do("axis_act", given if start is None else {**given, "start": number_named(_bare(start), "start")})


def _start(words: list[str]) -> tuple[str | None, list[str]]:
    """A time before attribute and size is where the act is inserted."""
    if len(words) > 2 and words[1].lower() in ATTRIBUTES and _sized(words[2]) and _sized(words[0]):
        return words[0], words[1:]
    return None, words


def _sized(word: str) -> bool:
    return _bare(word).replace(".", "", 1).isdecimal()


def _ordered(words: list[str]) -> tuple[str, str] | None:
    """Attribute and size in either order."""
    one, other = words[:2]
    if _sized(other):
        return one, other
    return (other, one) if _sized(one) else None


COMMANDS = (
    Command(("战况", "tl"), timelines, TEXT, ANYONE, ".tl", "battle"),
    Command(("行轴", "bt"), act, TEXT, example=".bt 力量 50 劈砍", group="battle"),
)
