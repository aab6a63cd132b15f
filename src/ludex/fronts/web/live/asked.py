"""What a page asks for, done at its chat. Each deed gives the reply's facts; a refusal raises and changes nothing."""

import asyncio

import msgspec

from ludex.core.deeds import Filled
from ludex.core.errors import RuleError
from ludex.core.plain import Written
from ludex.core.principals import actor
from ludex.core.view import Card
from ludex.desk import handing, making
from ludex.desk.chronicle import quote
from ludex.desk.picturing import stamp
from ludex.fronts.web.drawing import qr
from ludex.fronts.web.drawing.draw import Drawing
from ludex.fronts.web.drawing.marked import marked
from ludex.fronts.web.drawing.spoken import act_said
from ludex.fronts.web.live import bestiary, chances, messages as m, rehearsals, things, traced
from ludex.fronts.web.live.catalogue import catalogue
from ludex.fronts.web.live.fragments import redo_line
from ludex.fronts.web.live.standing import unable
from ludex.fronts.web.live.wells import wells
from ludex.fronts.web.log.logged import Scroll
from ludex.fronts.web.log.sifting import Sift
from ludex.table import seating
from ludex.table.audience import heard
from ludex.table.entries import Seated
from ludex.table.playing import Outcome
from ludex.table.preludes import wished
from ludex.table.requests import asked_as, once
from ludex.table.seats import Seat, check_gm
from ludex.table.settings import Automatic
from ludex.text import lines
from ludex.text.changing import changed
from ludex.text.chat import Chat
from ludex.text.commands.index import COMMON
from ludex.text.reply import Reply

OLDER = 60

Facts = dict[str, Written]


async def deed(chat: Chat, scroll: Scroll, message: m.AnyMessage) -> Facts:
    """Do what a message asks, once: what was asked before under the same number is told again."""
    what = msgspec.json.encode(msgspec.structs.replace(message, id=0))
    with asked_as(message.request, what):
        return await once(
            chat.table, chat.seat, lambda: _done(chat, scroll, message), lambda n: _again(chat, message, n)
        )


async def _again(chat: Chat, message: m.AnyMessage, n: int) -> Facts:
    """What came of a message before, as the log still tells it. A link is told once: a person who did not get it gets another."""
    entry = await chat.table.history.commit(n)
    if isinstance(message, m.Invite | m.Relink) and isinstance(entry, Seated):
        seat = chat.table.seat(entry.who)
        return {"invited": seat.name, "link": f"/t/{await chat.desk.relink(seat)}"}
    return {**replied(chat, await chat.again(n)), "again": chat.desk.number(n)}


async def _done(chat: Chat, scroll: Scroll, message: m.AnyMessage) -> Facts:  # noqa: C901  # a case for each kind of message
    match message:
        case m.Line():
            return replied(chat, await chat.take(message.text))
        case m.DeedAsked():
            return await _acted(chat, message)
        case m.Trace():
            return {"trace": msgspec.to_builtins(traced.traced(chat, message))}
        case m.Far():
            return {"far": traced.far(chat, message)}
        case m.Odds():
            return await chances.for_one(chat, message)
        case m.Chances():
            return await chances.for_each(chat, message)
        case m.Answer():
            asked = chat.of_act(chat.desk.act(message.act))
            return await _came(
                chat, await chat.answered(asked, chat.meaning(asked, message.answer), faces=message.dice)
            )
        case m.Change():
            asked = chat.of_act(chat.desk.act(message.act))
            other = changed(chat, asked.act, Filled(message.deed, message.args, message.actor))
            return await _came(chat, await chat.answered(asked, other))
        case m.Cancel():
            given_up = await chat.desk.cancel(chat.desk.act(message.act))
            if given_up is not None:
                return {**replied(chat, await chat.told(given_up)), "text": chat.words("web.wish_put")}
        case m.Undo():
            return await _undone(chat)
        case m.Redo():
            redone = await chat.desk.redo()
            return {"text": chat.words("told.redone", line=act_said(chat, redone[0]))}
        case m.Older():
            scroll.let_go(message.before)
            return {"older": [e.plain() for e in await scroll.older(OLDER)], "first": scroll.first}
        case m.Search():
            wanted = Sift(message.text, message.who, message.kind, message.session)
            return {"found": [e.plain() for e in await scroll.search(wanted)]}
        case m.Commands():
            return catalogue(chat)
        case m.Unable():
            named = chat.desk.actor(message.of) if message.of else ""
            theirs = named and not chat.seat.gm and named not in chat.seat.controls
            return {"unable": unable(chat, chat.desk.own() if theirs else named or chat.desk.own())}
        case m.Beasts():
            return {"briefs": await asyncio.to_thread(bestiary.briefs, chat, message)}
        case m.Wells():
            return {"wells": msgspec.to_builtins(wells(chat))}
        case m.Rehearse():
            return await rehearsals.more(chat, message)
        case m.Things():
            return {"things": await asyncio.to_thread(things.told, chat, message.names)}
        case _:
            return await _seating(chat, message)
    return {}


