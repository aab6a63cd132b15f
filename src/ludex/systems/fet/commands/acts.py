"""Declaring acts in a battle: impact and attribute first, as the bot has taught, then whom it is for."""

from collections.abc import Callable

import msgspec

from ludex.core.deeds import Arg, Asked, Command, Do
from ludex.systems.fet.commands.reading import (
    ATTRIBUTES,
    attribute_of,
    check_actor,
    fighter_named,
    number_in,
    resource_of,
)
from ludex.systems.fet.content import skill_named
from ludex.systems.fet.redact import act_heard_by
from ludex.systems.fet.rules.acts import impact_in
from ludex.systems.fet.terms import Kind, Number, Zone

_SIZE = Arg("impact")
_WITH = Arg("attribute")
_AT = Arg("target", "list")
_NOTE = Arg("note", "rest", required=False, default="")
_ZONES = {"安全区": Zone.SAFE, "safe": Zone.SAFE, "危险区": Zone.DANGER, "danger": Zone.DANGER}


def _size(asked: Asked) -> dict[str, object]:
    """Impact and attribute in either order; `5t` is a time and gives the impact (FET-WUP-2)."""
    impact, named = str(asked["impact"]), str(asked["attribute"])
    if impact.lower() in ATTRIBUTES:
        impact, named = named, impact
    attribute = attribute_of(named)
    return {"attribute": attribute, "impact": _impact(asked, impact, attribute=attribute)}


def _impact(asked: Asked, text: str, *, attribute: str) -> Number:
    if text[-1:].lower() != "t":
        return number_in(text, "impact")
    fighter = asked.state.fighter(asked.actor)
    value = fighter.values.get(attribute, 0) if fighter else 0
    return impact_in(number_in(text[:-1], "time"), value, options=asked.state.options)


def _targets(asked: Asked) -> dict[str, object]:
    return {"target": [fighter_named(asked.state, name) for name in asked["target"]]}


def _declared(asked: Asked, kind: str, **more: object) -> Do:
    """Declare for the acting fighter; others see it when the table wants them to."""
    who = check_actor(asked)
    return Do("combat_declare", {"who": who, "kind": str(kind), **more}, act_heard_by(asked.state, who))


def _plain(kind: Kind) -> Callable[[Asked], Do]:
    def run(asked: Asked) -> Do:
        return _declared(asked, kind, **_size(asked), note=asked["note"])

    return run


def _aimed(kind: Kind) -> Callable[[Asked], Do]:
    def run(asked: Asked) -> Do:
        return _declared(asked, kind, **_size(asked), **_targets(asked), note=asked["note"])

    return run


def attack(asked: Asked) -> Do:
    """A blow: with a weapon `武器=军刀`, on the will `伤=意志`, without contact `隔空`, of a sort `类型=火焰`."""
    more: dict[str, object] = {
        "resource": resource_of(asked["resource"]),
        "note": asked["note"],
        "sort": asked["sort"],
    }
    if asked["weapon"]:
        more["weapon"] = asked["weapon"]
    if asked["far"]:
        more["contact"] = False
    return _declared(asked, Kind.ATTACK, **_size(asked), **_targets(asked), **more)


def shoot(asked: Asked) -> Do:
    """Shots with a ranged weapon; the one in hand (or the first carried) where none is named."""
    weapon = asked["weapon"] or _gun(asked)
    return _declared(asked, Kind.SHOOT, **_targets(asked), weapon=weapon, shots=asked["shots"], sort=asked["sort"])


def _gun(asked: Asked) -> str:
    fighter = asked.state.fighter(asked.actor)
    guns = [name for name, w in fighter.weapons.items() if w.type == "ranged"] if fighter else []
    character = asked.state.characters.get(asked.actor)
    hand = character.wielded if character else ""
    return hand if hand in guns else guns[0] if guns else ""


def reload(asked: Asked) -> Do:
    """Fill the magazine."""
    return _declared(asked, Kind.RELOAD, weapon=asked["weapon"] or _gun(asked))


def heal(asked: Asked) -> Do:
    """Heal somebody's stamina, or `伤=意志`."""
    resource = resource_of(asked["resource"])
    return _declared(asked, Kind.HEAL, **_size(asked), **_targets(asked), resource=resource, sort=asked["sort"])


def control(asked: Asked) -> Do:
    """Control somebody who resists with an attribute."""
    resist = attribute_of(asked["resist"])
    return _declared(asked, Kind.CONTROL, **_size(asked), **_targets(asked), resist=resist)


def debuff(asked: Asked) -> Do:
    """Cut somebody's impacts; `削=attack` for attacks alone."""
    more = {"applies_to": asked["applies_to"]} if asked["applies_to"] else {}
    return _declared(asked, Kind.DEBUFF, **_size(asked), **_targets(asked), **more)


