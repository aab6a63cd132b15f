"""The GM's call (L1): everybody called throws the dice of the own check; who cannot take part is named (where nobody can,
it is refused), whom nobody plays rolls at once."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from ludex.core.deeds import Do, Filled, Show
from ludex.core.errors import RuleError
from ludex.core.fields import DIFFICULTY
from ludex.core.principals import actor as actor_principal, actor_of
from ludex.core.say import say
from ludex.core.view import Card
from ludex.table.playing import Outcome
from ludex.table.preludes import Called

if TYPE_CHECKING:
    from ludex.desk.desk import Desk


async def call(
    desk: "Desk", several: Sequence[Filled], *, line: str = "", typed: Sequence[int] = (), secret: bool = False
) -> list[Outcome | Card]:
    """Call for something (GM): the player who holds its actor throws the dice; for anybody else it is done at once.

    What belongs together is one act; in `secret` everybody's dice fall unseen. `typed` are faces of dice that fall at once. A number to
    reach that is hidden stands in no line and in no deed that is told. Everybody is called, or nobody.
    """
    async with desk.table.together():
        return await _called(desk, several, line=line, typed=typed, secret=secret)


async def _called(
    desk: "Desk", several: Sequence[Filled], *, line: str, typed: Sequence[int], secret: bool
) -> list[Outcome | Card]:
    if any(filled.args.get("blind") for filled in several):
        line = f".要求 {next(iter(several[0].args.values()), '')}"
    found: list[Outcome | Card] = []
    refused: list[RuleError] = []
    joined: list[Do] = []
    number = desk.table.memory.n + 1 if len(several) > 1 else 0
    for filled in several:
        try:
            todo = desk.prepare(filled)
        except RuleError as error:
            if len(several) == 1 or not error.clause:
                raise
            found.append(Card(say(f"errors.{error.code}", **error.facts)))  # who is out is named, not asked
            refused.append(error)
            continue
        if isinstance(todo, Show):
            found.append(await desk.show(todo))
            continue
        asks = desk.table.system.called if _throws(desk, filled) else None
        asked = asks(todo) if asks else todo
        if asked != todo and desk.table.system.together and not secret:
            joined.append(asked)
        else:
            found.append(await _call(desk, filled, asked, line=line, typed=typed, secret=secret, call=number))
    if len(refused) == len(several):
        raise refused[0]
    if joined and desk.table.system.together:
        found.append(await desk.table.act(desk.seat, desk.table.system.together(tuple(joined)), line=line, typed=typed))
    return found


def open_call(desk: "Desk", filled: Filled) -> int | None:
    """The call that a player's line answers by doing what it asks for, with nothing in it that is other than called for."""
    for number, act in desk.table.memory.parked.items():
        call, called = act.asked.prelude, act.asked.filled
        if (
            not isinstance(call, Called)
            or act.answers
            or called is None
            or actor_of(call.who) not in desk.seat.controls
        ):
            continue
        if _comes_to(desk, filled, called):
            return number
    return None


def _comes_to(desk: "Desk", filled: Filled, called: Filled) -> bool:
    """Whether all that a line says stands in what is called for."""
    try:
        mine, theirs = desk.prepare(filled), desk.prepare(called)
    except RuleError:  # the line itself will say so
        return False
    if not (isinstance(mine, Do) and isinstance(theirs, Do)) or mine.procedure != theirs.procedure:
        return False
    asked, said = msgspec.to_builtins(theirs.given), msgspec.to_builtins(mine.given)
    return all(asked.get(name) == value for name, value in said.items() if value)


_NAMES = re.compile(r"\s*[@＠]\S+(?:(?<=[,，、])\s*\S+)*")


def _to_one(line: str, name: str) -> str:
    """A call as one of those called reads it: with her own name alone, for she may not know of others."""
    first = _NAMES.search(line)
    return f"{line[: first.start()]} @{name}{_NAMES.sub('', line[first.end() :])}" if first else line


def _throws(desk: "Desk", filled: Filled) -> bool:
    """Whether a player throws the dice: those of her own, where there are any and the GM does not roll for her."""
    who = desk.actor(filled.actor)
    if filled.args.get("stead") or filled.args.get("passive"):
        return False
    return any(who in seat.controls for seat in desk.table.memory.seats.values() if not seat.gm)


async def _call(
    desk: "Desk", filled: Filled, todo: Do, *, line: str, typed: Sequence[int], secret: bool, call: int
) -> Outcome:
    if secret:
        unseen = desk.table.system.secretly(todo) if desk.table.system.secretly else todo
        return await desk.table.act(desk.seat, unseen, line=line, filled=filled, typed=typed, secret=True)
    throws = _throws(desk, filled) and desk.table.system.called is None
    who = desk.actor(filled.actor)
    prelude = Called(actor_principal(who), _to_one(line, desk.actors()[who])) if throws else None
    told = _told(desk, filled)
    return await desk.table.act(desk.seat, todo, line=line, prelude=prelude, filled=told, typed=typed, call=call)


def _told(desk: "Desk", filled: Filled) -> Filled:
    """A deed as everybody may read it: without a number to reach that is hidden."""
    if not filled.args.get("blind"):
        return filled
    hidden = {field.name for field in desk.command(filled.deed).args if field.owner.startswith(DIFFICULTY)}
    return msgspec.structs.replace(filled, args={k: v for k, v in filled.args.items() if k not in hidden})
