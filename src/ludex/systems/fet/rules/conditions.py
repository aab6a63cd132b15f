"""Conditions (FET-LIV-26) and what lasts while one holds (FET-LIV-29): whether something is so for somebody, now.

Below everything that derives a character with all that lies on it: a condition looks at what somebody has without the modifiers that
hang on conditions themselves.
"""

import re
from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from ludex.core.rule import rule
from ludex.core.say import Say
from ludex.systems.fet.rules.values import derive
from ludex.systems.fet.sheet import Buff, Modifier, Trait
from ludex.systems.fet.state import Act, Character, State
from ludex.systems.fet.terms import HUMANS, SCOPES, Attribute, Event, Number, Resource, Zone, tidy


class Occasion(msgspec.Struct, frozen=True):
    """Something that has happened: the event, whose it is, with whom, how much, and of what sort; `times`: so often at once."""

    event: str
    who: str
    other: str = ""
    amount: Number = 0
    resource: str = ""
    sort: str = ""
    attribute: str = ""
    weapon: str = ""
    times: int = 1


@rule("FET-LIV-27")
def began(who: str, act: Act) -> Occasion:
    """Somebody has declared an act."""
    aimed = act.targets[0] if act.targets else ""
    return Occasion(Event.DECLARED, who, aimed, act.impact, act.resource, act.sort, act.attribute, act.weapon)


class SetOff(msgspec.Struct, frozen=True):
    """What a trait did: whose, which, on whom, from what to what."""

    who: str
    trait: str
    kind: str
    on: str = ""
    resource: str = ""
    before: Number | str | Say = ""
    after: Number | str | Say = ""


def buffing(buffs: tuple[Buff, ...], level: Number) -> tuple[Modifier, ...]:
    """What buffs change at a level."""
    return tuple(
        Modifier(name, buff.kind, buff.amount(level)) for buff in buffs for name in SCOPES.get(buff.of, (buff.of,))
    )


def traits_of(state: State, who: str) -> tuple[Trait, ...]:
    """The traits that somebody has: on the sheet, or as a fighter was given them."""
    found = state.bearer(who)
    traits = found.sheet.traits if isinstance(found, Character) else found.traits if found else ()
    return tuple(trait for trait in traits if isinstance(trait, Trait))


def everywhere(state: State) -> tuple[Modifier, ...]:
    """What changes everybody: the place, and the extensions that this table plays with (FET-EXT-3)."""
    return (*state.place, *(m for extension in state.extensions.values() for m in extension.modifiers))


@rule("FET-LIV-25", "FET-LIV-29")
def conditional(state: State, who: str) -> tuple[Modifier, ...]:
    """The modifiers of somebody's traits, and of the place, whose condition holds now."""
    found = [(trait.name, m) for trait in traits_of(state, who) for m in trait.modifiers if m.condition]
    found += [("", m) for m in everywhere(state) if m.condition]
    now = Occasion("", who)
    return tuple(replace(m, condition="") for name, m in found if holds(state, who, m.condition, now, trait=name))


@rule("FET-LIV-26")
def holds(state: State, owner: str, condition: str, occasion: Occasion, *, trait: str = "") -> bool:
    """Whether a condition holds; several all must. One in other words is not watched: it is the GM's to call."""
    parts = [part.strip() for part in re.split(r"[,，;；、]|且", condition) if part.strip()]
    return all(_holds(state, owner, part, occasion, trait) for part in parts)


def _holds(state: State, owner: str, part: str, occasion: Occasion, trait: str) -> bool:
    if part in ("本场第一次", "first"):
        return state.battle is None or not state.battle.used.get(f"{owner}:{trait}", 0)
    if part in PLAIN:
        return PLAIN[part](state, owner, occasion)
    for pattern, judge in JUDGED.items():
        if found := re.fullmatch(pattern, part):
            return judge(state, owner, occasion, found)
    return False


def _other(owner: str, occasion: Occasion) -> str:
    """The other one of the two with whom something happens."""
    return occasion.other if owner == occasion.who else occasion.who


def _level(state: State, who: str) -> Number:
    found = state.bearer(who)
    return found.level if found else 0


def _higher(state: State, owner: str, occasion: Occasion) -> bool:
    return _level(state, _other(owner, occasion)) > _level(state, owner)


def _zone(state: State, owner: str, zone: Zone) -> bool:
    fighter = state.fighter(owner)
    return fighter is not None and fighter.zone == zone


@rule("FET-SKX-12")
def in_barrier(state: State, who: str, *, own: bool = False) -> bool:
    """Whether somebody is in a barrier now; in one of its own making."""
    battle = state.battle
    running = [b for b in battle.barriers if b.until > battle.time] if battle else []
    return any(who == b.user or (who == b.target and not own) for b in running)


Plainly = Callable[[State, str, Occasion], bool]

