"""Plain data into a mist state: for vectors, imports and the API. Records given inline become state; the rest is input.

A character may be given by itself (`character`), as a `holder` of a status, or with others (`characters` and `actor`).
"""

from collections.abc import Iterator, Mapping
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from ludex.core.bounds import read_options
from ludex.core.deeds import Filled
from ludex.core.errors import RuleError
from ludex.core.packs import records_in
from ludex.core.plain import Plain, Written
from ludex.core.rule import rule
from ludex.core.say import Label, say, term
from ludex.core.sheets import TERM, Entry, Sheets
from ludex.core.stock import Dial, Stock, Things
from ludex.systems.mist.content import KINDS, in_plain_words, kept_content
from ludex.systems.mist.events import ContentOpened
from ludex.systems.mist.options import Options
from ludex.systems.mist.rules.limits import check_challenge, check_limits_of
from ludex.systems.mist.rules.statuses import StatusGiven, status_from, unique_names
from ludex.systems.mist.sheet import (
    FULL_THEME,
    Challenge,
    Character,
    Holder,
    Limit,
    mark_problems,
    tag_problems,
    tags_on,
)
from ludex.systems.mist.state import Mission, Scene, State
from ludex.systems.mist.terms import Fate, ScenePhase, ThemeKind

T = TypeVar("T")

CODES = {
    "tier": "bad_tier",
    "boxes": "bad_boxes",
    "limit": "bad_limit",
    "complexity": "bad_complexity",
    "indulgence": "bad_indulgence",
    "growth": "bad_growth",
}
"""What an ill-shaped field of a record is refused as."""

ARRANGED = ("options", "character", "characters", "holder", "scene", "mission")


def arrange(state: State | None, given: Plain) -> tuple[State, dict[str, Written]]:
    """Lay inline records over a state; what is left is the procedure's own input."""
    state = _with_options(state or State(), given)
    rest = {name: value for name, value in given.items() if name not in ARRANGED}
    state = _with_records(state, given)
    if "character" in given and not ("characters" in given and "actor" in given):
        alone = read_character(given["character"], state.options)
        state = _seated(state, alone)
        rest = {"actor": alone.id, **rest, "alone": True}
    if "holder" in given and ("status" in given or "name" in given):  # else it is what an earlier step left behind
        state, rest["holder"] = _with_holder(state, given["holder"])
    for name in ("challenges", "anomaly"):
        if name in rest:
            rest[name] = _tracked_challenges(rest[name], state.options)
    return state, rest


def _with_options(state: State, given: Plain) -> State:
    return replace(state, options=read_options(given["options"], Options())) if "options" in given else state


def _with_records(state: State, given: Plain) -> State:
    """Characters, scene and mission as they are given."""
    options = state.options
    if "characters" in given:
        people = read(given["characters"], tuple[Written, ...])
        state = replace(state, characters=tuple(read_character(c, options) for c in people))
    if "scene" in given:
        state = replace(state, scene=read_scene(given["scene"], options))
    if "mission" in given:
        state = replace(state, mission=read(given["mission"], Mission))
    return state


def _seated(state: State, character: Character) -> State:
    """The character in its own place, or last."""
    if state.character(character.id) is None:
        return replace(state, characters=(*state.characters, character))
    return replace(state, characters=tuple(character if c.id == character.id else c for c in state.characters))


def _with_holder(state: State, given: Written) -> tuple[State, str]:
    """Put an inline holder where it belongs; its id."""
    if isinstance(given, str):
        return state, given
    holder = read_holder(given, state.options)
    if isinstance(holder, Character):
        return _seated(state, holder), holder.id
    check_challenge(holder)
    scene = state.scene or Scene(phase=ScenePhase.ENDED)  # a place for it, not a scene that is running
    others = tuple(c for c in scene.challenges if c.id != holder.id)
    return replace(state, scene=replace(scene, challenges=(*others, holder))), holder.id


class _Limited(msgspec.Struct, frozen=True):
    """The limits of a challenge, to be read before the rest."""

    limits: tuple[Limit, ...]


# --- records -------------------------------------------------------------------------------------------------------


def read(given: Written, kind: type[T]) -> T:
    """A record of a type, or a refusal that names what does not fit."""
    try:
        return msgspec.convert(given, kind)
    except msgspec.ValidationError as error:
        missing = str(error).partition("missing required field `")[2].partition("`")[0]
        field = missing or str(error).rpartition("`$.")[2].rstrip("`").split(".")[-1].split("[")[0]
        raise RuleError(CODES.get(field, "bad_input"), field=field, problem=str(error)) from None


def read_holder(given: Written, options: Options) -> Holder:
    """A character, or a challenge."""
    if not isinstance(given, Mapping):
        return read(given, Character)
    if given.get("kind") == "challenge" or "limits" in given:
        return read_challenge(given, options)
    return read_character(given, options)


