"""Random records of a system's kinds of content: lawful ones, nearly lawful ones and hostile ones, made from the schemas and from what ships."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random

import msgspec

from ludex.core.forms import FormField, form_of
from ludex.core.packs import ContentKind, names_in, read_toml
from ludex.core.plain import Written as Anything
from ludex.core.system import System

LAWFUL, NEARLY, HOSTILE = "lawful", "nearly", "hostile"
TEMPERS = (LAWFUL, NEARLY, HOSTILE)

DEEPEST = 3
ODD_NUMBERS = (0, -1, -999, 1, 2, 10**6, 10**15)
ODD_WORDS = ("", "胡说", "近战", "steady_hand", "铁钩", "a" * 300, "{", "；", "1d", "１２", "先攻+", "<b>")


class Written(msgspec.Struct, frozen=True):
    """A record, of which kind, under which name, and how it was meant."""

    kind: str
    name: str
    record: dict[str, Anything]
    temper: str


def records(system: System, seed: int, count: int) -> Iterator[Written]:
    """So many records, each of a kind and a temper by chance."""
    chance = Random(seed)  # no secret hangs on it
    for n in range(count):
        met = [kind for kind in system.kinds if system.stock and kind.name in system.stock.dials]
        kind, temper = chance.choice(met if met and n % 3 == 0 else system.kinds), chance.choice(TEMPERS)
        name, record = f"试{seed}之{n}号", _record(system, kind, chance, temper)
        called = any((field.name, field.kind) == ("name", "text") for field in form_of(kind).fields)
        yield Written(kind.name, name, {"name": name, **record} if called else record, temper)


def _record(system: System, kind: ContentKind, chance: Random, temper: str) -> dict[str, Anything]:
    """One that ships, with some of its fields written anew; a hostile one from nothing at times."""
    fields = [field for field in form_of(kind).fields if field.name not in ("id", "name")]
    base = _shipped(system, kind, chance)
    if temper == HOSTILE and chance.random() < 0.3:
        base = {}
    changes = chance.randint(0, 1) if temper == LAWFUL else chance.randint(1, 4)
    for field in chance.sample(fields, min(changes, len(fields))):
        base[field.name] = _value(field, chance, temper)
    for called in ("name", "title", "shelf"):
        base.pop(called, None)
    return base


def _shipped(system: System, kind: ContentKind, chance: Random) -> dict[str, Anything]:
    file = f"{kind.name}.toml"
    if file not in names_in(system.package, "data"):
        return {}
    held = [one for one in read_toml(system.package, "data", file).values() if isinstance(one, Mapping)]
    return dict(chance.choice(held)) if held else {}


def _value(field: FormField, chance: Random, temper: str, depth: int = 0) -> Anything:
    if temper == HOSTILE and chance.random() < 0.4:
        odd_values: list[Anything] = [*ODD_NUMBERS, *ODD_WORDS, [], {}, [[]], {"x": {"y": 1}}, True, 1.5]
        return chance.choice(odd_values)
    odd = temper != LAWFUL and chance.random() < 0.5
    match field.kind:
        case "whole":
            return chance.choice(ODD_NUMBERS) if odd else chance.randint(0, 6)
        case "decimal":
            return chance.random() * 9
        case "flag":
            return chance.random() < 0.5
        case "choice":
            return chance.choice(ODD_WORDS) if odd else _word(list(field.choices.items()), chance)
        case "list" if field.item is not None and depth < DEEPEST:
            some = field.length or chance.randint(0, 2)
            return [_value(field.item, chance, temper, depth + 1) for _ in range(some)]
        case "table" if field.item is not None and depth < DEEPEST:
            return {chance.choice(ODD_WORDS) or "x": _value(field.item, chance, temper, depth + 1)}
        case "record" if depth < DEEPEST:
            return {one.name: _value(one, chance, temper, depth + 1) for one in field.fields if one.required or odd}
    return chance.choice(ODD_WORDS)


def _word(choices: Sequence[tuple[str, tuple[str, str]]], chance: Random) -> str:
    key, names = chance.choice(choices) if choices else ("", ("", ""))
    return chance.choice([key, *names])
