"""Acts as people declare them (FET-ACT, FET-LIV-9, -11, -12, -22, -60): how much, with which attribute, at whom, with what.

A skill outside battle (FET-SKL-1) opens the timeline, or is a check of its attribute, or is not to be: the GM's word.
"""

import re
from typing import Annotated, ClassVar, Self, TypeVar

import msgspec
from msgspec.structs import replace

from ludex.core.asks import Option, choose
from ludex.core.declaring import Deed, as_asked
from ludex.core.deeds import ALWAYS, WORD, Asked, Do, Field
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.fields import keyed
from ludex.core.names import folded, narrow, split_list
from ludex.core.principals import GM
from ludex.core.rule import rule
from ludex.core.say import say
from ludex.systems.fet.content import names_of, own_name, skill_named, weapons
from ludex.systems.fet.events.battle import CombatEnded, CombatStarted, WordsSettled
from ludex.systems.fet.kinds import (
    REACH,
    Blade,
    DamageSort,
    Far,
    Gun,
    Healed,
    Hurt,
    Impact,
    Kinds,
    Nothing,
    Six,
    Targets,
    Word,
    Words,
    offers,
    word_of,
)
from ludex.systems.fet.kinds.reading import attribute_in, attribute_of, number_in
from ludex.systems.fet.redact import act_heard_by
from ludex.systems.fet.rules.advancing import CombatReact, chain, combat_react
from ludex.systems.fet.rules.belongings import blade_in, gun_in
from ludex.systems.fet.rules.checks import Check, Checked, check
from ludex.systems.fet.rules.clock import check_impact, impact_in
from ludex.systems.fet.rules.declaring import CombatDeclare, CombatDeclared, declare
from ludex.systems.fet.rules.instants import HARMS, check_moment, scratch
from ludex.systems.fet.rules.law import check_legal
from ludex.systems.fet.rules.moment import EndingAct, Moment
from ludex.systems.fet.rules.outcomes import settle_skill
from ludex.systems.fet.rules.roster import (
    BEHIND,
    SELF,
    anybody_in,
    check_actor,
    check_alive,
    check_character,
    fighter_in,
)
from ludex.systems.fet.rules.scenes import SINGLE, check_targets, needs_target
from ludex.systems.fet.rules.settling import CombatAdvanced, settle_moment
from ludex.systems.fet.rules.timeline import CombatStart, start_battle
from ludex.systems.fet.rules.windows import told
from ludex.systems.fet.sheet import Skill
from ludex.systems.fet.state import Act, Place, State, check_battle, check_fighter
from ludex.systems.fet.terms import PHYSICAL, Event, Kind, Number, Resource, Result, Zone, typed_number

# --- what is declared --------------------------------------------------------------------------------------------------


class ActLine(Deed, group="acts"):
    kind: ClassVar[Kind]

    def declare(self, asked: Asked, act: CombatDeclare) -> Do:
        """Declare it; others see it when the table wants them to. For a puppet its user declares, or the GM in the user's name."""
        who, state = check_actor(asked), asked.state
        fighter = state.fighter(who)
        hold = fighter.under("puppet", state.battle.time) if fighter else None  # FET-SKX-8
        if hold and (asked.gm or hold.by in asked.controls):
            act = replace(act, by=hold.by)
        if self.kind in REACHING_SEVERAL and len(act.target or ()) > 1:
            act = _several(asked, act)
        return Do("combat_declare", act, act_heard_by(state, who))


REACHING_SEVERAL = (Kind.ATTACK, Kind.SHOOT, Kind.HEAL, Kind.DEBUFF)
"""Plain acts that may reach several where the GM allows it."""

MANY = {"各": "full", "各受": "full", "平分": "split", "full": "full", "each": "full", "split": "split"}


