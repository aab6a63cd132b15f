"""What must be true of every run, whatever went wrong in it."""

from collections import defaultdict

from ludex.table.audience import own_number
from ludex.table.audit import audit, read_log, written
from ludex.table.loading import load_memory
from ludex.table.logbook import Logbook
from tests.toy import SYSTEM

FAILURES = ("store_failed", "store_unreadable", "table_unreadable")


async def judge(world):
    """Read everything that people were told against what is on disk."""
    complaints = [about["message"] for about in world.complaints if "was destroyed" not in about["message"]]
    assert not complaints, complaints  # what a crash leaves behind is no complaint
    store = world.server.house.store
    for table in sorted({table for table, _ in world.secrets}):
        stored = await store.read(table)
        lines = read_log([written(s.n, s.body) for s in stored])
        found = audit(SYSTEM, lines)
        assert found.problems == (), (
            found.problems
        )  # chain, numbers, dice and rules: nothing rests on what is not there
        live = await world.server.house.open(table)
        ops = [op for op in world.ops if op.table == table]
        _once(world, ops, lines)
        _in_order(ops, lines)
        await _the_same(store, table, live)
        await _unseen(world, live)


def _by_request(lines):
    found = defaultdict(list)
    for line in lines:
        if line.entry.request:
            found[line.entry.seat, line.entry.request].append(line.n)
    return found


def _once(world, ops, lines):
    """What was acknowledged is there, and nothing is there twice; what was refused is not there."""
    logged = _by_request(lines)
    for op in ops:
        places = logged[op.seat, op.request]
        assert places == list(range(min(places, default=0), min(places, default=0) + len(places))), f"done twice: {op}"
        if op.ok and op.n:
            assert places, f"acknowledged and lost: {op}"
        alone = len(op.told) == 1 and not op.doubled  # one message, one reply
        if alone and op.code == "store_failed" and not world.disk.vague and not world.crashes:
            assert not places, f"refused and there: {op}"
        if alone and op.code and op.code not in FAILURES:
            assert all(lines[n - 1].entry.refused for n in places), f"refused and there: {op}"
    known = {(op.seat, op.request) for op in ops}
    assert set(logged) <= known | {("gm", "")}, "something that nobody asked for"


def _in_order(ops, lines):
    """What somebody asked for after somebody was told is behind it."""
    logged = _by_request(lines)
    done = [(op, logged[op.seat, op.request]) for op in ops if op.ok and logged[op.seat, op.request]]
    for op, places in done:
        for later, behind in done:
            if op.ended < later.began:
                assert places[-1] < behind[0], f"{later} stands before {op}"


async def _the_same(store, table, live):
    """The memory in play, the one loaded with checkpoints, and the one folded from nothing are the same."""
    assert await load_memory(SYSTEM, store, table) == live.memory
    await store.forget(table)
    assert await load_memory(SYSTEM, store, table) == live.memory


async def _unseen(world, live):
    """Everybody reads their own log, without gaps; what they read before is still there; nobody reads what is not for them."""
    whispers = {
        op.line.split(" ", 2)[2]: op.seat for op in world.ops if op.line.startswith(".w ") and op.table == live.id
    }
    heard = {"gm": {"gm", "player1"}, "player1": {"gm", "player1"}, "player2": {"gm", "player2"}}
    for seat in live.memory.seats.values():
        book, n, read = Logbook(live), 0, {}
        while page := await book.after(seat, n, 50):
            read |= {one.n: one for one in page}
            n = page[-1].n
        assert list(read) == list(range(1, len(read) + 1)), f"{seat.id} reads gaps"
        assert n == own_number(live.memory, seat, live.memory.n) or not n
        for own, before in world.seen.get((live.id, seat.id), {}).items():
            now = read.get(own)
            assert now is not None, f"{seat.id} has read what is not there: {before}"
            shown = [(one.kind, one.seat, one.dice) for one in (before, now)]
            if not (before.undone or now.undone) or live.memory.seats[now.seat].role != "gm":  # her word, taken back
                shown = [(*part, one.text, one.line) for part, one in zip(shown, (before, now), strict=True)]
            assert shown[0] == shown[1], f"{seat.id} read {shown[0]} and now reads {shown[1]}"
        for mark, by in whispers.items():
            if seat.id not in heard[by]:
                assert not any(mark in f"{one.text} {one.line}" for one in read.values()), f"{seat.id} reads {mark}"
