"""Where the fields of a deed are named in a text by their keys: `武器=长剑`, `目标15`, `应对手电`."""

from collections.abc import Mapping, Sequence

from ludex.text.reader.forms import INSIDE, Found
from ludex.text.reader.moment import Frame, Slot
from ludex.text.reader.prices import COST
from ludex.text.reader.words import SIGNS, apart

Key = tuple[Slot, str, int, bool]
"""Whose key stands there, the key, where its value begins, and whether a sign stands between."""


def keys_in(text: str, frame: Frame) -> dict[int, list[Key]]:
    """The keys that stand in a text, by where they begin."""
    found: dict[int, list[Key]] = {}
    for slot in frame.slots:
        for key in filter(None, (*slot.field.keys, slot.field.name, *slot.unit)):
            at = text.find(key.lower())
            while at >= 0:
                if apart(text, at, at + len(key)) and (place := _behind(text, frame, slot, key, at)) is not None:
                    found.setdefault(at, []).append((slot, key, *place))
                at = text.find(key.lower(), at + 1)
    return found


def _behind(text: str, frame: Frame, slot: Slot, key: str, at: int) -> tuple[int, bool] | None:
    """Where the value behind a key begins, and whether a sign stands between; None where the key means nothing here."""
    place = at + len(key)
    if slot.flag:
        return None if any(hit.end == place for hit in frame.verbs.get(at, ())) else (place, False)
    signed = text[place : place + 1] in ("=", ":")
    cell = slot.square and text[place : place + 1].isdecimal()  # 格5,4
    if not signed and len(key) < 2 and key not in SIGNS and not cell:
        return None
    while place < len(text) and text[place] in "=: .":
        place += 1
    return place, signed


def dear_behind_keys(
    known: Sequence[float], keys: Mapping[int, Sequence[Key]], hits: Mapping[str, Mapping[int, Sequence[Found]]]
) -> Sequence[float]:
    """How dear each letter is in free words: a key, and behind it a part of a name that its field takes, are meant for that (应对手电)."""
    dear = list(known)
    for at, several in keys.items():
        for slot, key, place, _ in several:
            there = hits.get(slot.name, {}).get(place, ()) if len(key) > 1 and key.isalpha() else ()
            end = max((hit.end for hit in there if hit.cost <= INSIDE and hit.end - hit.start > 1), default=at)
            dear[at:end] = [COST["free_refused"]] * (end - at)
    return dear
