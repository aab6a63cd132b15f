"""Commands for the conflict clock and effects with a duration."""

import re

import msgspec

from ludex.core.bounds import whole
from ludex.core.deeds import ANYONE, GM_ONLY, REST, WHOLE, Asked, Command, Do, Field, Show
from ludex.core.effects.records import Effect
from ludex.core.errors import RuleError
from ludex.core.fields import STORY, calls, flag, keyed, said_by
from ludex.core.names import folded, split_list
from ludex.core.plain import Plain, Written
from ludex.core.principals import EVERYBODY, GM
from ludex.core.rule import rule
from ludex.systems.mirror.commands.offers import ATTRIBUTE, EFFECT, MAYBE_WHO, TAGS, WHO, closed
from ludex.systems.mirror.commands.reading import EVERYONE, actor_named, people_named, query
from ludex.systems.mirror.content import action_named
from ludex.systems.mirror.effects.kinds import effect_of
from ludex.systems.mirror.effects.words import BONUS, PENALTY
from ludex.systems.mirror.redact import in_sight
from ludex.systems.mirror.rules.actions import check_able, check_turn
from ludex.systems.mirror.rules.authoring import tag_of
from ludex.systems.mirror.rules.skills import LINKED
from ludex.systems.mirror.state import Action, groups
from ludex.systems.mirror.terms import Skill, Unit


def start(asked: Asked) -> Do:
    """`.冲突`, `.冲突 安 山贼1=12 属性=敏捷`, `.冲突 @全体`: a conflict; one without a number rolls, the GM's with one attribute for all."""
    entries = (one for text in asked["entries"] or EVERYONE[:1] for one in _entries(asked, text))
    return Do("start_conflict", {"entries": list({one["id"]: one for one in entries}.values())})


def _entries(asked: Asked, text: str) -> list[Plain]:
    """Those whom a word of the line brings in: one, a side, or everybody here; of several not those whom the GM keeps hidden (MIR-LIV-44)."""
    name, _, number = text.replace("：", "=").replace(":", "=").partition("=")
    meant = people_named(asked, name)
    meant = tuple(who for who in meant if not asked.state.who(who).hidden) if len(meant) > 1 else meant
    return [_entry(asked, who, number, text) for who in meant]


@rule("MIR-STS-3")
def _entry(asked: Asked, who: str, number: str, text: str) -> Plain:
    """One who takes part, with her number if it was said: who is out of play has no turns."""
    check_able(asked.state.who(who), automatic=True)
    if not number:
        return _rolls(asked, who)
    initiative = whole(number)
    if initiative is None:
        raise RuleError("bad_argument", arg="entries", value=text, kind=WHOLE)
    return {"id": who, "initiative": initiative}


def _rolls(asked: Asked, who: str) -> Plain:
    """One who makes her initiative check; the GM is not asked for each of his own, who take the stated attribute or their better one."""
    character, linked, stated = asked.state.who(who), LINKED[Skill.INSIGHT], asked["attribute"]
    if not character.gm_played:
        return {"id": who}
    if stated is not None and stated not in linked:
        raise RuleError("unknown_attribute", value=stated, among=list(linked))
    return {"id": who, "attribute": stated or max(linked, key=character.mod)}


def next_tick(asked: Asked) -> Do:
    """`.下一刻`, `.下一刻 起手=安:集气`: run on to the next turn; actions at its start by name."""
    starting: dict[str, list[Plain]] = {}
    for text in asked["opening"]:
        name, _, action = text.replace("：", ":").partition(":")
        who = actor_named(asked, name)
        starting.setdefault(who, []).append(_timed(asked, who, action, "start"))
    return Do("next_tick", {"turn_start_actions": starting, "aside": in_sight(asked.state)})


def _timed(asked: Asked, who: str, name: str, moment: str) -> Plain:
    """An action of the library used at the start or end of a turn, on an occurrence of its own."""
    plain = msgspec.to_builtins(action_named(name, asked.state.catalogue, asked.state.who(who)))
    conflict = asked.state.conflict
    turn = f"{conflict.round}.{conflict.tick}" if conflict else ""
    return {"action": {k: plain[k] for k in Action.__struct_fields__}, "trigger": f"{moment}-{turn}-{who}"}


