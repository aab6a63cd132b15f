"""Appendix three: the dice bot (FET-CMD): one line is answered or refused; and its commands as deeds, glued forms included.

`chat` answers many lines and turns refusals into replies with `error`; an error changes nothing. What each answer is stands in `replies`.
Also what the GM is told beside a player's word, old and new (FET-LIV-2).
"""

import re
from collections.abc import Awaitable, Callable, Iterator
from itertools import takewhile
from typing import Annotated, ClassVar

import msgspec
from msgspec.structs import replace

from ludex.core.declaring import Deed
from ludex.core.deeds import ANYONE, CLOCK, PERSON, REST, SCENE, SHELF, Asked, Do, Field, Filled
from ludex.core.errors import RuleError
from ludex.core.names import narrow
from ludex.core.principals import GM, Who, actor
from ludex.core.rule import Run, rule
from ludex.core.say import Label, Say, say, term
from ludex.systems.fet.kinds import (
    CIRCUMSTANCE,
    DIFFICULTY,
    GAIN,
    LEVEL,
    SHEET,
    STORY,
    GmsDeed,
    Kinds,
    OwnDeed,
    Person,
    Pool,
    Quantity,
    Word,
    Words,
    offers,
    word_of,
)
from ludex.systems.fet.kinds.reading import (
    Reader,
    attribute_in,
    attribute_of,
    command_in,
    line_of,
    of_target,
    plain_target,
    target_in,
    words_of,
)
from ludex.systems.fet.kinds.stf import Fields, in_chinese, read_fields
from ludex.systems.fet.redact import heard_by
from ludex.systems.fet.rules.axes import ending_word, in_order
from ludex.systems.fet.rules.belongings import carry_weapon, change_item
from ludex.systems.fet.rules.burdens import enter_change, gain_word, of_another, set_back
from ludex.systems.fet.rules.checks import Check
from ludex.systems.fet.rules.creation import Create
from ludex.systems.fet.rules.replies import (
    Answer,
    Refused,
    Reply,
    Sent,
    bat,
    crd,
    ex,
    named_act,
    neg,
    pre,
    rec,
    stf,
    tar,
)
from ludex.systems.fet.rules.resources import preview, with_fate
from ludex.systems.fet.rules.roster import Pools, check_alive, check_unburdened, drafts, free_name, pools
from ludex.systems.fet.rules.sheets import edit_said, edited, filled, set_sheet
from ludex.systems.fet.rules.timeline import CombatEnd, CombatLeave
from ludex.systems.fet.sheet import Partner, Sheet, hindrance, level_of, sheet_problems
from ludex.systems.fet.state import Declared, State
from ludex.systems.fet.terms import (
    ELEVEN,
    RESOURCES,
    SECRET,
    Attribute,
    Number,
    Resource,
    readable,
    typed_number,
    written,
)

ANSWERS: dict[str, Callable[[State, Sent], Awaitable[Answer]]] = {
    "stf": stf,
    "tar": tar,
    "ex": ex,
    "neg": neg,
    "pre": pre,
    "bat": bat,
    "rec": rec,
    "crd": crd,
}


@rule("FET-CMD-1", "FET-CMD-5")
async def answer(state: State, line: "Line") -> Answer | None:
    """Carry out one line; None if it is no command."""
    found = command_in(line.text)
    if found is None:
        return None
    command, reader = found
    return await ANSWERS[command](state, Sent(line.who, reader, line.by, line.level, line.restores, line.new))


class Line(msgspec.Struct, frozen=True):
    """A line somebody typed; `by`: `gm` or `secret`, where it is the GM's word; `level`: whether a level in it counts;
    `restores`: a gain in it stops at the maximum (FET-STA-2); `new`: nobody whom its sender knows is called so, and nobody else is
    meant by it (FET-LIV-40, FET-LIV-50).
    """

    who: str
    text: str
    by: str = ""
    level: bool = True
    restores: bool = False
    new: bool = False


class Chat(msgspec.Struct, frozen=True):
    lines: tuple[Line, ...] = ()


class Chatted(msgspec.Struct, frozen=True):
    replies: tuple[Reply, ...]
    timeline: tuple[Declared, ...]
    sheets: dict[str, Sheet]
    resources: dict[str, Pools]
    target: int | None = None
    partner: Partner | None = None


