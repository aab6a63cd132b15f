"""Processes that work out odds are forked warm: they do as they are told, die alone, and end with their server, however that ends."""

import math
import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from tests.fronts.server import Server

pytestmark = [pytest.mark.process, pytest.mark.skipif(not hasattr(os, "fork"), reason="nothing can be forked")]


def ran(program):
    """A program in a process of its own, which has no threads."""
    told = subprocess.run([sys.executable, "-c", textwrap.dedent(program)], check=False, capture_output=True, text=True)
    assert told.returncode == 0, told.stderr
    return told.stdout.split()


def test_a_forked_process_works_fails_dies_and_is_stopped():
    assert ran(
        """
        import math, os, signal, time
        from functools import partial
        from ludex.lab.nursery import Gone, Nursery, TookTooLong

        nursery = Nursery([lambda: 1 / 0, lambda: None])
        child, other = nursery.forked(), nursery.forked()
        print(child.ask(partial(math.factorial, 5), 8, 60))
        for job, longest in ((partial(math.sqrt, -1), 60), (partial(time.sleep, 60), 0.1), (partial(os.kill, 0, 0), 60)):
            try:
                print(child.ask(job, 8, longest))
            except (ValueError, TookTooLong) as error:
                print(type(error).__name__)
                if isinstance(error, TookTooLong):
                    child.end()
                    child = nursery.forked()
        try:
            other.ask(partial(exec, "while True: pass"), 0.2, 60)
        except TookTooLong:
            print("stopped")
        other.ask(os.getpid, 0.2, 60, before=partial(sum, range(20_000_000)))  # what comes before is not counted
        print("read")
        number = other.ask(os.getpid, 8, 60)
        os.kill(number, signal.SIGKILL)
        try:
            other.ask(os.getpid, 8, 60)
        except Gone:
            print("gone")
        nursery.end()
        """
    ) == [str(math.factorial(5)), "ValueError", "TookTooLong", "None", "stopped", "read", "gone"]


def test_a_child_process_is_watched_for_systems_that_never_end():
    """The thread that looks is the parent's: a child begins one of its own."""
    assert ran(
        """
        import os
        from ludex.table import overtime

        overtime.SECONDS = 0.2
        overtime.end(overtime.begin())
        if not os.fork():
            watched = overtime.begin()
            try:
                while True:
                    pass
            except overtime.TookTooLong:
                print("stopped", flush=True)
            os._exit(0)
        os.wait()
        """
    ) == ["stopped"]


def test_no_two_processes_have_the_same_salts():
    salts = ran(
        """
        import os
        from ludex.table.chance import DRAWN, new_salt

        new_salt()  # a store of them is there before the fork
        for _ in range(2):
            if not os.fork():
                print(*(new_salt() for _ in range(DRAWN + 2)), flush=True)
                os._exit(0)
            os.wait()
        print(*(new_salt() for _ in range(DRAWN + 2)))
        """
    )
    assert len({*salts}) == len(salts) == 3 * 258
    assert {len(one) for one in salts} == {24}


def descendants(process):
    found = subprocess.run(["ps", "-eo", "pid=,ppid="], check=True, capture_output=True, text=True).stdout
    pairs = [tuple(map(int, line.split())) for line in found.splitlines()]
    mine = {process}
    while more := {pid for pid, parent in pairs if parent in mine} - mine:
        mine |= more
    return mine - {process}


@pytest.mark.parametrize("workers", [1, 2])
def test_whatever_was_forked_ends_with_its_server(tmp_path, workers):
    server = Server(tmp_path / "data", workers=workers)
    server.start()
    made = server.call("POST", "/api/demos", {"system": "boon"})
    odds = server.call("POST", "/api/line", {"text": ".概率 攻击 兽人 @安"}, made["seats"]["gm"])
    assert "%" in odds["text"]
    forked = descendants(server.process.pid)
    assert len(forked) >= 2 * workers
    server.end(signal.SIGKILL)
    while any(Path(f"/proc/{one}/exe").exists() for one in forked):
        time.sleep(0.01)
    server.start()
    assert server.end(signal.SIGTERM) == 0
