"""What happens is told: every event of the kit has a phrase or keeps the books, and every phrase an event that fills it."""

import re
from collections.abc import Iterator
from typing import get_args

import msgspec

from ludex.core.system import System
from ludex.kit.called import columns
from ludex.kit.events import BOOKS, COMMON, Event
from ludex.kit.people import Crowd
from ludex.kit.stocking import EVENTS as STOCKED
from ludex.kit.witness import gaps_in
from ludex.testing.games import demand
from ludex.text.words import Words

HIDDEN = "_hidden"
FACTS = {
    "counted": {"who", "what", "before", "after", "by"},
    "gained": {"who", "what", "value"},
    "lost": {"who", "what", "value"},
    "became": {"who", "what", "before", "after"},
}
"""What fills the phrases of the kit's own events."""
SECTION = re.compile(r"events\.(\w+)")


def check_told(system: System) -> str:
    """Demand that nothing happens without a word; a note on how many events there are. A system without the kit's events words its own."""
    if not any(issubclass(one, Event) for one in _kinds(system)):
        return ""
    own = _own_events(system)
    phrases = {
        key.removeprefix("events."): text
        for key, text in Words("zh", system.package).own().items()
        if SECTION.fullmatch(key)
    }
    phrases |= {key.removeprefix("events."): pair[0] for key, pair in system.words.items() if SECTION.fullmatch(key)}
    for tag, event in own.items():
        demand(_is_told(tag, event, phrases), _mending(tag, event))
    for key, phrase in phrases.items():
        _check_phrase(system, own, key, phrase)
    return f"{len(own)} events" if own else ""


def _kinds(system: System) -> list[type]:
    return [one for one in get_args(system.event) or (system.event,) if isinstance(one, type)]


def _own_events(system: System) -> dict[str, type[Event[Crowd]]]:
    """The events that a system has beside the kit's, by what the log calls them."""
    own = [one for one in _kinds(system) if issubclass(one, Event) and one not in (*COMMON, *STOCKED)]
    return {str(one.__struct_config__.tag): one for one in own}


def _is_told(tag: str, event: type[Event[Crowd]], phrases: dict[str, str]) -> bool:
    tells_itself = event.tell is not Event.tell
    return tells_itself or event.told_as is BOOKS or any(key.startswith(tag) for key in phrases)


def _mending(tag: str, event: type[Event[Crowd]]) -> str:
    gaps = " ".join(f"{{{name}}}" for name in event.__struct_fields__)
    return (
        f"nobody hears of {event.__name__}: write its phrase into [events] of the words, "
        f'{tag} = ["{gaps}", "{gaps}"], or `told_as = kit.BOOKS` into the class if it only keeps the books'
    )


def _check_phrase(system: System, own: dict[str, type[Event[Crowd]]], key: str, phrase: str) -> None:
    """A phrase belongs to an event, its gaps are filled by it, and one for those who may not know names nothing hidden."""
    found = own.get(key.removesuffix(HIDDEN))
    facts = FACTS.get(key.partition("_")[0]) if found is None else set(found.__struct_fields__)
    if found is None and not _is_entry(own, key) and not _is_common(system, key):
        demand(
            False, f"events.{key} tells no event: there are {', '.join(own)}, and the kit's with a field ({_EXAMPLE})"
        )
    if found is None and _is_entry(own, key):
        facts = {"who", "value"}
    for gap in sorted(gaps_in(phrase) - (facts or set())):
        demand(
            False, f"events.{key} has a gap {{{gap}}}, and nothing fills it: there are {', '.join(sorted(facts or ()))}"
        )
    if found is not None and key.endswith(HIDDEN):
        hidden = {c.name for c in columns(found) if c.called is not None and c.called.hidden}
        demand(
            not hidden & gaps_in(phrase),
            f"events.{key} names {{{', '.join(hidden & gaps_in(phrase))}}}, which is hidden",
        )


_EXAMPLE = "counted_oil, counted_oil_empty, gained_gear, became_stance"


def _is_entry(own: dict[str, type[Event[Crowd]]], key: str) -> bool:
    """Whether it is the phrase for one entry of a table that an event holds (`scene_ended_scars`)."""
    return any(key == f"{tag}_{field}" for tag, event in own.items() for field in event.__struct_fields__)


def _is_common(system: System, key: str) -> bool:
    """Whether it is a phrase for one of the kit's own events: by itself, or for one field."""
    return key.removesuffix(HIDDEN) in set(_common_keys(system))


def _common_keys(system: System) -> Iterator[str]:
    yield from (*FACTS, "joined", "parted", "revealed")
    for name in {one.name for record in _records(system) for one in columns(record)}:
        yield from (f"{tag}_{name}" for tag in FACTS)
        yield from (f"counted_{name}_empty", f"counted_{name}_full")


def _records(system: System) -> Iterator[type[msgspec.Struct]]:
    """The struct of a state, and that of the people in it."""
    yield system.state
    people = next((field.type for field in msgspec.structs.fields(system.state) if field.name == "people"), None)
    yield from (one for one in get_args(people) if isinstance(one, type) and issubclass(one, msgspec.Struct))
