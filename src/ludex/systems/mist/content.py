"""The kinds of content (themes, characters, challenges, missions), their schemas, and what is read from `data/*.toml`.

A table's own packs have the same form and stand after what comes with the system. All problems of a pack are found at once
(`bad_content`). No rule is here: what is wrong with a thing is said by `sheet` and `state`.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

import msgspec
from msgspec.structs import replace

from ludex.core.content import read_toml, shape_problem, spare_words
from ludex.core.errors import RuleError
from ludex.core.rewording import reworded
from ludex.core.say import Say, say
from ludex.systems.mist.options import Options
from ludex.systems.mist.sheet import (
    Challenge,
    Character,
    Theme,
    Threat,
    challenge_problems,
    character_problems,
    theme_problems,
)
from ludex.systems.mist.state import Clue, Mystery, complexity_problems
from ludex.systems.mist.terms import ConsequenceKind, Stage

PACKAGE = "ludex.systems.mist"


class SceneBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A prepared scene: when it is, what stands in it, what is announced at once."""

    id: str
    text: str = ""
    past: bool = False
    when: int = 0
    challenges: tuple[str, ...] = ()
    threats: tuple[Threat, ...] = ()
    story_tags: tuple[str, ...] = ()


class MissionBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A prepared mission: the case, and its scenes."""

    id: str
    title: str = ""
    anomaly: str = ""
    summary: str = ""
    clues: tuple[Clue, ...] = ()
    mysteries: tuple[Mystery, ...] = ()
    traits: tuple[str, ...] = ()
    scenes: tuple[SceneBlock, ...] = ()


class CharacterBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A prepared character: sample themes by id, and `more` of its own."""

    id: str
    themes: tuple[str, ...] = ()
    more: tuple[Theme, ...] = ()


