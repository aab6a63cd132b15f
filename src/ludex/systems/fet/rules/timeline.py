"""Combat basics, third part (时间轴; FET-TLN, FET-FST): a battle opens, people join, drop acts, leave, and it ends; and how it stands.

What the GM marks on a fighter is here too. Letting time run is `advancing.py`.
"""

import re
from typing import Annotated

import msgspec
from msgspec.structs import replace

from ludex.core.declaring import Deed, Implied, Meant
from ludex.core.deeds import ACTOR, CLOCK, GM_ONLY, SHELF, Asked, Do
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.explain import Total, because
from ludex.core.fields import keyed
from ludex.core.names import narrow, split_list
from ludex.core.plain import Written
from ludex.core.principals import EVERYBODY, GM
from ludex.core.rule import rule
from ludex.core.say import say
from ludex.systems.fet.effects import occasion
from ludex.systems.fet.events.battle import (
    BattleKept,
    CombatEnded,
    CombatStarted,
    FighterJoined,
    FighterLeft,
    FightersChanged,
)
from ludex.systems.fet.events.people import PointsKept
from ludex.systems.fet.kinds import CIRCUMSTANCE, JOIN, STORY, BattleDeed, Nothing, Person, Word, Words
from ludex.systems.fet.kinds.reading import attribute_of, number_in
from ludex.systems.fet.rules.advancing import set_off
from ludex.systems.fet.rules.by_hand import Shine
from ludex.systems.fet.rules.clock import bound_to, dropped, let_go, opened
from ludex.systems.fet.rules.lasting import counted
from ludex.systems.fet.rules.resources import close
from ludex.systems.fet.rules.roster import (
    BEHIND,
    HIDDEN,
    anybody_in,
    check_actor,
    check_own,
    crowds,
    fighter_of,
    free_name,
    on_stage,
    people_in,
    used,
)
from ludex.systems.fet.rules.scenes import check_edge, fits, with_defaults
from ludex.systems.fet.rules.windows import Done, SetOff
from ludex.systems.fet.state import Act, Battle, Fighter, Place, Scene, State, check_battle, check_fighter
from ludex.systems.fet.terms import Amount, Event, Kind, Number, Resource, SceneKind, Zone, tidy

FIRST, BOX, SAFE = ("先攻", "first"), ("方盒", "box"), ("安全区", "safe")
VERSUS = ("对", "vs", "战", "against", "versus")


class StartBattle(
    BattleDeed,
    names=("开战", "fight"),
    who=GM_ONLY,
    said_by=STORY,
    beside=CLOCK,
    picture="flag",
    example=".开战 爱丽丝 韩左 对 守卫 打手",
):
    """`.开战 爱丽丝 韩左 对 守卫 打手 先攻=爱丽丝 安全区=200`, or `方盒=5` for the battle box."""

    sides: Words = ""
    one: Annotated[tuple[str, ...], keyed("one", "甲", kind=ACTOR)] = ()
    other: Annotated[tuple[str, ...], keyed("other", "乙", kind=ACTOR)] = ()
    first_strike: Annotated[tuple[str, ...], keyed("first_strike", *FIRST)] = ()
    safe_capacity: Annotated[str | None, keyed("safe_capacity", *SAFE)] = None
    edge: Annotated[str | None, keyed("edge", *BOX)] = None

    def do(self, asked: Asked) -> Do:
        state: State = asked.state
        words = _bound(narrow(self.sides).split())
        by_key = {key.lower(): value for key, _, value in (word.partition("=") for word in words if "=" in word)}
        first, box, safe = (next((by_key[k] for k in keys if k in by_key), "") for keys in (FIRST, BOX, SAFE))
        edge, capacity = self.edge or box, self.safe_capacity or safe
        people = [(f"{n}", who) for n, side in enumerate(self._sides(asked, words), 1) for who in side]
        fighters = tuple(fighter_of(state, anybody_in(state, who), side=side) for side, who in people)
        scene = Scene(safe_capacity=number_in(capacity, "safe_capacity") if capacity else None)
        if edge:
            scene = Scene(SceneKind.COMPLEX, edge=number_in(edge, "edge"))
            ranks = [0 if f.side == fighters[0].side else 4 for f in fighters]
            fighters = tuple(replace(f, pos=(ranks[n], n, 0)) for n, f in enumerate(fighters))
        strikers = _strikers(state, [*self.first_strike, *split_list(first)], [f.id for f in fighters])
        return Do("combat_start", CombatStart(fighters, scene, strikers, live=True, asks_hurt=True))

    @rule("FET-LIV-12", "FET-LIV-60")
    def _sides(self, asked: Asked, words: list[str]) -> list[list[str]]:
        """Who stands against whom; where nobody is named, everybody on stage who lives."""
        state: State = asked.state
        if self.one and self.other:
            return [list(self.one), list(self.other)]
        there = [
            who for who, one in state.characters.items() if one.stage != BEHIND and not fighter_of(state, who).dead
        ]
        names = [name for word in words if "=" not in word for name in re.split("[、,，]", word) if name]
        sides: list[list[str]] = [[]]
        for one in (part for name in names for part in _apart(state, name)):
            if one.lower() in VERSUS:
                sides.append([])
            else:
                sides[-1].append(one)
        named = [crowds(state, side) for side in sides if side]
        return _opposed(state, named or [list(self.one or self.other or there)])


