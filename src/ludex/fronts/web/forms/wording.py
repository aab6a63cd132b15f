"""Words of the system in a form as its reader calls them, and back: nobody reads or writes the key of anything."""

import re
from collections.abc import Iterable, Mapping, Sequence
from statistics import median_low

import msgspec

from ludex.core.names import split_list
from ludex.core.plain import Written
from ludex.fronts.web.forms.filling import ROOT, Filled, Widget
from ludex.text.words import Words

KEY = re.compile(r"[a-z][a-z0-9_]*")
PHRASE = re.compile(rf"{KEY.pattern}(?:[ ,|.]{KEY.pattern})+")
SPOKEN = ("text", "words", "whole")
NAMES = frozenset({"name", "title"})
"""What somebody has called a thing is no word of the system."""

MOST = 60
AS = "/=as"
"""Beside an input: what each name means that is shown or offered in it."""

SIGNS = (("<=", "≤"), (">=", "≥"))
EACH = "*times"
"""Ends a number that counts for every time that a thing was learned."""


def used(records: Iterable[Written]) -> dict[str, tuple[str, ...]]:
    """The keys that stand in records, by field, at any depth: what another record is offered."""
    found: dict[str, dict[str, None]] = {}

    def look(value: Written, field: str) -> None:
        if isinstance(value, Mapping):
            for name, one in value.items():
                look(one, str(name))
        elif isinstance(value, list | tuple):
            for one in value:
                look(one, field)
        elif isinstance(value, str) and KEY.fullmatch(value):
            found.setdefault(field, {})[value] = None

    for record in records:
        look(record, "")
    return {field: tuple(keys)[:MOST] for field, keys in found.items()}


def usual(records: Iterable[Written]) -> dict[str, str]:
    """The number that stands in the middle of what ships, by field (`strikes/*/damage`), as a form hints at it where nothing is written."""
    found: dict[str, list[float]] = {}

    def look(value: Written, path: str) -> None:
        if isinstance(value, Mapping):
            for name, one in value.items():
                look(one, f"{path}/{name}")
        elif isinstance(value, list | tuple):
            for one in value:
                look(one, f"{path}/*")
        elif isinstance(value, int | float) and not isinstance(value, bool):
            found.setdefault(path, []).append(value)

    for record in records:
        look(record, ROOT)
    return {path: f"≈{median_low(numbers):g}" for path, numbers in found.items()}


def hinted(widgets: Sequence[Widget], numbers: Mapping[str, str]) -> tuple[Widget, ...]:
    """The inputs, each empty number with what is usual there."""
    return tuple(_hinted(one, numbers) for one in widgets)


def _hinted(widget: Widget, numbers: Mapping[str, str]) -> Widget:
    path = "/".join("*" if part.isdigit() else part for part in widget.path.split("/"))
    if widget.kind == "pair":
        key, value = widget.inside
        hint = numbers.get(f"{path.removesuffix('/*')}/{key.value}", "") if key.value else ""
        return msgspec.structs.replace(widget, inside=(key, msgspec.structs.replace(value, hint=value.hint or hint)))
    if widget.kind in ("whole", "decimal") and not widget.hint:
        return msgspec.structs.replace(widget, hint=numbers.get(path, ""))
    return msgspec.structs.replace(widget, inside=hinted(widget.inside, numbers)) if widget.inside else widget


def worded(widgets: Sequence[Widget], words: Words, among: Mapping[str, Sequence[str]]) -> tuple[Widget, ...]:
    """The inputs with every word of the system as the reader calls it; those that are known of a field are offered."""
    return tuple(_worded(one, words, among) for one in widgets)


def _worded(widget: Widget, words: Words, among: Mapping[str, Sequence[str]]) -> Widget:
    inside = worded(widget.inside, words, among)
    field = next((one for one in reversed(widget.path.split("/")) if not one.isdigit() and one != "=k"), "")
    own = bool(widget.path.endswith("/=k") and widget.title) or (
        widget.path.startswith(f"{ROOT}/") and (field in NAMES or "/en/" in widget.path)
    )
    if widget.kind == "choice" and widget.value and widget.value not in dict(widget.choices):
        own_word = (widget.value, _said(words, field, widget.value))
        return msgspec.structs.replace(widget, choices=(*widget.choices, own_word))
    if widget.kind not in SPOKEN or widget.choices or own:
        return msgspec.structs.replace(widget, inside=inside)
    parts = split_list(widget.value) if widget.kind == "words" else [widget.value]
    keys = dict.fromkeys(one for one in (*parts, widget.hint, *among.get(field, ())) if KEY.fullmatch(one))
    names = {key: said for key in keys if (said := _said(words, field, key)) != key}
    names |= {one: said for one in parts if one not in names and (said := _phrase(words, field, one)) != one}
    shown = ", ".join(names.get(one, one) for one in parts)
    hint = names.get(widget.hint, widget.hint)
    return msgspec.structs.replace(widget, value=shown, hint=hint, choices=tuple(names.items()), inside=inside)


def _said(words: Words, field: str, key: str) -> str:
    """A key as it is called: in this field (`written.range_short`), or everywhere."""
    own = f"written.{field}_{key}"
    return words(own) if words.has(own) else words.thing(key)


def _phrase(words: Words, field: str, text: str) -> str:
    """Several keys as people say them where each has a name, and a condition with the signs that people read."""
    for code, sign in SIGNS:
        text = text.replace(code, sign)
    if text.endswith(EACH) and words.has("written.times"):
        return text.removesuffix(EACH) + words("written.times")
    keys = KEY.findall(text)
    names = {key: _said(words, field, key) for key in keys}
    coded = len(keys) > 1 and PHRASE.fullmatch(text) and all(key != said for key, said in names.items())
    return KEY.sub(lambda found: names[found[0]], text) if coded else text


def meant(filled: Filled) -> dict[str, list[str]]:
    """What was filled in by names, by what they mean."""
    found = {name: list(values) for name, values in filled.items()}
    for name in [one for one in found if one.endswith(AS)]:
        path = name.removesuffix(AS)
        try:
            keys = msgspec.json.decode(found[name][0], type=dict[str, str])
        except (msgspec.DecodeError, IndexError):
            continue
        found[path] = [_meant(one.strip(), keys) for one in found.get(path, ())]
    return found


def _meant(said: str, keys: Mapping[str, str]) -> str:
    if said in keys or not any(one in keys for one in split_list(said)):
        return keys.get(said, said)
    return ", ".join(keys.get(one, one) for one in split_list(said))
