"""Declaring acts in a battle: impact and attribute first, as the bot has taught, then whom it is for.

Which of them may be declared now is the rules' business (`rules/declaring.py`); here words become what they take.
"""

from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from ludex.core.deeds import OWN, REST, TERM, Asked, Command, Do, Field
from ludex.core.errors import RuleError
from ludex.core.fields import flag, keyed
from ludex.core.names import folded, narrow, split_list
from ludex.core.plain import Written
from ludex.core.rule import rule
from ludex.core.say import say
from ludex.systems.fet.commands.act_words import BARE, arms_of, hurts, in_order, spread, with_weapon
from ludex.systems.fet.commands.naming import SELF, anybody_in, check_actor, fighter_in
from ludex.systems.fet.commands.offers import REACH, castable, fighters, own_weapons, six
from ludex.systems.fet.commands.owned import condition_word, reach_word
from ludex.systems.fet.commands.reading import attribute_in, attribute_of, number_in
from ludex.systems.fet.content import skill_named
from ludex.systems.fet.redact import act_heard_by
from ludex.systems.fet.rules.belongings import blade_in, gun_in
from ludex.systems.fet.rules.instants import HARMS, check_moment
from ludex.systems.fet.rules.scenes import SINGLE, needs_target
from ludex.systems.fet.rules.wind_ups import impact_in
from ludex.systems.fet.sheet import Skill
from ludex.systems.fet.state import Battle
from ludex.systems.fet.terms import Kind, Number, Resource, Zone, typed_number

IMPACT = Field("impact")
ATTRIBUTE = Field("attribute", among=six)
TARGET = Field("target", several=True, required=False, among=fighters)
NOTE = Field("note", REST, required=False, default="")
RESOURCE = keyed(
    *("resource", "伤", "资源", "on"),
    kind=TERM,
    default=Resource.STAMINA,
    terms=Resource,
    owner=REACH,
    refusal="bad_resource",
)
HEALED = replace(RESOURCE, owner=OWN)
WEAPON = keyed("weapon", "武器", "w", default="", among=own_weapons)
SORT = keyed("sort", "类型", "type", default="")
TO = Field("to", required=False, keys=("到", "to"), default="")
PLAIN = (IMPACT, ATTRIBUTE, NOTE)
AIMED = (IMPACT, ATTRIBUTE, TARGET)


def _size(asked: Asked) -> dict[str, Written]:
    """Impact and attribute in either order; `5t` is a time and gives the impact (FET-WUP-2)."""
    impact, named = str(asked["impact"]), str(asked["attribute"])
    if attribute_in(impact) is not None:
        impact, named = named, impact
        if not any(letter.isdigit() for letter in narrow(impact)):
            raise RuleError("impact_required", clause="FET-ACT-3")
    attribute = attribute_of(named)
    return {"attribute": attribute, "impact": _impact(asked, impact, attribute=attribute)}


def _impact(asked: Asked, text: str, *, attribute: str) -> Number:
    if text[-1:].lower() != "t":
        return number_in(text, "impact")
    fighter = asked.state.fighter(asked.actor)
    value = fighter.values.get(attribute, 0) if fighter else 0
    return impact_in(number_in(text[:-1], "time"), value, options=asked.state.options)


def _targets(asked: Asked, *, healing: bool = False) -> dict[str, Written]:
    """Who is meant; where nobody is named, the only one who can be (FET-LIV-22)."""
    if asked["target"] or asked.state.battle is None:
        names = [asked.actor if name in SELF else name for name in asked["target"] or ()]
        return {"target": [fighter_in(asked.state, name) for name in names]}
    found = _meant(asked.state.battle, asked.actor, healing=healing)
    return {"target": [found], "taken": True} if found else {"target": []}


@rule("FET-LIV-22")
def _meant(battle: Battle, actor: str, *, healing: bool) -> str:
    """The only living enemy that is seen, or the only friend hurt."""
    own = battle.find(actor)
    if own is None:
        return ""
    there = [f for f in battle.fighters if not f.dead and (healing or not f.unseen_at(battle.time))]
    people = [f for f in there if (f.side == own.side) is healing]
    hurt = [f.id for f in people if not healing or f.stamina < f.maximum("stamina") or f.will < f.maximum("will")]
    return hurt[0] if len(hurt) == 1 else ""


