"""How a finished deed is told, by default: its verdict, what came out of it, and what has changed for everybody.

All of it is made of what the viewer may know.
"""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from ludex.core.principals import Viewer
from ludex.core.say import Filling, Label, Say, say
from ludex.core.system import Told
from ludex.core.terms import Term
from ludex.core.view import Card, Fact, Verdict
from ludex.kit.called import Called, columns
from ludex.kit.people import is_unseen, name_of
from ludex.kit.shape import Shape, people_of, shown, titled


def tell(shape: Shape, titles: Mapping[str, str], told: Told, viewer: Viewer) -> Card:
    """The card of a finished procedure; `titles` are the keys of what procedures are called."""
    before, after = shape.redact(told.before, viewer), shape.redact(told.after, viewer)
    shape = shape.at(before).at(after)
    title = say(f"commands.{titles[told.procedure]}.title") if told.procedure in titles else told.procedure
    names = _names(told, before, after)
    acting = names.get(getattr(told.given, "who", ""), "")
    whole = say("kit.by", who=acting, what=title) if acting else title
    lines = (*_listed(shape, told.result, names), *_changes(shape, before, after))
    return Card(whole, _verdict(told.result), tuple(_totals(shape, told.result, names)), lines)


def _names(told: Told, before: msgspec.Struct, after: msgspec.Struct) -> dict[str, Label]:
    """What everybody is called; somebody of whom the viewer may not know has no name."""
    there = {**people_of(told.before), **people_of(told.after)}
    known = {**people_of(before), **people_of(after)}
    return {who: name_of(known[who]) if who in known else say("roles.somebody") for who in there}


def _results(result: msgspec.Struct | None) -> Iterator[tuple[str, Called, Filling]]:
    """What came out and is called something."""
    for column in columns(type(result)) if isinstance(result, msgspec.Struct) else ():
        if column.called is not None and (value := getattr(result, column.name)) not in (None, "", (), {}):
            yield column.name, column.called, value


def _verdict(result: msgspec.Struct | None) -> Verdict | None:
    for name, called, value in _results(result):
        if called.verdicts:
            key = ("yes" if value else "no") if isinstance(value, bool) else str(value)
            word = say(f"terms.{key}") if isinstance(value, Term) else say(f"outputs.{name}.{key}")
            return Verdict(called.verdicts.get(key, "plain"), word)
    return None


def _totals(shape: Shape, result: msgspec.Struct | None, names: Mapping[str, Label]) -> Iterator[Fact]:
    for name, called, value in _results(result):
        if not called.verdicts and not isinstance(value, tuple | dict):
            yield Fact(say(f"outputs.{name}"), _called(shape, value, names))


def _listed(shape: Shape, result: msgspec.Struct | None, names: Mapping[str, Label]) -> Iterator[Label]:
    for name, _, value in _results(result):
        label = say(f"outputs.{name}")
        if isinstance(value, tuple):
            yield say("kit.listed", what=label, values=[_called(shape, one, names) for one in value])
        elif isinstance(value, dict):
            for key, one in value.items():
                yield say("kit.each", who=_called(shape, key, names), what=label, value=_called(shape, one, names))


def _called(shape: Shape, value: Filling, names: Mapping[str, Label]) -> Filling:
    """A value by its name: somebody, a word of the rulebook, a thing."""
    if isinstance(value, Say):
        return value
    return names[value] if isinstance(value, str) and value in names else shape.label(value)


def _changes(shape: Shape, before: msgspec.Struct, after: msgspec.Struct) -> Iterator[Label]:
    """What has changed in the scene, who came and went, and what has changed on everybody's sheet."""
    yield from _changed(shape, say("kit.scene"), before, after)
    old, new = people_of(before), people_of(after)
    yield from (titled("came", name_of(one)) for who, one in new.items() if who not in old or _is_shown(old[who], one))
    yield from (titled("went", name_of(one)) for who, one in old.items() if who not in new)
    for who, one in new.items():
        if who in old and one != old[who]:
            yield from _changed(shape, name_of(one), old[who], one)


def _is_shown(before: msgspec.Struct, after: msgspec.Struct) -> bool:
    return is_unseen(before) and not is_unseen(after)


def _changed(shape: Shape, name: Label, before: msgspec.Struct, after: msgspec.Struct) -> Iterator[Label]:
    for was, now in zip(shown(before), shown(after), strict=True):
        if was.value == now.value:
            continue
        if isinstance(now.value, tuple | dict):
            yield from _moved(name, was.label, shape.listed(was), shape.listed(now))
        elif isinstance(now.value, bool):
            yield say("kit.begins" if now.value else "kit.ends", who=name, what=now.label)
        else:
            values = {"before": shape.label(was.value), "after": shape.label(now.value)}
            yield say("kit.changed", who=name, what=now.label, **values)


def _moved(name: Label, label: Say, before: Sequence[Label], after: Sequence[Label]) -> Iterator[Label]:
    fresh, gone = [one for one in after if one not in before], [one for one in before if one not in after]
    if fresh:
        yield say("kit.gained", who=name, what=label, values=fresh)
    if gone:
        yield say("kit.lost", who=name, what=label, values=gone)
