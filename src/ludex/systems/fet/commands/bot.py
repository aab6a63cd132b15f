"""The bot's commands of appendix three (FET-CMD-1), glued forms included: `chat.py` reads and answers them as typed."""

from collections.abc import Callable

from ludex.core.deeds import ANYONE, Arg, Asked, Command, Do
from ludex.core.errors import RuleError
from ludex.core.principals import GM, actor
from ludex.systems.fet.commands.fields import read_fields
from ludex.systems.fet.commands.reading import (
    ATTRIBUTES,
    Reader,
    attribute_of,
    check_own,
    in_chinese,
    target_in,
)
from ludex.systems.fet.redact import heard_by

_TEXT = (Arg("text", "rest", required=False, default=""),)


def _line(word: str) -> Callable[[Asked], Do]:
    def run(asked: Asked) -> Do:
        return Do("bot_line", {"who": asked.actor, "text": f".{word} {asked.text}".strip()})

    return run


def _status(word: str) -> Callable[[Asked], Do]:
    """A line about somebody's stamina and will: an NPC's are the GM's."""

    def run(asked: Asked) -> Do:
        given = {"who": asked.actor, "text": f".{word} {asked.text}".strip()}
        return Do("bot_line", given, heard_by(asked.state, asked.actor))

    return run


def sheet_change(asked: Asked, **change: object) -> Do:
    """A change of the acting character's sheet (`set`, `add`); of an NPC's, the GM reads it."""
    return Do("set_sheet", {"who": asked.actor, **change}, heard_by(asked.state, asked.actor))


def stf(asked: Asked) -> Do:
    """A pasted sheet goes to one's own character; who has none (or names somebody new) gets one by that name."""
    text = asked.text
    who = asked.actor or _named(asked, text)
    return Do("bot_line", {"who": who, "text": f".stf {text}"}, heard_by(asked.state, who))


def _named(asked: Asked, text: str) -> str:
    """Who a pasted sheet is for, by the name in it; somebody else's character is not to be overwritten."""
    who = str(read_fields(Reader(text)).values.get("name") or "")
    if not who:
        raise RuleError("name_missing", clause="FET-SHT-2")
    return check_own(asked, who) if who in asked.state.characters else who


def ex(asked: Asked) -> Do:
    """`.ex 力量` against the group's target; `.ex 力量 100`, `.ex 力量 10 12` and `.ex 力量 15d` against one of its own."""
    text = asked.text
    name, *numbers = text.split()[:4] or [""]
    if not numbers or name.lower() not in ATTRIBUTES:
        return Do("bot_line", {"who": asked.actor, "text": f".ex {in_chinese(text)}".strip()})
    return Do("check", {"who": asked.actor, "attribute": attribute_of(name), **target_in(numbers)})


def pre(asked: Asked) -> Do:
    """`.pre 150 力量`, `.pre 5t 敏捷`."""
    text = in_chinese(asked.text, words=2)
    return Do(
        "bot_line", {"who": asked.actor, "text": f".pre {text}".strip()}, (actor(asked.actor) if asked.actor else GM,)
    )


def bat(asked: Asked) -> Do:
    """`.bat 50 力量 攻击`; English names among the first two words, the rest is the act's own text."""
    return Do("bot_line", {"who": asked.actor, "text": f".bat {in_chinese(asked.text, words=2)}".strip()})


def setup(asked: Asked) -> Do:
    """`.tlsetup 姓名:爱丽丝,等级:10,力量:35 …`: a new character of one's own; somebody else's stays as it is."""
    text = asked.text.translate(_PUNCTUATION).replace("名称", "姓名")
    return Do("bot_line", {"who": _named(asked, text), "text": f".stf {text}"})


_PUNCTUATION = str.maketrans(dict.fromkeys(":：,，;；", " "))


COMMANDS = (
    Command(("角色卡", "stf"), stf, _TEXT, example=".stf 年龄27", group="bot"),
    Command(("目标", "tar", "ta"), _line("tar"), _TEXT, who=ANYONE, example=".tar 10 10", group="bot"),
    Command(("检定", "ex", "exa", "exam"), ex, _TEXT, example=".ex 力量", group="bot"),
    Command(("交涉", "neg", "ne", "nego"), _line("neg"), _TEXT, who=ANYONE, example=".neg 10 35", group="bot"),
    Command(("前摇", "pre", "prep"), pre, _TEXT, example=".pre 150 力量", group="bot"),
    Command(("建卡", "tlsetup"), setup, _TEXT, ANYONE, ".tlsetup 姓名:白鸦,等级:10,力量:35", "bot"),
    Command(("记轴", "bat"), bat, _TEXT, who=ANYONE, example=".bat 50 力量 攻击", group="bot"),
    Command(("退轴", "batexit"), _line("bat exit"), who=ANYONE, example=".batexit", group="bot"),
    Command(("收轴", "batend"), _line("bat end"), who=ANYONE, example=".batend", group="bot"),
    Command(("状态", "rec"), _status("rec"), _TEXT, example=".rec 体力 -4", group="bot"),
    Command(("重置", "recreset"), _status("rec reset"), _TEXT, example=".recreset", group="bot"),
)
