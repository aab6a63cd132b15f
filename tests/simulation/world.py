"""A whole world out of one seed: people, a network, a server and a disk, and everything that can go wrong between them.

People send lines with numbers of their own, wait, lose patience and send them again. Messages and replies are late or lost,
the server forgets whoever has hung up, the disk fails, the power goes. What everybody was told is written down; `judge.py` reads it.
"""

import asyncio
import hashlib
import random
import secrets
import shutil
import tempfile
from collections import Counter
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from unittest import mock

import structlog.testing

from ludex.core.errors import RuleError
from ludex.store.port import Failed
from ludex.table import chance as seeds, history, house as houses, loading, registry
from ludex.table.house import House
from ludex.table.logbook import Logbook
from ludex.table.writing import Broken
from ludex.text.chat import Chat
from tests.simulation.database import Database
from tests.simulation.disk import Disk
from tests.simulation.judge import FAILURES, judge
from tests.simulation.loop import Loop
from tests.toy import SYSTEM

WORDS = [
    "ash",
    "birch",
    "cedar",
    "elm",
    "fir",
    "hazel",
    "juniper",
    "larch",
    "maple",
    "oak",
    "pine",
    "rowan",
    "spruce",
    "willow",
    "yew",
    "alder",
]
MEMORY = Path("/dev/shm")
MOST = 150
"""So often somebody tries before the table counts as dead."""


class Lost(Exception):
    """No reply came."""


@dataclass
class Op:
    """Something a person wanted, and what they were told of it."""

    seat: str
    table: str
    request: str
    line: str
    began: float
    ended: float = 0.0
    tries: int = 0
    doubled: bool = False
    n: int = 0
    code: str = ""
    text: str = ""
    told: list = field(default_factory=list)

    @property
    def ok(self):
        return bool(self.ended) and not self.code


class Server:
    """A process that serves the disk until it crashes."""

    def __init__(self, world):
        self.world = world
        self.house = House(world.disk.open(), clock=world.clock, most=1)
        self.tasks = {}

    def spawn(self, coroutine):
        task = asyncio.ensure_future(coroutine)
        self.tasks[task] = None
        task.add_done_callback(self.tasks.pop)
        task.add_done_callback(_whatever)
        return task

    async def line(self, secret, line, request):
        table, seat = await self.house.enter(secret)
        self._watch(table)
        return await Chat(table, seat.id, "en").line(line, request)

    async def news(self, secret, after):
        table, seat = await self.house.enter(secret)
        return await Logbook(table).after(seat, after, 20)

    def _watch(self, table):
        """Now and then somebody watches, and some who watch fall over."""
        if not table.watchers and self.world.chance.random() < 0.3:
            table.watchers.append(self.world.watched)
        elif table.watchers and self.world.chance.random() < 0.3:
            table.watchers.clear()

    async def kill(self):
        for task in tuple(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)


