"""`ludex docs`: write the reference pages that are made from the code: rules, rulings, commands, options, procedures.

They are not kept with the source: anyone who wants them as files writes them anew; the server shows the rules by itself.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from ludex.core.deeds import Command
from ludex.core.packs import spare_words
from ludex.core.plain import Written
from ludex.core.system import System
from ludex.table.registry import systems
from ludex.text.commands.index import COMMON
from ludex.text.lexicon import Common
from ludex.text.words import LANGUAGES, Words, chapters

_HEADS = {
    "zh": {
        "rules": "规则参考",
        "rulings": "裁定",
        "commands": "指令参考",
        "common": "每张桌子都有的指令",
        "options": "桌面选项",
        "procedures": "流程",
        "note": "本页由 `make docs` 从程序写成。",
    },
    "en": {
        "rules": "Rule reference",
        "rulings": "Rulings",
        "commands": "Commands",
        "common": "Commands of every table",
        "options": "Table options",
        "procedures": "Procedures",
        "note": "This page is written from the code by `make docs`.",
    },
}


def docs(*, folder: Path = Path("build/docs")) -> None:
    """Write the generated reference pages.

    Parameters
    ----------
    folder
        Where to write them.
    """
    for path, text in pages().items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, "utf-8")
        print(target)


def pages() -> dict[str, str]:
    found: dict[str, str] = {}
    for language in LANGUAGES:
        found[f"commands/common.{language}.md"] = "\n".join(_common(Words(language), language))
        for system in systems().values():
            words = Words(language, system.package)
            found[f"rules/{system.id}.{language}.md"] = "\n".join(_rules(system, words, language))
            found[f"rulings/{system.id}.{language}.md"] = "\n".join(_rulings(system, words, language))
            found[f"commands/{system.id}.{language}.md"] = "\n".join(_commands(system, words, language))
    return found


def _rules(system: System, words: Words, language: str) -> Iterator[str]:
    heads = _HEADS[language]
    yield f"# {words('system.title')}: {heads['rules']}\n"
    yield f"{heads['note']}\n"
    found = chapters(system.package, language)
    read = _read_as(system, language)
    yield " · ".join(f"[{chapter.title}](#{chapter.code.lower()})" for chapter in found) + "\n"
    for chapter in found:
        yield f'<a id="{chapter.code.lower()}"></a>\n\n## {chapter.title}\n'
        for name, body in chapter.clauses.items():
            yield f'<a id="{name.lower()}"></a>\n\n**{name}** {body.get("title", "")}\n\n{body.get("text", "")}\n'
            if name in read:
                yield f"{heads['rulings']}: {' · '.join(read[name])}\n"
    yield f"## {heads['options']}\n"
    yield from _options(system, words)
    yield f"## {heads['procedures']}\n"
    for name, procedure in sorted(system.procedures.items()):
        cited = ", ".join(procedure.clauses)
        yield f"- `{name}`: {procedure.summary}{f' ({cited})' if cited else ''}"
    yield ""


class Ruling(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a system reads its rulebook where that is silent, torn or mistaken."""

    title: str
    text: str
    clauses: list[str] = []
    options: list[str] = []


def rulings(package: str, language: str) -> Mapping[str, Ruling]:
    return msgspec.convert(spare_words(package, f"rulings.{language}.toml"), dict[str, Ruling])


def _read_as(system: System, language: str) -> dict[str, list[str]]:
    """The rulings on each clause, as links."""
    found: dict[str, list[str]] = {}
    for name, body in rulings(system.package, language).items():
        for clause in body.clauses:
            found.setdefault(clause, []).append(f"[{name}](../rulings/{system.id}.{language}.md#{name.lower()})")
    return found


def _rulings(system: System, words: Words, language: str) -> Iterator[str]:
    heads = _HEADS[language]
    yield f"# {words('system.title')}: {heads['rulings']}\n"
    yield f"{heads['note']}\n"
    known = {name for chapter in chapters(system.package, language) for name in chapter.clauses}
    for name, body in rulings(system.package, language).items():
        yield f'<a id="{name.lower()}"></a>\n\n**{name}** {body.title}\n\n{body.text}\n'
        if about := [c for c in body.clauses if c in known]:
            yield " · ".join(f"[{c}](../rules/{system.id}.{language}.md#{c.lower()})" for c in about) + "\n"


def _options(system: System, words: Words) -> Iterator[str]:
    for field in msgspec.structs.fields(system.options):
        title = words(f"options.{field.name}.title") if words.has(f"options.{field.name}.title") else field.name
        yield f"- `{field.name}` = `{_plain(field.default)}`: {title}"
    yield ""


def _plain(value: Written) -> str:
    return str(getattr(value, "value", value))


def _commands(system: System, words: Words, language: str) -> Iterator[str]:
    yield f"# {words('system.title')}: {_HEADS[language]['commands']}\n"
    yield f"{_HEADS[language]['note']}\n"
    for command in system.commands:
        yield from _command(words, command)


def _common(words: Words, language: str) -> Iterator[str]:
    yield f"# {_HEADS[language]['common']}\n"
    yield f"{_HEADS[language]['note']}\n"
    for command in COMMON:
        yield from _command(words, command)


def _command(words: Words, command: Command | Common) -> Iterator[str]:
    yield f"### {' '.join(f'`.{n}`' for n in command.names)}\n"
    yield (
        f"{words(f'commands.{command.key}.title')}。"
        if words.language == "zh"
        else f"{words(f'commands.{command.key}.title')}."
    )
    if words.has(f"commands.{command.key}.help"):
        yield words(f"commands.{command.key}.help")
    if command.example:
        yield f"\n`{command.example}`"
    yield ""
