"""The bot's commands of appendix three (FET-CMD-1), glued forms included: `chat.py` reads and answers them as typed."""

import re
from collections.abc import Callable

from msgspec.structs import replace

from ludex.core.deeds import ANYONE, REST, Asked, Command, Do, Field, Filled
from ludex.core.errors import RuleError
from ludex.core.plain import Written
from ludex.core.principals import GM, actor
from ludex.core.rule import rule
from ludex.core.say import say
from ludex.systems.fet.commands.naming import check_own
from ludex.systems.fet.commands.offers import CIRCUMSTANCE, DIFFICULTY, GAIN, STORY, eleven
from ludex.systems.fet.commands.owned import (
    drafts,
    ending_word,
    gains_word,
    level_alone,
    neg_word,
    resets_word,
    sets_word,
    stf_word,
    wished_level,
)
from ludex.systems.fet.commands.reading import TEXT, Reader, attribute_in, attribute_of, line_of, target_in, words_of
from ludex.systems.fet.commands.stf import in_chinese, read_fields
from ludex.systems.fet.commands.weighing import with_fate
from ludex.systems.fet.redact import heard_by
from ludex.systems.fet.rules.roster import check_unburdened
from ludex.systems.fet.terms import SECRET, Resource, written as plain_number


def told_own(asked: Asked, procedure: str, **given: Written) -> Do:
    """Something about the acting character, read by everybody; of an NPC, by the GM."""
    return Do(procedure, {"who": asked.actor, **given}, heard_by(asked.state, asked.actor))


def sheet_change(asked: Asked, **change: Written) -> Do:
    """A change of the acting character's sheet (`set`, `add`)."""
    return told_own(asked, "set_sheet", **change)


def _line(word: str) -> Callable[[Asked], Do]:
    def run(asked: Asked) -> Do:
        if (left := _leaves(asked, f"{word} {_filled(asked)}")) is not None:
            return left
        given = {"who": asked.actor, "text": f".{word} {_filled(asked)}".strip()}
        return Do("bot_line", {**given, "by": "gm"} if word == "tar" and asked.gm else given)

    return run


@rule("FET-LIV-14", "FET-LIV-58")
def _leaves(asked: Asked, line: str) -> Do | None:
    """`.bat exit` and `.bat end` where a battle runs: its fighter leaves it, its GM ends it."""
    word = re.fullmatch(r"bat\s*(exit|end)\s*", line.strip().lower())
    battle, own = asked.state.battle, [row for row in asked.state.timeline if row.who == asked.actor]
    if word is None or battle is None or own:
        return None
    if word[1] == "exit" and battle.find(asked.actor) is not None:
        return Do("combat_leave", {"who": asked.actor})
    return Do("combat_end", {}) if word[1] == "end" and asked.gm and not asked.state.timeline else None


def _filled(asked: Asked) -> str:
    """The line by its fields, which the GM may have changed; else as it was typed."""
    filled = [str(value) for name, value in asked.args.items() if name != "text" and value not in (None, "", False)]
    alone = len(filled) == 1 and not asked.text and filled[0] == str(asked.args.get("level"))
    if alone and filled[0].isdecimal():  # a form whose difficulty was left open: no target value of its own
        return f"等级{filled[0]}"
    return " ".join(filled) or line_of(asked)


@rule("FET-LIV-6")
def secretly(do: Do) -> Do:
    """A target that is set in secret is not told; who comes in secret waits behind the stage (FET-LIV-40)."""
    if do.procedure == "bring" and do.given.get("npc") and not do.given.get("stage"):
        return replace(do, given={**do.given, "stage": "behind"})
    if do.procedure != "bot_line" or do.given.get("by") != "gm":
        return do
    return replace(do, given={**do.given, "by": SECRET})


@rule("FET-LIV-1")
def _overrules(asked: Asked, kinds: tuple[str, ...]) -> tuple[str, ...]:
    """A target over one that the GM has set is a matter of its own."""
    return ("circumstance.overrule",) if kinds and asked.state.target_by else kinds


