"""The longest tests start first, so that all workers finish together; dice and random examples are the same in every run.

`HYPOTHESIS_PROFILE=explore make test` throws other dice and looks for new examples instead.
"""

import hashlib
import itertools
import os
import secrets
import threading
from time import monotonic
from types import SimpleNamespace

import pytest
from hypothesis import HealthCheck, Phase, settings

from ludex.table import chance
from tests.patience import unhurried

unhurried()
pytest_plugins = ["tests.postgres"]

PHASES = (Phase.explicit, Phase.reuse, Phase.generate, Phase.target, Phase.shrink)
"""All but explaining: that traces every line."""

SLOW = (HealthCheck.too_slow,)
"""A slow machine is no fault of an example."""

settings.register_profile("steady", derandomize=True, deadline=None, phases=PHASES, suppress_health_check=SLOW)
settings.register_profile("explore", deadline=None, suppress_health_check=SLOW)
PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "steady")
settings.load_profile(PROFILE)


@pytest.fixture(autouse=True)
def same_dice(request, monkeypatch):
    """The tables of a test get seeds that follow from its name: what its dice show today they show on every machine."""
    if PROFILE != "steady":
        return
    tables = itertools.count()

    def token_bytes(size):
        return hashlib.blake2b(f"{request.node.nodeid}:{next(tables)}".encode(), digest_size=size).digest()

    monkeypatch.setattr(chance, "secrets", SimpleNamespace(token_bytes=token_bytes, token_hex=secrets.token_hex))


class Minutes:
    """Says once a minute how far the suite is and what takes long, so that nobody takes a slow machine for one that hangs; and at once what
    has failed."""

    def __init__(self, terminal):
        self.terminal, self.done, self.failed = terminal, 0, 0
        self.running = {}
        self.ended = threading.Event()

    def pytest_sessionstart(self):
        threading.Thread(target=self.tell, daemon=True).start()

    def pytest_sessionfinish(self):
        self.ended.set()

    def pytest_runtest_logstart(self, nodeid):
        self.running[nodeid] = monotonic()

    def pytest_runtest_logreport(self, report):
        self.done += report.when == "teardown"
        self.failed += report.failed
        if report.when == "teardown":
            self.running.pop(report.nodeid, None)
        if report.failed:
            self.terminal.write_line(f"\nfailed: {report.nodeid} ({report.when})")

    def tell(self):
        while not self.ended.wait(60):
            whole = max(1, getattr(self.terminal._session, "testscollected", 0))
            self.terminal.write_line("")
            self.terminal.write_line(f"{self.done} of {whole} ({self.done * 100 // whole} %), {self.failed} failed")
            for nodeid, start in list(self.running.items()):
                if monotonic() - start > 60:
                    self.terminal.write_line(f"  {monotonic() - start:.0f} s: {nodeid}")


@pytest.hookimpl(trylast=True)
def pytest_configure(config):
    terminal = config.pluginmanager.getplugin("terminalreporter")
    if terminal is not None and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Minutes(terminal), "minutes")


LONG = (
    "test_babble",
    "test_paths",
    "test_noninterference",
    "test_agreement",
    "test_guesses",
    "test_nodes",
    "test_frozen",
    "test_simulation",
)
"""Modules without a process of their own whose tests take seconds each."""


def takes_long(item):
    """Whether a test starts a process or a browser, or is one of those that search long."""
    named = item.get_closest_marker("process") or item.get_closest_marker("browser") or "tests/browser" in item.nodeid
    return bool(named) or item.path.stem in LONG


def pytest_collection_modifyitems(items):
    """Each worker begins with its part of what takes long, module by module, and the short ones fill up to the same number: xdist deals the
    list in equal runs."""
    hands = [[] for _ in range(int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")))]
    long, short = [item for item in items if takes_long(item)], [item for item in items if not takes_long(item)]
    modules = [list(tests) for _, tests in itertools.groupby(long, key=lambda item: item.path)]
    for tests in sorted(modules, key=len, reverse=True):
        min(hands, key=len).extend(tests)
    size, rest = -(-len(items) // len(hands)), iter(short)
    filled = [[*hand, *itertools.islice(rest, max(0, size - len(hand)))] for hand in hands]
    items[:] = [*itertools.chain.from_iterable(filled), *rest]
