"""Effect records as people write them inside other records (MIR-LIV-31, MIR-LIV-51): abilities, organs, things, statuses, actions.

Their keys stand beside those of the kind (or under `effect`), in Chinese or English; they are read with the vocabulary, and every
problem is named at once.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from ludex.core.effects.authoring import KEYS, read_effect
from ludex.core.effects.records import Effect, Lasts
from ludex.core.effects.vocabulary import Ending, spelled
from ludex.core.names import folded, split_list
from ludex.core.packs import Kind
from ludex.core.plain import Plain, Written, one_or_several
from ludex.core.rule import rule
from ludex.core.say import Say
from ludex.systems.mirror.effects.vocabulary import VOCABULARY
from ludex.systems.mirror.terms import PartStatus, Unit

FIELDS = ("modifiers", "grants", "denies", "triggers", "lasts", "when")
"""Keys of an effect that may stand beside those of another record."""


class Bearing(Kind, frozen=True, kw_only=True):
    """A kind whose records carry an effect record: beside their own keys, or under `effect`."""

    @property
    def beside(self) -> tuple[str, ...]:
        """What is written of its effect."""
        return tuple(key for key in FIELDS if key not in (*self.fields, "id", "name", "text"))

    def problems(self, name: str, record: Written) -> Iterator[Say]:
        """Everything that is wrong with one record, its effect included."""
        if isinstance(record, Mapping):
            record, wrong = divided(record, f"{self.name}.{name}", kind=self)
            yield from wrong
        yield from super().problems(name, record)

    def make(self, name: str, record: Plain) -> msgspec.Struct:
        """A record as the thing that it describes."""
        made: msgspec.Struct = super().make(name, divided(record, f"{self.name}.{name}", kind=self)[0])
        return made


@rule("MIR-LIV-51")
def divided(record: Plain, where: str, *, kind: Bearing) -> tuple[Plain, tuple[Say, ...]]:
    """A record with its effect read, and what is wrong with that. What is in the plain form already stays as it is."""
    own = {str(key): value for key, value in record.items()}
    beside = {KEYS.get(key, key): value for key, value in own.items() if KEYS.get(key, key) in FIELDS}
    if "on_enter" in own:
        entering = {"on": "region_entered", "whose": "done", "do": own.pop("on_enter")}
        beside["triggers"] = [*_listed(beside.get("triggers", ())), entering]
    if "while" in own:
        beside["when"] = [*_listed(beside.get("when", ())), *map(_part_is, _listed(own.pop("while")))]
    rest = {key: value for key, value in own.items() if KEYS.get(key, key) not in FIELDS}
    held = rest.pop("effect") if "effect" in rest else rest.pop("效果", None)
    kept = _plain(held)
    if kept is None and isinstance(held, Mapping):
        beside = {**{KEYS.get(str(k), str(k)): v for k, v in held.items()}, **beside}
    actions = _actions(beside) if "grants" in kind.fields else ()
    effect, problems = effect_of(beside, where)
    found = {**rest, **({"grants": actions} if actions else {})}
    if beside or kept is not None:
        found["effect"] = msgspec.to_builtins(_joined(kept or Effect(), effect))
    return found, problems


@rule("MIR-LIV-37", "MIR-LIV-51")
def _part_is(said: Written) -> Written:
    """While what an organ works: a status of its part by the word alone, or any other condition."""
    return f"part_status {PartStatus.said(said)}" if isinstance(said, str) and PartStatus.holds(said) else said


def _joined(a: Effect, b: Effect) -> Effect:
    """What is kept, and what is written beside it."""
    return replace(
        a,
        modifiers=(*a.modifiers, *b.modifiers),
        grants=(*a.grants, *b.grants),
        denies=(*a.denies, *b.denies),
        triggers=(*a.triggers, *b.triggers),
        lasts=a.lasts or b.lasts,
        when=a.when or b.when,
        tags=a.tags or b.tags,
    )


def _plain(held: Written) -> Effect | None:
    """An effect as it is kept, if it is not as people write it."""
    try:
        return msgspec.convert(held, Effect) if isinstance(held, Mapping) else None
    except msgspec.ValidationError:
        return None


LEFT = {"名称": "name", "标签": "tags", "有害": "harmful", "自愿": "voluntary", "等级": "level"}
"""Keys of the effect that an action leaves, beside those of an effect record."""


class Leaving(Kind, frozen=True, kw_only=True):
    """The kind of actions: one may leave an effect on its target, written as a record with its duration, and wait for an event."""

    @property
    def beside(self) -> tuple[str, ...]:
        """Its trigger is written as an effect's is."""
        return ("trigger",)

    @property
    def inner(self) -> tuple[str, ...]:
        """What its trigger comes to."""
        return ("id", "trigger", "on")

    def problems(self, name: str, record: Written) -> Iterator[Say]:
        """Everything that is wrong with one action, the effect that it leaves included."""
        if isinstance(record, Mapping):
            record, wrong = _read(record, f"{self.name}.{name}")
            yield from wrong
        yield from super().problems(name, record)

    def make(self, name: str, record: Plain) -> msgspec.Struct:
        """A record as the action that it describes."""
        made: msgspec.Struct = super().make(name, _read(record, f"{self.name}.{name}")[0])
        return made


def _read(record: Plain, where: str) -> tuple[Plain, tuple[Say, ...]]:
    """An action with its effect and its trigger read, and what is wrong with them."""
    plain, wrong = left(record, where)
    plain, untimely = awaited(plain, where)
    return plain, (*wrong, *untimely)


