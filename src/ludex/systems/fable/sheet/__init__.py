"""A character and the things on it: frozen data, and how gauges stand. Dice and defences are in `rules/attributes.py`.

The fields of `Character` are what play changes; `Sheet` holds the side of a character that play only reads: growth,
equipment, background. Property is instances: pieces with an id, an entry, a quantity and notes, in a slot or in the pack (FAB-LIV-9).
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import Annotated, NamedTuple

import msgspec
from msgspec.structs import replace

from ludex.core.effects.records import Effect
from ludex.core.hints import larger, once, remembered
from ludex.core.visibility import Own, Unseen
from ludex.systems.fable.sheet.entries import ArmorEntry, ShieldEntry, Strike
from ludex.systems.fable.terms import Affinity, Attribute, DamageType, Kind, Pool, Rank, Status


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
        return Made(tuple(piece if one.id == piece.id else one for one in self.pieces), self.made)

    def without(self, piece: Piece) -> "Made":
        return Made(tuple(one for one in self.pieces if one.id != piece.id), self.made)

    def received(self, owner: str, piece: Piece) -> "Made":
        """With a piece of somebody else's in the pack; should its id be taken here, it gets a new one."""
        taken = any(one.id == piece.id for one in self.pieces)
        found = replace(piece, slot=Slot.PACK, id=f"{owner}#{self.made + 1}" if taken else piece.id)
        return Made((*self.pieces, found), self.made + taken)


def outfit(owner: str, keys: Iterable[tuple[Slot, str]]) -> Made:
    found = Made((), 0)
    for slot, key in keys:
        found = found.more(owner, key, slot=slot)
    return found


Five = tuple[int, int, int, int, int]
"""One number for each of the five gauges, left to right."""

NOTHING: Five = (0, 0, 0, 0, 0)
BASE_CRISIS_VALUE = 2
BASE_IP = 6
BARE_HANDS = "unarmed"
"""The key of what a hand without a weapon strikes with."""

Amount = Annotated[int, msgspec.Meta(ge=0)]


class Dice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A size for each attribute die."""

    dex: int = 8
    ins: int = 8
    mig: int = 8
    wlp: int = 8

    def of(self, attribute: Attribute) -> int:
        return int(getattr(self, attribute.value))


class Steps(Dice, frozen=True, forbid_unknown_fields=True):
    """Steps up or down for each attribute die."""

    dex: int = 0
    ins: int = 0
    mig: int = 0
    wlp: int = 0


class Gauge(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of five gauges: capacities before any penalty, and what is lost from each (FAB-GAU-9: the loss is stored)."""

    cap: Five = (8, 8, 8, 8, 8)
    lost: Five = NOTHING


ROWS = ("hg", "mg")
"""Both rows of gauges, as a character's fields are called."""


class Lent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Capacity that comes from something that lasts, where it was put; `forever`: it lasts for good, and counts in FAB-GAU-7."""

    hg: Five = NOTHING
    mg: Five = NOTHING
    forever: bool = False


class Bond(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """羁绊: one-sided, towards somebody; its strength is the number of its emotions."""

    target: str
    emotions: tuple[str, ...] = ()

    @property
    def strength(self) -> int:
        """FAB-BON-2."""
        return len(self.emotions)


# ---------------------------------------------------------------------- a character
class Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Growth, equipment and background."""

    domains: dict[str, int] = {}
    xp: int = 0
    benefits: tuple[str, ...] = ()
    feats: tuple[str, ...] = ()
    heroic: tuple[str, ...] = ()
    items: Pieces = ()
    """Everything that she owns: worn, held and packed (FAB-LIV-9)."""
    made: int = 0
    """How many pieces were ever made for her."""
    worn: ArmorEntry = ArmorEntry()
    held: ShieldEntry = ShieldEntry()
    strikes: tuple[Strike, ...] = ()
    spells: tuple[str, ...] = ()
    lessons: tuple[str, ...] = ()
    """Spells that feats left open: the list of each, or `any` with the most MP it may cost (`any:10`)."""
    martial: tuple[str, ...] = ()
    abilities: tuple[str, ...] = ()
    init_mod: int = 0
    spd: int = 0
    replaces: int = 1
    money: int = 0
    life: str = ""
    species: str = ""
    answers: dict[str, str] = {}
    """The eight questions (FAB-QNA-1), free text."""
    notes: Own[str] = ""
    bonuses: dict[str, int] = {}
    """What feats of earlier versions added to her attacks and defences; nothing writes it any more."""
    picks: dict[str, tuple[str, ...]] = {}
    """What she chose when she learned a feat, each time that she did (FAB-LIV-31)."""
    spreads: dict[str, tuple[Five, ...]] = {}
    """Where the capacity went that a feat gave, each time that she learned it (FAB-LIV-46)."""
    goal: str = ""
    """What an NPC is after (FAB-LIV-50): the GM's, until it is unmasked."""

    @property
    def armor(self) -> str:
        """The armour that she wears, by its key, or `none`."""
        return next(iter(in_slots(self.items, Slot.ARMOR)), "none")

    @property
    def shield(self) -> str:
        return next(iter(in_slots(self.items, Slot.SHIELD)), "")

    @property
    def weapons(self) -> tuple[str, ...]:
        return in_slots(self.items, *HAND_SLOTS)

    @property
    def accessory(self) -> str:
        return next(iter(in_slots(self.items, Slot.ACCESSORY)), "")

    @property
    def learned(self) -> tuple[str, ...]:
        """The feats that she has learned by key, each as often as she has."""
        return (*(feat.partition(":")[2] for feat in self.feats), *self.heroic)

    @property
    def pack(self) -> tuple[str, ...]:
        """What she owns and neither wears nor holds, each piece by its key."""
        return in_pack(self.items)

    @property
    def owned(self) -> Made:
        return Made(self.items, self.made)

    def owning(self, owned: Made) -> "Sheet":
        return msgspec.structs.replace(self, items=owned.pieces, made=owned.made)


