"""The vocabulary of effects in boon (BOO-LIV-36 to BOO-LIV-43): words, conditions, durations, and what bears upon somebody.

Numbers are read and windows opened by the rules; here stands what can be said, in both languages, and whether it holds.
"""

from typing import Any

import msgspec
from msgspec.structs import replace

from ludex.core.effects.records import Effect, Give, Lasts, Modifier, Occasion, Phrase, Trigger
from ludex.core.effects.vocabulary import Condition, Ending, Quantity, Slot, Sort, Span, Step, Vocabulary, Word
from ludex.core.hints import once, once_each
from ludex.core.names import folded
from ludex.core.rule import rule
from ludex.systems.boon.sheet import Character, Healing, Item, Position
from ludex.systems.boon.state import State, square_of, yards_between
from ludex.systems.boon.terms import ARMOR, AWAY, Attribute, Earth, Kind, Status, Training

SWAY = ("flat", "boons", "banes")

DEEDS = (
    Word("attack", "攻击", "attack"),
    Word("cast", "施法", "cast"),
    Word("shove", "推撞", "shove"),
    Word("stunt", "特技", "stunt"),
    Word("hide", "隐匿", "hide"),
    Word("move", "移动", "move"),
    Word("use_item", "使用道具", "use an item", ("使用", "道具")),
    Word("pass", "让过", "pass"),
    Word("challenge", "检定", "check", ("检定掷骰",)),
    Word("dodge", "闪避", "dodge"),
    Word("block", "格挡", "block"),
    Word("throw", "摔投", "body throw", ("body_throw",)),
)
DENIES = (
    *DEEDS,
    Word("defend", "防御", "defend"),
    Word("pick", "得主动权", "be picked"),
    Word("targeted", "被指定", "be targeted", ("被选中",)),
    Word("nearer", "靠近来源", "come nearer", ("靠近",)),
)


def _roll(key: str, zh: str, en: str, *also: str) -> Quantity:
    return Quantity(key, zh, en, also, gives=SWAY, clause="BOO-LIV-36")


def _number(key: str, zh: str, en: str, *also: str, half: bool = False) -> Quantity:
    gives = ("flat", "half", "set") if half else ("flat", "set")
    return Quantity(key, zh, en, also, gives=gives, clause="BOO-LIV-36")


QUANTITIES = (
    _roll("d20", "检定", "every d20 roll"),
    _roll("hit", "命中", "hit tests"),
    _roll("dodge", "闪避", "dodging"),
    _roll("block", "格挡", "blocking"),
    _roll("throw", "摔投", "body throws"),
    _roll("challenge", "检定掷骰", "challenge rolls"),
    _roll("resist", "抵抗", "resisting"),
    _roll("shove", "推撞", "shoving"),
    _roll("stunt", "特技", "stunts"),
    _roll("initiative", "先攻", "initiative"),
    _roll("against", "受击", "tests against the bearer"),
    _number("armor", "护甲值", "armour value", "护甲", "armor"),
    _number("damage", "伤害", "damage dealt", "造成伤害", "造成的伤害", half=True),
    _number("damage_dice", "伤害骰", "damage dice"),
    _number("taken", "承受", "damage taken", "受伤害", "受到伤害", "受到的伤害", half=True),
    _number("speed", "速度", "Speed"),
    _number("reach", "触及", "reach"),
    _number("range", "射程", "range"),
    _number("ap_max", "动作点", "AP a round", "每轮AP", "AP"),
    Quantity("ap_cost", "耗AP", "AP cost", ("耗动作点",), parts=DEEDS, costs=True, clause="BOO-LIV-36"),
    _number("health", "生命", "health", "生命值"),
    _number("healing", "受治", "healing received"),
    _number("tn", "目标点数", "target number", "难度"),
    _number("hands", "手", "hands"),
    _number("light", "光", "light"),
)
GIVES = (
    Word("flat", "加", "flat", ("加值",)),
    Word("boons", "优势", "boons"),
    Word("banes", "劣势", "banes"),
    Word("half", "减半", "half"),
    Word("set", "定为", "set", ("设为", "固定为")),
    Word("ap", "耗动作点", "AP", ("AP", "动作点")),
)


# ---------------------------------------------------------------------- who and what an effect speaks of
def _both(state: State, effect: Effect, phrase: Phrase, at: Occasion) -> Character | None:
    """The bearer, or the other one where the condition says so."""
    return state.find(at.other(effect.bearer) if phrase.value() == "other" else effect.bearer)