async def _acted(chat: Chat, message: m.DeedAsked) -> Facts:
    """A deed is done, or the GM calls several for it."""
    filled = Filled(message.deed, message.args, message.actor)
    secret = message.secret and chat.seat.gm
    if not message.whom:
        return await _came(chat, await chat.done(filled, faces=message.dice, secret=secret))
    check_gm(chat.seat)
    people = ",".join(chat.desk.actors().get(one, one) for one in message.whom)
    called = chat.called(next(one for one in COMMON if one.key == "call"))
    line = f".{called} {lines.write(chat.desk, chat.words, filled).partition(' ')[2]} @{people}"
    several = [msgspec.structs.replace(filled, actor=one) for one in message.whom]
    return replied(chat, await chat.called_for(several, line, faces=message.dice, secret=secret))


async def _came(chat: Chat, done: Outcome | Card) -> Facts:
    """What came of a deed: a card that is shown; of what stands in the log for this seat nothing is said twice."""
    if isinstance(done, Outcome) and heard(chat.table.memory, chat.seat, done.n):
        return {"text": "", "language": chat.language}
    return replied(chat, await chat.replied(done))


async def _undone(chat: Chat) -> Facts:
    """The last thing taken back; where an answer is asked for again, the question; where the GM has to allow it, that it was asked."""
    undone = await chat.desk.undo()
    if not isinstance(undone, Outcome):
        told = chat.words("told.undone", line=act_said(chat, undone[0]))
        return {"undone": told, "redo": await redo_line(chat) is not None}
    put = undone.asks and wished(undone.entry.line) is not None
    facts = replied(chat, await chat.told(undone))
    return {**facts, "text": chat.words("web.undo_put")} if put else facts


def replied(chat: Chat, reply: Reply) -> Facts:
    """A chat's reply. What stands in the log anyway is not said twice."""
    if reply.card is not None:
        drawing = Drawing.at(chat)
        return {"html": drawing.page("shown.html", card=reply.card), "language": chat.language}
    if reply.marked:
        return {"html": marked(reply.text), "language": chat.language}
    told = reply.logged or (bool(reply.n) and not reply.private)
    choices = {"choices": list(reply.choices)} if reply.choices else {}
    return {"text": "" if told else reply.text, "language": chat.language, **choices}


async def _seating(chat: Chat, message: m.AnyMessage) -> Facts:  # noqa: C901  # a case for each kind of message
    table = chat.table
    match message:
        case m.Invite():
            seat, secret = await chat.desk.invite(role=message.role, name=message.name, controls=message.controls)
            return {"invited": seat.name, "link": f"/t/{secret}"}
        case m.Control():
            seat = table.seat(message.seat)
            await chat.desk.reseat(seat, controls=_controls(seat, message.actor, on=message.on))
        case m.Relink():
            seat = table.seat(message.seat)
            return {"invited": seat.name, "link": f"/t/{await chat.desk.relink(seat)}"}
        case m.Qr():
            return {"svg": qr.drawn(message.link)}
        case m.SampleAsked():
            return await _sampled(chat, message.name)
        case m.Gather():
            await _gathered(chat, message)
        case m.Quote():
            return {"quoted": await quote(chat.desk, message.n)}
        case m.Stamp():
            await stamp(chat.desk, message.kind, message.cells)
        case m.Dismiss():
            seat = table.seat(message.seat)
            await chat.desk.dismiss(seat)
            return {"gone": chat.words("web.seat_gone", name=seat.name)}
        case m.Restore():
            seat = await seating.restore(table, chat.seat, message.seat)
            return {"back": chat.words("web.seat_back", name=seat.name)}
        case m.Auto():
            if message.actor not in table.actors():
                raise RuleError("unknown_actor", actor=message.actor, actors=[])
            await table.settle(chat.seat, Automatic(actor(message.actor), message.on))
    return {}


async def _sampled(chat: Chat, name: str) -> Facts:
    if name:
        return replied(chat, await chat.told(await making.adopt(chat.desk, name, chat.language)))
    names = await making.adopt_all(chat.desk, chat.language)
    return {"came": names}


async def _gathered(chat: Chat, message: m.Gather) -> None:
    """One deed more is ready under a title."""
    known = {one.name: one.lines for one in handing.ready(chat.desk)}
    line = lines.write(chat.desk, chat.words, Filled(message.deed, message.args))
    await handing.prepare(chat.desk, message.title, lines=(*known.get(message.title, ()), line))


def _controls(seat: Seat, actor: str, *, on: bool) -> tuple[str, ...]:
    rest = tuple(a for a in seat.controls if a != actor)
    return (*rest, actor) if on else rest
