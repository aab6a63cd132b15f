"""Characters that travel, and sheets that are edited by hand: what every system has alike.

A character's file is her record, the content of her table that she leans on, where she comes from (table, entry, seal) and her
history. It comes in as an act like any other: everything that is wrong with it is named at once, before anything is changed. A
field of a sheet is set by its name, and what follows from it is worked out by the system.

The event by which a character's record comes to the table or is written anew, whatever the system: an import, an edited field.
"""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from ludex.core.asks import Option, choose, happen
from ludex.core.bounds import unfit
from ludex.core.checking import misfits, nodes, shape_problem, slim
from ludex.core.deeds import refusal_of
from ludex.core.errors import RuleError
from ludex.core.packs import pasted_json
from ludex.core.plain import Plain
from ludex.core.principals import GM, Who
from ludex.core.rule import Procedure, procedure
from ludex.core.say import Say, say
from ludex.core.sheets import Entry, Sheets, plain_sheets, say_entry
from ludex.core.system import System
from ludex.core.view import Card
from ludex.table.naming import clean_name
from ludex.table.upcasting import upcast


class Rewritten(msgspec.Struct, frozen=True, tag="ludex.rewritten", forbid_unknown_fields=True):
    """A character's record is now this one, in place of the one before or as a newcomer's."""

    actor: str
    record: Any


def sheets_of(system: System) -> Sheets:
    """How a system keeps its characters: as it declares, or as its structs say."""
    found = system.sheets or plain_sheets(system.state)
    if found is None:
        raise RuleError("no_sheets", system=system.id)
    return found


def rewrite(system: System, state: Any, event: Rewritten) -> Any:
    """The state with that record on its shelf."""
    sheets = sheets_of(system)
    try:
        record = msgspec.convert(event.record, sheets.record)
    except msgspec.ValidationError as error:
        raise RuleError("misfit", path=event.actor, value="", problem=shape_problem(error, where="")) from None
    shelf = getattr(state, sheets.shelf)
    if isinstance(shelf, Mapping):
        return replace(state, **{sheets.shelf: {**shelf, event.actor: record}})
    if any(one.id == event.actor for one in shelf):
        return replace(state, **{sheets.shelf: tuple(record if one.id == event.actor else one for one in shelf)})
    return replace(state, **{sheets.shelf: (*shelf, record)})


FORMAT = 1
"""The present form of a character's file."""

LONGEST = 400_000
"""Letters of a file that is read at all."""

MOST = 20_000
"""Values in a file that is read at all."""

SORT = "character"


