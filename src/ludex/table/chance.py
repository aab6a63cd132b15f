"""Chance: the only randomness of the product, fair and provable.

Each table has a secret seed from the operating system, and publishes its hash (the seal) before the first roll. Die k of
roll n is BLAKE2b("n:k:attempt", key=seed, 64 bits) taken by rejection sampling, so no face is favoured. When the seed is
revealed, anybody can work every roll of the log out again. Where some dice of a throw of n were typed in, the table's own among them
are its dice n, n+1, …: so that nobody can call a die typed afterwards that was not.
"""

import hashlib
import os
import secrets
from collections.abc import Iterable

WORD = 2**64


def new_seed() -> bytes:
    """A fresh secret seed."""
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
