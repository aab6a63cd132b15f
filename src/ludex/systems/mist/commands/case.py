"""The case: opening a mission, clues, conclusions, writing the file, suppression."""

from typing import Any

import msgspec

from ludex.core.asks import GM
from ludex.core.command import GM_ONLY, Arg, Asked, Command, Do
from ludex.systems.mist.commands import offers
from ludex.systems.mist.commands.reading import begins
from ludex.systems.mist.content import mission_named
from ludex.systems.mist.state import Mission


def _mission(asked: Asked) -> Mission:
    return asked.state.mission or Mission()


def open_(asked: Asked) -> Do:
    """`.任务 末班车` (a prepared one), `.任务 有人在敲三楼的窗` (just a summary)."""
    block = mission_named(begins(asked["text"], offers.missions(asked.state)), asked.state.packs)
    if block is None:
        return Do("mission_open", {"summary": asked["text"]})
    fields = {name: getattr(block, name) for name in ("summary", "clues", "mysteries", "traits")}
    return Do("mission_open", msgspec.to_builtins(fields))


def mystery(asked: Asked) -> Do:
    """`.谜团 它是什么 2 到底是什么在敲窗？`: the MC alone sees how many clues it takes."""
    record = {"id": asked["id"], "complexity": asked["number"], "question": asked["text"] or ""}
    return Do("mystery_pose", {"mystery": record}, (GM,))


def clue(asked: Asked) -> Do:
    """`.线索 湿车票 怎么也晾不干`."""
    return Do("clue_add", {"clue": {"id": asked["id"], "text": asked["text"] or "", "source": "mc"}})


def trait(asked: Asked) -> Do:
    """`.特性 见光就散`."""
    return Do("trait_add", {"text": asked["text"]})


def write(asked: Asked) -> Do:
    """`.书写`: everybody is together and safe (`.书写 不安全` is refused by the rule)."""
    return Do("mission_write", {"safe": not asked["unsafe"]})


def _put(asked: Asked) -> dict[str, Any]:
    mission = _mission(asked)
    clues = [clue.id for clue in mission.clues]
    return {
        "mystery": begins(asked["mystery"], (m.id for m in mission.mysteries)),
        "conclusion": asked["conclusion"],
        "supporting": [begins(name, clues) for name in asked["supporting"]],
        "conflicting": [begins(name, clues) for name in asked["conflicting"]],
    }


def deduce(asked: Asked) -> Do:
    """`.演绎 它是什么 那是沉在水库里的车 支持=湿车票,司机工号 反对=…`."""
    return Do("deduce", _put(asked))


def test(asked: Asked) -> Do:
    """`.检验 如何压制 替他报完最后一站 支持=…`."""
    return Do("test", _put(asked))


def weigh(asked: Asked) -> Do:
    """`.论证 3 支持=湿车票,司机工号`: what a conclusion would have behind it (MC)."""
    given = {"complexity": asked["number"], "supporting": asked["supporting"], "conflicting": asked["conflicting"]}
    return Do("conclusion_power", given, (GM,))


def suppress(asked: Asked) -> Do:
    """`.压制 末班司机`."""
    return Do("suppress", {"anomaly": begins(asked["name"], (c.id for c in asked.state.challenges))})


CLUES = (
    Arg("supporting", "list", keys=("支持", "for"), keyed=True, required=False, among=offers.clues),
    Arg("conflicting", "list", keys=("反对", "against"), keyed=True, required=False, among=offers.clues),
)
PUT = (Arg("mystery", among=offers.mysteries), Arg("conclusion"), *CLUES)

CASE = (
    Command(
        ("任务", "mission"),
        open_,
        (Arg("text", "rest", among=offers.missions),),
        who=GM_ONLY,
        example=".任务 末班车",
        group="case",
    ),
    Command(
        ("谜团", "mystery"),
        mystery,
        (Arg("id"), Arg("number", "int"), Arg("text", "rest", required=False)),
        who=GM_ONLY,
        example=".谜团 它从哪里来 2",
        group="case",
    ),
    Command(
        ("线索", "clue"),
        clue,
        (Arg("id"), Arg("text", "rest", required=False)),
        who=GM_ONLY,
        example=".线索 站务登记簿 每晚都有同一个签名",
        group="case",
    ),
    Command(("特性", "trait"), trait, (Arg("text", "rest"),), who=GM_ONLY, example=".特性 见光就散", group="case"),
    Command(
        ("书写", "write"),
        write,
        (Arg("unsafe", "flag", keys=("不安全",)),),
        who=GM_ONLY,
        example=".书写",
        group="case",
    ),
    Command(
        ("演绎", "deduce"), deduce, PUT, example=".演绎 它是什么 沉在水库里的车 支持=湿车票,司机工号", group="case"
    ),
    Command(
        ("检验", "test"),
        test,
        PUT,
        example=".检验 如何压制 替他报完最后一站 支持=湿车票,刮掉的站名,司机工号",
        group="case",
    ),
    Command(
        ("论证", "weigh"),
        weigh,
        (Arg("number", "int"), *CLUES),
        who=GM_ONLY,
        example=".论证 2 支持=湿车票",
        group="case",
    ),
    Command(
        ("压制", "suppress"), suppress, (Arg("name", among=offers.challenges),), example=".压制 末班司机", group="case"
    ),
)