class Origin(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a character comes from: the table, the entry of its log that she was written down after, and that entry's hash."""

    table: str = ""
    name: str = ""
    entry: int = 0
    seal: str = ""
    at: str = ""


class Chapter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line of a character's history: when, at which table, what (`session`, `came`), and in words."""

    at: str
    table: str
    what: str
    text: str = ""


class Character(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A character's file."""

    ludex: str = SORT
    format: int = FORMAT
    system: str
    version: int = 1
    name: str
    record: Any
    content: dict[str, Any] = {}
    origin: Origin = Origin()
    story: tuple[Chapter, ...] = ()
    notes: tuple[str, ...] = ()


class Came(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a character brought along beside her record."""

    origin: Origin = Origin()
    story: tuple[Chapter, ...] = ()
    notes: tuple[str, ...] = ()


class Adopt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A character's file as it was brought, the name she is to have here (empty: her own), who is asked about it and her side (empty: asked).

    `put`: the player who brings her needs the GM's word, for her and for what she brings along.
    """

    file: Character
    name: str = ""
    asks: Who = GM
    side: str = ""
    put: bool = False


class Adopted(msgspec.Struct, frozen=True):
    """Somebody has come to the table."""

    actor: str
    name: str
    came: Came


class Edit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One field of a sheet and what it is to be. `lawful`: only as far as the rulebook allows."""

    actor: str
    entry: str
    value: Any
    lawful: bool = True


class Change(msgspec.Struct, frozen=True):
    """A field of a sheet, before and after."""

    entry: Say
    before: Any
    after: Any


class Edited(msgspec.Struct, frozen=True):
    """A sheet was edited: the field itself, and those that followed from it; `notes`: what else came of it."""

    actor: str
    name: str
    changes: tuple[Change, ...]
    notes: tuple[Say, ...] = ()


# --- files -----------------------------------------------------------------------------------------------------------


def is_file(text: str) -> bool:
    """Whether a text looks like a character's file at all."""
    return '"ludex"' in text[:200] and text.lstrip().startswith("{")


def read_file(system: System, text: str | bytes) -> Character:
    """A character's file for a system, or one refusal (`bad_import`) that names everything that is wrong with it."""
    plain = _plain(text)
    problems = misfits({"system": "", "name": "", "record": {}, **plain}, Character, "file")
    foreign = _foreign(system, plain)
    problems += foreign
    record = None if foreign else _present(system, plain, problems)
    if record is not None:
        problems += sheets_of(system).problems(record)
    if problems:
        raise RuleError("bad_import", problems=problems)
    now = {"record": record, "version": system.version, "name": clean_name(plain["name"])}
    return msgspec.convert({**plain, **now}, Character)


def _plain(text: str | bytes) -> dict[str, Any]:
    """What stands in a file; what is too much of anything is refused before it is looked at closely."""
    if len(text) > LONGEST:
        raise RuleError("file_too_long", length=len(text), limit=LONGEST)
    try:
        found = pasted_json(text.decode() if isinstance(text, bytes) else text)
    except (ValueError, UnicodeDecodeError):
        raise RuleError("bad_import", problems=[say("content.not_json")]) from None
    if not isinstance(found, dict) or found.get("ludex") != SORT:
        raise RuleError("bad_import", problems=[say("content.no_character_file")])
    if wrong := unfit(found):
        raise RuleError("bad_import", problems=[wrong.problem])
    if nodes(found) > MOST:
        raise RuleError("file_too_long", length=nodes(found), limit=MOST)
    return found


def _foreign(system: System, plain: Plain) -> list[Say]:
    """A file of another system, of a newer one, or of a newer Ludex."""
    problems = [
        say("content.missing_field", where="file", field=f) for f in ("system", "name", "record") if f not in plain
    ]
    if plain.get("system", system.id) != system.id:
        problems.append(say("content.other_system", system=str(plain["system"])[:40], here=system.id))
    for field, known in (("format", FORMAT), ("version", system.version)):
        found = plain.get(field, 1)
        if isinstance(found, int) and not 1 <= found <= known:
            problems.append(say("content.newer", where=field, found=found, known=known))
    name = plain.get("name")
    if isinstance(name, str):
        try:
            clean_name(name)
        except RuleError as error:
            problems.append(say("content.unlawful", where="name", problem=say(f"errors.{error.code}", **error.facts)))
    return problems


def _present(system: System, plain: Plain, problems: list[Say]) -> Any:
    """The record as the present version of the system writes it: an upcast gets it where it stands in a state. What is no record of the
    version that the file names is a problem, and None."""
    version, sheets = plain.get("version", 1), sheets_of(system)
    if version == system.version or not isinstance(plain["record"], Mapping):
        return plain["record"]
    try:
        if not isinstance(version, int):
            raise TypeError("a version is a number")
        shelved = upcast(system, version, {sheets.shelf: {"?": plain["record"]}})
        return shelved[sheets.shelf]["?"]
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError):
        problems.append(say("content.not_of_version", version=str(version)[:40], known=system.version))
        return None


def written(file: Character) -> str:
    """A character's file as text."""
    head = {"ludex": SORT, "format": FORMAT, "system": file.system, "version": file.version}
    return msgspec.json.encode({**head, **slim(file)}).decode()


# --- acts ------------------------------------------------------------------------------------------------------------


def procedures(system: System) -> dict[str, Procedure]:
    """Bringing a character and editing a sheet, as procedures of a system's tables."""

    async def adopt(state: Any, given: Adopt) -> Adopted:
        """Somebody comes from another table, as her file says."""
        return await _adopt(system, state, given)

    async def edit(state: Any, given: Edit) -> Edited:
        """One field of a sheet is set by hand."""
        return await _edit(system, state, given)

    return {
        "ludex.adopt": procedure(adopt, name="ludex.adopt"),
        "ludex.edit": procedure(edit, name="ludex.edit"),
    }


async def _adopt(system: System, state: Any, given: Adopt) -> Adopted:
    sheets, file = sheets_of(system), given.file
    if problems := sheets.problems(file.record):
        raise RuleError("bad_import", problems=problems)
    name = await _free_name(system, state, given.name or file.name, given.asks)
    actor = _free_id(system, state, name)
    record = sheets.unpacked(file.record, actor, name)
    if wrong := list(sheets.wrong(state, record)):
        raise RuleError("bad_import", problems=[_told(error) for error in wrong])
    if given.side or len(sheets.sides(state)) > 1:
        record = msgspec.structs.replace(record, side=await _side(sheets.sides(state), name, given))
    puts = sheets.puts if given.put else None
    for event in sheets.takes(state, file.content) if file.content and puts is None else ():
        state = await happen(event)
    events = sheets.joins(state, record, actor) if sheets.joins else (Rewritten(actor, slim(record)),)
    for event in events:
        state = await happen(event)
    for event in puts(state, file.content, actor) if file.content and puts is not None else ():
        state = await happen(event)
    return Adopted(actor, name, Came(file.origin, file.story, file.notes))


def _told(error: RuleError) -> Say:
    """A refusal as one problem among others."""
    refusal = refusal_of(error)
    return say(f"errors.{refusal.code}", **dict(refusal.facts))


async def _free_name(system: System, state: Any, name: str, who: Who) -> str:
    """The name she has here: where somebody is called so already, the player who brought her is asked."""
    taken = set(system.actors(state).values())
    while name in taken:
        spare = next(f"{name}{n}" for n in range(2, 1000) if f"{name}{n}" not in taken)
        options = (
            Option(spare, say("answers.same_name", name=spare)),
            Option("name:<name>", say("answers.other_name")),
        )
        answer = await choose(who, say("questions.name_taken", name=name), options, about="name")
        said = options[1].match(answer)
        name = clean_name(said["name"]) if said else answer
    return name


async def _side(sides: tuple[tuple[str, str], ...], name: str, given: Adopt) -> str:
    """Whose party she joins: as it was said, else asked of the player who brought her."""
    if given.side:
        return next((side for side, called in sides if given.side in (side, called)), given.side)
    options = tuple(Option(side, say("answers.to_side", side=called)) for side, called in sides)
    return await choose(given.asks, say("questions.which_side", name=name), options, about="side")


def _free_id(system: System, state: Any, name: str) -> str:
    taken = system.actors(state)
    return name if name not in taken else next(f"{name}{n}" for n in range(2, 1000) if f"{name}{n}" not in taken)


async def _edit(system: System, state: Any, given: Edit) -> Edited:
    sheets = sheets_of(system)
    entry, before = sheets.entry(given.entry), sheets.of(state, given.actor)
    after = sheets.edited(state, given.actor, entry, given.value)
    wrong = sheets.refusals(state, entry, after)
    if wrong and given.lawful:
        raise wrong[0]
    name = system.actors(state).get(given.actor, given.actor)
    if after is before or after == before:
        return Edited(given.actor, name, _changes(sheets, entry, before, before))
    now = await happen(Rewritten(given.actor, slim(after)))
    notes = await sheets.follows(state, now, given.actor) if sheets.follows else ()
    return Edited(given.actor, name, _changes(sheets, entry, before, sheets.of(now, given.actor)), notes)


def _changes(sheets: Sheets, first: Entry, before: Any, after: Any) -> tuple[Change, ...]:
    """The field that was set, then whatever else of the sheet is otherwise now."""
    others = [one for one in sheets.entries if one != first and one.of(before) != one.of(after)]
    return tuple(Change(say_entry(one), _shown(before, one), _shown(after, one)) for one in (first, *others))


def _shown(record: Any, entry: Entry) -> Any:
    if entry.shows is not None:
        return entry.shows(entry.of(record))
    value = msgspec.to_builtins(entry.of(record), enc_hook=str)
    if entry.terms is not None and isinstance(value, str):
        return say(f"terms.{value}")
    return value


def card(result: Any) -> Card | None:
    """How they are told; None of anything else."""
    match result:
        case Adopted():
            lines = (say("told.adopted", name=result.name), *_from(result.came.origin))
            return Card(say("told.adopt_title"), lines=lines)
        case Edited():
            lines = tuple(
                say("told.edited", entry=c.entry, before=_text(c.before), after=_text(c.after)) for c in result.changes
            )
            return Card(say("told.edit_title", name=result.name), lines=(*lines, *result.notes))
    return None


def _from(origin: Origin) -> tuple[Say, ...]:
    if not origin.table:
        return ()
    return (say("told.adopted_from", table=origin.name or origin.table, at=origin.at[:10], entry=origin.entry),)


def _text(value: Any) -> Any:
    if isinstance(value, list):
        return [_text(one) for one in value]
    return "—" if value in (None, "") else value
