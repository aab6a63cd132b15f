"""The manifest of a small system: what it has, and the kit's defaults for everything else.

SYSTEM = system("heden", "HED", __name__, state=State, events=(Burnt, Scarred), plays=PLAYS, demo=demo)
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial, reduce
from operator import or_
from typing import Any, get_origin, get_type_hints

import msgspec

from ludex.core.pairs import Pair
from ludex.core.system import Arrange, Decide, Deeds, Demo, Due, Groups, Look, Scene, Scope, System, Tell, Upcast
from ludex.kit import offers, redact as redacting, tell as telling
from ludex.kit.awaiting import check_awaited
from ludex.kit.called import columns
from ludex.kit.cards import EVENTS as DEALT, Deck, dealt
from ludex.kit.content import Named
from ludex.kit.deeds import Play
from ludex.kit.events import COMMON, Event
from ludex.kit.gm import gm_plays
from ludex.kit.look import look as sheets
from ludex.kit.people import Crowd, name_of
from ludex.kit.playing import first_answer, written_demo
from ludex.kit.records import Record, folding, laying
from ludex.kit.shape import Redact, hides_without_default, people_of, shape_of, sides
from ludex.kit.sheets import sheets_of
from ludex.kit.stocking import EVENTS as STOCKED, keeps, kinds_of, open_shelves, stock_of, stock_plays, without_kept
from ludex.kit.words import carried, names_of, phrases_of


class NoOptions(Record):
    """A system without table options."""


CREATE = "create"
"""The command that makes a character, where a system has one of this name."""


def system(
    name: str,
    prefix: str,
    package: str,
    *,
    state: type[msgspec.Struct],
    events: Sequence[type[Event[Any]]],
    plays: Sequence[Play],
    options: type[msgspec.Struct] | None = None,
    things: Sequence[Mapping[str, Named]] = (),
    demo: Callable[[], Demo] | None = None,
    decide: Decide = first_answer,
    look: Look | None = None,
    scene: Scene | None = None,
    tell: Tell | None = None,
    deeds: Deeds | None = None,
    redact: Redact = redacting.redact,
    arrange: Arrange | None = None,
    words: Mapping[str, Pair] | None = None,
    check: str = "",
    makes: str = "",
    groups: Groups | None = None,
    due: Due | None = None,
    scope: Scope | None = None,
    hue: str = "slate",
    version: int = 1,
    upcast: Mapping[int, Upcast] | None = None,
) -> System:
    """A system out of its state, its events and what can be done; `things` is its content, shelf by shelf.

    `name` is its id, `prefix` that of its clauses, `package` where its `words.toml` and `data/` lie (`__name__`). What is not given
    is made by the kit from what the fields are called; the table's options are the struct of the state's field `options`.
    """
    options = options or get_type_hints(state).get("options", NoOptions)
    shelves = open_shelves(state, things)
    secret = bool(shelves) and keeps(state)
    redact = without_kept(shelves, redact) if secret else redact
    known, laid = (
        (*events, *COMMON, *(STOCKED if shelves else ()), *(DEALT if has_decks(state) else ())),
        arrange or laying(state),
    )
    shape = shape_of(state, redact, names_of(things), tuple(one.kind for one in shelves))
    _check(state, shape.person, plays)
    _check_events(events)
    check_awaited(play.procedure.run.__module__ for play in plays)
    common = _spare(plays, (*(gm_plays(shape.person) if shape.person else ()), *stock_plays(shelves, secret=secret)))
    words = {**carried(shape, plays, common), **(words or {})}
    plays = (*plays, *common)
    by_procedure = {play.procedure.name: play for play in plays}
    return System(
        id=name,
        prefix=prefix,
        package=package,
        procedures={play.procedure.name: play.procedure for play in plays},
        options=options,
        state=state,
        event=reduce(or_, known),
        start=lambda chosen: state(**({"options": chosen} if "options" in state.__struct_fields__ else {})),
        fold=folding(known),
        arrange=laid,
        actors=lambda now: {who: name_of(one) for who, one in people_of(now).items()},
        commands=tuple(play.command for play in plays if play.command is not None),
        look=look or partial(sheets, shape, scene),
        tell=tell or partial(telling.tell, shape, by_procedure, partial(phrases_of, package, words)),
        decide=decide,
        demo=demo or written_demo(package, laid),
        knows=partial(redacting.knows, shape),
        assumed=partial(redacting.assumed, shape),
        dealt=dealt if has_decks(state) else None,
        groups=groups or sides,
        check=check,
        makes=makes or next((play.key for play in plays if play.command and play.key == CREATE), ""),
        due=due,
        scope=scope,
        deeds=deeds or partial(offers.deeds, shape, plays),
        redact=redact,
        may=partial(offers.may, plays),
        sheets=sheets_of(state, shape.person),
        kinds=kinds_of(shelves),
        stock=stock_of(shelves, secret=secret),
        words=words,
        hue=hue,
        version=version,
        upcast=upcast or {},
    )


def _spare(own: Sequence[Play], common: Sequence[Play]) -> tuple[Play, ...]:
    """Of the kit's deeds those that the system has not named itself."""
    taken = {play.procedure.name for play in own} | {
        name for play in own if play.command for name in play.command.names
    }
    return tuple(p for p in common if p.command is not None and not taken & {p.procedure.name, *p.command.names})


