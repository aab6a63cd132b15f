"""A real Dask cluster on this machine does the runs: the same result, though one of its three workers is killed in the middle."""

import os
import signal
import sys

import pytest

from ludex.core.errors import RuleError
from ludex.core.rehearsal import Setup
from ludex.fronts.cli.rehearse import rehearse as typed
from ludex.lab.pools import cluster
from ludex.lab.rehearsing import Here, rehearse
from ludex.table.registry import system

RUNS = 120


@pytest.fixture(scope="module")
def scheduler():
    distributed = pytest.importorskip("distributed", reason="Dask is an extra: ludex[dask]")
    where = {"host": "127.0.0.1", "dashboard_address": None, "local_directory": None}
    with distributed.LocalCluster(n_workers=3, threads_per_worker=1, processes=True, **where) as here:
        yield here


@pytest.mark.process
def test_a_worker_that_is_killed_loses_nothing_and_nothing_counts_twice(scheduler):
    boon = system("boon")
    state, setup, how = boon.demo().state, Setup(away=("ogre1",)), {"seed": 11, "runs": RUNS}
    wanted = rehearse(boon, state, setup, executor=Here(), **how)
    killed = []

    def kills_one(so_far):
        if not killed and so_far.runs:
            killed.append(next(iter(scheduler.workers.values())).pid)
            os.kill(killed[0], signal.SIGKILL)

    with cluster(scheduler.scheduler_address) as (executor, slots):
        assert slots == 3
        found = rehearse(boon, state, setup, executor=executor, workers=slots, progress=kills_one, **how)
    assert killed
    assert [row.n for row in found.rows] == list(range(RUNS))
    assert found.rows == wanted.rows


@pytest.mark.process
def test_the_command_line_hands_its_runs_to_a_cluster(scheduler, capsys):
    typed("mist", runs=6, seed=3, workers=1, json=True)
    alone = capsys.readouterr().out
    typed("mist", runs=6, seed=3, dask=scheduler.scheduler_address, json=True)
    assert capsys.readouterr().out == alone


def test_what_is_no_address_is_said(monkeypatch):
    pytest.importorskip("distributed", reason="Dask is an extra: ludex[dask]")
    with pytest.raises(RuleError, match="no_cluster"), cluster("nowhere://"):
        pass


def test_without_the_extra_it_is_said_which_one(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(SystemExit) as ended:
        typed("mist", runs=2, dask="tcp://127.0.0.1:1", language="en")
    assert "ludex[dask]" in str(ended.value)
