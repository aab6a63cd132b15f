"""Fields as deeds of every system declare them: by key alone, flags, and whose word they are; deeds that only hand theirs on."""

from collections.abc import Callable

from msgspec.structs import replace

from ludex.core.deeds import FLAG, OWN, TEXT, Among, Asked, Do, Field, by_gm
from ludex.core.plain import Plain
from ludex.core.principals import EVERYBODY, Who
from ludex.core.terms import Term

DIFFICULTY, CIRCUMSTANCE, SHEET, STORY = map(by_gm, ("difficulty", "circumstance", "sheet", "story"))
"""The kinds of the GM's word."""

Default = str | int | float | None


def keyed(
    name: str,
    *keys: str,
    kind: str = TEXT,
    default: Default = None,
    several: bool = False,
    owner: str = OWN,
    among: tuple[str, ...] | Among = (),
    refusal: str = "",
    terms: type[Term] | None = None,
) -> Field:
    """A field that may be left out, and is given by key only."""
    held = Field(name, kind, required=False, keys=keys, keyed=True, default=default, several=several)
    return replace(held, owner=owner, among=among, refusal=refusal, terms=terms)


def flag(name: str, *keys: str, owner: str = OWN) -> Field:
    """A word that is there or not."""
    return Field(name, FLAG, required=False, keys=keys, owner=owner)


def said_by(owner: str, *fields: Field) -> tuple[Field, ...]:
    """The same fields as somebody else's word."""
    return tuple(replace(field, owner=owner) for field in fields)


def whom(asked: Asked) -> str:
    """Whom a line is about: the one named (`who`), else the one who acts."""
    return asked.args.get("who") or asked.actor


def _everybody(_asked: Asked, _given: Plain) -> tuple[Who, ...]:
    return (EVERYBODY,)


def calls(
    procedure: str,
    *fields: str,
    who: str = "",
    by: Callable[[Asked], str] = whom,
    heard: Callable[[Asked, Plain], tuple[Who, ...]] = _everybody,
    **inputs: str,
) -> Callable[[Asked], Do]:
    """A deed that hands its fields on as they are, by their own names, or (`inputs`) by those that the procedure has for them; what was left
    out is the procedure's to know. `who`: the procedure's name for the one whom it is about, found by `by`; `heard`: who hears of it.
    """
    taken = {**dict(zip(fields, fields, strict=True)), **inputs}

    def run(asked: Asked) -> Do:
        given = {who: by(asked)} if who else {}
        given |= {name: asked[field] for name, field in taken.items() if asked[field] is not None}
        return Do(procedure, given, heard(asked, given))

    return run
