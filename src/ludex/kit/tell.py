"""How a finished deed is told, by default: its sentence, its verdict, what came out of it, and what its events say.

All of it is made of what the viewer may know.
"""

from collections.abc import Callable, Iterator, Mapping

import msgspec

from ludex.core.events import told_by
from ludex.core.packs import texts_in
from ludex.core.principals import Viewer
from ludex.core.say import Filling, Label, Say, say
from ludex.core.system import Told
from ludex.core.terms import Term
from ludex.core.view import Card, Fact, Verdict
from ludex.kit.called import Called, Column, columns
from ludex.kit.deeds import Play
from ludex.kit.shape import Shape, is_hidden, people_of
from ludex.kit.witness import PEOPLE, Witness, gaps_in, people_in

Results = tuple[tuple[str, Called, Filling], ...]
"""What came out, each with its name and what it is called."""


def tell(
    shape: Shape, plays: Mapping[str, Play], phrases: Callable[[], Mapping[str, str]], told: Told, viewer: Viewer
) -> Card:
    """The card of a finished procedure. `plays` are the deeds by the names of their procedures, `phrases` what there are words for."""
    before, after = shape.redact(told.before, viewer), shape.redact(told.after, viewer)
    shape = shape.at(before).at(after)
    seen = Witness(shape, viewer, before, after, phrases())
    play = plays.get(told.procedure)
    title = say(f"commands.{play.key}.title") if play is not None else told.procedure
    result, secret = _confided(seen, play, told)
    names = _names(told, seen)
    acting = names.get(getattr(told.given, "who", ""), "")
    return Card(
        say("kit.by", who=acting, what=title) if acting else title,
        _verdict(result),
        tuple(_totals(shape, result, names)),
        tuple(_listed(shape, result, names)),
        sentence=_sentence(seen, told, result, secret),
        happened=told_by(told.events, seen),
    )


def _confided(seen: Witness, play: Play | None, told: Told) -> tuple[Results, frozenset[str]]:
    """What came out without what is hidden from the viewer, and the names of what she may not know of the deed."""
    if seen.viewer.gm:
        return tuple(_results(told.result)), frozenset()
    named = (*(play.knows if play is not None else ()), *PEOPLE[:1])
    own = any(who in seen.viewer.controls for name in named for who in texts_in(getattr(told.given, name, ())))
    found = [(c.name, c.called) for c in _columns(told.result) if c.called is not None]
    hidden = {name for name, called in found if is_hidden(called, seen.viewer, own=own, npc=not own)}
    given = play.secret if play is not None and not own else frozenset()
    return tuple(one for one in _results(told.result) if one[0] not in hidden), given | hidden


def _sentence(seen: Witness, told: Told, result: Results, secret: frozenset[str]) -> Label:
    """A deed as a friend would tell it: its phrase of `[sentences]`, by how it came out (`check_failure`) or at all (`check`)."""
    verdict = _verdict(result)
    came = verdict.say.key.rpartition(".")[2] if verdict is not None and isinstance(verdict.say, Say) else ""
    keys = (f"sentences.{told.procedure}_{came}", f"sentences.{told.procedure}")
    key = next((key for key in keys if key in seen.phrases), "")
    if secret & gaps_in(seen.phrases.get(key, "")):
        key = next((f"{key}_hidden" for key in keys if f"{key}_hidden" in seen.phrases), "")
    records = [one for one in (told.given, told.result) if isinstance(one, msgspec.Struct)]
    if not key or any(seen.name(who) is None for one in records for who in people_in(one)):
        return ""
    facts = {
        name: seen.shown(getattr(one, name)) for one in records for name in one.__struct_fields__ if name not in secret
    }
    return say(key, **{name: facts[name] for name in gaps_in(seen.phrases[key]) & set(facts)})


def _names(told: Told, seen: Witness) -> dict[str, Label]:
    """What everybody is called; somebody who is named and not there for the viewer has no name."""
    everybody = {**people_of(seen.before), **people_of(seen.after)}
    named = [who for one in (told.given, told.result, *told.events) for who in people_in(one)]
    return {who: seen.name(who) or say("roles.somebody") for who in (*everybody, *named)}


def _columns(result: msgspec.Struct | None) -> tuple[Column, ...]:
    return columns(type(result)) if isinstance(result, msgspec.Struct) else ()


def _results(result: msgspec.Struct | None) -> Iterator[tuple[str, Called, Filling]]:
    for column in _columns(result):
        if column.called is not None and (value := getattr(result, column.name)) not in (None, "", (), {}):
            yield column.name, column.called, value


def _verdict(result: Results) -> Verdict | None:
    for name, called, value in result:
        if called.verdicts:
            key = ("yes" if value else "no") if isinstance(value, bool) else str(value)
            word = say(f"terms.{key}") if isinstance(value, Term) else say(f"outputs.{name}.{key}")
            return Verdict(called.verdicts.get(key, "plain"), word)
    return None


def _totals(shape: Shape, result: Results, names: Mapping[str, Label]) -> Iterator[Fact]:
    for name, called, value in result:
        if not called.verdicts and not isinstance(value, tuple | dict):
            yield Fact(say(f"outputs.{name}"), _called(shape, value, names))


def _listed(shape: Shape, result: Results, names: Mapping[str, Label]) -> Iterator[Label]:
    for name, _, value in result:
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