@rule("FET-CMD-6")
async def chat(state: State, given: Chat) -> Chatted:
    """Answer lines one after another; an error is a reply that changes nothing."""
    replies: list[Reply] = []
    for number, line in enumerate(given.lines, 1):
        try:
            found = await answer(state, line)
        except RuleError as error:
            replies.append(_refused(error, number))
            continue
        if found is not None:
            reply, state = found
            replies.append(replace(reply, line=number))
    return Chatted(
        replies=tuple(replies),
        timeline=in_order(state.timeline),
        sheets={who: filled(character.sheet) for who, character in state.characters.items()},
        resources={who: pools(state, who) for who, c in state.characters.items() if not hindrance(c.sheet)},
        target=state.target,
        partner=state.partner,
    )


def _refused(error: RuleError, number: int) -> Refused:
    """A refusal as a reply. A GM's impossible answer is not the sender's error."""
    if error.code == "bad_choice":
        raise error
    name = error.facts.get("name")
    return Refused(code=error.code, line=number, name=name if isinstance(name, str) else None)


@rule("FET-CMD-1")
async def bot_line(state: State, given: Line) -> Reply:
    """Answer one line at the table, or refuse it."""
    found = await answer(state, given)
    if found is None:
        raise RuleError("bad_command", clause="FET-CMD-1", text=given.text)
    return found[0]


class BotDeed(Deed, group="bot"):
    pass


# --- sheets as lines ---------------------------------------------------------------------------------------------------

ALWAYS_OWN = ("name", "gender", "job", "player")
"""Fields that stay the player's for ever."""


@rule("FET-CSF-2", "FET-LIV-50")
def _sheet_named(asked: Asked, fields: Fields) -> str:
    """Who a line of fields is for, by the name in it, else by its sender's; several sheets may have one name, so somebody else's is not meant."""
    who = str(fields.values.get("name") or "") or ("" if asked.gm else asked.sender)
    theirs = who in asked.state.characters and not asked.gm and who not in asked.controls
    return free_name(asked.state, who) if theirs else who


def _level_alone(state: State, fields: Fields, who: str) -> bool:
    """Whether a line for a sheet that exists says nothing but its level: there is nothing else to be done at once."""
    return who in state.characters and list(fields.values) == ["level"] and not fields.percents


@rule("FET-LIV-3")
def _wished_level(asked: Asked, fields: Fields, who: str) -> Number | None:
    """The level that a draft's line asks for, where it is another than the sheet has (a new one: the option `start_level`)."""
    said, found = fields.values.get("level"), asked.state.characters.get(who)
    if not isinstance(said, int | float) or asked.gm or not drafts(asked.state, who):
        return None
    now = level_of(found.sheet) if found else asked.state.options.start_level
    return said if said != now else None


@rule("FET-LIV-3")
def _onto_sheet(asked: Asked, text: str, who: str = "") -> Do:
    """A line onto a sheet, by its own name unless somebody's; a level that is the GM's word is asked for beside the rest of a draft's line."""
    fields = read_fields(Reader(text))
    who = who or _sheet_named(asked, fields)
    if not who:
        raise RuleError("name_missing", clause="FET-SHT-2")
    line, heard = Line(who, f".stf {text}", new=who not in asked.state.characters), heard_by(asked.state, who)
    level, trust = _wished_level(asked, fields, who), asked.trust("sheet.level")
    if level is None or _level_alone(asked.state, fields, who) or trust in ("open", "allowed"):
        return Do("bot_line", line, heard)
    if trust == "strict":
        raise RuleError("gm_only")
    return Do("bot_line", replace(line, level=False), heard, then=Filled("lv", {"level": written(level)}, who))


class WriteSheet(BotDeed, names=("角色卡", "stf"), example=".stf 年龄27"):
    """A pasted sheet goes to one's own character; who has none (or names somebody new) gets one by that name."""

    text: Words = ""

    @staticmethod
    @rule("FET-LIV-3")
    def word(asked: Asked, _kinds: Kinds) -> Kinds:
        """A draft's fields are its player's; later every number and the race are the GM's, and a level always is."""
        fields = read_fields(Reader(in_chinese(line_of(asked))))
        who = asked.actor or _sheet_named(asked, fields)
        if drafts(asked.state, who):
            alone = _level_alone(asked.state, fields, who) or asked.trust("sheet.level") != "ask"
            return word_of(LEVEL) if alone and _wished_level(asked, fields, who) is not None else ()
        said = [name for name in fields.values if name not in ALWAYS_OWN]
        if not said and not fields.percents:
            return ()
        return word_of(LEVEL if said == ["level"] and not fields.percents else SHEET)

    def do(self, asked: Asked) -> Do:
        return _onto_sheet(asked, in_chinese(line_of(asked)), asked.actor)


