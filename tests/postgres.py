"""A real PostgreSQL for the tests: a cluster of its own in a scratch folder, thrown away afterwards. A plugin of the suite."""

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path

import pytest

from ludex.store.leases import Node
from ludex.store.postgres import PostgresStore

PLACES = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)


def program(name):
    """One of PostgreSQL's programs, or None."""
    found = next((place / name for place in PLACES if (place / name).exists()), None)
    return str(found) if found else shutil.which(name)


def owner():
    """PostgreSQL does not run as root: whom it runs as there."""
    return {"user": "postgres", "group": "postgres"} if os.geteuid() == 0 else {}


class Cluster:
    """A PostgreSQL server of its own, in a scratch folder, that can be ended and started again."""

    def __init__(self, listen="127.0.0.1"):
        self.listen = listen
        if program("initdb") is None:
            pytest.skip("PostgreSQL is not installed (make system installs it)")
        self.folder = Path(tempfile.mkdtemp(prefix="ludex-pg-"))
        os.chmod(self.folder, 0o777)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"postgresql://ludex@127.0.0.1:{self.port}/postgres"
        self.quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": self.folder, **owner()}
        made = [program("initdb"), "-D", self.folder / "data", "-U", "ludex", "-A", "trust", "--no-sync"]
        subprocess.run(made, check=True, **self.quiet)
        self.start()

    def start(self):
        """Start it, and wait until it takes connections."""
        words = ["-p", str(self.port), "-c", f"listen_addresses={self.listen}", "-k", str(self.folder)]
        self.process = subprocess.Popen([program("postgres"), "-D", self.folder / "data", *words], **self.quiet)
        ready = [program("pg_isready"), "-h", "127.0.0.1", "-p", str(self.port), "-t", "30"]
        for _ in range(100):
            if subprocess.run(ready, stdout=subprocess.DEVNULL, check=False).returncode == 0:
                return
            time.sleep(0.1)
        raise AssertionError("PostgreSQL does not start")

    def end(self, sign=signal.SIGINT):
        """End it: SIGINT in order, SIGQUIT as if the machine had failed."""
        self.process.send_signal(sign)
        self.process.wait(30)

    def remove(self):
        self.end()
        shutil.rmtree(self.folder, ignore_errors=True)

    def database(self):
        """The address of a new, empty database."""
        name = f"t{os.urandom(6).hex()}"
        subprocess.run([program("psql"), "-q", self.address, "-c", f"CREATE DATABASE {name}"], check=True)
        return f"{self.address.rpartition('/')[0]}/{name}"


class Cable:
    """The way from a node to its database, which can be cut: then nothing passes, and neither end is told.

    `cut_in_transaction(steps)` cuts it in the next transaction of an armed kind, when so many messages of it have passed.
    """

    def __init__(self, database):
        self.target = int(database.rpartition(":")[2].partition("/")[0])
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.database = database.replace(f":{self.target}/", f":{self.listener.getsockname()[1]}/")
        self.whole, self.was_cut = threading.Event(), threading.Event()
        self.whole.set()
        self.steps, self.armed = 0, None
        self.sockets = []
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self):
        self.whole.clear()
        self.was_cut.set()

    def cut_in_transaction(self, steps):
        self.steps, self.armed = steps, b"BEGIN"

    def mend(self):
        self.armed = None
        self.whole.set()

    def remove(self):
        self.mend()
        for one in (self.listener, *self.sockets):
            one.close()

    def _accept(self):
        while True:
            try:
                near, _ = self.listener.accept()
            except OSError:
                return
            try:
                far = socket.create_connection(("127.0.0.1", self.target))
            except OSError:
                near.close()  # the database is not there
                continue
            self.sockets += [near, far]
            for ends in ((near, far, True), (far, near, False)):
                threading.Thread(target=self._pass, args=ends, daemon=True).start()

    def _pass(self, source, target, outward):
        counted = -1
        try:
            while data := source.recv(1 << 16):
                if outward and self.armed and (counted >= 0 or self.armed in data):
                    counted += 1
                    if counted >= self.steps:
                        self.cut()
                self.whole.wait()
                target.sendall(data)
        except OSError:
            pass  # one of the ends is gone
        self.whole.wait()
        for one in (source, target):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)


async def logged(database, table):
    """What is stored of a table, and at which node it lives (empty: at none)."""
    store = await PostgresStore(database, Node("reader")).start()
    found, holder = await store.read(table), await store.holder(table)
    await store.close()
    return found, holder.name if holder else ""


@pytest.fixture(scope="session")
def postgres():
    """A running server for all tests; without PostgreSQL on the machine they are skipped."""
    cluster = Cluster()
    yield cluster
    cluster.remove()


@pytest.fixture
def cluster():
    """A server for one test that ends and starts it."""
    own = Cluster()
    yield own
    own.remove()


@pytest.fixture
def database(postgres):
    """A database of its own for one test."""
    return postgres.database()
