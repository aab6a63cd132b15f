"""A rehearsal follows from its seed alone, knows what is known otherwise, and tells what it cannot."""

from concurrent.futures import Executor, Future, ThreadPoolExecutor
from itertools import pairwise
from math import log, sqrt

import msgspec
import pytest
from msgspec.structs import replace

from ludex.core.deeds import Do
from ludex.core.errors import RuleError
from ludex.core.odds import odds
from ludex.core.orders import Order
from ludex.core.principals import actor
from ludex.core.rehearsal import CLEVER, PLAIN, Policy, Setup, Weights
from ludex.lab.luck import wilson
from ludex.lab.preview import decider
from ludex.lab.rehearsing import Here, find, one_number, rehearse, replay, side_by_side, vary
from ludex.systems.boon.arrange import arrange
from ludex.systems.boon.rules.attacks import Attack
from ludex.systems.boon.rules.rounds import Pass
from ludex.systems.boon.state import Ground
from ludex.table.registry import systems

SYSTEMS = systems()
REHEARSED = ("boon", "fable", "fet", "mirror", "mist")
AWAY = {"boon": ("ogre1",), "fable": ("暮面",), "mirror": ("shade",)}
ONE_IN_A_MILLION = 1e-6


def demo(name):
    return SYSTEMS[name], SYSTEMS[name].demo().state, Setup(away=AWAY.get(name, ()))


def off(runs):
    """How far a share may be off, but once in a million."""
    return sqrt(log(2 / ONE_IN_A_MILLION) / (2 * runs))


def duel(*, order=("heroes", "foes"), health=1):
    """Two who differ in nothing but their side; whoever hits first has won."""
    people = [
        {"id": who, "side": side, "health": health, "position": [at, 0]}
        for who, side, at in (("ann", "heroes", 0), ("bo", "foes", 1))
    ]
    sides = [{"id": "heroes", "player": True}, {"id": "foes"}]
    state, _ = arrange(
        None, {"sides": sides, "combatants": people, "order": list(order), "round": 1, "holder": _first(order)}
    )
    return state


def _first(order):
    return {"heroes": "ann", "foes": "bo"}[order[0]]


UNDEFENDED = {actor(who): (Order("else", "不"),) for who in ("ann", "bo")}


# ---------------------------------------------------------------------- the seed alone
class Backwards(Executor):
    """Gives the last batch first, and runs every batch twice, as a cluster does that lost a worker."""

    def __init__(self):
        self.waiting = []

    def submit(self, fn, /, *args, **kwargs):
        done = Future()
        self.waiting.append((done, fn, args, kwargs))
        if len(self.waiting) > 2:
            for one, job, given, named in reversed(self.waiting):
                job(*given, **named)
                one.set_result(job(*given, **named))
            self.waiting = []
        return done


@pytest.mark.parametrize("name", ["boon", "mist"])
def test_any_executor_in_any_order_gives_the_same(name):
    system, state, setup = demo(name)
    alone = rehearse(system, state, setup, seed=7, runs=18, executor=Here())
    with ThreadPoolExecutor(3) as threads:
        assert rehearse(system, state, setup, seed=7, runs=18, executor=threads).rows == alone.rows
    assert [row.n for row in alone.rows] == list(range(18))
    assert rehearse(system, state, setup, seed=8, runs=18, executor=Here()).rows != alone.rows


def test_what_is_run_twice_counts_once():
    system, state, setup = demo("mist")
    alone = rehearse(system, state, setup, seed=7, runs=6, executor=Here())
    found = rehearse(system, state, setup, seed=7, runs=6, executor=Backwards())
    assert found.rows == alone.rows[: found.runs]
    assert found.runs == 6


def test_it_stops_at_the_same_run_whoever_works():
    system, state, setup = demo("mist")
    way = {"policy": "tags1", "seed": 3, "until": 0.08}
    alone = rehearse(system, state, setup, **way, executor=Here())
    with ThreadPoolExecutor(3) as threads:
        assert rehearse(system, state, setup, **way, executor=threads).runs == alone.runs
    assert alone.win.half <= 0.08
    assert alone.runs < 400


