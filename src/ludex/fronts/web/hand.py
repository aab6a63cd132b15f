"""The hand at the foot of a page: for each actor that somebody may act for, who she is, what she has left, and her deeds as cards."""

from collections.abc import Collection, Iterable, Mapping

import msgspec

from ludex.core.deeds import ACTOR, CELL, Command, Deed
from ludex.core.principals import actor_of
from ludex.core.say import Label
from ludex.core.view import Section, Tags
from ludex.fronts.web.scene import Chip, Scene
from ludex.text.chat import Chat

FEW = 3
"""From so many tags on a deed is put together in the hand."""

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
    """What is chosen on the board: the field, whether several may be, and for an actor what is sent for it. `cells`: a square is.

    `spot`: the field that takes a square where an area is laid; `worded`: its numbers as words.
    """

    field: str
    several: bool = False
    values: dict[str, str] = {}
    cells: bool = False
    spot: str = ""
    worded: bool = False


class Held(msgspec.Struct, frozen=True):
    """A deed as a card."""

    deed: Deed
    icon: str
    aim: Aim | None = None


class Theme(msgspec.Struct, frozen=True):
    """Tags of one kind on a sheet that may go into a deed: what helps, and what hinders."""

    title: Label
    helps: tuple[Label, ...] = ()
    hinders: tuple[Label, ...] = ()
    lost: tuple[Label, ...] = ()


class Spread(msgspec.Struct, frozen=True):
    """A deed that is put together from tags: its card, the tags by theme, and the fields that take them."""

    card: Held
    themes: tuple[Theme, ...]
    helps: str
    hinders: str = ""


class Hand(msgspec.Struct, frozen=True):
    """One actor's hand."""

    id: str
    chip: Chip | None
    cards: tuple[Held, ...]
    shown: bool = False
    spread: Spread | None = None


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
    sheets = {section.id: section for section in scene.sheets}
    return tuple(_hand(chat, who, found, chips.get(who), sheets, shown=who == shown) for who, found in by_actor.items())


def _hand(
    chat: Chat, who: str, deeds: list[Deed], chip: Chip | None, sheets: Mapping[str, Section], *, shown: bool
) -> Hand:
    cards = _cards(chat, deeds)
    section = sheets.get(chip.sheet) if chip else None
    spread = next((found for card in cards if section and (found := _spread(chat, card, section))), None)
    rest = tuple(card for card in cards if spread is None or card is not spread.card or len(card.deed.gaps) > 1)
    return Hand(who, chip, rest, shown, spread)


def _spread(chat: Chat, card: Held, section: Section) -> Spread | None:
    """A deed whose first gap takes several tags of the sheet; whatever else it takes may be left out, and is asked for by its card."""
    command, gaps = chat.desk.commands.get(card.deed.name), card.deed.gaps
    field = command.field(gaps[0].name) if command and gaps else None
    if command and any(one.needed for gap in gaps[1:] if (one := command.field(gap.name))):
        return None
    if command is None or field is None or not field.several or not card.deed.primary or len(gaps[0].values) < FEW:
        return None
    if field.kind == ACTOR or field.name in TARGETS:
        return None  # people are chosen on the board
    offered = {str(value.value) for value in gaps[0].values}
    hinder = command.field("hinder")
    themes = tuple(_theme(part, offered) for part in section.parts if isinstance(part, Tags))
    kept = tuple(theme for theme in themes if theme.helps)
    there = {str(one) for theme in kept for one in theme.helps}
    loose = Theme("", tuple(one for one in sorted(offered - there)))
    return Spread(card, (*kept, *((loose,) if loose.helps else ())), field.name, hinder.name if hinder else "")


def _theme(part: Tags, offered: Collection[str]) -> Theme:
    return Theme(
        part.label,
        tuple(tag.text for tag in part.tags if str(tag.text) in offered),
        tuple(tag.text for tag in part.tags if tag.kind == "weakness"),
        tuple(tag.text for tag in part.tags if tag.out),
    )


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
    """What of a deed is chosen on the board: somebody who is there, or a square. Who and whom together are asked for in a form."""
    command = chat.desk.commands.get(deed.name)
    asked = [field for gap in deed.gaps if command and (field := command.field(gap.name)) and field.kind == ACTOR]
    if command is None or sum(field.several for field in asked) > 1:
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
            spot = command.field(deed.spot)
            worded = spot is not None and spot.kind != CELL
            return Aim(gap.name, bool(field and field.several), values, spot=deed.spot, worded=worded)
    return _square(command, deed)


def _square(command: Command, deed: Deed) -> Aim | None:
    """A deed that goes somewhere: its square, where nothing else is asked for."""
    cell = next((field for field in command.args if field.kind == CELL and field.name == "to"), None)
    others = [gap for gap in deed.gaps if gap.name not in ("to", "path")]
    return Aim("to", cells=True) if cell is not None and not others and "to" not in deed.given else None