def _check(state: type[msgspec.Struct], person: type[msgspec.Struct] | None, plays: Sequence[Play]) -> None:
    """Say at once what could only be found out in play."""
    _check_names(plays)
    _check_fields(state, person)
    for record in (state, *((person,) if person is not None else ())):
        _check_shown(record, FILLED_IN)
    for play in plays:
        _check_shown(play.procedure.output, (*FILLED_IN, "top", "rare"))
    for play in plays:
        both = [field for field in play.procedure.input.__struct_fields__ if field in state.__struct_fields__]
        if both:
            raise TypeError(
                f"{play.procedure.name}: {both[0]!r} is a field of the state too; plain data could mean either"
            )
    for record in (state, person):
        if record is not None and (wrong := hides_without_default(record)):
            raise TypeError(
                f"{record.__name__}.{wrong} is hidden and needs a default, which is what others take for granted"
            )


def has_decks(state: type[msgspec.Struct]) -> bool:
    return any(hint is Deck for hint in get_type_hints(state).values())


FILLED_IN = ("keys", "keyed", "among", "low", "high", "refusal")
"""What only a field heeds that somebody fills in."""


def _check_shown(record: type, unheeded: Sequence[str]) -> None:
    """Refuse what a field that is shown would not heed."""
    for column in columns(record) if hasattr(record, "__struct_fields__") else ():
        said = [
            word
            for word in unheeded
            if column.called is not None and getattr(column.called, word) not in ((), "", 0, None)
        ]
        if said:
            raise TypeError(f"{record.__name__}.{column.name}: {said[0]}= means nothing there: take it away")


def _check_fields(state: type[msgspec.Struct], person: type[msgspec.Struct] | None) -> None:
    """A table begins empty, people have names, and what a state holds neither changes under anybody's hands nor is without order."""
    required = [field.name for field in msgspec.structs.fields(state) if field.required]
    if required:
        raise TypeError(f"{state.__name__}.{required[0]} needs a default: a table begins with nothing in it")
    if person is not None and "name" not in person.__struct_fields__:
        raise TypeError(f"{person.__name__} needs a field `name: str`")
    for record in (state, person) if person is not None else (state,):
        for name, hint in get_type_hints(record).items():
            if (get_origin(hint) or hint) in (list, set, frozenset):
                raise TypeError(f"{record.__name__}.{name}: write tuple[…, ...] for {hint}, which nobody can change")


def _check_events(events: Sequence[type[Event[Crowd]]]) -> None:
    for event in events:
        if event.apply is Event.apply:
            raise TypeError(f"{event.__name__} does not say what it changes: give it `def apply(self, state) -> State`")


def _check_names(plays: Sequence[Play]) -> None:
    """What is typed means one thing, and odds are of something that comes out."""
    typed = [name for play in plays if play.command is not None for name in play.command.names]
    for name in typed:
        if typed.count(name) > 1:
            raise TypeError(f"two deeds are called {name!r}")
    for play in plays:
        known = getattr(play.procedure.output, "__struct_fields__", ())
        unknown = [name for name in play.procedure.odds if name not in known]
        if unknown:
            raise TypeError(
                f"{play.procedure.name}: odds of {unknown[0]!r}, but what comes out is {', '.join(known) or 'nothing'}"
            )
