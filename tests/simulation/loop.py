"""An event loop in which nothing happens by chance: time jumps to whatever is next, threads are not used, and the order is that of the seed."""

import asyncio
import selectors


class Stuck(Exception):
    """Everybody waits for something that nobody will ever do."""


class _Nothing(selectors.SelectSelector):
    """No socket ever has anything to say; waiting is over at once."""

    def __init__(self):
        super().__init__()
        self.now = 0.0

    def select(self, timeout=None):
        if timeout is None:
            raise Stuck
        self.now += max(0.0, timeout)
        return []


class Loop(asyncio.SelectorEventLoop):
    """Time is counted, not measured."""

    def __init__(self):
        self._nothing = _Nothing()
        self._heard = 0.0
        self.lag = lambda: 0.0
        super().__init__(self._nothing)

    def time(self):
        return self._nothing.now

    def run_in_executor(self, executor, func, *args):
        """What would run on a thread runs at once."""
        future = self.create_future()
        try:
            future.set_result(func(*args))
        except Exception as error:  # noqa: BLE001  # as a thread would hand it over
            future.set_exception(error)
        return future

    def call_soon_threadsafe(self, callback, *args, context=None):
        """What another thread says is heard a little later, in the order in which it was said."""
        self._heard = max(self._heard, self.time()) + self.lag()
        return self.call_at(self._heard, callback, *args, context=context)

    def _write_to_self(self):
        """There is no other thread that would have to be woken."""
