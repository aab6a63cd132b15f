"""An honest page asks for the chances of every target at once: none of them is refused because there are many."""

import asyncio

from ludex.core.errors import RuleError
from ludex.fronts.web.live import chances
from ludex.fronts.web.live.messages import Chances
from ludex.lab import preview
from ludex.lab.workers import WAITING, Workers
from ludex.text.chat import Chat


class Crowded(Workers):
    """Workers that count who waits at the same moment."""

    most = 0

    async def run(self, job, *args, whose, **_):
        self._check_few(whose)
        async with self._turn(whose), self._turn(whose[0]):
            self.most = max(self.most, *(waiting for _, waiting in self._turns.values()))
            await asyncio.sleep(0)
            return job(*args)


async def test_many_targets_of_one_page_take_one_place_in_the_queue(house, monkeypatch):
    table, _ = await house.demo("boon")
    gm, an = Chat(table, "gm", "zh"), Chat(table, "player1", "zh")
    assert (await gm.line(f".登场 哥布林 {chances.MOST} 阵营=敌人 位=8,4")).ok
    workers = Crowded(1)
    monkeypatch.setattr(preview, "WORKERS_OF_THIS_PROCESS", workers)
    monkeypatch.setattr(preview, "_kept", type(preview._kept)())
    targets = tuple(one for one in gm.desk.actors() if one not in an.seat.controls)[: chances.MOST]
    assert len(targets) > WAITING, "more than may wait"
    asked = Chances(deed="atk", field="target", values=targets, actor=an.seat.controls[0])
    both = await asyncio.gather(chances.for_each(an, asked), chances.for_each(gm, asked))
    refused = an.words.error(RuleError("too_fast", seconds=8))
    for found in both:
        assert len(found["chances"]) == len(targets)
        assert refused not in str(found)
    assert workers.most <= 2


async def test_whether_a_target_may_be_chosen_is_told_without_any_odds(house, monkeypatch):
    table, _ = await house.demo("boon")
    an = Chat(table, "player1", "zh")
    assert (await an.line(".pick 安")).ok

    class Nobody(Workers):
        async def run(self, *_, **__):
            raise AssertionError("odds were worked out")

    monkeypatch.setattr(preview, "WORKERS_OF_THIS_PROCESS", Nobody(1))
    asked = Chances(
        deed="atk", field="target", values=("兽人1", "弓手1"), args={"weapon": "长剑"}, actor="an", whether=True
    )
    near, far = (await chances.for_each(an, asked))["chances"]
    assert near == {"value": "兽人1", "ok": True}
    assert not far["ok"]
    assert "太远了" in far["why"]