def _status(word: str) -> Callable[[Asked], Do]:
    """A line about somebody's stamina and will: an NPC's are the GM's."""

    def run(asked: Asked) -> Do:
        words = [Resource.read(said).zh if Resource.holds(said) else said for said in words_of(asked)]
        return with_fate(asked.state, told_own(asked, "bot_line", text=" ".join((f".{word}", *words))))

    return run


def stf(asked: Asked) -> Do:
    """A pasted sheet goes to one's own character; who has none (or names somebody new) gets one by that name."""
    text = in_chinese(line_of(asked))
    who = asked.actor or _named(asked, text)
    return written(asked, who, text)


@rule("FET-LIV-49")
def bring_in(asked: Asked) -> Do:
    """A pasted `.stf` line as a character of one's own."""
    text = in_chinese(line_of(asked).strip().lstrip(".。").removeprefix("stf").strip())
    return written(asked, _named(asked, text), text)


@rule("FET-LIV-3")
def written(asked: Asked, who: str, text: str) -> Do:
    """A line onto a sheet; a level that is the GM's word is asked for beside the rest of a draft's line."""
    given = {"who": who, "text": f".stf {text}", "new": who not in asked.state.characters}
    fields = read_fields(Reader(text))
    level = wished_level(asked, fields, who) if drafts(asked.state, who) else None
    if level is None or level_alone(asked.state, fields, who) or asked.trust("sheet.level") in ("open", "allowed"):
        return Do("bot_line", given, heard_by(asked.state, who))
    if asked.trust("sheet.level") == "strict":
        raise RuleError("gm_only")
    then = Filled("lv", {"level": plain_number(level)}, who)
    return Do("bot_line", {**given, "level": False}, heard_by(asked.state, who), then=then)


def _named(asked: Asked, text: str) -> str:
    """Who a pasted sheet is for, by the name in it, else by its sender's; somebody else's character is not to be overwritten."""
    who = str(read_fields(Reader(text)).values.get("name") or "") or ("" if asked.gm else asked.sender)  # FET-CSF-2
    if not who:
        raise RuleError("name_missing", clause="FET-SHT-2")
    return check_own(asked, who) if who in asked.state.characters else who


@rule("FET-LIV-42")
def foreseen(asked: Asked) -> Do:
    """A check before it is made: against a target that is hidden there are no odds to know."""
    if asked.state.target is None and asked.state.target_by == SECRET and len(words_of(asked)) < 2:
        raise RuleError("target_untold", clause="FET-LIV-42")
    return ex(asked)


def ex(asked: Asked) -> Do:
    """`.ex 力量` against the group's target; `.ex 力量 100`, `.ex 力量 10 12` and `.ex 力量 15d` against one of its own."""
    name, *numbers = words_of(asked) or [""]
    if not name and asked.actor:
        raise RuleError("bad_command", clause="FET-CEX-2", text=say("view.check_what"))
    check_unburdened(asked.state, asked.actor, attribute_in(name) or "")
    if asked.gm and name:  # FET-LIV-4: before anybody is called
        attribute_of(name)
        if not numbers and asked.state.target is None:
            raise RuleError("no_target", clause="FET-CEX-2")
    if not numbers or not attribute_in(name):
        return Do("bot_line", {"who": asked.actor, "text": f".ex {line_of(asked)}".strip()})
    return Do("check", {"who": asked.actor, "attribute": attribute_of(name), **target_in(" ".join(numbers))})


def pre(asked: Asked) -> Do:
    """`.pre 150 力量`, `.pre 5t 敏捷`."""
    given = {"who": asked.actor, "text": f".pre {line_of(asked)}".strip()}
    return Do("bot_line", given, (actor(asked.actor) if asked.actor else GM,))


