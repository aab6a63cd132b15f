"""The battle as a whole: start it, let time run, leave, end, and what the GM marks on it."""

import re

import msgspec

from ludex.core.deeds import ACTOR, GM_ONLY, REST, Asked, Command, Do, Field
from ludex.core.errors import RuleError
from ludex.core.fields import keyed
from ludex.core.names import narrow, split_list
from ludex.core.plain import Written
from ludex.core.principals import EVERYBODY, GM
from ludex.core.rule import rule
from ludex.core.say import Label, say
from ludex.systems.fet.commands.naming import EVERYONE, anybody_in, check_actor, check_own, crowds
from ludex.systems.fet.commands.offers import CIRCUMSTANCE, JOIN, STORY
from ludex.systems.fet.commands.reading import number_in
from ludex.systems.fet.rules.roster import BEHIND, fighter_of
from ludex.systems.fet.rules.scenes import distance_of
from ludex.systems.fet.state import State, check_battle
from ludex.systems.fet.terms import Zone

_VERSUS = ("对", "vs", "战")
_FIRST = ("先攻", "first")
_BOX = ("方盒", "box")
_SAFE = ("安全区", "safe")


def fight(asked: Asked) -> Do:
    """`.开战 爱丽丝 韩左 对 守卫 打手 先攻=爱丽丝 安全区=200`, or `方盒=5` for the battle box."""
    words = _bound(narrow(str(asked["sides"])).split())
    given_by_key = dict(word.split("=", 1) for word in words if "=" in word)
    sides = _named_sides(asked, _names(words))
    fighters = [
        _fighter(asked.state, name, side=f"{n}")
        for n, names in enumerate(sides, 1)
        for name in crowds(asked.state, names)
    ]
    given: dict[str, Written] = {"fighters": fighters, "scene": _scene(given_by_key, fighters), "live": True}
    given["asks_hurt"] = True
    if first := _keyed(given_by_key, _FIRST):
        given["first_strike"] = _strikers(asked.state, first, [str(one["id"]) for one in fighters])
    return Do("combat_start", given)


@rule("FET-FST-1", "FET-LIV-60")
def _strikers(state: State, said: str, fighters: list[str]) -> list[str]:
    """Who strikes first: of a name that several share, those who fight."""
    meant = [anybody_in(state, name) for name in crowds(state, split_list(said))]
    return [who for who in meant if who in fighters] or meant


def _bound(words: list[str]) -> list[str]:
    """The words of a line, a key with its value (`先攻=爱丽丝`), also where only a space stands between them."""
    bound: list[str] = []
    for word in words:
        key = bound[-1] if bound and bound[-1].lower() in (*_FIRST, *_BOX, *_SAFE) else ""
        bound[-1:] = [f"{key}={word}"] if key else [*bound[-1:], word]
    return bound


@rule("FET-LIV-12", "FET-LIV-60")
def _named_sides(asked: Asked, names: list[str]) -> list[list[str]]:
    """Who stands against whom; where nobody is named, everybody on stage who lives."""
    state: State = asked.state
    if asked["one"] and asked["other"]:
        return [asked["one"], asked["other"]]
    there = [who for who, one in state.characters.items() if one.stage != BEHIND and not fighter_of(state, who).dead]
    return _opposed(state, _sides(asked["one"] or asked["other"] or names or there))


@rule("FET-LIV-60")
def _names(words: list[str]) -> list[str]:
    """Names as they were typed, several by 、 or a comma or spaces."""
    return [name for word in words if "=" not in word for name in re.split("[、,，]", word) if name]


def _sides(words: list[str]) -> list[list[str]]:
    sides: list[list[str]] = [[]]
    for word in words:
        if word.lower() in _VERSUS:
            sides.append([])
        else:
            sides[-1].append(word)
    return [side for side in sides if side]


