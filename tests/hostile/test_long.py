"""A table of a hundred thousand entries costs no more than one of a thousand, counted in entries read and events folded."""

from collections import Counter

import msgspec
import pytest

from ludex.core.principals import HOST, seat
from ludex.core.system import System
from ludex.store.port import Batch, hash_of
from ludex.store.sqlite import SqliteStore
from ludex.table import house as houses
from ludex.table.entries import Acted, Asked, Said
from ludex.table.history import SPAN, freeze, pieces_of
from ludex.table.house import House
from ludex.table.memory import CHUNK, Memory, Rising, admit
from ludex.table.undo import jump, redo, undo
from tests import toy
from tests.patience import until

SHORT, LONG = 1_000, 100_000
BOUND = 3 * SPAN
"""What one move or one opening may cost, however long the table."""


class Work(Counter):
    """How many entries were read and events folded."""

    def counted(self, store):
        """The same store, counting what it hands out."""
        read, entry, tail = store.read, store.entry, store.tail

        async def counted_read(*given, **more):
            found = await read(*given, **more)
            self["read"] += len(found)
            return found

        async def counted_entry(*given, **more):
            self["read"] += 1
            return await entry(*given, **more)

        async def counted_tail(*given, **more):
            found = await tail(*given, **more)
            self["read"] += len(found)
            return found

        store.read, store.entry, store.tail = counted_read, counted_entry, counted_tail
        return store

    def system(self):
        """The toy game, counting what it folds."""

        def fold(state, event):
            self["folded"] += 1
            return toy.fold(state, event)

        fields = {name: getattr(toy.SYSTEM, name) for name in toy.SYSTEM.__struct_fields__}
        return System(**{**fields, "fold": fold})

    def taken(self):
        """What was done since the last time."""
        done, _ = dict(self), self.clear()
        return done


@pytest.fixture
def work(monkeypatch):
    counted = Work()
    system = counted.system()
    monkeypatch.setattr(houses, "find_system", lambda _name: system)
    return counted


async def long_table(path, work, length):
    """A table with so many commits, as play would have written them; nothing is kept beside the log yet."""
    house = House(SqliteStore(path))
    table, _ = await house.demo("toy")
    n, past, head, bodies = table.memory.n, table.memory.past, table.memory.head, []
    await house.close()
    for number in range(n + 1, n + 1 + length):
        event = toy.Healed("ann") if number % 2 else toy.Wounded("ann", 1)
        entry = Acted(
            at="",
            seat=HOST,
            asked=Asked("heal", msgspec.Raw(b'{"who":"ann"}'), ".heal"),
            done=True,
            parent=head,
            events=msgspec.Raw(msgspec.json.encode([event])),
            past=past,
        )
        bodies.append(msgspec.json.encode(entry))
        head, past = number, hash_of(bodies[-1])
    store = SqliteStore(path)
    for start in range(0, length, 5000):
        await store.append(Batch(table.id, n + 1 + start, tuple(bodies[start : start + 5000])))
    await store.close()
    house = House(SqliteStore(path))
    await house.open(table.id)  # reads all of it, once
    await house.close()
    work.clear()
    return table.id


async def costs(path, work, length):
    """What everything costs at a table of this length."""
    name = await long_table(path, work, length)
    found = {}

    async def opened():
        house = House(work.counted(SqliteStore(path)))
        return house, await house.open(name)

    house, table = await opened()
    found["open"] = work.taken()
    gm = table.seat(HOST)
    await undo(table, gm)
    found["undo"] = work.taken()
    await undo(table, gm, 50)
    found["undo fifty"] = work.taken()
    await redo(table, gm, 10)
    found["redo"] = work.taken()
    await jump(table, gm, length // 2)
    found["jump far"] = work.taken()
    await until(lambda: table._keeper._keeping is None)
    await house.store.close()  # nothing is closed in order: the power goes
    house, table = await opened()
    found["open after it"] = work.taken()
    await jump(table, table.seat(HOST), length // 3)
    await house.store.close()
    work.clear()
    house, table = await opened()
    found["open after a jump"] = work.taken()
    assert table.memory.head == length // 3
    await house.close()
    return found


async def test_moving_and_opening_cost_the_same_however_long_the_table(tmp_path, work):
    short = await costs(tmp_path / "short.db", work, SHORT)
    long = await costs(tmp_path / "long.db", work, LONG)
    for what, done in long.items():
        for kind, count in done.items():
            assert count <= BOUND, f"{what}: {count} {kind}"
            assert count <= short[what].get(kind, 0) + SPAN + 50, (
                f"{what}: {count} {kind}, at a short one {short[what]}"
            )


def whispered(count):
    """A memory after so many whispers, some with numbers of their own."""
    memory = Memory()
    memory = msgspec.structs.replace(memory, seats={s: toy_seat(s) for s in (HOST, "player1", "player2")})
    for number in range(count):
        entry = Said(at="", seat="player1", text="psst", audience=(seat("player1"),), request=f"r{number}")
        memory = admit(toy.SYSTEM, memory, entry)
    return memory


def toy_seat(name):
    from ludex.table.seats import Seat

    return Seat(name, HOST if name == HOST else "player", name)


def test_a_checkpoint_of_many_secrets_is_as_small_as_one_of_few():
    few, many = whispered(3 * CHUNK + 200), whispered(30 * CHUNK + 200)
    sizes = []
    for memory in (few, many):
        before = {name: count - 1 for name, count in pieces_of(memory).items()}
        fresh = freeze(toy.SYSTEM, memory, before)
        assert len(fresh.pieces) == len(before), "only what is new is written"
        sizes.append(len(fresh.body) + sum(map(len, fresh.pieces.values())))
    assert sizes[1] < 1.3 * sizes[0]


def test_adding_a_number_copies_no_more_than_a_chunk():
    numbers = Rising()
    for n in range(1, 20 * CHUNK):
        numbers = numbers.then(3 * n)
        assert len(numbers.tail) < CHUNK
    assert [numbers.up_to(n) for n in (0, 2, 3, 4, 3 * CHUNK, 60 * CHUNK, 10**9)] == [
        0,
        0,
        1,
        1,
        CHUNK,
        20 * CHUNK - 1,
        20 * CHUNK - 1,
    ]
    pieces = numbers.pieces("x")
    assert numbers.bare().whole("x", pieces) == numbers
    with pytest.raises(KeyError):
        numbers.bare().whole("x", {})


def test_a_seat_is_remembered_by_its_own_last_requests_whatever_others_send():
    memory = whispered(2_000)
    assert memory.requests.entry("player1", "r1999") == 2_000
    assert memory.requests.entry("player1", "r0") == 0
    asked = memory.requests.after("player2", "mine", 7, "")
    for number in range(2_000):
        asked = asked.after("player1", f"again{number}", number + 1, "")
    assert asked.entry("player2", "mine") == 7
    assert all(len(one.young) + len(one.old) <= 400 for one in asked.seats.values())