class Character(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """Somebody with gauges. Everything is optional, as in the rulebook's character record."""

    id: str = "actor"
    kind: Kind = Kind.PC
    rank: Rank = Rank.SOLDIER
    team: str = ""
    level: int = 5
    base: Dice = Dice()
    up: Steps = Steps()
    down: Steps = Steps()
    statuses: tuple[Status, ...] = ()
    hg: Gauge = Gauge()
    mg: Gauge = Gauge()
    crisis_value: int = BASE_CRISIS_VALUE
    stated_def: int | None = msgspec.field(default=None, name="def")
    stated_mdef: int | None = msgspec.field(default=None, name="mdef")
    reduction: int = 0
    affinities: dict[DamageType, tuple[Affinity, ...]] = {}
    guarding: bool = False
    fp: int = 0
    ultima: int = 0
    ip: int = BASE_IP
    traits: tuple[str, ...] = ()
    bonds: tuple[Bond, ...] = ()
    break_point_taken: bool = False
    name: str = ""
    edge: int = 0
    """What an `advantage` adds to the next check."""
    opportunities: tuple[str, ...] = ()
    """Gained and not yet spent; each says where it comes from: "check" or "attack"."""
    immune: tuple[Status, ...] = ()
    covering: str = ""
    spells_on: dict[str, str] = {}
    """Spells that last on her for the scene, with who cast each (FAB-PSP-2)."""
    surrendered: bool = False
    fate: str = ""
    shown_types: tuple[DamageType, ...] = ()
    """Damage types whose affinity has shown itself (FAB-LIV-40)."""
    studied: int = 0
    """How far the players have studied it (FAB-PAC-6), 0-3."""
    hidden: Unseen = False
    shown_traits: tuple[str, ...] = ()
    """Traits that an opportunity has shown (看破)."""
    unmasked: bool = False
    """Whether everybody knows what it is after (揭穿)."""
    sheet: Sheet = Sheet()
    used: dict[str, dict[str, int]] = {}
    """How often feats were used, by what they come back with: "scene" -> feat -> times."""
    downed: str = ""
    """What brought her to 0 HP, until her fate is decided."""
    downed_by: str = ""
    """Who struck her down."""
    tier: str = ""
    """A villain's tier (FAB-PFP-3)."""
    draft: bool = False
    """Whether her sheet is still a draft: she has done nothing yet (FAB-LIV-43)."""
    place: str = ""
    """The scene in which she was seen last."""
    carried: tuple[Effect, ...] = ()
    """What lasts on her for longer than a scene: set only in the file of a character that travels (FAB-LIV-48)."""
    lent: dict[str, Lent] = {}
    """Capacity that her gauges have from effects, by what it comes from (FAB-LIV-37)."""
    banded: bool = False
    """Whether a viewer is told of each gauge that it is full, hurt or broken."""
    shown: int = 3
    """How much of this record a viewer may trust: less than 3 only in what is made for a viewer (redact.py)."""

    @property
    def called(self) -> str:
        return self.name or self.id

    @property
    def soldier(self) -> bool:
        """A soldier-rank NPC: PCs are none, whatever their rank says (FAB-ATK-4)."""
        return self.kind is not Kind.PC and self.rank is Rank.SOLDIER

    def row(self, pool: Pool) -> Gauge:
        return self.hg if pool is Pool.HP else self.mg

    def for_good(self, row: str) -> Five:
        """The capacities of a row without what is lent for a while (FAB-GAU-8)."""
        brief = [getattr(one, row) for one in self.lent.values() if not one.forever]
        return five(cap - sum(n) for cap, *n in zip(getattr(self, row).cap, *brief, strict=True))

    def lends(self, source: str, lent: Lent | None) -> "Character":
        """With other capacity from something that lasts; None: it is over."""
        before, after = self.lent.get(source, Lent()), lent or Lent()
        rows = {
            row: msgspec.structs.replace(
                gauge := getattr(self, row),
                cap=five(
                    cap - less + more
                    for cap, less, more in zip(gauge.cap, getattr(before, row), getattr(after, row), strict=True)
                ),
            )
            for row in ROWS
        }
        kept = {key: one for key, one in self.lent.items() if key != source}
        return msgspec.structs.replace(self, **rows, lent={**kept, source: lent} if lent else kept)

    @property
    @once
    def standing(self) -> "Standing":
        return stand(self.hg, self.mg)

    @property
    def hg_now(self) -> Five:
        return self.standing.hg_now

    @property
    def hg_cap(self) -> Five:
        """What the hit gauges can hold under the overdraft penalty."""
        return self.standing.hg_cap

    @property
    def mg_now(self) -> Five:
        return self.standing.mg_now

    @property
    def hp(self) -> int:
        return self.standing.hp

    @property
    def mp(self) -> int:
        return self.standing.mp

    @property
    def penalty(self) -> int:
        return self.standing.penalty

    @property
    def unbroken(self) -> int:
        return self.standing.unbroken

    @property
    def crisis(self) -> bool:
        """危机 (FAB-GAU-12)."""
        return self.unbroken <= self.crisis_value

    @property
    def defeated(self) -> bool:
        """All five hit gauges broken (FAB-GAU-13)."""
        return self.unbroken == 0

    @property
    def falling(self) -> bool:
        """At 0 HP, or brought there whatever has been healed since, and her fate is open (FAB-LIV-19)."""
        return not self.fate and bool(self.downed or self.defeated)

    @property
    def out(self) -> bool:
        """Out of the scene, or about to be (FAB-LIV-7)."""
        return bool(self.fate) or self.falling


class Standing(NamedTuple):
    """Everything that follows from two rows of gauges."""

    mg_now: Five
    mp: int
    penalty: int
    hg_cap: Five
    hg_now: Five
    hp: int
    unbroken: int


@remembered(4096)
def stand(hg: Gauge, mg: Gauge) -> Standing:
    """How two rows of gauges stand: contents, and what overdraft does to the hit gauges."""
    held = [cap - lost for cap, lost in zip(mg.cap, mg.lost, strict=True)]
    mg_now = five([*(larger(0, now) for now in held[:4]), held[4]])  # FAB-OVD-1: only the last may be below 0
    mp = sum(mg_now)
    penalty = larger(0, -mp)  # FAB-OVD-2
    hg_cap = five(larger(0, cap - penalty) for cap in hg.cap)
    hg_now = five(larger(0, cap - lost) for cap, lost in zip(hg_cap, hg.lost, strict=True))  # FAB-GAU-9
    return Standing(
        mg_now, mp, penalty, hg_cap, hg_now, sum(hg_now), sum(now > 0 for now in hg_now)
    )  # FAB-GAU-1, FAB-GAU-10


def five(numbers: Iterable[int]) -> Five:
    """Five numbers as the fixed tuple that gauges are made of."""
    a, b, c, d, e = numbers
    return (a, b, c, d, e)


def things_of(sheet: Sheet) -> tuple[str, ...]:
    """Everything she owns: worn, held and packed, each piece by its key (FAB-LIV-9)."""
    return tuple(piece.key for piece in sheet.items for _ in range(piece.n))
