"""Commands for rest, time, modes and self-improvement."""

import msgspec

from ludex.core.bounds import whole
from ludex.core.deeds import ACTOR, ANYONE, GM_ONLY, TERM, WHOLE, Asked, Command, Do, Field, Show
from ludex.core.errors import RuleError
from ludex.core.fields import SHEET, STORY, calls, flag, keyed, said_by, whom
from ludex.core.plain import Plain, Written
from ludex.core.rule import rule
from ludex.systems.mirror.commands.offers import FOR, MAYBE_WHO, closed, thing
from ludex.systems.mirror.commands.reading import part_of, query
from ludex.systems.mirror.content import library
from ludex.systems.mirror.rules.actions import check_able
from ludex.systems.mirror.rules.guide import pairs_of, ranks_of, read_ranks, within_guide
from ludex.systems.mirror.rules.time import PASSING
from ludex.systems.mirror.sheet import Fitting
from ludex.systems.mirror.sheet.stats import SINGLE
from ludex.systems.mirror.terms import Attribute, Mode, Primary, Rest, key_of, words_of


def rest(asked: Asked) -> Do:
    """`.休息 长休`, `.休息 长休 同=白`, `.休息 长休 打断=2`: a rest, alone or of several, perhaps broken after so many segments."""
    named = dict.fromkeys((*([asked.actor] if asked.actor and asked["together"] else ()), *asked["together"]))
    together = [one for one in named if not asked.state.who(one).out_of_play]  # MIR-LIV-7
    if not (together or asked.gm) and asked.actor in asked.state.characters:
        check_able(asked.state.who(asked.actor))  # MIR-LIV-8: the unconscious rest with those who take them along
    given: dict[str, Written] = {"kind": asked["kind"], "asks": True}
    given |= {"targets": together} if together else {"target": whom(asked)}
    if asked["broken"] is not None:
        given["events"] = [{"after": asked["broken"], "tags": []}]
    return Do("rest", given)


def nap(asked: Asked, kinds: tuple[str, ...]) -> tuple[str, ...]:
    """The time of a short or long rest is the GM's word; a nap takes none."""
    return kinds if asked["kind"] != Rest.NAP or asked["broken"] is not None else ()


def time(asked: Asked) -> Do | Show:
    """`.时间 片段 3`: time passes for everybody; `.时间`: what time it is."""
    if asked["unit"] is None:
        return Show("time")
    if asked.state.conflict is not None and key_of(asked["unit"]) != "scene":
        raise RuleError("conflict_running", clause="MIR-LIV-11", round=asked.state.conflict.round)
    return Do("advance_time", {"unit": key_of(asked["unit"]), "n": asked["number"], "asks": True})


def untimed(asked: Asked, kinds: tuple[str, ...]) -> tuple[str, ...]:
    """To ask for the time is nobody's word."""
    return kinds if asked["unit"] is not None else ()


def price_paid(asked: Asked, kinds: tuple[str, ...]) -> tuple[str, ...]:
    """A level with a price is her own to buy (MIR-LIV-1)."""
    return () if asked.state.options.level_price > 0 else kinds


def allocate(asked: Asked) -> Do:
    """`.加点 力量=1、体质=2`: spend kept attribute points."""
    return Do("allocate_points", {"actor": asked.actor, "points": pairs_of(asked["points"])})


def learn(asked: Asked) -> Do:
    """`.习得 爆炎`: an ability of the library."""
    ability = library(asked.state.catalogue).abilities[asked["ability"]]
    given: dict[str, Written] = {"actor": asked.actor, "ability": msgspec.to_builtins(ability)}
    if asked["creation"]:
        given["mode"] = "creation"
    return Do("learn_ability", given)


@rule("MIR-LIV-48", "MIR-LIV-46")
def drafted(asked: Asked, kinds: tuple[str, ...]) -> tuple[str, ...]:
    """A draft is its player's to change, within the guide."""
    who = whom(asked)
    c = asked.state.characters.get(who)
    if c is None or not c.draft or who not in asked.controls:
        return kinds
    ranks = ranks_of(c)
    if asked.args.get("to_rank") is not None:
        for kind, more in read_ranks(asked.state, f"{asked['name']}={asked['to_rank']}").items():
            ranks[kind] = {**ranks.get(kind, {}), **more}
    return () if within_guide(ranks) else kinds


