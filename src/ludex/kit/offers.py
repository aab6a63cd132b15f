"""What can be done now, by default: every deed of everybody whom a seat holds, with what is offered for each field.

What cannot be done now is offered too, with the reason: anyone who looks sees why.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from ludex.core.deeds import ACTOR, ANYONE, FLAG, GM_ONLY, Command, Field, Gap, Name, Offer, Refusal, Value, refused
from ludex.core.principals import Viewer, actor
from ludex.core.say import Label, say
from ludex.kit.deeds import Play
from ludex.kit.people import name_of
from ludex.kit.shape import Shape, people_of


def deeds(shape: Shape, plays: Sequence[Play], state: msgspec.Struct, viewer: Viewer) -> tuple[Offer, ...]:
    known = shape.redact(state, viewer)
    shape = shape.at(known)
    offered = [(play, play.command) for play in plays if play.command is not None and _may_use(viewer, play.command)]
    return tuple(
        _deed(shape, play, command, known, who) for play, command in offered for who in _doers(play, known, viewer)
    )


def _may_use(viewer: Viewer, command: Command) -> bool:
    if viewer.gm or command.who == ANYONE:
        return True
    return command.who != GM_ONLY and viewer.player


def _doers(play: Play, state: msgspec.Struct, viewer: Viewer) -> Iterable[str]:
    """Who may do it: a character of the seat, everybody for the GM; nobody in particular for what no character does."""
    if not play.acts:
        return ("",)
    there = people_of(state)
    return tuple(there) if viewer.gm else tuple(who for who in viewer.controls if who in there)


def _deed(shape: Shape, play: Play, command: Command, state: msgspec.Struct, who: str) -> Offer:
    gaps = tuple(Gap(field.name, tuple(_values(shape, field, state, who))) for field in command.args)
    return Offer(
        command.key,
        say(f"commands.{command.key}.title"),
        actor(who) if who else None,
        gaps=gaps,
        refusal=_refusal(play, state, who),
        group=name_of(people_of(state)[who]) if who else "",
    )


def may(plays: Sequence[Play], state: msgspec.Struct, who: str, key: str) -> Refusal | None:
    """Why somebody may not do a deed now; None if it may be done."""
    play = next((play for play in plays if play.command is not None and play.command.key == key), None)
    return _refusal(play, state, who) if play is not None else None


def _refusal(play: Play, state: msgspec.Struct, who: str) -> Refusal | None:
    return None if play.able is None else refused(play.able, state, who)


def _values(shape: Shape, field: Field, state: msgspec.Struct, who: str) -> Iterator[Value]:
    """What is offered for a field: people by name, words of the rulebook and things in the reader's language."""
    if field.kind == ACTOR:
        yield from (Value(other, name_of(one)) for other, one in people_of(state).items() if other != who)
    elif field.kind == FLAG:
        yield Value("yes", say("common.yes"))
    elif field.terms is not None:
        yield from (Value(term.value, shape.named(term)) for term in field.terms)
    else:
        offered = field.offers(state, who)
        names: Mapping[str, Name] = offered if isinstance(offered, Mapping) else {one: one for one in offered}
        yield from (Value(value, _label(shape, value, name)) for value, name in names.items())


def _label(shape: Shape, value: str, name: Name) -> Label:
    known = shape.named(value)
    return name if known == value and isinstance(name, str) else known