def apart(state: State, one: str, other: str) -> int | None:
    """Yards between two, if both stand on the map."""
    a, b = square(state, one), square(state, other)
    return None if a is None or b is None else yards_between(a, b)


def square(state: State, who: str) -> Position | None:
    """Where somebody or something stands, or the square that bears an effect itself."""
    if who.startswith("@"):
        return square_of(who)
    found = state.find(who) or state.thing(who)
    return found.position if found else None


def _tag(_state: State, _effect: Effect, phrase: Phrase, at: Occasion) -> bool:
    tags = at.fact("tags", ())
    return phrase.value() in (tags if isinstance(tags, tuple) else ())


def _task(_state: State, _effect: Effect, phrase: Phrase, at: Occasion) -> bool:
    return folded(phrase.value()) in folded(str(at.fact("task")))


def _item(_state: State, _effect: Effect, phrase: Phrase, at: Occasion) -> bool:
    names = at.fact("items", ())
    return folded(phrase.value()) in map(folded, names if isinstance(names, tuple) else ())


def _size(state: State, effect: Effect, at: Occasion) -> float:
    bearer, other = state.find(effect.bearer), state.find(at.other(effect.bearer))
    return 0 if bearer is None or other is None else float(other.size) - float(bearer.size)


def _near(state: State, effect: Effect, phrase: Phrase, at: Occasion) -> bool:
    yards = apart(state, effect.bearer, at.other(effect.bearer))
    return yards is not None and yards <= phrase.number()


def _bears(state: State, effect: Effect, phrase: Phrase, at: Occasion) -> bool:
    who = _both(state, effect, phrase, at)
    wanted = folded(phrase.value(1))
    return who is not None and any(wanted in (folded(e.id), folded(e.name), e.shelf) for e in state.upon(who.id))


def _holds(state: State, effect: Effect, phrase: Phrase, at: Occasion) -> bool:
    who, wanted = _both(state, effect, phrase, at), phrase.value(1)
    if who is None:
        return False
    held: list[Item] = [i for i in who.items if i.in_hand and i.id != "unarmed"]
    if folded(wanted) in ("无", "nothing"):
        return not held
    worn = [who.armor.name, who.armor.shelf] if who.armor else []
    words = [w for i in held for w in (i.id, i.name, i.shelf, i.kind.value, i.kind.zh)] + worn
    return folded(wanted) in {folded(word) for word in words}


def _ground(state: State, effect: Effect, phrase: Phrase, _at: Occasion) -> bool:
    at = square(state, effect.bearer)
    return any(at in g.cells for g in state.ground if g.kind == phrase.value())


def _at_least(name: str) -> Any:
    def holds(_state: State, _effect: Effect, phrase: Phrase, at: Occasion) -> bool:
        found = at.fact(name, None)
        return isinstance(found, int) and found >= phrase.number()

    return holds


WHO = Slot(
    "who", Sort.WORD, (Word("bearer", "自己", "bearer"), Word("other", "对方", "the other", ("other",))), "bearer"
)
KINDS = (*(Word(k.value, k.zh, k.en) for k in Kind), Word("area", "范围", "area"))
ATTRIBUTES = tuple(Word(a.value, a.zh, a.en) for a in Attribute)
EARTHS = tuple(Word(e.value, e.zh, e.en) for e in Earth)


def _of(what: str) -> Any:
    def holds(state: State, effect: Effect, phrase: Phrase, at: Occasion) -> bool:
        who = _both(state, effect, phrase, at)
        return who is not None and bool(getattr(who, what))

    return holds


def _side(state: State, effect: Effect, phrase: Phrase, at: Occasion) -> bool:
    who = _both(state, effect, phrase, at)
    if who is None:
        return False
    side = state.side(who.side)
    return folded(phrase.value(1)) in map(folded, side.words if side else (who.side,))


def _that_one(state: State, effect: Effect, phrase: Phrase, at: Occasion) -> bool:
    other = state.find(at.other(effect.bearer))
    return other is not None and folded(phrase.value()) in (folded(other.id), folded(other.name))


def _prone(state: State, effect: Effect, phrase: Phrase, at: Occasion) -> bool:
    who = _both(state, effect, phrase, at)
    return who is not None and any("prone" in (e.shelf, e.id.partition("-")[0]) for e in state.upon(who.id))


