"""What may stand in an argument, offered while people type. Secret characters are never offered: everybody reads these."""

from ludex.systems.boon import redact
from ludex.systems.boon.content import shipped
from ludex.systems.boon.sheet import Character
from ludex.systems.boon.state import State

COVERS = ("半", "大半", "全", "half", "three_quarters", "total")
OBSCUREMENTS = ("薄", "浓", "全", "partial", "heavy", "total")
TERRAINS = ("平地", "困难", "攀爬", "normal", "difficult", "climb")
ATTRIBUTES = ("力量", "敏捷", "智力", "意志", "感知", "strength", "agility", "intellect", "will", "perception")
KINDS = ("近战", "远程", "魔法", "道具", "melee", "ranged", "magic", "item")
DEFENSES = ("闪避", "格挡", "摔投", "dodge", "block", "body_throw")
MATERIALS = ("一般", "易碎", "坚硬", "normal", "fragile", "hard")
GROUNDS = ("困难", "攀爬", "墙", "雾", "遮蔽", "difficult", "climb", "wall", "fog", "cover")
LEAVING = ("逃", "降", "flee", "surrender")


def people(state: State) -> tuple[str, ...]:
    """Everybody who is no secret."""
    return tuple(c.called for c in redact.people(state))


def targets(state: State) -> tuple[str, ...]:
    """Characters and objects that can be aimed at."""
    return (*people(state), *(t.called for t in state.objects if not t.destroyed))


def gear(state: State) -> tuple[str, ...]:
    """The items of the holder; of all who are no secret if nobody does."""
    return tuple(dict.fromkeys(i.name or i.id for c in _holders(state) for i in c.items))


def spells(state: State) -> tuple[str, ...]:
    """The spells of the holder; of all who are no secret if nobody does."""
    return tuple(dict.fromkeys(s.name or s.id for c in _holders(state) for s in c.spells))


def _holders(state: State) -> tuple[Character, ...]:
    """The holder, or everybody if nobody holds the initiative; never a secret one."""
    known = redact.people(state)
    return tuple(c for c in known if c.id == state.clock.holder) if state.find(state.clock.holder) else known


def sides(state: State) -> tuple[str, ...]:
    """The sides."""
    return tuple(s.called for s in state.sides)


def effects(state: State) -> tuple[str, ...]:
    """Effects that can be ended."""
    return tuple(e.id for e in state.effects)


def stunts(state: State) -> tuple[str, ...]:
    """Special stunts."""
    return tuple(s.name or s.id for s in (*state.library.stunts, *shipped().stunts))


def classes(state: State) -> tuple[str, ...]:
    """Classes."""
    return tuple(c.name or c.id for c in (*state.library.classes, *shipped().classes))


def creatures(state: State) -> tuple[str, ...]:
    """Stat blocks."""
    return tuple(str(c.get("name", key)) for key, c in {**shipped().creatures, **state.library.creatures}.items())


def creature_ids(state: State) -> tuple[str, ...]:
    """Stat blocks by their ids."""
    return (*shipped().creatures, *state.library.creatures)


def thing_ids(state: State) -> tuple[str, ...]:
    """Everything of the catalogue that somebody can have, by its id."""
    own, known = state.library, shipped()
    items = (i.id for i in (*own.items, *known.items))
    spells = (s.id for s in (*own.spells, *known.spells))
    return (*items, *spells, *own.armors, *known.armors)


def armors(state: State) -> tuple[str, ...]:
    """Armour of the catalogue."""
    return tuple(a.name or key for key, a in {**shipped().armors, **state.library.armors}.items())


def items(state: State) -> tuple[str, ...]:
    """Items of the catalogue."""
    return tuple(i.name or i.id for i in (*state.library.items, *shipped().items))


def things(state: State) -> tuple[str, ...]:
    """Everything of the catalogue that somebody can have."""
    known = tuple(s.name or s.id for s in (*state.library.spells, *shipped().spells))
    return (*items(state), *armors(state), *known)
