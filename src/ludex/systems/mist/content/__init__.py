"""The kinds of content (themes, characters, challenges, missions), their schemas, and what comes with the system in `data/`.

A table's own packs have the same form and stand after what is shipped. All problems of a pack are found at once
(`bad_content`). No rule is here: what is wrong with a thing is said by `sheet` and `state`.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from ludex.core.deeds import Name
from ludex.core.effects.counting import check_acts
from ludex.core.errors import RuleError
from ludex.core.kept import kept_key, kept_things, known_part
from ludex.core.names import folded
from ludex.core.packs import ContentKind, Pack, pasted_toml, read_pack, records_in, reworded, shipped_pack
from ludex.core.plain import Plain, Written, list_in, table_in
from ludex.core.say import Label, Say, say
from ludex.systems.mist.content.blocks import (
    ChallengeBlock as ChallengeBlock,
    CharacterBlock as CharacterBlock,
    MissionBlock as MissionBlock,
    Opening as Opening,
    SceneBlock as SceneBlock,
    TraitBlock as TraitBlock,
    five as five,
)
from ludex.systems.mist.content.plain import apart, in_plain_words as in_plain_words, keys_of, read_record, read_records
from ludex.systems.mist.effects import WORDS, effects_read
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
from ludex.systems.mist.sheet.wordings import PACKAGE as PACKAGE, phrases
from ludex.systems.mist.state import complexity_problems
from ludex.systems.mist.terms import ConsequenceKind, Stage, as_terms

# --- kinds ---------------------------------------------------------------------------------------------------------


class Prepared(ContentKind, frozen=True):
    """A kind of what is prepared. `of`: what it is called in code, whatever somebody writes; `unasked`: what belongs to a thing in play."""

    of: str = ""
    unasked: tuple[str, ...] = ()

    @property
    def inner(self) -> tuple[str, ...]:
        return ("id", *self.unasked)

    def _facts(self, name: str, record: Plain) -> Plain:
        """A record with its Chinese keys and its plain words read."""
        return super()._facts(name, table_in(read_record(self.of, record)))


def _said(problems: Iterable[RuleError]) -> Iterator[Say]:
    return (say(f"errors.{problem.code}", **problem.facts) for problem in problems)


def _theme_problems(theme: Theme) -> Iterator[Say]:
    return _said(theme_problems(theme, Stage.CREATION))


def _challenge_problems(block: ChallengeBlock) -> Iterator[Say]:
    yield from _said(challenge_problems(block.challenge))
    kinds = [consequence.get("kind") for threat in block.threats for consequence in threat.brings]
    wrong = [kind for kind in kinds if kind not in tuple(ConsequenceKind)]
    yield from (say("errors.bad_consequence", kind=kind, kinds=as_terms(ConsequenceKind)) for kind in wrong)


def _mission_problems(mission: MissionBlock) -> Iterator[Say]:
    for mystery in mission.mysteries:
        yield from _said(complexity_problems(mystery.complexity))


OF_SHEET = ("burnt", "indulgence", "growth")
OF_PLAY = ("kind", "overcome", "state", "boxes", "since")
OF_CASE = ("told", "source", "state")
"""What belongs to a thing in play: a form does not ask for it."""

KINDS = (
    Prepared("themes", Theme, ("theme", "主题"), _theme_problems, keys_of("themes"), "themes", OF_SHEET),
    Prepared(
        "characters",
        CharacterBlock,
        ("character", "角色"),
        keys=keys_of("characters"),
        of="characters",
        unasked=OF_SHEET,
    ),
    Prepared(
        "challenges",
        ChallengeBlock,
        ("challenge", "挑战"),
        _challenge_problems,
        keys_of("challenges"),
        "challenges",
        OF_PLAY,
    ),
    Prepared("scenes", SceneBlock, ("scene", "场景"), keys=keys_of("scenes"), of="scenes", unasked=OF_PLAY),
    Prepared(
        "missions", MissionBlock, ("mission", "任务"), _mission_problems, keys_of("missions"), "missions", OF_CASE
    ),
)


class Content(msgspec.Struct, frozen=True):
    """Everything that is ready to be put on the table, by id."""

    themes: dict[str, Theme]
    characters: dict[str, Character]
    challenges: dict[str, Challenge]
    missions: dict[str, MissionBlock]
    scenes: dict[str, SceneBlock]


OPEN_KINDS = tuple(kind for kind in KINDS if kind.name in ("themes", "characters"))
"""Kinds that players may know of before anything is made of them: themes and characters to choose from."""


# --- what there is -------------------------------------------------------------------------------------------------


def shipped() -> Content:
    """The content that comes with the system, in Chinese and in English (MST-LIV-53)."""
    return content_of(())


@lru_cache(maxsize=1)
def _shipped() -> Pack:
    pack, spoken = shipped_pack(PACKAGE, KINDS), phrases()
    english = {
        kind: {spoken.get(name, name): reworded(thing, spoken) for name, thing in things.items()}
        for kind, things in pack.items()
    }
    return {kind: {**things, **english[kind]} for kind, things in pack.items()}


def called_in(name: str, language: str, among: Collection[str]) -> str:
    """Which of these is meant by a name from the shelf: a shipped thing in a reader's language, one of the table's own as it was given."""
    english = phrases().get(name, name)
    return english if language == "en" and english in among else name


def in_both(names: Collection[str]) -> dict[str, Name]:
    """Names from the shelf; what is shipped in both languages is there once."""
    english = {name: called for name in names if (called := called_in(name, "en", names)) != name}
    return {name: (name, english[name]) if name in english else name for name in names if name not in english.values()}


def as_read(names: Mapping[str, Name]) -> dict[str, Label]:
    """The same names, each as its reader's language has it."""
    return {key: name if isinstance(name, str) else say(f"shelf.{key}") for key, name in names.items()}