AIMED_AT_MANY = (Kind.ATTACK, Kind.SHOOT, Kind.HEAL, Kind.DEBUFF)
"""Plain acts that may reach several where the GM allows it."""


def _declared(asked: Asked, kind: Kind, **more: Written) -> Do:
    """Declare for the acting fighter; others see it when the table wants them to."""
    who = check_actor(asked)
    given = {"who": who, "kind": kind, **more, **_steered(asked, who)}
    if kind in AIMED_AT_MANY and len(given.get("target") or ()) > 1:
        given |= _several(asked, str(given.get("note") or ""))
    return Do("combat_declare", given, act_heard_by(asked.state, who))


@rule("FET-LIV-11")
def _several(asked: Asked, note: str) -> dict[str, str]:
    """How several are reached: as the GM says in the line, as the table has it, or the GM is asked."""
    said, _, rest = note.partition(" ")
    if asked.gm:
        return {"several": MANY[said], "note": rest} if said in MANY else {}
    if asked.state.options.several_targets != "one":
        return {}
    trust = asked.trust("circumstance.several")
    if trust == "strict":
        raise RuleError("gm_only")
    return {"several": "full" if trust in ("open", "allowed") else "ask"}


MANY = {"各": "full", "各受": "full", "平分": "split", "full": "full", "each": "full", "split": "split"}


def _steered(asked: Asked, who: str) -> dict[str, str]:
    """For a puppet its user declares (FET-SKX-8), or the GM in the user's name."""
    fighter, battle = asked.state.fighter(who), asked.state.battle
    hold = fighter.under("puppet", battle.time) if fighter else None
    return {"by": hold.by} if hold and (asked.gm or hold.by in asked.controls) else {}


def _plain(kind: Kind) -> Callable[[Asked], Do]:
    def run(asked: Asked) -> Do:
        return _declared(asked, kind, **_size(asked), note=asked["note"])

    return run


def interrupt(asked: Asked) -> Do:
    """Break somebody's act off."""
    asked = in_order(asked)
    return _declared(asked, Kind.INTERRUPT, **_size(asked), **_targets(asked), note=asked["note"])


def attack(asked: Asked) -> Do:
    """A blow: with a weapon `武器=军刀`, on the will `意志` (`伤=意志`), without contact `隔空`, of a sort `类型=火焰`."""
    asked = with_weapon(spread(in_order(asked)))
    resource, note = hurts(asked)
    more = {"resource": resource, "note": note, "sort": asked["sort"]}
    more |= {"weapon": weapon, "armed": bool(asked["weapon"])} if (weapon := _blade(asked)) else {}
    more |= {"contact": False} if asked["far"] else {}
    return _declared(asked, Kind.ATTACK, **_size(asked), **_targets(asked), **more)


@rule("FET-LIV-9", "FET-LIV-22")
def _blade(asked: Asked) -> str:
    """The weapon that is named, else a melee one in hand; `武器=空手` for none."""
    named = str(asked["weapon"])
    if named:
        return "" if folded(named) in BARE else _carried(asked, named)
    return blade_in(asked.state, asked.actor)


@rule("FET-LIV-9")
def _carried(asked: Asked, named: str) -> str:
    """A weapon that one carries."""
    fighter, found = asked.state.fighter(asked.actor), arms_of(asked).get(folded(named), named)
    if fighter is not None and found not in fighter.weapons:
        arms = list(fighter.weapons)
        raise RuleError("not_carried", clause="FET-LIV-9", which=[named], items=arms)
    return found


def shoot(asked: Asked) -> Do:
    """Shots with a ranged weapon, `手枪` or `武器=手枪`; the one in hand (or the first carried) where none is named."""
    asked = with_weapon(spread(_with_words(asked)))
    shots, note = _shots(asked)
    weapon = _carried(asked, asked["weapon"]) if asked["weapon"] else _gun(asked)
    more = {"shots": shots, "sort": asked["sort"], "note": note, "armed": bool(asked["weapon"])}
    return _declared(asked, Kind.SHOOT, **_targets(asked), weapon=weapon, **more)