def setup(asked: Asked) -> Do:
    """`.tlsetup 姓名:爱丽丝,等级:10,力量:35 …`: a new character of one's own; somebody else's stays as it is."""
    text = in_chinese(line_of(asked).translate(_PUNCTUATION)).replace("名称", "姓名")
    if len(text.split()) < 2 and not any(letter.isdigit() for letter in text) and "姓名" not in text:  # FET-LIV-44
        return Do("create", {"who": asked.seat, "name": text.strip(), "language": asked.language, **_granted(asked)})
    return written(asked, _named(asked, text), text)


@rule("FET-LIV-3", "FET-LIV-44")
def _granted(asked: Asked) -> dict[str, list[str]]:
    """What of a new sheet is the GM's to grant, and what nobody is offered because the table does not ask."""
    trust = {kind: asked.trust(f"sheet.{kind}") for kind in ("level", "weapon", "trait", "skill")}
    found = {
        way: [kind for kind, how in trust.items() if how == said] for way, said in (("asks", "ask"), ("shut", "strict"))
    }
    return {way: kinds for way, kinds in found.items() if kinds}


_PUNCTUATION = str.maketrans(dict.fromkeys(":：,，;；", " "))


def _fields(*names: str, owner: str) -> tuple[Field, ...]:
    """Fields by place, each of which may be left out, and the rest of the line."""
    placed = (Field(name, required=False, default="", owner=owner) for name in names)
    return (*placed, Field("more", REST, required=False, default="", owner=owner))


_TARGET = _fields("level", "difficulty", owner=DIFFICULTY)
_ATTRIBUTE = Field("attribute", required=False, default="", among=eleven, wanted=True)
_CHECK = (_ATTRIBUTE, *_fields("goal", owner=DIFFICULTY))
_PARTNER = _fields("level", "intelligence", owner=CIRCUMSTANCE)
_STATUS = _fields("resource", "amount", owner="own")

COMMANDS = (
    Command(("角色卡", "stf"), stf, TEXT, example=".stf 年龄27", group="bot", word=stf_word),
    Command(("导入", "import"), bring_in, TEXT, ANYONE, ".导入 .stf 姓名白鸦 等级10", "bot"),
    Command(
        *(("目标", "tar", "ta", "target"), _line("tar"), _TARGET, ANYONE, ".tar 10 10", "bot"),
        word=_overrules,
        afresh=True,
    ),
    Command(("检定", "ex", "exa", "exam"), ex, _CHECK, example=".ex 力量", group="bot", many=True, foresee=foreseen),
    Command(("交涉", "neg", "ne", "nego"), _line("neg"), _PARTNER, ANYONE, ".neg 10 35", "bot", word=neg_word),
    Command(("前摇", "pre", "prep", "pr"), pre, TEXT, example=".pre 150 力量", group="bot"),
    Command(("建卡", "tlsetup"), setup, TEXT, ANYONE, ".tlsetup 姓名:白鸦,等级:10,力量:35", "bot"),
    Command(
        *(("记轴", "bat", "ba"), _line("bat"), TEXT, ANYONE, ".bat 50 力量 攻击", "bot"), owner=STORY, word=ending_word
    ),
    Command(("退轴", "batexit"), _line("bat exit"), who=ANYONE, example=".batexit", group="bot"),
    Command(("收轴", "batend"), _line("bat end"), who=ANYONE, example=".batend", group="bot", owner=STORY),
    Command(("状态", "rec"), _status("rec"), _STATUS, example=".rec 体力 -4", group="bot", owner=GAIN, word=gains_word),
    Command(
        *(("账目", "crd", "cr"), _status("crd"), _STATUS),
        example=".crd cash -25 午饭",
        group="bot",
        owner=GAIN,
        word=sets_word,
    ),
    Command(
        *(("重置", "recreset"), _status("rec reset"), TEXT),
        example=".recreset",
        group="bot",
        owner=GAIN,
        word=resets_word,
    ),
)
