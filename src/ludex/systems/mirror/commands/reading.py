"""How typed words become what procedures take: the system's words in Chinese or English, people, regions, paths, modifiers.

Names are read among those that the asking seat may know (`redact`). Nothing here decides a rule.
"""

import json
import re
from collections.abc import Collection, Mapping
from typing import Any

from ludex.core.bounds import fraction, whole
from ludex.core.deeds import Asked
from ludex.core.errors import RuleError
from ludex.core.names import folded
from ludex.core.packs import pasted_json, pasted_toml
from ludex.core.terms import Term
from ludex.systems.mirror.redact import concealment, known
from ludex.systems.mirror.rules.report import Plain
from ludex.systems.mirror.sheet import Cell
from ludex.systems.mirror.state import State, grid_of, reachable
from ludex.systems.mirror.terms import CLOSED, Attribute, Grade, Kind, key_of, meanings, words_of

DIRECTIONS = {
    "east": "e", "west": "w", "south": "s", "north": "n",
    "northeast": "ne", "northwest": "nw", "southeast": "se", "southwest": "sw",
    "东": "e", "西": "w", "南": "s", "北": "n", "东北": "ne", "西北": "nw", "东南": "se", "西南": "sw",
}  # fmt: skip


def modifiers(asked: Asked) -> list[dict[str, Any]]:
    """«+2», «环境-1», «intrinsic+3»: a bare bonus and a list of modifiers of stated kinds."""
    found = [{"value": asked["bonus"]}] if asked.args.get("bonus") else []
    return [*found, *(modifier(text) for text in asked.args.get("modifiers") or ())]


def modifier(text: str) -> dict[str, Any]:
    """One modifier of a kind: «环境-1»."""
    place = max(text.rfind("+"), text.rfind("-"))
    kind, written = (text[:place].strip(), text[place:]) if place >= 0 else ("", text)
    number = whole(written)
    if number is None:
        raise RuleError("bad_modifier_text", text=text)
    return {"kind": term_of(Kind, kind) if kind else Kind.GENERAL, "value": number}


def cell(text: Any) -> Cell:
    """«3,4», «3，4» or «3 4» as a region."""
    parts = str(text).strip().strip("()（）[]").replace("，", ",").replace(" ", ",").split(",")
    found = [n for part in parts if (n := whole(part)) is not None]
    if not len(parts) == len(found) == 2:
        raise RuleError("bad_cell", text=str(text)[:40])
    return found[0], found[1]


def cells(text: Any) -> list[Cell]:
    """«1,2;1,3» or «1,2 1,3» as regions; «1,2~4,2» as all between."""
    found: list[Cell] = []
    for piece in str(text or "").replace("；", ";").replace(" ", ";").split(";"):
        if piece:
            first, _, last = piece.replace("～", "~").partition("~")
            found.extend(_between(cell(first), cell(last)) if last else [cell(first)])
    if len(found) > 400:
        raise RuleError("too_many_cells", count=len(found), most=400)
    return found


def _between(a: Cell, b: Cell) -> list[Cell]:
    """Every region of the block that two corners span."""
    (low_x, high_x), (low_y, high_y) = sorted((a[0], b[0])), sorted((a[1], b[1]))
    if (high_x - low_x + 1) * (high_y - low_y + 1) > 400:
        raise RuleError("too_many_cells", count=(high_x - low_x + 1) * (high_y - low_y + 1), most=400)
    return [(x, y) for x in range(low_x, high_x + 1) for y in range(low_y, high_y + 1)]


def path(state: State, start: Cell | None, text: str) -> list[Cell]:
    """A path in words («东 东 北», «e2 n»), or as regions («1,0 2,0»)."""
    steps = grid_of(state.stage.grid).steps
    here = start if start is not None else (0, 0)
    found: list[Cell] = []
    for piece in str(text).split():
        for moved in _way(state, here, piece, steps):
            here = moved
            found.append(here)
    if not found:
        raise RuleError("bad_path_text", text=text)
    return found


def _way(state: State, here: Cell, piece: str, steps: Mapping[str, Cell]) -> list[Cell]:
    """The steps that one word of a path means; a region that is not next door is walked to by the cheapest way."""
    found = _steps(piece, steps, here)
    if len(found) == 1 and grid_of(state.stage.grid).distance(here, found[0]) > 1:
        return cheapest(state, here, found[0]) or found
    return found


def cheapest(state: State, start: Cell, goal: Cell) -> list[Cell]:
    """The cheapest way over passable regions of the stage, if there is one."""
    stage = state.stage
    found = reachable(stage, start, most=10 * stage.width * stage.height)
    path: list[Cell] = []
    here = goal
    while here != start and here in found:
        path.append(here)
        here = found[here][1]
    return path[::-1]


