"""Characters by chat: taking one along, bringing one in, changing a field of a sheet."""

import re

from ludex.core.errors import RuleError
from ludex.desk import roster
from ludex.table.characters import is_file, sheets_of, written
from ludex.text.chat import Chat
from ludex.text.grammar import pull_actors, tokens, without_actor
from ludex.text.lexicon import own_of
from ludex.text.reply import Reply

SIDE = re.compile(r"(?:阵营|side)[=＝](\S+)")
"""How a side is said behind a file."""


def _own(chat: Chat, names: list[str]) -> str:
    """Whom a line is about: who is named, else the seat's own."""
    actor = chat.desk.actor(names[0]) if names else chat.desk.own()
    if not actor:
        raise RuleError("whose")
    return actor


def maker(chat: Chat) -> str:
    """The line that makes a character at this table."""
    makes = chat.table.system.makes
    return f".{chat.called(chat.desk.command(makes))}" if makes else ".help"


async def export(chat: Chat, rest: str) -> Reply:
    """`.导出角色 [谁]`: a character as one file. Nobody of that name may be somebody whom a player wants to make."""
    name = rest.strip().lstrip("@＠")
    try:
        actor = _own(chat, [name] if name else [])
    except RuleError as error:
        if error.code != "unknown_actor":
            raise
        made = chat.words("elsewhere.character", make=maker(chat))
        raise RuleError(error.code, clause=error.clause, **{**error.facts, "hint": made}) from None
    chat.check_acts_for(actor)
    file = await roster.export(chat.desk, actor)
    return Reply(chat.words("told.exported", name=file.name) + "\n" + written(file))


async def export_or_own(chat: Chat, rest: str) -> Reply:
    """`.导出 [谁]`: the file, unless the system has an export of its own; `.导出 全部` is the file everywhere."""
    own = own_of(chat, "导出")
    whole = rest.strip() in ("全部", "all", "file")
    if own is None or whole:
        return await export(chat, "" if whole else rest)
    return await chat.deed(own, rest, f".导出 {rest}")


async def adopt(chat: Chat, rest: str) -> Reply:
    """`.导入 {…} [阵营=敌人]`: a character from her file, and her side; anything else is for the system's own import."""
    own = own_of(chat, "导入")
    if own is not None and not is_file(rest):
        return await chat.deed(own, rest, f".导入 {rest}")
    file, brace, said = rest.rpartition("}")
    side = SIDE.fullmatch(said.strip())
    return await chat.told(await roster.adopt(chat.desk, file + brace if side else rest, side=side[1] if side else ""))


async def edit(chat: Chat, rest: str) -> Reply:
    """`.改卡 字段 值 [@谁]`: one field of a sheet; alone, which fields there are and what stands in them."""
    said = tokens(rest, list(chat.desk.actors().values()))
    names, _ = pull_actors(said)
    actor = _own(chat, names)
    chat.check_acts_for(actor)
    field, _, value = without_actor(rest, said).strip().partition(" ")
    field, equals, short = field.partition("=")
    if not field:
        return Reply(_form(chat, actor))
    if equals:
        value = f"{short} {value}".strip()
    if not value.strip():
        raise RuleError("missing_argument", arg="value", expected=["entry", "value"], hint=_form(chat, actor))
    entry = sheets_of(chat.table.system).entry(field)
    line = f".改卡 {entry.called[0]} {value.strip()} @{chat.called_actor(actor)}"
    return await chat.told(await roster.edit(chat.desk, actor, entry.name, value.strip(), line=line))


def _form(chat: Chat, actor: str) -> str:
    """The fields of a sheet with what stands in them."""
    form = roster.form(chat.desk, actor)
    english = chat.language == "en"
    words = [field.choices.get(str(field.value), (field.value, field.value))[english] for field in form.fields]
    shown = zip(form.fields, words, strict=True)
    lines = [f"{field.en if english else field.zh} = {chat.words.show(word)}" for field, word in shown]
    return "\n".join([chat.words("told.sheet_fields", name=form.name), *lines])
