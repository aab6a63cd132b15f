"""The route under /api for rehearsals: a scene played many times by policies, beside the table (GM)."""

from litestar import post
from litestar.di import NamedDependency
from litestar.handlers import HTTPRouteHandler
from litestar.params import JSONBody

from ludex.fronts.api.shapes import AskRehearsal, Fallen, RehearsedScene, RehearsedWay
from ludex.fronts.api.told import SEAT, SENDING
from ludex.lab.at_table import rehearse_beside
from ludex.lab.outcome import Rehearsed
from ludex.lab.rehearsing import one_number
from ludex.text.chat import Chat
from ludex.text.commands.rehearse import asked_for, assumptions, case_lines

MOST = 1000
"""So many runs of each way at most."""


@post("/rehearsals", status_code=200, summary="Rehearse a scene", security=SEAT, responses=SENDING)
async def rehearse(data: JSONBody[AskRehearsal], chat: NamedDependency[Chat]) -> RehearsedScene:
    """Play a scene many times by policies (GM): the chance to win, how long it lasts, who falls. Nothing of it is play."""
    state, _, setup = asked_for(chat, data.scene)
    runs = max(1, min(MOST, data.runs))
    found = await rehearse_beside(chat.table, state, setup, seed=data.seed, runs=runs)
    assumed = assumptions(chat, state, found, setup)
    case = case_lines(chat.words, chat.table.system, state, setup.about)
    return RehearsedScene(
        {name: _way(one) for name, one in found.items()}, one_number(found) is not None, assumed, case
    )


def _way(one: Rehearsed) -> RehearsedWay:
    usual = max(dict.fromkeys(row.winner for row in one.rows), key=lambda side: one.chance(side).share, default="")
    return RehearsedWay(
        one.runs,
        one.win.share,
        one.win.low,
        one.win.high,
        one.stalemate.share,
        one.length[1],
        one.unit,
        usual,
        [Fallen(one.names.get(f.who, f.who), f.share, f.early, f.late) for f in one.falls()],
    )


HANDLERS: tuple[HTTPRouteHandler, ...] = (rehearse,)
