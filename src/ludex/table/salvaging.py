"""Bringing out everything that can be read of a damaged database.

Of every table its log up to the first entry that is missing or changed comes out as an export has it, and as a new database that can be
served. It is a log again: numbers without gaps, every entry readable and naming the hash of the one before it. Whatever can be read
behind the first gap comes out beside it, with every gap marked: it cannot be played on, since nobody knows what is missing.

Every entry holds the hash of the one before it. So an entry is known for certain by the one behind it, wherever in the file it lies and
whatever number it bears there; and of one with a single wrong bit it is known which bit that is.

New dice for every table of a database that was put back from a copy.

A copy holds the seed that the tables went on rolling with after it was made. Somebody who saw those rolls would know the next ones,
so each table gets a fresh seed, and an entry that says so. The seed before is put away: the next reveal shows it too, and
everything that fell under it can still be proven.
"""

import asyncio
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from ludex.store.damaged import Wreck, put_seeds, wreck
from ludex.store.files import make_folder, write_file
from ludex.store.port import Batch, Store, Stored, TableRow, Unusable, hash_of
from ludex.store.sqlite import SqliteStore
from ludex.table.audit import written, written_picture
from ludex.table.chance import new_salt, new_seed, seal_of
from ludex.table.entries import (
    SALVAGED,
    Acted,
    AnyEntry,
    Clock,
    Left,
    Opened,
    Resealed,
    Revealed,
    Seated,
    Stirred,
    read_entry,
    wall_clock,
)
from ludex.table.handouts import name_of

ENTRIES_AT_ONCE = 200


async def reseal_file(database: Path, why: str, clock: Clock = wall_clock) -> Sequence[str]:
    """New dice for all tables of a database that nobody has open; their ids."""
    store = SqliteStore(database)
    try:
        tables = [row.id for row in await store.rows()]
        for table in tables:
            await reseal(store, table, why, clock)
        return tables
    finally:
        await store.close()


async def reseal(store: Store, table: str, why: str, clock: Clock = wall_clock) -> None:
    """New dice for one table. Its system is not asked: it need not even be installed."""
    (last,) = await store.tail(table, 1)
    seed, rolls = new_seed(), await _rolls(store, table)
    past = hash_of(last.body)
    entry = Resealed(at=clock(), seat="", seal=seal_of(seed), why=why, rolls=rolls, past=past, salt=new_salt())
    await store.append(Batch(table, last.n + 1, (msgspec.json.encode(entry),), secret=seed, put_away=True))


async def _rolls(store: Store, table: str) -> int:
    """How many throws have fallen under a table's seed: the last act says it."""
    before: int | None = None
    while page := await store.tail(table, ENTRIES_AT_ONCE, before=before):
        for entry in (read_entry(stored.body) for stored in reversed(page)):
            match entry:
                case Acted():
                    return entry.first + entry.fresh
                case Opened() | Revealed() | Resealed() | Stirred():
                    return 0
        before = page[0].n
    return 0


PAGE = 500
DATABASE = "ludex.db"

FAR = 1_000
"""A number that lies so far beyond twice of what there is was no entry's: it is rot."""

TRIED = 16_384
"""Bits of an entry that are tried one by one."""

UNREADABLE = (msgspec.MsgspecError, UnicodeDecodeError, KeyError, TypeError)

Candidates = Mapping[int, Sequence[bytes]]


class Gap(msgspec.Struct, frozen=True):
    """Entries that do not come out, from the first to the last."""

    first: int
    last: int


class Found(msgspec.Struct, frozen=True):
    """What came out of one table: its row, its log (`stored`), and what is behind the first gap (`rest`).

    Of the rest, entries in `changed` are not what the ones behind them say they were. `mended` had one wrong bit. `lost` says what is
    missing (empty: nothing that is known of).
    """

    row: TableRow
    stored: tuple[Stored, ...]
    links: dict[str, str] = {}
    seeds: tuple[bytes, ...] = ()
    lost: str = ""
    pictures: dict[str, bytes] = {}
    rest: tuple[Stored | Gap, ...] = ()
    changed: frozenset[int] = frozenset()
    mended: tuple[int, ...] = ()

    @property
    def behind(self) -> int:
        """How many entries came out behind the first gap."""
        return sum(isinstance(one, Stored) for one in self.rest)


