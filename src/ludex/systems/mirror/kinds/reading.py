"""What is offered for fields (people, parts, directions, words of the rulebook, records of the library, each as it is called), and how typed words become
what procedures take, where a field's kind does not say it: regions, paths, modifiers, parts, records.

Names are read among those that the asking seat may know (`redact`). Nothing here decides a rule."""

import json
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

import msgspec

from ludex.core.bounds import fraction, whole
from ludex.core.deeds import Asked, Do, Show
from ludex.core.errors import RuleError
from ludex.core.names import folded, matching, named, narrow
from ludex.core.packs import pasted_json, pasted_toml, read_toml
from ludex.core.pairs import Pair
from ludex.core.plain import Plain
from ludex.core.rule import rule
from ludex.core.say import Say, say
from ludex.core.terms import Term
from ludex.systems.mirror.content import called, english, library
from ludex.systems.mirror.effects.bearing import belongings
from ludex.systems.mirror.options import ModifierGiven
from ludex.systems.mirror.sheet import Cell
from ludex.systems.mirror.state import State, grid_of, groups, reachable, way_to
from ludex.systems.mirror.terms import PACKAGE, Group, Kind, Skill, key_of, meanings


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
    return {i: c.called for i, c in state.characters.items() if not i.startswith("@")}


def parts_of(state: State, _actor: str) -> dict[str, Pair]:
    words = _part_words()
    parts = [part for c in state.characters.values() for part in c.parts]
    return {part.id: (part.name, part.name) if part.name else words.get(part.id, (part.id, part.id)) for part in parts}


def both(word: str) -> Pair:
    return _part_words().get(word, (word, word))


def words(*terms: type[Term]) -> dict[str, Pair]:
    return {one.value: (one.zh, one.en) for several in terms for one in several}


@lru_cache(maxsize=1)
def _part_words() -> dict[str, Pair]:
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


# --- typed words as what procedures take ------------------------------------------------------------------------------

DIRECTIONS = {
    "east": "e", "west": "w", "south": "s", "north": "n",
    "northeast": "ne", "northwest": "nw", "southeast": "se", "southwest": "sw",
    "东": "e", "西": "w", "南": "s", "北": "n", "东北": "ne", "西北": "nw", "东南": "se", "西南": "sw",
}  # fmt: skip
_PAIR = r"[(\[]?(-?\d+\s*[,、]\s*-?\d+)[)\]]?"
_BLOCK = re.compile(rf"{_PAIR}(?:\s*[~到至]\s*{_PAIR})?[;、,\s]*")
_BARE = re.compile(r"(?m)^([^\d\n=:：+-]+)\n([+-]?\d+)$")
MOST_CELLS = 400
MOST_STEPS = 60


@rule("MIR-LIV-45")
def query(procedure: str, given: msgspec.Struct) -> Show:
    """What is only asked: answered to the asker, and nothing is written."""
    return Show("", asks=Do(procedure, given))


def modifiers(asked: Asked, said: Iterable[str]) -> tuple[ModifierGiven, ...]:
    """The bare bonus of a line, and its modifiers of stated kinds."""
    bonus = asked.args.get("bonus")
    return (*((ModifierGiven(value=bonus),) if bonus else ()), *(modifier(text) for text in said))


def modifier(text: str) -> ModifierGiven:
    """One modifier of a kind: «+2», «环境-1», «intrinsic+3»."""
    place = max(text.rfind("+"), text.rfind("-"))
    kind, written = (text[:place].strip(), text[place:]) if place >= 0 else ("", text)
    number = whole(written)
    if number is None:
        raise RuleError("bad_modifier_text", text=text)
    return ModifierGiven(Kind.read(kind, refusal="unknown_modifier_kind") if kind else Kind.GENERAL, number)


def pairs_of(texts: Iterable[str]) -> dict[str, int]:
    """«力量=3», «运动:2», «lore2», «智慧 1» as keys with numbers."""
    found: dict[str, int] = {}
    for text in _BARE.sub(r"\1\2", "\n".join(map(narrow, texts))).splitlines():
        name, _, number = text.replace("：", ":").replace(":", "=").partition("=")
        if not number:
            name = text.rstrip("0123456789-+")
            number = text[len(name) :]
        rank = whole(number)
        if not name or rank is None:
            raise RuleError("bad_pair", text=text)
        found[key_of(name)] = rank
    return found


def skill_of(said: str) -> str:
    return Group.read(said) if Group.holds(said) else Skill.read(said, refusal="unknown_skill")


def cell(text: str) -> Cell:
    """«3,4», «3，4» or «3 4» as a region."""
    parts = re.split(r"\s*[,、]\s*|\s+", folded(text).strip("()[]"))
    found = [n for part in parts if (n := whole(part)) is not None]
    if not len(parts) == len(found) == 2:
        raise RuleError("bad_cell", value=text[:40])
    return found[0], found[1]


def cells(text: str | None) -> list[Cell]:
    """«1,2;1,3», «1,2 1,3» or «1,2、1,3» as regions; «1,2~4,2» as all between."""
    left, found = folded(text or "").strip(), list[Cell]()
    while left:
        if (block := _BLOCK.match(left)) is None:
            raise RuleError("bad_cell", value=(text or "")[:40])
        first, last = cell(block[1]), cell(block[2] or block[1])
        found.extend(_between(first, last))
        left = left[block.end() :]
    if len(found) > MOST_CELLS:
        raise RuleError("too_many_cells", count=len(found), most=MOST_CELLS)
    return found