@rule("FET-FST-1", "FET-LIV-60")
def _strikers(state: State, said: list[str], fighters: list[str]) -> tuple[str, ...]:
    """Who strikes first: of a name that several share, those who fight."""
    meant = people_in(state, said)
    return tuple([who for who in meant if who in fighters] or meant)


def _bound(words: list[str]) -> list[str]:
    """The words of a line, a key with its value (`先攻=爱丽丝`), also where only a space stands between them."""
    bound: list[str] = []
    for word in words:
        key = bound[-1] if bound and bound[-1].lower() in (*FIRST, *BOX, *SAFE) else ""
        bound[-1:] = [f"{key}={word}"] if key else [*bound[-1:], word]
    return bound


@rule("FET-LIV-60")
def _apart(state: State, word: str) -> list[str]:
    """Names that are written as one word (`爱丽丝和韩左`); any other word as it is."""
    known = sorted({name for who in state.people for name in (who, state.called(who))}, key=len, reverse=True)
    one = "|".join(map(re.escape, known))
    return re.findall(one, word) if known and re.fullmatch(rf"(?:(?:{one})[和与跟]?){{2,}}", word) else [word]


def _opposed(state: State, sides: list[list[str]]) -> list[list[str]]:
    """People named in one row: players' characters against NPCs, where there are both (ours)."""
    row = sides[0] if len(sides) == 1 else []
    npcs = [who for who in row if (found := state.bearer(anybody_in(state, who))) is not None and found.npc]
    return [[who for who in row if who not in npcs], npcs] if 0 < len(npcs) < len(row) else sides


class CombatStart(msgspec.Struct, frozen=True):
    """What `combat_start` is given. `first_strike`: whom the GM grants it (FET-FST-1); `live`: time runs by itself;
    `asks_hurt`: who is hurt may give up what it prepares.
    """

    fighters: tuple[Fighter, ...] = ()
    scene: Scene = Scene()
    first_strike: tuple[str, ...] = ()
    live: bool = False
    asks_hurt: bool = False


class CombatBegan(msgspec.Struct, frozen=True):
    time: Number
    waiting: tuple[str, ...]
    set_off: tuple[SetOff, ...] | None = None


@rule("FET-TLN-1", "FET-FST-1", "FET-ZON-6")
async def combat_start(state: State, given: CombatStart) -> CombatBegan:
    """Open the timeline at 0."""
    done = await start_battle(state, given)
    battle = check_battle(done.state)
    return CombatBegan(battle.time, battle.waiting, done.rows or None)


