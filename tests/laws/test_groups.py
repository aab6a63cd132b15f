"""Everything that is posted to a group is derivable from what everybody may read: a law over the recorded evenings.

Each evening is played in a group twice. Between its lines people whisper, roll and draw in secret, and ask for the record in the group; the
two worlds differ in nothing but what is secret: the words of whispers, the faces of hidden dice. What the group reads must be the same.
"""

from itertools import count

import pytest

from ludex.fronts.bots.messages import PRIVATE, Message, Person, Place
from ludex.store.sqlite import SqliteStore
from ludex.table.house import House
from ludex.testing.dice import ScriptedChance
from tests.fronts.bots.test_evenings import SYSTEMS, steps
from tests.fronts.bots.test_hall import QQ, Town
from tests.text.foreign import Throws

EVERY, LINES = 3, 45
GM = Person("onebot", "1", "GM")
SECRETS = {"a": "今晚动手", "b": "明早撤退"}
ASKED = (
    ".log",
    ".log get",
    ".log 30",
    ".stat",
    ".回顾",
    ".团记",
    ".为什么",
    ".who",
    ".看",
    ".看 我",
    ".选",
    ".log list",
    ".help",
    *(
        ".先攻表",
        ".笔记",
        ".讲义",
        ".图鉴",
        ".卡",
        ".属性卡",
        ".代答",
        ".没听懂",
        ".分支",
        ".概率",
        ".设置",
        ".别名",
        ".队伍",
    ),
    *(
        ".log 5",
        ".why",
        ".recap",
        ".journal",
        ".st show",
        ".pc list",
        ".outfile",
        ".导出角色",
        ".建议",
        ".回顾 1",
        ".log get 1",
    ),
    *(
        ".log get ic",
        ".log get ooc",
        ".stat all",
        ".统计",
        ".密语",
        ".暗",
        ".看 安",
        ".code",
        ".page",
        ".alias",
        ".set info",
    ),
)
"""What is asked for in the group: at each step something else by each of those who sit there."""


class World(Town):
    """A group whose hidden dice and whispers are of one world."""

    def __init__(self, tmp_path, name):
        tmp_path.mkdir()
        super().__init__(tmp_path, pictures="off", masters=("onebot:1",))
        self.hall.house = self.house = House(SqliteStore(tmp_path / "again.db"), clock=lambda: "2026-01-01T00:00:00Z")
        self.house.opened.append(self.hall._watch)
        self.world, self.secrets, self.people = name, count(1), {"GM": GM}
        self.hall.pace.burst = self.hall.pace.per_second = 10**6

    async def open(self, system):
        await self.type(GM, f".开桌 {system} 演示")
        self.here = await self.table()
        for n, seat in enumerate([one for one in self.here.memory.seats.values() if not one.gm], 10):
            self.people[seat.name] = Person("onebot", str(n), seat.name)
            await self.type(self.people[seat.name], f".坐 {seat.name}")
        self.friends |= {person.id for person in self.people.values()}

    def throws(self, chance):
        chance.roll = self.here.memory.roll
        self.here.chance = chance

    async def public(self, who, line, dice):
        self.throws(ScriptedChance(tuple(dice)))
        await self.type(self.people[who], line)

    async def secret(self, n):
        """What one person does in secret, in the group or in private; only that differs between the worlds."""
        names = list(self.people)
        who, other = self.people[names[n % len(names)]], names[(n + 1) % len(names)]
        hidden = Throws()
        hidden.source.seed(f"{self.world}{n}")
        for line in (
            ".rh 1d1000 偷看",
            ".rh",
            ".drawh 塔罗牌",
            f".密语 {other} {SECRETS[self.world]}{n}",
            ".send 小心",
        ):
            self.throws(hidden)
            alone = Place("onebot", who.id, PRIVATE)
            place = alone if line.startswith((".密语", ".send")) or n % 2 else QQ
            await self.hall.take(Message(place, who, f"s{next(self.secrets)}", (line,)))
        self.throws(hidden)
        await self.type(who, ".r 1d1000", place=Place("onebot", who.id, PRIVATE))

    def posted(self):
        return [
            (say.text, say.caption, say.body, [b.text for b in say.buttons]) for say in self.said if say.place == QQ
        ]


async def evening(tmp_path, system, world):
    town = World(tmp_path / world, world)
    await town.open(system)
    for n, (who, line, dice, _, _) in enumerate(steps(system)[:LINES]):
        if who not in town.people:
            continue
        await town.public(who, line, dice)
        if n % EVERY == 0:
            await town.secret(n)
            for place, person in enumerate(town.people.values()):
                town.throws(ScriptedChance(()))
                await town.type(person, ASKED[(n // EVERY * len(town.people) + place) % len(ASKED)])
        await town.quiet()
    whispered = [say for say in town.said if say.place.kind == PRIVATE and SECRETS[world] in say.text]
    posted = town.posted()
    await town.hall.close()
    await town.house.close()
    return posted, whispered


@pytest.mark.parametrize("system", SYSTEMS)
async def test_what_a_group_reads_does_not_depend_on_what_is_secret(tmp_path, system):
    first, whispered = await evening(tmp_path, system, "a")
    second, _ = await evening(tmp_path, system, "b")
    assert whispered, "the worlds do differ"
    assert len(first) > LINES
    for one, other in zip(first, second, strict=True):
        assert one == other
    assert not any(secret in str(one) for one in first + second for secret in SECRETS.values())
