"""Commands that keep the table: gauges, statuses, rest, scenes, story clocks, NPCs, content; and looking things up."""

from ludex.core.command import ANYONE, GM_ONLY, Arg, Asked, Command, Do, Show
from ludex.systems.fable.commands.checking import ERASE, TARGET
from ludex.systems.fable.commands.reading import (
    POOLS,
    SEVERITIES,
    TABLES,
    TEAMS,
    entry_key,
    everybody,
    key_for,
    own,
    read_pasted,
    several,
    somebody,
    story_clock,
)
from ludex.systems.fable.content import BlockEntry, entries_of
from ludex.systems.fable.redact import heard, hidden_clock, visible
from ludex.systems.fable.views.cards import entry_card, sheet_card, table_card

GROUP = "table"

A_THING = '{"name": "小圆盾", "def_bonus": 1, "price": 50}'
A_PACK = '{"shields": {"tower": {"name": "塔盾", "def_bonus": 3, "martial": true, "price": 250}}}'

POOL = Arg("pool", required=False, keys=("量谱",), default="hp")
AMOUNT = Arg("amount", "int")


def damage(asked: Asked) -> Do:
    """`.伤害 灰狼1 12 mp`."""
    return _gauges(asked, "gauge_damage")


def heal(asked: Asked) -> Do:
    """`.治疗 苏砚 20`."""
    return _gauges(asked, "gauge_heal")


def _gauges(asked: Asked, procedure: str) -> Do:
    who = somebody(asked, asked["target"])
    given = {"character": who, "amount": asked["amount"], "pool": key_for(asked["pool"], POOLS)}
    return Do(procedure, given, heard(asked.state, who))


def spend(asked: Asked) -> Do:
    """`.耗魔 10`."""
    who = own(asked.state, asked.actor).id
    return Do("mp_spend", {"character": who, "amount": asked["amount"]}, heard(asked.state, who))


def hazard(asked: Asked) -> Do:
    """`.即兴 苏砚 重`: damage that the GM sets."""
    who = somebody(asked, asked["target"])
    given = {"character": who, "severity": key_for(asked["severity"], SEVERITIES), "deal": True}
    return Do("improvised_damage", given, heard(asked.state, who))


def status(asked: Asked) -> Do:
    """`.状态 灰狼1 减速 [解除]`."""
    given = {"character": somebody(asked, asked["target"]), "status": entry_key(asked["status"], "statuses")}
    return Do("status", given | {"cure": asked["cure"]}, heard(asked.state, given["character"]))


def rest(asked: Asked) -> Do:
    """`.休息`."""
    who = own(asked.state, asked.actor).id
    return Do("rest", {"character": who}, heard(asked.state, who))


def scene(asked: Asked) -> Do:
    """`.场景 雨夜的渡口`: everybody who appears self-heals."""
    present = everybody(asked, asked["present"]) if asked["present"] else []
    return Do("scene", {"name": asked["name"] or "", "present": present}, heard(asked.state, *present))


def clock(asked: Asked) -> Do:
    """`.时钟 洪水 8 2`; size 0 puts it away."""
    was_hidden = hidden_clock(asked.state, asked["name"])
    hidden = asked["hidden"] or (was_hidden and not asked["shown"])  # a hidden clock stays so until it is shown
    given = {"name": asked["name"], "size": asked["size"], "filled": asked["filled"], "hidden": hidden}
    return Do("clock_set", given, ("gm",) if hidden else ("all",))


def wind(asked: Asked) -> Do:
    """`.走钟 洪水 3`: by the margin of a check."""
    mode = "erase" if asked["erase"] else "fill"
    name = story_clock(asked, asked["name"])
    given = {"clock": name, "margin": asked["margin"], "mode": mode}
    return Do("clock_advance", given, ("gm",) if hidden_clock(asked.state, name) else ("all",))


def summon(asked: Asked) -> Do:
    """`.召来 灰狼 3 隐藏`."""
    blocks = {key: (block.name,) for key, block in entries_of(BlockEntry, asked.state.things).items()}
    given = {"block": key_for(asked["block"], blocks), "count": asked["n"], "hidden": asked["hidden"]}
    given["team"] = key_for(asked["team"], TEAMS)
    return Do("summon", given, ("gm",) if asked["hidden"] else ("all",))


def dismiss(asked: Asked) -> Do:
    """`.移除 灰狼2`."""
    who = somebody(asked, asked["target"])
    return Do("dismiss", {"character": who}, heard(asked.state, who))


def reveal(asked: Asked) -> Do:
    """`.显形 灰狼1`, `.显形 灰狼1 隐藏`."""
    given = {"character": somebody(asked, asked["target"]), "hidden": asked["hidden"]}
    return Do("reveal", given, ("gm",) if asked["hidden"] else ("all",))


def thing(asked: Asked) -> Do:
    """`.造物 武器 moon_blade {"name": "月刃", …}`."""
    table = key_for(asked["table"], TABLES)
    return Do("add_thing", {"table": table, "key": asked["key"], "body": read_pasted(asked["body"], example=A_THING)})


def pack(asked: Asked) -> Do:
    """`.内容包` and the text of a pack in TOML or JSON."""
    return Do("add_pack", {"pack": read_pasted(asked["body"], example=A_PACK)})


def experience(asked: Asked) -> Do:
    """`.结算 物语点数 终极点数`: experience for every PC."""
    pcs = [who for who, c in asked.state.characters.items() if c.kind == "pc"]
    given = {"pcs": len(pcs), "fabula_spent": asked["fabula"], "ultima_spent": asked["ultima"]}
    return Do("session_xp", given | {"award": pcs})