async def start_battle(state: State, given: CombatStart) -> Done:
    """The state with the battle in it, and what that sets off; who fights plays from now on."""
    if state.battle is not None:
        raise RuleError("combat_running", clause="FET-TLN-1")
    ids = [f.id for f in given.fighters]
    if len(set(ids)) < len(ids):
        raise RuleError("duplicate_fighter", clause="FET-TLN-1", fighters=ids)
    for who in given.first_strike:
        if who not in ids:
            raise RuleError("unknown_fighter", clause="FET-FST-1", who=who)
    if given.scene.kind == SceneKind.COMPLEX:
        check_edge(given.scene.edge)
    fighters = tuple(with_defaults(state, f) for f in given.fighters)
    if not fits(given.scene, fighters):
        raise RuleError("safe_zone_full", clause="FET-ZON-6", capacity=given.scene.safe_capacity)
    battle = Battle(fighters, given.scene, first_strike=given.first_strike, live=given.live, asks_hurt=given.asks_hurt)
    alone = len({f.side or f.id for f in fighters}) <= 1  # FET-LIV-19: nobody has left such a battle
    kept_on = battle.sides_left if alone else ""
    battle = replace(battle, passive_start=opened(battle, state.options), kept_on=kept_on)
    state = await on_stage(await used(await happen(CombatStarted(battle)), *ids), BEHIND, *ids)
    return await set_off(state, [occasion(Event.BATTLE_START, who) for who in ids])


class CombatJoin(msgspec.Struct, frozen=True):
    who: str
    side: str = ""
    fighter: Fighter | None = None


class JoinBattle(
    BattleDeed,
    names=("参战", "join"),
    owner=JOIN,
    said_by=JOIN,
    alone=True,
    beside=CLOCK,
    picture="walk",
    example=".参战 守卫",
):
    who: Person = ""
    side: Word = ""

    def do(self, asked: Asked) -> Do:
        """The one who is named, or oneself; who waits hidden joins unseen (FET-LIV-40)."""
        who = check_own(asked, self.who or asked.actor)
        found = asked.state.characters.get(who)
        heard = (GM,) if found is not None and found.stage == HIDDEN else (EVERYBODY,)
        return Do("combat_join", CombatJoin(who, self.side or _kin_side(asked.state, who)), heard)


def _kin_side(state: State, who: str) -> str:
    """The side of an NPC that comes without one: that of the other NPCs, where they all fight on one (ours); else its own."""
    mine = state.bearer(who)
    if state.battle is None or mine is None or mine.side or not mine.npc:
        return ""
    kin = [state.bearer(fighter.id) for fighter in state.battle.fighters]
    sides = {f.side for f, one in zip(state.battle.fighters, kin, strict=True) if one is not None and one.npc}
    return sides.pop() if len(sides) == 1 else ""


class JoinAsMob(
    Deed,
    names=("杂兵", "mob"),
    group="people",
    who=GM_ONLY,
    said_by=STORY,
    beside=SHELF,
    example=".杂兵 水母 体力60 意志40 力量120 敏捷80",
):
    """`.杂兵 水母 体力60 意志40 力量120 敏捷80 阵营=怪`: a fighter without a sheet, straight into the battle."""

    name: Word
    text: Words = ""

    def do(self, asked: Asked) -> Do:
        who = free_name(asked.state, self.name) if self.name in asked.state.characters else self.name  # FET-LIV-50
        side, figures, values = "", dict[str, Number](), dict[str, Number]()
        for word in self.text.replace("＝", "=").split():
            if word.partition("=")[0].lower() in SIDE:  # a side may be a number
                side = word.partition("=")[2]
                continue
            found = _FIGURE.fullmatch(narrow(word))
            if not found:
                raise RuleError("bad_command", text=word)
            figure, number = found[1].lower(), number_in(found[2], "value")
            if figure in FIGURES:
                figures[FIGURES[figure]] = number
            else:
                values[attribute_of(figure)] = number
        if not (side or figures or values):  # a word of another command more likely than a name
            raise RuleError("bad_command", text=self.name)
        for attribute, pool in (("constitution", "stamina"), ("willpower", "will")):
            if pool in figures:
                values.setdefault(attribute, figures[pool])  # FET-STA-1
        fighter = replace(Fighter(who, side, values), **figures)
        return Do("combat_join", CombatJoin(who, fighter=fighter), (GM,))


SIDE = ("阵营", "side")
_FIGURE = re.compile(r"([^\d\s=:.]+)[=:]?(\d+(?:\.\d+)?)", re.ASCII)
FIGURES = {
    **{name: str(resource) for resource in Resource for name in resource.spellings},
    "等级": "level",
    "lv": "level",
    "体型": "size",
    "行动力": "action_points",
    "ap": "action_points",
}
"""Numbers of a fighter that are no attributes."""


