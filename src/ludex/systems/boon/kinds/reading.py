"""How typed words become what procedures take, where a field alone does not say it: targets, own gear, squares, dice, stretches of time.

Nothing here is a rule: what cannot be read is refused, what can be read is judged by the rules.
"""

import re
from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from ludex.core.bounds import whole
from ludex.core.deeds import Asked, Name, spellings
from ludex.core.effects.counting import in_force
from ludex.core.errors import RuleError
from ludex.core.names import folded, matching, named, narrow, simplified
from ludex.core.say import say
from ludex.systems.boon.content import shipped, state_named, words_of
from ludex.systems.boon.content.naming import usable
from ludex.systems.boon.effects import WORDS
from ludex.systems.boon.kinds.offers import creatures, things
from ludex.systems.boon.sheet import Character, Item, Position, Spell
from ludex.systems.boon.state import State, groups as groups_of, within_arm
from ludex.systems.boon.terms import ARMOR, UNARMED

BARE = ("徒手", "fist")
SQUARE = re.compile(r"^(\d+)[xX](\d+)$")
"""A square as it may be written too (BOO-LIV-27)."""


def target(asked: Asked, said: str | None) -> str:
    """The id of somebody or something that the asker knows of."""
    if not said:
        return ""
    state: State = asked.state
    if asked.actor and folded(said) in ONESELF:
        return asked.actor
    known = {c.id: c.called for c in state.combatants} | {t.id: t.called for t in state.objects}
    names = {key: (key, called) for key, called in known.items()}
    meant = [known[key] for key in matching(said, names)] or list(known.values())
    return named(said, names, unknown="unknown_actor", several="which_actor", actor=said, actors=meant)


EVERYONE = ("全体", "所有人", "all")
ONESELF = ("我", "自己", "me", "self")


def people(asked: Asked, said: Iterable[str]) -> list[str]:
    """The ids of characters: names, a side for all of it, everybody for all players' characters (BOO-LIV-7)."""
    state: State = asked.state
    groups = groups_of(state) | dict.fromkeys(EVERYONE, tuple(c.id for c in state.combatants if state.is_player(c)))
    named_ = {c.called for c in state.combatants}
    found = [who for one in said for who in ((one not in named_ and groups.get(one)) or (target(asked, one),))]
    for who in found:
        state.character(who)
    return list(dict.fromkeys(found))


def targets(asked: Asked, said: Iterable[str]) -> list[str]:
    """The ids of everybody and everything that is aimed at."""
    return [target(asked, one) for one in said]


def point(said: Iterable[str] | None) -> Position | None:
    """A square where targets are named; None if something else was said."""
    words = [part for one in said or () for part in SQUARE.sub(r"\1,\2", one).split(",")]
    numbers = [whole(one) for one in words]
    if len(numbers) != 2 or numbers[0] is None or numbers[1] is None:
        return None
    return numbers[0], numbers[1]


def lying(asked: Asked, actor: Character, said: str) -> tuple[str, str] | None:
    """Something that another let fall within reach, by its name: whose, and which; None if one's own is meant (BOO-LIV-35)."""
    mine = [i for i in actor.items if said in words_of(i.id, i.name, i.shelf) and not i.in_hand]
    if any(i.lies is None or within_arm(actor, i.lies) for i in mine):
        return None
    state: State = asked.state
    found = [(c.id, i) for c in state.combatants if c.id != actor.id for i in c.items if i.lies is not None]
    known = [(owner, i) for owner, i in found if said in words_of(i.id, i.name, i.shelf)]
    near = [(owner, i.id) for owner, i in known if i.lies and within_arm(actor, i.lies)]
    return near[0] if near else None


def allowed_names(state: State, who: str) -> tuple[str, ...]:
    """The names of deeds that effects allow somebody (BOO-LIV-36)."""
    return tuple(use.name for effect in in_force(WORDS, state, who) for use in effect.uses)


def item_said(who: Character, said: str | None) -> str:
    """An item of somebody's own; bare hands if nothing is said."""
    return _own(said, (who.unarmed, *who.items)) if said else UNARMED


def weapon(who: Character, said: str | None) -> str:
    """A weapon of somebody's own; if none is said the first in hand that can strike, else bare hands."""
    if said:
        return item_said(who, said)
    held = [i for i in who.items if i.arms and i.in_hand and not i.broken and i.die]
    return next((i.id for i in (*(i for i in held if i.ready), *held)), UNARMED)


def known_spell(who: Character, said: str) -> str:
    return _own(said, who.spells)


def worn_said(who: Character, said: str) -> str:
    """An item of somebody's own, or its armour."""
    own = words_of(ARMOR, who.armor.name, who.armor.shelf) if who.armor else (ARMOR,)
    return (
        ARMOR
        if said in ("护甲", *own) and not any(said in words_of(i.id, i.name, i.shelf) for i in who.items)
        else item_said(who, said)
    )


def own_thing(who: Character, said: str) -> str:
    """Anything of somebody's own: an item, a spell, its armour."""
    return ARMOR if said in ("护甲", ARMOR) else _own(said, (*who.items, *who.spells))


def own_things(who: Character, said: Iterable[str]) -> list[str]:
    """Several of them, each as often as it is said, no thing twice (BOO-LIV-51)."""
    owned: tuple[Item | Spell, ...] = (*who.items, *who.spells)
    words = [word for thing in owned for word in words_of(thing.id, thing.name, thing.shelf)]
    found: list[str] = []
    for one in each(said, words):
        left = tuple(item for item in who.items if item.id not in found)
        found.append(own_thing(replace(who, items=left), one))
    return found


