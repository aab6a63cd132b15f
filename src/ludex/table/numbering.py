"""Numbers of entries as a seat reads them: its own, counted over what it may know of, so that no gap tells of anything hidden.

The log itself numbers all entries; what leaves the server carries a seat's numbers, and what comes in is turned back.
"""

from ludex.table.memory import Memory
from ludex.table.rising_numbers import Rising
from ludex.table.seats import Seat

NONE = Rising()


def own_number(memory: Memory, seat: Seat, n: int) -> int:
    """The number that an entry has for a seat: how many entries up to it the seat may know of."""
    if seat.gm:
        return n
    return n - memory.veiled.up_to(n) + memory.heard.get(seat.id, NONE).up_to(n)


def heard(memory: Memory, seat: Seat, n: int) -> bool:
    """Whether a seat knows that there is an entry `n`."""
    return seat.gm or own_number(memory, seat, n) > own_number(memory, seat, n - 1)


def act_number(memory: Memory, seat: Seat, n: int) -> int:
    """The number that an act has for a seat: that of the entry that began it; of one that began unheard, that of the next entry it knows."""
    return own_number(memory, seat, n) + (not heard(memory, seat, n))


def log_number(memory: Memory, seat: Seat, own: int) -> int:
    """The number in the log of the entry that a seat calls by a number of its own; past its last one, one past the last of all."""
    if seat.gm:
        return max(0, min(own, memory.n + 1))
    low, high = 0, memory.n + 1
    recent = own + memory.n - own_number(memory, seat, memory.n)  # where it is if nothing was veiled since
    if low < recent < high and own_number(memory, seat, recent - 1) < own <= own_number(memory, seat, recent):
        return recent
    while low < high:
        middle = (low + high) // 2
        if own_number(memory, seat, middle) < own:
            low = middle + 1
        else:
            high = middle
    return low