def test_enough_is_enough():
    system, state, setup = demo("mist")
    found = rehearse(system, state, setup, runs=400, executor=Here(), progress=lambda so_far: so_far.runs < 20)
    assert 20 <= found.runs < 400


@pytest.mark.parametrize("name", REHEARSED)
def test_a_run_can_be_watched_again(name):
    system, state, setup = demo(name)
    found = rehearse(system, state, setup, CLEVER, seed=2, runs=3, executor=Here())
    for row in found.rows:
        again, steps = replay(system, found.trial, row.n)
        assert again == row
        winner = system.lab.over(steps[-1].done.state)
        assert (winner or "") == row.winner


# ---------------------------------------------------------------------- every system
@pytest.mark.parametrize("name", REHEARSED)
@pytest.mark.parametrize("policy", [PLAIN, CLEVER])
def test_every_demo_comes_to_an_end(name, policy):
    system, state, setup = demo(name)
    found = rehearse(system, state, setup, policy, seed=1, runs=6, executor=Here())
    assert found.runs == (6 if system.lab.dice else 1)
    assert {row.winner for row in found.rows} <= {*found.sides, ""}
    assert {fall.who for fall in found.falls()} == set(found.sides[found.ours])
    assert all(0 <= one.low <= one.middle <= one.high for one in found.remains())
    assert found.table_minutes > 0


def test_a_spell_is_worth_more_than_a_staff():
    system, state, setup = demo("fable")
    found = side_by_side(system, state, setup, seed=1, runs=24, executor=Here())
    assert found[CLEVER].win.low > found[PLAIN].win.high
    assert one_number(found) is None


@pytest.mark.parametrize("name", ["boon", "fable", "fet", "mirror"])
def test_who_retreats_in_time_does_not_fall(name):
    system, state, _ = demo(name)
    hard = Setup(knobs={next(one.key for one in system.lab.knobs(state) if one.key.startswith("count")): 5})
    stays, leaves = (
        rehearse(
            system, state, replace(hard, knobs=hard.knobs | {"retreat": at}), CLEVER, seed=1, runs=12, executor=Here()
        )
        for at in (0, 90)
    )
    assert sum(fall.share for fall in leaves.falls()) < sum(fall.share for fall in stays.falls())
    assert leaves.wiped <= stays.wiped
    assert leaves.stalemate.share == 0


def test_a_notebook_shows_one_number_only_where_the_ways_agree():
    system, state, setup = demo("fable")
    apart = side_by_side(system, state, setup, seed=1, runs=24, executor=Here())
    assert "no single number" in apart._repr_html_()
    system, state, setup = demo("mist")
    agreed = side_by_side(system, state, setup, names=(PLAIN, CLEVER), seed=1, runs=24, executor=Here())
    assert f"<b>{one_number(agreed).share:.0%}" in agreed._repr_html_()
    assert "mist, clever" in agreed[CLEVER]._repr_html_()


def test_where_policies_agree_there_is_one_number():
    system, state, setup = demo("mist")
    found = side_by_side(system, state, setup, names=(PLAIN, CLEVER), seed=1, runs=48, executor=Here())
    assert one_number(found) is not None


def test_the_ways_of_a_battle_without_dice_are_a_table():
    system, state, _ = demo("fet")
    at = {n: side_by_side(system, state, Setup(knobs={"count:打手": n})) for n in (2, 3)}
    winners = {n: {way: one.rows[0].winner for way, one in found.items()} for n, found in at.items()}
    assert winners[3][CLEVER] == "灯塔镇"
    assert winners[3][PLAIN] == "码头帮"
    assert winners[2][PLAIN] == "灯塔镇"


