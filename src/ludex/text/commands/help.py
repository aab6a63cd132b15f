"""`.help`: what can be typed, short for a chat group, long for a reader, or one command with its forms."""

from collections.abc import Sequence

from ludex.core.bounds import whole
from ludex.core.deeds import FLAG, GM_ONLY, Command, Field
from ludex.core.errors import RuleError
from ludex.core.forms import Form, example_of, line_of, words_of
from ludex.core.names import narrow
from ludex.desk.crowds import EVERYONE
from ludex.desk.stocking import form_named
from ludex.table.seats import may_use
from ludex.text.chat import Chat
from ludex.text.commands import look
from ludex.text.lexicon import Common, own_of
from ludex.text.reply import Reply


async def help_(chat: Chat, rest: str) -> Reply:
    """`.help`: names only, ten in a row, so that it fits a chat group; `.help 2`: one row with examples; `.help 全部`: all of them with
    what they do; `.help <command>`: one of them.

    `.help <command> <kind>`: where a command takes content, the fields of one kind of it, with an example.
    """
    if not rest:
        return Reply(_help_short(chat))
    if narrow(rest).strip().lower() in ("all", "全部", "全"):
        return Reply(_help_long(chat))
    if (number := whole(narrow(rest).strip())) is not None:
        return Reply(_help_group(chat, number))
    try:
        command, found = chat.find(chat.inner(rest))
    except RuleError:
        if (read := await look.thing(chat, rest.strip())) is None:
            raise
        return read
    if found.rest and not rest.strip().count(" ") and (read := await look.thing(chat, rest.strip())):
        return read  # a thing whose name begins like a command's
    if isinstance(command, Command) and command.who == GM_ONLY and (form := _kind_of(chat, found.rest)):
        return Reply("\n".join([_help_line(chat, command), *_kind_lines(chat, command, form)]))
    # a common command does the system's own work of that name first
    own = own_of(chat, found.name) if isinstance(command, Common) else None
    return Reply("\n".join(line for one in (own, command) if one for line in _about(chat, one)))


def _about(chat: Chat, command: Command | Common) -> list[str]:
    """A command: its names, what it does, what it takes, an example."""
    words, lines = chat.words, [_help_line(chat, command)]
    if words.has(f"commands.{command.key}.help"):
        lines.append(words(f"commands.{command.key}.help"))
    if isinstance(command, Command):
        lines.extend(_argument_lines(chat, command))
    if example := chat.example(command) if command.example else _as_check(chat, command):
        lines.append(words("help.example", example=example))
    return lines


AS_CHECK = ("ra", "rah", "call")
"""Commands that are written as the system's check is."""


def _as_check(chat: Chat, command: Command | Common) -> str:
    """An example of a command that takes what the check takes."""
    check = chat.desk.commands.get(chat.table.system.check)
    if check is None or not check.example or command.key not in AS_CHECK:
        return ""
    _, _, rest = chat.example(check).partition(" ")
    everybody = f" @{EVERYONE[1 if chat.language == 'en' else 0]}" if command.key == "call" else ""
    return f".{chat.called(command)} {rest}{everybody}"


GROUP = 10
"""So many commands stand together in the short list."""

THEMES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("dice", ("r", "rd", "rh", "rhd", "ra", "rah", "rav", "rx", "rxh", "odds")),
    ("more_dice", ("rb", "rp", "ww", "dx", "dice", "setdice", "draw", "drawh", "deck", "jrrp")),
    ("play", ("choose", "undo", "redo", "cancel", "back", "why", "view", "who", "rule", "secret")),
    ("own", ("stats", "pcs", "nn", "use", "edit", "character", "outfile", "infile", "alias", "blank")),
    ("record", ("log", "stat", "session", "adjourn", "recap", "jot", "journal", "handout")),
)
"""Commands of every table that belong together; those that are named nowhere stand behind them."""


def groups(chat: Chat) -> list[tuple[str, list[Command | Common]]]:
    """All commands that this seat may use, ten at a time, each with what they are about: the system's own first."""
    usable = [c for c in chat.commands() if may_use(chat.seat, c.who)]
    own = [c for c in usable if isinstance(c, Command)]
    found = list[tuple[str, list[Command | Common]]]()
    found += _by_tens("help.rules", [c for c in own if c.who != GM_ONLY])
    found += _by_tens("help.hosting", [c for c in own if c.who == GM_ONLY])
    shared = {c.key: c for c in usable if isinstance(c, Common)}
    for theme, keys in THEMES:
        found += _by_tens(f"help.theme_{theme}", [shared.pop(key) for key in keys if key in shared])
    return found + _by_tens("help.theme_table", list(shared.values()))


def _by_tens(title: str, commands: Sequence[Command | Common]) -> list[tuple[str, list[Command | Common]]]:
    return [(title, list(commands[at : at + GROUP])) for at in range(0, len(commands), GROUP)]


NOW = 8
"""So many things that can be done now stand over the list of commands; `.view` shows all of them, with the lines that do them."""


