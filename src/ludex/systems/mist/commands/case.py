"""The case: opening a mission, clues, conclusions, writing the file, suppression, closing, the archive."""

from functools import partial

import msgspec

from ludex.core.deeds import (
    ANYONE,
    GM_ONLY,
    ITEM,
    PLAYER,
    REST,
    TERM,
    WHOLE,
    Asked,
    Command,
    Do,
    Field,
    Show,
    by_gm,
)
from ludex.core.errors import RuleError
from ludex.core.fields import flag, keyed
from ludex.core.principals import GM, actor
from ludex.systems.mist.commands import offers
from ludex.systems.mist.commands.prepare import AGAINST as AGAINST_, MISSION, PROVES, amend, asked_in, shelved, sides
from ludex.systems.mist.commands.reading import clues_named, known_as
from ludex.systems.mist.content import called_in, content_of, five
from ludex.systems.mist.rules.cases import staged
from ludex.systems.mist.state import State
from ludex.systems.mist.terms import MissionPhase, Outcome, Sort


def open_(asked: Asked) -> Do:
    """`.任务 末班车` (a prepared one), `.任务 有人在敲三楼的窗` (just a summary, with the five questions)."""
    known = offers.missions(asked.state)
    name = called_in(known_as(asked["mission"], known), asked.language, known)
    block = content_of(asked.state.packs).missions.get(name)
    if block is None:
        return Do(
            "mission_open", {"summary": asked["mission"], "mysteries": msgspec.to_builtins(five(asked["mission"]))}
        )
    return Do("mission_open", msgspec.to_builtins(block.opening))


def mystery(asked: Asked) -> Do:
    """`.谜团 它是什么 2 到底是什么在敲窗？`: the MC alone sees how many clues it takes."""
    record = {"id": asked["id"], "complexity": asked["number"], "question": asked["text"]}
    block = shelved(asked)
    return amend(block, mystery=record) if block else Do("mystery_pose", {"mystery": record})


def clue(asked: Asked) -> Do:
    """`.线索 湿车票 怎么也晾不干`; `.线索 @周遥 手心的字 写着第十三站`: for one character alone."""
    block = shelved(asked)
    plain = {"id": asked["id"], "text": asked["text"], "source": "mc"}
    record = {**plain, **sides(asked, asked_in(asked, block))}
    if block is not None:
        return amend(block, clue={**record, "holder": asked.aimed})
    if asked.aimed:
        return Do("clue_place", {"clue": {**record, "holder": asked.aimed}}, (GM, actor(asked.aimed)))
    return Do("clue_add", {"clue": record})


def trait(asked: Asked) -> Do:
    """`.特性 见光就散`."""
    block = shelved(asked)
    return amend(block, trait=asked["text"], hidden=False) if block else Do("trait_add", {"text": asked["text"]})


def write(asked: Asked) -> Do:
    """`.书写`: everybody is together and safe (`.书写 不安全` is refused by the rule)."""
    return Do("case_write", {"safe": not asked["unsafe"]})


def put(procedure: str, asked: Asked) -> Do:
    """`.演绎 它是什么 那是沉在水库里的车 支持=湿车票,司机工号 反对=… 时间=-3`, `.检验 如何压制 替他报完最后一站 支持=…`."""
    sides = {side: clues_named(asked, asked[side]) for side in ("supporting", "conflicting")}
    given = {"mystery": asked["mystery"], "conclusion": asked["conclusion"], **sides}
    name = known_as(asked["scene"], offers.scenes(asked.state)) if asked["scene"] and asked.gm else ""
    block = content_of(asked.state.packs).scenes.get(name) if name else None
    stage = msgspec.to_builtins(staged(block, asked.state.packs)) if block else None
    words = "" if block else " ".join(filter(None, (asked["scene"], asked["text"])))
    return Do(
        procedure,
        {
            **given,
            "actor": asked.actor,
            "when": asked.args.get("number"),
            "text": words,
            "stage": stage,
            "place": name,
            "changed": asked.changes,
        },
    )


def weighed(asked: Asked, _kinds: tuple[str, ...]) -> tuple[str, ...]:  # noqa: ARG001  # every command's word is asked alike
    """The MC weighs every conclusion (MST-LIV-25)."""
    return ("weighed",)


def weigh(asked: Asked) -> Do:
    """`.论证 3 支持=湿车票,司机工号`: what a conclusion would have behind it (MC)."""
    given = {"complexity": asked["number"], "supporting": asked["supporting"], "conflicting": asked["conflicting"]}
    return Do("conclusion_power", given, (GM,))


