"""What can be typed at a chat, as plain data for completion: names, titles, arguments and what may stand in them."""

from ludex.core.deeds import Command, Field
from ludex.core.packs import Written
from ludex.fronts.web import places
from ludex.fronts.web.draw import Drawing
from ludex.table.seats import may_use
from ludex.text import lines
from ludex.text.chat import Chat
from ludex.text.lexicon import Common
from ludex.text.words import Words

OFFERED = 60
"""So many values are offered for one argument."""


def catalogue(chat: Chat) -> dict[str, Written]:
    """All commands that this seat may use, and the actors that an argument may name."""
    commands = [_command(chat, c) for c in chat.commands() if may_use(chat.seat, c.who)]
    actors = chat.desk.actors()
    return {"commands": commands, "actors": list(actors.values())[:OFFERED], "people": list(actors.items())[:OFFERED]}


def _command(chat: Chat, command: Command | Common) -> dict[str, Written]:
    words = chat.words
    args = [_arg(chat, a) for a in command.args] if isinstance(command, Command) else []
    return {
        "names": sorted(command.names, key=lambda name: name != chat.called(command)),
        "title": Drawing(words).title(command.key),
        "help": _text(words, f"commands.{command.key}.help"),
        "example": chat.example(command),
        "args": args,
        **(places.told(chat, command) if isinstance(command, Command) else places.told_common(chat, command)),
    }


def _arg(chat: Chat, arg: Field) -> dict[str, Written]:
    title = _text(chat.words, f"args.{arg.name}") or arg.name
    return {
        "name": arg.name,
        "title": title,
        "kind": arg.kind,
        "several": arg.several,
        "required": arg.needed,
        "keyed": arg.keyed,
        "keys": arg.keys,
        "among": [str(v) for v in lines.offered_names(chat.desk, arg, chat.language)][:OFFERED],
        "gm": arg.owner.startswith("gm:"),
    }


def _text(words: Words, key: str) -> str:
    return words(key) if words.has(key) else ""