def _with_words(asked: Asked) -> Asked:
    """A number is how many shots, before or behind the target; any other word behind it is a weapon, a target or said besides."""
    people, first = list(asked["target"] or ()), str(asked["shots"])
    if people and _count(people[0]) is not None and people[0] not in fighters(asked.state, asked.actor):
        args = {**asked.args, "target": [*people[1:], *split_list(first)], "shots": people[0]}
        return replace(asked, args=args)
    if _count(first) is not None:
        return asked
    return replace(asked, args={**asked.args, "shots": "", "note": f"{first} {asked['note']}".strip()})


def _count(word: str) -> Number | None:
    """So many shots: a number, perhaps with its measure word."""
    return typed_number(narrow(word).removesuffix("发"))


def _shots(asked: Asked) -> tuple[Number, str]:
    """How many shots, also where the number stands behind the weapon; and what is said besides."""
    note = str(asked["note"] or "")
    first, _, rest = note.partition(" ")
    behind = _count(first) if asked["shots"] == "" else None
    if behind is not None:
        return behind, rest.strip()
    return _count(str(asked["shots"])) or (1 if asked["shots"] == "" else 0), note


def _gun(asked: Asked) -> str:
    fighter, gun = asked.state.fighter(asked.actor), gun_in(asked.state, asked.actor)
    if not gun and fighter is not None:
        raise RuleError("not_carried", clause="FET-LIV-9", which=[say("view.a_gun")], items=list(fighter.weapons))
    return gun


def reload(asked: Asked) -> Do:
    """Fill the magazine."""
    return _declared(asked, Kind.RELOAD, weapon=_carried(asked, asked["weapon"]) if asked["weapon"] else _gun(asked))


def heal(asked: Asked) -> Do:
    """Heal somebody's stamina, or `意志` (`伤=意志`)."""
    asked = spread(in_order(asked))
    resource, note = hurts(asked)
    more = {"resource": resource, "sort": asked["sort"], "note": note}
    return _declared(asked, Kind.HEAL, **_size(asked), **_targets(asked, healing=True), **more)


def control(asked: Asked) -> Do:
    """Control somebody who resists with an attribute (`意志`, `抵抗意志`)."""
    asked, said = in_order(asked), str(asked["resist"]).removeprefix("抵抗").removeprefix("resist").strip("=:： ")
    resist = attribute_of(said) if said else None  # FET-LIV-10
    return _declared(asked, Kind.CONTROL, **_size(asked), **_targets(asked), resist=resist)


def debuff(asked: Asked) -> Do:
    """Cut somebody's impacts; `削=attack` for attacks alone."""
    asked = spread(in_order(asked))
    more = {"applies_to": asked["applies_to"]} if asked["applies_to"] else {}
    more |= {"note": asked["note"]}
    return _declared(asked, Kind.DEBUFF, **_size(asked), **_targets(asked), **more)


def move(asked: Asked) -> Do:
    """Move so many D: to a cube `1,2,0`, or to a zone."""
    asked = in_order(asked, "to")
    return _declared(asked, Kind.MOVE, **_size(asked), **_way(asked["to"]))


def _way(text: str) -> dict[str, Written]:
    if not text:
        return {}
    if Zone.holds(text):
        return {"to_zone": Zone.read(text)}
    return {"to": [number_in(n, "to") for n in text.replace("，", ",").replace("/", ",").split(",")]}


def wait(asked: Asked) -> Do:
    """Wait until a time; `+5` from now."""
    text = str(asked["until"])
    now = asked.state.battle.time if asked.state.battle else 0
    until = number_in(text, "until")
    return _declared(asked, Kind.WAIT, until=now + until if text[:1] in "+＋" else until)


def skill(asked: Asked) -> Do:
    """Use a skill; instant ones at once (FET-SKX-4)."""
    found = skill_named(asked["skill"], asked.state, who=check_actor(asked))
    _check_known(asked, found.name)
    if asked.state.battle is None:
        return _outside(asked, found)
    check_moment(asked.state, asked.actor, found)
    more: dict[str, Written] = {"skill": msgspec.to_builtins(found), "impact": number_in(asked["impact"], "impact")}
    aimed = _at(asked, found)
    if found.instant:
        return Do(
            "combat_react", {"who": check_actor(asked), **more, **{k: v for k, v in aimed.items() if k == "target"}}
        )
    return _declared(asked, Kind.SKILL, **more, **aimed, **_way(asked["to"]))