@rule("FET-LIV-11")
def _several(asked: Asked, act: CombatDeclare) -> CombatDeclare:
    """How several are reached: as the GM says in the line, as the table has it, or the GM is asked."""
    if asked.gm:
        said, _, rest = act.note.partition(" ")
        return replace(act, several=MANY[said], note=rest) if said in MANY else act
    if asked.state.options.several_targets != "one":
        return act
    trust = asked.trust("circumstance.several")
    if trust == "strict":
        raise RuleError("gm_only")
    return replace(act, several="full" if trust in ("open", "allowed") else "ask")


@rule("FET-LIV-22")
def _aim(asked: Asked, act: CombatDeclare, said: tuple[str, ...], *, healing: bool = False) -> CombatDeclare:
    """An act at those who are meant; where nobody is named, at the only living enemy that is seen, or the only friend hurt."""
    battle, own = asked.state.battle, asked.state.fighter(asked.actor)
    if said or battle is None:
        names = [asked.actor if name in SELF else name for name in said]
        return replace(act, target=tuple(fighter_in(asked.state, name) for name in names))
    there = [f for f in battle.fighters if not f.dead and (healing or not f.unseen_at(battle.time))]
    people = [f for f in there if own is not None and (f.side == own.side) is healing]
    meant = [f.id for f in people if not healing or f.stamina < f.maximum("stamina") or f.will < f.maximum("will")]
    return replace(act, target=tuple(meant), taken=True) if len(meant) == 1 else replace(act, target=())


# --- acts with an impact and an attribute ------------------------------------------------------------------------------

_SIZE = re.compile(r"\d+(?:\.\d+)?t?", re.IGNORECASE)
_GLUED = re.compile(r"(\d+(?:\.\d+)?t?)", re.IGNORECASE)


class SizedAct(ActLine):
    impact: Impact
    attribute: Six

    def declaration(self, asked: Asked) -> CombatDeclare:
        impact, named = self.impact, self.attribute
        if attribute_in(impact) is not None:
            impact, named = named, impact
            if not any(letter.isdigit() for letter in narrow(impact)):
                raise RuleError("impact_required", clause="FET-ACT-3")
        attribute = attribute_of(named)
        if impact[-1:].lower() != "t":
            size = number_in(impact, "impact")
        else:
            fighter = asked.state.fighter(asked.actor)
            value = fighter.values.get(attribute, 0) if fighter else 0
            size = impact_in(number_in(impact[:-1], "time"), value, options=asked.state.options)
        return CombatDeclare(asked.actor, self.kind, attribute, size)

    @rule("FET-LIV-60")
    def in_order(self, last: str = "target") -> Self:
        """An act whose words stand otherwise than usual (`打手 50 力量`, `力量50 打手`), in their places; `last`: the field behind both."""
        first, second = self.impact, self.attribute
        if (_is_size(first) and _is_attribute(second)) or (_is_attribute(first) and _is_size(second)):
            return self
        behind = getattr(self, last)
        listed = [behind] if isinstance(behind, str) else behind
        words = [part for word in (first, second, *filter(None, listed)) for part in _parts(word)]
        size = next((word for word in words if _is_size(word)), "")
        named = next((word for word in words if _is_attribute(word)), "")
        if not (size and named):
            return self
        left = [name for word in words if word not in (size, named) for name in split_list(word)]
        placed = "".join(left[:1]) if isinstance(behind, str) else tuple(left)
        return replace(self, impact=size, attribute=named, **{last: placed})


def _parts(word: str) -> list[str]:
    """An attribute and a number that are glued together (`力量50`) as two words; any other word as it is."""
    parts = [part for part in _GLUED.split(word) if part]
    return parts if len(parts) == 2 and any(map(_is_attribute, parts)) else [word]


def _is_size(word: str) -> bool:
    return _SIZE.fullmatch(narrow(word)) is not None


def _is_attribute(word: str) -> bool:
    try:
        return attribute_in(word) is not None
    except RuleError:
        return False


