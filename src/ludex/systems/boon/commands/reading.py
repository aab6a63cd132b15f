"""From what people type to what procedures take: names of people and things, words for cover and ground, squares and distances.

Used by the commands alone. Nothing here is a rule: what cannot be read is refused, what can be read is judged by the rules.
"""

from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any

from ludex.core.asks import GM
from ludex.core.command import Asked
from ludex.core.errors import RuleError
from ludex.core.numerals import whole
from ludex.core.say import say
from ludex.core.system import Viewer
from ludex.systems.boon.content import class_named, stunt_named
from ludex.systems.boon.redact import people
from ludex.systems.boon.rules.battlefield import distance
from ludex.systems.boon.sheet import Character, Item, Position, Spell, Stunt
from ludex.systems.boon.state import State
from ludex.systems.boon.terms import ARMOR, UNARMED, Attribute, Cover, Kind, Material, Obscurement, Terrain

MOST_SQUARES = 400
"""Squares that one line may name."""

ATTRIBUTES = {
    "力量": "strength",
    "力": "strength",
    "敏捷": "agility",
    "敏": "agility",
    "智力": "intellect",
    "智": "intellect",
}
ATTRIBUTES |= {"意志": "will", "意": "will", "感知": "perception", "感": "perception"}
ATTRIBUTES |= {"str": "strength", "agi": "agility", "int": "intellect", "per": "perception"}
COVERS = {"无": "none", "半": "half", "半遮": "half", "大半": "three_quarters", "3/4": "three_quarters", "全": "total"}
OBSCUREMENTS = {"无": "none", "薄": "partial", "部分": "partial", "浓": "heavy", "重": "heavy", "全": "total"}
TERRAINS = {"平地": "normal", "困难": "difficult", "攀爬": "climb", "爬": "climb"}
GROUNDS = {"困难": "difficult", "攀爬": "climb", "墙": "wall", "雾": "fog", "遮蔽": "cover"}
MATERIALS = {"一般": "normal", "易碎": "fragile", "坚硬": "hard"}
KINDS = {"近战": "melee", "远程": "ranged", "投掷": "ranged", "魔法": "magic", "道具": "item"}
LEAVING = {"逃": "fled", "逃跑": "fled", "逃离": "fled", "flee": "fled", "降": "surrendered", "投降": "surrendered"}
LEAVING |= {"yield": "surrendered", "surrender": "surrendered"}
WARDS = {"闪避": "dodge", "格挡": "block", "摔投": "body_throw"}
NOTICED = {"喊": "shout", "攻击": "attack", "施法": "cast"}
ARMORS = ("护甲", ARMOR)
BARE = ("徒手", UNARMED, "fist", "")


def word_of(text: str | None, words: Mapping[str, str], known: Iterable[str], *, arg: str) -> str:
    """A Chinese or English word as the rulebook's term."""
    terms = tuple(known)
    if text is None:
        return ""
    found = words.get(text, text)
    if found not in terms:
        raise RuleError("not_among", arg=arg, value=text, among=[*words, *terms])
    return found


def attribute_of(text: str | None) -> str:
    """An attribute by its name."""
    return word_of(text, ATTRIBUTES, Attribute, arg="attribute")


def cover_of(text: str | None) -> str:
    """Cover by its word; none if nothing is said."""
    return word_of(text, COVERS, Cover, arg="cover") or Cover.NONE


def obscurement_of(text: str | None) -> str:
    """Obscurement by its word; none if nothing is said."""
    return word_of(text, OBSCUREMENTS, Obscurement, arg="obscurement") or Obscurement.NONE


def terrain_of(text: str | None) -> str:
    """Ground by its word."""
    return word_of(text, TERRAINS, Terrain, arg="terrain") or Terrain.NORMAL


def kind_of(text: str | None) -> str:
    """An attack kind by its word."""
    return word_of(text, KINDS, Kind, arg="attack_kind")


def material_of(text: str | None) -> str:
    """A material by its word."""
    return word_of(text, MATERIALS, Material, arg="material") or Material.NORMAL