def _opposed(state: State, sides: list[list[str]]) -> list[list[str]]:
    """People named in one row: players' characters against NPCs, where there are both (ours)."""
    row = crowds(state, sides[0]) if len(sides) == 1 else []
    npcs = [who for who in row if (found := state.bearer(anybody_in(state, who))) is not None and found.npc]
    return [[who for who in row if who not in npcs], npcs] if 0 < len(npcs) < len(row) else sides


def _keyed(given_by_key: dict[str, str], keys: tuple[str, ...]) -> str:
    return next((value for key, value in given_by_key.items() if key.lower() in keys), "")


def _fighter(state: State, name: str, *, side: str) -> dict[str, Written]:
    """A character as plain fighter data, on a side (its own, where the sheet names one)."""
    plain: dict[str, Written] = msgspec.to_builtins(fighter_of(state, anybody_in(state, name), side=side))
    return plain


def _scene(given_by_key: dict[str, str], fighters: list[dict[str, Written]]) -> dict[str, Written]:
    edge, safe = _keyed(given_by_key, _BOX), _keyed(given_by_key, _SAFE)
    if not edge:
        return {"kind": "general", **({"safe_capacity": number_in(safe, "safe_capacity")} if safe else {})}
    for place, fighter in enumerate(fighters):
        fighter["pos"] = [0 if fighter["side"] == fighters[0]["side"] else 4, place, 0]
    return {"kind": "complex", "edge": number_in(edge, "edge")}


def advance(asked: Asked) -> Do:
    """Let time run to the next moment, or to a time."""
    until = asked["until"]
    return Do("combat_advance", {} if until is None else {"until": number_in(until, "until")})


def npcs(asked: Asked) -> Do:
    """Default acts for NPCs that must declare: once, or `自动` from now on, until `停` (FET-LIV-18)."""
    words = narrow(str(asked["who"])).replace("、", " ").replace(",", " ").split()
    mode = words[0].lower() if words else ""
    named = [word for word in words[mode in (*_AUTO, *_STOP) :] if word.lower() not in EVERYONE]  # as if nobody were
    people = [anybody_in(asked.state, one) for one in crowds(asked.state, named)]
    if mode in (*_AUTO, *_STOP):
        return Do("combat_auto", {"on": mode in _AUTO, "who": people}, (GM,))
    return Do("combat_npcs", {"who": people}, (GM,))


_AUTO = ("自动", "auto")
_STOP = ("停", "stop")


def mark(asked: Asked) -> Do:
    """`.标记 守卫 隐藏`, `现身`, `超重`, `轻装`, `安全区`, `危险区`, `位置=1,2,0`, `行动力=30`."""
    given: dict[str, Written] = {"who": asked["who"]}
    words = _WORDS.findall(_PLACE.sub(r"pos=\1", _POINTS.sub(r"ap=\1", narrow(str(asked["marks"])))))
    if any(word in SUN for word in words):  # FET-TRX-6
        return Do("shine", {"who": [asked["who"]]})
    for word in words:
        given.update(_mark(word))
    seen = given == {"who": asked["who"], "hidden": False}  # FET-LIV-40: everybody sees who comes out
    return Do("combat_mark", given, (EVERYBODY,) if seen else (GM,))


SUN = ("日光", "sunlight")


_POINTS = re.compile(r"(?:行动力|action[ _]points|points|ap)\s*[=:]?\s*(?=[\d.])([\d.]+)", re.IGNORECASE)
_PLACE = re.compile(r"(?:位置|position|pos)\s*[=:]?\s*(-?\d+(?:\s*[,/ ]\s*-?\d+)*)", re.IGNORECASE)
_WORDS = re.compile(r"pos=-?\d+(?:\s*[,/ ]\s*-?\d+)*|[^\s,、]+")
"""Marks apart by spaces or commas; a place keeps its own commas."""