def organ(asked: Asked) -> Do:
    """`.器官 装 眼 头 谁=安`, `.器官 卸 眼 谁=安`: an organ into a part, or out of it."""
    who = whom(asked)
    given: dict[str, Written] = {
        "target": who,
        "organ": asked["organ"],
        "part": part_of(asked.state, who, asked["part"]) or "",
    }
    return Do("set_organ", {**given, "installed": asked["fitting"] == "install"})


def auto_learn(asked: Asked) -> Do:
    """`.自动习得`: everything that comes by itself."""
    catalogue = [msgspec.to_builtins(a) for a in library(asked.state.catalogue).abilities.values()]
    return Do("auto_learn", {"actor": whom(asked), "catalogue": catalogue})


def conditions(asked: Asked) -> Show:
    """`.条件 前置=力量12 需求=运动2`: whether conditions are met."""
    given = {kind: [_condition(text) for text in asked[kind]] for kind in ("prerequisite", "requirement")}
    return query("evaluate_conditions", {"actor": whom(asked), **given})


def _condition(text: str) -> Plain:
    """«力量12», «lv3», «skills.lore2» as a condition."""
    name = text.rstrip("0123456789-")
    number = whole(text[len(name) :])
    if number is None:
        raise RuleError("bad_pair", text=text)
    key = key_of(name.rstrip("=>:"))
    return {"stat": _stat(key), "value": number}


def _stat(key: str) -> str:
    if key.lower() in SINGLE:
        return key.lower()
    return f"attributes.{key}" if key in words_of(Attribute) else key if "." in key else f"skills.{key}"


COMMANDS = (
    Command(
        ("休息", "rest"),
        rest,
        (
            closed("kind", Rest),
            *said_by(STORY, keyed("broken", "打断", "broken", kind=WHOLE)),
            FOR,
            keyed("together", "同", "with", kind=ACTOR, several=True),
        ),
        owner=STORY,
        word=nap,
        together="together",
        example=".休息 短休",
    ),
    Command(
        ("时间", "time"),
        time,
        said_by(STORY, Field("unit", required=False, among=PASSING), Field("number", WHOLE, required=False, default=1)),
        who=ANYONE,
        owner=STORY,
        word=untimed,
        example=".时间 片段",
    ),
    Command(
        ("模式", "mode"),
        calls("set_mode", "mode"),
        said_by(STORY, closed("mode", Mode)),
        who=GM_ONLY,
        example=".模式 休整",
    ),
    Command(
        ("升级", "levelup", "lvup"),
        calls("level_up", "domain", who="actor"),
        (closed("domain", Primary), FOR),
        owner=SHEET,
        word=price_paid,
        example=".升级 武者",
    ),
    Command(
        ("降级", "lvdown"),
        calls("lose_level", "domain", "levels", who="actor"),
        said_by(SHEET, closed("domain", Primary), Field("levels", WHOLE, required=False, default=1), FOR),
        owner=SHEET,
        example=".降级 武者 谁=安",
    ),
    Command(("加点", "points"), allocate, (Field("points", several=True),), example=".加点 力量=1"),
    Command(
        ("习得", "learn"),
        learn,
        (thing("ability", "abilities", "unknown_ability"), flag("creation", "创建", "creation")),
        example=".习得 灵敏嗅觉",
    ),
    Command(
        ("熟练", "rank"),
        calls("set_rank", "name", who="target", rank="to_rank"),
        (Field("name"), Field("to_rank", WHOLE), FOR),
        owner=SHEET,
        word=drafted,
        example=".熟练 运动 3 谁=安",
    ),
    Command(
        ("忘却", "forget"),
        calls("forget_ability", "ability", who="target"),
        (Field("ability"), FOR),
        owner=SHEET,
        word=drafted,
        example=".忘却 灵敏嗅觉 谁=安",
    ),
    Command(
        ("器官", "organ"),
        organ,
        said_by(
            SHEET,
            Field("fitting", TERM, terms=Fitting, refusal="unknown_dealing"),
            Field("organ"),
            Field("part", required=False),
            FOR,
        ),
        owner=SHEET,
        example=".器官 卸 眼 头 谁=安",
    ),
    Command(("自动习得", "autolearn"), auto_learn, (MAYBE_WHO,), owner=STORY, example=".自动习得"),
    Command(
        ("条件", "cond"),
        conditions,
        (keyed("prerequisite", "前置", "pre", several=True), keyed("requirement", "需求", "req", several=True), FOR),
        example=".条件 前置=力量12 需求=运动1",
    ),
)