def _own(said: str, owned: Iterable[Item | Spell]) -> str:
    """One of these by its id, its name or its beginning; an unknown one is answered with what there is."""
    owned = tuple(owned)
    alike = [t for t in owned if said in words_of(t.id, t.name, t.shelf)]
    if alike:  # BOO-LIV-51: the first of a name that can do it
        return max(alike, key=usable).id
    name, _, place = said.replace("＃", "#").partition("#")
    if place.isdecimal():  # BOO-LIV-51: the second of a name, of those that are not used up
        alike = [t for t in owned if name in words_of(t.id, t.name, t.shelf) and usable(t)[0]]
        if 0 < int(place) <= len(alike):
            return alike[int(place) - 1].id
    names = {t.id: (*words_of(t.id, t.name, t.shelf), *(BARE if t.id == UNARMED else ())) for t in owned}
    there = list({str(t.called): t.called for t in owned if t.id != UNARMED}.values())
    hint = say("told.there_are", names=there) if there else ""
    return named(said, names, unknown="unknown_id", id=said, hint=hint)


def state_called(asked: Asked, said: str) -> str:
    """A state by its id or name; nothing if there is none (BOO-LIV-43)."""
    found = state_named(said, asked.state.library)
    return found.id if found else ""


def effect_on(asked: Asked, said: str, who: str | None = None) -> str:
    """An effect by its name or id, of somebody where that is said."""
    state: State = asked.state
    theirs = [e for e in state.effects if who in (None, "", e.bearer)]
    shelved = [(s.id, s.name) for s in shipped().states]
    words = {
        e.id: (*words_of(e.id, e.name, e.shelf), *(name for key, name in shelved if key == e.shelf)) for e in theirs
    }
    meant = matching(said, words)
    on = [state.called(e.bearer) for e in state.effects if e.id in meant]
    return named(said, words, unknown="unknown_id", several="which_actor", id=said, actor=said, actors=on)


TIMES = re.compile(r"^(?P<name>.+?)\s*[×xX*]\s*(?P<count>\d{1,2})$")


def each(said: Iterable[str], known: Iterable[str] = ()) -> list[str]:
    """Things, each as often as it is said: «治疗药水×3» (BOO-LIV-51)."""
    known, found = set(known), list[str]()
    for one in said:
        times = None if one in known else TIMES.match(one)
        found += [times["name"]] * int(times["count"]) if times else [one]
    return found


def things_said(state: State, said: Iterable[str]) -> list[str]:
    known = things(state, "")
    names = {key: (key, *spellings(called)) for key, called in known.items()}
    spelt = [word for words in names.values() for word in words]
    return [named(one, names, unknown="unknown_id", id=one, among=_spelt(known)) for one in each(said, spelt)]


def _spelt(known: Mapping[str, Name]) -> list[str]:
    """The names of things in every language: a reader is shown those in her own."""
    return [word for called in known.values() for word in spellings(called)]


def creature(asked: Asked, said: str) -> str:
    """A stat block by id or name; an unknown one is answered with those that there are."""
    blocks = creatures(asked.state, "")
    names = {key: (key, *spellings(called)) for key, called in blocks.items()}
    return named(said, names, unknown="unknown_id", id=said, among=_spelt(blocks))


def side_named(asked: Asked, name: str | None) -> str:
    """A side by id or name; the asker's own if nothing is said."""
    state: State = asked.state
    if not name:
        own = state.find(asked.actor)
        return own.side if own else next((s.id for s in state.sides if not s.player), "")
    return next((s.id for s in state.sides if name in s.words), name)


# --- numbers, dice, stretches of time -------------------------------------------------------------------------------------

UNITS = {
    **dict.fromkeys(("秒", "秒钟", "s", "sec", "second"), 1),
    **dict.fromkeys(("轮", "round"), 15),
    **dict.fromkeys(("分", "分钟", "m", "min", "minute"), 60),
    **dict.fromkeys(("时", "小时", "个小时", "h", "hr", "hour"), 3600),
    **dict.fromkeys(("天", "日", "d", "day"), 86400),
}
_SPAN = re.compile(r"(\d{1,6})\s*([^\d\s]+)")


def number(text: str, *, arg: str) -> int:
    found = whole(text)
    if found is None:
        raise RuleError("bad_argument", arg=arg, value=text[:40], kind="whole")
    return found


def dice_said(text: str) -> dict[str, int]:
    """Dice, or a plain number: «2d6», «d6», «5»."""
    count, letter, die = text.lower().partition("d")
    if not letter:
        return {"amount": number(count, arg="dice")}
    return {"dice": number(count or "1", arg="dice"), "die": number(die, arg="dice")}


def percent(text: str | None) -> int | None:
    """A part of a hundred: «25%»."""
    return None if not text else number(text.rstrip("%％"), arg="flee")


def seconds(text: str) -> int:
    """A stretch of time: «+10分», «2时», «1小时30分»."""
    said = simplified(narrow(text)).strip().removeprefix("+")
    parts = [(int(count), _unit(unit.lower())) for count, unit in _SPAN.findall(said)]
    if not parts or _SPAN.sub("", said).strip() or not all(unit for _, unit in parts):
        raise RuleError("bad_argument", arg="time", value=text[:40], kind="time")
    return sum(count * unit for count, unit in parts)


def _unit(said: str) -> int:
    """How many seconds a unit has, in the singular or the plural; 0 if it is none."""
    return UNITS.get(said) or UNITS.get(said.removesuffix("s"), 0)