@lru_cache(maxsize=32)
def content_of(packs: tuple[str, ...]) -> Content:
    """The content of a table: what is shipped, then its own packs, each as JSON; or a refusal that names every problem."""
    merged = {kind.name: dict(_shipped().get(kind.name, {})) for kind in KINDS}
    problems: list[Say] = []
    plain = [msgspec.json.decode(pack) for pack in packs]
    names = {kind.name: {name for pack in plain for name in pack_names(pack, kind)} for kind in KINDS}
    for pack in plain:  # they may name one another, whichever came first
        for kind, things in _own_pack(pack, {kind: {*merged[kind], *names[kind]} for kind in merged}).items():
            problems += (say("content.twice", where=f"{kind}.{name}") for name in things if name in merged[kind])
            merged[kind] |= things
    for name, block in merged["characters"].items():
        found = _said(character_problems(_character(block, merged), Stage.CREATION, Options()))
        problems += (say("content.unlawful", where=f"characters.{name}", problem=problem) for problem in found)
    if problems:
        raise RuleError("bad_content", problems=problems)
    return _content(merged)


def check_new(pack: Plain, packs: tuple[str, ...]) -> None:
    """Refuse a pack with effects that would never act; what an older pack holds stays as it is."""
    there = [*map(_read_pack, packs), pack]
    names = {
        kind.name: {*_shipped().get(kind.name, {}), *(n for one in there for n in pack_names(one, kind))}
        for kind in KINDS
    }
    check_acts(WORDS, _own_pack(pack, names), KINDS)


def _own_pack(plain: Plain, known: Mapping[str, Collection[str]]) -> Pack:
    """The things of a pack of the table's own, which may name one another and whatever else is `known`."""

    def character_wrong(block: CharacterBlock) -> Iterator[Say]:
        return (say("content.not_there", name=one) for one in block.themes if one not in known["themes"])

    def scene_wrong(block: SceneBlock) -> Iterator[Say]:
        return (say("content.not_there", name=one) for one in block.challenges if one not in known["challenges"])

    def mission_wrong(block: MissionBlock) -> Iterator[Say]:
        yield from _mission_problems(block)
        if block.anomaly and block.anomaly not in known["challenges"]:
            yield say("content.not_there", name=block.anomaly)
        unwritten = (one.id for one in block.scenes if one == SceneBlock(one.id) and one.id not in known["scenes"])
        yield from (say("content.not_there", name=name) for name in unwritten)
        yield from (problem for scene in block.scenes for problem in scene_wrong(scene))

    wrong = {"characters": character_wrong, "scenes": scene_wrong, "missions": mission_wrong}
    plain, problems = effects_read(plain)
    return read_pack(plain, [replace(kind, wrong=wrong.get(kind.name, kind.wrong)) for kind in KINDS], problems)


def without(packs: tuple[str, ...], name: str) -> tuple[str, ...]:
    left = []
    for pack in packs:
        plain = msgspec.json.decode(pack)
        kept = {written: others for written, records in plain.items() if (others := _others(records, name))}
        if kept:
            left.append(pack if kept == plain else msgspec.json.encode(kept).decode())
    return tuple(left)


def with_mission_changed(packs: tuple[str, ...], mission: str, change: Callable[[Plain], Plain]) -> tuple[str, ...]:
    """The packs with one mission of the table's own changed; the same where there is none of that name (MST-LIV-38)."""
    spelled = _spelled(*(kind for kind in KINDS if kind.name == "missions"))

    def now(written: str, records: Written) -> Written:
        if folded(written) not in spelled:
            return records
        if isinstance(records, Mapping):
            return {key: change(table_in(one)) if key == mission else one for key, one in records.items()}
        return [
            change(one) if isinstance(one, Mapping) and one.get("id") == mission else one for one in list_in(records)
        ]

    plain = (msgspec.json.decode(pack) for pack in packs)
    return tuple(msgspec.json.encode({w: now(w, r) for w, r in pack.items()}).decode() for pack in plain)


def _others(records: Written, name: str) -> Plain | list[Written]:
    if isinstance(records, Mapping):
        return {key: record for key, record in records.items() if key != name}
    return [one for one in list_in(records) if not (isinstance(one, Mapping) and one.get("id") == name)]


