"""Table options of boon: the places where the rulebook leaves a choice, with their defaults. House rules live here alone."""

from typing import Literal

import msgspec


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Named options of one table; the first value of each is the default."""

    default_ap: int = 3
    """AP a round for everybody whose class or record says nothing (BOO-PAP-1, Ruling BOO-E-14)."""

    initiative_attribute: Literal["agility", "perception"] = "agility"
    """Which bonus a side's leader adds to the initiative check (BOO-PIN-1, Ruling BOO-E-10)."""

    surprise_defense: Literal["none", "allowed"] = "none"
    """Whether the ambushed defend in the surprise round (BOO-DEF-3, Ruling BOO-E-12)."""

    npc_defeat: Literal["die", "unconscious", "ask"] = "die"
    """What becomes of an NPC whose damage reaches its health (BOO-PHL-7)."""

    allow_pass: bool = True
    """Whether the holder of the initiative may pass (BOO-RND-13, Ruling BOO-E-18)."""

    combat_end: Literal["gone", "out"] = "gone"
    """Whether a side is out when all of it are gone, or when nobody of it is active (BOO-EOR-4, Ruling BOO-E-20)."""

    same_conditions: Literal["nothing_new", "equal"] = "nothing_new"
    """Which attempt is the same situation again: one with nothing new, or one with the very same conditions (BOO-CHL-8, Ruling BOO-E-6)."""

    hands: int = 2
    """Hands of everybody whose record says nothing; 0: hands are not counted (BOO-PWP-6, Ruling BOO-E-34)."""

    overflow: Literal["lost", "through"] = "lost"
    """Where damage beyond the remaining durability goes (BOO-RES-8, Ruling BOO-E-29)."""

    body_throw_armor: Literal["ignore", "compare"] = "ignore"
    """Whether a throw's total is compared with the attacker's armour (BOO-THR-3, Ruling BOO-E-36)."""
