"""What of an effect nothing would ever read: it is refused when it is written, with the reason, and stays as it is where a log holds it."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from ludex.core.effects.records import Effect
from ludex.core.effects.vocabulary import Vocabulary
from ludex.core.errors import RuleError
from ludex.core.packs import Kind, Pack
from ludex.core.say import Label, Say, say


def effects_in(thing: Any) -> Iterator[Effect]:
    """Every effect that a thing holds, however deep."""
    if isinstance(thing, Effect):
        yield thing
    elif isinstance(thing, msgspec.Struct):
        yield from (found for name in thing.__struct_fields__ for found in effects_in(getattr(thing, name)))
    elif isinstance(thing, Mapping):
        yield from (found for one in thing.values() for found in effects_in(one))
    elif isinstance(thing, list | tuple):
        yield from (found for one in thing for found in effects_in(one))


def idle_parts(words: Vocabulary, effect: Effect) -> Iterator[Say]:
    """A modifier without a value, a trigger or use without a step; an aura where nobody stands at a distance."""
    for modifier in (one for one in effect.modifiers if not one.give):
        quantity = words.word("quantities", modifier.of)
        ways = [way for way in words.gives if quantity is None or way.key in quantity.gives]
        of: Label = say(f"effects.quantities.{modifier.of}") if quantity else modifier.of
        yield say("content.no_value", of=of, ways=[say(f"effects.gives.{way.key}") for way in ways])
    if any(not (trigger.do or trigger.ask) for trigger in effect.triggers):
        yield say("content.no_steps")
    if effect.aura and not words.auras:
        yield say("content.no_aura")


def check_acts(words: Vocabulary, packs: Pack, kinds: Iterable[Kind] = ()) -> None:
    """Refuse a pack with effects of which something would never act; all of it is named at once."""
    if problems := [*idle_things(words, packs, kinds)]:
        raise RuleError("bad_content", problems=problems, kinds=[])


def idle_things(words: Vocabulary, packs: Pack, kinds: Iterable[Kind] = ()) -> Iterator[Say]:
    """The same of everything in a pack, each with its place, under what its kind is called."""
    called = {kind.name: next((name for name in kind.also if not name.isascii()), kind.name) for kind in kinds}
    for kind, things in packs.items():
        for name, thing in things.items():
            for effect in effects_in(thing):
                for problem in idle_parts(words, effect):
                    yield say("content.other", where=f"{called.get(kind, kind)}.{name}", problem=problem)