def numbers(texts: Iterable[str], *, arg: str = "modifiers") -> list[int]:
    """A list of whole numbers: +2, -1."""
    return [number(text, arg=arg) for text in texts]


def number(text: str, *, arg: str) -> int:
    """A whole number."""
    found = whole(text)
    if found is None:
        raise RuleError("bad_argument", arg=arg, value=text[:40], kind="int")
    return found


def thrown(text: str) -> dict[str, int]:
    """Dice, or a plain number: «2d6», «d6», «5»."""
    count, letter, die = text.lower().partition("d")
    if not letter:
        return {"amount": number(count, arg="dice")}
    return {"dice": number(count or "1", arg="dice"), "die": number(die, arg="dice")}


def square(text: str | None, *, arg: str = "position") -> Position | None:
    """A square: «3,4»."""
    if text is None:
        return None
    parts = text.replace("，", ",").replace("x", ",").strip("()[]（）").split(",")
    found = [n for part in parts if (n := whole(part)) is not None]
    if not len(parts) == len(found) == 2:
        raise RuleError("bad_square", arg=arg, value=text[:40])
    return found[0], found[1]


def squares(texts: Iterable[str]) -> list[Position]:
    """Squares and rectangles: «3x4» and «3x4-5x6»."""
    found: list[Position] = []
    for text in texts:
        first, _, last = text.partition("-")
        a = square(first, arg="cells")
        b = square(last, arg="cells") if last else a
        if a and b:
            rectangle = ((x, y) for x in range(a[0], b[0] + 1) for y in range(a[1], b[1] + 1))
            found.extend(islice(rectangle, MOST_SQUARES))
    return found[:MOST_SQUARES]


def known_to(asked: Asked) -> dict[str, str]:
    """Id -> name of everybody and everything that the asker knows of."""
    state: State = asked.state
    viewer = Viewer(GM if asked.gm else "player", asked.controls)
    return {c.id: c.called for c in people(state, viewer)} | {t.id: t.called for t in state.objects}


def named(asked: Asked, name: str | None) -> str:
    """The id of somebody or something by id, name, or the only one that begins so."""
    if not name:
        return ""
    known, wanted = known_to(asked), name.strip().lower()
    exact = [i for i, shown in known.items() if wanted in (i.lower(), shown.lower())]
    near = [i for i, shown in known.items() if i.lower().startswith(wanted) or shown.lower().startswith(wanted)]
    if len(exact) == 1 or (not exact and len(near) == 1):
        return (exact or near)[0]
    raise RuleError("unknown_actor", actor=name, actors=list(known.values()))


def acting(asked: Asked) -> Character:
    """Whose deed it is: who is named with @, else the holder if it is the asker's, else the asker's character."""
    state: State = asked.state
    own = asked.gm or state.clock.holder in asked.controls
    if state.clock.holder and own and not asked.named:
        return state.character(state.clock.holder)
    if not asked.actor:
        raise RuleError("whose")
    return state.character(asked.actor)


def check_held(state: State) -> None:
    """Refuse a deed while a side still chooses who acts."""
    if state.clock.running and not state.clock.holder and state.clock.choosing:
        raise RuleError("nobody_holds", clause="BOO-RND-5", side=state.side_called(state.clock.choosing))


def check_fighting(asked: Asked) -> None:
    """Refuse what makes sense only while a fight is on."""
    if not asked.state.clock.running and not asked.state.clock.combat_over:
        raise RuleError("not_fighting")


def someone(asked: Asked, name: str | None) -> str:
    """Somebody of the asker's own by name (anybody for the GM), else whose deed it is."""
    if not name:
        return acting(asked).id
    who = named(asked, name)
    if not asked.gm and who not in asked.controls:
        raise RuleError("not_yours", actor=name, controls=list(asked.controls))
    return who


def carried(who: Character, name: str | None) -> str:
    """An item of somebody's own by id, name or beginning; bare hands if nothing is said."""
    if (name or "") in BARE:
        return UNARMED
    found = _one(name or "", who.items)
    if not found:
        there = [i.called for i in who.items]
        raise RuleError("unknown_id", id=name, ids=[], hint=say("told.there_are", names=there) if there else "")
    return found


