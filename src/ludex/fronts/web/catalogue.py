"""What can be typed at a desk, as plain data for completion: names, titles, arguments and what may stand in them."""

from typing import Any

from ludex.core.command import Arg, Command
from ludex.fronts.chat.desk import Common, Desk
from ludex.fronts.words import Words
from ludex.table.seats import may_use

OFFERED = 60
"""So many values are offered for one argument."""


def catalogue(desk: Desk) -> dict[str, Any]:
    """All commands that this seat may use, and the actors that an argument may name."""
    commands = [_command(desk, c) for c in desk.commands() if may_use(desk.seat, c.who)]
    return {"commands": commands, "actors": list(desk.actors().values())[:OFFERED]}


def _command(desk: Desk, command: Command | Common) -> dict[str, Any]:
    words = desk.words
    args = [_arg(desk, a) for a in command.args] if isinstance(command, Command) else []
    return {
        "names": sorted(command.names, key=lambda name: name != desk.called(command)),
        "title": _text(words, f"commands.{command.key}.title"),
        "help": _text(words, f"commands.{command.key}.help"),
        "example": desk.example(command),
        "args": args,
    }


def _arg(desk: Desk, arg: Arg) -> dict[str, Any]:
    title = _text(desk.words, f"args.{arg.name}") or arg.name
    return {
        "name": arg.name,
        "title": title,
        "kind": arg.kind,
        "required": arg.required,
        "keyed": arg.keyed,
        "keys": arg.keys,
        "among": [str(v) for v in desk.offered(arg)][:OFFERED],
    }


def _text(words: Words, key: str) -> str:
    return words(key) if words.has(key) else ""