class PlainAct(SizedAct):
    note: Words = ""

    def do(self, asked: Asked) -> Do:
        return self.declare(asked, replace(self.declaration(asked), note=self.note))


class RaiseShield(PlainAct, names=("护盾", "盾", "防御", "def"), picture="shield", example=".盾 80 智力"):
    kind = Kind.DEFEND


class Dodge(PlainAct, names=("闪避", "闪", "dodge"), picture="shield", example=".闪 60 敏捷"):
    kind = Kind.DODGE


class Parry(PlainAct, names=("招架", "格挡", "parry"), picture="shield", example=".招架 60 力量"):
    kind = Kind.PARRY


class BreakFree(PlainAct, names=("突破", "free"), example=".突破 40 意志"):
    kind = Kind.BREAK


class DoAnything(PlainAct, names=("做", "do"), example=".做 50 敏捷 撬锁"):
    kind = Kind.OTHER


class Move(SizedAct, names=("移动", "移", "move"), picture="walk", example=".移 20 敏捷 安全区"):
    """Move so many D: to a cube `1,2,0`, or to a zone."""

    kind = Kind.MOVE
    to: Annotated[str, Field("", keys=("到", "to"), among=offers.zones)] = ""

    def do(self, asked: Asked) -> Do:
        act = self.in_order("to")
        to, zone = _way(act.to)
        return self.declare(asked, replace(act.declaration(asked), to=to, to_zone=zone))


def _way(text: str) -> tuple[Place | None, Zone | None]:
    if not text or Zone.holds(text):
        return None, Zone.read(text) if text else None
    return tuple(number_in(n, "to") for n in text.replace("，", ",").replace("/", ",").split(",")), None


# --- acts at somebody --------------------------------------------------------------------------------------------------


class AimedAct(SizedAct):
    target: Targets = ()


Noted = TypeVar("Noted", "Attack", "Shoot", "Heal", "Weaken")
Armed = TypeVar("Armed", "Attack", "Shoot")


@rule("FET-LIV-60")
def _spread(act: Noted, asked: Asked) -> Noted:
    """Names right behind the first target are targets as well: several are set apart by spaces, too."""
    words, known = act.note.split(), set(offers.fighters(asked.state, asked.actor).values())
    more: list[str] = []
    while words and act.target and (names := split_list(words[0])) and all(one in known for one in names):
        more += names
        words.pop(0)
    return replace(act, target=(*act.target, *more), note=" ".join(words)) if more else act


@rule("FET-LIV-9")
def _with_weapon(act: Armed, asked: Asked) -> Armed:
    """A weapon that one carries, named among the targets or right behind them, is what the act is done with."""
    arms, there = arms_of(asked), offers.fighters(asked.state, asked.actor).values()
    first, _, rest = act.note.partition(" ")
    named = [word for word in act.target if folded(word) in arms and word not in there]
    if act.weapon or not (named or folded(first) in arms):
        return act
    if not named:
        return replace(act, weapon=first, note=rest.strip())
    return replace(act, weapon=named[0], target=tuple(word for word in act.target if word not in named))


def _hurts(act: "Attack | Heal") -> tuple[str, str]:
    """Which resource an act is about, and its words: by key (`伤=意志`), or as the first of the words behind the target."""
    head, _, rest = act.note.partition(" ")
    return (Resource.read(head), rest.strip()) if Resource.holds(head) else (act.resource, act.note)


BARE = ("空手", "徒手", "赤手空拳", "拳头", "bare", "bare-handed")


def arms_of(asked: Asked) -> dict[str, str]:
    """What a blow may be done with, by what people type: the weapons that one carries, bare hands, what the table knows besides."""
    known = {folded(weapon.name): weapon.name for weapon in weapons(asked.state).values()}
    carried = offers.own_weapons(asked.state, asked.actor)
    own = {folded(said): name for name in carried for said in (*names_of(name), name)}
    return {**known, **dict.fromkeys(BARE, BARE[0]), **own}


