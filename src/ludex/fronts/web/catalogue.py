"""What can be typed at a chat, as plain data for completion: names, titles, arguments and what may stand in them."""

from collections.abc import Mapping

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
        "title": Drawing(words).called(command.key),
        "help": _text(words, f"commands.{command.key}.help"),
        "example": chat.example(command),
        "args": args,
        **(places.told(chat, command) if isinstance(command, Command) else places.told_common(chat, command)),
    }


def _arg(chat: Chat, arg: Field) -> dict[str, Written]:
    title = _text(chat.words, f"args.{arg.name}") or arg.name
    labels = _named(chat, arg)
    once = Drawing(chat.words).once(list(labels))
    return {
        "name": arg.name,
        "title": title,
        "kind": arg.kind,
        "several": arg.several,
        "replaces": arg.replaces,
        "required": arg.needed,
        "keyed": arg.keyed,
        "keys": arg.keys,
        "among": [one for one in labels if one in once][:OFFERED],
        "labels": {one: label for one, label in labels.items() if label != one},
        "gm": arg.owner.startswith("gm:"),
    }


def _named(chat: Chat, arg: Field) -> dict[str, str]:
    """What may stand in a field, by what is typed for it, with what it is called: in English what has only a Chinese name goes by its id."""
    offered, words = chat.desk.offers(arg), chat.words
    names = [str(v) for v in lines.offered_names(chat.desk, arg, chat.language)]
    if chat.language == "zh" or not isinstance(offered, Mapping):
        return {one: one for one in names}
    chinese = Words("zh", words.package)
    told = zip((str(key) for key in offered), names, strict=True)
    return dict(
        (key, words.term(key)) if not name.isascii() and chinese.term(key) == name else (name, name)
        for key, name in told
    )


def _text(words: Words, key: str) -> str:
    return words(key) if words.has(key) else ""
