"""Dice that fell for nothing: what a refused command or a refused answer threw is kept in an entry of its own, so that no die falls twice.

A person who could make something fail after its first die, and throw the same die again, would know what is to come, or choose.
"""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from ludex.core.errors import RuleError, SystemFailed
from ludex.table.acting import FACES_TYPED, Hand
from ludex.table.entries import Acted, AnyEntry
from ludex.table.memory import rolls_in

if TYPE_CHECKING:
    from ludex.table.table import Table


def spent(table: "Table", entry: Acted, error: RuleError | SystemFailed, *, kept: int, hand: Hand) -> Acted | None:
    """A refusal after dice have fallen: they are spent, and no value that they made is told. The entry that keeps them, if any fell."""
    thrown = (*hand.thrown, *hand.lost)
    rolls = rolls_in(thrown)
    table.chance.roll = entry.first + rolls - len(hand.again[:rolls])
    if not rolls:
        return None
    if error.code not in FACES_TYPED:
        error.hush()
    return replace(entry, answers=thrown, kept=kept, refused=error.code, again=hand.again[:rolls])


def lost(table: "Table", done: Acted, number: int, hand: Hand) -> list[AnyEntry]:
    """The dice that fell for an answer of a policy's which the rules then refused: they are spent, and the question is people's."""
    if not hand.lost:
        return []
    first, kept = table.chance.roll, done.kept + len(done.answers)
    before = rolls_in(done.answers)
    again = hand.again[before : before + rolls_in(hand.lost)]
    bare = replace(done, seat="", act=number, asked=None, questions=(), sealed=False)
    spent = replace(bare, first=first, answers=hand.lost, kept=kept, refused=hand.refused, again=again)
    table.chance.roll = first + spent.fresh
    return [spent]
