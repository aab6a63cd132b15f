"""What can be typed at a chat, as plain data for completion: names, titles, arguments and what may stand in them."""

from collections.abc import Mapping

from msgspec import UNSET
from msgspec.structs import replace

from ludex.core.deeds import ACTOR, REST, Command, Field
from ludex.core.plain import Plain, Written
from ludex.fronts.web.drawing import commons, places
from ludex.fronts.web.drawing.aiming import TARGETS
from ludex.fronts.web.drawing.draw import Drawing
from ludex.fronts.web.drawing.formgap import Argument, FormGap
from ludex.table.seats import may_use
from ludex.text import lines
from ludex.text.chat import Chat
from ludex.text.lexicon import Common
from ludex.text.words import Words

CROWDS = ("people", "who", "whom")
"""Fields that take several people in one breath, as they are called."""

OFFERED = 60
"""So many values are offered for one argument."""


def catalogue(chat: Chat) -> dict[str, Written]:
    """All commands that this seat may use, and the actors that an argument may name."""
    commands = [_command(chat, c) for c in chat.commands() if may_use(chat.seat, c.who)]
    actors = chat.desk.actors()
    people = list(actors.items())[:OFFERED]
    called = [one.plain() for one in commons.called_gaps(chat)]
    return {"commands": commands, "actors": [name for _, name in people], "people": people, "called": called}


def _command(chat: Chat, command: Command | Common) -> dict[str, Written]:
    words = chat.words
    args = [argument(chat, command, a).plain() for a in command.args] if isinstance(command, Command) else []
    return {
        "names": sorted(command.names, key=lambda name: name != chat.called(command)),
        "title": Drawing(words).short_title(command.key),
        "help": _text(words, f"commands.{command.key}.help"),
        "example": chat.example(command),
        "args": args,
        **(places.told(chat, command) if isinstance(command, Command) else places.told_common(chat, command)),
    }


def argument(chat: Chat, command: Command, field: Field) -> Argument:
    """A field of a command, with what may stand in it."""
    crowd = field.kind == REST and field.name in CROWDS and not field.among
    labels = _crowd(chat) if crowd else _named(chat, field)
    once = Drawing(chat.words).once(list(labels))
    aimed = field.name in TARGETS and bool(labels) and set(labels) <= set(chat.desk.actors().values())
    return Argument(
        name=field.name,
        title=Drawing(chat.words).asks(command.key, field.name, aimed=aimed),
        fill=tuple((one, label) for one, label in labels.items() if one in once)[:OFFERED],
        kind=field.kind,
        many=field.several or crowd,
        optional=not (field.needed or field.wanted),
        closed=crowd or field.strict,
        gm=field.owner.startswith("gm:") and _weighed(chat, field.owner.removeprefix("gm:")),
        keyed=field.keyed,
        keys=field.keys,
    )


def _weighed(chat: Chat, kind: str) -> bool:
    """Whether the GM is asked about a player's word of a kind, as the table trusts now."""
    return chat.table.memory.settings.trusts(kind, chat.table.scope()) != "open"


def _crowd(chat: Chat) -> dict[str, str]:
    """Sides, and everybody: whom a deed may be for that takes them in one breath."""
    groups = chat.table.system.groups
    sides = groups(chat.desk.state) if groups else {}
    read = [one for one in sides if one.isascii() == (chat.language == "en")] or list(sides)
    return {one: one for one in (*read, *chat.desk.actors().values())}


def changing(chat: Chat, command: Command, given: Plain) -> list[FormGap]:
    """The fields of a deed that somebody proposes, with what she filled in: those, and what is the GM's word."""
    people = tuple(chat.desk.actors().items())[:OFFERED]
    fields = [field for field in command.args if field.name in given or field.owner.startswith("gm:")]
    return [_standing(argument(chat, command, field), people, given.get(field.name)) for field in fields]


def _standing(asked: Argument, people: tuple[tuple[str, str], ...], now: Written) -> FormGap:
    """A field with what was filled in; it is the GM who reads it, so that whose word it is goes without saying."""
    fill = asked.fill or (people if asked.kind == ACTOR else ())
    return replace(asked, fill=fill, now=UNSET if now is None else now, gm=False)


def _named(chat: Chat, arg: Field) -> dict[str, str]:
    """What may stand in a field, by what is typed for it, with what it is called: in English what has only a Chinese name goes by its id."""
    offered, words = chat.desk.offers(arg), chat.words
    names = [str(v) for v in lines.offered_names(chat.desk, arg, chat.language)]
    if chat.language == "zh" or not isinstance(offered, Mapping):
        return {one: one for one in names}
    chinese = Words("zh", words.package)
    told = zip((str(key) for key in offered), names, strict=True)
    return dict(
        (key, words.thing(key)) if not name.isascii() and chinese.thing(key) == name else (name, name)
        for key, name in told
    )


def _text(words: Words, key: str) -> str:
    return words(key) if words.has(key) else ""