def salvage(source: Path, out: Path) -> list[Found]:
    """Bring out what can be read of a database into a new folder."""
    if out.exists() and any(out.iterdir()):
        raise Unusable(f"{out} is not empty: name a new folder, so that nothing is written over")
    with wreck(source) as opened:
        found = list(_tables(opened))
    if not found:
        raise Unusable(f"nothing can be read from {source}: not one entry of a table comes out")
    make_folder(out)
    for one in found:
        drawn = [written_picture(name, body) for name, body in one.pictures.items()]
        _write(out / f"{_file_name(one.row.id)}.jsonl", [*(written(s.n, s.body) for s in one.stored), *drawn])
        _write(rest_of(out, one), [_marked(part, one.changed) for part in one.rest])
    asyncio.run(_rebuild(out / DATABASE, [one for one in found if one.stored]))
    return found


def rest_of(out: Path, one: Found) -> Path:
    """Where what lies behind a table's first gap comes out."""
    return out / f"{_file_name(one.row.id)}.rest.jsonl"


def _file_name(table: str) -> str:
    """What a table's files are called: its id, or where that is no id but a path or worse, a name made from it."""
    return table if re.fullmatch(r"[\w-]{1,64}", table) else hash_of(table.encode())


def _write(file: Path, lines: Sequence[bytes]) -> None:
    if lines:
        write_file(file, b"".join(line + b"\n" for line in lines))


def _marked(part: Stored | Gap, changed: frozenset[int]) -> bytes:
    """A line of what lies behind a gap: an entry as an export has it, marked where it is changed, or a gap."""
    if isinstance(part, Gap):
        return msgspec.json.encode({"gap": [part.first, part.last]})
    line = {"n": part.n, "entry": msgspec.Raw(part.body)}
    return msgspec.json.encode(line | {"changed": True} if part.n in changed else line)


def _tables(opened: Wreck) -> Iterator[Found]:
    """Every table of which anything comes out; what rot has put under the name of a table that there is not belongs to the others."""
    entries, rows = opened.entries(), {row.id: row for row in opened.rows()}
    by_hash = {hash_of(body): body for those in entries.values() for several in those.values() for body in several}
    claimed: set[bytes] = set()
    opening = {table: _opening(those) for table, those in entries.items()}
    for table in sorted(entries, key=lambda one: (one not in rows, opening[one] is None)):
        begun, row = opening[table], rows.get(table)
        if row is None and begun is None and all(b in claimed for those in entries[table].values() for b in those):
            continue
        system, name, at = (begun.system, begun.name, begun.at) if begun else ("", "", "")
        seeds = tuple(opened.seeds(table)) if row else ()
        found = _table(
            opened, row or TableRow(table, system, name, at, new_seed()), seeds, _Chain(entries[table], by_hash)
        )
        if found.stored or found.rest:
            claimed.update(one.body for one in (*found.stored, *found.rest) if isinstance(one, Stored))
            yield found


def _opening(found: Candidates) -> Opened | None:
    entries = (_read(body) for body in found.get(1, ()))
    return next((one for one in entries if isinstance(one, Opened)), None)


def _read(body: bytes) -> AnyEntry | None:
    try:
        return read_entry(body)
    except UNREADABLE:
        return None


def _table(opened: Wreck, row: TableRow, seeds: tuple[bytes, ...], chain: "_Chain") -> Found:
    sound = next((n for n in range(1, chain.last + 1) if n not in chain.sound), chain.last + 1)
    stored = [Stored(n, chain.bodies[n]) for n in range(1, sound)]
    entries = [read_entry(one.body) for one in stored]
    if not entries or not isinstance(entries[0], Opened):
        sound, stored = 1, []
    links = opened.links(row.id)
    pictures = {name: body for name, body in opened.pictures(row.id).items() if name_of(body) == name}
    rest = tuple(chain.parts(sound))
    return Found(
        row,
        tuple(stored),
        _links(entries) if links is None else links,
        seeds,
        _lost(sound, rest, chain.changed),
        pictures,
        rest,
        frozenset(chain.changed),
        tuple(sorted(chain.mended)),
    )


