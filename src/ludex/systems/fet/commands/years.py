"""What years bring to a sheet: descriptions, the bill, drafts, death undone, another's sheet, days, and events by hand."""

import re
from collections.abc import Callable

from msgspec.structs import replace

from ludex.core.deeds import ACTOR, ANYONE, DECIMAL, GM_ONLY, ITEM, REST, Asked, Command, Do, Field, Show
from ludex.core.names import named, narrow
from ludex.core.principals import actor
from ludex.core.rule import rule
from ludex.systems.fet.commands.bot import sheet_change, told_own
from ludex.systems.fet.commands.naming import anybody_in, check_own, crowds
from ludex.systems.fet.commands.offers import MONEY, STORY, all_cards, everybody
from ludex.systems.fet.commands.owned import money_word
from ludex.systems.fet.commands.reading import decimal, number_in
from ludex.systems.fet.redact import fate_heard_by
from ludex.systems.fet.rules.roster import check_character
from ludex.systems.fet.state import State
from ludex.systems.fet.terms import typed_number


@rule("FET-SHT-1", "FET-LIV-48")
def described(field: str) -> Callable[[Asked], Do | Show]:
    """One of the four descriptions: written, or (alone) shown."""

    def run(asked: Asked) -> Do | Show:
        check_character(asked.state, asked.actor)
        if not asked["text"]:
            return Show("description", {"who": asked.actor, "field": field})
        change = sheet_change(asked, set={field: asked["text"]})
        return change if field == "looks" or asked.gm else replace(change, audience=(actor(asked.actor),))  # FET-LIV-38

    return run


_TIME = ("时间=", "time=")


@rule("FET-AST-3", "FET-LIV-48")
def bill(asked: Asked) -> Do:
    """`.记账 -12 午饭 码头`: an entry on the bill; 时间 is the day of the campaign unless given (`时间=黄昏`)."""
    check_character(asked.state, asked.actor)
    words = str(asked["note"]).split()
    days = [found[1] or found[2] for word in words[1:] if (found := _DAY.fullmatch(word))]
    when = next((word.partition("=")[2] for word in words if word.startswith(_TIME)), (*days, f"{asked.state.day}")[0])
    said = [word for n, word in enumerate(words) if not word.startswith(_TIME) and not (n and _DAY.fullmatch(word))]
    purpose, *where = said or [""]
    entry = {"amount": decimal(asked, "amount"), "purpose": purpose, "place": " ".join(where), "time": when}
    return sheet_change(asked, add={"bill": entry})


_DAY = re.compile(r"第(\d{1,6})[日天]|day(\d{1,6})")


def account(asked: Asked) -> Show:
    """The bill, line by line."""
    who = asked["who"] or asked.actor
    check_character(asked.state, who)
    return Show("bill", {"who": check_own(asked, who)})


def revive(asked: Asked) -> Do:
    """`.复活 爱丽丝 50 20`: back from death with so much stamina and will."""
    given = {name: decimal(asked, name) for name in ("stamina", "will") if asked[name] is not None}
    return Do("revive", {"who": asked["who"], **given}, fate_heard_by(asked.state, asked["who"]))


def settle(asked: Asked) -> Do:
    """`.定稿 爱丽丝`: the sheet plays from now on."""
    named = crowds(asked.state, list(asked["people"]))  # FET-LIV-60
    return Do("settle_sheet", {"who": [anybody_in(asked.state, name) for name in named]})


def days(asked: Asked) -> Do | Show:
    """`.时间` shows the day, `.时间 +2日` moves on."""
    text = narrow(str(asked["days"])).rstrip("日天d")
    if not text:
        return Show("day")
    return Do("pass_time", {"days": int(number_in(text, "days"))})


@rule("FET-LIV-36")
def borrow(asked: Asked) -> Do:
    """`.借卡 打手` takes on a sheet, `.借卡 还` puts it off; one can only take what one has seen."""
    check_character(asked.state, asked.actor)
    if str(asked["whose"]) in ("还", "back"):
        return told_own(asked, "borrow")
    there = {who: (who, asked.state.called(who)) for who in asked.state.characters}
    facts = {"actor": asked["whose"], "actors": [called for _, called in there.values()]}
    return told_own(asked, "borrow", whose=named(asked["whose"], there, unknown="unknown_actor", **facts))


