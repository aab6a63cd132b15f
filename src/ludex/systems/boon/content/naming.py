"""What shipped things are called at a table that speaks English, where a name is given for good: who comes on, what stands there.

And how a line tells somebody's things of one name apart.
"""

from collections.abc import Collection, Iterable, Sequence
from itertools import count

from msgspec.structs import replace

from ludex.core.packs import spare_words
from ludex.systems.boon.content import PACKAGE, creature_named, english, shipped
from ludex.systems.boon.sheet import Item, Spell
from ludex.systems.boon.state import Library


def creature_name(name: str, own: Library, language: str) -> str:
    """What creatures of a stat block are called: a shipped one in the language of the GM who brings it on, one of the table's own as it was given."""
    found = creature_named(name, own)
    if found is None:
        return name
    key, block = found
    if language == "en" and key in shipped().creatures and key not in own.creatures:
        return english().get(key, key).title()
    return str(block.get("name", key))


def landmark_name(name: str, language: str) -> str:
    """What stands on a shipped map, in the language of the GM who lays it out."""
    return spare_words(PACKAGE, "demo.en.toml").get(name, name) if language == "en" else name


def usable(thing: Item | Spell) -> tuple[bool, bool, bool]:
    """Something with uses left before something used up, whole before broken, in hand before the pack (BOO-LIV-51)."""
    if isinstance(thing, Spell):
        return True, True, True
    return thing.uses != 0, not thing.broken, thing.in_hand


def numbered_names(things: Sequence[Item | Spell]) -> dict[str, str]:
    """How a line names each of somebody's things, by id: by its name, by its number behind it where the name means another that is not its like (BOO-LIV-51)."""
    found = {}
    for thing in things:
        name = thing.name or thing.id
        same = [one for one in things if (one.name or one.id) == name and usable(one)[0]]
        meant = max(same, key=usable, default=thing)
        place = same.index(thing) + 1 if thing in same and replace(meant, id=thing.id) != thing else 0
        found[thing.id] = f"{name}#{place}" if place else name
    return found


def free_id(name: str, taken: Collection[str]) -> str:
    """This id, or the first of its kind that is not taken."""
    return name if name not in taken else next(f"{name}-{n}" for n in count(2) if f"{name}-{n}" not in taken)


def with_own_id(items: Iterable[Item], item: Item) -> Item:
    """The item with an id that none of these has: every thing of somebody's has its own (BOO-LIV-51)."""
    return replace(item, id=free_id(item.id, {i.id for i in items}))