# --- as people write it (MST-LIV-48, -49) ----------------------------------------------------------------------------


def read_loose(text: str) -> Plain:
    """A pack as TOML with keys in Chinese or English; they come back in English."""
    return in_english(pasted_toml(text))


def in_english(pack: Plain) -> Plain:
    """A pack with the Chinese keys and values of every record in English; what is neither stays, and is a problem."""
    spelled = {folded(name): kind.name for kind in KINDS for name in (kind.name, *kind.also)}
    called = {written: spelled[folded(written)] for written in pack if folded(written) in spelled}
    read = {w: read_records(called[w], records) if w in called else records for w, records in pack.items()}
    return apart(read, called)


def pack_names(plain: Plain, *kinds: ContentKind) -> tuple[str, ...]:
    """The ids in a pack, of these kinds or of all."""
    spelled = _spelled(*(kinds or KINDS))
    found = (records for written, records in plain.items() if folded(written) in spelled)
    return tuple(name for records in found for name in _ids(records))


def open_packs(packs: tuple[str, ...], kept: tuple[str, ...] = (), said: Collection[str] = ()) -> tuple[str, ...]:
    """What players may know of packs: the themes and characters in them, without those that the MC keeps and nobody has named (`said`)."""
    return _open_packs(packs, kept, tuple(sorted(said))) if packs else ()


def kept_content(packs: tuple[str, ...], kept: tuple[str, ...]) -> dict[str, str]:
    """What the MC has written and not opened, by its key, with what it is called."""
    return kept_things(_open_records(packs), kept) if kept else {}


def keepable(pack: Plain) -> tuple[str, ...]:
    """What of a pack the MC may keep, by its key; challenges, scenes and missions are the MC's anyway."""
    return tuple(kept_key(kind, name) for kind, records in records_in(pack, OPEN_KINDS).items() for name in records)


@lru_cache(maxsize=32)
def _open_packs(packs: tuple[str, ...], kept: tuple[str, ...], said: tuple[str, ...]) -> tuple[str, ...]:
    known = known_part(_open_records(packs), kept, said)
    parts = (_open_part(_read_pack(pack), known) for pack in packs)
    return tuple(msgspec.json.encode(part).decode() for part in parts if part)


@lru_cache(maxsize=32)
def _open_records(packs: tuple[str, ...]) -> dict[str, dict[str, Written]]:
    found: dict[str, dict[str, Written]] = {}
    for pack in packs:
        for kind, records in records_in(_read_pack(pack), OPEN_KINDS).items():
            found.setdefault(kind, {}).update(records)
    return found


def _read_pack(pack: str) -> Plain:
    """A pack as plain data; nothing where it cannot be read."""
    try:
        found: Plain = msgspec.json.decode(pack, type=dict[str, Written])
    except msgspec.DecodeError:
        return {}
    return found


def _open_part(plain: Plain, known: Mapping[str, Mapping[str, Written]]) -> Plain:
    """The open kinds of a pack, each with what is known of it."""
    kinds = {word: kind.name for kind in OPEN_KINDS for word in _spelled(kind)}
    found: dict[str, Written] = {}
    for written, records in plain.items():
        if (kind := kinds.get(folded(written))) is None:
            continue
        for name in _ids(records):
            records = records if name in known.get(kind, {}) else _others(records, name)
        if records:
            found[written] = records
    return found


def _spelled(*kinds: ContentKind) -> set[str]:
    return {folded(name) for kind in kinds for name in (kind.name, *kind.also)}


def _ids(records: Written) -> Iterator[str]:
    if isinstance(records, Mapping):
        yield from records
    yield from (str(one["id"]) for one in list_in(records) if isinstance(one, Mapping) and "id" in one)


def _content(pack: Pack) -> Content:
    missions: dict[str, MissionBlock] = pack["missions"]
    scenes: dict[str, SceneBlock] = dict(pack["scenes"])
    for scene in (scene for mission in missions.values() for scene in mission.scenes):
        scenes.setdefault(scene.id, scene)
    characters = {name: _character(block, pack) for name, block in pack["characters"].items()}
    challenges = {name: block.challenge for name, block in pack["challenges"].items()}
    return Content(pack["themes"], characters, challenges, missions, scenes)


def _character(block: CharacterBlock, pack: Pack) -> Character:
    own = (pack["themes"][name] for name in block.themes if name in pack["themes"])
    return Character(block.id, (*own, *block.more))


def scene_challenges(block: SceneBlock, packs: tuple[str, ...] = ()) -> tuple[Challenge, ...]:
    return tuple(content_of(packs).challenges[name] for name in block.challenges)


def scene_threats(block: SceneBlock, packs: tuple[str, ...] = ()) -> tuple[Threat, ...]:
    """The threats that a prepared scene announces at once, with what their challenges have prepared."""
    prepared = {t.id: t for challenge in scene_challenges(block, packs) for t in challenge.threats}
    return tuple(
        replace(prepared.get(t.id, t), text=t.text or prepared.get(t.id, t).text, source=t.source)
        for t in block.threats
    )
