"""Deeds that are put together from tags, as a tray in the hand: every tag under its theme, with the ways in which it may go into the deed."""

from collections.abc import Sequence

import msgspec

from ludex.core.deeds import ACTOR, Field, Gap, Offer
from ludex.core.say import Label
from ludex.core.view import Section, Tags, Track
from ludex.fronts.web.drawing.aiming import TARGETS
from ludex.text.chat import Chat

FEW = 3
"""From so many tags on a deed is put together in the hand."""

HELPS, HINDERS, SPENDS = "for", "against", "spent"
"""How a tag goes into a deed: for it, against it, or used up by it."""

_KINDS = {"hinder": HINDERS, "burn": SPENDS}


class Way(msgspec.Struct, frozen=True):
    """One way in which a tag goes into a deed: the field that takes it, and of what kind that is."""

    field: str
    kind: str = HELPS


class Pick(msgspec.Struct, frozen=True):
    """A tag, and the ways in which a click after another puts it in; one more takes it out."""

    tag: Label
    ways: tuple[Way, ...]
    label: Label = ""

    @property
    def against(self) -> bool:
        """Whether it can only count against the deed."""
        return all(way.kind == HINDERS for way in self.ways)


class Theme(msgspec.Struct, frozen=True):
    """Tags of one kind. `field`: they are what another field of the deed asks for, under its name. `lost`: what cannot be used now.
    `borne`: what somebody has taken on herself."""

    title: Label
    picks: tuple[Pick, ...] = ()
    lost: tuple[Label, ...] = ()
    field: str = ""
    borne: bool = False

    @property
    def extra(self) -> bool:
        """Whether it is no theme of hers, but what else the deed may take."""
        return bool(self.field) or self.borne or not self.title

    @property
    def key(self) -> str:
        """What it is known by while the page is drawn anew: by its first tag, used up or not, for many a title is there twice."""
        tags = (*(str(pick.tag) for pick in self.picks), *map(str, self.lost))
        return self.field or ("borne" if self.borne else min(tags, default="") if self.title else "around")


class Tray(msgspec.Struct, frozen=True):
    """A deed that is put together: the themes, and what is left to be filled in besides."""

    deed: Offer
    themes: tuple[Theme, ...]
    rest: Offer


def tray_of(chat: Chat, deed: Offer, section: Section) -> Tray | None:
    """A deed whose first gap takes several tags of the sheet; whatever else it takes may be left out."""
    command = chat.desk.commands.get(deed.name)
    fields = [field for gap in deed.gaps if command and (field := command.field(gap.name))]
    if not deed.primary or len(fields) != len(deed.gaps) or not _laid(deed.gaps, fields):
        return None
    first, *others = [
        gap
        for gap, field in zip(deed.gaps, fields, strict=True)
        if field.several and field.kind != ACTOR and gap.values
    ]
    known = [part for part in section.parts if isinstance(part, Tags)]
    sheet = {chat.words.say(tag.text) for part in known for tag in part.tags} | set(_values(first))
    beside = [gap for gap in others if sheet.isdisjoint(_values(gap))]
    mixed = [gap for gap in (first, *others) if gap not in beside]
    ways = {tag: _ways(tag, mixed) for gap in mixed for tag in _values(gap)}
    own = [_theme(chat, part, ways) for part in known]
    labels = {str(value.value): value.label for gap in mixed for value in gap.values}
    held = [one for part in section.parts if isinstance(part, Track) and (one := chat.words.say(part.label)) in ways]
    borne = Theme("", tuple(Pick(one, ways[one], labels[one]) for one in held), borne=True)
    there = {chat.words.say(pick.tag) for theme in (borne, *own) for pick in theme.picks}
    loose = Theme("", tuple(Pick(tag, found, labels[tag]) for tag, found in ways.items() if tag not in there))
    asked = [Theme("", tuple(Pick(tag, (Way(gap.name),)) for tag in _values(gap)), field=gap.name) for gap in beside]
    taken = {gap.name for gap in (first, *others)}
    rest = msgspec.structs.replace(deed, gaps=tuple(gap for gap in deed.gaps if gap.name not in taken))
    return Tray(deed, tuple(one for one in (borne, *own, loose, *asked) if one.picks or one.lost), rest)


def _laid(gaps: Sequence[Gap], fields: Sequence[Field]) -> bool:
    """Whether a deed is put together from tags; people are chosen on the board."""
    if not gaps or any(field.needed for field in fields[1:]):
        return False
    first = fields[0]
    return first.several and len(gaps[0].values) >= FEW and first.kind != ACTOR and first.name not in TARGETS


def _values(gap: Gap) -> list[str]:
    return [str(value.value) for value in gap.values]


def _ways(tag: str, gaps: Sequence[Gap]) -> tuple[Way, ...]:
    return tuple(Way(gap.name, _KINDS.get(gap.name, HELPS)) for gap in gaps if tag in _values(gap))


def _theme(chat: Chat, part: Tags, ways: dict[str, tuple[Way, ...]]) -> Theme:
    """The tags of a sheet's part that go into the deed now; those that are out stand struck through."""
    there = [(tag, chat.words.say(tag.text)) for tag in part.tags]
    picks = tuple(Pick(tag.text, ways[said]) for tag, said in there if said in ways and not tag.out)
    return Theme(part.label, picks, tuple(tag.text for tag, _ in there if tag.out))
