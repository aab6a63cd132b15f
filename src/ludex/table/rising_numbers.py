"""Numbers that only ever rise: cheap to add to, cheap to count in, and kept in pieces, so that what is old is written once.

A tuple would be copied whole for every number added and written whole with every checkpoint; a long table would pay more for
each entry the longer it is.
"""

from bisect import bisect_right
from collections.abc import Mapping

import msgspec

CHUNK = 256


class Rising(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Numbers in rising order: full chunks, and the newest. `left` chunks of one that was laid bare are somewhere else."""

    full: tuple[tuple[int, ...], ...] = ()
    tail: tuple[int, ...] = ()
    left: int = 0

    def then(self, n: int) -> "Rising":
        """One number more, greater than all."""
        tail = (*self.tail, n)
        return Rising((*self.full, tail)) if len(tail) == CHUNK else Rising(self.full, tail)

    def up_to(self, n: int) -> int:
        """How many numbers are not above `n`."""
        if self.tail and n >= self.tail[0]:
            return CHUNK * len(self.full) + bisect_right(self.tail, n)
        place = bisect_right(self.full, n, key=lambda chunk: chunk[0]) - 1
        return 0 if place < 0 else CHUNK * place + bisect_right(self.full[place], n)

    def bare(self) -> "Rising":
        """Without its full chunks: so much has to be written again and again."""
        return Rising((), self.tail, len(self.full))

    def pieces(self, name: str, after: int = 0) -> dict[str, bytes]:
        """The full chunks from a place on, each under a name that is its own for ever."""
        fresh = enumerate(self.full[after:], after)
        return {f"{name}/{place}": msgspec.json.encode(chunk) for place, chunk in fresh}

    def whole(self, name: str, pieces: Mapping[str, bytes]) -> "Rising":
        """One that was laid bare, with its chunks. `KeyError` if there is one missing."""
        read = (msgspec.json.decode(pieces[f"{name}/{place}"], type=tuple[int, ...]) for place in range(self.left))
        return Rising(tuple(read), self.tail)