def _between(a: Cell, b: Cell) -> list[Cell]:
    """Every region of the block that two corners span."""
    (low_x, high_x), (low_y, high_y) = sorted((a[0], b[0])), sorted((a[1], b[1]))
    count = (high_x - low_x + 1) * (high_y - low_y + 1)
    if count > MOST_CELLS:
        raise RuleError("too_many_cells", count=count, most=MOST_CELLS)
    return [(x, y) for x in range(low_x, high_x + 1) for y in range(low_y, high_y + 1)]


def path(state: State, start: Cell | None, text: str) -> list[Cell]:
    """A path in words («东 东 北», «e2 n»), or as regions («1,0 2,0»)."""
    steps = grid_of(state.stage.grid).steps
    here = start if start is not None else (0, 0)
    found: list[Cell] = []
    for piece in text.split():
        found.extend(_way(state, here, piece, steps))
        here = found[-1] if found else here
    if not found:
        raise RuleError("bad_path_text" if text.strip() else "there_already", text=text)
    return found


def _way(state: State, here: Cell, piece: str, steps: Mapping[str, Cell]) -> list[Cell]:
    """The steps that one word of a path means; a region that is not next door is walked to by the cheapest way."""
    if not is_cell(piece):
        return _steps(piece, steps, here)
    goal = cell(piece)
    far = state.stage.distance(here, goal) > 1
    return (cheapest(state, here, goal) if far else []) or [goal]


def cheapest(state: State, start: Cell, goal: Cell) -> list[Cell]:
    """The cheapest way over passable regions of the stage, if there is one."""
    stage = state.stage
    return [*way_to(goal, reachable(stage, start, most=10 * stage.width * stage.height))]


def _steps(piece: str, steps: Mapping[str, Cell], here: Cell) -> list[Cell]:
    name = piece.rstrip("0123456789")
    direction = DIRECTIONS.get(folded(name), folded(name))
    count = whole(piece[len(name) :] or "1")
    if direction not in steps or count is None or count > MOST_STEPS:
        raise RuleError("bad_direction", given=piece, known=[direction_said(one) for one in steps])
    dx, dy = steps[direction]
    return [(here[0] + dx * n, here[1] + dy * n) for n in range(1, count + 1)]


def direction_said(name: str) -> Say:
    return say(f"view.direction_{name}")


def bearing(text: str) -> float | str:
    """A direction by its name, or an angle in degrees."""
    name = DIRECTIONS.get(folded(text), text)
    angle = fraction(name)
    return name if angle is None else float(angle)


def actor_named(asked: Asked, text: str) -> str:
    """Somebody by id, name, or the unique beginning of either, among those whose name may be said."""
    state: State = asked.state
    people = {i: c.called for i, c in state.characters.items() if not i.startswith("@")}
    return named(
        text, {i: (i, name) for i, name in people.items()}, unknown="unknown_id", id=text, ids=[*people.values()]
    )


EVERYONE = ("全体", "all", "所有人")


def people_named(asked: Asked, text: str) -> tuple[str, ...]:
    """Those whom a name means: one, a side, or everybody here who is in play."""
    state: State = asked.state
    sides = {folded(name): members for name, members in groups(state).items()}
    here = tuple(i for i, c in state.characters.items() if not (c.out_of_play or i.startswith("@")))
    known, said = sides | dict.fromkeys(EVERYONE, here), folded(text)
    return known[said] if said in known else (actor_named(asked, text),)


def is_cell(text: str) -> bool:
    return folded(text)[:1].isdecimal() or folded(text)[:1] in ("-", "(")


def perceived_at(asked: Asked, text: str) -> str:
    """Somebody by name, or the one whom the asking seat knows to be in a region."""
    if not is_cell(text):
        return actor_named(asked, text)
    state: State = asked.state
    place, me = cell(text), state.who(asked.actor)
    for name, c in state.characters.items():
        if c.pos == place and name != me.id:
            return name
    raise RuleError("nobody_perceived", cell=text)


def part_of(state: State, who: str, text: str | None) -> str | None:
    """A part by its id, its name or its word; without a body to look at, the word's own meaning."""
    if not text:
        return None
    character = state.characters.get(who)
    if character is None:
        return key_of(text)
    meant = (text, *meanings().get(folded(text), ()))
    return next((p.id for p in character.parts if p.id in meant or p.name == text), text)


@rule("MIR-LIV-1")
def gear_of(state: State, who: str, text: str | None) -> str:
    """A weapon category or magic source by its id or name, or that of a weapon of hers; any other word stands."""
    mine = belongings(state.characters[who]) if text and who in state.characters else ()
    weapon = next((i for i in mine if i.category and text in (i.id, i.called)), None)
    if weapon is not None:
        return weapon.category
    gear = library(state.catalogue).gear
    found = matching(text or "", {i: (i, called(i, one)) for i, one in gear.items()})
    return found[0] if len(found) == 1 else text or ""


def read_data(text: str) -> Plain:
    try:
        found = pasted_json(text) if text.lstrip().startswith("{") else pasted_toml(text.replace("；", "\n"))
    except ValueError as error:
        line, column = _place(error, text)
        raise RuleError("bad_record_text", line=line, column=column) from None
    return dict(found)


def _place(error: ValueError, text: str) -> tuple[int, int]:
    """Line and column at which a text stops being data; its end, where the reader of TOML names no other."""
    if isinstance(error, json.JSONDecodeError):
        return error.lineno, error.colno
    lines = text.replace("；", "\n").splitlines() or [""]
    place = re.search(r"line (\d+), column (\d+)", str(error))
    return (int(place[1]), int(place[2])) if place else (len(lines), len(lines[-1]) + 1)