class CombatJoined(msgspec.Struct, frozen=True):
    fighters: tuple[str, ...]
    waiting: tuple[str, ...]


@rule("FET-TLN-1", "FET-ZON-6")
async def combat_join(state: State, given: CombatJoin) -> CombatJoined:
    """Come into a running battle."""
    battle = check_battle(state)
    if battle.find(given.who) is not None:
        raise RuleError("duplicate_fighter", clause="FET-TLN-1", fighters=[given.who])
    fighter = with_defaults(state, given.fighter or fighter_of(state, given.who, side=given.side))
    if not fits(battle.scene, (*battle.fighters, fighter)):
        raise RuleError("safe_zone_full", clause="FET-ZON-6", capacity=battle.scene.safe_capacity)
    state = await used(await happen(FighterJoined(fighter)), given.who)
    state = await on_stage(state, BEHIND, given.who)
    kept_on, battle = battle.kept_on, check_battle(state)
    if (
        kept_on and kept_on != battle.sides_left
    ):  # FET-LIV-19: the sides have changed, so that the end may be offered again
        battle = check_battle(await happen(BattleKept("")))
    return CombatJoined(tuple(f.id for f in battle.fighters), battle.waiting)


class CombatCancel(Deed, names=("收手", "drop"), does="combat_cancel", group="acts", alone=True, example=".drop"):
    """What `combat_cancel` is given. `taken`: it comes by itself, because nothing can come of the act any more (FET-LIV-22)."""

    who: Annotated[str, Implied(check_actor)] = ""
    taken: bool = False


class CombatCancelled(msgspec.Struct, frozen=True):
    time: Number
    spent: Number
    waiting: tuple[str, ...]


@rule("FET-WUP-3", "FET-ACP-1", "FET-SKX-9")
async def combat_cancel(state: State, given: CombatCancel) -> CombatCancelled:
    """Drop an act during its wind-up: nothing happens, the time is gone. The frozen decide nothing (Ruling FET-E-61)."""
    battle = check_battle(state)
    fighter = check_fighter(battle, given.who)
    if battle.frozen(given.who):
        raise RuleError("frozen", clause="FET-SKX-9", who=given.who)
    act = fighter.act
    if act is None:
        raise RuleError("no_act", clause="FET-WUP-3", who=given.who)
    state = await dropped(state, _reloaded(fighter, act) if battle.live and act.start == battle.time else fighter)
    return CombatCancelled(battle.time, tidy(battle.time - act.start), check_battle(state).waiting)


@rule("FET-LIV-24")
def _reloaded(fighter: Fighter, act: Act) -> Fighter:
    """Whose shots are given up in the moment in which they were declared has the rounds again."""
    weapon = fighter.weapons.get(act.weapon)
    if weapon is None or act.kind != Kind.SHOOT or not weapon.magazine:
        return fighter
    filled = replace(weapon, loaded=min(weapon.magazine, weapon.rounds + act.shots))
    return replace(fighter, weapons={**fighter.weapons, act.weapon: filled})


class CombatMark(msgspec.Struct, frozen=True):
    who: str = ""
    hidden: bool | None = None
    overloaded: bool | None = None
    zone: Zone | None = None
    pos: Place | None = None
    action_points: Number | None = None


class MarkFighter(
    BattleDeed,
    names=("标记", "mark"),
    who=GM_ONLY,
    said_by=CIRCUMSTANCE,
    many=True,
    aims=True,
    example=".标记 守卫 隐藏",
):
    """`.标记 守卫 隐藏`, `现身`, `超重`, `轻装`, `安全区`, `危险区`, `位置=1,2,0`, `行动力=30`."""

    who: Person
    marks: Words

    def do(self, asked: Asked) -> Do:  # noqa: ARG002  # as every deed
        """What is marked; everybody sees who comes out (FET-LIV-40)."""
        words = _WORDS.findall(_PLACE.sub(r"pos=\1", _POINTS.sub(r"ap=\1", narrow(self.marks))))
        if any(word in SUN for word in words):  # FET-TRX-6
            return Do("shine", Shine((self.who,)))
        marked = CombatMark(self.who)
        for word in words:
            marked = replace(marked, **_mark(word))
        return Do("combat_mark", marked, (EVERYBODY,) if marked == CombatMark(self.who, hidden=False) else (GM,))


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
        return {"pos": tuple(number_in(n, "pos") for n in re.split(r"[\s,/]+", value))}
    raise RuleError("bad_mark", mark=word, marks=[say(f"view.mark_{name}") for name in SAID_MARKS])


