"""A disk that fails: a real SQLite file under a connection that refuses statements, and lanes that take their time.

What is on disk after a crash is what SQLite had committed, and of the transaction under way any part of its bytes.
"""

import asyncio
import shutil
import sqlite3
from collections import Counter
from pathlib import Path

from ludex.store.sqlite import SqliteStore


class Connection(sqlite3.Connection):
    """A connection on which any statement may fail. `disk` decides."""

    disk = None

    def execute(self, sql, *values):
        if self.disk is None:
            return super().execute(sql, *values)
        self.disk.before(sql)
        done = super().execute(sql, *values)
        self.disk.after(commits=sql == "COMMIT" or (sql.startswith("INSERT") and not self.in_transaction))
        return done

    def executemany(self, sql, *values):
        if self.disk is not None:
            self.disk.before(sql)
        return super().executemany(sql, *values)


class Lanes:
    """Reads and writes that take their time. After a crash nothing is answered any more."""

    def __init__(self, write, disk):
        self._write = write
        self._disk = disk
        self._jobs = []
        self.dead = False

    async def read(self, work):
        await asyncio.sleep(self._disk.pause())
        if self.dead:
            await asyncio.get_running_loop().create_future()
        return work()

    def write(self, job):
        if not self._jobs:
            asyncio.get_running_loop().call_later(self._disk.pause(), self.flush)
        self._jobs.append(job)

    def flush(self):
        if not self.dead:
            jobs, self._jobs = self._jobs, []
            self._write(jobs)

    def tear(self):
        """What was under way when the power went: it is being written and nobody will ever hear of it."""
        jobs, self._jobs = self._jobs, []
        self.dead = True
        if jobs:
            self._write(jobs)

    async def close(self):
        if self._jobs:
            self.flush()


class Disk:
    """One database through all its crashes. `rate` is how often a statement fails, `vague` whether a commit may fail that was made."""

    closes = True

    def __init__(self, folder, chance):
        self.folder = Path(folder)
        self.chance = chance
        self.rate = 0.0
        self.vague = False
        self.slow = 1.0
        self.lives = 0
        self.met = Counter()
        self.lanes = None

    @property
    def path(self):
        return self.folder / f"{self.lives}" / "ludex.db"

    def prepare(self):
        """Nothing is there."""
        self.path.parent.mkdir(parents=True)

    def pause(self):
        return self.chance.expovariate(1.0) * self.slow

    def open(self):
        """The store as a server opens it."""

        def lanes(write):
            self.lanes = Lanes(write, self)
            return self.lanes

        return SqliteStore(self.path, lanes=lanes, join=self._join)

    def _join(self, path):
        connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, factory=Connection)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("PRAGMA wal_autocheckpoint = 0")
        connection.disk = self
        return connection

    def before(self, sql):
        if self.rate and self.chance.random() < self.rate:
            self.met[sql.split(maxsplit=1)[0].lower()] += 1
            raise sqlite3.OperationalError("disk I/O error")

    def after(self, *, commits):
        if commits and self.vague and self.chance.random() < self.rate:
            self.met["vague"] += 1
            raise sqlite3.OperationalError("disk I/O error after all was written")

    def crash(self):
        """The power goes. Of the transaction under way any part may be there, with rubbish behind it."""
        rate, self.rate = self.rate, 0.0
        whole = self._log()
        self.lanes.tear()
        torn = self._log()
        self.rate = rate
        keep = self.chance.randint(len(whole), len(torn))
        rubbish = self.chance.randbytes(self.chance.choice((0, 7, 900))) if keep < len(torn) else b""
        self.met["torn" if keep < len(torn) else "crash"] += 1
        before = self.path
        self.lives += 1
        self.path.parent.mkdir(parents=True)
        shutil.copyfile(before, self.path)
        if keep or rubbish:
            self.path.with_name("ludex.db-wal").write_bytes(torn[:keep] + rubbish)

    def _log(self):
        log = self.path.with_name("ludex.db-wal")
        return log.read_bytes() if log.exists() else b""
