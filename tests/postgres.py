"""A real PostgreSQL for the tests: a cluster of its own in a scratch folder, thrown away afterwards. A plugin of the suite."""

import os
import shutil
import socket
import subprocess
import tempfile
from pathlib import Path

import pytest

PLACES = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)


def program(name):
    """One of PostgreSQL's programs, or None."""
    found = next((place / name for place in PLACES if (place / name).exists()), None)
    return str(found) if found else shutil.which(name)


def owner():
    """PostgreSQL does not run as root: whom it runs as there."""
    return {"user": "postgres", "group": "postgres"} if os.geteuid() == 0 else {}


@pytest.fixture(scope="session")
def postgres():
    """The address of a running server; without PostgreSQL on the machine its tests are skipped."""
    if program("initdb") is None:
        pytest.skip("PostgreSQL is not installed (make system installs it)")
    folder = Path(tempfile.mkdtemp(prefix="ludex-pg-"))
    os.chmod(folder, 0o777)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": folder, **owner()}
    data = str(folder / "data")
    subprocess.run([program("initdb"), "-D", data, "-U", "ludex", "-A", "trust", "--no-sync"], check=True, **quiet)
    server = subprocess.Popen(
        [program("postgres"), "-D", data, "-p", str(port), "-c", "listen_addresses=127.0.0.1", "-k", str(folder)],
        **quiet,
    )
    address = f"postgresql://ludex@127.0.0.1:{port}/postgres"
    ready = [program("pg_isready"), "-h", "127.0.0.1", "-p", str(port), "-t", "30"]
    for _ in range(100):
        if subprocess.run(ready, stdout=subprocess.DEVNULL, check=False).returncode == 0:
            break
    yield address
    server.terminate()
    server.wait(30)
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def database(postgres):
    """A database of its own for one test."""
    name = f"t{os.urandom(6).hex()}"
    base = postgres.rpartition("/")[0]
    subprocess.run([program("psql"), "-q", postgres, "-c", f"CREATE DATABASE {name}"], check=True)
    return f"{base}/{name}"
