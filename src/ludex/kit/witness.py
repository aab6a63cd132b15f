"""What one viewer knows of an act while its events tell themselves: who is there for her, and which values she may read.

States are redacted already. Whether she may read a value is asked of `redact` itself: a state with that value in it is redacted
again, and what does not come through is not hers to know.
"""

import re
from collections.abc import Iterator, Mapping

import msgspec

from ludex.core.deeds import ACTOR
from ludex.core.principals import Viewer
from ludex.core.say import Filling, Label, Say, say
from ludex.core.view import Delta, EventLine, Role
from ludex.kit.called import ME, Called, Column, columns
from ludex.kit.people import is_npc, name_of
from ludex.kit.shape import Shape, is_hidden, people_of

SCENE = ""
"""In place of somebody: the state itself has the number or the list."""

_GAP = re.compile(r"\{(\w+)")
PEOPLE = ("who", "whom")
"""Fields of an event that are somebody's id, whatever their types say."""


class Witness(msgspec.Struct, frozen=True):
    """One viewer of an act. `phrases`: what the system and the kit have words for, by key, in one language (gaps are the same in both)."""

    shape: Shape
    viewer: Viewer
    before: msgspec.Struct
    after: msgspec.Struct
    phrases: Mapping[str, str] = {}

    def person(self, who: str) -> msgspec.Struct | None:
        """Somebody who is there for her, or was until now."""
        found = people_of(self.after).get(who)
        return people_of(self.before).get(who) if found is None else found

    def is_new(self, who: str) -> bool:
        """Whether somebody is there for her now of whom she did not know."""
        return who in people_of(self.after) and who not in people_of(self.before)

    def name(self, who: str) -> Label | None:
        """How she calls somebody, or the scene; None if nobody of that id is there for her."""
        if who == SCENE:
            return say("kit.scene")
        one = self.person(who)
        return None if one is None else name_of(one)

    def column(self, who: str, what: str) -> Column | None:
        """The field of a sheet, or of the scene, where it is called something."""
        kind = self.shape.state if who == SCENE else self.shape.person
        found = next((one for one in columns(kind) if one.name == what), None) if kind is not None else None
        return found if found is not None and found.called is not None else None

    def reads(self, who: str, what: str, *values: Filling) -> bool:
        """Whether she would read each of these values in somebody's field, or the scene's."""
        return all(self._comes_through(who, what, value) for value in values)

    def _comes_through(self, who: str, what: str, value: Filling) -> bool:
        if who == SCENE:
            seen = self.shape.redact(msgspec.structs.replace(self.after, **{what: value}), self.viewer)
            return bool(getattr(seen, what) == value)
        one = self.person(who)
        if one is None:
            return False
        people = {**people_of(self.after), who: msgspec.structs.replace(one, **{what: value})}
        seen = self.shape.redact(msgspec.structs.replace(self.after, people=people), self.viewer)
        return who in people_of(seen) and getattr(people_of(seen)[who], what) == value

    def told(
        self,
        event: msgspec.Struct,
        *,
        usual: str = "",
        moved: Delta | None = None,
        facts: Mapping[str, Filling] | None = None,
    ) -> list[EventLine]:
        """An event by its phrase in `[events]`, else by the kit's usual one, filled with its fields.

        Where it names what is hidden from her she is told its other phrase (`_hidden`), or nothing.
        """
        keys = [*special_keys(event), usual]
        key = next((key for key in keys if key in self.phrases), "")
        if self._names_hidden(event, key):
            key, moved = next((f"{key}_hidden" for key in keys if f"{key}_hidden" in self.phrases), ""), None
        if not key:
            return list(self._entries(event))
        filled = say(
            key,
            **{
                **self._facts(event, key),
                **{name: value for name, value in (facts or {}).items() if name in gaps_in(self.phrases[key])},
            },
        )
        role, peak = getattr(event, "told_as", Role.EFFECT), getattr(event, "peak", 0)
        return [EventLine(filled, role, moved, peak), *self._entries(event)]

    def _names_hidden(self, event: msgspec.Struct, key: str) -> bool:
        """Whether an event is about somebody who is not there for her, or a phrase of it names what is hidden from her."""
        gaps = gaps_in(self.phrases.get(key, ""))
        for column in columns(type(event)):
            value = getattr(event, column.name)
            if is_person(column) and value and self.name(value) is None:
                return True
            if column.name in gaps and column.called is not None and self._hides(column.called, event):
                return True
        return False

    def _facts(self, event: msgspec.Struct, key: str) -> dict[str, Filling]:
        """What fills the gaps of a phrase: the event's fields as they are shown, without what is hidden from her."""
        found = dict[str, Filling]()
        gaps = gaps_in(self.phrases.get(key, ""))
        for column in (one for one in columns(type(event)) if one.name in gaps):
            value = getattr(event, column.name)
            if is_person(column):
                name = self.name(value)
                found[column.name] = say("roles.somebody") if name is None else name
            elif column.called is None or not self._hides(column.called, event):
                found[column.name] = self.shown(value)
        return found

    def _hides(self, called: Called, event: msgspec.Struct) -> bool:
        """Whether a field of an event is hidden from her: it belongs to those whom the event is about (`who` and `whom`)."""
        if not called.hidden or self.viewer.gm:
            return False
        whose = [getattr(event, name) for name in PEOPLE if getattr(event, name, "")]
        people = [one for who in whose if (one := self.person(who)) is not None]
        own = any(who in self.viewer.controls for who in whose)
        return is_hidden(called, self.viewer, own=own, npc=any(map(is_npc, people)))

    def label(self, what: str) -> Say:
        return say(f"fields.{what}")

    def shown(self, value: Filling) -> Filling:
        """A value by its name: somebody, a word of the rulebook, a thing; several one by one."""
        if isinstance(value, tuple):
            return [self.shown(one) for one in value]
        if isinstance(value, dict):
            return [say("kit.entry", what=self.shown(key), value=self.shown(one)) for key, one in value.items()]
        one = self.person(value) if isinstance(value, str) else None
        return self.shape.label(value) if one is None else name_of(one)

    def _entries(self, event: msgspec.Struct) -> Iterator[EventLine]:
        """A line for each entry of a table that has a phrase of its own (`scene_ended_scars`, with `{who}` and `{value}`)."""
        tag = tag_name(event)
        tables: dict[str, Filling] = {c.name: getattr(event, c.name) for c in columns(type(event))}
        for name, table in tables.items():
            key = f"events.{tag}_{name}"
            if isinstance(table, Mapping) and key in self.phrases:
                for who, value in table.items():
                    if (called := self.name(who)) is not None:
                        yield EventLine(say(key, who=called, value=self.shown(value)))


def gaps_in(phrase: str) -> set[str]:
    """The names of what fills a phrase."""
    return set(_GAP.findall(phrase))


def is_person(column: Column) -> bool:
    return column.name in PEOPLE or column.kind in (ACTOR, ME)


def people_in(record: msgspec.Struct | None) -> tuple[str, ...]:
    """The ids of everybody whom a record names in fields that are for people."""
    if not isinstance(record, msgspec.Struct):
        return ()
    held = [getattr(record, column.name) for column in columns(type(record)) if is_person(column)]
    return tuple(who for one in held for who in ((one,) if isinstance(one, str) else one or ()) if who)


def tag_name(event: msgspec.Struct) -> str:
    return str(event.__struct_config__.tag)


def special_keys(event: msgspec.Struct) -> list[str]:
    """Where the phrase of an event may stand, the most special place first: `counted_oil`, then `counted`."""
    tag, what = tag_name(event), getattr(event, "what", "")
    return [f"events.{tag}_{what}", f"events.{tag}"] if isinstance(what, str) and what else [f"events.{tag}"]
