"""What a page asks for, done at its desk. Each deed gives the reply's facts; a refusal raises and changes nothing."""

from typing import Any

from ludex.core.asks import GM
from ludex.core.errors import RuleError
from ludex.fronts.chat.desk import Desk
from ludex.fronts.chat.reply import Reply
from ludex.fronts.web import messages as m
from ludex.fronts.web.catalogue import catalogue
from ludex.fronts.web.draw import Drawing
from ludex.fronts.web.logged import Scroll
from ludex.table.entries import Acted
from ludex.table.seats import Seat

OLDER = 60

Facts = dict[str, Any]


async def deed(desk: Desk, scroll: Scroll, message: m.AnyMessage) -> Facts:
    """Do what a message asks."""
    match message:
        case m.Line():
            return await replied(desk, await desk.take(message.text))
        case m.Answer():
            return await replied(desk, await desk.answer(desk.table.parked(message.act), message.answer))
        case m.Cancel():
            await desk.table.cancel(desk.seat, message.act)
        case m.Undo():
            undone = await desk.table.undo(desk.seat)
            return {"undone": desk.words("told.undone", line=undone[0].asked.line or undone[0].asked.procedure)}
        case m.Redo():
            redone = await desk.table.redo(desk.seat)
            return {"text": desk.words("told.redone", line=redone[0].asked.line or redone[0].asked.procedure)}
        case m.Older():
            return {"older": [e.plain() for e in await scroll.older(OLDER)], "first": scroll.first}
        case m.Search():
            return {"found": [e.plain() for e in await scroll.search(message.text)]}
        case m.Commands():
            return catalogue(desk)
        case _:
            return await _seating(desk, message)
    return {}


async def replied(desk: Desk, reply: Reply) -> Facts:
    """A desk's reply. What stands in the log anyway is not said twice."""
    if reply.card is not None:
        drawing = Drawing.at(desk)
        return {"html": drawing.page("shown.html", card=reply.card), "language": desk.language}
    told = bool(reply.n) and (not reply.private or await _is_act(desk, reply.n))
    return {"text": "" if told else reply.text, "language": desk.language}


async def _is_act(desk: Desk, n: int) -> bool:
    return isinstance(await desk.table.history.commit(n), Acted)


async def _seating(desk: Desk, message: m.AnyMessage) -> Facts:
    table = desk.table
    match message:
        case m.Invite():
            seat, secret = await table.invite(
                desk.seat, role=message.role, name=message.name, controls=message.controls
            )
            return {"invited": seat.name, "link": f"/t/{secret}"}
        case m.Control():
            seat = table.seat(message.seat)
            await table.reseat(desk.seat, seat, controls=_controls(seat, message.actor, on=message.on))
        case m.Dismiss():
            await table.dismiss(desk.seat, table.seat(message.seat))
        case m.Auto():
            if message.actor != GM and message.actor not in table.system.actors(table.memory.state):
                raise RuleError("unknown_actor", actor=message.actor, actors=[])
            await table.settle(desk.seat, f"auto:{message.actor}", message.on)
    return {}


def _controls(seat: Seat, actor: str, *, on: bool) -> tuple[str, ...]:
    rest = tuple(a for a in seat.controls if a != actor)
    return (*rest, actor) if on else rest
