"""The hand at the foot of a page: for each actor that somebody may act for, who she is, what she has left, and her deeds as cards."""

from collections.abc import Iterable, Mapping

import msgspec

from ludex.core.deeds import ACTOR, CELL, Command, Deed
from ludex.core.principals import actor_of
from ludex.core.say import Label
from ludex.fronts.web.scene import Chip, Scene
from ludex.text.chat import Chat

TABLE = "*"
"""The hand of deeds that belong to nobody in particular."""

TARGETS = ("target", "targets", "whom", "who", "against", "patient")

ICONS = {
    "sword": ("atk", "a", "attack", "hit", "dual", "oppose", "vs", "int", "burst"),
    "bow": ("shoot", "throw", "range"),
    "push": ("shove", "push", "hinder"),
    "walk": ("mv", "move", "drag", "leave", "join", "enter"),
    "eye-off": ("hide", "unveil", "reveal"),
    "eye": ("study", "spot", "peek", "sense", "look", "preview"),
    "flask": ("drink", "item", "heal", "treat", "rest", "supply"),
    "wait": ("pass", "end", "wait", "delay", "forfeit", "next", "endround", "endfight", "finish"),
    "spark": ("cast", "ritual", "feat", "skill", "immerse", "stunt"),
    "shield": ("def", "guard", "parry", "dodge", "block", "take", "equip"),
    "up": ("lvup", "levelup", "level", "grow", "learn"),
    "flag": ("fight", "pick", "init", "scene", "mission"),
    "plus": ("new", "make", "create", "pc", "npc", "summon"),
}
"""Pictures by what a deed is called; anything else is a die."""

_BY_KEY = {key: icon for icon, keys in ICONS.items() for key in keys}


class Aim(msgspec.Struct, frozen=True):
    """What is chosen on the board: the field, whether several may be, and for an actor what is sent for it. `cells`: a square is."""

    field: str
    several: bool = False
    values: dict[str, str] = {}
    cells: bool = False


class Held(msgspec.Struct, frozen=True):
    """A deed as a card."""

    deed: Deed
    icon: str
    aim: Aim | None = None


class Hand(msgspec.Struct, frozen=True):
    """One actor's hand."""

    id: str
    chip: Chip | None
    cards: tuple[Held, ...]
    shown: bool = False
    title: Label = ""


def icon_of(key: str) -> str:
    """The picture of a deed."""
    return _BY_KEY.get(key, "die")


def hands(chat: Chat, scene: Scene, deeds: Iterable[Deed]) -> tuple[Hand, ...]:
    """Every hand of this seat; the one that is shown unasked is that of whose turn it is, else the seat's own."""
    chips = {chip.id: chip for chip in scene.people}
    by_actor: dict[str, list[Deed]] = {}
    for deed in deeds:
        by_actor.setdefault(_whose(deed, chips), []).append(deed)
    for own in chat.seat.controls:
        if own in chips:
            by_actor.setdefault(own, [])
    shown = _shown(chat, scene, by_actor)
    return tuple(Hand(who, chips.get(who), _cards(chat, found), who == shown) for who, found in by_actor.items())


def _whose(deed: Deed, chips: Mapping[str, Chip]) -> str:
    if deed.of:
        return actor_of(deed.of) or TABLE
    who = str(deed.given.get("who", ""))
    return who if who in chips and deed.name not in ("pick",) else TABLE


def _shown(chat: Chat, scene: Scene, by_actor: Mapping[str, list[Deed]]) -> str:
    """Whose hand it is now: one whose turn it is, one with the next step, the seat's own, the table's."""
    acting = [who for who in scene.acting if by_actor.get(who)]
    urgent = [who for who, found in by_actor.items() if any(one.primary and not one.refusal for one in found)]
    own = [who for who in (chat.desk.own(), *chat.seat.controls) if who in by_actor]
    table = [TABLE] if TABLE in by_actor and (chat.seat.gm or not own or TABLE in urgent) else []
    first = (*acting, *(table if TABLE in urgent or chat.seat.gm else ()), *own, *urgent, *table, *by_actor)
    return next(iter(first), "")


def _cards(chat: Chat, deeds: list[Deed]) -> tuple[Held, ...]:
    """What can be done first, the main thing before all; what is refused last."""
    ordered = sorted(deeds, key=lambda deed: (deed.refusal is not None, not deed.primary, icon_of(deed.name) == "wait"))
    return tuple(Held(deed, icon_of(deed.name), aim_of(chat, deed)) for deed in ordered)


def aim_of(chat: Chat, deed: Deed) -> Aim | None:
    """What of a deed is chosen on the board: somebody who is there, or a square."""
    command = chat.desk.commands.get(deed.name)
    if command is None:
        return None
    actors = chat.desk.actors()
    names = {name: key for key, name in actors.items()}
    for gap in deed.gaps:
        field = command.field(gap.name)
        if gap.name not in TARGETS and (field is None or field.kind != ACTOR):
            continue
        values = {
            str(v.value) if v.value in actors else names.get(str(v.value), str(v.value)): str(v.value)
            for v in gap.values
        }
        if values:
            return Aim(gap.name, bool(field and field.several), values)
    return _square(command, deed)


def _square(command: Command, deed: Deed) -> Aim | None:
    """A deed that goes somewhere: its square, where nothing else is asked for."""
    cell = next((field for field in command.args if field.kind == CELL and field.name == "to"), None)
    others = [gap for gap in deed.gaps if gap.name not in ("to", "path")]
    return Aim("to", cells=True) if cell is not None and not others and "to" not in deed.given else None
