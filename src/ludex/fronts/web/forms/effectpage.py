"""Where a kind of content keeps its effects, and how they get from a record into the form and back.

A record is an effect itself (`whole`), holds one (`held`), or a list of them (`several`). What people wrote is read by the kind; what
the form gives is written as the kernel writes effects.
"""

from collections.abc import Mapping

import msgspec
from msgspec import inspect
from msgspec.structs import replace

from ludex.core.checking import slim
from ludex.core.effects.authoring import read_effect
from ludex.core.effects.records import Effect
from ludex.core.effects.rewriting import written
from ludex.core.effects.sentences import sentence
from ludex.core.effects.vocabulary import Vocabulary
from ludex.core.errors import RuleError
from ludex.core.forms import form_of
from ludex.core.packs import ContentKind
from ludex.core.plain import Plain, Written
from ludex.core.say import Say
from ludex.fronts.web.forms.effectform import BASE
from ludex.fronts.web.forms.filling import ROOT
from ludex.fronts.web.forms.problems import path_of
from ludex.text.words import Words

WHOLE, HELD, SEVERAL = "whole", "held", "several"
PIECES = ("modifiers", "triggers", "grants", "denies", "uses", "when", "lasts", "rid", "aura", "over")


class Home(msgspec.Struct, frozen=True):
    """Where effects stand in a record: how, and under which key."""

    how: str
    field: str = ""

    def fields(self, kind: ContentKind) -> tuple[str, ...]:
        """The keys of a record that the form of effects takes the place of."""
        return PIECES if self.how == WHOLE else (self.field, *kind.beside)


def home_of(kind: ContentKind) -> Home | None:
    """Where a kind keeps its effects; None where it has none."""
    if kind.shape is Effect:
        return Home(WHOLE)
    described = inspect.type_info(kind.shape)
    for field in described.fields if isinstance(described, inspect.StructType) else ():
        if _is_effect(field.type):
            return Home(HELD, field.encode_name)
        if isinstance(field.type, inspect.VarTupleType | inspect.ListType) and _is_effect(field.type.item_type):
            return Home(SEVERAL, field.encode_name)
    return None


def _is_effect(kind: inspect.Type) -> bool:
    among = kind.types if isinstance(kind, inspect.UnionType) else (kind,)
    return any(isinstance(one, inspect.StructType) and one.cls is Effect for one in among)


def held(kind: ContentKind, home: Home, words: Vocabulary, name: str, record: Plain) -> list[Effect] | None:
    """The effects of a record; None where they are written in a way that a form cannot show."""
    said = {key: record[key] for key in home.fields(kind) if record.get(key) not in (None, "", [], {})}
    if home.how == WHOLE:
        return _read(words, [said])
    if home.how == SEVERAL:
        value = said.get(home.field, [])
        return _read(words, list(value) if isinstance(value, list | tuple) else [value])
    if not _unmixed(kind, home, record):
        try:
            found = getattr(kind.make(name or "?", record), home.field)
        except (RuleError, msgspec.ValidationError, KeyError, TypeError, ValueError):
            return None
        return [found] if isinstance(found, Effect) and not list(kind.problems(name or "?", record)) else None
    return _read(words, [said.get(home.field, {})])


def left_beside(kind: ContentKind, home: Home, name: str, record: Plain) -> dict[str, Written]:
    """What a record says by the way in which its effects are written (what the one who learns it may choose, say): a form keeps it beside."""
    try:
        made = msgspec.to_builtins(kind.make(name or "?", record), enc_hook=str)
        empty = {field.name: field.default for field in form_of(kind).fields}
    except (RuleError, msgspec.ValidationError, KeyError, TypeError, ValueError):
        return {}
    taken = {*home.fields(kind), *record, "id", "name"}
    return {
        key: value
        for key, value in made.items()
        if key not in taken and key in empty and value not in (None, "", [], {}, empty[key])
    }


def _unmixed(kind: ContentKind, home: Home, record: Plain) -> bool:
    """Whether nothing of an effect stands beside its own key."""
    return all(key in kind.fields or kind.keys.get(key) in kind.fields for key in record) or not home.field


def _read(words: Vocabulary, several: list[Written]) -> list[Effect] | None:
    found = []
    for one in several:
        if (effect := _one(words, one)) is None:
            return None
        found.append(effect)
    return found


def _one(words: Vocabulary, plain: Written) -> Effect | None:
    """An effect as it is kept, or as people write it; a text alone is its name, perhaps with a duration."""
    if isinstance(plain, str):
        name, _, lasts = plain.partition(" ")
        plain = {"name": name, **({"lasts": lasts} if lasts else {})}
    if not isinstance(plain, Mapping):
        return None
    try:
        return msgspec.convert(plain, Effect)
    except msgspec.ValidationError:
        effect, problems = read_effect(words, plain, "")
    return None if problems else msgspec.structs.replace(effect, id="")


def placed(kind: ContentKind, home: Home, record: Plain, effects: list[Effect]) -> dict[str, Written]:
    """The record with the effects of the form in it."""
    rest = {key: value for key, value in record.items() if key not in home.fields(kind)}
    if home.how == WHOLE:
        said = written(effects[0]) if effects else {}
        return {**rest, **{key: said[key] for key in PIECES if key in said}}
    if home.how == SEVERAL:
        return {**rest, **({home.field: [written(one) for one in effects]} if effects else {})}
    own = {key: value for key, value in rest.items() if key in kind.fields or kind.keys.get(key) in kind.fields}
    return {**own, **({home.field: slim(effects[0])} if effects and effects[0].acts else {})}


def wrong(words: Vocabulary, effects: list[Effect]) -> list[tuple[str, Say]]:
    """What the vocabulary finds wrong with the effects of a form, by the paths of its inputs."""
    return [
        (path_of(problem, f"{BASE}.{n}").replace(ROOT, f"{BASE}/{n}", 1), problem)
        for n, one in enumerate(effects)
        for problem in read_effect(words, written(one), f"{BASE}.{n}")[1]
    ]


def inside(home: Home, path: str) -> str:
    """The input of the form that a path of the record means; nothing where it is another's."""
    if home.how == WHOLE:
        return f"{BASE}/0{path.removeprefix(ROOT)}" if path.split("/")[1:2] and path.split("/")[1] in PIECES else ""
    head = next((one for one in (f"{ROOT}/{home.field}", f"{ROOT}/effects") if f"{path}/".startswith(f"{one}/")), "")
    first = "/0" if home.how == HELD else ""
    return f"{BASE}{first}{path.removeprefix(head)}" if head else ""


def read_aloud(words: Vocabulary, effects: list[Effect], tongue: Words) -> str:
    named = [replace(one, uses=tuple(replace(use, name=tongue.thing(use.name)) for use in one.uses)) for one in effects]
    told = [
        (tongue.thing(one.name), tongue("common.semicolon").join(map(tongue.say, sentence(words, one))))
        for one in named
        if one.acts
    ]
    return "\n".join(f"{name}{tongue('common.colon')}{said}" if name else said for name, said in told)
