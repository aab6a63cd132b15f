"""Finding entries in the bytes of a database whose own index of them is gone: page by page, by what a cell of the log looks like.

Every page of a log that is whole holds whole cells, wherever the pages that led to it have gone. What is found this way may be
older than what the database last said; whether it belongs to a log is for the reader to judge (entries are chained).
"""

from collections.abc import Iterator
from typing import NamedTuple

HEADER = 100
PAGE = 4096
"""The size of a page where the first one no longer says it."""

INTERIOR, LEAF = 0x02, 0x0A
FRAME, LOG = 24, 32
"""Bytes before each page in a write-ahead log, and before all of them."""

Found = list[tuple[str, int, bytes]]


def carve(database: bytes, log: bytes = b"") -> Found:
    """Every entry in a database's pages and in its write-ahead log, with table and number; the same one may be there several times."""
    size = int.from_bytes(database[16:18], "big") if database.startswith(b"SQLite format 3\0") else PAGE
    size = 65536 if size == 1 else size
    if size < 512 or size & (size - 1):
        size = PAGE
    file = _File(size, {place: database[place * size : (place + 1) * size] for place in range(len(database) // size)})
    later = dict(_frames(log, size))
    return [*_File(size, file.pages | later).entries(later), *file.entries()]


def _frames(log: bytes, size: int) -> Iterator[tuple[int, bytes]]:
    for start in range(LOG, len(log) - FRAME - size + 1, FRAME + size):
        yield int.from_bytes(log[start : start + 4], "big") - 1, log[start + FRAME : start + FRAME + size]


class _Record(NamedTuple):
    table: str
    n: int
    body: bytes


class _File:
    """Pages by their place."""

    def __init__(self, size: int, pages: dict[int, bytes]) -> None:
        self.size = size
        self.pages = pages

    def entries(self, places: dict[int, bytes] | None = None) -> "Iterator[_Record]":
        for place in self.pages if places is None else places:
            yield from self._page(place)

    def _page(self, place: int) -> Iterator[_Record]:
        page = self.pages[place]
        start = HEADER if place == 0 else 0
        kind = page[start] if len(page) == self.size else 0
        if kind not in (INTERIOR, LEAF):
            return
        first = start + (12 if kind == INTERIOR else 8)
        for cell in range(int.from_bytes(page[start + 3 : start + 5], "big")):
            at = int.from_bytes(page[first + 2 * cell : first + 2 * cell + 2], "big")
            try:
                record = _read(self._payload(page, at + (4 if kind == INTERIOR else 0)))
            except (IndexError, ValueError):  # no cell of ours, or no longer one
                continue
            if record is not None:
                yield record

    def _payload(self, page: bytes, at: int) -> bytes:
        """A cell's payload, also where it goes on in other pages."""
        length, at = _varint(page, at)
        if length > 2**28:
            raise ValueError
        most, least = (self.size - 12) * 64 // 255 - 23, (self.size - 12) * 32 // 255 - 23
        if length <= most:
            return _slice(page, at, length)
        here = least + (length - least) % (self.size - 4)
        here = least if here > most else here
        payload = _slice(page, at, here)
        following = int.from_bytes(_slice(page, at + here, 4), "big")
        while len(payload) < length:
            more = self.pages.get(following - 1, b"")
            following = int.from_bytes(_slice(more, 0, 4), "big")
            payload += _slice(more, 4, min(length - len(payload), self.size - 4))
        return payload


def _slice(page: bytes, at: int, length: int) -> bytes:
    if at + length > len(page):
        raise IndexError
    return page[at : at + length]


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = 0
    for place in range(9):
        byte = data[at + place]
        if place == 8:
            return value << 8 | byte, at + 9
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + place + 1
    raise ValueError


def _read(payload: bytes) -> _Record | None:
    """A payload as an entry of a log: a text, a number and a JSON object. None if it is something else."""
    header, at = _varint(payload, 0)
    kinds = []
    while at < header:
        kind, at = _varint(payload, at)
        kinds.append(kind)
    if len(kinds) != 3 or kinds[0] < 13 or not kinds[0] % 2 or kinds[1] not in _WHOLE or kinds[2] < 12:
        return None
    lengths = [(kinds[0] - 13) // 2, _WHOLE[kinds[1]], (kinds[2] - 12 - kinds[2] % 2) // 2]
    if header + sum(lengths) != len(payload):
        return None
    table = payload[header : header + lengths[0]].decode()
    number = payload[header + lengths[0] : header + lengths[0] + lengths[1]]
    n = int.from_bytes(number, "big", signed=True) if number else kinds[1] - 8
    body = payload[header + lengths[0] + lengths[1] :]
    return _Record(table, n, body) if n > 0 and body.startswith(b'{"kind"') else None


_WHOLE = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8, 9: 0}
"""Bytes of a whole number by its kind (9 is the number one)."""
