"""What the GM changes in a proposal: another value, other words, or the whole line, read as the player's line was."""

import re
from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING

from msgspec.structs import replace

from ludex.core.deeds import DECIMAL, OWN, WHOLE, Command, Filled, by_gm
from ludex.core.errors import RuleError
from ludex.core.names import narrow, simplified
from ludex.core.plain import Written
from ludex.desk import roster
from ludex.desk.desk import Desk
from ludex.table.memory import Act
from ludex.table.preludes import CHANGE, PROPOSAL, Proposed
from ludex.table.questions import Open
from ludex.text.grammar import Line, command_line, inner_line

if TYPE_CHECKING:
    from ludex.text.chat import Chat

_GAIN = re.compile(r"[+-]\d+(?:\.\d+)?")
_AMOUNT = re.compile(r"(?<![\w.])\d+(?:\.\d+)?")


def meaning(chat: "Chat", asked: Open, answer: str) -> str:
    """An answer as the rules take it: what a proposal is changed to is read like a line."""
    if asked.question.about != PROPOSAL or not answer.startswith(f"{CHANGE}:"):
        return answer
    said, first = answer.removeprefix(f"{CHANGE}:"), asked.act.asked.filled
    if (other := roster.changed(asked.act, said)) is not None:
        return other
    line = command_line(said, chat.table.system.prefixes) or _bare_line(chat, first, said)
    if line is not None:
        command, found = chat.find(line)
        if not isinstance(command, Command):
            raise RuleError("other_deed")
        filled = chat.filled(command, found.rest)
    elif first is None:
        raise RuleError("other_deed")
    else:
        kinds = asked.act.asked.prelude.kinds if isinstance(asked.act.asked.prelude, Proposed) else ()
        filled = _other_values(chat, chat.desk.command(first.deed), first, said, kinds)
    return changed(chat, asked.act, filled)


def changed(chat: "Chat", act: Act, filled: Filled) -> str:
    """The answer that changes a proposal to another filling of the same deed, which stays that of the character who proposed it."""
    own = proposer(chat, act)
    aims = chat.desk.command(filled.deed).aims  # else whose deed it is would be whom it is for
    return chat.desk.change(act, filled if filled.actor or aims else replace(filled, actor=own), own=own)


def proposer(chat: "Chat", act: Act) -> str:
    """The character whose deed a proposal is, where it does not say so."""
    return Desk(chat.table, act.seat).own() if act.seat in chat.table.memory.seats else ""


def _bare_line(chat: "Chat", first: Filled | None, said: str) -> Line | None:
    """The whole line without its prefix, as the question shows it: it begins with the name of the proposed deed and says more."""
    line = inner_line(said)
    head, _, rest = line.narrow.partition(" ")
    names = chat.desk.command(first.deed).names if first and rest else ()
    return line if simplified(head.lower()) in names else None


def _other_values(chat: "Chat", command: Command, first: Filled, said: str, kinds: tuple[str, ...]) -> Filled:
    """A proposal with other values for what the GM is asked about in it (`kinds` of word), in the order typed (a number alone is its
    only number); else for whatever is the GM's word, else with any field, as in a line."""
    if command.afresh:
        other = chat.read(command, said)[0]
        return replace(first, args=other.args, text=other.text)
    owned = tuple(replace(f, keyed=False) for f in command.args if f.owner != OWN and f.name in first.args)
    about = tuple(f for f in owned if f.owner in map(by_gm, kinds))
    numbers = tuple(f for f in owned if f.kind in (WHOLE, DECIMAL))
    if len(numbers) == 1 and _AMOUNT.fullmatch(narrow(said)):
        about = numbers
    for fields in (about, owned):
        with suppress(RuleError):
            return _refilled(command, first, chat.read(replace(command, args=fields), said)[0].args)
    other = chat.read(command, _renumbered(first.text, said))[0]
    return replace(first, args={**first.args, **other.args}, text=other.text)


def _refilled(command: Command, first: Filled, other: Mapping[str, Written]) -> Filled:
    """A line with other values in its fields, also for commands that read it themselves."""
    args = {**first.args, **other}
    said = [args[field.name] for field in command.args if args.get(field.name) not in (None, "", False)]
    text = " ".join("、".join(map(str, one)) if isinstance(one, list) else str(one) for one in said)
    return replace(first, args=args, text=text if first.text else "")


def _renumbered(text: str, said: str) -> str:
    """A line with another number: in place of the only one with a sign, which stays, else of the only one. What is no number is a line itself."""
    slim, number = narrow(text), narrow(said)
    found = list(_GAIN.finditer(slim)) or list(_AMOUNT.finditer(slim))
    if len(found) != 1 or (not _GAIN.fullmatch(number) and not _AMOUNT.fullmatch(number)):
        return said
    sign = slim[found[0].start()] if number[0].isdecimal() and slim[found[0].start()] in "+-" else ""
    return f"{text[: found[0].start()]}{sign}{number}{text[found[0].end() :]}"