def suppress(asked: Asked) -> Do:
    """`.压制 末班司机`; bare, where only one of the scene can be meant: the one that is overcome, else the one anomaly."""
    state: State = asked.state
    beaten = [c.id for c in state.challenges if c.overcome]
    named = [c.id for c in state.challenges if c.sort == Sort.ANOMALY]
    meant = next((found[0] for found in (beaten, named, list(offers.challenges(state))) if len(found) == 1), "")
    if not asked["anomaly"] and not meant and state.case and state.case.phase == MissionPhase.OPPORTUNITY:
        raise RuleError("missing_argument", arg="anomaly", expected=["anomaly"])
    there = offers.challenges(state)
    name = known_as(asked["anomaly"] or meant, there)
    if name and name not in there and not asked.gm:  # MST-LIV-36: unseen is refused like not there
        raise RuleError("unknown_holder", clause="MST-LIV-36", value=name[:40], among=list(there))
    return Do("case_suppress", {"anomaly": name})


def close(asked: Asked) -> Do:
    """`.结案 离开 天亮之前撤了出来`."""
    return Do("case_close", {"outcome": asked["outcome"], "note": asked["text"]})


def archive(asked: Asked) -> Show:
    """`.档案室`, `.档案室 末班车`."""
    return Show("archive", {"name": known_as(asked["text"], offers.closed(asked.state))})


def dossier(asked: Asked) -> Show:
    """`.卷宗 末班车`; `.卷宗 末班车 公开` makes a link to it (MC, MST-LIV-57)."""
    words, last = asked["text"], asked["text"].rpartition(" ")[2]
    publish = bool(asked["publish"]) or last in PUBLISH.keys
    name = known_as(words.removesuffix(last).strip() if last in PUBLISH.keys else words, offers.closed(asked.state))
    return Show("dossier", {"name": name}, publish=publish)


def series(asked: Asked) -> Do | Show:
    """`.剧集 第二季`; `.剧集` lists the missions of each season."""
    return Do("series_name", {"name": asked["text"]}) if asked["text"] else Show("series")


FOR = keyed("supporting", "支持", "for", several=True, among=offers.clues)
AGAINST = keyed("conflicting", "反对", "against", several=True, among=offers.clues)
MYSTERY = Field("mystery", ITEM, among=offers.mysteries, refusal="unknown_mystery")
NUMBER, NOTE = Field("number", WHOLE), Field("text", REST, required=False, default="")
SCENE = keyed("scene", "场景", "scene", default="", among=offers.case_scenes)
WHEN = keyed("number", "时间", "when", kind=WHOLE)
PUT = (MYSTERY, Field("conclusion"), FOR, AGAINST, SCENE, NOTE)
CLOSED = Field("text", REST, required=False, default="", among=offers.closed)
PUBLISH = flag("publish", "公开", "publish")
BY_MC = by_gm("story")
_case = partial(Command, group="case")
_mc = partial(_case, who=GM_ONLY)

CASE = (
    _mc(
        ("任务", "mission"),
        open_,
        (Field("mission", REST, among=offers.missions),),
        example=".任务 末班车",
        alone=True,
    ),
    _mc(("谜团", "mystery"), mystery, (MISSION, Field("id"), NUMBER, NOTE), example=".谜团 它从哪里来 2"),
    _case(
        ("线索", "clue"),
        clue,
        tuple(msgspec.structs.replace(field, owner=BY_MC) for field in (MISSION, Field("id"), PROVES, AGAINST_, NOTE)),
        example=".线索 站务登记簿 每晚都有同一个签名",
        who=PLAYER,
        owner=BY_MC,
        aims=True,
    ),
    _mc(("特性", "trait"), trait, (MISSION, Field("text", REST)), example=".特性 见光就散"),
    _case(
        ("书写", "write"),
        write,
        (flag("unsafe", "不安全", owner=BY_MC),),
        example=".书写",
        alone=True,
        who=PLAYER,
        owner=BY_MC,
    ),
    _case(
        ("演绎", "deduce"),
        partial(put, "put_deduction"),
        (*PUT[:-1], WHEN, PUT[-1]),
        example=".演绎 它是什么 沉在水库里的车 支持=湿车票,司机工号",
        alone=True,
        word=weighed,
    ),
    _case(
        ("检验", "test"),
        partial(put, "put_test"),
        PUT,
        example=".检验 如何压制 替他报完最后一站 支持=湿车票,刮掉的站名,司机工号",
        alone=True,
        word=weighed,
    ),
    _mc(("论证", "weigh"), weigh, (NUMBER, FOR, AGAINST), example=".论证 2 支持=湿车票"),
    _case(
        ("压制", "suppress"),
        suppress,
        (Field("anomaly", required=False, default="", among=offers.challenges),),
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
    _case(("档案室", "archive"), archive, (CLOSED,), who=ANYONE, example=".档案室"),
    _case(("卷宗", "dossier"), dossier, (PUBLISH, CLOSED), who=ANYONE, example=".卷宗 末班车"),
    _mc(("剧集", "series"), series, (NOTE,), example=".剧集 第二季"),
)
