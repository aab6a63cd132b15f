"""What every store must do: one suite, inherited by the test of each."""

import asyncio

import pytest

from ludex.store.port import Batch, Checkpoint, Conflict, State, Store, TableRow, UnknownTable, hash_of

ROW = TableRow("t1", "toy", "a table", "2026-01-01T00:00:00Z", b"seed")


class StoreSuite:
    """Inherit and give a `store` fixture."""

    async def test_what_was_appended_is_read_back_in_order(self, store: Store):
        await store.create(ROW, Batch("t1", 1, (b"one", b"two")))
        await store.append(Batch("t1", 3, (b"three",)))
        assert [(s.n, s.body) for s in await store.read("t1")] == [(1, b"one"), (2, b"two"), (3, b"three")]
        assert [s.n for s in await store.read("t1", after=1, limit=1)] == [2]
        assert [s.n for s in await store.tail("t1", 2)] == [2, 3]
        assert [s.n for s in await store.tail("t1", 2, before=3)] == [1, 2]
        assert (await store.entry("t1", 2)).body == b"two"
        assert await store.entry("t1", 9) is None

    async def test_a_number_that_is_taken_is_a_conflict_and_changes_nothing(self, store: Store):
        await store.create(ROW, Batch("t1", 1, (b"one",)))
        with pytest.raises(Conflict):
            await store.append(Batch("t1", 1, (b"other",), {"h": "gm"}))
        assert [s.body for s in await store.read("t1")] == [b"one"]
        assert await store.seat("h") is None

    async def test_many_at_once_are_all_written_and_a_conflict_hurts_only_its_own(self, store: Store):
        await store.create(ROW, Batch("t1", 1, (b"1",)))
        jobs = [store.append(Batch("t1", n, (b"%d" % n,))) for n in (2, 3, 3, 4, 5)]
        outcomes = await asyncio.gather(*jobs, return_exceptions=True)
        assert sum(isinstance(o, Conflict) for o in outcomes) == 1
        assert [s.n for s in await store.read("t1")] == [1, 2, 3, 4, 5]

    async def test_tables_do_not_see_one_anothers_entries(self, store: Store):
        await store.create(ROW, Batch("t1", 1, (b"mine",)))
        await store.create(TableRow("t2", "toy", "other", "2026-01-02T00:00:00Z", b"s"), Batch("t2", 1, (b"theirs",)))
        assert [s.body for s in await store.read("t2")] == [b"theirs"]
        assert [r.id for r in await store.rows()] == ["t2", "t1"]
        with pytest.raises(UnknownTable):
            await store.row("t3")

    async def test_a_link_opens_its_seat_until_it_is_taken_back(self, store: Store):
        await store.create(ROW, Batch("t1", 1, (b"1",), {"hash": "p1"}))
        assert await store.seat("hash") == ("t1", "p1")
        await store.append(Batch("t1", 2, (b"2",), {"hash": ""}))
        assert await store.seat("hash") is None

    async def test_a_new_secret_replaces_the_old_with_its_entry(self, store: Store):
        await store.create(ROW, Batch("t1", 1, (b"1",)))
        await store.append(Batch("t1", 2, (b"2",), secret=b"new"))
        assert (await store.row("t1")).secret == b"new"

    async def test_the_newest_checkpoint_takes_the_place_of_older_ones_with_all_pieces_so_far(self, store: Store):
        await store.create(ROW, Batch("t1", 1, (b"1",)))
        assert await store.latest("t1") is None
        await store.save("t1", Checkpoint(20, b"new", {"a/0": b"first"}))
        await store.save("t1", Checkpoint(30, b"newest", {"a/1": b"second"}))
        await store.save("t1", Checkpoint(10, b"late", {"a/1": b"other"}))
        assert await store.latest("t1") == Checkpoint(30, b"newest", {"a/0": b"first", "a/1": b"second"})

    async def test_the_nearest_kept_state_is_found(self, store: Store):
        await store.create(ROW, Batch("t1", 1, (b"1",)))
        await store.keep("t1", (State(7, b"seven"), State(18, b"eighteen")))
        assert await store.nearest("t1", 6) is None
        assert [(await store.nearest("t1", n)).body for n in (7, 17, 18, 99)] == [
            b"seven",
            b"seven",
            b"eighteen",
            b"eighteen",
        ]

    async def test_what_was_worked_out_can_be_forgotten_and_the_log_stays(self, store: Store):
        await store.create(ROW, Batch("t1", 1, (b"1",)))
        await store.save("t1", Checkpoint(1, b"x", {"a/0": b"y"}))
        await store.keep("t1", (State(1, b"z"),))
        await store.forget("t1")
        assert (await store.latest("t1"), await store.nearest("t1", 9)) == (None, None)
        assert [stored.body for stored in await store.read("t1")] == [b"1"]

    async def test_a_seed_that_was_put_away_waits_for_the_next_reveal(self, store: Store):
        await store.create(ROW, Batch("t1", 1, (b"1",)))
        await store.append(Batch("t1", 2, (b"2",), secret=b"second", put_away=True))
        await store.append(Batch("t1", 3, (b"3",), secret=b"third", put_away=True))
        assert (await store.row("t1")).secret == b"third"
        assert list(await store.seeds("t1")) == [b"seed", b"second"]
        await store.append(Batch("t1", 4, (b"4",), secret=b"fourth"))
        assert list(await store.seeds("t1")) == []

    async def test_numbers_are_without_gaps_so_that_nothing_rests_on_what_was_not_written(self, store: Store):
        await store.create(ROW, Batch("t1", 1, (b"one",)))
        with pytest.raises(Conflict):
            await store.append(Batch("t1", 3, (b"three",)))
        assert [stored.n for stored in await store.read("t1")] == [1]

    async def test_what_rests_on_another_entry_than_the_last_is_refused_whatever_its_number(self, store: Store):
        """Two who both believe to be the table: what the second sent behind its refused entry fits the first one's numbers."""
        await store.create(ROW, Batch("t1", 1, (b"one",)))
        sent = [
            Batch("t1", 2, (b"two",), past=hash_of(b"one")),
            Batch("t1", 2, (b"other",), past=hash_of(b"one")),
            Batch("t1", 3, (b"behind the other",), past=hash_of(b"other")),
            Batch("t1", 3, (b"three",), past=hash_of(b"two")),
        ]
        outcomes = await asyncio.gather(*(store.append(batch) for batch in sent), return_exceptions=True)
        assert [isinstance(outcome, Conflict) for outcome in outcomes] == [False, True, True, False]
        assert [stored.body for stored in await store.read("t1")] == [b"one", b"two", b"three"]