def test_a_policy_of_ones_own_plugs_in():
    system, state, setup = demo("boon")
    meek = Policy("meek", waits, as_the_table_answers)
    found = rehearse(system, state, setup, {"heroes": meek}, seed=1, runs=4, executor=Here())
    assert found.win.share == 0


def waits(state, able, _weights):
    return Do("act", Pass(actor=able[0], picks=bool(state.clock.choosing)))


def as_the_table_answers(_state, _ask, _weights):
    return None


def test_weights_change_what_is_done():
    system, state, setup = demo("boon")
    hurt = replace(state, combatants=tuple(replace(c, damage=4) if c.id == "an" else c for c in state.combatants))
    clever = system.lab.policies[CLEVER]
    ready = system.lab.ready(hurt, setup)
    careful = clever.act(ready, ("an",), Weights(aggressive=0.1, cautious=5))
    bold = clever.act(ready, ("an",), Weights(aggressive=5, cautious=0.1))
    assert (careful.given.action, bold.given.action) == ("use_item", "attack")


# ---------------------------------------------------------------------- what is known otherwise
def test_a_duel_that_can_be_worked_out_gives_that_number():
    system, state = SYSTEMS["boon"], duel()
    attack = Attack(actor="ann", weapon="unarmed", target="bo")
    chance = _hits(system, state, attack)
    wanted = 1 / (2 - chance)  # the first to strike wins with p, or both miss and it begins anew
    found = rehearse(system, state, None, seed=5, runs=600, executor=Here(), orders=UNDEFENDED)
    assert abs(found.win.share - wanted) < off(600)
    assert found.stalemate.share == 0


def _hits(system, state, attack):
    """The exact chance that a blow fells somebody who does not defend."""
    procedure = system.procedures["act"]
    undefended = replace(state, combatants=tuple(replace(c, ap=int(c.id == "ann")) for c in state.combatants))
    found = odds(
        lambda: procedure.run(undefended, attack),
        undefended,
        system.fold,
        read=lambda _result, after: after.character("bo").status,
        policy=lambda: decider(system),
    )
    return float(1 - found.chances["active"])


def test_equals_win_as_often_whoever_begins():
    found = [
        rehearse(SYSTEMS["boon"], duel(order=order, health=4), None, CLEVER, seed=n, runs=300, executor=Here())
        for n, order in enumerate((("heroes", "foes"), ("foes", "heroes")))
    ]
    assert abs(sum(one.win.share for one in found) / 2 - 0.5) < off(600)


@pytest.mark.parametrize(("name", "knob"), [("boon", "count:哥布林"), ("fable", "count:灰狼")])
def test_one_equal_enemy_more_never_helps(name, knob):
    system, state, setup = demo(name)
    found = vary(system, state, setup, knob, (1, 3, 6), policy=CLEVER, seed=4, runs=24, executor=Here())
    shares = [one.win for one in found.values()]
    assert all(more.low <= fewer.high for fewer, more in pairwise(shares))
    assert shares[-1].share < shares[0].share


@pytest.mark.parametrize(
    ("name", "knob", "values"), [("fable", "level:灰狼", (5, 40)), ("mirror", "level:山贼", (2, 14))]
)
def test_a_foe_of_a_higher_level_wins_more_often(name, knob, values):
    system, state, setup = demo(name)
    low, high = vary(system, state, setup, knob, values, policy=CLEVER, seed=4, runs=24, executor=Here()).values()
    assert high.win.high < low.win.low


def test_a_party_of_a_higher_level_wins_more_often_and_the_level_for_a_wished_chance_is_found():
    system, state, setup = demo("boon")
    setup = replace(setup, knobs={"count:哥布林": 5})
    found = find(system, state, setup, knob="level:party", target=0.95, policy=CLEVER, seed=4, runs=24, executor=Here())
    assert found.knob.helps
    assert found.value == 3
    low = vary(system, state, setup, "level:party", (1,), policy=CLEVER, seed=4, runs=24, executor=Here())[1]
    assert low.win.share + 0.2 < found.win.share


