"""Commands that keep the table: gauges, statuses, rest, scenes, story clocks, NPCs, content; and looking things up.

What is `GM_ONLY` runs the table itself; reading is everybody's (FAB-LIV-2).
"""

from msgspec.structs import replace

from ludex.core.deeds import ANYONE, GM_ONLY, ITEM, REST, TERM, WHOLE, Asked, Command, Do, Field, Show
from ludex.core.errors import RuleError
from ludex.core.fields import STORY, flag, keyed
from ludex.core.names import split_list
from ludex.core.principals import EVERYBODY, GM
from ludex.core.say import say, term
from ludex.systems.fable.commands.offers import (
    ANY_TARGET,
    ERASE,
    ON_ROSTER,
    TARGET,
    blocks,
    clock_names,
    comers,
    tables,
)
from ludex.systems.fable.commands.reading import own, read_pasted, run, sends, story_clock, team_of_word
from ludex.systems.fable.content import table_with
from ludex.systems.fable.may import check_able
from ludex.systems.fable.redact import heard, hidden_clock
from ludex.systems.fable.rules.blocks import NewBlock
from ludex.systems.fable.rules.clocks import AdvanceClock, SetClock
from ludex.systems.fable.rules.damage import Amounts
from ludex.systems.fable.rules.data import AddPack, AddThing, OfThing
from ludex.systems.fable.rules.defeat import Rise, on_scene
from ludex.systems.fable.rules.multiplying import Multiply
from ludex.systems.fable.rules.npcs import Reveal, Summon
from ludex.systems.fable.rules.pools import Improvise
from ludex.systems.fable.rules.recovery import Rest, Scene
from ludex.systems.fable.rules.sessions import SessionXp
from ludex.systems.fable.terms import Affinity, DamageType, Kind, Pool, Severity, Status, TableName

A_THING = '{"名称": "小圆盾", "防御": 1, "价格": 50}'
REMOVED = ("删", "delete", "remove")
A_PACK = '{"盾": {"tower": {"名称": "塔盾", "防御": 3, "军用": true, "价格": 250}}}'


damage = sends("gauge_damage", "amount", "pool", character="target")
heal = sends("gauge_heal", "amount", "pool", character="target")
spend = sends("mp_spend", "amount", who="character")
status = sends("status", "status", "cure", character="target")
dismiss = sends("dismiss", character="target")


def hazard(asked: Asked) -> Do:
    """`.即兴 苏砚 重`: damage that the GM sets."""
    given = Improvise(asked["severity"], character=asked["target"], deal=True)
    return run("improvised_damage", given, heard(asked.state, given.character))


def rest(asked: Asked) -> Do:
    """`.休息`, `.休息 旅店`."""
    pcs = sorted((c for c in asked.state.characters.values() if c.kind is Kind.PC), key=lambda c: c.out)
    who = pcs[0].id if asked.gm and not asked.actor and pcs else own(asked)
    check_able(asked.state.characters[who])  # a party of which nobody is up has no rest (FAB-LIV-7)
    return run("rest", Rest(who, asked["inn"]), heard(asked.state, who))


def scene(asked: Asked) -> Do:
    """`.场景 雨夜的渡口`: everybody who appears self-heals."""
    name = (asked["name"] or "").strip()
    said = name.casefold().removesuffix(SETTLEMENT.name)
    town = len(said) < len(name) and (
        not said or said.endswith((" ", ","))
    )  # the last English word of a name is no flag by itself
    given = Scene(
        name[: len(said)].rstrip(" ,") if town else name, tuple(asked["present"]), asked["settlement"] or town
    )
    return run("scene", given, heard(asked.state, *given.present))


def clock(asked: Asked) -> Do:
    """`.时钟 洪水 8 2`; size 0 puts it away."""
    was_hidden = hidden_clock(asked.state, asked["name"])
    hidden = asked["hidden"] or (was_hidden and not asked["shown"])  # a hidden clock stays so until it is shown
    given = SetClock(asked["name"], asked["size"], asked["filled"], hidden)
    return run("clock_set", given, (GM,) if hidden else (EVERYBODY,))


def wind(asked: Asked) -> Do:
    """`.走钟 洪水 3`: by the margin of a check."""
    name = story_clock(asked, asked["name"])
    given = AdvanceClock(asked["margin"], mode="erase" if asked["erase"] else "fill", clock=name)
    return run("clock_advance", given, (GM,) if hidden_clock(asked.state, name) else (EVERYBODY,))


def summon(asked: Asked) -> Do:
    """`.召来 灰狼 3 隐藏`."""
    given = Summon(
        asked["block"],
        asked["n"],
        team=team_of_word(asked["team"]),
        hidden=asked["hidden"],
        english=asked.language == "en" and asked.text.isascii(),
    )
    return run("summon", given, (GM,) if given.hidden else (EVERYBODY,))


def reveal(asked: Asked) -> Do:
    """`.显形 灰狼1`, `.显形 灰狼1 隐藏`."""
    given = Reveal(asked["target"], asked["hidden"])
    return run("reveal", given, (GM,) if given.hidden else (EVERYBODY,))