TAGS = (Word("火", "火", "fire"), Word("电", "电", "lightning"))
"""The shipped tags (BOO-LIV-54), by which others ask for them."""
CONDITIONS = (
    Condition("kind", "类别", "kind", ("方式",), holds=lambda _s, _e, p, at: at.fact("kind") == p.value(), slots=(Slot("kind", Sort.WORD, KINDS),)),
    Condition("attribute", "属性", "attribute", holds=lambda _s, _e, p, at: at.fact("attribute") == p.value(), slots=(Slot("attribute", Sort.WORD, ATTRIBUTES),)),
    Condition("task", "事情", "task", holds=_task, slots=(Slot("word"),)),
    Condition("item", "用", "with", ("持此物",), holds=_item, slots=(Slot("item"),)),
    Condition("tag", "标签", "tag", ("来源",), holds=_tag, slots=(Slot("tag", words=TAGS),)),
    Condition("prone", "倒地", "prone", holds=_prone, slots=(WHO,)),
    Condition("injured", "受伤", "injured", holds=_of("injured"), slots=(WHO,)),
    Condition("hidden", "隐匿", "hidden", holds=_of("hidden"), slots=(WHO,)),
    Condition("larger", "更大", "larger", holds=lambda s, e, _p, at: _size(s, e, at) > 0),
    Condition("smaller", "更小", "smaller", holds=lambda s, e, _p, at: _size(s, e, at) < 0),
    Condition("side", "阵营", "side", holds=_side, slots=(WHO, Slot("side"))),
    Condition("that_one", "此人", "that one", holds=_that_one, slots=(Slot("who"),)),
    Condition("near", "码内", "within", ("距离",), holds=_near, slots=(Slot("yards", Sort.NUMBER),)),
    Condition("bears", "有状态", "bears", ("状态",), holds=_bears, slots=(WHO, Slot("state", thing=True))),
    Condition("holds", "持有", "holds", ("手持", "穿着"), holds=_holds, slots=(WHO, Slot("thing"))),
    Condition("from_hiding", "来自隐匿", "from hiding", holds=lambda _s, _e, _p, at: bool(at.fact("hiding", False))),
    Condition("face", "骰面", "face", holds=_at_least("face"), slots=(Slot("n", Sort.NUMBER),)),
    Condition("total", "总值", "total", holds=_at_least("total"), slots=(Slot("n", Sort.NUMBER),)),
    Condition("beaten", "胜过", "beaten by", holds=_at_least("beaten"), slots=(Slot("n", Sort.NUMBER),)),
    Condition("ground", "地形", "on ground", holds=_ground, slots=(Slot("ground", Sort.WORD, EARTHS),)),
    Condition("surprise", "突袭轮", "surprise round", holds=lambda s, _e, _p, _at: bool(s.clock.surprise)),
    Condition("fight", "战斗中", "in a fight", holds=lambda s, _e, _p, _at: bool(s.clock.running)),
)  # fmt: skip