def _mark(word: str) -> dict[str, Written]:
    if word in MARKS:
        return MARKS[word]
    key, _, value = word.partition("=")
    if key == "ap":
        return {"action_points": number_in(value, "action_points")}
    if key == "pos":
        return {"pos": [number_in(n, "pos") for n in re.split(r"[\s,/]+", value)]}
    raise RuleError("bad_mark", mark=word, marks=[say(f"view.mark_{name}") for name in SAID_MARKS])


MARKS: dict[str, dict[str, Written]] = {
    "隐藏": {"hidden": True},
    "现身": {"hidden": False},
    "超重": {"overloaded": True},
    "轻装": {"overloaded": False},
    "安全区": {"zone": Zone.SAFE},
    "危险区": {"zone": Zone.DANGER},
    "hide": {"hidden": True},
    "show": {"hidden": False},
    "overloaded": {"overloaded": True},
    "light": {"overloaded": False},
    "safe": {"zone": Zone.SAFE},
    "danger": {"zone": Zone.DANGER},
}


SAID_MARKS = ("hide", "show", "overloaded", "light", "safe", "danger", "sunlight", "points", "position")
"""What a refusal offers."""


def join(asked: Asked) -> Do:
    """Come into a running battle."""
    who = check_own(asked, asked["who"] or asked.actor)
    return Do("combat_join", {"who": who, "side": asked["side"] or _kin_side(asked.state, who)})


def _kin_side(state: State, who: str) -> str:
    """The side of an NPC that comes without one: that of the other NPCs, where they all fight on one (ours); else its own."""
    mine = state.bearer(who)
    if state.battle is None or mine is None or mine.side or not mine.npc:
        return ""
    kin = [state.bearer(fighter.id) for fighter in state.battle.fighters]
    sides = {f.side for f, one in zip(state.battle.fighters, kin, strict=True) if one is not None and one.npc}
    return sides.pop() if len(sides) == 1 else ""


@rule("FET-LIV-14")
def leave(asked: Asked) -> Do:
    """Get out of the battle; the GM names whom else."""
    return Do("combat_leave", {"who": check_own(asked, asked["who"] or check_actor(asked))})


def end(_asked: Asked) -> Do:
    """End the battle."""
    return Do("combat_end")


@rule("FET-BOX-1")
def far(state: State, a: tuple[int, int], b: tuple[int, int]) -> Label:
    """The straight line between two cubes of the same height."""
    return say("view.far", distance=distance_of(a, b, edge=check_battle(state).scene.edge))


_SIDES = (
    Field("sides", REST, required=False, default="", owner=STORY),
    keyed("one", "甲", kind=ACTOR, several=True, owner=STORY),
    keyed("other", "乙", kind=ACTOR, several=True, owner=STORY),
)
_JOINING = (
    Field("who", ACTOR, required=False, default="", owner=JOIN),
    Field("side", required=False, default="", owner=JOIN),
)
_LEAVER = Field("who", ACTOR, required=False, default="")
_WHO = Field("who", ACTOR, owner=CIRCUMSTANCE)
_MARKS = Field("marks", REST, owner=CIRCUMSTANCE)
_UNTIL = Field("until", required=False)
_NPCS = Field("who", REST, required=False, default="", owner=STORY)

COMMANDS = (
    Command(("开战", "fight"), fight, _SIDES, GM_ONLY, ".开战 爱丽丝 韩左 对 守卫 打手", "battle"),
    Command(("推进", "go", "next", "advance"), advance, (_UNTIL,), example=".go", group="battle"),
    Command(("代行", "npcs"), npcs, (_NPCS,), GM_ONLY, ".npcs", "battle"),
    Command(("标记", "mark"), mark, (_WHO, _MARKS), GM_ONLY, ".标记 守卫 隐藏", "battle", many=True, aims=True),
    Command(("参战", "join"), join, _JOINING, example=".参战 守卫", group="battle", owner=JOIN),
    Command(("离场", "leave"), leave, (_LEAVER,), example=".离场", group="battle"),
    Command(("终战", "endfight"), end, who=GM_ONLY, example=".终战", group="battle"),
)