class PasteSheet(BotDeed, names=("导入", "import"), who=ANYONE, beside=PERSON, example=".导入 .stf 姓名白鸦 等级10"):
    text: Words = ""

    def do(self, asked: Asked) -> Do:
        return _onto_sheet(asked, in_chinese(line_of(asked).strip().lstrip(".。").removeprefix("stf").strip()))


class MakeSheet(
    BotDeed, names=("建卡", "tlsetup"), who=ANYONE, beside=SHELF, example=".tlsetup 姓名:白鸦,等级:10,力量:35"
):
    """`.tlsetup 姓名:爱丽丝,等级:10,力量:35 …`: a new character of one's own; somebody else's stays as it is."""

    text: Words = ""

    def do(self, asked: Asked) -> Do:
        """The sheet that stands in the line; with a name alone, or nothing, everything is asked for (FET-LIV-44)."""
        text = in_chinese(line_of(asked).translate(_PUNCTUATION)).replace("名称", "姓名")
        if len(text.split()) > 1 or any(map(str.isdigit, text)) or "姓名" in text:
            return _onto_sheet(asked, text)
        trust = {kind: asked.trust(f"sheet.{kind}") for kind in ("level", "weapon", "trait", "skill")}
        asks, shut = (tuple(kind for kind, how in trust.items() if how == said) for said in ("ask", "strict"))
        return Do("create", Create(asked.seat, text.strip(), asked.language, asks, shut))


_PUNCTUATION = str.maketrans(dict.fromkeys(":：,，;；", " "))

# --- targets, checks, negotiations -------------------------------------------------------------------------------------

OfLevel = Annotated[str, Field("level", keys=("等级", "对象等级"))]
OfDifficulty = Annotated[str, Field("difficulty", keys=("难度",), owner=DIFFICULTY)]


def _by_fields(asked: Asked, level: str, *others: str) -> str:
    """The line by its fields, which the GM may have changed; else as it was typed."""
    said = [one for one in (level, *others) if one]
    if said == [level] and level.isdecimal() and not asked.text:  # a form whose difficulty was left open
        return f"等级{level}"
    return " ".join(said) or line_of(asked)


class SetTarget(
    BotDeed,
    names=("目标", "tar", "ta", "target"),
    who=ANYONE,
    said_by=DIFFICULTY,
    beside=SCENE,
    afresh=True,
    example=".tar 10 10",
):
    """The group's target value: `100`, `10 12` (level and difficulty), `15d`."""

    level: OfLevel = ""
    difficulty: OfDifficulty = ""
    more: Words = ""

    @staticmethod
    @rule("FET-LIV-1")
    def word(asked: Asked, kinds: Kinds) -> Kinds:
        """A target over one that the GM has set is a matter of its own."""
        return ("circumstance.overrule",) if kinds and asked.state.target_by else kinds

    def do(self, asked: Asked) -> Do:
        text = plain_target(_by_fields(asked, self.level, self.difficulty, self.more))
        return Do("bot_line", Line(asked.actor, f".tar {text}".strip(), by="gm" if asked.gm else ""))


class SetPartner(
    BotDeed, names=("交涉", "neg", "ne", "nego"), who=ANYONE, said_by=CIRCUMSTANCE, beside=SCENE, example=".neg 10 35"
):
    level: OfLevel = ""
    intelligence: Annotated[str, Field("", keys=("智力",))] = ""
    more: Words = ""

    @staticmethod
    def word(asked: Asked, kinds: Kinds) -> Kinds:
        """One number is a rating, two are a partner, three both."""
        numbers = sum(any(letter.isdigit() for letter in word) for word in words_of(asked))
        rating, partner = "circumstance.rating", "circumstance.partner"
        return {1: (rating,), 2: (partner,), 3: (rating, partner)}.get(numbers, kinds)

    def do(self, asked: Asked) -> Do:
        text = _by_fields(asked, self.level, self.intelligence, self.more)
        return Do("bot_line", Line(asked.actor, f".neg {text}".strip()))


