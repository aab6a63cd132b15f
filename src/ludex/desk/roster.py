"""A desk's verbs about characters: taking one along as a file, bringing one in, editing a sheet field by field."""

import re

import msgspec

from ludex.core.deeds import Do
from ludex.core.errors import RuleError
from ludex.core.plain import Written
from ludex.core.principals import EVERYBODY, GM, PLAYER, Who, actor as actor_principal, seat as seat_principal
from ludex.core.say import Say, say
from ludex.core.sheets import Entry, Record
from ludex.desk.allowing import wished
from ludex.desk.desk import Desk
from ludex.desk.reading import check_fit
from ludex.table.amend import steps
from ludex.table.characters import Adopt, Came, Chapter, Character, Edit, Origin, read_file, sheets_of
from ludex.table.logbook import Logbook
from ludex.table.memory import Act, Memory
from ludex.table.naming import clean_name
from ludex.table.playing import Outcome
from ludex.table.preludes import CHANGE
from ludex.table.seats import check_acts_for
from ludex.table.sessions import Session, sessions

SHEET = ("sheet",)
"""The kind of the GM's word that a sheet is."""


class SheetField(msgspec.Struct, frozen=True):
    """A field of a sheet as a form has it: its key, its name in both languages, what it takes and what stands in it.

    `left`: it is what is left of a resource, which the sheet shows as a bar.
    """

    name: str
    zh: str
    en: str
    kind: str
    value: Written
    choices: dict[str, tuple[str, str]] = {}
    low: int | None = None
    high: int | None = None
    left: bool = False


class SheetForm(msgspec.Struct, frozen=True):
    """A sheet to be edited. `word`: what an edit by this seat is now: `own`, `ask` (a proposal) or `strict` (refused)."""

    actor: str
    name: str
    word: str
    fields: tuple[SheetField, ...]


async def export(desk: Desk, actor: str) -> Character:
    """The file of a character that this seat holds, as the seat knows her; the GM takes anybody along."""
    table, system = desk.table, desk.table.system
    if desk.seat.role not in (PLAYER, "gm"):
        raise RuleError("observers_watch")
    check_acts_for(desk.seat, actor)
    await table.on_disk()
    head = await Logbook(table).head(desk.seat)
    sheets, memory, state = sheets_of(system), table.memory, desk.state
    record = sheets.travels(state, sheets.of(state, actor))
    came = memory.came.get(actor, Came())
    here = Origin(table.id, memory.name, desk.last, head, table.clock())
    return Character(
        system=system.id,
        version=system.version,
        name=system.actors(state).get(actor, actor),
        record=sheets.packed(record),
        content={kind: dict(things) for kind, things in sheets.leans(state, record).items() if things},
        origin=here,
        story=(*came.story, *_arrival(came.origin), *_chapters(memory, actor)),
        notes=came.notes,
    )


def _arrival(origin: Origin) -> tuple[Chapter, ...]:
    return (Chapter(origin.at, origin.name or origin.table, "came"),) if origin.table else ()


def _chapters(memory: Memory, actor: str) -> tuple[Chapter, ...]:
    """The sessions of this table that a character was in, with what they brought."""
    there = [one for one in sessions(memory.frames, memory.head) if any(actor in who.actors for who in one.present)]
    return tuple(Chapter(one.opened, memory.name, "session", _told(one)) for one in there)


def _told(session: Session) -> str:
    return f"{session.title} · {session.reward}" if session.reward else session.title


async def adopt(
    desk: Desk, text: str | bytes, *, name: str = "", side: str = "", line: str = "", free: bool = False
) -> Outcome:
    """Bring a character from her file: the GM at once, a player as a proposal unless she is `free` to. The one who brings her holds her."""
    if desk.seat.role not in (PLAYER, "gm"):
        raise RuleError("observers_watch")
    file, called = read_file(desk.table.system, text), clean_name(name) if name else ""
    prelude, own = wished(desk, () if desk.seat.gm or free else SHEET)
    if prelude is not None:
        prelude = msgspec.structs.replace(prelude, note=_judged_by(desk, file))
    do = Do("ludex.adopt", Adopt(file, called, seat_principal(desk.seat.id), side, put=prelude is not None))
    return await desk.table.act(desk.seat, do, line=line or f".导入 {file.name}", prelude=prelude, own_word=own)


NOTED = 16
"""So many fields of a card stand in the question whether she may come."""


def _judged_by(desk: Desk, file: Character) -> Say | None:
    """What stands on the card of somebody who would come, for the GM who is asked; nothing where it cannot be read."""
    sheets = sheets_of(desk.table.system)
    if sheets.problems(file.record):
        return None
    came = sheets.unpacked(file.record, "?", file.name)
    found = [one for entry in sheets.entries if not entry.own and _telling(one := _field(entry, entry.of(came)))]
    place = 1 if desk.language == "en" else 0  # what she calls them: it is her wish
    shown = sheets.shown(desk.table.memory.state, came)
    return say("questions.card_note", card=[*(_in_words(one, place) for one in found[:NOTED]), *shown])


