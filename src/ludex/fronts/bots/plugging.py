"""Ludex inside a NoneBot project that runs already: the tables, the hall and, on a port of its own, the page."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import structlog

from ludex.fronts.bots.hall import Hall
from ludex.fronts.bots.office import Office, secret_of
from ludex.fronts.bots.reminding import keep_reminding
from ludex.fronts.bots.riding import Rider
from ludex.fronts.bots.running import beside
from ludex.fronts.bots.settings import Settings
from ludex.fronts.bots.shelves import file_ledger
from ludex.fronts.web.serve import Server, configuration
from ludex.store.lock import Lock
from ludex.store.sqlite import SqliteStore
from ludex.table.decks import Decks
from ludex.table.house import House


class PageServer(Server):
    """The page beside somebody else's program: signals are that program's."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


class Plugged:
    """Everything that a project gets with the plugin. `port` 0: no page."""

    def __init__(self, settings: Settings, data: Path, *, host: str = "127.0.0.1", port: int = 0) -> None:
        self.settings, self.data = settings, data
        self.host, self.port = host, port
        self.rider = Rider(settings)
        self.house: House | None = None
        self._lock = Lock(data, "a NoneBot project")
        self._tasks: list[asyncio.Task[None]] = []
        self._server: PageServer | None = None

    async def open(self) -> None:
        self.data.mkdir(parents=True, exist_ok=True)
        self._lock.__enter__()
        self.house = House(SqliteStore(self.data / "ludex.db"), decks=Decks(self.data / "decks"))
        ledger = file_ledger(self.data / "bots.db")
        hall = self.rider.hall = Hall(self.house, ledger, self.settings, self.rider.send, self.rider.rename)
        self._tasks.append(asyncio.create_task(keep_reminding(hall)))
        if self.port:
            office = Office(hall, self.rider, secret_of(self.settings, self.data), self.data)
            config = beside(configuration(self.house, host=self.host, port=self.port), office)
            self._server = PageServer(config, None)
            self._tasks.append(asyncio.create_task(self._server.serve()))
        structlog.get_logger().info("opened", data=str(self.data), page=self.port)

    async def close(self) -> None:
        hall, self.rider.hall = self.rider.hall, None
        if self._server is not None:
            self._server.should_exit = True
            with suppress(asyncio.CancelledError):
                await self._tasks.pop()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if hall is not None:
            await hall.close()
        if self.house is not None:
            await self.house.close()
            self._lock.__exit__(None, None, None)
