"""`.help`: what can be typed, short for a chat group, long for a reader, or one command with its forms."""

from collections.abc import Sequence

from ludex.core.command import GM_ONLY, Arg, Command
from ludex.fronts.chat.desk import Common, Desk
from ludex.fronts.chat.grammar import narrow
from ludex.fronts.chat.reply import Reply
from ludex.table.seats import may_use


async def help_(desk: Desk, rest: str) -> Reply:
    """`.help`: names only, so that it fits a chat group; `.help 全部`: with what they do; `.help <command>`: one of them."""
    words = desk.words
    if not rest:
        return Reply(_help_short(desk))
    if narrow(rest).strip().lower() in ("all", "全部", "全"):
        return Reply(_help_long(desk))
    command, _ = desk.find(desk.inner(rest))
    lines = [_help_line(desk, command)]
    if words.has(f"commands.{command.key}.help"):
        lines.append(words(f"commands.{command.key}.help"))
    if isinstance(command, Command):
        lines.extend(_argument_lines(desk, command))
    if command.example:
        lines.append(words("help.example", example=desk.example(command)))
    return Reply("\n".join(lines))


def _help_short(desk: Desk) -> str:
    """The names of all commands that this seat may use, in the reader's language."""
    words = desk.words
    own = [c for c in desk.commands() if isinstance(c, Command) and may_use(desk.seat, c.who)]
    shared = [c for c in desk.commands() if isinstance(c, Common) and may_use(desk.seat, c.who)]
    lines = [words("help.head", system=words("system.title")), _names(desk, [c for c in own if c.who != GM_ONLY])]
    if hosting := [c for c in own if c.who == GM_ONLY]:
        lines += [words("help.hosting"), _names(desk, hosting)]
    return "\n".join([*lines, words("help.common"), _names(desk, shared), words("help.more")])


def _names(desk: Desk, commands: Sequence[Command | Common]) -> str:
    return "  " + desk.words.gap.join(f".{desk.called(c)}" for c in commands)


def _help_long(desk: Desk) -> str:
    words = desk.words
    lines = [words("help.head", system=words("system.title"))]
    lines.extend(f"  {_help_line(desk, c)}" for c in desk.commands() if isinstance(c, Command))
    lines.append(words("help.common"))
    lines.extend(f"  {_help_line(desk, c)}" for c in desk.commands() if isinstance(c, Common))
    return "\n".join([*lines, words("help.more")])


def _help_line(desk: Desk, command: Command | Common) -> str:
    return f".{' .'.join(command.names)}{desk.words.gap}{desk.words(f'commands.{command.key}.title')}"


def _argument_lines(desk: Desk, command: Command) -> list[str]:
    words = desk.words
    lines = []
    for arg in command.args:
        optional = arg.kind == "flag" or not arg.required
        must = words("help.optional") if optional else ""
        lines.append(f"  {words.argument(arg.name)}{must} {_keys(arg)}".rstrip())
    return lines


def _keys(arg: Arg) -> str:
    """How an argument is given by name: `优=`, `+…`, or the bare word of a flag."""
    if arg.kind == "flag":
        return " ".join(arg.keys or (arg.name,))
    keys = (*arg.keys, arg.name) if arg.keyed and not arg.keys else arg.keys
    return " ".join(f"{k}…" if k in "+-" else f"{k}=" for k in keys)