def thing(asked: Asked) -> Do:
    """`.造物 武器 moon_blade {"name": "月刃", …}`; `.造物 敌人 [名字]` alone is asked for (FAB-LIV-50)."""
    key, body = asked["key"] or "", (asked["body"] or "").strip()
    if key.startswith("{"):  # `.造物 敌人 {…}`: its name is its key
        key, body = "", f"{key} {body}"
    if not body and asked["table"] == TableName.NPCS:
        return run("build_block", NewBlock(key), (GM,))
    if body in REMOVED and key:
        return run("remove_thing", OfThing(asked["table"], key), (GM,))
    record = read_pasted(body, example=say(f"examples.{asked['table']}")) if body else {}
    key = key or str(record.get("名称") or record.get("name") or "")
    if not body or not key:
        raise RuleError("bad_content", problems=[say("content.no_record", kind=term(asked["table"]))])
    given = AddThing(asked["table"], key, record)
    return run("add_thing", given, (GM,) if given.table == TableName.NPCS else (EVERYBODY,))


def pack(asked: Asked) -> Do:
    """`.内容包` and the text of a pack in TOML or JSON."""
    given = AddPack(read_pasted(asked["body"], example=A_PACK))
    prepared = any(TableName.NPCS in (name, _table(name)) for name in given.pack)
    return run("add_pack", given, (GM,) if prepared else (EVERYBODY,))


def _table(name: str) -> str:
    """A table by the word that somebody wrote for it."""
    return TableName.said(name)


def experience(asked: Asked) -> Do:
    """`.结算 物语点数 终极点数`: experience for every PC, for a session that nobody opened (FAB-LIV-54)."""
    if asked.state.session is not None:
        raise RuleError("session_running", clause="FAB-LIV-54", title=asked.state.session.title)
    pcs = tuple(who for who, c in asked.state.characters.items() if c.kind is Kind.PC)
    return run("session_xp", SessionXp(len(pcs), asked["fabula"], asked["ultima"], pcs))


def escalate(asked: Asked) -> Do:
    """`.升格 @暮面 [新卡=石像守卫]`: a villain of the next tier."""
    given = Rise(own(asked), asked["block"] or "")
    here = on_scene(asked.state, asked.state.characters[given.character])
    return run("escalate", given, heard(asked.state, given.character) if here else (GM,))


def sheet(asked: Asked) -> Show:
    """`.卡 [谁]`: a character's sheet, as far as the person who asks may know it."""
    return Show("sheet", {"who": asked["target"] or own(asked)})


def roster(_asked: Asked) -> Show:
    """`.名册`: the party with what it owns, and everybody whom it has met (FAB-LIV-57)."""
    return Show("roster", {})


def look_up(asked: Asked) -> Show:
    """`.查 武器 巨剑`, `.查 武器`, `.查 巨剑`: the rulebook's tables, with the table's own things; a name that stands in one of them
    alone is found without it, or behind another (FAB-LIV-52)."""
    said, key = asked["table"], asked["key"] or ""
    if not key and not TableName.holds(said) and (table := table_with(said, asked.state.things)):
        return Show("entry", {"table": table, "key": said})
    table = TableName.read(said, refusal="unknown_table")
    if not key:
        return Show("table", {"table": table})
    return Show("entry", {"table": table_with(key, asked.state.things, first=table), "key": key})


def multiply(asked: Asked) -> Do:
    """`.乘除 20 x2 x2 /2`."""
    words = split_list(asked["factors"].replace(" ", ","))
    times = tuple(w.lstrip("x×*") for w in words if w[0] in "x×*")
    by = tuple(w.lstrip("/÷") for w in words if w[0] in "/÷")
    return run("combine_multipliers", Multiply(asked["n"], times, by))


def calculate(asked: Asked) -> Do:
    """`.算伤 灼烧 8 10 弱点 [未中]`: what an attack would deal."""
    given = Amounts(
        asked["type"], not asked["miss"], hr=asked["hr"], mod=asked["n"], affinities=tuple(asked["affinities"])
    )
    return run("damage_amount", given)


def on_others(asked: Asked, kinds: tuple[str, ...]) -> tuple[str, ...]:
    """What only costs oneself is done at once (FAB-LIV-3)."""
    return () if asked["target"] in asked.controls else kinds


