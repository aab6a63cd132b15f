"""The clock in random fights: it never waits for somebody who cannot act, and every fight comes to an end."""

from hypothesis import HealthCheck, given, settings, strategies as st

from ludex.core.driving import settle
from ludex.core.errors import RuleError
from ludex.systems.boon import SYSTEM
from ludex.systems.boon.kinds.offers import can_act, pickable
from ludex.systems.boon.terms import Status

STEPS = 150
DEEDS = ("attack", "attack", "attack", "cast", "shove", "hide", "move", "pass", "leave", "rock")


def run(state, name, asked, draw):
    """Run a procedure with drawn dice and answers; a refusal changes nothing."""
    procedure = SYSTEM.procedures[name]
    given = procedure.read(asked)
    try:
        done = settle(
            lambda: procedure.run(state, given),
            state,
            SYSTEM.fold,
            throw=lambda ask: tuple(draw(st.integers(1, n)) for n in ask.pool.sides),
            decide=lambda ask, _: draw(st.sampled_from([o.answer for o in ask.options])),
        )
    except RuleError:
        return state
    return done.state


def next_deed(state, draw):
    """What happens next: settle the round, pick somebody, or the holder does something."""
    clock = state.clock
    if clock.round_over:
        return "end_round", {}
    if clock.choosing:
        return "pick_actor", {"actor": draw(st.sampled_from(pickable(state, clock.choosing)))}
    holder = state.character(clock.holder)
    foe = draw(
        st.sampled_from([c.id for c in state.combatants if c.side != holder.side and c.status is not Status.DEAD])
    )
    deed = draw(st.sampled_from(DEEDS))
    act = {"actor": holder.id, "action": deed, "target": foe, "observed": False}
    if deed == "leave":
        return "leave_combat", {"who": draw(st.sampled_from([holder.id, foe])), "how": "fled"}
    if deed == "rock":
        return "apply_damage", {"who": draw(st.sampled_from([holder.id, foe])), "amount": draw(st.integers(0, 9))}
    if deed == "cast" and holder.spells:
        return "act", {**act, "spell": holder.spells[0].id, "targets": [{"who": foe}, {"who": holder.id}], "target": ""}
    return "act", {**act, "action": "pass" if deed == "cast" else deed}


def check(state):
    """What must hold whenever nobody is in the middle of something."""
    clock = state.clock
    standing = [bool(clock.holder), bool(clock.choosing), clock.round_over, clock.combat_over]
    assert standing.count(True) == 1
    if clock.holder:
        assert can_act(state, state.character(clock.holder))
    if clock.choosing:
        assert len(pickable(state, clock.choosing)) > 1
    for who in state.combatants:
        assert 0 <= who.ap <= who.ap_max
        assert 0 <= who.damage <= who.health
        assert all(i.durability is None or i.durability >= 0 for i in who.items)


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_the_clock_never_waits_for_somebody_who_cannot_act(data):
    state = SYSTEM.demo().state
    for _ in range(STEPS):
        name, asked = next_deed(state, data.draw)
        state = run(state, name, asked, data.draw)
        check(state)
        if state.clock.combat_over:
            break


def test_a_fight_in_which_everybody_passes_goes_round_by_round():
    state = SYSTEM.demo().state
    for _ in range(3):
        while not state.clock.round_over:
            clock = state.clock
            if clock.choosing:
                state = run(state, "pick_actor", {"actor": pickable(state, clock.choosing)[0]}, None)
            else:
                state = run(state, "act", {"actor": clock.holder, "action": "pass"}, None)
        state = run(state, "end_round", {}, None)
    assert (state.clock.round, state.clock.seconds) == (4, 45)