class World:
    """One run."""

    def __init__(self, seed, disk, *, lines=5, told=lambda _line: None):
        self.seed = seed
        self.chance = random.Random(seed)
        self.disk = disk
        self.lines = lines
        self.told = told
        self.ops = []
        self.seen = {}
        self.secrets = {}
        self.server = None
        self.complaints = []
        self.logged = []
        self.calm = False
        self.trouble = self.chance.choice((0.0, 0.005, 0.02, 0.1))
        self.disk.vague = self.chance.random() < 0.3
        self.loss = self.chance.choice((0.0, 0.05, 0.2))
        self.hangups = self.chance.choice((0.0, 0.1))
        self.crashes = self.chance.choice((0, 1, 3))
        self.haste = self.chance.choice((0.3, 5.0))
        self.restarts = self.chance.choice((0, 0, 2)) if disk.closes else 0
        self.back = self.chance.choice((0.0, 0.0, 500.0))

    def clock(self):
        """The time of day, which in some worlds is set back now and then."""
        now = asyncio.get_running_loop().time() + 1000
        return f"{now - (self.back if now % 7 < 2 else 0.0):012.4f}"

    def watched(self):
        if not self.calm and self.chance.random() < 0.2:
            raise ValueError("nobody should look at this")

    def met(self):
        """How much of what went wrong."""
        return self.disk.met + Counter(self.logged)

    def story(self):
        """What happened, as far as anybody was told: the same for the same seed."""
        told = "\n".join(
            f"{op.began:.4f} {op.ended:.4f} {op.table} {op.seat} {op.line} {op.told} {op.n}" for op in self.ops
        )
        return hashlib.sha256(told.encode()).hexdigest()[:16]

    async def run(self):
        self.disk.slow = 0.01
        self.disk.prepare()
        self.server = Server(self)
        for name in ("one", "two"):
            table, links = await self.server.house.demo("toy", name=name)
            ids = {"gm": "gm", "Ann": "player1", "Bo": "player2"}
            self.secrets |= {(table.id, ids[who]): secret for who, secret in links.items()}
        self.disk.slow = self.chance.choice((0.1, 1.0))
        busy, other = dict.fromkeys(table for table, _ in self.secrets)
        devices = [
            (busy, "gm"),
            (busy, "gm"),
            (busy, "player1"),
            (busy, "player1"),
            (busy, "player2"),
            (other, "player2"),
        ]
        people = [self._person(table, seat, device) for device, (table, seat) in enumerate(devices)]
        readers = [asyncio.ensure_future(self._reader(table, seat)) for table, seat in self.secrets]
        trouble = asyncio.ensure_future(self._trouble())
        await asyncio.gather(*people)
        self.calm, self.disk.rate = True, 0.0
        await trouble
        for reader in readers:
            reader.cancel()
        await asyncio.gather(*readers, return_exceptions=True)
        await self._settled()

    async def _settled(self):
        """Calm at last: everybody can still play, also after one more crash."""
        for again in range(2):
            for (table, seat), secret in self.secrets.items():
                op = Op(seat, table, f"last {again}", "well then", self._now())
                self.ops.append(op)
                await self._ask(op, secret)
                assert op.ok, op
            if not again:
                await self.crash()

    def _now(self):
        return asyncio.get_running_loop().time()

    # --- trouble ---------------------------------------------------------------------------------------------------

    async def _trouble(self):
        left, restarts = self.crashes, self.restarts
        while not self.calm:
            await asyncio.sleep(self.chance.expovariate(0.2 * self.haste))
            if self.calm:
                return
            self.disk.rate = self.chance.choice((0.0, self.trouble))
            self.told(f"{self._now():9.2f}  of every statement {self.disk.rate:.1%} fail")
            if left and self.chance.random() < 0.3:
                left -= 1
                await self.crash()
            elif restarts and self.chance.random() < 0.3:
                restarts -= 1
                await self.restart()

    async def crash(self):
        server, self.server = self.server, None
        self.disk.crash()
        self.told(f"{self._now():9.2f}  the power goes")
        await server.kill()
        await asyncio.sleep(0.0 if self.calm else self.chance.random() * 3)
        rate, self.disk.rate = self.disk.rate, 0.0
        self.server = Server(self)
        self.disk.rate = rate

    async def restart(self):
        """The server is told to end, and started again: what is under way gets a while, then everything is closed in order."""
        server, self.server = self.server, None
        self.disk.met["restart"] += 1
        self.told(f"{self._now():9.2f}  the server is told to end")
        if server.tasks:
            await asyncio.wait(tuple(server.tasks), timeout=2)
        await server.kill()
        await server.house.close()
        rate, self.disk.rate = self.disk.rate, 0.0
        self.server = Server(self)
        self.disk.rate = rate

    # --- people ----------------------------------------------------------------------------------------------------

    async def _person(self, table, seat, device):
        chance = random.Random(f"{self.seed} {device}")
        for number in range(self.lines):
            await asyncio.sleep(chance.expovariate(self.haste))
            mark = f"{' '.join(chance.sample(WORDS, 2))} {_unique(len(self.ops))}"
            op = Op(seat, table, f"{device}-{number}", _wish(seat, chance, mark), self._now())
            self.ops.append(op)
            await self._ask(op, self.secrets[table, seat])

    async def _ask(self, op, secret):
        """Send a line until there is a reply that says something about it; some give up on a disk that fails."""
        while True:
            op.tries += 1
            assert op.tries < MOST, f"the table is dead: {op}"
            try:
                reply = await self._over_the_network(op, secret)
            except Lost:
                op.told.append("lost")
                self.told(f"{self._now():9.2f}  {op.table} {op.seat:8} {op.line!r:40} no reply")
                await asyncio.sleep(self.chance.random() * 2)
                continue
            op.told.append(reply.code or "ok")
            self.told(f"{self._now():9.2f}  {op.table} {op.seat:8} {op.line!r:40} {op.told[-1]} {reply.n or ''}")
            if reply.code in FAILURES:
                if not self.calm and self.chance.random() < 0.2:
                    op.code, op.ended = reply.code, self._now()
                    return
                await asyncio.sleep(self.chance.random() * 2)
                continue
            op.n, op.code, op.text, op.ended = reply.n, reply.code, reply.text, self._now()
            return

    async def _over_the_network(self, op, secret):
        await asyncio.sleep(self.chance.random() * 0.2)
        self._may_lose()
        if self.server is None:
            raise Lost
        serving = self.server.spawn(self.server.line(secret, op.line, op.request))
        if not self.calm and self.chance.random() < 0.05:  # the same message arrives twice
            op.doubled = True
            self.server.spawn(self.server.line(secret, op.line, op.request))
        patience = 30 if self.calm else self.chance.choice((1, 5, 30))
        done, _ = await asyncio.wait((serving,), timeout=patience)
        if not done:
            if self.chance.random() < self.hangups:
                serving.cancel()
            raise Lost
        self._may_lose()
        if serving.cancelled():
            raise Lost
        try:
            return serving.result()
        except (RuleError, Failed, Broken) as error:  # on the way to the table
            return _Refused(getattr(error, "code", "store_unreadable"))

    def _may_lose(self):
        if not self.calm and self.chance.random() < self.loss:
            raise Lost

    async def _reader(self, table, seat):
        """Somebody reads on, and writes down what there was to read."""
        seen = self.seen.setdefault((table, seat), {})
        while True:
            await asyncio.sleep(self.chance.expovariate(0.5 * self.haste))
            if self.server is None:
                continue
            reading = self.server.spawn(self.server.news(self.secrets[table, seat], max(seen, default=0)))
            await asyncio.wait((reading,))
            if reading.cancelled():
                continue
            try:
                found = reading.result()
            except (RuleError, Failed, Broken):
                continue
            for one in found:
                seen[one.n] = one