@pytest.mark.parametrize("name", ["boon", "mirror", "fable", "fet", "mist"])
def test_a_knob_that_is_turned_stands_there_and_turns_nothing_else(name):
    there = SYSTEMS[name]
    state = there.demo().state
    before = {knob.key: knob.now for knob in there.lab.knobs(state)}
    for knob in there.lab.knobs(state):
        wanted = min(knob.now + 1, knob.high)
        after = {one.key: one.now for one in there.lab.knobs(there.lab.turned(state, knob, wanted))}
        assert abs(after[knob.key] - wanted) <= (5 if knob.what == "life" else 0), "gauges are whole"
        moved = (
            {knob.key, f"life:{knob.whose}"} if knob.what == "level" else {knob.key}
        )  # a level brings its life along
        assert {key: now for key, now in after.items() if key not in moved} == {
            key: now for key, now in before.items() if key not in moved
        }


def test_the_number_for_a_wished_chance_is_found():
    system, state, _ = demo("fet")
    found = find(system, state, None, knob="count:打手", target=0.9, policy={"灯塔镇": CLEVER})
    assert found.value == 4
    assert found.win.share == 1
    assert found.tried[5].win.share == 0


# ---------------------------------------------------------------------- what is told
def test_who_cannot_come_to_each_other_end_in_a_stalemate():
    system, state = SYSTEMS["boon"], duel(health=10)
    apart = tuple(replace(c, position=(0 if c.id == "ann" else 9, 0)) for c in state.combatants)
    walled = replace(state, combatants=apart, ground=(Ground("wall", tuple((5, y) for y in range(8))),))
    found = rehearse(system, walled, None, seed=1, runs=2, executor=Here())
    assert found.stalemate.share == 1


def test_a_mean_is_split_by_what_decides_it():
    system, state, setup = demo("boon")
    fresh = replace(state, clock=msgspec.structs.replace(state.clock, order=(), round=0, choosing=""))
    tougher = replace(setup, knobs={"count:哥布林": 4})
    found = rehearse(system, fresh, tougher, CLEVER, seed=1, runs=60, executor=Here())
    assert any(row.marks[0] == "led:foes" for row in found.rows)
    assert any(row.marks[0] == "led:heroes" for row in found.rows)
    for split in found.splits():
        assert min(split.share, 1 - split.share) > 0
        assert abs(split.swing) >= 0.1


def test_who_joins_later_is_not_there_before():
    system, state, _ = demo("boon")
    there = rehearse(system, state, Setup(), seed=1, runs=12, executor=Here())
    later = rehearse(system, state, Setup(joins={"ogre1": 3}), seed=1, runs=12, executor=Here())
    gone = rehearse(system, state, Setup(away=("ogre1",)), seed=1, runs=12, executor=Here())
    assert there.win.share <= later.win.share <= gone.win.share
    assert there.win.share < gone.win.share


def test_what_is_not_there_is_refused_by_name():
    system, state, _ = demo("boon")
    with pytest.raises(RuleError, match="no_knob"):
        rehearse(system, state, Setup(knobs={"count:dragon": 2}), runs=1, executor=Here())
    with pytest.raises(KeyError, match="plain"):
        rehearse(system, state, None, "reckless", runs=1, executor=Here())
    everybody = tuple(c.id for c in state.combatants if c.side == "foes")
    with pytest.raises(RuleError, match="nobody_against"):
        rehearse(system, state, Setup(away=everybody), runs=1, executor=Here())


@pytest.mark.parametrize(("hits", "runs"), [(0, 10), (10, 10), (7, 10), (640, 1000)])
def test_an_interval_holds_its_share(hits, runs):
    found = wilson(hits, runs)
    assert 0 <= found.low <= found.share <= found.high <= 1
    assert wilson(2 * hits, 2 * runs).half < found.half
