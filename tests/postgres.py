"""A real PostgreSQL for the tests: a cluster of its own in a scratch folder, thrown away afterwards. A plugin of the suite."""

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
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