def conjure(*, away: bool) -> Callable[[Asked], Do]:
    """`.造物 一座桥`, `.毁物 那座桥`: 虚幻, inside a barrier of one's own (FET-LIV-32)."""

    def run(asked: Asked) -> Do:
        return told_own(asked, "conjure", what=asked["text"], away=away)

    return run


@rule("FET-LIV-34")
def trigger(asked: Asked) -> Do:
    """`.触发 血河 杀死`, `.触发 祝福 造成伤害 猎犬 20`, `.触发 血怒 20`: by hand what the event would have done."""
    event, words = str(asked["event"]), str(asked["more"]).split()
    if event and (typed_number(narrow(event)) is not None or _there(asked.state, event)):
        event, words = "", [event, *words]  # its own event, unsaid
    numbers = [n for word in words if (n := typed_number(narrow(word))) is not None]
    people = [anybody_in(asked.state, word) for word in words if typed_number(narrow(word)) is None]
    given = {"trait": asked["name"], "event": event, "amount": numbers[0] if numbers else 0}
    return told_own(asked, "trigger", **given, other=people[0] if people else "")


def _there(state: State, word: str) -> bool:
    """Whether a word is somebody's name rather than an event's."""
    return any(word in (who, state.called(who)) for who in state.people)


_TEXT = Field("text", REST, required=False, default="")
_BILL = (Field("amount", DECIMAL, refusal="bad_number"), Field("note", REST, required=False, default=""))
_WHO = Field("who", ACTOR, required=False, default="")
_PEOPLE = Field("people", several=True, among=everybody, wanted=True)
_BACK = (
    Field("who", ACTOR),
    Field("stamina", DECIMAL, required=False, refusal="bad_number"),
    Field("will", DECIMAL, required=False, refusal="bad_number"),
)
_EVENT = (
    Field("name", ITEM, among=all_cards, owner=STORY, refusal="unknown_trait"),
    Field("event", owner=STORY, required=False, default=""),
    Field("more", REST, required=False, default="", owner=STORY),
)


def _person(
    names: tuple[str, ...], run: Callable[[Asked], Do | Show], args: tuple[Field, ...], example: str
) -> Command:
    return Command(names, run, args, example=example, group="people")


def hello(_asked: Asked) -> Show:
    """Whether anybody answers here."""
    return Show("hello")


COMMANDS = (
    Command(("在吗", "bot"), hello, (_TEXT,), ANYONE, ".bot", "people"),
    _person(("背景", "story"), described("background"), (_TEXT,), ".背景 在灯塔长大"),
    _person(("角色外貌", "looks"), described("looks"), (_TEXT,), ".角色外貌 黑发，左眼有疤"),
    _person(("性格", "personality"), described("personality"), (_TEXT,), ".性格 话少"),
    _person(("特点", "features"), described("features"), (_TEXT,), ".特点 从不坐在窗边"),
    Command(("记账", "cash"), bill, _BILL, example=".记账 -12 午饭 码头", group="people", owner=MONEY, word=money_word),
    _person(("账单", "bill"), account, (_WHO,), ".账单"),
    _person(("借卡", "borrow"), borrow, (Field("whose"),), ".借卡 还"),
    _person(("造物", "conjure"), conjure(away=False), (Field("text", REST),), ".造物 一座桥"),
    _person(("毁物", "unmake"), conjure(away=True), (Field("text", REST),), ".毁物 那座桥"),
    _person(("触发", "trig"), trigger, _EVENT, ".触发 野望 宣告"),
    Command(("复活", "revive"), revive, _BACK, GM_ONLY, ".复活 爱丽丝", "people", many=True, aims=True),
    Command(("定稿", "settle"), settle, (_PEOPLE,), GM_ONLY, ".定稿 爱丽丝", "people", together="people"),
    Command(
        ("时间", "day"), days, (Field("days", required=False, default=""),), ANYONE, ".时间", "people", owner=STORY
    ),
)
