"""The table in a hostile world, hundreds of times. A seed that fails is run again by `python -m tests.simulation SEED`."""

from collections import Counter
from unittest import mock

import pytest

from ludex.store import postgres, postgres_writing, sqlite
from ludex.table import audience, loading
from ludex.table.history import freeze
from ludex.table.requests import Requests
from ludex.table.writing import Writing
from tests.simulation.world import simulate

RUNS, CHUNK = 240, 30
TROUBLES = (
    ("begin", "savepoint", "insert"),
    ("release", "commit", "vague"),
    ("select",),
    ("crash",),
    ("torn",),
    ("restart",),
    ("watcher_failed",),
    ("checkpoint_not_kept",),
    ("table_stopped",),
)
"""Of each of these something must go wrong in a chunk of runs."""


@pytest.mark.parametrize("first", range(0, RUNS, CHUNK))
def test_whatever_fails_nothing_acknowledged_is_lost_or_done_twice(first):
    met = Counter()
    for seed in range(first, first + CHUNK):
        try:
            met += simulate(seed).met()
        except Exception as error:
            raise AssertionError(f"seed {seed} (run it again: python -m tests.simulation {seed}): {error}") from error
    for troubles in TROUBLES:
        assert any(met[trouble] for trouble in troubles), f"no {troubles} in all these runs: this is no hostile world"


ON_POSTGRES = 20
SAME = (
    ("begin", "savepoint", "insert"),
    ("release", "commit", "vague"),
    ("select",),
    ("crash", "torn"),
    ("table_stopped",),
)


def test_so_it_is_on_postgres(database):
    met = Counter()
    for seed in range(ON_POSTGRES):
        try:
            met += simulate(seed, database=database).met()
        except Exception as error:
            raise AssertionError(f"seed {seed} (python -m tests.simulation {seed} --database …): {error}") from error
    for troubles in SAME:
        assert any(met[trouble] for trouble in troubles), f"no {troubles} in all these runs: this is no hostile world"
    assert simulate(3, database=database).story() == simulate(3, database=database).story()


async def told_too_early(writer, jobs, connections):
    for job in jobs:
        if not job.future.done():
            job.future.set_result(None)
    await TRANSACT_SHARED(writer, jobs, connections)


async def without_numbers_shared(connection, batch):
    rows = [(batch.table, batch.first + place, body) for place, body in enumerate(batch.entries)]
    await connection.executemany("INSERT INTO entries VALUES ($1, $2, $3)", rows)
    links = [(link, batch.table, seat) for link, seat in batch.links.items()]
    await connection.executemany("INSERT INTO links VALUES ($1, $2, $3) ON CONFLICT DO NOTHING", links)


TRANSACT_SHARED = postgres_writing.Writer._transact


@pytest.mark.parametrize(
    ("where", "what", "broken"),
    [(postgres, "write", without_numbers_shared), (postgres_writing.Writer, "_transact", told_too_early)],
    ids=["gaps", "early"],
)
def test_a_database_that_is_broken_on_purpose_is_found_out(where, what, broken, database):
    with mock.patch.object(where, what, broken):
        for seed in range(60):
            try:
                simulate(seed, database=database)
            except (AssertionError, RuntimeError):
                return
    raise AssertionError("sixty runs and nobody noticed")


def test_the_same_seed_is_the_same_story():
    assert simulate(3).story() == simulate(3).story() != simulate(4).story()


def without_numbers(connection, batch):
    """A store that takes an entry wherever it claims to belong."""
    rows = [(batch.table, batch.first + place, body) for place, body in enumerate(batch.entries)]
    connection.executemany("INSERT INTO entries VALUES (?, ?, ?)", rows)
    for link, seat in batch.links.items():
        connection.execute("INSERT OR REPLACE INTO links VALUES (?, ?, ?)", (link, batch.table, seat))


def acknowledged_too_early(store, jobs):
    sqlite.tell([(job.future, None) for job in jobs])
    told, sqlite.tell = sqlite.tell, lambda _answers: None
    try:
        TRANSACT(store, jobs)
    finally:
        sqlite.tell = told


TRANSACT = sqlite.SqliteStore._transact


def a_wrong_memory(system, memory, known):
    return freeze(system, mock_replace(memory), known)


def mock_replace(memory):
    return type(memory)(
        **{name: getattr(memory, name) for name in memory.__struct_fields__} | {"roll": memory.roll + 1}
    )


@pytest.mark.parametrize(
    ("where", "what", "broken"),
    [
        (sqlite, "_write", without_numbers),
        (sqlite.SqliteStore, "_transact", acknowledged_too_early),
        (Writing, "_fail", lambda *_: None),
        (Requests, "entry", lambda *_: 0),
        (loading, "freeze", a_wrong_memory),
        (audience, "hears", lambda *_: True),
    ],
    ids=["gaps", "early", "unpoisoned", "twice", "checkpoint", "leak"],
)
def test_a_table_that_is_broken_on_purpose_is_found_out(where, what, broken):
    for seed in range(60):
        with mock.patch.object(where, what, broken):
            try:
                simulate(seed)
            except (AssertionError, RuntimeError):
                return
    raise AssertionError("sixty runs and nobody noticed")
