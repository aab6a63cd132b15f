"""Whole fights typed at a real table, line by line, as impatient people would: how many lines, and how long each reply takes."""

import asyncio
from collections.abc import Iterable
from pathlib import Path
from time import thread_time
from typing import NamedTuple

from ludex.core.principals import HOST, PLAYER
from ludex.store.sqlite import SqliteStore
from ludex.systems.boon.kinds.offers import pickable
from ludex.systems.boon.policy.turns import best_of
from ludex.systems.boon.rules.attacks import Attack
from ludex.systems.boon.rules.casting import Cast
from ludex.systems.boon.rules.moving import Move
from ludex.table.chance import Chance
from ludex.table.house import House
from ludex.table.seating import invite, reseat
from ludex.text.chat import Chat

HEROES = (
    ".角色 赫 力=13 敏=11 职业=战士 等级=1 物=长剑,小盾,治疗药水 甲=锁子甲 阵营=英雄 玩家 位=2,3",
    ".角色 贾 力=13 敏=11 职业=战士 等级=1 物=巨剑,治疗药水 甲=锁子甲 阵营=英雄 玩家 位=2,4",
    ".角色 柏 力=11 敏=13 职业=武僧 等级=1 物=长杖 甲=软皮甲 阵营=英雄 玩家 位=1,3",
    ".角色 弥 智=13 敏=11 职业=法师 等级=1 物=长杖 法=爆炎,火花 阵营=英雄 玩家 位=1,4",
)
FOES = (
    ".登场 哥布林 4 阵营=敌人 位=8,3",
    ".登场 哥布林弓手 2 阵营=敌人 位=10,3",
    ".登场 狼 1 阵营=敌人 位=9,5",
    ".登场 火灵师 1 阵营=敌人 位=11,6",
)
"""Four against eight."""
THREE_SIDES = (
    ".角色 赫 力=13 敏=11 职业=战士 等级=1 物=长剑,小盾 甲=锁子甲 阵营=英雄 玩家 位=0,0",
    ".角色 贾 力=13 敏=11 职业=战士 等级=1 物=巨剑 甲=锁子甲 阵营=英雄 玩家 位=0,1",
    ".登场 哥布林 12 阵营=敌人 位=6,0",
    ".登场 狼 12 阵营=狼群 位=0,5",
)
"""Three sides with 26 combatants."""


class Fought(NamedTuple):
    """A fight that was played: lines typed once it began, questions to players, whether it ended, the seconds that its slowest reply held the server's loop."""

    lines: list[str]
    questions: int
    over: bool
    replies: list[str]
    slowest: float


class Fight:
    """A table with a GM and one player who holds all heroes."""

    def __init__(self, folder: Path, seed: int = 1) -> None:
        self.loop = asyncio.new_event_loop()
        self.house = House(SqliteStore(folder / "ludex.db"))
        self.table, _ = self.run(self.house.create("boon", name="boon"))
        self.table.chance = Chance(seed.to_bytes(32, "big"))
        self.lines: list[str] = []
        self.replies: list[str] = []
        self.slowest = 0.0

    def run(self, waiting):
        return self.loop.run_until_complete(waiting)

    def close(self) -> None:
        self.run(self.house.close())
        self.loop.close()

    @property
    def state(self):
        return self.table.memory.state

    def type(self, seat: str, line: str):
        began = thread_time()
        reply = self.run(Chat(self.table, seat, "zh").line(line))
        self.slowest = max(self.slowest, thread_time() - began)
        self.lines.append(f"{seat}> {line}")
        self.replies.append(reply.text)
        assert not reply.code, f"{line}: {reply.text}"
        return reply

    def prepare(self, lines: Iterable[str]) -> str:
        """Lay it out, and give the heroes to a player; what is prepared does not count."""
        for line in lines:
            self.type("gm", line)
        host = self.table.seat(HOST)
        heroes = tuple(c.id for c in self.state.combatants if self.state.is_player(c))
        there, _ = self.run(invite(self.table, host, role=PLAYER, name="甲"))
        self.run(reseat(self.table, host, there, controls=heroes))
        self.lines, self.replies, self.slowest = [], [], 0.0
        return str(there.id)

    def hero_line(self) -> str:
        """What a sensible player types for a character who may act."""
        state = self.state
        able = pickable(state, state.clock.choosing) if state.clock.choosing else (state.clock.holder,)
        who, best = min(
            ((state.character(one), best_of(state, [state.character(one)])) for one in able), key=lambda c: c[1].kind
        )
        match best.given:
            case Attack(target=target):
                return f".攻击 {state.called(target)} @{who.called}"
            case Cast(spell=spell, point=(x, y)):
                return f".施法 {who.spell(spell).name} {x},{y} @{who.called}"
            case Cast(spell=spell, target=target):
                return f".施法 {who.spell(spell).name} {state.called(target)} @{who.called}"
            case Move(to=(x, y)):
                return f".移动 {x},{y} @{who.called}"
        return f".让过 @{who.called}"


def fought(folder: Path, lines: Iterable[str], *, seed: int = 1, most: int = 200) -> Fought:
    """Play a fight to its end: the foes play themselves, the player has left orders for defence."""
    fight = Fight(folder, seed)
    try:
        player = fight.prepare(lines)
        fight.type(player, ".代答 我 开")
        fight.type("gm", ".开战 英雄")
        fight.type("gm", ".代行 开")
        asked = 0
        while any(c.active and fight.state.is_player(c) for c in fight.state.combatants):
            if not fight.state.clock.running or len(fight.lines) >= most:
                break
            if fight.table.memory.parked:
                asked += 1
                who = player if Chat(fight.table, player, "zh").desk.questions() else "gm"
                fight.type(who, ".1")
                continue
            state = fight.state
            sides = state.clock.choosing or state.character(state.clock.holder).side
            theirs = any(state.is_player(c) for c in state.members(sides))
            fight.type(player, fight.hero_line()) if theirs else fight.type("gm", ".代行")
        return Fought(fight.lines, asked, len(fight.lines) < most, fight.replies, fight.slowest)
    finally:
        fight.close()