AMOUNT = Field("amount", WHOLE, least=0)
SET_AMOUNT = replace(AMOUNT, owner=STORY)
POOL = Field("pool", TERM, required=False, keys=("量谱",), default=Pool.HP, terms=Pool, owner=STORY)
SEVERITY = Field("severity", TERM, terms=Severity, refusal="unknown_severity", owner=STORY)
STATUS = Field("status", TERM, terms=Status, refusal="bad_status", owner=STORY)
CURE = flag("cure", "解除", "消", owner=STORY)
PRESENT = replace(ANY_TARGET, name="present", several=True, keyed=True, keys=("登场",), among=(), owner=STORY)
SETTLEMENT = flag("settlement", "聚落", owner=STORY)
HIDDEN = flag("hidden", "隐藏", "暗", owner=STORY)
NAME = Field("name", owner=STORY)
TABLE = Field("table", TERM, terms=TableName, refusal="unknown_table")
TYPE = Field("type", TERM, terms=DamageType, refusal="unknown_damage_type")
AFFINITIES = Field("affinities", TERM, required=False, several=True, terms=Affinity)
BODY = Field("body", REST, owner=STORY)
BLOCK = Field("block", ITEM, among=blocks, refusal="unknown_block", owner=STORY)
COMER = replace(BLOCK, among=comers)


def _count(name: str, default: int) -> Field:
    return Field(name, WHOLE, required=False, default=default, owner=STORY)


CLOCK = (
    NAME,
    _count("size", 6),
    _count("filled", 0),
    HIDDEN,
    flag("shown", "公开", "明", owner=STORY),
)
SUMMON = (
    COMER,
    _count("n", 1),
    keyed("team", "队", default="foes", owner=STORY),
    HIDDEN,
)

COMMANDS = (
    Command(
        ("伤害", "dmg", "damage"),
        damage,
        (TARGET, SET_AMOUNT, POOL),
        owner=STORY,
        many=True,
        aims=True,
        word=on_others,
        example=".伤害 苏砚 6",
    ),
    Command(
        ("治疗", "heal"), heal, (TARGET, SET_AMOUNT, POOL), owner=STORY, many=True, aims=True, example=".治疗 苏砚 6"
    ),
    Command(("耗魔", "mp", "spend"), spend, (AMOUNT,), example=".耗魔 5"),
    Command(("即兴", "hazard"), hazard, (TARGET, SEVERITY), owner=STORY, many=True, aims=True, example=".即兴 苏砚 轻"),
    Command(
        ("状态", "status"), status, (TARGET, STATUS, CURE), owner=STORY, many=True, aims=True, example=".状态 苏砚 减速"
    ),
    Command(("休息", "rest"), rest, (flag("inn", "旅店", "客栈", "旅馆", owner=STORY),), example=".休息", owner=STORY),
    Command(
        ("场景", "scene"),
        scene,
        (replace(NAME, kind=REST, required=False), SETTLEMENT, PRESENT),
        owner=STORY,
        example=".场景 雨夜渡口",
    ),
    Command(("时钟", "clock"), clock, CLOCK, owner=STORY, example=".时钟 洪水 8 2"),
    Command(
        ("走钟", "wind"),
        wind,
        (replace(NAME, among=clock_names), Field("margin", WHOLE, owner=STORY), ERASE),
        owner=STORY,
        example=".走钟 放下吊桥 3",
    ),
    Command(("召来", "summon"), summon, SUMMON, GM_ONLY, example=".召来 山匪 2"),
    Command(("移除", "dismiss"), dismiss, (ON_ROSTER,), GM_ONLY, many=True, aims=True, example=".移除 灰狼2"),
    Command(("显形", "reveal"), reveal, (ON_ROSTER, HIDDEN), GM_ONLY, many=True, aims=True, example=".显形 暮面"),
    Command(
        ("造物", "thing"),
        thing,
        (TABLE, Field("key", required=False, owner=STORY), replace(BODY, required=False)),
        GM_ONLY,
        example=f".造物 盾 buckler {A_THING}",
    ),
    Command(("内容包", "pack", "收录", "content"), pack, (BODY,), GM_ONLY, example=f".内容包 {A_PACK}"),
    Command(("结算", "xp"), experience, (_count("fabula", 0), _count("ultima", 0)), GM_ONLY, example=".结算 4 1"),
    Command(
        ("开团", "open"),
        sends("session_open", "title"),
        (Field("title", REST, required=False),),
        GM_ONLY,
        example=".开团 雾港",
    ),
    Command(("收团", "close"), sends("session_close"), (), GM_ONLY, example=".收团"),
    Command(
        ("升格", "escalate"),
        escalate,
        (replace(BLOCK, required=False, keyed=True, keys=("新卡",)),),
        GM_ONLY,
        example=".升格 @暮面",
    ),
    Command(("卡", "sheet", "card"), sheet, (ANY_TARGET,), ANYONE, example=".卡 苏砚"),
    Command(("名册", "roster"), roster, (), ANYONE, example=".名册"),
    Command(
        ("查", "look"),
        look_up,
        (Field("table", among=tables), Field("key", required=False)),
        ANYONE,
        example=".查 巨剑",
    ),
    Command(
        ("乘除", "multiply"), multiply, (Field("n", WHOLE), Field("factors", REST)), ANYONE, example=".乘除 20 x2 x2 /2"
    ),
    Command(
        ("算伤", "calc"),
        calculate,
        (TYPE, Field("hr", WHOLE), Field("n", WHOLE), AFFINITIES, flag("miss", "未中")),
        ANYONE,
        example=".算伤 灼烧 8 10 弱点",
    ),
)