@rule("FET-LIV-9")
def _carried(asked: Asked, named: str) -> str:
    fighter, found = asked.state.fighter(asked.actor), arms_of(asked).get(folded(named), named)
    if fighter is not None and found not in fighter.weapons:
        raise RuleError("not_carried", clause="FET-LIV-9", which=[named], items=list(fighter.weapons))
    return found


def _gun(asked: Asked, named: str) -> str:
    """The gun that is named, else the one in hand, else the first carried."""
    if named:
        return _carried(asked, named)
    fighter, gun = asked.state.fighter(asked.actor), gun_in(asked.state, asked.actor)
    if not gun and fighter is not None:
        raise RuleError("not_carried", clause="FET-LIV-9", which=[say("view.a_gun")], items=list(fighter.weapons))
    return gun


class Attack(AimedAct, names=("攻击", "攻", "atk"), picture="sword", example=".攻 60 力量 打手"):
    """A blow: with a weapon `武器=军刀`, on the will `意志` (`伤=意志`), without contact `隔空`, of a sort `类型=火焰`."""

    kind = Kind.ATTACK
    weapon: Blade = ""
    resource: Hurt = Resource.STAMINA
    sort: DamageSort = ""
    far: Far = False
    note: Words = ""

    def in_place(self, asked: Asked) -> "Attack":
        return _with_weapon(_spread(self.in_order(), asked), asked)

    @classmethod
    def word(cls, asked: Asked, _kinds: Kinds) -> Kinds:
        """With one of the physical three, striking from afar or at the will is the GM's word (ours; FET-LIV-1)."""
        blow: Attack = as_asked(cls, asked).in_place(asked)
        fighter = asked.state.fighter(asked.actor)
        weapon = fighter.weapons.get(arms_of(asked).get(folded(blow.weapon), "")) if fighter else None
        far = blow.far and not (weapon and ("隔空" in weapon.note or weapon.range))
        physical = any(attribute_in(said) in PHYSICAL for said in (blow.impact, blow.attribute) if _is_attribute(said))
        return word_of(REACH) if physical and (far or _hurts(blow)[0] == Resource.WILL) else ()

    def do(self, asked: Asked) -> Do:
        """The blow with the weapon that is named, else with a melee one in hand; `武器=空手` for none."""
        blow = self.in_place(asked)
        resource, note = _hurts(blow)
        weapon = blade_in(asked.state, asked.actor)  # FET-LIV-22
        if blow.weapon:
            weapon = "" if folded(blow.weapon) in BARE else _carried(asked, blow.weapon)
        act = replace(blow.declaration(asked), resource=resource, note=note, sort=blow.sort, weapon=weapon)
        act = replace(act, armed=bool(weapon and blow.weapon), contact=False if blow.far else None)
        return blow.declare(asked, _aim(asked, act, blow.target))


class Shoot(ActLine, names=("射击", "射", "shoot"), picture="bow", example=".射 打手 2"):
    """Shots with a ranged weapon, `手枪` or `武器=手枪`; the one in hand (or the first carried) where none is named."""

    kind = Kind.SHOOT
    target: Targets = ()
    shots: Annotated[str, Field("", among=("1", "2", "3"))] = ""
    weapon: Gun = ""
    sort: DamageSort = ""
    note: Words = ""

    def do(self, asked: Asked) -> Do:
        """So many shots, also where the number stands behind the weapon."""
        shot = _with_weapon(_spread(self._with_words(asked), asked), asked)
        first, _, rest = shot.note.partition(" ")
        behind = None if shot.shots else _count(first)
        shots, note = (_count(shot.shots) or 0, shot.note) if shot.shots else (1, shot.note)
        shots, note = (shots, note) if behind is None else (behind, rest.strip())
        weapon = _gun(asked, shot.weapon)
        act = CombatDeclare(asked.actor, self.kind, weapon=weapon, shots=shots, note=note, sort=shot.sort)
        return shot.declare(asked, _aim(asked, replace(act, armed=bool(shot.weapon)), shot.target))

    def _with_words(self, asked: Asked) -> "Shoot":
        """A number is how many shots, before or behind the target; any other word behind it is a weapon, a target or said besides."""
        people = self.target
        if people and _count(people[0]) is not None and people[0] not in offers.fighters(asked.state, asked.actor):
            return replace(self, target=(*people[1:], *split_list(self.shots)), shots=people[0])
        if _count(self.shots) is not None:
            return self
        return replace(self, shots="", note=f"{self.shots} {self.note}".strip())


