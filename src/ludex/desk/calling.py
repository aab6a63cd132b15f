"""The GM's call (L1): everybody called throws the dice of the own check; who cannot take part is named (where nobody can,
it is refused), whom nobody plays rolls at once."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ludex.core.deeds import Do, Filled, Show
from ludex.core.errors import RuleError
from ludex.core.principals import actor as actor_principal
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
    reach that is hidden stands in no line. Everybody is called, or nobody.
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
        asks = desk.table.system.called if _held(desk, filled) and not filled.args.get("stead") else None
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


def _held(desk: "Desk", filled: Filled) -> bool:
    """Whether somebody is a player's."""
    who = desk.actor(filled.actor)
    return any(who in seat.controls for seat in desk.table.memory.seats.values() if not seat.gm)


async def _call(
    desk: "Desk", filled: Filled, todo: Do, *, line: str, typed: Sequence[int], secret: bool, call: int
) -> Outcome:
    if secret:
        unseen = desk.table.system.secretly(todo) if desk.table.system.secretly else todo
        return await desk.table.act(desk.seat, unseen, line=line, filled=filled, typed=typed, secret=True)
    throws = _held(desk, filled) and not filled.args.get("stead") and desk.table.system.called is None
    prelude = Called(actor_principal(desk.actor(filled.actor)), line) if throws else None
    return await desk.table.act(desk.seat, todo, line=line, prelude=prelude, filled=filled, typed=typed, call=call)
