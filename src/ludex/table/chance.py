"""Chance: the only randomness of the product, fair and provable.

Each table has a secret seed from the operating system, and publishes its hash (the seal) before the first roll. Die k of
roll n is BLAKE2b("n:k:attempt", key=seed, 64 bits) taken by rejection sampling, so no face is favoured. When the seed is
revealed, anybody can work every roll of the log out again. Where some dice of a throw of n were typed in, the table's own among them
are its dice n, n+1, …: so that nobody can call a die typed afterwards that was not.
"""

import hashlib
import os
import secrets
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from ludex.table.entries import Acted, Asked
    from ludex.table.memory import Act, Memory
    from ludex.table.seats import Seat

WORD = 2**64


def new_seed() -> bytes:
    return secrets.token_bytes(32)


def new_salt() -> str:
    """Letters that nobody can guess, for an entry: without them somebody who knows the hash of a log could try out what was hidden in it."""
    try:
        return _salts.pop()
    except IndexError:
        drawn = secrets.token_hex(SALT * DRAWN)
        _salts.extend(drawn[place : place + 2 * SALT] for place in range(0, len(drawn), 2 * SALT))
        return _salts.pop()


SALT, DRAWN = 12, 256
"""Bytes of a salt, and how many are drawn at once: to ask the system for each lets another thread on in the middle of every line."""

_salts: list[str] = []
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_salts.clear)  # no two processes have the same


def seal_of(seed: bytes) -> str:
    """What is published before the seed is used."""
    return hashlib.sha256(seed).hexdigest()


def stirred(seed: bytes, text: str) -> bytes:
    """A seed into which somebody has put words of their own: it can be worked out from the old one, and from nothing less."""
    return hashlib.blake2b(text.encode(), key=seed, digest_size=32).digest()


def all_stirred(seed: bytes, texts: Iterable[str]) -> bytes:
    """A seed after everything that people have put into it since it was sealed."""
    for text in texts:
        seed = stirred(seed, text)
    return seed


def face(seed: bytes, *, roll: int, die: int, sides: int) -> int:
    """The face of one die of one roll."""
    limit = WORD - WORD % sides
    attempt = 0
    while True:
        digest = hashlib.blake2b(b"%d:%d:%d" % (roll, die, attempt), key=seed, digest_size=8).digest()
        drawn = int.from_bytes(digest, "big")
        if drawn < limit:
            return drawn % sides + 1
        attempt += 1


class Chance:
    """A table's dice: `roll` is the number of the next throw. What was thrown is spent, also by a command that is refused."""

    def __init__(self, seed: bytes, roll: int = 0) -> None:
        self.seed = seed
        self.roll = roll

    def throw(self, sides: tuple[int, ...], *, after: int = 0) -> tuple[int, ...]:
        """Throw dice with these many sides; `after` so many dice of the same throw of which some are typed in."""
        number = self.roll
        self.roll += 1
        return self.throw_again(number, sides, after=after)

    def throw_again(self, number: int, sides: tuple[int, ...], *, after: int = 0) -> tuple[int, ...]:
        """The dice of a throw that had its number before."""
        return tuple(face(self.seed, roll=number, die=k, sides=n) for k, n in enumerate(sides, after))


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
    if not memory.settings.same_dice:
        return ()
    key = key_of(seat, asked)
    return next((one.rolls for one in memory.kept_dice if one.key == key), ())


def after_act(memory: "Memory", seat: str, asked: "Asked", entry: "Acted") -> tuple[KeptDice, ...]:
    """What is left of the kept dice after an entry of an act: nothing for this one if it is over."""
    if entry.refused:
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