def _count(word: str) -> Number | None:
    """So many shots: a number, perhaps with its measure word."""
    return TIMES.get(word.lower()) or typed_number(narrow(word).rstrip("发發枪槍弹彈"))


TIMES = {"once": 1, "twice": 2, "thrice": 3}
"""So often, in English."""


class Reload(ActLine, names=("装填", "reload"), example=".装填 手枪"):
    kind = Kind.RELOAD
    weapon: Annotated[str, Field("", among=offers.own_guns)] = ""

    def do(self, asked: Asked) -> Do:
        """That of the gun that is named, or in hand."""
        return self.declare(asked, CombatDeclare(asked.actor, self.kind, weapon=_gun(asked, self.weapon)))


class Interrupt(AimedAct, names=("打断", "int"), picture="sword", example=".打断 40 敏捷 打手"):
    kind = Kind.INTERRUPT
    note: Words = ""

    def do(self, asked: Asked) -> Do:
        act = self.in_order()
        return self.declare(asked, _aim(asked, replace(act.declaration(asked), note=act.note), act.target))


class Heal(AimedAct, names=("治疗", "疗", "heal"), picture="flask", example=".疗 40 智力 韩左"):
    kind = Kind.HEAL
    resource: Healed = Resource.STAMINA
    sort: DamageSort = ""
    note: Words = ""

    def do(self, asked: Asked) -> Do:
        healed = _spread(self.in_order(), asked)
        resource, note = _hurts(healed)
        act = replace(healed.declaration(asked), resource=resource, sort=healed.sort, note=note)
        return self.declare(asked, _aim(asked, act, healed.target, healing=True))


class Control(AimedAct, names=("控制", "控", "ctl"), example=".控 60 智力 打手 意志"):
    """Control somebody who resists with an attribute (`意志`, `抵抗意志`)."""

    kind = Kind.CONTROL
    resist: Annotated[str, Field("", keys=("抵抗", "resist"), among=offers.six, wanted=True)] = ""

    def do(self, asked: Asked) -> Do:
        act, said = self.in_order(), self.resist.removeprefix("抵抗").removeprefix("resist").strip("=:： ")
        resist = attribute_of(said) if said else None  # FET-LIV-10
        return self.declare(asked, _aim(asked, replace(act.declaration(asked), resist=resist), act.target))


class Weaken(AimedAct, names=("减益", "削", "weak"), example=".削 50 智力 打手"):
    kind = Kind.DEBUFF
    applies_to: Annotated[tuple[str, ...], keyed("applies_to", "削", "cuts")] = ()
    note: Words = ""

    def do(self, asked: Asked) -> Do:
        cuts = _spread(self.in_order(), asked)
        act = replace(cuts.declaration(asked), note=cuts.note)
        act = replace(act, applies_to=cuts.applies_to) if cuts.applies_to else act
        return self.declare(asked, _aim(asked, act, cuts.target))


class Wait(ActLine, names=("等", "等待", "待机", "wait"), many=True, picture="wait", example=".等 +5"):
    """Wait until a time; `+5` from now."""

    kind = Kind.WAIT
    until: Word

    def do(self, asked: Asked) -> Do:
        now = asked.state.battle.time if asked.state.battle and self.until[:1] in "+＋" else 0
        return self.declare(asked, CombatDeclare(asked.actor, self.kind, until=now + number_in(self.until, "until")))


