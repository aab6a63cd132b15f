"""The laboratory: odds before the roll, rehearsals of whole scenes, policies. It runs the very procedures that the table plays.

For notebooks and scripts:

    from ludex import lab

    boon = lab.system("boon")
    found = lab.rehearse(boon, boon.demo().state, lab.Setup(away=("ogre1",)), "clever", runs=200)
    found.win, found.falls(), found.splits()
    lab.odds(boon, boon.demo().state, "attack", actor="an", weapon="longsword", target="orc1")["wounds"].mean()
    lab.vary(boon, boon.demo().state, None, "count:哥布林", range(1, 6), policy="clever", runs=200)
"""

from ludex.core.rehearsal import (
    CLEVER as CLEVER,
    PLAIN as PLAIN,
    Candidate as Candidate,
    Policy as Policy,
    Setup as Setup,
    Weights as Weights,
)
from ludex.lab.luck import Interval as Interval, wilson as wilson
from ludex.lab.outcome import Rehearsed as Rehearsed
from ludex.lab.preview import chances
from ludex.lab.rehearsing import (
    Found as Found,
    Here as Here,
    find as find,
    one_number as one_number,
    rehearse as rehearse,
    replay as replay,
    side_by_side as side_by_side,
    vary as vary,
)
from ludex.table.registry import system as system

odds = chances