class CheckAttribute(BotDeed, names=("检定", "ex", "exa", "exam"), many=True, example=".ex 力量"):
    """`.ex 力量` against the group's target; `.ex 力量 100`, `.ex 力量 10 12` and `.ex 力量 15d` against one of its own; then what it is for."""

    attribute: Annotated[str, Field("", among=offers.eleven, wanted=True)] = ""
    goal: Annotated[str, Field("", keys=("目标", "目标数值"), owner=DIFFICULTY)] = ""
    difficulty: OfDifficulty = ""
    more: Annotated[str, Field("", REST, keys=("事由",), owner=DIFFICULTY)] = ""

    def do(self, asked: Asked) -> Do:
        """A check of one's own; before anybody is called by the GM it is clear what for (FET-LIV-4)."""
        name, *words = " ".join((self.attribute, self.goal, self.difficulty, self.more)).split() or [""]
        numbers = list(takewhile(of_target, words))
        note = words[len(numbers) :]
        if note and (not asked.actor or any(letter.isdigit() for word in note for letter in word)):
            raise RuleError("bad_command", clause="FET-CEX-2", text=" ".join(note))
        if not name and asked.actor:
            raise RuleError("bad_command", clause="FET-CEX-2", text=say("view.check_what"))
        found = attribute_in(name)
        check_unburdened(asked.state, asked.actor, found or "")
        if asked.gm and name:
            attribute_of(name)
            if not numbers and asked.state.target is None:
                raise RuleError("no_target", clause="FET-CEX-2")
        if not numbers or not found:
            return Do("bot_line", Line(asked.actor, f".ex {found.zh if found else line_of(asked)}".strip()))
        return Do("check", replace(Check(who=asked.actor, attribute=found), **target_in(" ".join(numbers))))

    @rule("FET-LIV-42")
    def foresee(self, asked: Asked) -> Do:
        """A check before it is made: against a target that is hidden there are no odds to know."""
        if asked.state.target is None and asked.state.target_by == SECRET and len(words_of(asked)) < 2:
            raise RuleError("target_untold", clause="FET-LIV-42")
        return self.do(asked)


# --- the chat timeline -------------------------------------------------------------------------------------------------


class TellWindUp(BotDeed, names=("前摇", "pre", "prep", "pr"), example=".pre 150 力量"):
    impact: Word = ""
    attribute: Annotated[str, Field("", among=offers.six)] = ""
    more: Words = ""

    def do(self, asked: Asked) -> Do:
        text = line_of(asked)
        reader = Reader(text)
        amount, _, attribute = named_act(reader)
        if amount is not None and attribute is not None and not reader.rest():
            text = f"{written(amount.number)}{'t' if amount.time else ''} {Attribute(attribute).zh}"
        return Do("bot_line", Line(asked.actor, f".pre {text}".strip()), (actor(asked.actor) if asked.actor else GM,))


class TimelineDeed(BotDeed, who=ANYONE, beside=CLOCK):
    verb: ClassVar[str] = ""

    @rule("FET-LIV-14", "FET-LIV-58")
    def do(self, asked: Asked) -> Do:
        """The line; `.bat exit` and `.bat end` where a battle runs: its fighter leaves it, its GM ends it."""
        state, line = asked.state, " ".join(filter(None, (".bat", self.verb, line_of(asked).strip())))
        word = re.fullmatch(r"\.bat\s*(exit|end)", line.lower())
        if word is not None and state.battle is not None and asked.actor not in [row.who for row in state.timeline]:
            if word[1] == "exit" and state.battle.find(asked.actor) is not None:
                return Do("combat_leave", CombatLeave(who=asked.actor))
            if word[1] == "end" and asked.gm and not state.timeline:
                return Do("combat_end", CombatEnd())
        return Do("bot_line", Line(asked.actor, line))


class KeepTimeline(TimelineDeed, names=("记轴", "bat", "ba"), owner=STORY, example=".bat 50 力量 攻击"):
    text: Words = ""
    word = ending_word


class LeaveTimeline(TimelineDeed, names=("退轴", "batexit"), example=".batexit"):
    verb = "exit"


class EndTimeline(TimelineDeed, names=("收轴", "batend"), owner=STORY, example=".batend"):
    verb = "end"


# --- stamina and will --------------------------------------------------------------------------------------------------


class StatusLine(OwnDeed, group="bot", owner=GAIN, others=True):
    """A line about somebody's stamina and will: an NPC's are the GM's."""

    line: ClassVar[str] = ""

    def do(self, asked: Asked) -> Do:
        words = [Resource.read(said).zh if Resource.holds(said) else said for said in words_of(asked)]
        line = Line(asked.actor, " ".join((self.line, *words)))
        return with_fate(asked.state, bot_line, Do("bot_line", line, self.heard(asked)))


class RecordStatus(StatusLine, names=("状态", "rec"), many=True, example=".rec 体力 -4"):
    line = ".rec"
    resource: Annotated[str, Field("", among=offers.resources)] = ""
    amount: Word = ""
    word = gain_word

    def do(self, asked: Asked) -> Do:
        """The line; a number by its key alone is of no resource."""
        if self.amount and not self.resource:
            raise RuleError("bad_command", clause="FET-CRE-3", text=line_of(asked))
        return super().do(asked)


