"""A rehearsal can begin anywhere: from every few entries of the recorded games, in the middle of fights, with every way to play."""

from pathlib import Path

import pytest

from ludex.core.errors import RuleError
from ludex.core.rehearsal import Setup
from ludex.lab.rehearsing import Here, rehearse
from ludex.lab.runs import prepared
from ludex.table.audit import read_log
from ludex.table.entries import Moved
from ludex.table.memory import Memory, admit
from ludex.table.registry import systems

LOGS = sorted((Path(__file__).parent.parent / "replays").glob("*.jsonl"))
MOST = 8
"""So many states of each game."""
NOTHING_THERE = {"nobody_against", "nothing_to_rehearse"}
"""Why there may be nothing to rehearse."""


def states(log):
    """Different states of a recorded game, in order, as far as it goes straight on."""
    system = systems()[log.stem]
    memory, found = Memory(), []
    for line in read_log(log.read_bytes().splitlines()):
        if isinstance(line.entry, Moved):
            break
        memory = admit(system, memory, line.entry)
        if memory.state is not None and (not found or found[-1] is not memory.state):
            found.append(memory.state)
    return found[:: max(1, len(found) // MOST)]


def nothing_there(system, state):
    try:
        prepared(system, state, Setup())
    except RuleError as error:
        return error.code in NOTHING_THERE
    return False


@pytest.mark.parametrize("log", LOGS, ids=lambda path: path.stem)
def test_any_moment_of_a_played_game_can_be_rehearsed(log):
    system = systems()[log.stem]
    played = 0
    for state in states(log):
        if nothing_there(system, state):
            continue
        for way in system.lab.ways:
            found = rehearse(system, state, None, way, seed=1, runs=1, executor=Here())
            assert found.rows[0].winner in (*found.sides, "")
            assert not any(mark.startswith("stuck:") for mark in found.rows[0].marks), found.rows[0]
            played += 1
    assert played >= len(system.lab.ways)
