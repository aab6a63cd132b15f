"""Lines of other bots and dice engines, each with what it means there and what becomes of it here."""

import json
import random

from ludex.table.entries import Acted, Cancelled, Said, Settled, read_entry
from ludex.text.chat import Chat

UNKNOWN = ("unknown_command", "no_such_command")


class Throws:
    """Dice of a table that fall by a fixed seed."""

    def __init__(self):
        self.roll, self.source = 0, random.Random(7)

    def throw(self, sides, *, after=0):
        self.roll += 1
        return tuple(self.source.randint(1, one) for one in sides)


class Stranger:
    """Somebody at a demo table who types as she did elsewhere; each line meets the table as it was at the beginning. `whole`: with what
    a procedure was given."""

    def __init__(self, house, system, *, whole=False):
        self.house, self.system, self.whole, self.table, self.clean = house, system, whole, None, 0

    async def means(self, line):
        """What becomes of a line: which procedure ran, what is shown, or how it is refused."""
        if self.table is None or self.table.memory.n != self.clean or self.table.memory.parked:
            self.table, _ = await self.house.demo(self.system)
            self.clean = self.table.memory.n
        seat = next(one.id for one in self.table.memory.seats.values() if not one.gm)
        self.table.chance, self.table.chance.roll = Throws(), self.table.memory.roll
        self.table.meant.clear()
        reply = await Chat(self.table, seat).line(line)
        await self.table.on_disk()
        done = [_done(read_entry(one.body), whole=self.whole) for one in await self.table.stored(self.clean, 50)]
        told = [one for one in done if one]
        if reply.code:
            if reply.code == "elsewhere":
                return "here"
            if reply.code == "unclear":
                return "asked"
            return "unknown" if reply.code in UNKNOWN else f"refused {reply.code}"
        return " & ".join(told[:3]) if told else "shows"


def _done(entry, *, whole):
    match entry:
        case Acted() if entry.asked is not None and not entry.refused:
            given = json.loads(bytes(entry.asked.given))
            if entry.asked.procedure == "ludex.roll":
                return f"rolls {given['dice']}"
            if entry.asked.procedure == "ludex.draw":
                return f"draws {given['deck']} {given['times']}"
            inputs = {name: value for name, value in given.items() if value not in (None, "", [], {}, False, 0)}
            return f"does {entry.asked.procedure}" + (f" {json.dumps(inputs, ensure_ascii=False)}" if whole else "")
        case Said():
            return "whispers" if "everybody" not in entry.audience else "says"
        case Settled():
            return f"settles {type(entry.setting).__name__}"
        case Cancelled():
            return ""
    return f"{type(entry).__name__.lower()}"
