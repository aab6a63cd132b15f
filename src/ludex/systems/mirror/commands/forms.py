"""Arguments that many commands share, and how they become inputs of a check."""

from typing import Any

from ludex.core.command import Arg, Asked
from ludex.core.errors import RuleError
from ludex.core.numerals import whole
from ludex.systems.mirror.commands.reading import modifiers, term_of, terms_of
from ludex.systems.mirror.state import State
from ludex.systems.mirror.terms import Attribute, Grade, key_of, meanings


def keyed(name: str, *keys: str, kind: str = "text", default: Any = None) -> Arg:
    """An argument that is given by key only."""
    return Arg(name, kind, required=False, keys=keys, keyed=True, default=default)


def flag(name: str, *keys: str) -> Arg:
    """A word that is there or not."""
    return Arg(name, "flag", required=False, keys=keys)


WHO = Arg("who", "actor")
MAYBE_WHO = Arg("who", "actor", required=False)
TARGET = Arg("target", "int", required=False, keys=("对", "目标", "vs"))
BONUS = Arg("bonus", "int", required=False)
MODIFIERS = keyed("modifiers", "修正", "mod", "m", kind="list")
ADVANTAGE = flag("advantage", "优势", "adv")
DISADVANTAGE = flag("disadvantage", "劣势", "dis")
PASSIVE = flag("passive", "被动", "passive")
ATTRIBUTE = keyed("attribute", "属性", "by", "attr")
PART = keyed("part", "部位", "on")
REQUIRE = keyed("require", "需求", "need", kind="int", default=0)
LINKED_BY_GM = keyed("linked", "关联", "linked", kind="list")
DIE_EFFECTS = keyed("die_effects", "改骰", "die", kind="list")
TIERS = keyed("tiers", "效果", "tiers", kind="list")
CHECK = (MODIFIERS, ADVANTAGE, DISADVANTAGE, PASSIVE, ATTRIBUTE, PART, REQUIRE, LINKED_BY_GM, DIE_EFFECTS, TIERS)


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
    meant = (text, *meanings().get(text.strip().lower(), ()))
    return next((p.id for p in character.parts if p.id in meant or p.name == text), text)
