"""What is taken back of an act that still waits: an answer in it, or all of it. After its first die that is the GM's word."""

import msgspec

from ludex.core.deeds import Do
from ludex.core.driving import Choice, Faces
from ludex.core.errors import RuleError
from ludex.core.say import say
from ludex.table.entries import Acted
from ludex.table.memory import Act
from ludex.table.playing import Outcome, Word
from ludex.table.preludes import UNDO, Proposed
from ludex.table.seats import Seat
from ludex.table.steps import latest
from ludex.table.table import Table
from ludex.table.table_procedures import GiveUp
from ludex.table.undo import last_commit


async def open_act(table: Table, seat: Seat) -> Act | None:
    """The act that still waits and is newer than anything that was done, as far as the seat knows: undo is about it and about nothing older.

    A player's own, or any in which she has answered since she last did something; for the GM anybody's but a proposal, which is
    answered. What followed by itself goes with what it followed from.
    """
    if not seat.gm and (answered := await _answered_in(table, seat)):
        return answered
    own = [one for one in table.memory.parked.values() if one.seat == seat.id or (seat.gm and not one.proposed)]
    newest = max(own, key=lambda one: one.number, default=None)
    if newest is None or newest.root not in (0, newest.number):
        return None
    done = await latest(table, seat, table.memory.head)
    return newest if done is None or newest.number > done.head else None


async def _answered_in(table: Table, seat: Seat) -> Act | None:
    """The act that somebody else's word led to and that still waits, in which a player has answered since her own last step."""
    others = [one for one in table.memory.parked.values() if one.seat != seat.id and _own_answers(one, seat)]
    newest = max(others, key=lambda one: one.number, default=None)
    return newest if newest and newest.number > await last_commit(table, seat) else None


def _own_answers(act: Act, seat: Seat) -> list[int]:
    """The places of what a seat has answered in an act that waits."""
    return [place for place, one in enumerate(act.answers) if isinstance(one, Choice) and one.by == seat.id]


async def take_back(table: Table, seat: Seat, act: Act, line: str) -> list[Acted] | Outcome:
    """Take back what an open act was last answered (the GM's right where dice have fallen since), else the act itself."""
    if not seat.gm and act.seat != seat.id:
        return await _answer_back(table, seat, act)
    told = [place for place, one in enumerate(act.answers) if isinstance(one, Choice) and one.by]
    if seat.gm and told and not act.proposed:
        shorter = msgspec.structs.replace(act, answers=act.answers[: told[-1]])
        return await table.play(Word(seat.id), table.resuming(act), act=shorter)
    await table.on_disk()
    began = await table.history.commit(act.number)
    return await give_up(table, seat, act, line) or ([began] if isinstance(began, Acted) else [])


async def _answer_back(table: Table, seat: Seat, act: Act) -> Outcome:
    """Take back a player's own last answer in another's act, where dice have fallen since: the GM's word, who reads what goes back."""
    place = _own_answers(act, seat)[-1]
    gone = [one for one in act.answers[place:] if isinstance(one, Choice) and one.by]
    trust = table.memory.settings.trusts("story", table.scope())
    if trust == "strict":
        raise RuleError("gm_only")
    if trust == "open" and len(gone) == 1:
        shorter = msgspec.structs.replace(act, answers=act.answers[:place])
        return await table.play(Word(seat.id), table.resuming(act), act=shorter)
    note = say("questions.goes_back", lines=[one.told or one.says or one.answer for one in gone])
    wish = Do("ludex.give_up", GiveUp(act.number, kept=place), act.audience, announced=act.announced)
    return await table.act(seat, wish, line=f"{UNDO}…", prelude=Proposed(("story",), (), seat.name, note=note))


async def give_up(table: Table, seat: Seat, act: Act, line: str) -> Outcome | None:
    """Give up an act that waits: free before its first die, after it the GM's word. An outcome waits for that word. `line`: what it was asked by."""
    fallen = act.seat == seat.id and any(isinstance(one, Faces) for one in act.answers)
    trust = table.memory.settings.trusts("story", table.scope()) if fallen and not seat.gm else "open"
    if trust == "strict":
        raise RuleError("gm_only")
    if trust == "ask":
        wish = Do("ludex.give_up", GiveUp(act.number, line), act.audience, announced=act.announced)
        prelude = Proposed(("story",), (), seat.name)
        return await table.act(seat, wish, line=f".cancel {line}".strip(), prelude=prelude)
    await table.cancel(seat, act.number)
    return None
