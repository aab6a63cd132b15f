"""The case: opening a mission, clues, conclusions, writing the file, suppression, closing."""

from functools import partial

import msgspec

from ludex.core.deeds import FLAG, GM_ONLY, ITEM, REST, TERM, WHOLE, Asked, Command, Do, Field, by_gm
from ludex.core.principals import GM
from ludex.systems.mist.commands import offers
from ludex.systems.mist.commands.reading import known_as
from ludex.systems.mist.content import mission_named
from ludex.systems.mist.terms import Outcome


def open_(asked: Asked) -> Do:
    """`.任务 末班车` (a prepared one), `.任务 有人在敲三楼的窗` (just a summary)."""
    block = mission_named(known_as(asked["text"], offers.missions(asked.state)), asked.state.packs)
    if block is None:
        return Do("mission_open", {"summary": asked["text"]})
    fields = {name: getattr(block, name) for name in ("summary", "clues", "mysteries", "traits")}
    return Do("mission_open", msgspec.to_builtins(fields))


def mystery(asked: Asked) -> Do:
    """`.谜团 它是什么 2 到底是什么在敲窗？`: the MC alone sees how many clues it takes."""
    record = {"id": asked["id"], "complexity": asked["number"], "question": asked["text"]}
    return Do("mystery_pose", {"mystery": record}, (GM,))


def clue(asked: Asked) -> Do:
    """`.线索 湿车票 怎么也晾不干`."""
    return Do("clue_add", {"clue": {"id": asked["id"], "text": asked["text"], "source": "mc"}})


def trait(asked: Asked) -> Do:
    """`.特性 见光就散`."""
    return Do("trait_add", {"text": asked["text"]})


def write(asked: Asked) -> Do:
    """`.书写`: everybody is together and safe (`.书写 不安全` is refused by the rule)."""
    return Do("mission_write", {"safe": not asked["unsafe"]})


def put(procedure: str, asked: Asked) -> Do:
    """`.演绎 它是什么 那是沉在水库里的车 支持=湿车票,司机工号 反对=…`, `.检验 如何压制 替他报完最后一站 支持=…`."""
    return Do(procedure, {f: asked[f] for f in ("mystery", "conclusion", "supporting", "conflicting")})


def weigh(asked: Asked) -> Do:
    """`.论证 3 支持=湿车票,司机工号`: what a conclusion would have behind it (MC)."""
    given = {"complexity": asked["number"], "supporting": asked["supporting"], "conflicting": asked["conflicting"]}
    return Do("conclusion_power", given, (GM,))


def suppress(asked: Asked) -> Do:
    """`.压制 末班司机`."""
    return Do("suppress", {"anomaly": known_as(asked["anomaly"], offers.challenges(asked.state))})


def close(asked: Asked) -> Do:
    """`.结案 离开 天亮之前撤了出来`."""
    return Do("mission_close", {"outcome": asked["outcome"], "note": asked["text"]})


FOR = Field("supporting", keys=("支持", "for"), keyed=True, required=False, several=True, among=offers.clues)
AGAINST = Field("conflicting", keys=("反对", "against"), keyed=True, required=False, several=True, among=offers.clues)
CITED = tuple(msgspec.structs.replace(field, kind=ITEM, refusal="unknown_clue") for field in (FOR, AGAINST))
MYSTERY = Field("mystery", ITEM, among=offers.mysteries, refusal="unknown_mystery")
PUT = (MYSTERY, Field("conclusion"), *CITED)
BY_MC = by_gm("story")
NUMBER, NOTE = Field("number", WHOLE), Field("text", REST, required=False, default="")
_case = partial(Command, group="case")
_mc = partial(_case, who=GM_ONLY)

CASE = (
    _mc(
        ("任务", "mission"),
        open_,
        (Field("text", REST, among=offers.missions),),
        example=".任务 末班车",
        alone=True,
    ),
    _mc(("谜团", "mystery"), mystery, (Field("id"), NUMBER, NOTE), example=".谜团 它从哪里来 2"),
    _mc(
        ("线索", "clue"),
        clue,
        (Field("id", owner=BY_MC), msgspec.structs.replace(NOTE, owner=BY_MC)),
        example=".线索 站务登记簿 每晚都有同一个签名",
    ),
    _mc(("特性", "trait"), trait, (Field("text", REST),), example=".特性 见光就散"),
    _mc(
        ("书写", "write"),
        write,
        (Field("unsafe", FLAG, keys=("不安全",), owner=BY_MC),),
        example=".书写",
        alone=True,
    ),
    _case(
        ("演绎", "deduce"),
        partial(put, "deduce"),
        PUT,
        example=".演绎 它是什么 沉在水库里的车 支持=湿车票,司机工号",
        alone=True,
    ),
    _case(
        ("检验", "test"),
        partial(put, "test"),
        PUT,
        example=".检验 如何压制 替他报完最后一站 支持=湿车票,刮掉的站名,司机工号",
        alone=True,
    ),
    _mc(("论证", "weigh"), weigh, (NUMBER, FOR, AGAINST), example=".论证 2 支持=湿车票"),
    _case(
        ("压制", "suppress"),
        suppress,
        (Field("anomaly", among=offers.challenges),),
        example=".压制 末班司机",
        alone=True,
    ),
    _mc(
        ("结案", "close"),
        close,
        (Field("outcome", TERM, terms=Outcome, refusal="bad_outcome"), NOTE),
        example=".结案 离开",
        alone=True,
    ),
)
