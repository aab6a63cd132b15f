"""Chaos on the socket: bursts, duplicates, disorder, broken lines and a flooding user. `python -m tests.fronts.bots.chaos [SEED] [--messages N]`.

Groups of trusted people each roll a dice line of their own number. Deliveries come twice, out of order and over lines that break; one stranger
floods. Afterwards the log of every group says what was done: each message once at most, all that were surely delivered, in the order in which
they first came, nothing of another group, and somebody who asked politely meanwhile was answered.
"""

import argparse
import asyncio
import random
import re
import signal
import tempfile
import time
from pathlib import Path

from tests.fronts.bots.qq import QQ
from tests.fronts.bots.test_socket import BotServer

MASTER, FLOODER, POLITE = 1, 666, 777
FIRST = 9000


class Storm:
    """One run: its groups, what was delivered there, and what came of it."""

    def __init__(self, qq, server, seed, messages, groups=5):
        self.qq, self.server = qq, server
        self.random = random.Random(seed)
        self.messages, self.groups = messages, [FIRST + n for n in range(groups)]
        self.delivered = {group: [] for group in self.groups}
        self.sure = {group: set() for group in self.groups}
        self.breaks = 0

    async def open(self):
        """A table and a trusted player for every group."""
        for group in self.groups:
            await self.qq.answer(MASTER, ".开桌 boon", group)
            await self.qq.answer(group, ".坐 玩家", group)
            await self.qq.answer(MASTER, f".trust {group}", group)
        for user in (FLOODER, POLITE):
            await self.qq.answer(user, f".坐 路人{user}", self.groups[0])

    async def blow(self):
        """Everything at once."""
        waiting = [(group, n) for n in range(self.messages // len(self.groups)) for group in self.groups]
        events = [(group, n, self.qq.message(group, f".r 1d1+{n}", group=group)) for group, n in waiting]
        flood = [self.qq.message(FLOODER, f".r 1d1+{10**7 + n}", group=self.groups[0]) for n in range(200)]
        for chunk in range(0, len(events), 50):
            part = events[chunk : chunk + 50]
            if self.random.random() < 0.3:
                self.random.shuffle(part)
            for group, n, event in part:
                await self._deliver(group, n, event)
            if flood:
                await self.qq.event(**flood.pop())
            if chunk == 100 or self.random.random() < 0.04:
                await self._break()

    async def _deliver(self, group, n, event):
        await self.qq.event(**event)
        self.delivered[group].append(n)
        while self.random.random() < 0.2:
            await self.qq.event(**event)

    async def _break(self):
        """The line breaks; what was on it may be lost. It comes back, and some of it is sent once more."""
        self.breaks += 1
        await self.settle()
        for group in self.groups:
            self.sure[group].update(self.delivered[group])
        await self.qq.hang_up()
        await self.qq.call(self.server.address)
        for group in self.groups:
            for n in self.delivered[group][-5:]:
                number = next(
                    i
                    for i, m in self.qq.messages.items()
                    if m.get("raw_message") == f".r 1d1+{n}" and m.get("group_id") == group
                )
                await self.qq.event(**self.qq.messages[number])

    async def settle(self, seconds=120):
        """Wait until what was delivered has been told."""
        end = time.monotonic() + seconds
        while any(self.missing(group) for group in self.groups):
            assert time.monotonic() < end, {group: sorted(self.missing(group))[:5] for group in self.groups}
            await asyncio.sleep(0.05)

    def missing(self, group):
        """What was delivered and not told yet."""
        return set(self.delivered[group]) - set(self.told(group))

    def told(self, group):
        """The numbers that were rolled in a group, in order, as it was told."""
        told = [int(n) for n in re.findall(r"【1d1\+(\d+)】", self.qq.text(group))]
        return [n for n in told if n < 10**6]

    async def polite(self):
        """Somebody asks once a while, and is answered."""
        longest = 0.0
        for n in range(5):
            began = time.monotonic()
            await self.qq.write(POLITE, f".r 1d1+{2 * 10**6 + n}", group=self.groups[0])
            await self.qq.until(lambda n=n: f"【1d1+{2 * 10**6 + n}】" in self.qq.text(self.groups[0]), 120)
            longest = max(longest, time.monotonic() - began)
            await asyncio.sleep(0.6)
        return longest

    def check(self):
        """What must hold, whatever happened."""
        for group in self.groups:
            told = self.told(group)
            assert len(told) == len(set(told)), f"twice in {group}"
            assert told == list(dict.fromkeys(self.delivered[group])), f"order of {group}"
        rolled = re.findall(r"【1d1\+(1\d{7})】", self.qq.text(self.groups[0]))
        assert len(rolled) < 100, len(rolled)


async def run(seed, messages, folder):
    """One storm; how many messages, how often the line broke, the longest that the polite one waited, and how long it took."""
    server = BotServer(folder / "data")
    server.settings = BotServer.settings.replace("private = true", 'pictures = "off"')
    server.start()
    qq = QQ(token="hush-hush")
    try:
        await qq.call(server.address)
        storm = Storm(qq, server, seed, messages)
        await storm.open()
        began = time.monotonic()
        await storm.blow()
        waited = await storm.polite()
        await storm.settle(600)
        storm.check()
        return messages, storm.breaks, waited, time.monotonic() - began
    finally:
        await qq.close()
        server.end(signal.SIGTERM)
        assert "Traceback" not in server.logged(), server.logged()[-3000:]


def main():
    """A storm of one's own size."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("seed", nargs="?", type=int, default=1)
    reader.add_argument("--messages", type=int, default=10_000)
    asked = reader.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        done = asyncio.run(run(asked.seed, asked.messages, Path(folder)))
    print("{} messages, {} breaks, the polite one waited {:.2f} s at most, {:.1f} s in all".format(*done))


if __name__ == "__main__":
    main()