UNTOLD: tuple[Written | tuple[()], ...] = (None, "", 0, False, [], (), {})


def _telling(field: SheetField) -> bool:
    """Whether a field says something to people: it is not empty, and no bare key that only the rules read."""
    bare = isinstance(field.value, str) and not field.choices and re.fullmatch("[a-z_]+", field.value) is not None
    return field.value not in UNTOLD and not bare


def _in_words(field: SheetField, place: int) -> str:
    """A field of a card in one language: what it is called, and what stands in it."""
    values = field.value if isinstance(field.value, list | tuple) else [field.value]
    told = [field.choices[str(one)][place] if str(one) in field.choices else str(one) for one in values]
    return f"{(field.zh, field.en)[place]} {', '.join(told)}"


def form(desk: Desk, actor: str) -> SheetForm:
    """A sheet as this seat may edit it."""
    system, mine = desk.table.system, record(desk, actor)
    entries = sheets_of(system).entries
    fields = tuple(_field(one, one.now(desk.state, actor) if one.now else one.of(mine)) for one in entries)
    return SheetForm(actor, system.actors(desk.state).get(actor, actor), trust(desk, actor), fields)


def record(desk: Desk, actor: str) -> Record:
    """A sheet's record, as this seat may know it; refused to anyone who does not act for its actor."""
    check_acts_for(desk.seat, actor)
    return sheets_of(desk.table.system).of(desk.state, actor)


def _field(entry: Entry, held: Written) -> SheetField:
    choices = {t.value: (t.zh, t.en) for t in entry.terms} if entry.terms else {}
    value = msgspec.to_builtins(held, enc_hook=str)
    return SheetField(entry.name, *entry.called, entry.kind, value, choices, *entry.limits, left=entry.now is not None)


def trust(desk: Desk, actor: str) -> str:
    """What an edit by this seat is: its own word, a proposal, or nothing that it may do."""
    sheets, state = sheets_of(desk.table.system), desk.table.memory.state
    mine = sheets.of(state, actor)
    if desk.seat.gm or sheets.draft(state, mine, mine):
        return "own"
    word = desk.table.memory.settings.trusts("sheet", desk.table.scope())
    return "own" if word == "open" else word


async def edit(desk: Desk, actor: str, entry: str, value: Written, *, line: str = "") -> Outcome:
    """Set one field of a sheet: the GM any, a player her own as a proposal, freely while it is a draft."""
    if desk.seat.role not in (PLAYER, "gm"):
        raise RuleError("observers_watch")
    check_acts_for(desk.seat, actor)
    check_fit(value, entry)
    table = desk.table
    sheets = sheets_of(table.system)
    before, meant = sheets.of(table.memory.state, actor), sheets.entry(entry)
    written = line or f".改卡 {meant.called[0]} {value}"
    if meant.deed is not None:
        done = await desk.do(meant.deed(actor, str(value)), line=written)
        if not isinstance(done, Outcome):
            raise RuleError("other_deed")
        return done
    after = sheets.edited(table.memory.state, actor, meant, value)
    draft = sheets.draft(table.memory.state, before, after)
    prelude, own = (None, ()) if desk.seat.gm or draft else wished(desk, SHEET)
    do = Do("ludex.edit", Edit(actor, meant.name, value, lawful=not desk.seat.gm), _audience(desk, actor, meant))
    return await table.act(desk.seat, do, line=written, prelude=prelude, own_word=own)


def followed(desk: Desk, path: str, value: Written) -> tuple[str, str] | None:
    """The character and the field of her sheet that a path of the state names (`people[ann].level`), where more follows from the value than itself."""
    system, state = desk.table.system, desk.table.memory.state
    shelf, said, *rest = (*steps(path), "", "")
    who = next((actor for actor, name in system.actors(state).items() if said in (actor, name)), "")
    known = [one for one in system.sheets.entries if one.deed is None] if system.sheets else []
    entry = next((one for one in known if [*one.path, "", ""] == rest), None)
    if system.sheets is None or shelf != system.sheets.shelf or not who or entry is None:
        return None
    try:
        plain = entry.put(system.sheets.of(state, who), entry.read(value))
        return None if system.sheets.edited(state, who, entry, value) == plain else (who, entry.name)
    except (RuleError, msgspec.ValidationError):
        return None  # no value of a sheet: the GM may still put it there


def changed(act: Act, said: str) -> str | None:
    """The answer that changes a proposed edit to another value; None of any other act."""
    if act.asked.procedure != "ludex.edit":
        return None
    given = msgspec.json.decode(act.asked.given, type=Edit)
    return f"{CHANGE}:{msgspec.json.encode(msgspec.structs.replace(given, value=said, lawful=False)).decode()}"


def _audience(desk: Desk, actor: str, entry: Entry) -> tuple[Who, ...]:
    """Who knows of an edit: everybody of a player's character's, her player alone of what is her own; the GM alone of anybody else's."""
    if entry.own:
        return (GM, actor_principal(actor))
    held = any(actor in seat.controls for seat in desk.table.memory.seats.values() if not seat.gm)
    return (EVERYBODY,) if held else (GM,)