def move(asked: Asked) -> Do:
    """Move so many D: to a cube `1,2,0`, or to a zone."""
    return _declared(asked, Kind.MOVE, **_size(asked), **_way(str(asked["to"] or "")))


def _way(text: str) -> dict[str, object]:
    if not text:
        return {}
    if text in _ZONES:
        return {"to_zone": str(_ZONES[text])}
    return {"to": [number_in(n, "to") for n in text.replace("，", ",").replace("/", ",").split(",")]}


def wait(asked: Asked) -> Do:
    """Wait until a time; `+5` from now."""
    text = str(asked["until"])
    now = asked.state.battle.time if asked.state.battle else 0
    until = number_in(text, "until")
    return _declared(asked, Kind.WAIT, until=now + until if text[:1] in "+＋" else until)


def skill(asked: Asked) -> Do:
    """Use a skill; instant ones at once (FET-SKX-4)."""
    found = skill_named(asked["skill"], asked.state, who=asked.actor)
    targets = _targets(asked)["target"]
    more: dict[str, object] = {"skill": msgspec.to_builtins(found), "impact": number_in(asked["impact"], "impact")}
    if targets:
        more["target"] = targets
    if found.instant:
        return Do("combat_react", {"who": check_actor(asked), **more})
    return _declared(asked, Kind.SKILL, **more, **_way(str(asked["to"] or "")))


def drop(asked: Asked) -> Do:
    """Cancel one's act during its wind-up."""
    return Do("combat_cancel", {"who": check_actor(asked)})


_RESOURCE = Arg("resource", required=False, keys=("伤", "资源", "on"), keyed=True, default="体力")
_WEAPON = Arg("weapon", required=False, keys=("武器", "w"), keyed=True, default="")
_SORT = Arg("sort", required=False, keys=("类型", "type"), keyed=True, default="")
_AIMED = (_SIZE, _WITH, _AT)

COMMANDS = (
    Command(
        ("攻击", "攻", "atk"),
        attack,
        (*_AIMED, _WEAPON, _RESOURCE, _SORT, Arg("far", "flag", required=False, keys=("隔空",)), _NOTE),
        example=".攻 60 力量 打手",
        group="acts",
    ),
    Command(
        ("射击", "射", "shoot"),
        shoot,
        (_AT, Arg("shots", "int", required=False, default=1), _WEAPON, _SORT),
        example=".射 打手 2",
        group="acts",
    ),
    Command(
        ("装填", "reload"), reload, (Arg("weapon", required=False, default=""),), example=".装填 手枪", group="acts"
    ),
    Command(("打断", "int"), _aimed(Kind.INTERRUPT), (*_AIMED, _NOTE), example=".打断 40 敏捷 打手", group="acts"),
    Command(("护盾", "盾", "def"), _plain(Kind.DEFEND), (_SIZE, _WITH, _NOTE), example=".盾 80 智力", group="acts"),
    Command(("闪避", "闪", "dodge"), _plain(Kind.DODGE), (_SIZE, _WITH, _NOTE), example=".闪 60 敏捷", group="acts"),
    Command(("招架", "parry"), _plain(Kind.PARRY), (_SIZE, _WITH, _NOTE), example=".招架 60 力量", group="acts"),
    Command(
        ("移动", "移", "move"),
        move,
        (_SIZE, _WITH, Arg("to", required=False, keys=("到", "to"), default="")),
        example=".移 20 敏捷 安全区",
        group="acts",
    ),
    Command(("治疗", "疗", "heal"), heal, (*_AIMED, _RESOURCE, _SORT), example=".疗 40 智力 韩左", group="acts"),
    Command(
        ("控制", "控", "ctl"),
        control,
        (*_AIMED, Arg("resist", required=False, default="意志")),
        example=".控 60 智力 打手 意志",
        group="acts",
    ),
    Command(
        ("减益", "削", "weak"),
        debuff,
        (*_AIMED, Arg("applies_to", "list", required=False, keys=("削",), keyed=True)),
        example=".削 50 智力 打手",
        group="acts",
    ),
    Command(("突破", "free"), _plain(Kind.BREAK), (_SIZE, _WITH, _NOTE), example=".突破 40 意志", group="acts"),
    Command(("做", "do"), _plain(Kind.OTHER), (_SIZE, _WITH, _NOTE), example=".做 50 敏捷 撬锁", group="acts"),
    Command(("等", "wait"), wait, (Arg("until"),), example=".等 +5", group="acts"),
    Command(
        ("技能", "技", "cast"),
        skill,
        (
            Arg("skill"),
            _SIZE,
            Arg("target", "list", required=False),
            Arg("to", required=False, keys=("到", "to"), keyed=True, default=""),
        ),
        example=".技 汲取 60 打手",
        group="acts",
    ),
    Command(("收手", "drop"), drop, example=".drop", group="acts"),
)
