"""Records -> people: a character as plain data, with its defaults, its class and gear from the catalogue."""

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

from ludex.core.errors import RuleError
from ludex.core.numerals import listed, record
from ludex.systems.boon.library import armor_named, class_named, item_named, spell_named
from ludex.systems.boon.options import Options
from ludex.systems.boon.sheet import AVERAGE, Character, Row
from ludex.systems.boon.state import Library, State

T = TypeVar("T")


def convert(record: Any, shape: type[T]) -> T:
    """A record as a struct, or a refusal that names the field."""
    try:
        return msgspec.convert(record, shape)
    except msgspec.ValidationError as error:
        raise RuleError("bad_input", problem=str(error)) from None


def character_from(given: Any, state: State) -> Character:
    """A character record with its defaults; class, gear and spells may be named by their ids."""
    facts = record(given, "character")
    facts["items"] = [_item(i, state.library) for i in listed(facts.get("items", ()), "items")]
    facts["spells"] = [_spell(s, state.library) for s in listed(facts.get("spells", ()), "spells")]
    if isinstance(armor := facts.get("armor"), str):
        facts["armor"] = _known(armor_named(armor, state.library), armor)
    _defaults(facts, _row(facts, state.library), state.options)
    return convert(facts, Character)


def _row(facts: Mapping[str, Any], library: Library) -> Row:
    """What the class of a record gives at its level."""
    name = convert(facts.get("class", ""), str)
    if not name:
        return Row()
    pack = class_named(name, library)
    if pack is None:
        raise RuleError("bad_class", clause="BOO-PCL-4", name=name)
    return pack.at(convert(facts.get("level", 0), int))


def _defaults(facts: dict[str, Any], row: Row, options: Options) -> None:
    """Fill in what a record does not state: from its class row, and from other values of its own."""
    if facts.get("class"):
        for name in ("hit", "hit_boons", "dodge", "block", "force", "training"):
            facts.setdefault(name, getattr(row, name))
    facts.setdefault("health", max(convert(facts.get("strength", AVERAGE), int) + row.health, 1))
    facts.setdefault("ap_max", options.default_ap if row.ap is None else row.ap)  # BOO-PAP-1
    facts.setdefault("ap", facts["ap_max"])


def _known(found: Any, name: str) -> Any:
    if found is None:
        raise RuleError("unknown_id", id=name)
    return msgspec.to_builtins(found)


def _item(item: Any, library: Library) -> Any:
    return _known(item_named(item, library), item) if isinstance(item, str) else item


def _spell(spell: Any, library: Library) -> Any:
    return _known(spell_named(spell, library), spell) if isinstance(spell, str) else spell