def read_character(given: Written, options: Options) -> Character:
    return read(_tracked(given, options) if isinstance(given, Mapping) else given, Character)


def read_challenge(given: Written, options: Options) -> Challenge:
    challenge = read(_tracked_challenges(given, options), Challenge)
    check_limits_of(challenge.limits)
    return challenge


def read_scene(given: Written, options: Options) -> Scene:
    if not isinstance(given, Mapping):
        return read(given, Scene)
    challenges = tuple(read_challenge(c, options) for c in read(given.get("challenges", ()), tuple[Written, ...]))
    return replace(read({**given, "challenges": ()}, Scene), challenges=challenges)


def _tracked_challenges(given: Written, options: Options) -> Written:
    """Challenges with tracks; a word for the sort of challenge may stand under `kind`."""
    if isinstance(given, list | tuple):
        return [_tracked_challenges(one, options) for one in given]
    if not isinstance(given, Mapping):
        return given
    if "limits" in given:
        read({"limits": given["limits"]}, _Limited)
    sort = given.get("kind", "challenge")
    named = {} if sort == "challenge" else {"sort": sort}
    return {**_tracked(given, options), **named, "kind": "challenge"}


def _tracked(given: Plain, options: Options) -> Plain:
    """A holder's plain record with every status as a track; those without a mark have ended."""
    if "statuses" not in given:
        return given
    written = read(given["statuses"], tuple[StatusGiven, ...])
    held = unique_names(status_from(status, options) for status in written)
    return {**given, "statuses": msgspec.to_builtins(held)}


# --- characters that travel, and sheets edited field by field (MST-LIV-44, MST-LIV-47) --------------------------------


def _wrong(_state: State, who: Character) -> Iterator[RuleError]:
    """Marks beyond their number and tags written twice; how many themes there are is the table's."""
    for theme in who.themes:
        yield from mark_problems(theme)
    yield from tag_problems(tags_on(who))


@rule("MST-LIV-47")
def _shown(_state: State, who: Character) -> Iterator[Label]:
    """Every theme with its tags, statuses, and what no creation here would give."""
    for theme in who.themes:
        yield say(
            "told.sheet_theme" if theme.tags else "told.sheet_theme_nascent",
            kind=term(theme.kind),
            name=theme.theme_tag,
            tags=list(theme.tags),
            weakness=list(theme.weakness),
            burnt=say("told.sheet_burnt", tags=list(theme.burnt)) if theme.burnt else "",
        )
        if theme.nascent or len(theme.power_tags) <= FULL_THEME:
            continue
        yield say("told.sheet_beyond", name=theme.theme_tag, count=len(theme.power_tags), usual=FULL_THEME)
    if who.statuses:
        yield say("told.sheet_statuses", statuses=[f"{status.name} {status.tier}" for status in who.statuses])


SHEETS = Sheets(
    "characters",
    Character,
    entries=(
        Entry("fate", ("命运", "fate"), kind=TERM, terms=Fate),
        Entry("pending_replacements", ("欠主题", "themes owed"), limits=(0, None)),
    ),
    wrong=_wrong,
    rename="",
    shown=_shown,
)


def _own(state: State) -> Things:
    found: dict[str, dict[str, Written]] = {}
    for pack in state.packs:
        for kind, records in records_in(msgspec.json.decode(pack), KINDS).items():
            known = {
                name: in_plain_words({"id": name, **one}) if isinstance(one, dict) else one
                for name, one in records.items()
            }
            found.setdefault(kind, {}).update(known)
    return found


STOCK = Stock(
    own=_own,
    adds=lambda text: Filled("content", {"toml": text}),
    drops=lambda _kind, name: Filled("unshelve", {"text": name}),
    tells={"missions": lambda name: Filled("checkcase", {"text": name})},
    replaces=False,
    worded=in_plain_words,
    among={"themes": {"kind": tuple(ThemeKind)}, "characters": {"kind": tuple(ThemeKind)}},
    brought=("characters", "challenges", "scenes", "missions"),
    kept=lambda state: kept_content(state.packs, state.kept),
    first={
        "themes": ("kind", "theme_tag", "tags", "weakness", "motivation"),
        "challenges": ("limits", "tags", "threats"),
    },
    dials={
        "challenges": (
            Dial(("撑得住", "holds out"), "limits/*/limit", 1, 6, (("脆", "frail"), ("铁", "iron")), usual=3),
        )
    },
    comes=lambda name, _count: Filled("challenge", {"challenge": name}),
    opens=lambda keys: Filled("publish", {"things": list(keys)}),
    used=lambda key: ContentOpened(key),
)