class RecordAccount(StatusLine, names=("账目", "crd", "cr"), example=".crd cash -25 午饭"):
    """The same with the habits of other bots: a number without a sign sets, and there is cash."""

    line = ".crd"
    resource: Word = ""
    amount: Word = ""
    more: Words = ""

    @staticmethod
    def word(asked: Asked, kinds: Kinds) -> Kinds:
        """`.crd hp 50` sets: down to a number is a loss."""
        words, known = words_of(asked), asked.actor in asked.state.characters and not of_another(asked)
        number = typed_number(narrow(words[1])) if len(words) == 2 and narrow(words[1])[:1].isdigit() else None
        if known and number is not None and Resource.holds(words[0]):
            now = getattr(pools(asked.state, asked.actor), Resource.read(words[0]))
            return () if number <= now else gain_word(asked, kinds)
        return gain_word(asked, kinds)


class ResetStatus(StatusLine, names=("重置", "recreset"), many=True, example=".recreset"):
    line = ".rec reset"
    text: Words = ""

    @staticmethod
    def word(asked: Asked, kinds: Kinds) -> Kinds:
        """A reset is the GM's word, whosever it is; a player's does not reach the dead (FET-LIV-8)."""
        if not asked.gm:
            check_alive(asked.state, asked.actor)
        return kinds


class DealDamage(GmsDeed, names=("伤", "hurt"), said_by=STORY, example=".伤 打手 体力 -5"):
    who: Person
    resource: Pool = Resource.STAMINA
    amount: Quantity

    def heard(self, asked: Asked) -> tuple[Who, ...]:
        return heard_by(asked.state, self.who)

    def do(self, asked: Asked) -> Do:
        """The line; a number without a sign hurts, what restores stops at the maximum (FET-STA-2)."""
        bare = any(word[:1].isdigit() for word in narrow(asked.text).split()[-1:])
        amount = -self.amount if bare else self.amount
        text = f".rec {self.resource.zh} {written(amount, signed=True)}"
        line = Line(self.who, text, restores=amount > 0)
        return with_fate(asked.state, bot_line, Do("bot_line", line, self.heard(asked)))


# --- what the GM is told, and what is not ------------------------------------------------------------------------------


@rule("FET-LIV-6")
def secretly(do: Do) -> Do:
    """A target that is set in secret is not told; who comes in secret waits behind the stage (FET-LIV-40)."""
    if do.procedure == "bring" and do.given.npc and not do.given.stage:
        return replace(do, given=replace(do.given, stage="behind"))
    if do.procedure != "bot_line" or do.given.by != "gm":
        return do
    return replace(do, given=replace(do.given, by=SECRET))


CHANGING: dict[str, Run] = {
    one.__name__: one for one in (bot_line, set_sheet, change_item, carry_weapon, enter_change, set_back)
}
"""Deeds that change a number or a list by what is typed."""


@rule("FET-LIV-2")
def weighs(state: State, do: Do) -> Say | None:
    """What a proposal would change, as far as no die and no answer decides it."""
    if do.procedure not in CHANGING:
        return None
    after = preview(state, CHANGING[do.procedure], do.given)
    notes = list(_changes(state, after, do.given.who))
    return say("view.joined", notes=notes) if notes else None


def _changes(before: State, after: State, who: str) -> Iterator[Say]:
    if before.target != after.target:
        yield _change("target", before.target, after.target)
    if who in before.characters and who in after.characters:
        fields = {one.field: one for one in edited(before, after, who)}
        follows = ELEVEN if "level" in fields else ()  # FET-LVL-2: with a level every value changes alike
        yield from (edit_said(one) for field, one in fields.items() if field not in follows)
        yield from _resources(before, after, who)
        was = sheet_problems(before.characters[who].sheet)
        left = [code for code in sheet_problems(after.characters[who].sheet) if code not in was]
        yield from (say("told.unfinished", problem=say(f"errors.{code}")) for code in left)


def _resources(before: State, after: State, who: str) -> Iterator[Say]:
    """What somebody has of stamina and will, where the sheet says how much there could be."""
    if hindrance(before.characters[who].sheet) or hindrance(after.characters[who].sheet):
        return
    was, now = pools(before, who), pools(after, who)
    for name in RESOURCES:
        if getattr(was, name) != getattr(now, name):
            yield _change(name, getattr(was, name), getattr(now, name))


def _change(field: str, before: Number | None, after: Number | None) -> Say:
    values: dict[str, Label | Number] = {
        name: say("told.blank") if value is None else readable(value)
        for name, value in (("before", before), ("after", after))
    }
    return say("told.field_changed", field=term(field), **values)