def sheet(asked: Asked) -> Show:
    """`.卡 [谁]`: a character's sheet, as far as the person who asks may know it."""
    who = somebody(asked, asked["target"]) if asked["target"] else own(asked.state, asked.actor).id
    return Show(sheet_card(asked.state, who, gm=asked.gm, controls=asked.controls))


def look_up(asked: Asked) -> Show:
    """`.查 武器 巨剑`: the rulebook's tables, with the table's own things."""
    table = key_for(asked["table"], TABLES)
    if asked["key"]:
        return Show(entry_card(asked.state, table, asked["key"]))
    return Show(table_card(asked.state, table))


def multiply(asked: Asked) -> Do:
    """`.乘除 20 x2 x2 /2`."""
    words = several(asked["factors"].replace(" ", ","))
    times = [w.lstrip("x×*") for w in words if w[0] in "x×*"]
    by = [w.lstrip("/÷") for w in words if w[0] in "/÷"]
    return Do("combine_multipliers", {"value": asked["n"], "multipliers": times, "divisors": by})


def calculate(asked: Asked) -> Do:
    """`.算伤 灼烧 8 10 弱点 [未中]`: what an attack would deal."""
    affinities = {"vulnerable": ("弱点",), "resist": ("抗性",), "immune": ("免疫",), "absorb": ("吸收",)}
    given = {"type": entry_key(asked["type"], "damage_types"), "hr": asked["hr"], "mod": asked["n"]}
    known = [key_for(a, affinities) for a in asked["affinities"]]
    return Do("damage_amount", given | {"affinities": known, "hit": not asked["miss"]})


HIDDEN = Arg("hidden", "flag", required=False, keys=("隐藏", "暗"))

COMMANDS = (
    Command(("伤害", "dmg"), damage, (TARGET, AMOUNT, POOL), GM_ONLY, example=".伤害 苏砚 6", group=GROUP),
    Command(("治疗", "heal"), heal, (TARGET, AMOUNT, POOL), GM_ONLY, example=".治疗 苏砚 6", group=GROUP),
    Command(("耗魔", "mp"), spend, (AMOUNT,), example=".耗魔 5", group=GROUP),
    Command(("即兴", "hazard"), hazard, (TARGET, Arg("severity")), GM_ONLY, example=".即兴 苏砚 轻", group=GROUP),
    Command(
        ("状态", "status"),
        status,
        (TARGET, Arg("status"), Arg("cure", "flag", required=False, keys=("解除", "消"))),
        GM_ONLY,
        example=".状态 苏砚 减速",
        group=GROUP,
    ),
    Command(("休息", "rest"), rest, (), example=".休息", group=GROUP),
    Command(
        ("场景", "scene"),
        scene,
        (Arg("name", required=False), Arg("present", required=False, keyed=True, keys=("登场",))),
        GM_ONLY,
        example=".场景 雨夜渡口",
        group=GROUP,
    ),
    Command(
        ("时钟", "clock"),
        clock,
        (
            Arg("name"),
            Arg("size", "int", required=False, default=6),
            Arg("filled", "int", required=False, default=0),
            HIDDEN,
            Arg("shown", "flag", required=False, keys=("公开", "明")),
        ),
        GM_ONLY,
        example=".时钟 洪水 8 2",
        group=GROUP,
    ),
    Command(
        ("走钟", "wind"),
        wind,
        (Arg("name"), Arg("margin", "int"), ERASE),
        GM_ONLY,
        example=".走钟 放下吊桥 3",
        group=GROUP,
    ),
    Command(
        ("召来", "summon"),
        summon,
        (
            Arg("block"),
            Arg("n", "int", required=False, default=1),
            Arg("team", required=False, keyed=True, keys=("队",), default="foes"),
            HIDDEN,
        ),
        GM_ONLY,
        example=".召来 山匪 2",
        group=GROUP,
    ),
    Command(("移除", "dismiss"), dismiss, (TARGET,), GM_ONLY, example=".移除 灰狼2", group=GROUP),
    Command(("显形", "reveal"), reveal, (TARGET, HIDDEN), GM_ONLY, example=".显形 暮面", group=GROUP),
    Command(
        ("造物", "thing"),
        thing,
        (Arg("table"), Arg("key"), Arg("body", "rest")),
        GM_ONLY,
        example=f".造物 盾 buckler {A_THING}",
        group=GROUP,
    ),
    Command(
        ("内容包", "pack"),
        pack,
        (Arg("body", "rest"),),
        GM_ONLY,
        example=f".内容包 {A_PACK}",
        group=GROUP,
    ),
    Command(
        ("结算", "xp"),
        experience,
        (Arg("fabula", "int", required=False, default=0), Arg("ultima", "int", required=False, default=0)),
        GM_ONLY,
        example=".结算 4 1",
        group=GROUP,
    ),
    Command(
        ("卡", "sheet"), sheet, (Arg("target", required=False, among=visible),), ANYONE, example=".卡 苏砚", group=GROUP
    ),
    Command(
        ("查", "look"),
        look_up,
        (Arg("table"), Arg("key", required=False)),
        ANYONE,
        example=".查 武器 巨剑",
        group=GROUP,
    ),
    Command(
        ("乘除", "multiply"),
        multiply,
        (Arg("n", "int"), Arg("factors", "rest")),
        ANYONE,
        example=".乘除 20 x2 x2 /2",
        group=GROUP,
    ),
    Command(
        ("算伤", "calc"),
        calculate,
        (
            Arg("type"),
            Arg("hr", "int"),
            Arg("n", "int"),
            Arg("affinities", "list", required=False),
            Arg("miss", "flag", required=False, keys=("未中",)),
        ),
        ANYONE,
        example=".算伤 灼烧 8 10 弱点",
        group=GROUP,
    ),
)
