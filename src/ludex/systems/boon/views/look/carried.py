"""What somebody carries and knows, as tags of her sheet: items with what is left of them and where they are, spells with what they do."""

from collections.abc import Iterable

from msgspec.structs import replace

from ludex.core.principals import Viewer
from ludex.core.rule import rule
from ludex.core.say import Label, Say, say
from ludex.core.view import AnyPart, Tag, Tags
from ludex.systems.boon.sheet import Armor, Character, Item
from ludex.systems.boon.state import State
from ludex.systems.boon.terms import UNARMED
from ludex.systems.boon.views.deeds import cast


def carried(state: State, viewer: Viewer, who: Character) -> tuple[AnyPart, ...]:
    """Items with what is left of them, and spells."""
    items = _stacks((i for i in who.items if i.id != UNARMED and (i.arms or i.uses != 0)), veiled=bool(who.veil))
    mine = viewer.gm or who.id in viewer.controls
    spells = tuple(
        Tag(s.called, note=say("view.spell_ap", ap=s.ap), deed=cast(state, who, s) if mine else None)
        for s in who.spells
    )
    shown = ((items, say("view.carried")), (spells, say("view.spells")))
    return tuple(Tags(tags, label) for tags, label in shown if tags)


def _stacks(items: Iterable[Item], *, veiled: bool) -> tuple[Tag, ...]:
    """Equal things as one, with their number (BOO-LIV-51)."""
    alike: dict[Item, int] = {}
    for item in items:
        bare = replace(item, id=item.shelf or item.name or item.id)
        alike[bare] = alike.get(bare, 0) + 1
    return tuple(_item(item, many, veiled=veiled) for item, many in alike.items())


def _item(item: Item, many: int, *, veiled: bool) -> Tag:
    if many > 1:
        stack = say("view.stack", item=item.called, many=many)
        return Tag(stack, "weapon" if item.arms else "gear", out=item.broken)
    left: list[Label] = [] if item.durability is None else [f"{item.durability}/{item.durability_max or '–'}"]
    if veiled:
        left = [say(wear)] if (wear := wear_of(item)) and not item.broken else []
    left += [f"×{n}" for n in (item.uses, item.ammo) if n is not None]
    left += [say(place)] if (place := _place_of(item)) else []
    unready = item.broken or not item.carried or (item.reload and not item.loaded)
    note = say("view.item_note", parts=left) if any(isinstance(one, Say) for one in left) else " ".join(map(str, left))
    return Tag(item.called, "weapon" if item.arms else "gear", out=unready, note=note)


@rule("BOO-LIV-44")
def wear_of(thing: Item | Armor) -> str:
    """How something of somebody's whose numbers are hidden has fared, as far as it may be known: intact, worn, broken."""
    if thing.broken:
        return "view.broken"
    return (
        "" if thing.durability is None else "view.intact" if thing.durability == thing.durability_max else "view.worn"
    )


def _place_of(item: Item) -> str:
    """Broken, lying where it was thrown or dropped, in the pack: told apart (BOO-LIV-35)."""
    if item.broken:
        return "view.broken"
    if item.lies is not None:
        return "view.thrown" if item.thrown else "view.lying"
    return "view.stowed" if item.arms and not item.in_hand else "view.lit" if item.lit else ""
