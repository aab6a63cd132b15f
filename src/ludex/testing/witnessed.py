"""What a seat reads of other people's deeds, done in the open in two worlds that she may not tell apart.

Every hidden number in turn is another one in one of the worlds; then the GM does one thing after another in both. Dice of somebody
whose numbers are hidden must not be read: how many they are would tell. What comes out may rest on what is hidden, and often does (a
blow lands or not): whether that is as it should be only the rulebook knows, so it is said, and the pair ends.
"""

import tempfile
from pathlib import Path

from ludex.core.system import System
from ludex.store.sqlite import SqliteStore
from ludex.table.house import House
from ludex.testing.draws import Draw
from ludex.testing.games import NOON, LawBroken
from ludex.testing.pairs import Apart, Pair
from ludex.testing.secrets import unknown_numbers
from ludex.testing.worlds import dice_read, opened

WATCHERS = 3
"""Two players of the demo at most, and an observer."""


class Witness:
    """Plays pairs of worlds, and keeps the lines whose outcome rests on something hidden, with what it was."""

    def __init__(self, system: System, draw: Draw, lines: tuple[str, ...]) -> None:
        self.system, self.draw, self.lines = system, draw, lines
        self.rests: dict[str, str] = {}

    async def watch(self, most: int) -> tuple[str, ...]:
        """So many pairs for each who may watch; what was seen to rest on what."""
        for seat in range(WATCHERS):
            for number in range(most):
                if not await self._pair(seat, number):
                    break
        return tuple(f"{line} ({place})" for line, place in self.rests.items())

    async def _pair(self, seat: int, number: int) -> bool:
        """One pair of worlds with the hidden number of this place; whether there is any."""
        with tempfile.TemporaryDirectory() as folder:
            house = House(SqliteStore(Path(folder) / "worlds.db"), clock=lambda: NOON)
            try:
                worlds = [await opened(self.system, house, seat, trust="open") for _ in range(2)]
                return await self._played(Pair(worlds[0], worlds[1], self.draw), number)
            finally:
                await house.close()

    async def _played(self, pair: Pair, number: int) -> bool:
        table, viewer = pair.other.host.table, pair.other.watcher.desk.viewer
        places = unknown_numbers(self.system, table.memory.state, viewer, self.draw)[number:]
        if not places:
            return False
        line = pair.amending(places[0])
        pair.note(f"unseen, GM> {line}")
        await pair.other.typed(pair.other.host, line, pair.key())
        for line in self.lines:
            try:
                await _openly(pair, line)
                same = await _same(pair)
            except Apart:
                break
            if not same:
                self.rests.setdefault(line, ".".join(map(str, places[0])))
                break
        return True


async def _openly(pair: Pair, line: str) -> None:
    """The GM does something in both worlds, for everybody to see; dice by whose number alone they differ must not be read."""
    pair.note(f"GM> {line}")
    key = pair.key()
    here, there = [await world.typed(world.host, line, key) for world in (pair.plain, pair.other)]
    if len(pair.plain.thrown) == len(pair.other.thrown):
        read = [await dice_read(world.watcher) for world in (pair.plain, pair.other)]
        if read[0] != read[1]:
            pair.broken("the number of dice", *read)
    if here.ok != there.ok or pair.plain.thrown != pair.other.thrown:
        raise Apart(line)


async def _same(pair: Pair) -> bool:
    try:
        await pair.compare(whole=False)
    except LawBroken:
        return False
    return True