# --- skills ------------------------------------------------------------------------------------------------------------


class Cast(ActLine, names=("技能", "技", "cast", "skill"), picture="spark", example=".技 汲取 60 打手"):
    """Use a skill; instant ones at once (FET-SKX-4)."""

    kind = Kind.SKILL
    skill: Annotated[str, Field("", among=offers.castable)]
    impact: Impact
    target: Targets = ()
    to: Annotated[str, keyed("to", "到", "to", among=offers.zones)] = ""

    @classmethod
    def word(cls, asked: Asked, kinds: Kinds) -> Kinds:
        """Whether a skill's condition in words holds is the GM's to say; an event the battle watches itself (FET-LIV-1, FET-SKX-4)."""
        if asked.state.battle is None or asked.actor not in asked.state.characters:
            return kinds
        own, said = asked.state.characters[asked.actor].sheet.skills, folded(as_asked(cls, asked).skill)
        found = next((skill for skill in own if folded(skill.name) == said), None)
        in_words = found is not None and found.trigger == "conditional" and not Event.holds(found.event)
        return ("circumstance.condition",) if in_words else kinds

    def do(self, asked: Asked) -> Do:
        """Declare it, use it at once, or (FET-LIV-12) where no battle runs put it to the GM."""
        who, state = check_actor(asked), asked.state
        found = skill_named(self.skill, state, who=who)
        _check_known(state, who, found.name)
        if state.battle is None:
            return self._outside(asked, found)
        check_moment(state, who, found)
        to, zone = _way(self.to)
        impact = number_in(self.impact, "impact")
        act = CombatDeclare(who, self.kind, impact=impact, skill=found, to=to, to_zone=zone)
        if self.target or (needs_target(found) and not (found.event and found.instant)):  # FET-LIV-22
            harms = any(e.kind in HARMS and e.target in SINGLE for e in found.effects)
            act = _aim(asked, act, self.target, healing=not harms)
        if found.instant:
            return Do("combat_react", CombatReact(who, found, impact, act.target))
        return self.declare(asked, act)

    @rule("FET-LIV-12")
    def _outside(self, asked: Asked, found: Skill) -> Do:
        """Where no battle runs it is the GM's: a battle, a check, or no."""
        trust = asked.trust(OUTSIDE)
        if trust == "strict":
            raise RuleError("gm_only")
        how = "" if asked.gm else {"open": "battle", "allowed": "check"}.get(trust, "")
        people = tuple(anybody_in(asked.state, name) for name in self.target)
        impact, (to, zone) = number_in(self.impact, "impact"), _way(self.to)
        return Do("use_outside", UseOutside(asked.actor, found, impact, people, to, zone, how))


@rule("FET-LIV-9")
def _check_known(state: State, who: str, name: str) -> None:
    """Only skills on the sheet are used, one's own or borrowed."""
    character = state.characters.get(who)
    own = [skill.name for skill in character.sheet.skills] if character else []
    if character is not None and name not in own:
        known = [own_name(one) for one in own] or [say("view.none_there")]
        raise RuleError("not_known", clause="FET-LIV-9", skill=own_name(name), skills=known)


BATTLE, CHECK, REFUSE = "battle", "check", "refuse"
OUTSIDE = "circumstance.outside"


class UseOutside(msgspec.Struct, frozen=True):
    """What `use_outside` is given: whose skill, how big, at whom; `how`: `battle` or `check`, where the GM need not be asked."""

    who: str
    skill: Skill
    impact: Number | None = None
    target: tuple[str, ...] = ()
    to: Place | None = None
    to_zone: Zone | None = None
    how: str = ""


class UsedOutside(msgspec.Struct, frozen=True):
    """What came of it: a battle with the skill as its first act, or a check and what it did; nothing where it was refused."""

    how: str
    declared: CombatDeclared | None = None
    checked: Checked | None = None
    settled: CombatAdvanced | None = None