MARKS: dict[str, dict[str, Written]] = {
    "隐藏": {"hidden": True},
    "现身": {"hidden": False},
    "超重": {"overloaded": True},
    "轻装": {"overloaded": False},
    "安全区": {"zone": Zone.SAFE},
    "危险区": {"zone": Zone.DANGER},
    "hide": {"hidden": True},
    "hidden": {"hidden": True},
    "show": {"hidden": False},
    "overloaded": {"overloaded": True},
    "light": {"overloaded": False},
    "safe": {"zone": Zone.SAFE},
    "danger": {"zone": Zone.DANGER},
}


SAID_MARKS = ("hide", "show", "overloaded", "light", "safe", "danger", "sunlight", "points", "position")
"""What a refusal offers."""


class CombatMarked(msgspec.Struct, frozen=True):
    who: str
    waiting: tuple[str, ...]
    why: dict[str, Total] = {}


@rule("FET-DST-2", "FET-ACP-1", "FET-ZON-1", "FET-LOD-4")
async def combat_mark(state: State, given: CombatMark) -> CombatMarked:
    """The GM says who is hidden, overloaded, where somebody is, or how many action points it has."""
    points = _points(state, given)
    if state.battle is None and points is not None and given.who in state.characters:  # FET-LIV-13
        await happen(PointsKept(given.who, points.value))
        return CombatMarked(given.who, (), _why(points))
    battle = check_battle(state)
    fighter = check_fighter(battle, given.who)
    said = {**msgspec.structs.asdict(given), "action_points": points.value if points else None}
    changes = {name: value for name, value in said.items() if name != "who" and value is not None}
    if given.hidden is not None:  # FET-LIV-40: who has been seen and then hides is known to be there
        changes["hid_at"] = (fighter.hid_at if fighter.hidden else battle.time) if given.hidden else None
    state = await happen(FightersChanged(battle.time, (replace(fighter, **changes),)))
    if given.hidden is not None and not given.hidden:
        state = await on_stage(state, "hidden", given.who)
    return CombatMarked(given.who, (await _reopened(state)).waiting, _why(points))


@rule("FET-ACP-1", "FET-LIV-25")
def _points(state: State, given: CombatMark) -> Total | None:
    """The action points that the GM gives, with what effects make of them."""
    if given.action_points is None:
        return None
    found = counted(state, given.who, Amount.ACTION_POINTS, given.action_points)
    return Total(max(0, found.value), (because(given.action_points, "why.given"), *found.terms))


def _why(points: Total | None) -> dict[str, Total]:
    return {"action_points": points} if points else {}


async def _reopened(state: State) -> Battle:
    """The battle, with the passive side let in where nobody is left to strike first."""
    battle = check_battle(state)
    start = opened(battle, state.options)
    if start is not None and battle.passive_start is None:
        battle = check_battle(await happen(FightersChanged(battle.time, (), passive_start=start)))
    return battle


class CombatLeave(
    BattleDeed, names=("离场", "leave"), does="combat_leave", alone=True, beside=CLOCK, picture="walk", example=".离场"
):
    who: Annotated[Person, Meant(lambda asked, said: check_own(asked, said or check_actor(asked)))] = ""


class CombatLeft(msgspec.Struct, frozen=True):
    remaining: tuple[str, ...]
    waiting: tuple[str, ...]


@rule("FET-CBA-4")
async def combat_leave(state: State, given: CombatLeave) -> CombatLeft:
    """Take a fighter off the timeline."""
    battle = check_battle(state)
    if battle.find(given.who) is None:
        raise RuleError("not_in_combat", clause="FET-CBA-4", who=given.who)
    state = await happen(FighterLeft(given.who))
    for who in bound_to(battle, given.who):
        state = await happen(FighterLeft(who))
    state = await let_go(state, (given.who,))
    battle = await _reopened(state)
    return CombatLeft(tuple(f.id for f in battle.fighters), battle.waiting)