@rule("FET-LIV-22")
def _at(asked: Asked, found: Skill) -> dict[str, Written]:
    """Whom a skill is for; where somebody must be named and nobody is, the only one who can be meant."""
    if asked["target"]:
        return _targets(asked)
    if (found.event and found.instant) or not needs_target(found):
        return {}
    return _targets(asked, healing=not any(e.kind in HARMS and e.target in SINGLE for e in found.effects))


@rule("FET-LIV-9")
def _check_known(asked: Asked, name: str) -> None:
    """Only skills on the sheet are used, one's own or borrowed."""
    character = asked.state.characters.get(asked.actor)
    own = [skill.name for skill in character.sheet.skills] if character else []
    if character is not None and name not in own:
        raise RuleError("not_known", clause="FET-LIV-9", skill=name, skills=own or [say("view.none_there")])


@rule("FET-LIV-12")
def _outside(asked: Asked, found: Skill) -> Do:
    """Where no battle runs it is the GM's: a battle, a check, or no."""
    trust = asked.trust("circumstance.outside")
    if trust == "strict":
        raise RuleError("gm_only")
    how = "" if asked.gm else {"open": "battle", "allowed": "check"}.get(trust, "")
    people = [anybody_in(asked.state, name) for name in asked["target"] or ()]
    given = {"who": asked.actor, "skill": msgspec.to_builtins(found), "target": people, "how": how}
    return Do("use_outside", {**given, "impact": number_in(asked["impact"], "impact"), **_way(asked["to"])})


def drop(asked: Asked) -> Do:
    """Cancel one's act during its wind-up."""
    return Do("combat_cancel", {"who": check_actor(asked)})


_FAR = flag("far", "隔空", "far", owner=REACH)
_SHOTS = Field("shots", required=False, default="", among=("1", "2", "3"))
_ARM = Field("weapon", required=False, default="", among=own_weapons)
_RESIST = Field("resist", required=False, default="", among=six, wanted=True)
_CUTS = keyed("applies_to", "削", "cuts", several=True)
_SKILL = Field("skill", among=castable)
_MAYBE_AT = Field("target", several=True, required=False, among=fighters)
_KEYED_TO = keyed("to", "到", "to", default="")


def _act(names: tuple[str, ...], run: Callable[[Asked], Do], args: tuple[Field, ...], example: str) -> Command:
    return Command(names, run, args, example=example, group="acts")


COMMANDS = (
    replace(
        _act(("攻击", "攻", "atk"), attack, (*AIMED, WEAPON, RESOURCE, SORT, _FAR, NOTE), ".攻 60 力量 打手"),
        word=reach_word,
    ),
    _act(("射击", "射", "shoot"), shoot, (TARGET, _SHOTS, WEAPON, SORT, NOTE), ".射 打手 2"),
    _act(("装填", "reload"), reload, (_ARM,), ".装填 手枪"),
    _act(("打断", "int"), interrupt, (*AIMED, NOTE), ".打断 40 敏捷 打手"),
    _act(("护盾", "盾", "防御", "def"), _plain(Kind.DEFEND), PLAIN, ".盾 80 智力"),
    _act(("闪避", "闪", "dodge"), _plain(Kind.DODGE), PLAIN, ".闪 60 敏捷"),
    _act(("招架", "格挡", "parry"), _plain(Kind.PARRY), PLAIN, ".招架 60 力量"),
    _act(("移动", "移", "move"), move, (IMPACT, ATTRIBUTE, TO), ".移 20 敏捷 安全区"),
    _act(("治疗", "疗", "heal"), heal, (*AIMED, HEALED, SORT, NOTE), ".疗 40 智力 韩左"),
    _act(("控制", "控", "ctl"), control, (*AIMED, _RESIST), ".控 60 智力 打手 意志"),
    _act(("减益", "削", "weak"), debuff, (*AIMED, _CUTS, NOTE), ".削 50 智力 打手"),
    _act(("突破", "free"), _plain(Kind.BREAK), PLAIN, ".突破 40 意志"),
    _act(("做", "do"), _plain(Kind.OTHER), PLAIN, ".做 50 敏捷 撬锁"),
    _act(("等", "等待", "待机", "wait"), wait, (Field("until"),), ".等 +5"),
    replace(
        _act(("技能", "技", "cast"), skill, (_SKILL, IMPACT, _MAYBE_AT, _KEYED_TO), ".技 汲取 60 打手"),
        word=condition_word,
    ),
    _act(("收手", "drop"), drop, (), ".drop"),
)