def end_turn(asked: Asked) -> Do:
    """`.结束`: end the turn of one's own character, or of the only one acting."""
    conflict = asked.state.conflict
    unsaid = asked.gm and not asked.named and conflict is not None
    alone = (conflict.turn if unsaid else "") or asked.actor
    who = asked["who"] or alone
    if not who:
        raise RuleError("nobody_acting" if conflict else "no_conflict", clause="MIR-TCK-5")
    return Do("end_turn", {"actor": who, "turn_end_actions": [_timed(asked, who, a, "end") for a in asked["closing"]]})


def join(asked: Asked) -> Do:
    """`.加入 灰狼 12`: a late joiner."""
    check_able(asked.state.who(asked["who"]), automatic=True)
    if asked["initiative"] is None:
        return Do("join_conflict", _rolls(asked, asked["who"]))
    return Do("join_conflict", {"id": asked["who"], "initiative": asked["initiative"]})


def let_play(asked: Asked) -> Do:
    """`.代行`, `.代行 敌方`, `.代行 山贼1,山贼2`: those whom the GM plays act for themselves until a player must decide."""
    state = asked.state
    mine = {i: c.called for i, c in state.characters.items() if c.gm_played and not i.startswith("@")}
    sides = groups(state)
    said = split_list(asked["whom"] or "")
    everyone = not said or any(folded(name) in EVERYONE for name in said)
    named = list(mine) if everyone else [one for name in said for one in people_named(asked, name)]
    wanted = [who for who in named if who in mine] if any(name in sides for name in said) else named
    for who in wanted:
        if who not in mine:
            raise RuleError("not_yours", actor=state.who(who).called, controls=list(mine.values()))
    if state.conflict is None:
        raise RuleError("no_conflict", clause="MIR-LIV-30")
    return Do("let_play", {"ids": tuple(wanted)}, (GM,))


def throwing(asked: Asked) -> Do:
    """`.自掷`, `.自掷 关`: her own player throws her dice wherever the table would."""
    return Do("set_throwing", {"actor": asked.actor, "on": not asked["off"]})


def effect(asked: Asked) -> Do:
    """`.效果 迷雾 安 单位=轮 数=3`: an effect with a duration."""
    duration: dict[str, Written] = {"unit": asked["unit"], "n": asked["number"], "ends_on": asked["ends_on"]}
    if asked["roll"]:
        duration["roll"] = asked["roll"]
    given = {
        "id": asked["id"] or _free_id(asked, asked["name"]),
        "name": asked["name"],
        "target": asked["who"],
        "duration": duration,
        "tags": [tag_of(t) for t in asked["tags"]],
        "level": asked["level"],
        "harmful": asked["harmful"],
        "voluntary": asked["voluntary"],
    }
    if asked["modifiers"]:
        given["record"] = msgspec.to_builtins(_numbers(asked["name"], asked["modifiers"]))
    return Do("add_effect", {"effect": given}, (GM,) if asked["roll"] else (EVERYBODY,))


@rule("MIR-LIV-31")
def _numbers(name: str, said: list[str]) -> Effect:
    """«运动+2», «闪避-1» as the modifiers of an effect."""
    found = [re.fullmatch(r"(.+?)([+-]\d{1,4})", text) for text in said]
    for text, one in zip(said, found, strict=True):
        if one is None:
            raise RuleError("bad_pair", text=text)
    ways = [(one[1], int(one[2])) for one in found if one is not None]
    plain = [{"quantity": of, BONUS if n >= 0 else PENALTY: abs(n)} for of, n in ways]
    effect, problems = effect_of({"modifiers": plain}, name)
    if problems:
        raise RuleError("bad_content", clause="MIR-LIV-31", problems=problems)
    return effect


def _free_id(asked: Asked, name: str) -> str:
    taken = {x.id for x in asked.state.effects}
    return next(f"{name}{n or ''}" for n in range(len(taken) + 1) if f"{name}{n or ''}" not in taken)