def known_spell(who: Character, name: str) -> str:
    """A spell of somebody's own by id, name or beginning."""
    return _one(name, who.spells) or name


def _one(name: str, things: Iterable[Item | Spell]) -> str:
    many = tuple(things)
    exact = [t.id for t in many if name in (t.id, t.name)]
    near = [t.id for t in many if t.id.startswith(name) or t.name.startswith(name)]
    return (exact or near or [""])[0]


def best_weapon(who: Character) -> str:
    """What is swung if no weapon is named: the first in hand that can strike, else bare hands."""
    ready = [i for i in who.items if i.arms and i.in_hand and not i.broken and i.die and i.ready]
    return ready[0].id if ready else UNARMED


def offered(name: str, there: Iterable[str], ids: Iterable[str]) -> str:
    """A thing of the catalogue by its name, its id, or the only beginning; an unknown one is answered with what there is."""
    many = tuple(dict.fromkeys(ids if name.isascii() else there))
    near = [one for one in many if one.startswith(name)]
    if name in (*many, *there):
        return name
    if len(near) != 1:
        raise RuleError("unknown_id", id=name, ids=[], hint=say("told.there_are", names=near or list(many)))
    return near[0]


def stunt(state: State, name: str) -> Stunt:
    """A stunt of the catalogue by name."""
    found = stunt_named(name, state.library)
    if found is None:
        raise RuleError("unknown_id", clause="BOO-STN-2", id=name)
    return found


def calling(state: State, name: str | None) -> str:
    """The id of a class by its name."""
    if not name:
        return ""
    pack = class_named(name, state.library)
    return pack.id if pack else name


def sway(asked: Asked) -> dict[str, Any]:
    """Modifiers, boons and banes as typed."""
    return {
        "modifiers": numbers(asked["modifiers"]),
        "boons": asked["boons"],
        "banes": asked["banes"],
    }


def aim(asked: Asked, actor: Character, targets: list[str]) -> dict[str, Any]:
    """Everything that may be given with an attack; the distance is read off the map unless it is typed."""
    guess = square(asked["guess"], arg="guess")
    given = sway(asked) | {
        "cover": cover_of(asked["cover"]),
        "obscurement": obscurement_of(asked["obscurement"]),
        "visible": not asked["unseen"],
        "guess": guess,
        "defense_modifiers": numbers(asked["defense_modifiers"]),
        "defense_boons": asked["defense_boons"],
        "defense_banes": asked["defense_banes"],
    }
    yards = asked["distance"]
    if yards is None:
        yards = on_the_map(asked.state, actor, targets=targets, guess=guess)
    return given if yards is None else given | {"distance": yards}


def on_the_map(state: State, actor: Character, *, targets: list[str], guess: Any = None) -> float | None:
    """Yards to a guessed square, or to the nearest target."""
    spots = [guess] if guess else [state.target(t).position for t in targets]
    found = [d for spot in spots if (d := distance(actor.position, spot)) is not None]
    return min(found, default=None)


def attempt(asked: Asked) -> dict[str, Any]:
    """What is given with a challenge roll."""
    nameless = f"#{len(asked.state.failures) + 1}"  # nobody knows that it is the same thing again
    given = sway(asked) | {
        "attribute": attribute_of(asked["attribute"]),
        "task": asked["task"] or "",
        "conditions": [*asked["conditions"], *([] if asked["task"] else [nameless])],
        "pressure": not asked["calm"],
    }
    return given if asked["tn"] is None else given | {"target": asked["tn"]}


def side_named(asked: Asked, name: str | None) -> str:
    """A side by id or name; the asker's own if nothing is said."""
    state: State = asked.state
    if not name:
        own = state.find(asked.actor)
        return own.side if own else next((s.id for s in state.sides if not s.player), "")
    return next((s.id for s in state.sides if name in (s.id, s.name)), name)
