"""Free dice, typed-in dice, and odds of anything that could be typed."""

import asyncio
import re
from typing import Any

from ludex.core.asks import GM
from ludex.core.command import Do
from ludex.core.errors import RuleError
from ludex.dice import parse
from ludex.fronts.chat import text
from ludex.fronts.chat.desk import Common, Desk
from ludex.fronts.chat.grammar import narrow
from ludex.fronts.chat.reply import Reply
from ludex.lab import preview
from ludex.lab.free import free_odds
from ludex.lab.preview import Preview

_REASON = re.compile(r"(?!adv|dis|max|min|df)[A-Za-z]{2,}[^\d]*", re.IGNORECASE)
"""A line without a number that begins with a word: no dice, but what they are for."""


async def roll(desk: Desk, rest: str) -> Reply:
    """`.r 3d6+2 reason`."""
    return await _roll(desk, "r", rest, ("all",))


async def roll_d(desk: Desk, rest: str) -> Reply:
    """`.rd20`, `.rd`."""
    return await _roll(desk, "r", f"d{rest}", ("all",))


async def roll_hidden(desk: Desk, rest: str) -> Reply:
    """`.rh d20`: only the roller and the GM see it."""
    return await _roll(desk, "rh", rest, (GM, desk.seat.id))


async def _roll(desk: Desk, name: str, rest: str, audience: tuple[str, ...]) -> Reply:
    """Free dice; a reason alone (`.r 开门`) rolls the table's usual die."""
    reason_only = not rest or not narrow(rest)[0].isascii() or bool(_REASON.fullmatch(rest))
    do = Do("ludex.roll", {"dice": f"d {rest}".strip() if reason_only else rest}, audience)
    return await desk.told(await desk.table.act(desk.seat, do, line=f".{name} {rest}".strip()))


async def typed_dice(desk: Desk, rest: str) -> Reply:
    """`.手骰 6 3 : .行动 …`: real dice, typed in for the next command."""
    faces, _, line = rest.replace("：", ":").partition(":")
    numbers = [narrow(f) for f in faces.replace(",", " ").replace("，", " ").split()]
    if not numbers or not all(f.isdecimal() and len(f) < 7 for f in numbers) or not line.strip():
        raise RuleError("typed_dice_form")
    inner = desk.inner(line)
    command, found = desk.find(inner)
    if isinstance(command, Common):
        do: Any = Do("ludex.roll", {"dice": found.rest})
    else:
        do = desk.prepare(command, found.rest)
    if not isinstance(do, Do):
        raise RuleError("typed_dice_form")
    outcome = await desk.table.act(desk.seat, do, line=line.strip(), typed=[int(f) for f in numbers])
    return await desk.told(outcome)


async def odds(desk: Desk, rest: str) -> Reply:
    """`.odds 行动 +勇敢`: the exact odds of a command before it is given; `.odds 3d6` of free dice; `.odds` of the open question."""
    if not rest:
        mine = desk.mine()
        if not mine:
            raise RuleError("odds_of_what")
        return Reply("\n".join([await desk.question(act.number) for act in mine]))
    return Reply(text.preview_text(desk.words, await foresee(desk, rest)))


async def foresee(desk: Desk, line: str) -> list[Preview]:
    """The odds of a command of the system, or else of free dice."""
    inner = desk.inner(line)
    try:
        command, found = desk.find(inner)
    except RuleError:
        if inner.narrow and not inner.narrow[0].isascii():
            raise  # no dice begin so: what was meant is a command
        return [await asyncio.to_thread(free_odds, parse(line))]
    if isinstance(command, Common):
        dice = f"d{found.rest}" if command.run is roll_d else found.rest or line
        return [await asyncio.to_thread(free_odds, parse(dice))]
    todo = desk.foresee(command, found.rest)
    if not isinstance(todo, Do) or not desk.table.procedure(todo.procedure).odds:
        raise RuleError("no_odds", procedure=desk.called(command))
    return await asyncio.to_thread(preview.ahead, desk.table, todo, desk.seat.viewer())
