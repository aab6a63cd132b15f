"""Odds of real procedures at the demo tables: against running every value by itself (`plain`), and against `icepool`.

Both sides get the same procedure, sheet and state, and must find the same chances before anything is timed. The chain of boon is
modelled in icepool as its rule goes (a hit test, the defender's block against that total, then armour or flesh), and once more
tuned by hand. Every line must be worked out lifted.
"""

import asyncio
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import icepool
from msgspec.structs import replace

from benchmarks.measure import Row, compared, within
from ludex.core.deeds import Command, Do
from ludex.core.odds import Odds, fallbacks, odds, plain_odds
from ludex.core.principals import HOST
from ludex.lab.preview import decider
from ludex.store.sqlite import SqliteStore
from ludex.systems.boon.terms import Outcome
from ludex.table.house import House
from ludex.table.table import Table
from ludex.text.chat import Chat

LINES: dict[str, tuple[str, ...]] = {
    "boon": (".攻击 @安 兽人1 长剑", ".施法 @朵 爆炎 兽人1,哥布林1"),
    "mirror": (".行动 @安 挥砍 山贼1 部位=臂 属性=力量",),
    "fable": (".攻击 @苏砚 灰狼1 青铜剑", ".对抗 @苏砚 白露 力量+力量"),
    "mist": (".行动 @林默 +记者证 +夜班编辑 应对=手电照脸 亮出证件",),
}
BARS = {
    ".施法 @朵 爆炎 兽人1,哥布林1": 100.0,
    ".攻击 @安 兽人1 长剑": 15.0,
    ".行动 @安 挥砍 山贼1 部位=臂 属性=力量": 15.0,
    ".攻击 @苏砚 灰狼1 青铜剑": 5.0,
}
LIFTED = 5.0
"""What every other line gains at least."""

FOES = 8


class Query(NamedTuple):
    """One asking for odds, ready to be worked out one way or the other."""

    procedure: Any
    given: Any
    state: Any
    system: Any

    def by(self, way: Callable[..., Odds]) -> Odds:
        return way(
            lambda: self.procedure.run(self.state, self.given),
            self.state,
            self.system.fold,
            read=lambda result, _: tuple(getattr(result, name) for name in self.procedure.odds),
            policy=lambda: decider(self.system),
        )


def query(table: Table, line: str) -> Query:
    """What a line asks for at a table."""
    chat = Chat(table, HOST)
    command, found = chat.find(chat.inner(line))
    assert isinstance(command, Command)
    do = chat.desk.foresee(chat.filled(command, found.rest))
    assert isinstance(do, Do)
    procedure, given = table.starting(do.procedure, do.given)
    return Query(procedure, given, table.memory.state, table.system)


def run() -> list[Row]:
    """All of it."""
    with tempfile.TemporaryDirectory() as name:
        queries = asyncio.run(_queries(Path(name)))
    rows = []
    for line, one in queries.items():
        missed = fallbacks.total()
        assert one.by(odds).chances == one.by(plain_odds).chances
        assert fallbacks.total() == missed, f"{line} is not worked out lifted"
        sides = partial(one.by, odds), partial(one.by, plain_odds)
        rows.append(compared(f"odds {line}", *sides, bar=BARS.get(line, LIFTED), against="plain", rounds=9))
    chain = queries[LINES["boon"][0]]
    return [*rows, *_chain(chain), _eight(chain)]


async def _queries(folder: Path) -> dict[str, Query]:
    house = House(SqliteStore(folder / "odds.db"))
    found = {}
    for system, lines in LINES.items():
        table, _ = await house.demo(system)
        found.update({line: query(table, line) for line in lines})
    await house.close()
    return found


def _chain(one: Query) -> Iterator[Row]:
    """The attack of boon against the same chain in icepool: as the rule goes, and with its damage worked out once beforehand."""
    ours = {(str(verdict), wounds): chance for (verdict, wounds), chance in one.by(odds).chances.items()}
    for name, theirs, bar in (("as the rule goes", following, 4.0), ("hand-tuned", hand_tuned, 0.5)):
        found = theirs()
        assert {outcome: found.probability(outcome) for outcome in found} == ours
        yield compared(
            f"odds of boon's chain, {name}", partial(one.by, odds), theirs, bar=bar, against="icepool", rounds=9
        )


def following() -> Any:
    """安's longsword (+2 and a boon, 2d6) against the orc (shield +2, armour 12, 18 health): damage is rolled after the block."""
    damage = 2 @ icepool.d(6)
    return _struck(lambda: damage.map(lambda points: (str(Outcome.FLESH), points)))


def hand_tuned() -> Any:
    """The same by somebody who sees that the damage depends on nothing."""
    flesh = (2 @ icepool.d(6)).map(lambda points: (str(Outcome.FLESH), points))
    return _struck(lambda: flesh)


def _struck(wound: Callable[[], Any]) -> Any:
    d20, d6 = icepool.d(20), icepool.d(6)
    hit, block = d20 + d6 + 2, d20 + 2

    def landed(total: int, ward: int) -> Any:
        if ward >= total:
            return str(Outcome.BLOCKED), 0
        return (str(Outcome.ARMOR), 0) if total < 12 else wound()

    def struck(total: int) -> Any:
        return (str(Outcome.MISS), 0) if total < 5 else block.map(lambda ward: landed(total, ward))

    return hit.map(struck)


def _eight(one: Query) -> Row:
    """The same attack on each of eight orcs, nothing remembered between them."""
    orc = one.state.character(one.given.target)
    many = [replace(orc, id=f"orc{n}") for n in range(2, 2 + FOES)]
    state = replace(one.state, combatants=(*one.state.combatants, *many))
    queries = [one._replace(state=state, given=replace(one.given, target=foe.id)) for foe in many]
    return within(
        f"odds of one attack on {FOES} targets", lambda: [q.by(odds) for q in queries], list, seconds=0.03, rounds=25
    )