OCCASIONS = (
    Word("declared", "宣告", "declared"),
    Word("hit", "命中", "hit"),
    Word("missed", "未命中", "missed"),
    Word("defended", "防住", "defended"),
    Word("armor_struck", "护甲受击", "armour struck"),
    Word("wounded", "受创", "wounded"),
    Word("item_broken", "损坏", "item broken"),
    Word("dropped", "倒下", "dropped"),
    Word("died", "死亡", "died"),
    Word("cast", "施法", "cast"),
    Word("resisted", "抵抗", "resisted"),
    Word("stunt_done", "特技成功", "stunt done"),
    Word("moved", "移动", "moved"),
    Word("entered", "踏入", "entered"),
    Word("pushed", "被推", "pushed"),
    Word("hid", "隐匿", "hid"),
    Word("revealed", "暴露", "revealed"),
    Word("picked", "得主动权", "picked"),
    Word("healed", "受治", "healed"),
    Word("round_end", "轮末", "end of the round"),
    Word("fight_start", "开战", "start of the fight"),
    Word("fight_end", "战斗结束", "end of the fight"),
    Word("scene_end", "场景结束", "end of the scene"),
    Word("rested", "休息", "rested"),
    Word("effect_ended", "效果结束", "effect ended"),
)
STATUSES = tuple(Word(s.value, s.zh, s.en) for s in Status)
RATE = Word("rate", "恢复率", "rate")
STEPS = (
    Step("damage", "伤害", "damage", slots=(Slot("dice", Sort.DICE), Slot("tag", words=TAGS, default=""))),
    Step("heal", "治疗", "heal", slots=(Slot("dice", Sort.DICE, (RATE,)),)),
    Step("wear", "磨损", "wear", slots=(Slot("dice", Sort.DICE), Slot("item", default="", thing=True))),
    Step("push", "推", "push", slots=(Slot("yards", Sort.NUMBER, default="1"),)),
    Step("move", "移", "move", slots=(Slot("x", Sort.NUMBER), Slot("y", Sort.NUMBER))),
    Step("drop", "掉落", "drop", slots=(Slot("item", default="", thing=True),)),
    Step("effect", "效果", "effect", ("状态上",), slots=(Slot("state", thing=True),)),
    Step("end", "结束", "end", slots=(Slot("state", default="", thing=True),)),
    Step("ap", "动作点", "AP", slots=(Slot("n", Sort.NUMBER),)),
    Step("status", "状态", "status", slots=(Slot("status", Sort.WORD, STATUSES),)),
    Step("reveal", "暴露", "reveal"),
    Step("check", "检定", "check", slots=(Slot("attribute", Sort.WORD, ATTRIBUTES), Slot("target", Sort.NUMBER, default="10")), forks=True),
    Step("deed", "行动", "deed", slots=(Slot("deed", Sort.WORD, DEEDS), Slot("what", default=""))),
    Step("cover", "替", "cover"),
    Step("ask", "问", "ask", slots=(Slot("text"),)),
)  # fmt: skip
SPANS = (
    Span("rounds", "轮", "rounds", ("round",), ends=Ending.CLOCK, now=lambda s: int(s.clock.round), until=("到第 {end} 轮末", "to the end of round {end}"), one="round"),
    Span("round", "本轮", "this round", ends=Ending.CLOCK, now=lambda s: int(s.clock.round), fixed=0, until=("到第 {end} 轮末", "to the end of round {end}")),
    Span("minutes", "分", "minutes", ("分钟", "minute"), ends=Ending.CLOCK, now=lambda s: int(s.time), factor=60, until=("到 {end} 秒", "until second {end}"), one="minute"),
    Span("hours", "时", "hours", ("小时", "hour"), ends=Ending.CLOCK, now=lambda s: int(s.time), factor=3600, until=("到 {end} 秒", "until second {end}"), one="hour"),
    Span("uses", "次", "uses", ("use",), ends=Ending.COUNT, one="use"),
    Span("points", "点", "points", ("point",), ends=Ending.COUNT, one="point"),
    Span("action", "下个动作", "the next action"),
    Span("rid", "摆脱", "until got rid of"),
    Span("scene", "本场", "the scene"),
    Span("good", "永久", "for good"),
)  # fmt: skip
WHOSE = (
    Word("", "自己", "own"),
    Word("doer", "自己做", "as doer"),
    Word("target", "自己受", "as target"),
    Word("both", "双方", "as either", ("either",)),
    Word("friend", "同伴", "a friend's", ("友方", "friends")),
    Word("foe", "敌人", "a foe's", ("敌方", "foes")),
    Word("anybody", "任何人", "anybody's", ("all", "全体")),
)
WHOM = (
    Word("", "自己", "bearer"),
    Word("other", "对方", "the other"),
    Word("creator", "来源", "creator"),
    Word("all", "全体", "all", ("所有人", "人")),
    Word("friends", "同伴", "friends", ("友方",)),
    Word("foes", "敌人", "foes", ("敌方",)),
)
PERS = (
    Word("round", "轮", "round"),
    Word("fight", "战斗", "fight", ("场战斗",)),
    Word("scene", "场景", "scene", ("场",)),
    Word("rest", "休息", "rest"),
)
TAUGHT = tuple(Word(one.value, one.zh, one.en, one.also) for one in Training)
GRANTS = (
    Step("deed", "行动", "deed", slots=(Slot("deed", Sort.WORD, DEEDS),)),
    Step("defense", "防御", "defence", slots=(Slot("defense", thing=True),)),
    Step("training", "训练", "training", slots=(Slot("training", words=TAUGHT),)),
    Step("light", "光", "light", slots=(Slot("yards", Sort.NUMBER),)),
    Step("passage", "穿行", "passage"),
)


# ---------------------------------------------------------------------- what bears upon somebody
@once_each
def borne(state: State, who: str) -> tuple[Effect, ...]:
    """The effects on somebody now: its own, those of what it holds and wears, of its square, and of auras that reach it."""
    found = [e for e in state.effects if e.bearer == who]
    bearer = state.find(who)
    if bearer is None:
        return tuple(found)
    found = [e for e in (*found, *_carried(bearer)) if not (e.aura and e.over == "foe")]  # Ruling BOO-E-55
    for effect in state.effects:
        if effect.bearer.startswith("@") and bearer.position is not None and effect.aura == 0:
            found += [replace(effect, bearer=who)] * (square(state, effect.bearer) == bearer.position)
    for effect in _radiating(state, who):
        if reaches(state, effect, bearer):
            found.append(replace(effect, bearer=who, secret=effect.secret or _is_unknown(state, effect.bearer)))
    return tuple(found)