@dataclass
class _Refused:
    code: str
    n: int = 0
    text: str = ""


def _whatever(task):
    """Whoever wanted to know may have gone."""
    if not task.cancelled():
        task.exception()


def _unique(number):
    """A word that nobody else says, and that no dice are made of."""
    return "n" + "".join("aeiou"[number // 5**place % 5] for place in range(4))


def _wish(seat, chance, mark):
    """Something that this seat may want."""
    other = {"player1": "bo", "player2": "ann"}.get(seat, "")
    wishes = [mark, mark, f".r d20 {mark}", f".rh d20 {mark}", f".seal stir {mark}", ".undo", ".redo", ".undo 2"]
    if other:
        wishes += [
            f".strike {other}",
            f".strike {other}",
            "take",
            "dodge",
            ".gamble",
            f".bout {other}",
            f".w GM {mark}",
            f".dice 5 4: .strike {other}",
            "high",
            "low",
            "roll",
            ".back",
            ".cancel",
            f".nn {mark.split()[0]}{mark.split()[-1]}",
            f".enlist {mark.split()[-1]}",
            ".auto me defence=dodge",
        ]
    else:
        joined = "".join(mark.split())
        wishes += [f".join {joined}", f".join {joined}", ".seal reveal", f".w Ann {mark}", ".auto bo", ".choose take"]
        wishes += [f".invite {joined}", ".strike bo @ann", ".setting trust ask", "allow"]
        wishes += [
            ".call @all",
            ".secret gamble @ann",
            ".session",
            ".adjourn",
            ".goto 8",
            ".goto 12",
            ".onward",
            ".cancel",
        ]
        wishes += [".setting pace step", ".setting trust strict", ".set duellists[0].hearts 3", f".jot {mark}"]
    return chance.choice(wishes)


@contextmanager
def _closed_world(seed):
    """Everything random or slow from one seed, checkpoints every few entries, the toy game installed, the log kept quiet."""
    chance = random.Random(f"{seed} secrets")
    find = registry.system
    with ExitStack() as stack:
        stack.enter_context(
            mock.patch.object(seeds, "secrets", secrets)
        )  # seeds of tables are drawn as the others here
        stack.enter_context(mock.patch.object(seeds, "_salts", []))  # none is left over from a run before
        stack.enter_context(mock.patch.object(secrets, "token_bytes", lambda n=32: chance.randbytes(n)))
        stack.enter_context(mock.patch.object(secrets, "token_hex", lambda n=32: chance.randbytes(n).hex()))
        stack.enter_context(mock.patch.object(secrets, "token_urlsafe", lambda n=32: chance.randbytes(n).hex()))
        for module in (history, loading):
            stack.enter_context(mock.patch.object(module, "SPAN", 6))
        stack.enter_context(
            mock.patch.object(houses, "find_system", lambda name: SYSTEM if name == "toy" else find(name))
        )
        yield stack.enter_context(structlog.testing.capture_logs())


def simulate(seed, *, database="", **given):
    """One run: the world as it ended, and what the server logged. Where it failed, the seed makes it fail again.

    On a file, or on the `database` of a real PostgreSQL.
    """
    folder = tempfile.mkdtemp(prefix="ludex-sim-", dir=MEMORY if MEMORY.is_dir() else None)
    chance = random.Random(f"{seed} disk")
    try:
        with _closed_world(seed) as logged, asyncio.Runner(loop_factory=Loop) as runner:
            world = World(seed, Database(database, chance) if database else Disk(folder, chance), **given)
            runner.get_loop().set_exception_handler(lambda _loop, about: world.complaints.append(about))
            runner.get_loop().lag = world.disk.pause
            runner.run(world.run())
            runner.run(judge(world))
            world.logged = [event["event"] for event in logged]
            return world
    finally:
        shutil.rmtree(folder, ignore_errors=True)
