"""What is offered for fields: people, parts, directions, words of the rulebook and records of the library, each as it is called."""

from collections.abc import Mapping
from functools import lru_cache

import msgspec

from ludex.core.packs import read_toml
from ludex.core.pairs import Pair
from ludex.core.terms import Term
from ludex.systems.mirror.content import called, english, library
from ludex.systems.mirror.state import State, grid_of
from ludex.systems.mirror.terms import PACKAGE


def layings(_state: State, _actor: str) -> dict[str, tuple[str, str]]:
    """What is put on regions of a stage as it is, without more words (MIR-SCN-1)."""
    chinese = ("墙体", "地形", "物件", "空间", "灯", "环境光", "清空")
    english = ("wall", "terrain", "object", "space", "lamp", "ambient", "clear")
    return {key: (word, key) for word, key in zip(chinese, english, strict=True)}


def ways(state: State, _actor: str) -> dict[str, Pair]:
    """The directions in which one goes from region to region on this stage (MIR-STG-1)."""
    words = {"e": ("东", "east"), "w": ("西", "west"), "s": ("南", "south"), "n": ("北", "north")}
    words |= {
        "ne": ("东北", "northeast"),
        "nw": ("西北", "northwest"),
        "se": ("东南", "southeast"),
        "sw": ("西南", "southwest"),
    }
    return {one: words[one] for one in grid_of(state.stage.grid).steps if one in words}


def grids(_state: State, _actor: str) -> dict[str, Pair]:
    """The shapes of a stage's regions (MIR-STG-1)."""
    return {"square": ("四边形", "square"), "hex": ("六边形", "hex")}


def people_of(state: State, _actor: str) -> dict[str, str]:
    """Everybody whom one may name."""
    return {i: c.called for i, c in state.characters.items() if not i.startswith("@")}


def parts_of(state: State, _actor: str) -> dict[str, Pair]:
    """The parts of everybody in play, by what they are called."""
    words = _part_words()
    parts = [part for c in state.characters.values() for part in c.parts]
    return {part.id: (part.name, part.name) if part.name else words.get(part.id, (part.id, part.id)) for part in parts}


def both(word: str) -> Pair:
    """A word of the rulebook in both languages."""
    return _part_words().get(word, (word, word))


def words(*terms: type[Term]) -> dict[str, Pair]:
    """Words of closed lists of the rulebook."""
    return {one.value: (one.zh, one.en) for several in terms for one in several}


@lru_cache(maxsize=1)
def _part_words() -> dict[str, Pair]:
    """The rulebook's words for parts, in both languages."""
    zh, en = (read_toml(PACKAGE, "words", f"{language}.toml")["terms"] for language in ("zh", "en"))
    return {key: (zh[key], en[key]) for key in zh}


def names_of(state: State, kind: str) -> dict[str, Pair]:
    """What records are called in both languages; the table's own as they were given."""
    own = state.catalogue.get(kind, {})
    records: Mapping[str, msgspec.Struct] = getattr(library(state.catalogue), kind)
    return {
        name: (called(name, record), english().get(name, name) if name not in own else called(name, record))
        for name, record in records.items()
    }
