"""Whose an open question is."""

from ludex.table.memory import Act
from ludex.table.seats import Seat
from ludex.table.table import Table


def own(table: Table, seat: Seat) -> list[Act]:
    """Questions that this seat is the one to answer: its own, its actors', and for the GM those that no player holds."""
    held = {who for s in table.memory.seats.values() if not s.gm for who in (s.id, *s.controls)}
    mine = (seat.id, *seat.controls)
    return [a for a in table.questions(seat) if a.question.who in mine or (seat.gm and a.question.who not in held)]


def others(table: Table, seat: Seat) -> list[Act]:
    """Questions of others that this seat may answer for them."""
    mine = {a.number for a in own(table, seat)}
    return [a for a in table.questions(seat) if a.number not in mine]