@rule("BOO-LIV-36")
def _radiating(state: State, who: str) -> list[Effect]:
    """The auras of everybody and everything else: of states on people, objects and squares, and of what people bring (Ruling BOO-E-55)."""
    brought = (e for c in state.radiating if c.id != who and c.status not in AWAY for e in _carried(c))
    return [e for e in (*(e for e in state.effects if e.bearer != who), *brought) if e.aura]


def _is_unknown(state: State, who: str) -> bool:
    """Whether somebody or something is there of which no player may know (BOO-LIV-44): what comes from it is as secret."""
    found = state.find(who) or state.thing(who)
    return found is not None and found.secret


@once
def _carried(bearer: Character) -> tuple[Effect, ...]:
    """What its nature and its class bring, armour that is worn, gear in hand or carried; used up or broken things bring nothing."""
    if not bearer.brings:
        return ()
    things = [i for i in bearer.items if i.effects and i.borne and not i.broken and i.uses is None]
    found = [replace(_named_after(e, i.name or i.id, i.shelf), id=f"{i.id}:{e.id}") for i in things for e in i.effects]
    if (worn := bearer.armor) and not worn.broken:
        own = (_named_after(e, worn.name, worn.shelf) for e in worn.effects)
        found = [*(replace(e, id=f"{ARMOR}:{e.id}") for e in own), *found]
    nature = [_named_after(e, bearer.called) for e in bearer.traits]
    class_ = [_named_after(e, bearer.calling) for e in bearer.gifts]
    return tuple(replace(e, bearer=bearer.id) for e in (*nature, *class_, *found))


@rule("BOO-LIV-59")
def _named_after(effect: Effect, name: str, shelf: str = "") -> Effect:
    """An effect that has no name of its own goes by that of what brings it: no reader is shown an id."""
    return effect if effect.name or effect.shelf else replace(effect, name=name, shelf=shelf)


def reaches(state: State, effect: Effect, who: Character) -> bool:
    """Whether an aura covers somebody."""
    yards = apart(state, effect.bearer, who.id)
    return yards is not None and yards <= effect.aura and means(state, effect, who, effect.over or "anybody")


def means(state: State, effect: Effect, who: Character, whose: str) -> bool:
    """Whether «friends» or «foes» means somebody, seen from who bears an effect (of a square: from who laid it)."""
    centre = state.find(effect.bearer) or state.find(effect.by)
    if whose in ("anybody", "all") or centre is None:
        return True
    same = centre.side == who.side
    return same and who.id != centre.id if whose in ("friend", "friends") else not same


WORDS = Vocabulary(
    auras=True,
    quantities=QUANTITIES,
    gives=GIVES,
    conditions=CONDITIONS,
    occasions=OCCASIONS,
    steps=STEPS,
    spans=SPANS,
    whose=WHOSE,
    whom=WHOM,
    pers=PERS,
    denies=DENIES,
    grants=GRANTS,
    borne=borne,
    clause="BOO-LIV-36",
)


def settles(effect: Effect) -> bool:
    """Whether there is something to settle at the end of a round (BOO-EOR-1)."""
    return any(t.on == "round_end" for t in effect.triggers)


class ShortEffect(msgspec.Struct, frozen=True, kw_only=True):
    """An effect as the document knows it: boons and banes on every d20, and damage or healing at the end of each round."""

    id: str
    target: str
    creator: str = ""
    rounds: int | None = None
    damage: int | None = None
    dice: int | None = None
    die: int | None = None
    heal: Healing | None = None
    boons: int = 0
    banes: int = 0
    name: str = ""

    @property
    def plain(self) -> Effect:
        gives = tuple(Give(how, n) for how, n in (("boons", self.boons), ("banes", self.banes)) if n)
        steps: list[Phrase] = []
        if self.die is not None:
            steps.append(Phrase("damage", (f"{1 if self.dice is None else self.dice}d{self.die}", "")))
        elif self.damage is not None:
            steps.append(Phrase("damage", (str(self.damage), "")))
        if self.heal is not None:
            steps.append(Phrase("heal", (str(self.heal),)))
        return Effect(
            modifiers=(Modifier("d20", gives),) if gives else (),
            triggers=(Trigger("round_end", whose="target", do=tuple(steps)),) if steps else (),
            lasts=() if self.rounds is None else (Lasts("rounds", self.rounds),),
        )
