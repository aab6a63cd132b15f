"""Property is instances: pieces with an id, an entry, a quantity and notes of their own, each in a slot or in the pack (FAB-LIV-9)."""

from collections.abc import Iterable
from enum import StrEnum

import msgspec
from msgspec.structs import replace


class Slot(StrEnum):
    """Where a piece is. A shield takes the off hand and says so; weapons beyond the first are in the off hand."""

    MAIN = "main"
    OFF = "off"
    SHIELD = "shield"
    ARMOR = "armor"
    ACCESSORY = "accessory"
    PACK = "pack"


HAND_SLOTS = (Slot.MAIN, Slot.OFF)


class Piece(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that somebody owns: whose sheet it stands on. Its id stays with it when another takes it; `key` is its entry."""

    id: str
    key: str
    n: int = 1
    note: str = ""
    slot: Slot = Slot.PACK

    @property
    def packed(self) -> bool:
        """Whether it is neither worn nor held."""
        return self.slot is Slot.PACK


Pieces = tuple[Piece, ...]


def in_slots(pieces: Pieces, *slots: Slot) -> tuple[str, ...]:
    """The entries of what is in these slots, slot by slot."""
    return tuple(one.key for slot in slots for one in pieces if one.slot is slot)


def in_pack(pieces: Pieces) -> tuple[str, ...]:
    """The entries of what is in the pack, each as often as there are pieces of it."""
    return tuple(one.key for one in pieces if one.packed for _ in range(one.n))


class Made(msgspec.Struct, frozen=True):
    """Pieces, and how many were ever made for their owner: no number comes twice."""

    pieces: Pieces
    made: int

    def more(self, owner: str, key: str, n: int = 1, slot: Slot = Slot.PACK) -> "Made":
        """With a new piece."""
        made = self.made + 1
        return Made((*self.pieces, Piece(f"{owner}#{made}", key, n, "", slot)), made)

    def apart(self, owner: str, piece: Piece, n: int = 1) -> tuple["Made", Piece]:
        """So many of a piece as one of their own, which has a new id where some are left; and that one."""
        if n >= piece.n:
            return self, piece
        one = replace(piece, id=f"{owner}#{self.made + 1}", n=n)
        kept = self.put(replace(piece, n=piece.n - n))
        return Made((*kept.pieces, one), self.made + 1), one

    def put(self, piece: Piece) -> "Made":
        """With a piece as it is now, in its place."""
        return Made(tuple(piece if one.id == piece.id else one for one in self.pieces), self.made)

    def without(self, piece: Piece) -> "Made":
        """Without a piece."""
        return Made(tuple(one for one in self.pieces if one.id != piece.id), self.made)

    def received(self, owner: str, piece: Piece) -> "Made":
        """With a piece of somebody else's in the pack; should its id be taken here, it gets a new one."""
        taken = any(one.id == piece.id for one in self.pieces)
        found = replace(piece, slot=Slot.PACK, id=f"{owner}#{self.made + 1}" if taken else piece.id)
        return Made((*self.pieces, found), self.made + taken)


def outfit(owner: str, keys: Iterable[tuple[Slot, str]]) -> Made:
    """New pieces in their slots."""
    found = Made((), 0)
    for slot, key in keys:
        found = found.more(owner, key, slot=slot)
    return found