@rule("MIR-LIV-51")
def left(record: Plain, where: str) -> tuple[Plain, tuple[Say, ...]]:
    """An action with the effect that it leaves read; one in the plain form stays as it is."""
    held = record.get("effect", record.get("效果"))
    if not isinstance(held, Mapping) or isinstance(held.get("duration"), Mapping):
        return record, ()
    own = {LEFT.get(str(k), str(k)): v for k, v in held.items()}
    written = {k: v for k, v in own.items() if k not in LEFT.values()}
    written = {("lasts" if k == "duration" else k): v for k, v in written.items()}
    effect, problems = effect_of(written, f"{where} effect")
    made = {k: v for k, v in own.items() if k in LEFT.values()}
    made |= {"duration": duration_of(effect.lasts), "record": msgspec.to_builtins(replace(effect, lasts=()))}
    rest = {k: v for k, v in record.items() if k not in ("effect", "效果")}
    return {**rest, "effect": made}, problems


@rule("MIR-LIV-34")
def awaited(record: Plain, where: str) -> tuple[Plain, tuple[Say, ...]]:
    """An action with its trigger read: an event, whose it is and a condition; one that is only said to have one stays so."""
    key = next((k for k in ("trigger", "触发") if k in record), "")
    held = record.get(key)
    if not isinstance(held, str | Mapping) or held in UNSAID:
        return record, ()
    written = {"on": held} if isinstance(held, str) else held
    effect, problems = effect_of({"triggers": [written]}, f"{where} trigger")
    rest = {k: v for k, v in record.items() if k != key}
    return {**rest, "trigger": True, "on": msgspec.to_builtins(effect.triggers[0])}, problems


COUNTED = re.compile(r"(\d{1,6})?\s*(\D+)")
"""How many of a unit, and which."""

UNSAID = ("是", "有", "true", "yes", "否", "无", "false", "no")
"""Words that only say whether there is a trigger."""


def _actions(beside: dict[str, Written]) -> tuple[str, ...]:
    """Take the actions out of what is granted: they have a place of their own on such a record."""
    granted = _listed(beside.pop("grants", ()))
    other = [one for one in granted if not isinstance(one, str) or _is_grant(one)]
    if other:
        beside["grants"] = other
    return tuple(one for one in granted if isinstance(one, str) and not _is_grant(one))


def _listed(value: Written) -> Sequence[Written]:
    return split_list(value) if isinstance(value, str) else one_or_several(value)


def _is_grant(text: str) -> bool:
    """Whether a text names a grant by its word (`光 1`, `感官 嗅觉 模糊`); any other names an action."""
    head = text.replace("=", " ").replace(":", " ").replace("：", " ").split()
    return bool(head) and VOCABULARY.read("grants", head[0]) is not None


@rule("MIR-LIV-31", "MIR-LIV-32")
def effect_of(written: Plain, where: str) -> tuple[Effect, tuple[Say, ...]]:
    """An effect record as people write it; a quantity may be named by what narrows it, an action by its name alone."""
    plain = {KEYS.get(str(key), str(key)): value for key, value in written.items()}
    if "modifiers" in plain:
        plain["modifiers"] = [_narrowed(one) for one in one_or_several(plain["modifiers"])]
    if "lasts" in plain:
        plain["lasts"] = [_timed(one) for one in _listed(plain["lasts"])]
    if "grants" in plain:
        plain["grants"] = [_as_grant(one) for one in _listed(plain["grants"])]
    return read_effect(VOCABULARY, plain, where)


@rule("MIR-DUR-2")
def _timed(said: Written) -> Written:
    """`场景` is one scene, `2 rounds` two of them; what is no unit stays, and is a problem there."""
    found = COUNTED.fullmatch(said.strip()) if isinstance(said, str) else None
    for word in (found[2], found[2].removesuffix("s")) if found else ():
        span = VOCABULARY.read("spans", word)
        if span is not None and span.fixed is None and span.ends is not Ending.EVENT:
            return f"{found[1] or 1} {word}" if found else said
    return said


def _as_grant(one: Written) -> Written:
    return one if not isinstance(one, str) or _is_grant(one) else {"action": [one]}


def _narrowed(one: Written) -> Written:
    """`闪避` is DEF by dodging, `运动` a check of that skill, `力量` that attribute; `灼烧抗性` and `运动DC` say both in one word."""
    if not isinstance(one, Mapping):
        return one
    plain = {KEYS.get(str(key), str(key)): value for key, value in one.items()}
    said = plain.get("of", "")
    if not isinstance(said, str) or VOCABULARY.read("quantities", said) is not None or plain.get("part"):
        return plain
    for quantity in VOCABULARY.quantities:
        if folded(said) in spelled(quantity.parts):
            return {**plain, "of": quantity.key, "part": said}
    for quantity in VOCABULARY.quantities:
        part = folded(said).removesuffix(folded(quantity.zh))
        if part != folded(said) and part in spelled(quantity.parts):
            return {**plain, "of": quantity.key, "part": part}
    return plain


def duration_of(lasts: tuple[Lasts, ...]) -> Plain:
    """How long a written effect lasts, as a duration; without a word it is permanent."""
    if not lasts:
        return {"unit": Unit.PERMANENT.value}
    first = lasts[0]
    return {"unit": first.unit, "n": max(1, first.n)}
