"""Somebody types her own die into a throw of several people: what the table throws beside it is spent, and can be proven."""

import msgspec
import pytest

from ludex.core.driving import Faces
from ludex.table.audit import audit, read_log, written
from ludex.table.chance import Chance
from ludex.table.entries import read_entry
from ludex.table.exporting import check, exported
from ludex.text.chat import Chat
from tests.hostile.test_forgery import mended


@pytest.fixture
async def contest(house):
    """Three contend in fet; the last to answer types her own D100 in."""
    table, _ = await house.demo("fet")
    ann, zuo, ying = (Chat(table, f"player{n}", "en") for n in (1, 2, 3))
    assert (await ann.line(".对抗 意志 爱丽丝、韩左、夜莺 100")).ok
    assert (await zuo.line("take part")).ok
    assert (await ying.line(".dice 50: .choose take_part")).ok
    return table


async def thrown(house, table):
    stored = await house.store.read(table.id)
    return [a for s in stored for a in getattr(read_entry(s.body), "answers", ()) if isinstance(a, Faces)]


async def test_the_dice_of_the_others_do_not_fall_again(house, contest):
    (throw,) = await thrown(house, contest)
    assert (throw.typed, throw.by_hand, throw.faces[2]) == (False, (2,), 50)
    assert contest.memory.roll == contest.chance.roll == 1
    again = Chance(contest.seed)
    assert again.throw((100, 100)) != throw.faces[:2]
    assert again.throw((100, 100)) != throw.faces[:2]


async def test_they_are_proven_with_the_others(house, contest):
    gm = Chat(contest, "gm", "en")
    assert (await gm.line(".seal reveal")).ok
    log = read_log([written(s.n, s.body) for s in await house.store.read(contest.id)])
    found = audit(contest.system, log)
    assert (found.problems, found.proven, found.typed) == ((), 1, 0)
    own = list(exported(contest.system, contest.memory, contest.seat("player1"), log))
    assert (check(own).problems, check(own).proven) == ((), 1)


@pytest.mark.parametrize(
    "change", [{"by_hand": [1]}, {"by_hand": []}, {"faces": [1, 1, 50]}, {"typed": True, "by_hand": []}]
)
async def test_what_was_typed_cannot_be_told_otherwise(house, contest, change):
    gm = Chat(contest, "gm", "en")
    await gm.line(".r d6")
    await gm.line(".seal reveal")
    entries = [msgspec.json.decode(s.body) for s in await house.store.read(contest.id)]
    throw = next(one for one in entries if one["kind"] == "acted" and one["answers"][-1:] and one["done"])
    throw["answers"][-1] |= change
    assert audit(contest.system, read_log(mended(entries))).problems