@rule("FET-SKL-1", "FET-LIV-12")
async def use_outside(state: State, given: UseOutside) -> UsedOutside:
    """Use a skill where no battle runs."""
    check_character(state, given.who)
    check_alive(state, given.who)
    skill = check_legal(given.skill, state.options)
    if not (skill.instant and skill.event):
        check_impact(given.impact)
    for who in given.target:
        check_character(state, who)
    how = given.how or await _ruling(state, given)
    if how == BATTLE:
        return await _opened(state, given)
    return await _checked(state, given) if how in (CHECK, ALWAYS) else UsedOutside(REFUSE)


async def _ruling(state: State, given: UseOutside) -> str:
    options = tuple(Option(answer, say(f"answers.outside_{answer}")) for answer in (BATTLE, CHECK, REFUSE, ALWAYS))
    what = say("questions.outside", who=state.called(given.who), skill=own_name(given.skill.name), impact=given.impact)
    return await choose(GM, what, options, about=f"{WORD}{OUTSIDE}")


async def _opened(state: State, given: UseOutside) -> UsedOutside:
    """The timeline opens with everybody on stage, and this is its first act."""
    there = scratch(state, tuple(who for who, c in state.characters.items() if c.stage != BEHIND))
    living = tuple(fighter for fighter in there.fighters if not fighter.dead)
    state = (await start_battle(state, CombatStart(living, live=True))).state
    if given.skill.instant:
        settled = await combat_react(state, CombatReact(given.who, given.skill, given.impact, given.target))
        return UsedOutside(BATTLE, settled=settled)
    act = CombatDeclare(
        *(given.who, Kind.SKILL),
        impact=given.impact,
        target=given.target,
        skill=given.skill,
        to=given.to,
        to_zone=given.to_zone,
    )
    declared, _ = await declare(state, act)
    return UsedOutside(BATTLE, declared=declared)


async def _checked(state: State, given: UseOutside) -> UsedOutside:
    """A check of its attribute against the group's target; on a success its effects happen (ours)."""
    if state.target is None:
        raise RuleError("no_target", clause="FET-CEX-2")
    found = await check(state, Check(who=given.who, attribute=str(given.skill.attribute), target=state.target))
    if found.result != Result.SUCCESS:
        return UsedOutside(CHECK, checked=found)
    state = await happen(CombatStarted(scratch(state, tuple(dict.fromkeys((given.who, *given.target))))))
    settled = await _settled(state, given)
    after = check_battle(await happen(WordsSettled(())))
    await happen(CombatEnded(tuple(f for f in after.fighters if not f.double_of)))
    return UsedOutside(CHECK, checked=found, settled=settled)


async def _settled(state: State, given: UseOutside) -> CombatAdvanced:
    """The effects of a skill in a moment of their own."""
    battle = check_battle(state)
    fighter, impact = check_fighter(battle, given.who), check_impact(given.impact)
    act = Act(Kind.SKILL, 0, 0, impact, impact, skill=given.skill, to=given.to, to_zone=given.to_zone or "")
    act = replace(act, targets=check_targets(battle, fighter, act=act, named=given.target))
    moment, course = Moment(state, 0), chain()
    await settle_skill(EndingAct(moment, fighter, act, impact))
    found, _ = await settle_moment(moment, state, before=state, course=course)
    return replace(found, set_off=told(course) or None)


# Acts in words


class WordsDone(msgspec.Struct, frozen=True):
    who: tuple[str, ...]


@rule("FET-LIV-17", "FET-LAW-11")
async def settle_words(state: State, _given: Nothing) -> WordsDone:
    """Ask the GM, who has typed meanwhile what an act in words changes, whether that is all."""
    names = [state.called(who) for who in state.words_due]
    await choose(GM, say("questions.words", who=names), (Option("so_be_it", say("answers.so_be_it")),))
    await happen(WordsSettled(()))
    return WordsDone(state.words_due)