def _steps(piece: str, steps: Mapping[str, Cell], here: Cell) -> list[Cell]:
    if piece[0].isdecimal() or piece[0] in "-(（":
        return [cell(piece)]
    name = piece.rstrip("0123456789")
    direction = DIRECTIONS.get(name.lower(), name.lower())
    count = whole(piece[len(name) :] or "1")
    if direction not in steps or count is None or count > 60:
        raise RuleError(
            "bad_direction",
            given=piece,
            known=[*steps, *(z for z, d in DIRECTIONS.items() if d in steps and not z.isascii())],
        )
    dx, dy = steps[direction]
    return [(here[0] + dx * n, here[1] + dy * n) for n in range(1, count + 1)]


def bearing(text: str) -> float | str:
    """A direction by its name, or an angle in degrees."""
    name = DIRECTIONS.get(text.lower(), text)
    angle = fraction(name)
    return name if angle is None else float(angle)


def term_of(terms: type[Term], text: Any) -> str:
    """A word of a closed list, written as its key or as its name in either language."""
    return word_of(text, words_of(terms), CLOSED[terms][0])


def terms_of(terms: type[Term], texts: Collection[Any]) -> list[str]:
    """Several words of a closed list."""
    return [term_of(terms, text) for text in texts]


def word_of(text: Any, among: Collection[str], code: str) -> str:
    """One of these words, written as its key or as its name in either language."""
    typed = str(text).strip().lower()
    for key in (typed, typed.upper(), *meanings().get(folded(typed), ())):
        if key in among:
            return key
    raise RuleError(code, value=text, among=list(among))


def actor_named(asked: Asked, text: str) -> str:
    """Somebody by id, name, or the unique beginning of either, among those whose name may be said."""
    wanted = text.strip().lower()
    state: State = asked.state
    ids = known(state, asked.viewer)
    people = {i: c.called for i, c in state.characters.items() if i in ids}
    exact = [i for i, name in people.items() if wanted in (i.lower(), name.lower())]
    near = [i for i, name in people.items() if name.lower().startswith(wanted) or i.lower().startswith(wanted)]
    if len(exact) == 1 or (not exact and len(near) == 1):
        return (exact or near)[0]
    raise RuleError("unknown_id", id=text, ids=list(people.values()))


def is_cell(text: str) -> bool:
    """Whether a word is a region, not a name."""
    return bool(text) and (text[0].isdecimal() or text[0] in "-(（")


def perceived_at(asked: Asked, text: str) -> str:
    """Somebody by name, or the one whom the asking character perceives in a region; the untraceable are not there for her."""
    if not is_cell(text):
        return actor_named(asked, text)
    state: State = asked.state
    place, me = cell(text), state.who(asked.actor)
    for name, c in state.characters.items():
        if c.pos == place and name != me.id and (asked.gm or concealment(state, (me,), c) < 2):
            return name
    raise RuleError("nobody_perceived", cell=text)


def attribute(text: str | None) -> str | None:
    """An attribute as written."""
    return term_of(Attribute, text) if text else None


def shared_inputs(asked: Asked) -> dict[str, Any]:
    """The shared inputs of a check from a line."""
    args = asked.args
    return {
        "modifiers": modifiers(asked),
        "advantage": int(bool(args.get("advantage"))),
        "disadvantage": int(bool(args.get("disadvantage"))),
        "passive": True if args.get("passive") else None,
        "attribute": attribute(args.get("attribute")),
        "part": part_of(asked.state, asked.actor, args.get("part")),
        "require_rank": args.get("require") or 0,
        "linked": [attribute(a) for a in args.get("linked") or ()] or None,
        **dice_given(asked),
    }


def dice_given(asked: Asked) -> dict[str, Any]:
    """What changes the die, and which effect tiers there are."""
    tiers = terms_of(Grade, asked.args.get("tiers") or ())
    return {"die_effects": [die_effect(t) for t in asked.args.get("die_effects") or ()], "effects": tiers or None}


def die_effect(text: str) -> dict[str, Any]:
    """«重掷», «=15», «+2» as an effect on the D20."""
    if text.lower() in ("重掷", "reroll"):
        return {"op": "reroll"}
    op, number = ("set", whole(text[1:])) if text.startswith("=") else ("add", whole(text))
    if number is None:
        raise RuleError("bad_die_text", text=text)
    return {"op": op, "value": number}


def part_of(state: State, who: str, text: str | None) -> str | None:
    """A part by its id, its name or its word; without a body to look at, the word's own meaning."""
    if not text:
        return None
    character = state.characters.get(who)
    if character is None:
        return key_of(text)
    meant = (text, *meanings().get(folded(text), ()))
    return next((p.id for p in character.parts if p.id in meant or p.name == text), text)


def read_data(text: str) -> Plain:
    """A record as JSON, or as TOML."""
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
    named = re.search(r"line (\d+), column (\d+)", str(error))
    return (int(named[1]), int(named[2])) if named else (len(lines), len(lines[-1]) + 1)
