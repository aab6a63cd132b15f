"""Equipment basics, what somebody owns: how pieces are called and named, and how they leave her (FAB-PEQ-1, FAB-LIV-9)."""

from collections.abc import Mapping

from msgspec.structs import replace

from ludex.core.errors import RuleError
from ludex.core.names import folded
from ludex.core.rule import rule
from ludex.core.say import Say, say
from ludex.systems.fable.content import called_of
from ludex.systems.fable.effects.kinds import entries_of
from ludex.systems.fable.sheet import Character, Sheet
from ludex.systems.fable.sheet.entries import AccessoryEntry, ArmorEntry, ShieldEntry, Thing, WeaponEntry
from ludex.systems.fable.sheet.pieces import Made, Piece, Pieces, Slot
from ludex.systems.fable.state import State

BARE_HANDS = "unarmed"
NOTHING_THERE = ("", "none", "无", "空")

_SLOTS = {
    (Slot.MAIN,): ("main", "主手", "main hand"),
    (Slot.OFF, Slot.SHIELD): ("off", "副手", "off hand"),
    (Slot.ARMOR,): ("护甲", "armor", "armour"),
    (Slot.ACCESSORY,): ("饰品", "accessory"),
}
"""A piece by where it is: how people say that."""

_FIRST = (Slot.PACK, Slot.OFF, Slot.SHIELD, Slot.ACCESSORY, Slot.MAIN, Slot.ARMOR)
"""Where a piece that is handed on is taken from first."""


def things_of(sheet: Sheet) -> tuple[str, ...]:
    """Everything she owns: worn, held and packed, each piece by its key (FAB-LIV-9)."""
    return tuple(piece.key for piece in sheet.items for _ in range(piece.n))


def item_called(state: State, key: str) -> Say | str:
    """What a kind of thing is called."""
    return called_of(next((e[key].name for e in _wares(state) if key in e), key))


def piece_called(state: State, piece: Piece, n: int = 1) -> Say | str:
    """What a piece is called, with what is written on it and how many there are (FAB-LIV-9)."""
    name = item_called(state, piece.key)
    name = say("view.piece_noted", item=name, note=piece.note) if piece.note else name
    return say("view.pieces", item=name, n=n) if n > 1 else name


def alike(pieces: Pieces) -> list[tuple[Piece, int]]:
    """Pieces of one kind and note as one line, with how many there are."""
    found: dict[tuple[str, str], tuple[Piece, int]] = {}
    for piece in pieces:
        first, n = found.get((piece.key, piece.note), (piece, 0))
        found[piece.key, piece.note] = first, n + piece.n
    return list(found.values())


def handles(state: State, pieces: Pieces, *, packed: bool = False) -> dict[str, Say | str]:
    """Pieces as they are offered, all or those of the pack: how each is named, and what it is called. Those that are alike stand once."""
    kinds = [piece.key for piece in pieces]
    found: dict[str, Say | str] = {}
    seen: set[tuple[str, str, Slot]] = set()
    for place, piece in enumerate(pieces):
        alike = (piece.key, piece.note, piece.slot)
        if alike not in seen and (piece.packed or not packed):
            seen.add(alike)
            sole = kinds.count(piece.key) == 1
            found[piece.key if sole else f"{piece.key}#{kinds[: place + 1].count(piece.key)}"] = piece_called(
                state, piece
            )
    return found


def _wares(state: State) -> tuple[Mapping[str, Thing], ...]:
    return tuple(entries_of(kind, state.things) for kind in (WeaponEntry, ArmorEntry, ShieldEntry, AccessoryEntry))


def _ware_key(state: State, name: str) -> tuple[str, int] | None:
    said = folded(name)
    for entries in _wares(state):
        for key, entry in entries.items():
            known = (folded(key), folded(key).replace("_", " "), folded(entry.name))
            if said in known and key not in ("none", BARE_HANDS):
                return key, int(getattr(entry, "price", 0))
    return None


def ware_of(state: State, name: str) -> tuple[str, int]:
    """A piece that can be bought by key or name, with its price, or `unknown_item`."""
    found = _ware_key(state, name)
    if found is None:
        sold = [called_of(entry.name) for entries in _wares(state) for entry in entries.values()]
        raise RuleError("unknown_item", clause="FAB-PEQ-1", item=name, items=sold)
    return found


@rule("FAB-PEQ-1")
def pieces_named(state: State, sheet: Sheet, said: str) -> Pieces:
    """Her pieces that a name means: by id, by kind, as the n-th of its kind (`青铜剑#2`), by where it is (主手) or by its note.

    What is neither hers nor a ware is `unknown_item`; a ware that she has none of is an empty answer.
    """
    name = folded(said)
    if exact := tuple(one for one in sheet.items if folded(one.id) == name):
        return exact
    if ware := _ware_key(state, said):
        return tuple(one for one in sheet.items if one.key == ware[0])
    kind, _, place = said.rpartition("#")
    if place.isdecimal() and (ware := _ware_key(state, kind)):
        return (
            tuple(one for one in sheet.items if one.key == ware[0])[int(place) - 1 : int(place)] if int(place) else ()
        )
    slots = next((slots for slots, words in _SLOTS.items() if name in words), ())
    if found := tuple(one for one in sheet.items if one.slot in slots or (one.note and folded(one.note) == name)):
        return found
    owned = [piece_called(state, one) for one, _ in alike(sheet.items)]
    raise RuleError("unknown_item", clause="FAB-PEQ-1", item=said, items=owned)


def not_owned(state: State, who: Character, key: str) -> RuleError:
    """She has not so many of it."""
    return RuleError("not_owned", clause="FAB-PEQ-1", who=who.called, item=item_called(state, key))


def named_key(state: State, sheet: Sheet, said: str) -> str:
    """The kind of thing that a name means, hers or not."""
    named = pieces_named(state, sheet, said)
    return named[0].key if named else ware_of(state, said.rpartition("#")[0] or said)[0]


@rule("FAB-PEQ-1", "FAB-PAC-1")
def taken_from(state: State, who: Character, said: str, n: int) -> tuple[Sheet, Pieces]:
    """Her sheet without so many of a thing, and the pieces that left: first what is in the pack and bears no note (FAB-LIV-9)."""
    named = sorted(pieces_named(state, who.sheet, said), key=lambda one: (_FIRST.index(one.slot), bool(one.note)))
    if sum(one.n for one in named) < n:
        raise not_owned(state, who, named_key(state, who.sheet, said))
    owned, gone = who.sheet.owned, []
    for piece in named:
        wanted = min(n, piece.n)
        if not wanted:
            break
        if piece.slot is Slot.ARMOR and state.conflict is not None:
            raise RuleError("armor_in_conflict", clause="FAB-PAC-1")
        owned, one = owned.apart(who.id, piece, wanted)
        owned, n = owned.without(one), n - wanted
        gone.append(one)
    return fitted(state, who.sheet, owned), tuple(gone)


@rule("FAB-PEQ-2")
def fitted(state: State, before: Sheet, owned: Made) -> Sheet:
    """The sheet with other pieces: what is worn and held counts, what is not no longer does."""
    sheet = before.owning(owned)
    armors, shields = entries_of(ArmorEntry, state.things), entries_of(ShieldEntry, state.things)
    worn = armors.get(sheet.armor, ArmorEntry()) if sheet.armor != before.armor else before.worn
    held = shields.get(sheet.shield, ShieldEntry()) if sheet.shield != before.shield else before.held
    return replace(sheet, worn=worn, held=held, init_mod=before.init_mod - before.worn.init + worn.init)