def _help_short(chat: Chat) -> str:
    """What this seat can do now, and the names of all commands that it may use, in the reader's language, ten in a row with a number to ask
    for them."""
    words = chat.words
    rows = [
        f"{n} {words(title)}{words.gap}{_names(chat, commands)}" for n, (title, commands) in enumerate(groups(chat), 1)
    ]
    return "\n".join([*_now(chat), words("help.head", system=words("system.title")), *rows, words("help.more")])


def _now(chat: Chat) -> list[str]:
    """What can be done now, in one line; of many the first."""
    words = chat.words
    possible = [words.say(deed.title) for deed in chat.desk.deeds() if deed.refusal is None]
    titles = list(dict.fromkeys(possible))
    if not titles:
        return []
    rest = words("help.now_more", n=len(titles) - NOW) if len(titles) > NOW else words("help.now_how")
    return [words("help.now", deeds=titles[:NOW], rest=rest)]


def _help_group(chat: Chat, number: int) -> str:
    """One group of commands: what each does, with an example."""
    known = groups(chat)
    if not 1 <= number <= len(known):
        raise RuleError("no_help_group", number=number, last=len(known))
    title, commands = known[number - 1]
    lines = [f"{number} {chat.words(title)}"]
    for command in commands:
        example = chat.example(command) if command.example else _as_check(chat, command)
        shown = f"{chat.words.gap}{chat.words('help.example', example=example)}" if example else ""
        lines.append(f".{chat.called(command)}{chat.words.gap}{chat.words(f'commands.{command.key}.title')}{shown}")
    return "\n".join(lines)


def _names(chat: Chat, commands: Sequence[Command | Common]) -> str:
    return chat.words.gap.join(f".{chat.called(c)}" for c in commands)


def _help_long(chat: Chat) -> str:
    words = chat.words
    lines = [words("help.head", system=words("system.title"))]
    lines.extend(f"  {_help_line(chat, c)}" for c in chat.commands() if isinstance(c, Command))
    lines.append(words("help.common"))
    lines.extend(f"  {_help_line(chat, c)}" for c in chat.commands() if isinstance(c, Common))
    return "\n".join([*lines, words("help.more")])


def _help_line(chat: Chat, command: Command | Common) -> str:
    return f".{' .'.join(_typed(chat, command.names))}{chat.words.gap}{chat.words(f'commands.{command.key}.title')}"


def _typed(chat: Chat, names: Sequence[str]) -> list[str]:
    """Names as a reader types them: in English without the Chinese ones."""
    return [name for name in names if chat.language != "en" or name.isascii()] or list(names)


def _kind_of(chat: Chat, said: str) -> Form | None:
    """The kind of content that somebody named, as a form."""
    try:
        return form_named(chat.desk, said.strip())
    except RuleError:
        return None


def _kind_lines(chat: Chat, command: Command, form: Form) -> list[str]:
    """Every field of a kind of content: what it is called, what it takes; then one written whole."""
    words = chat.words
    place = 1 if chat.language == "en" else 0
    lines = []
    for field in form.fields:
        names = words.gap.join(dict.fromkeys((field.called[place], field.name)))
        own = f"forms.{field.name}" if words.has(f"forms.{field.name}") else f"help.{field.kind}"
        takes = words("common.comma").join(pair[place] for pair in words_of(field).values() if pair[place])
        lines.append(f"  {names}{'' if field.required else words('help.optional')}{words.gap}{takes or words(own)}")
    return [*lines, words("help.example", example=f".{chat.called(command)} {_record(chat, command, form)}")]


def _record(chat: Chat, command: Command, form: Form) -> str:
    """One thing as a command takes it: its kind, its key and the record, or all of it as a pack."""
    words, own = chat.words, f"examples.{form.name}"
    key, called = words("help.key"), form.name if chat.language == "en" else next(iter(form.also), form.name)
    if len(command.args) > 1:
        return f"{called} {key} {words(own) if words.has(own) else example_of(form, chat.language)}"
    if words.has(own):
        return f'{{"{called}": {{"{key}": {words(own)}}}}}'
    return line_of(form, chat.language, key)


def _argument_lines(chat: Chat, command: Command) -> list[str]:
    words = chat.words
    lines = []
    for arg in command.args:
        optional = arg.kind == FLAG or not arg.required
        must = words("help.optional") if optional else ""
        lines.append(f"  {words.argument(arg.name, command.key)}{must} {_keys(chat, arg)}".rstrip())
    return lines


def _keys(chat: Chat, arg: Field) -> str:
    """How an argument is given by name: `优=`, `+…`, or the bare word of a flag."""
    keys = [key for key in arg.keys if chat.language != "en" or key.isascii()] or [arg.name]  # its name is always one
    if arg.kind == FLAG:
        return " ".join(keys)
    if not (arg.keys or arg.keyed):
        return ""
    return " ".join(f"{k}…" if k in "+-" else f"{k}=" for k in keys)