PLAIN: dict[str, Plainly] = {
    **dict.fromkeys(("对手等级更高", "higher_level"), _higher),
    **dict.fromkeys(("对手等级不更高", "not_higher_level"), lambda s, who, at: not _higher(s, who, at)),
    **dict.fromkeys(("黑暗", "dark"), lambda s, _who, _at: s.dark),
    **dict.fromkeys(("光亮", "light"), lambda s, _who, _at: not s.dark),
    **dict.fromkeys(("日光", "sunlight"), lambda _s, _who, at: at.event == "sunlight"),
    **dict.fromkeys(("危险区", "danger"), lambda s, who, _at: _zone(s, who, Zone.DANGER)),
    **dict.fromkeys(("安全区", "safe"), lambda s, who, _at: _zone(s, who, Zone.SAFE)),
    **dict.fromkeys(("战斗中", "in_battle"), lambda s, who, _at: s.fighter(who) is not None),
    **dict.fromkeys(("结界中", "in_barrier"), lambda s, who, _at: in_barrier(s, who)),
    **dict.fromkeys(("自己的结界中", "in_own_barrier"), lambda s, who, _at: in_barrier(s, who, own=True)),
}
"""Conditions in one word."""


def _now(state: State, who: str, resource: str) -> tuple[Number, Number]:
    """What somebody has of a resource, and could have, without what hangs on conditions."""
    fighter, character = state.fighter(who), state.characters.get(who)
    if character is None:
        return (fighter.now(resource), fighter.maximum(resource)) if fighter else (0, 0)
    lying = (*(m for m in everywhere(state) if not m.condition), *buffing(character.buffs, character.level))
    found = derive(character.sheet, lying, state.options)
    stamina = resource == Resource.STAMINA
    top = found.stamina_max if stamina else found.will_max
    return max(0, tidy(top - (character.stamina_lost if stamina else character.will_lost))), top


def _pool(state: State, owner: str, occasion: Occasion, found: re.Match[str]) -> bool:
    who = _other(owner, occasion) if found[1] else owner
    if state.bearer(who) is None:
        return False
    now, top = _now(state, who, str(Resource.read(found[2])))
    limit = float(found[4]) * (top / 100 if found[5] else 1)
    return now < limit if found[3] in ("<", "低于") else now <= limit


def race_of(state: State, who: str) -> str:
    """Somebody's race; nothing said is human."""
    found = state.bearer(who)
    race = found.sheet.race if isinstance(found, Character) else found.race if found else ""
    return race or HUMANS[0]


def _race(state: State, owner: str, occasion: Occasion, found: re.Match[str]) -> bool:
    whose = owner if found[1] else _other(owner, occasion)
    same = race_of(state, whose) in (HUMANS if found[3] in HUMANS else (found[3],))
    return same != (found[2] in ("不是", "!="))


def _said(state: State, _owner: str, occasion: Occasion, found: re.Match[str]) -> bool:
    """Of which resource, weapon, sort of damage or attribute it is, or in which place."""
    named, wanted = found[1], found[2]
    if named in ("场所", "place"):
        return state.place_name == wanted
    if named in ("资源", "resource"):
        return Resource.holds(wanted) and occasion.resource == Resource.read(wanted)
    if named in ("相关属性", "attribute"):
        return Attribute.holds(wanted) and occasion.attribute == Attribute.read(wanted)
    return wanted == (occasion.weapon if named in ("武器", "weapon") else occasion.sort)


def _size(state: State, owner: str, _occasion: Occasion, found: re.Match[str]) -> bool:
    character = state.characters.get(owner)
    size = 60 if character is None or character.sheet.size is None else character.sheet.size
    limit = float(found[2])
    return size < limit if found[1] in ("<", "低于", "小于") else size >= limit


def _bears(state: State, owner: str, _occasion: Occasion, found: re.Match[str]) -> bool:
    """Whether something of that name lies on somebody, or a trait grants it."""
    bearer = state.bearer(owner)
    burden = bearer.burden if bearer else None
    lying = (burden.buffs, burden.wards, burden.standing) if burden else ()
    names = [thing.name for kind in lying for thing in kind]
    tags = [tag for trait in traits_of(state, owner) for tag in (trait.name, *trait.grants)]
    return (found[2] in [*names, *tags]) != (found[1] in ("没有", "无", "without"))


JUDGED: dict[str, Callable[[State, str, Occasion, "re.Match[str]"], bool]] = {
    r"(对手|目标)?(体力|意志|stamina|will)\s*(<=|≤|不高于|<|低于)\s*(\d+(?:\.\d+)?)\s*(%?)": _pool,
    r"(自己)?(?:种族|race)\s*(不是|是|!=|==|=)\s*(\S+)": _race,
    r"(资源|resource|武器|weapon|类别|sort|相关属性|attribute|场所|place)\s*(?:=|是|：|:)\s*(\S+)": _said,
    r"体型\s*(<|低于|小于|>=|不低于)\s*(\d+(?:\.\d+)?)": _size,
    r"(没有|有|无|has|without)\s*(\S+)": _bears,
}
"""Conditions with something to fill in."""