def focus(asked: Asked) -> Do:
    """`.聚焦 守护印`: extend a focus effect that she keeps up (MIR-LIV-29)."""
    kept = next((x for x in asked.state.effects if x.id == asked["effect"]), None)
    if kept is not None and not asked.gm and (kept.by or kept.target) not in asked.controls:
        raise RuleError("not_yours", actor=kept.name, controls=list(asked.controls))
    if asked.actor in asked.state.characters:
        check_turn(asked.state, asked.state.who(asked.actor))  # MIR-LIV-6: only then
    keeper = (kept.by or kept.target) if kept is not None else ""
    return Do("focus_effect", {"effect": asked["effect"], "actor": keeper})


def listed(asked: Asked) -> Show:
    """`.效果表`: the effects in force."""
    return query("list_effects", {"target": asked["who"] or ""})


COMMANDS = (
    Command(
        ("冲突", "fight", "conflict"),
        start,
        said_by(STORY, Field("entries", required=False, several=True), ATTRIBUTE),
        together="entries",
        who=GM_ONLY,
        example=".冲突 安=15、白=11、山贼1 属性=敏捷",
        alone=True,
    ),
    Command(
        ("下一刻", "next", "tick"),
        next_tick,
        (keyed("opening", "起手", "opening", several=True),),
        owner=STORY,
        example=".下一刻",
        alone=True,
    ),
    Command(
        ("结束", "end", "done"),
        end_turn,
        (MAYBE_WHO, keyed("closing", "收尾", "closing", several=True)),
        example=".结束",
        alone=True,
    ),
    Command(("延后", "delay"), calls("delay_turn", who="actor"), (MAYBE_WHO,), example=".延后", alone=True),
    Command(
        ("先攻", "init"),
        calls("shift_initiative", "amount", who="actor"),
        said_by(STORY, MAYBE_WHO, Field("amount", WHOLE)),
        owner=STORY,
        example=".先攻 安 +2",
    ),
    Command(("收场", "endfight"), calls("end_conflict"), who=GM_ONLY, example=".收场", alone=True),
    Command(
        ("加入", "join"),
        join,
        said_by(STORY, WHO, Field("initiative", WHOLE, required=False, keys=("先攻", "init")), ATTRIBUTE),
        who=GM_ONLY,
        example=".加入 山贼2 9",
    ),
    Command(
        ("代行", "selfplay"),
        let_play,
        said_by(STORY, Field("whom", REST, required=False)),
        together="whom",
        who=GM_ONLY,
        example=".代行",
    ),
    Command(
        ("自掷", "throw"),
        throwing,
        (flag("on", "开", "on"), flag("off", "关", "off")),
        example=".自掷",
    ),
    Command(
        ("退出", "leave"),
        calls("leave_conflict", who="actor"),
        said_by(STORY, MAYBE_WHO),
        who=GM_ONLY,
        example=".退出 山贼2",
    ),
    Command(
        ("效果", "fx", "effect"),
        effect,
        said_by(
            STORY,
            Field("name"),
            WHO,
            closed("unit", Unit, "单位", "unit", default=Unit.ROUND),
            keyed("number", "数", "n", kind=WHOLE, default=1),
            keyed("roll", "骰", "roll"),
            keyed("ends_on", "止于", "until", several=True),
            TAGS,
            keyed("modifiers", "修正", "mod", "m", several=True),
            keyed("id", "编号", "id"),
            keyed("level", "等级", "level", kind=WHOLE, default=0),
            flag("harmful", "有害", "harmful"),
            flag("voluntary", "自愿", "willing"),
        ),
        owner=STORY,
        example=".效果 迷雾 安 单位=轮 数=2",
    ),
    Command(("聚焦", "focus"), focus, (EFFECT,), example=".聚焦 守护印"),
    Command(
        ("解除", "dispel"), calls("remove_effect", "effect"), said_by(STORY, EFFECT), owner=STORY, example=".解除 迷雾"
    ),
    Command(
        ("发生", "happens"),
        calls("raise_event", "event"),
        said_by(STORY, Field("event")),
        owner=STORY,
        example=".发生 巨响",
    ),
    Command(("效果表", "effects"), listed, (MAYBE_WHO,), who=ANYONE, example=".效果表"),
)
