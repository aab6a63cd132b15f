"""Dice that a player took back fall again when she does the same again: nobody fishes for a better throw (`Settings.same_dice`).

An undo, a cancelled act or a wish that the GM allowed says which throws went back with it. They wait for the same seat to do the
same deed with the same character, whatever its target: then its first throws have their numbers, and so their dice. What followed by
itself (a foe's answer) keeps its throws too. Words that are put into the seed end it: under another seed a number is another die.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from ludex.table.entries import Acted, Asked
    from ludex.table.memory import Act, Memory
    from ludex.table.seats import Seat

MOST = 40
"""So many acts that were taken back are remembered with their throws."""

WHO_ACTS = ("actor", "attacker", "who")
"""What procedures call the character who acts."""


REWIND = "ludex.rewind"
"""The procedure of a wish to take something back."""


class KeptDice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers of the throws of an act that was taken back: whose word it was (empty: nobody's), what was done by whom, in which step."""

    seat: str
    procedure: str
    who: str
    root: int
    rolls: tuple[int, ...]

    @property
    def key(self) -> tuple[str, str, str]:
        """What must be the same for the dice to fall again."""
        return self.seat, self.procedure, self.who


def key_of(seat: str, asked: "Asked") -> tuple[str, str, str]:
    """The same of an act."""
    given = msgspec.json.decode(asked.given)
    named = (given.get(field) for field in WHO_ACTS) if isinstance(given, dict) else ()
    return seat, asked.procedure, next((who for who in named if isinstance(who, str)), "")


def kept_for(memory: "Memory", seat: str, asked: "Asked") -> tuple[int, ...]:
    """The numbers that the first throws of an act have, because they fell for it before."""
    if not memory.kept_dice or not memory.settings.same_dice:
        return ()
    key = key_of(seat, asked)
    return next((one.rolls for one in memory.kept_dice if one.key == key), ())


def after_act(memory: "Memory", seat: str, asked: "Asked", entry: "Acted") -> tuple[KeptDice, ...]:
    """What is left of the kept dice after an entry of an act: nothing for this one if it is over."""
    if not memory.kept_dice or entry.refused:
        return memory.kept_dice
    key = key_of(seat, asked)
    place = next((n for n, one in enumerate(memory.kept_dice) if one.key == key), None)
    if place is None:
        return memory.kept_dice
    one = memory.kept_dice[place]
    left = tuple(roll for roll in one.rolls if roll not in entry.again) if entry.questions else ()
    here = (msgspec.structs.replace(one, rolls=left),) if left else ()
    return (*memory.kept_dice[:place], *here, *memory.kept_dice[place + 1 :])


def with_kept(kept: Sequence[KeptDice], more: Iterable[KeptDice]) -> tuple[KeptDice, ...]:
    """The kept dice with those of what was taken back just now before all others."""
    return (*(one for one in more if one.rolls), *kept)[:MOST]


def of_parked(memory: "Memory", act: "Act") -> KeptDice:
    """The dice of an act that waits, before those that it has not thrown again yet."""
    seat, procedure, who = key_of(act.seat, act.asked)
    return KeptDice(seat, procedure, who, act.root, (*act.rolls, *kept_for(memory, act.seat, act.asked)))


class _Wish(msgspec.Struct, frozen=True):
    """Of a wish to take something back, the throws that go with it."""

    again: tuple[KeptDice, ...] = ()


def wished_again(asked: "Asked") -> tuple[KeptDice, ...]:
    """The throws that go back with what somebody wished to take back."""
    return msgspec.json.decode(asked.given, type=_Wish).again


def keeps(memory: "Memory", seat: "Seat | None") -> bool:
    """Whether what this seat takes back keeps its dice: a player's does, unless the table has settled otherwise."""
    return memory.settings.same_dice and seat is not None and not seat.gm


class Throws:
    """The throws of acts, gathered from their entries."""

    def __init__(self) -> None:
        self._acts: dict[int, KeptDice] = {}

    def add(self, n: int, entry: "Acted") -> None:
        """One entry more; what a refusal threw is spent."""
        if entry.refused:
            return
        rolls = numbers_of(entry)
        if entry.asked is not None:
            root = entry.root or n
            self._acts[n] = KeptDice(*key_of(entry.seat, entry.asked), root, rolls)
        elif rolls and (begun := self._acts.get(entry.act)) is not None:
            self._acts[entry.act] = msgspec.structs.replace(begun, rolls=(*begun.rolls, *rolls))

    def of(self, roots: Iterable[int]) -> tuple[KeptDice, ...]:
        """Those of the steps with these roots, in the order in which they began."""
        wanted = set(roots)
        return tuple(one for _, one in sorted(self._acts.items()) if one.root in wanted and one.rolls)


def numbers_of(entry: "Acted") -> tuple[int, ...]:
    """The numbers of the table's own throws in an entry: those that fell again first."""
    return (*entry.again, *range(entry.first, entry.first + entry.fresh))
