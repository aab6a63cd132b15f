"""Natural lines at a table with 26 combatants: how long they take to be understood, dry runs on the rules included. Peers are fixed allowances."""

import gc
import tempfile
from pathlib import Path
from time import process_time

from tests.systems.boon.fights import THREE_SIDES, Fight

from benchmarks.measure import Row
from ludex.text.chat import Chat
from ludex.text.reader.decision import understand

PLAYERS = (
    *(
        "砍哥布林",
        "我用长剑砍哥布林3",
        "打那只狼",
        "把哥布林2推开",
        "拿盾拍狼1",
        "功击哥布林12",
        "往3，2走",
        "走到狼4旁边",
    ),
    *("我先不动", "绊倒哥布林1", "对狼2虚晃一下", "看看哥布林5", "赫还剩多少血", "闪避怎么算", "给贾长剑", "踹开狼3"),
)
GAMEMASTERS = (
    *("哥布林3砍赫", "狼1咬贾一口", "所有狼扣2血", "哥布林都受3点伤害", "赫掉3血", "哥布林7跑了", "狼12绕到3，3"),
    *("全队过个感知12", "再来两只狼", "哥布林2被绊倒了", "给赫20金币", "让狼5自己打"),
)
"""What players and the GM type; every line is heard anew, as after something has been written down at the table."""

ROUNDS = 5


def run() -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        took = sorted(_taken(Path(folder)))
    return [
        Row("a natural line, 26 fighters, p50", took[len(took) // 2], 0.004, 1.0, "4 ms"),
        Row("a natural line, 26 fighters, p95", took[int(len(took) * 0.95)], 0.010, 1.0, "10 ms"),
    ]


def _taken(folder: Path) -> list[float]:
    """Seconds of the processor for each line: the best of a few rounds."""
    fight = Fight(folder)
    try:
        player = fight.prepare(THREE_SIDES)
        fight.type("gm", ".开战 英雄")
        fight.type("gm", ".主动权 赫")
        typed = [(seat, line) for seat, lines in ((player, PLAYERS), ("gm", GAMEMASTERS)) for line in lines]
        best = dict.fromkeys(typed, float("inf"))
        gc.disable()
        for _ in range(ROUNDS):
            for seat, line in typed:
                fight.table.moments.clear()
                chat = Chat(fight.table, seat, "zh")
                began = process_time()
                understand(chat, line)
                best[seat, line] = min(best[seat, line], process_time() - began)
        return list(best.values())
    finally:
        gc.enable()
        fight.close()
