"""Things that are written whole inside another one: they stand on their own, and are named where they were written. MST-LIV-48.

A scene may hold its challenges, a mission its anomaly, a character its themes, or only their names.
"""

from collections.abc import Callable, Mapping

from ludex.core.plain import Plain, Written, list_in, table_in
from ludex.systems.mist.content.plain import read_record

Change = Callable[[Plain], Plain]


def apart(pack: Plain, called: Mapping[str, str]) -> Plain:
    """A pack whose things name their challenges and hold their own themes; `called`: its kinds, by how they are written in it."""
    found: list[Plain] = []

    def name_of(one: Written) -> Written:
        if not isinstance(one, Mapping):
            return one
        found.append(table_in(read_record("challenges", one)))
        return found[-1].get("id", "")

    def scene(record: Plain) -> Plain:
        there = record.get("challenges")
        return {**record, "challenges": [*map(name_of, there)]} if isinstance(there, list) else record

    def mission(record: Plain) -> Plain:
        named = {**record, "anomaly": name_of(record["anomaly"])} if "anomaly" in record else record
        return {**named, "scenes": each(record["scenes"], scene)} if "scenes" in record else named

    changes = {"scenes": scene, "missions": mission, "characters": _character}
    known = {w: each(r, changes[called[w]]) if called.get(w) in changes else r for w, r in pack.items()}
    return _with_challenges(known, called, found) if found else known


def each(records: Written, change: Change) -> Written:
    """Records by name or in a list, each changed; what is neither stays, and is a problem."""
    if isinstance(records, Mapping):
        return {name: change(one) if isinstance(one, Mapping) else one for name, one in records.items()}
    if isinstance(records, list):
        return [change(one) if isinstance(one, Mapping) else one for one in records]
    return records


def _character(record: Plain) -> Plain:
    """A character with the themes that are written whole among its own."""
    themes = list_in(record.get("themes"))
    own = [read_record("themes", one) for one in themes if isinstance(one, Mapping)]
    if not own:
        return record
    named = [one for one in themes if not isinstance(one, Mapping)]
    return {**record, "themes": named, "more": [*own, *list_in(record.get("more"))]}


def _with_challenges(pack: Plain, called: Mapping[str, str], found: list[Plain]) -> Plain:
    """A pack with further challenges, each once."""
    written = next((word for word in pack if called.get(word) == "challenges"), "challenges")
    there = pack.get(written)
    new = {str(one.get("id", "")): one for one in found}
    if isinstance(there, Mapping):
        return {**pack, written: {**new, **there}}
    known = [one.get("id") for one in list_in(there) if isinstance(one, Mapping)]
    return {**pack, written: [*list_in(there), *(one for name, one in new.items() if name not in known)]}
