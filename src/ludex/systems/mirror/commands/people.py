"""Commands for who is at the table, statuses, and content."""

import msgspec
from msgspec.structs import replace

from ludex.core.deeds import ANYONE, GM_ONLY, REST, WHOLE, Asked, Command, Do, Field, Show
from ludex.core.errors import RuleError
from ludex.core.fields import SHEET, STORY, calls, flag, keyed, said_by, whom
from ludex.core.names import matching
from ludex.core.plain import Written
from ludex.core.principals import EVERYBODY, GM, actor
from ludex.core.rule import rule
from ludex.systems.mirror.commands.offers import AT, FOR, MAYBE_WHO, WHO, closed, statuses_of, thing
from ludex.systems.mirror.commands.reading import query, read_data
from ludex.systems.mirror.content import RANKS, english, kind_named, library
from ludex.systems.mirror.content.items import ware_named
from ludex.systems.mirror.redact import SECRET
from ludex.systems.mirror.rules.authoring import written
from ludex.systems.mirror.rules.creation import FEW_ITEMS
from ludex.systems.mirror.rules.guide import pairs_of, read_ranks, within_guide
from ludex.systems.mirror.terms import Attribute, Method, Primary, Status, key_of


def create(asked: Asked) -> Do:
    """`.建卡 小满`: a new character, step by step; `.建卡 小满 术师 点=智慧12、感悟8 技能=学识2`: at once."""
    name = asked["name"]
    given: dict[str, Written] = {
        "id": asked["id"] or name,
        "name": name,
        "method": asked["method"],
        "points": {_attribute(word): points for word, points in pairs_of(asked["points"]).items()},
        **_ranks(asked),
        "abilities": asked["abilities"],
        "traumas": asked["traumas"][:FEW_ITEMS],
    }
    if asked["domain"]:
        given |= {"domains": {asked["domain"]: asked["lv"]}, "starting": asked["lv"] == 1}
    if asked["body"]:
        body = library(asked.state.catalogue).bodies[asked["body"]]
        given["parts"] = msgspec.to_builtins(body.parts)
        given["links"] = msgspec.to_builtins(body.links)
    if asked["items"]:
        wares = library(asked.state.catalogue).items
        given["items"] = [ware_named(name, wares) for name in asked["items"][:FEW_ITEMS]]
    asks = actor(asked.actor) if asked.gm and asked.actor else asked.seat
    if asked["as_npc"] and not asked.gm:
        raise RuleError("gm_only", clause="MIR-LIV-52")
    if asked["as_npc"]:
        given |= {"gm_played": True, "side": "foe"}
    return Do("make_character", {**given, "asks": asks}, (GM,) if asked["as_npc"] else (EVERYBODY,))


def _ranks(asked: Asked) -> dict[str, dict[str, int]]:
    """Ranks by their kind, or all of them together."""
    found = read_ranks(asked.state, ",".join(asked["ranks"]))
    return {kind: {**found.get(kind, {}), **pairs_of(asked[kind])} for kind in RANKS}


def secretly(do: Do) -> Do:
    """Who enters in secret is hidden until she is shown (MIR-LIV-44)."""
    return (
        replace(do, given={**do.given, "hidden": True})
        if do.procedure in ("add_character", "recall_character", "begin_encounter")
        else do
    )


def _attribute(word: str) -> str:
    """An attribute by the beginning of its name (`点=力12`); what is none is refused where points are spent."""
    found = matching(word, {attribute.value: attribute.spellings for attribute in Attribute})
    return found[0] if len(found) == 1 else word


@rule("MIR-LIV-46")
def beyond_guide(asked: Asked, kinds: tuple[str, ...]) -> tuple[str, ...]:
    """Ranks above the guide, and an LV above 1, are the GM's word."""
    return () if asked["lv"] == 1 and within_guide(_ranks(asked)) else kinds


def npc(asked: Asked) -> Do:
    """`.登场 山贼 3`: an NPC block, or a group of equal ones, called as they were called on."""
    name = asked["name"] or _block_called(asked)
    given: dict[str, Written] = {"npc": asked["npc"], "count": asked["count"], "name": name, "pos": asked["cell"]}
    return Do("add_character", {**given, "side": _side(asked["to_side"])})


def _block_called(asked: Asked) -> str:
    """What the people of a block are called: as they were called on, or as the asker's language calls it; an id is no name (MIR-LIV-60)."""
    block: str = asked["npc"]
    if asked.state.catalogue.get("npcs", {}).get(block, {}).get("name"):
        return ""  # a table's own is called as its record says
    if asked.text.split()[:1] == [block]:
        return english().get(block, block) if "_" in block else block
    return english().get(block, "") if asked.language == "en" and asked.text.isascii() else ""


def _side(said: str | None) -> str | None:
    """A side by its word; any other stands for itself."""
    return said and {"我方": "pc", "敌方": "foe", "ours": "pc", "foes": "foe"}.get(said, said)


def bring(asked: Asked) -> Do:
    """`.导入 {…}`: a character's record as JSON or TOML, in Chinese keys or English ones; things, actions and abilities also by name."""
    record = written("npcs", read_data(asked["record"]), asked.state.catalogue)  # MIR-LIV-51
    return Do("add_character", {"record": record, "id": str(record.get("id", ""))})


SEEN = (Status.UNCONSCIOUS, Status.DISSOLVED, Status.DEAD)
"""What one sees of others' statuses (MIR-LIV-40)."""


def status(asked: Asked) -> Do:
    """`.状态 潜行 2`, `.状态 无法移动 关`: a status put on or taken off."""
    who, word = whom(asked), key_of(asked["status"])
    given = {"target": who, "status": word, "on": not asked["off"], "level": asked["level"]}
    c = asked.state.characters.get(who)
    open_to_all = c is None or not c.gm_played or word in SEEN
    return Do("set_status", given, (EVERYBODY,) if open_to_all else (GM, asked.seat))