class Pack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A content pack as it is written."""

    theme: tuple[Theme, ...] = ()
    character: tuple[CharacterBlock, ...] = ()
    challenge: tuple[Challenge, ...] = ()
    mission: tuple[MissionBlock, ...] = ()


class Content(msgspec.Struct, frozen=True):
    """Everything that is ready to be put on the table, by id."""

    themes: dict[str, Theme]
    characters: dict[str, Character]
    challenges: dict[str, Challenge]
    missions: dict[str, MissionBlock]
    scenes: dict[str, SceneBlock]


# --- what there is -------------------------------------------------------------------------------------------------


def shipped() -> Content:
    """The content that comes with the system, in Chinese and in English."""
    return content_of(())


@lru_cache(maxsize=32)
def content_of(packs: tuple[str, ...]) -> Content:
    """The content of a table: what is shipped, then its own packs."""
    merged: dict[str, list[Any]] = {}
    for name in ("themes", "characters", "challenges", "missions"):
        written = read_toml(PACKAGE, "data", f"{name}.toml")
        _lay(merged, written)
        _lay(merged, reworded(written, spare_words(PACKAGE, "demo.en.toml")))
    for pack in packs:
        _lay(merged, msgspec.json.decode(pack))
    return read_pack(merged)


def _lay(merged: dict[str, list[Any]], pack: Mapping[str, Any]) -> None:
    """Put a pack beside the others; a field that is no list of things is left for `read_pack` to refuse."""
    for kind, things in pack.items():
        merged[kind] = [*merged.get(kind, ()), *(things if isinstance(things, list) else [things])]


def theme_named(name: str, packs: tuple[str, ...] = ()) -> Theme | None:
    """The sample theme of that id."""
    return content_of(packs).themes.get(name)


def character_named(name: str, packs: tuple[str, ...] = ()) -> Character | None:
    """The prepared character of that id."""
    return content_of(packs).characters.get(name)


def challenge_named(name: str, packs: tuple[str, ...] = ()) -> Challenge | None:
    """The prepared challenge of that id."""
    return content_of(packs).challenges.get(name)


def mission_named(name: str, packs: tuple[str, ...] = ()) -> MissionBlock | None:
    """The prepared mission of that id."""
    return content_of(packs).missions.get(name)


def scene_named(name: str, packs: tuple[str, ...] = ()) -> SceneBlock | None:
    """The prepared scene of that id, of any mission."""
    return content_of(packs).scenes.get(name)


def scene_challenges(block: SceneBlock, packs: tuple[str, ...] = ()) -> tuple[Challenge, ...]:
    """The challenges of a prepared scene."""
    return tuple(content_of(packs).challenges[name] for name in block.challenges)


def scene_threats(block: SceneBlock, packs: tuple[str, ...] = ()) -> tuple[Threat, ...]:
    """The threats that a prepared scene announces at once, with what their challenges have prepared."""
    prepared = {t.id: t for challenge in scene_challenges(block, packs) for t in challenge.threats}
    return tuple(
        replace(prepared.get(t.id, t), text=t.text or prepared.get(t.id, t).text, source=t.source)
        for t in block.threats
    )


# --- reading a pack ------------------------------------------------------------------------------------------------


def read_pack(plain: Mapping[str, Any]) -> Content:
    """Content from plain data, or a refusal that names every problem."""
    wrong = list(_shape_problems(plain))
    if wrong:
        raise RuleError("bad_content", problems=wrong)
    pack = msgspec.convert(dict(plain), Pack)
    content = _content(pack)
    problems = [*_id_problems(pack), *_problems(pack, content)]
    if problems:
        raise RuleError("bad_content", problems=problems)
    return content


def _shape_problems(plain: Mapping[str, Any]) -> Iterator[Say]:
    """Every record that has not the shape of its kind."""
    shapes = {"theme": Theme, "character": CharacterBlock, "challenge": Challenge, "mission": MissionBlock}
    for kind, records in plain.items():
        if kind not in shapes or not isinstance(records, list | tuple):
            yield say("content.unknown_kind", where=kind, kinds=[f"[[{name}]]" for name in shapes])
            continue
        for record in records:
            try:
                msgspec.convert(record, shapes[kind])
            except msgspec.ValidationError as error:
                name = record.get("id", "?") if isinstance(record, Mapping) else "?"
                yield shape_problem(error, where=f"{kind} {name}")


def _content(pack: Pack) -> Content:
    themes = {theme.id: theme for theme in pack.theme}
    challenges = {c.id: replace(c, threats=tuple(_sourced(t, c.id) for t in c.threats)) for c in pack.challenge}
    characters = {
        c.id: Character(c.id, (*(themes[t] for t in c.themes if t in themes), *c.more)) for c in pack.character
    }
    missions = {m.id: m for m in pack.mission}
    scenes: dict[str, SceneBlock] = {}
    for scene in (scene for mission in missions.values() for scene in mission.scenes):
        scenes.setdefault(scene.id, scene)
    return Content(themes, characters, challenges, missions, scenes)


def _sourced(threat: Threat, source: str) -> Threat:
    return replace(threat, source=threat.source or source)


def _id_problems(pack: Pack) -> Iterator[str]:
    """Everything has an id, and has it alone among its kind."""
    for kind in (pack.theme, pack.character, pack.challenge, pack.mission):
        ids = [one.id for one in kind]
        yield from (f"{type(one).__name__}: no id" for one in kind if not one.id.strip())
        yield from (f"{name}: duplicate id" for name in dict.fromkeys(ids) if ids.count(name) > 1)


def _problems(pack: Pack, content: Content) -> Iterator[str]:
    """What is wrong with each thing."""
    for theme in content.themes.values():
        yield from _said(theme.id, theme_problems(theme, Stage.CREATION))
    for block in pack.character:
        yield from (f"{block.id}: no theme {name!r}" for name in block.themes if name not in content.themes)
        yield from _said(block.id, character_problems(content.characters[block.id], Stage.CREATION, Options()))
    for challenge in content.challenges.values():
        yield from _said(challenge.id, challenge_problems(challenge))
        yield from _threat_problems(challenge)
    for mission in content.missions.values():
        yield from _mission_problems(mission, content)


def _said(name: str, problems: Iterable[RuleError]) -> Iterator[str]:
    return (f"{name}: {problem}" for problem in problems)


def _threat_problems(challenge: Challenge) -> Iterator[str]:
    for threat in challenge.threats:
        for consequence in threat.brings:
            if consequence.get("kind") not in tuple(ConsequenceKind):
                yield f"{challenge.id}: {threat.id}: bad_consequence({consequence.get('kind')!r})"


def _mission_problems(mission: MissionBlock, content: Content) -> Iterator[str]:
    if mission.anomaly and mission.anomaly not in content.challenges:
        yield f"{mission.id}: no challenge {mission.anomaly!r}"
    for mystery in mission.mysteries:
        yield from _said(f"{mission.id}: {mystery.id}", complexity_problems(mystery.complexity))
    for scene in mission.scenes:
        missing = [name for name in scene.challenges if name not in content.challenges]
        yield from (f"{mission.id}: {scene.id}: no challenge {name!r}" for name in missing)
