"""Appendix three: the dice bot as procedures (FET-CMD): one line is answered or refused.

`chat` answers many lines and turns refusals into replies with `error`; an error changes nothing.
"""

from collections.abc import Awaitable, Callable

import msgspec
from msgspec.structs import replace

from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.systems.fet.commands.answers import Answer, Refused, Reply, Sent
from ludex.systems.fet.commands.bat import bat, pre
from ludex.systems.fet.commands.reading import command_in
from ludex.systems.fet.commands.replies import crd, ex, neg, rec, stf, tar
from ludex.systems.fet.rules.axes import in_order
from ludex.systems.fet.rules.roster import Pools, pools
from ludex.systems.fet.rules.sheets import filled
from ludex.systems.fet.sheet import Partner, Sheet, hindrance
from ludex.systems.fet.state import Declared, State

COMMANDS: dict[str, Callable[[State, Sent], Awaitable[Answer]]] = {
    "stf": stf,
    "tar": tar,
    "ex": ex,
    "neg": neg,
    "pre": pre,
    "bat": bat,
    "rec": rec,
    "crd": crd,
}


@rule("FET-CMD-1", "FET-CMD-5")
async def answer(state: State, line: "Line") -> Answer | None:
    """Carry out one line; None if it is no command."""
    found = command_in(line.text)
    if found is None:
        return None
    command, reader = found
    return await COMMANDS[command](state, Sent(line.who, reader, line.by, line.level, line.restores, line.new))


class Line(msgspec.Struct, frozen=True):
    """A line somebody typed; `by`: `gm` or `secret`, where it is the GM's word; `level`: whether a level in it counts;
    `restores`: a gain in it stops at the maximum (FET-STA-2); `new`: nobody whom its sender knows is called so, and nobody else is
    meant by it (FET-LIV-40, FET-LIV-50).
    """

    who: str
    text: str
    by: str = ""
    level: bool = True
    restores: bool = False
    new: bool = False


class Chat(msgspec.Struct, frozen=True):
    """What `chat` is given: lines in the order typed."""

    lines: tuple[Line, ...] = ()


class Chatted(msgspec.Struct, frozen=True):
    """The replies, and what the group now has."""

    replies: tuple[Reply, ...]
    timeline: tuple[Declared, ...]
    sheets: dict[str, Sheet]
    resources: dict[str, Pools]
    target: int | None = None
    partner: Partner | None = None


@rule("FET-CMD-6")
async def chat(state: State, given: Chat) -> Chatted:
    """Answer lines one after another; an error is a reply that changes nothing."""
    replies: list[Reply] = []
    for number, line in enumerate(given.lines, 1):
        try:
            found = await answer(state, line)
        except RuleError as error:
            replies.append(_refused(error, number))
            continue
        if found is not None:
            reply, state = found
            replies.append(replace(reply, line=number))
    return Chatted(
        replies=tuple(replies),
        timeline=in_order(state.timeline),
        sheets={who: filled(character.sheet) for who, character in state.characters.items()},
        resources={who: pools(state, who) for who, c in state.characters.items() if not hindrance(c.sheet)},
        target=state.target,
        partner=state.partner,
    )


def _refused(error: RuleError, number: int) -> Refused:
    """A refusal as a reply. A GM's impossible answer is not the sender's error."""
    if error.code == "bad_choice":
        raise error
    name = error.facts.get("name")
    return Refused(code=error.code, line=number, name=name if isinstance(name, str) else None)


@rule("FET-CMD-1")
async def bot_line(state: State, given: Line) -> Reply:
    """Answer one line at the table, or refuse it."""
    found = await answer(state, given)
    if found is None:
        raise RuleError("bad_command", clause="FET-CMD-1", text=given.text)
    return found[0]