class CombatEnd(
    BattleDeed,
    names=("终战", "endfight"),
    does="combat_end",
    who=GM_ONLY,
    alone=True,
    beside=CLOCK,
    picture="wait",
    example=".终战",
):
    pass


class Survivor(msgspec.Struct, frozen=True):
    """How a fighter leaves the battle."""

    stamina: Number
    will: Number
    dead: bool
    stamina_scar: Number = 0
    will_scar: Number = 0
    action_points: Number | None = None


class CombatOver(msgspec.Struct, frozen=True):
    time: Number
    fighters: dict[str, Survivor]
    set_off: tuple[SetOff, ...] | None = None


@rule("FET-REC-1")
async def combat_end(state: State, _given: CombatEnd) -> CombatOver:
    """End the battle; where healing skills are allowed the living have their stamina back."""
    battle = check_battle(state)
    there = tuple(f for f in battle.fighters if not f.double_of)
    fighters = there
    if state.options.stamina_recovery == "after_battle":
        fighters = tuple(_refreshed(f) for f in there)
    filled = tuple(new.id for new, old in zip(fighters, there, strict=True) if new.stamina > old.stamina)
    gone = tuple(f.id for f in battle.fighters if f.double_of)  # FET-SKX-11: with the battle they are gone
    state = await close(await happen(CombatEnded(fighters, filled, gone)), [f.id for f in fighters])
    living = [f for f in fighters if not f.dead]
    events = [occasion(Event.BATTLE_END, f.id) for f in living]
    if len({f.side or f.id for f in living}) == 1 and len(living) < len(fighters):
        events += [occasion(Event.WON, f.id) for f in living]
    done = await set_off(state, events)
    left = {f.id: Survivor(f.stamina, f.will, f.dead, f.stamina_scar, f.will_scar, f.action_points) for f in fighters}
    return CombatOver(battle.time, left, done.rows or None)


def _refreshed(fighter: Fighter) -> Fighter:
    if fighter.dead:
        return fighter
    full = tidy(fighter.maximum("stamina") - fighter.stamina_scar)
    return replace(fighter, stamina=max(fighter.stamina, full))


class ViewRow(msgspec.Struct, frozen=True):
    id: str
    stamina: Number
    stamina_max: Number
    will: Number
    will_max: Number
    dead: bool
    kind: str | None = None
    impact: Number | None = None
    start: Number | None = None
    end: Number | None = None
    action_points: Number | None = None


class CombatViewed(msgspec.Struct, frozen=True):
    time: Number
    rows: tuple[ViewRow, ...]


@rule("FET-TLN-1")
async def combat_view(state: State, _given: Nothing) -> CombatViewed:
    """The timeline: by end of act, equal ends in listed order, those without an act last."""
    battle = check_battle(state)
    return CombatViewed(battle.time, tuple(_viewed(f) for f in in_order(battle)))


@rule("FET-SKX-11")
def with_doubles(battle: Battle) -> tuple[Fighter, ...]:
    """Everybody, doubles with what their owners do."""
    acts = {f.id: f.act for f in battle.fighters}
    return tuple(replace(f, act=acts.get(f.double_of)) if f.double_of else f for f in battle.fighters)


def in_order(battle: Battle) -> list[Fighter]:
    """Fighters by the end of their act, those without one last."""
    return sorted(with_doubles(battle), key=lambda f: (f.act is None, f.act.end if f.act else 0))


def _viewed(fighter: Fighter) -> ViewRow:
    act = fighter.act
    return ViewRow(
        id=fighter.id,
        stamina=fighter.stamina,
        stamina_max=fighter.maximum("stamina"),
        will=fighter.will,
        will_max=fighter.maximum("will"),
        dead=fighter.dead,
        kind=act.kind if act else None,
        impact=act.left if act else None,
        start=act.start if act else None,
        end=act.end if act else None,
        action_points=fighter.action_points,
    )