def _lost(sound: int, rest: Sequence[Stored | Gap], changed: set[int]) -> str:
    """What is missing of a table, in words."""
    if not rest:
        return ""
    why = (
        f"entry {sound} is not what entry {sound + 1} says it was"
        if sound in changed
        else f"entry {sound} does not come out"
    )
    behind = sum(isinstance(one, Stored) for one in rest)
    missing = sum(one.last - one.first + 1 for one in rest if isinstance(one, Gap))
    return f"{why}; {behind} entries behind it come out apart, {missing} are missing"


class _Chain:
    """The entries of a table, found from its end on: each one names the hash of the one before it."""

    def __init__(self, found: Candidates, by_hash: Mapping[str, bytes]) -> None:
        numbers = sorted(n for n in found if n > 0)
        while len(numbers) > 1 and numbers[-1] > 2 * len(numbers) + FAR:
            numbers.pop()
        self.last = numbers[-1] if numbers else 0
        self.bodies: dict[int, bytes] = {}
        self.sound: set[int] = set()
        self.changed: set[int] = set()
        self.mended: set[int] = set()
        past: str | None = None  # the hash of the entry that comes next, where the one behind it says it
        for n in range(self.last, 0, -1):
            past = self._find(n, past, found.get(n, ()), by_hash)

    def _find(self, n: int, known: str | None, several: Sequence[bytes], by_hash: Mapping[str, bytes]) -> str | None:
        """Find one entry; the hash of the one before it as far as this one can be believed."""
        body: bytes | None = None
        if known is not None:
            body = by_hash.get(known) or self._mend(n, known, several) or self._misnamed(n, known, several)
        entry = None if body is None else _read(body)
        if body is None:
            body, entry = next(((one, read) for one in several if (read := _read(one))), (None, None))
            if body is not None and known is not None:
                self.changed.add(n)
        if body is None or entry is None:
            return None
        self.bodies[n] = body
        if n not in self.changed:
            self.sound.add(n)
        return entry.past or None

    def _mend(self, n: int, known: str, several: Sequence[bytes]) -> bytes | None:
        """The entry of a hash, if one of those that there are has a single bit wrong."""
        for body in several:
            for place in range(min(len(body), TRIED // 8)):
                for bit in range(8):
                    tried = body[:place] + bytes([body[place] ^ 1 << bit]) + body[place + 1 :]
                    if hash_of(tried) == known:
                        self.mended.add(n)
                        return tried
        return None

    def _misnamed(self, n: int, known: str, several: Sequence[bytes]) -> bytes | None:
        """The entry before one that nothing stands behind, if the hash that it says of it has a single bit wrong: it is the one to be mended."""
        for body in several:
            right = hash_of(body)
            wrong = [one ^ other for one, other in zip(known.encode(), right.encode(), strict=False) if one != other]
            if len(known) == len(right) and len(wrong) == 1 and wrong[0].bit_count() == 1 and _read(body):
                self.bodies[n + 1] = self.bodies[n + 1].replace(known.encode(), right.encode())
                self.mended.add(n + 1)
                return body
        return None

    def parts(self, first: int) -> Iterator[Stored | Gap]:
        """What there is from a number on, with the gaps."""
        gap = first
        for n in range(first, self.last + 1):
            if n not in self.bodies:
                continue
            if gap < n:
                yield Gap(gap, n - 1)
            yield Stored(n, self.bodies[n])
            gap = n + 1
        if gap <= self.last:
            yield Gap(gap, self.last)


def _links(entries: Sequence[AnyEntry]) -> dict[str, str]:
    """The links as the log itself knows them."""
    links: dict[str, str] = {}
    for entry in entries:
        if isinstance(entry, Seated) and entry.link:
            links[entry.link] = entry.who
        elif isinstance(entry, Left):
            links = {link: seat for link, seat in links.items() if seat != entry.who}
    return links


async def _rebuild(database: Path, found: Sequence[Found]) -> None:
    store = SqliteStore(database)
    for one in found:
        bodies = [s.body for s in one.stored]
        await store.create(one.row, Batch(one.row.id, 1, tuple(bodies[:PAGE]), one.links, pictures=one.pictures))
        for start in range(PAGE, len(bodies), PAGE):
            await store.append(Batch(one.row.id, start + 1, tuple(bodies[start : start + PAGE])))
    await store.close()
    for one in found:
        put_seeds(database, one.row.id, list(one.seeds))
    await reseal_file(database, SALVAGED)