def sheet(asked: Asked) -> Show:
    """`.角色`: a whole sheet with every derived number."""
    target = asked.state.who(whom(asked))
    return Show("sheet" if target.veiled is None else "seen", {"who": target.id})  # MIR-LIV-40


def content(asked: Asked) -> Show:
    """`.内容 动作`: what the library holds; `.内容 动作 挥砍`: one record of it."""
    return Show("content", {"kind": kind_named(asked["kind"]), "name": asked["name"] or ""})


def add(asked: Asked) -> Do:
    """`.添加 actions 踢 {"type": "SA", …}`: the table's own content; without a record it is taken out."""
    record = read_data(asked["record"]) if asked["record"] else None
    secret = kind_named(asked["kind"]) in SECRET
    return Do(
        "add_content", {"kind": asked["kind"], "id": asked["id"], "record": record}, (GM,) if secret else (EVERYBODY,)
    )


def add_pack(asked: Asked) -> Do:
    """`.内容包 …`: a whole pack as TOML or JSON, kind by kind."""
    return Do("add_pack", {"pack": read_data(asked["record"])})


def rounded(asked: Asked) -> Show:
    """`.取整 -7/2`: how a decimal is dropped."""
    return query("round_value", {"value": asked["value"], "form": key_of(asked["form"])})


COMMANDS = (
    Command(
        ("建卡", "new", "create"),
        create,
        (
            Field("name"),
            replace(closed("domain", Primary), required=False),
            keyed("points", "点", "points", several=True),
            closed("method", Method, "方法", "method", default=Method.POINTS),
            replace(thing("body", "bodies", "unknown_body"), required=False, keyed=True, keys=("身体", "body")),
            keyed("skills", "技能", "skills", several=True),
            keyed("defenses", "防御", "defenses", several=True),
            keyed("weapons", "武器", "weapons", several=True),
            keyed("magic", "魔法", "magic", several=True),
            keyed("secondary", "次要", "secondary", several=True),
            keyed("ranks", "熟练", "熟练度", "ranks", several=True),
            replace(
                thing("abilities", "abilities", "unknown_ability"),
                required=False,
                keyed=True,
                several=True,
                keys=("能力", "abilities"),
            ),
            keyed("items", "装备", "items", several=True),
            keyed("traumas", "精神创伤", "traumas", several=True),
            replace(keyed("lv", "等级", "lv", kind=WHOLE, default=1), least=1),
            keyed("id", "编号", "id"),
            flag("as_npc", "NPC", "npc"),
        ),
        owner=SHEET,
        word=beyond_guide,
        example=".建卡 小满 术师 点=智慧12、感悟8、敏捷5 技能=学识2",
    ),
    Command(
        ("登场", "npc", "spawn"),
        npc,
        said_by(
            STORY,
            thing("npc", "npcs", "unknown_npc"),
            Field("count", WHOLE, required=False, default=1),
            keyed("name", "名", "name"),
            keyed("to_side", "阵营", "side"),
            AT,
        ),
        who=GM_ONLY,
        example=".登场 灰狼 2",
    ),
    Command(
        ("导入", "import"),
        bring,
        said_by(SHEET, Field("record", REST)),
        owner=SHEET,
        example='.导入 {"id": "yu", "name": "羽", "lv": 2}',
    ),
    Command(
        ("请回", "召回", "recall"),
        calls("recall_character", "name"),
        said_by(STORY, Field("name", REST)),
        who=GM_ONLY,
        example=".请回 山贼2",
    ),
    Command(
        ("遭遇", "encounter"),
        calls("begin_encounter", "name"),
        said_by(STORY, Field("name", REST)),
        who=GM_ONLY,
        example=".遭遇 伏击",
    ),
    Command(
        ("现身", "reveal"),
        calls("reveal_character", who="target"),
        said_by(STORY, WHO),
        who=GM_ONLY,
        example=".现身 山贼1",
    ),
    Command(
        ("退场", "dismiss"),
        calls("remove_character", who="target"),
        said_by(STORY, WHO),
        who=GM_ONLY,
        example=".退场 山贼2",
    ),
    Command(
        ("状态", "status", "st"),
        status,
        said_by(
            STORY,
            Field("status", among=statuses_of),
            Field("level", WHOLE, required=False, default=0),
            FOR,
            flag("off", "关", "off"),
        ),
        owner=STORY,
        example=".状态 潜行 1 谁=安",
    ),
    Command(("角色", "卡", "sheet", "pc"), sheet, (MAYBE_WHO,), who=ANYONE, example=".角色"),
    Command(
        ("内容", "content", "lib"),
        content,
        (Field("kind"), Field("name", REST, required=False)),
        who=ANYONE,
        example=".内容 动作 挥砍",
    ),
    Command(
        ("添加", "add"),
        add,
        said_by(STORY, Field("kind"), Field("id"), Field("record", REST, required=False)),
        who=GM_ONLY,
        example='.添加 actions 飞踢 {"type": "SA", "ap": 2, "tags": ["attack"]}',
    ),
    Command(
        ("内容包", "pack", "收录"),
        add_pack,
        said_by(STORY, Field("record", REST)),
        who=GM_ONLY,
        example='.内容包 {"gear": {"whip": {"kind": "weapon", "title": "鞭"}}}',
    ),
    Command(
        ("取整", "round"),
        rounded,
        (Field("value"), Field("form", required=False, default="number")),
        who=ANYONE,
        example=".取整 -7/2",
    ),
)
