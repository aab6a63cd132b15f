"""What shipped things are called at a table that speaks English, where a name is given for good: who comes on, what stands there."""

from ludex.core.packs import Written, spare_words
from ludex.systems.boon.content import PACKAGE, creature_named, shipped
from ludex.systems.boon.content.english import english
from ludex.systems.boon.sheet import Record
from ludex.systems.boon.state import Library


def creature_name(name: str, own: Library, language: str) -> str:
    """What creatures of a stat block are called: a shipped one in the language of whoever brings it on, one of the table's own as it was given."""
    found = creature_named(name, own)
    if found is None:
        return name
    key, block = found
    if language == "en" and key in shipped().creatures and key not in own.creatures:
        return english().get(key, key).title()
    return str(block.get("name", key))


def block_in(key: str, own: Library, record: Record, language: str) -> Record:
    """A stat block whose own things (fangs, a hide) are called in the language of whoever brings it on."""
    if language != "en" or key in own.creatures:
        return record
    spoken = spare_words(PACKAGE, "demo.en.toml")

    def called(thing: Written) -> Written:
        if not isinstance(thing, dict) or "name" not in thing:
            return thing
        return {**thing, "name": spoken.get(thing["name"], thing["name"])}

    items = [called(item) for item in record.get("items", ())]
    return {**record, "items": items, **({"armor": called(record["armor"])} if "armor" in record else {})}


def landmark_name(name: str, language: str) -> str:
    """What stands on a shipped map, in the language of whoever lays it out."""
    return spare_words(PACKAGE, "demo.en.toml").get(name, name) if language == "en" else name
