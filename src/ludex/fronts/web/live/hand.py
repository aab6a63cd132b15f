"""The hand at the foot of a page: for each actor that somebody may act for, who she is, what she has left, and her deeds as cards."""

from collections.abc import Iterable, Mapping

import msgspec

from ludex.core.deeds import Offer
from ludex.core.principals import PLAYER, actor_of
from ludex.core.view import Section
from ludex.fronts.web.drawing.aiming import Aim, aim_of
from ludex.fronts.web.drawing.places import icon_named, makes
from ludex.fronts.web.drawing.scene import Chip, Scene
from ludex.fronts.web.live.standing import standing
from ludex.fronts.web.live.trays import Tray, tray_of
from ludex.text.chat import Chat

TABLE = "*"
"""The hand of deeds that belong to nobody in particular."""


class Held(msgspec.Struct, frozen=True):
    """A deed as a card."""

    deed: Offer
    icon: str
    aim: Aim | None = None


class Hand(msgspec.Struct, frozen=True):
    """One actor's hand. `why`: what there is to say where it holds no card (`down`: she cannot act, `waits`: it is somebody else's turn). `mine`: nobody else plays her."""

    id: str
    chip: Chip | None
    cards: tuple[Held, ...]
    shown: bool = False
    tray: Tray | None = None
    why: str = ""
    mine: bool = False


def hands(chat: Chat, scene: Scene, deeds: Iterable[Offer]) -> tuple[Hand, ...]:
    """Every hand of this seat; the one that is shown unasked is that of whose turn it is, else the seat's own."""
    chips = {chip.id: chip for chip in scene.people}
    made = _made(chat, chips)
    deeds = [deed for deed in deeds if not made or not makes(chat, deed)]
    by_actor: dict[str, list[Offer]] = {}
    for deed in deeds:
        by_actor.setdefault(_whose(deed, chips), []).append(deed)
    held = _held(chat)
    for one in held:
        if one in chips:
            by_actor.setdefault(one, [])
    if chat.seat.gm:
        by_actor.setdefault(TABLE, [])  # the scene keeps its place on the rail
    own = [who for who in by_actor if who in chat.seat.controls]
    if own and not chat.seat.gm:  # what is the scene's lies in a player's own hand
        table = by_actor.pop(TABLE, [])
        by_actor |= {who: [*by_actor[who], *(one for one in table if _names(one, chips) in ("", who))] for who in own}
    by_actor = {
        who: [*found, *standing(chat, who, found)] if who in held and _free(scene, chips.get(who)) else found
        for who, found in by_actor.items()
    }
    shown = _shown(chat, scene, by_actor)
    sheets = {section.id: section for section in scene.sheets}
    drawn = [_hand(chat, scene, (who, found), chips.get(who), sheets, shown) for who, found in by_actor.items()]
    return tuple(msgspec.structs.replace(one, mine=one.id in held) for one in drawn)


def _made(chat: Chat, chips: Mapping[str, Chip]) -> bool:
    """Whether a player's hand has no place for making a character: the welcome has it, or she has one who lives."""
    own = [chips[who] for who in chat.seat.controls if who in chips]
    return chat.seat.role == PLAYER and (not own or not all(chip.dead for chip in own))


def _held(chat: Chat) -> tuple[str, ...]:
    """Who has a hand at this seat whatever can be done now: its own, and at the GM's everybody whom no player holds."""
    if not chat.seat.gm:
        return chat.seat.controls
    theirs = set(chat.table.memory.played)
    return tuple(who for who in chat.desk.actors() if who not in theirs)


def _free(scene: Scene, chip: Chip | None) -> bool:
    """Whether somebody may do at any time what her hand has room for: no clock runs, and she stands."""
    return chip is not None and not chip.out and not scene.timed


def _hand(
    chat: Chat,
    scene: Scene,
    dealt: tuple[str, list[Offer]],
    chip: Chip | None,
    sheets: Mapping[str, Section],
    shown: str,
) -> Hand:
    who, deeds = dealt
    section = sheets.get(chip.sheet) if chip else None
    tray = next((found for deed in deeds if section and (found := tray_of(chat, deed, section))), None)
    cards = _cards(chat, [deed for deed in deeds if tray is None or deed is not tray.deed])
    return Hand(who, chip, cards, who == shown, tray, _idle(scene, who, chip))


def _idle(scene: Scene, who: str, chip: Chip | None) -> str:
    """Why somebody has no cards, as the page words it: dead or gone, down until helped, or waiting for her turn."""
    if chip and (chip.dead or chip.out or chip.down):
        return "dead" if chip.dead else "gone" if chip.out else "down"
    return "waits" if scene.acting and who not in scene.acting else ""


def _whose(deed: Offer, chips: Mapping[str, Chip]) -> str:
    if deed.of:
        return actor_of(deed.of) or TABLE
    return TABLE if deed.primary else _names(deed, chips) or TABLE


def _names(deed: Offer, chips: Mapping[str, Chip]) -> str:
    """Whom a deed of the scene is about, if somebody: it lies in nobody else's hand, the clock has it for all."""
    who = str(deed.given.get("who", ""))
    return who if who in chips else ""


def _shown(chat: Chat, scene: Scene, by_actor: Mapping[str, list[Offer]]) -> str:
    """Whose hand it is now: one whose turn it is, the seat's own, the table's where it is the GM's or has the next step."""
    acting = [who for who in scene.acting if by_actor.get(who)]
    urgent = [who for who, found in by_actor.items() if any(one.primary and not one.refusal for one in found)]
    own = [who for who in (chat.desk.own(), *chat.seat.controls) if who in by_actor]
    table = [TABLE] if by_actor.get(TABLE) else []
    first = (*acting, *(table if chat.seat.gm else ()), *own, *urgent, *table, *by_actor)
    return next(iter(first), "")


def _cards(chat: Chat, deeds: list[Offer]) -> tuple[Held, ...]:
    """What can be done first, the main thing before all; what is refused last."""
    commands, actors = chat.desk.commands, chat.desk.actors()
    held = [Held(deed, icon_named(chat, deed.name), aim_of(commands, actors, deed)) for deed in deeds]
    return tuple(sorted(held, key=lambda one: (one.deed.refusal is not None, not one.deed.primary, one.icon == "wait")))
