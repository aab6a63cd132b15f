"""What somebody may do at any time, as deeds: where a system offers nothing of its own now, her hand holds what its commands allow."""

from collections.abc import Iterator, Mapping, Sequence

from ludex.core.deeds import (
    ACTOR,
    DOING,
    FLAG,
    ITEM,
    OWN,
    PERSON,
    PLAYER,
    SQUARE,
    TERM,
    THING,
    Command,
    Do,
    Field,
    Filled,
    Gap,
    Offer,
    Value,
)
from ludex.core.errors import RuleError
from ludex.core.principals import actor
from ludex.desk.desk import UNFILLED
from ludex.fronts.web.drawing.aiming import TARGETS
from ludex.fronts.web.drawing.draw import Drawing
from ludex.fronts.web.drawing.places import said
from ludex.lab import preview
from ludex.text.chat import Chat

MOST = 8
"""So many cards a hand holds."""

OFFERED = 40
"""So many values are offered for a field."""


def standing(chat: Chat, who: str, have: Sequence[Offer]) -> list[Offer]:
    """What the commands of a system let an actor do now, but for what lies in the hand already: checks first."""
    known, deeds, check = {deed.name for deed in have}, list[Offer](), chat.table.system.check
    for key, command in sorted(chat.desk.commands.items(), key=lambda one: one[0] != check):
        if len(have) + len(deeds) >= MOST:
            break
        if key in known or not _usual(key, command, check):
            continue
        deed = _deed(chat, command, who) if refused(chat, command, who) is None else None
        if deed is not None and (deed.gaps or _goes(chat, deed, who)):
            deeds.append(deed)
    return deeds


def _usual(key: str, command: Command, check: str) -> bool:
    """Whether a command is somebody's own doing at any time: a check, or what its system pictures so."""
    own = command.who == PLAYER and command.owner == OWN
    usual = key == check or command.picture in DOING
    return own and usual and said(command) in (PERSON, THING, SQUARE)


def refused(chat: Chat, command: Command, who: str) -> RuleError | None:
    """Why somebody may not do a deed now, whatever is filled in; None if she may."""
    try:
        chat.desk.check_may(command, who)
        chat.desk.prepare(Filled(command.key, {}, who))
    except RuleError as error:
        return None if error.code in UNFILLED else error
    return None


def _deed(chat: Chat, command: Command, who: str) -> Offer | None:
    """The command as a deed of somebody; None where there is nothing to choose from for a field that needs it."""
    gaps: list[Gap] = []
    for field in command.args:
        aimed = field.kind == ACTOR or field.name in TARGETS
        if field.kind == FLAG or field.owner.startswith("gm:") or not (field.needed or aimed):
            continue
        values = tuple(_values(chat, field, who))
        if not values and _chosen(field):
            return None
        if field.needed or values:
            gaps.append(Gap(field.name, values))
    return Offer(command.key, Drawing(chat.words).short_title(command.key), actor(who), gaps=tuple(gaps))


def _goes(chat: Chat, deed: Offer, who: str) -> bool:
    """Whether the rules let a deed through to which nothing is to be added."""
    try:
        todo = chat.desk.foresee(Filled(deed.name, {}, who))
        if isinstance(todo, Do):
            preview.check(chat.table, todo, chat.desk.viewer)
    except RuleError as error:
        return not error.clause
    return True


def _chosen(field: Field) -> bool:
    """Whether nothing can be done without one of those that a field offers."""
    return field.needed and (field.kind in (ITEM, TERM, ACTOR) or callable(field.among))


def _lacks(chat: Chat, command: Command, who: str) -> str:
    """What somebody has none of that a deed needs one of (a spell to cast, something to load); empty if it lacks nothing."""
    wanted = (field for field in command.args if _chosen(field) and field.kind != ACTOR)
    none = next((field for field in wanted if not any(_values(chat, field, who))), None)
    return chat.words("web.lacks", what=Drawing(chat.words).asks(command.key, none.name)) if none else ""


def _values(chat: Chat, field: Field, who: str) -> Iterator[Value]:
    """What may stand in a field, in the reader's words."""
    place = ("zh", "en").index(chat.language)
    offered = chat.desk.offers(field, who) or (chat.desk.actors() if field.kind == ACTOR else ())
    if not isinstance(offered, Mapping):
        yield from (Value(one, one) for one in offered[:OFFERED])
        return
    for key, name in list(offered.items())[:OFFERED]:
        yield Value(key, name if isinstance(name, str) else name[place])


def unable(chat: Chat, who: str) -> dict[str, str]:
    """Why somebody cannot do what she could at other times: the deeds that are refused now, with the reason."""
    drawing = Drawing.at(chat)
    theirs = {key: one for key, one in chat.desk.commands.items() if one.who == PLAYER}
    found = {key: refused(chat, one, who) for key, one in theirs.items()}
    told = {key: drawing.by_hand(chat.words.error(error)) for key, error in found.items() if error is not None}
    lacking = {key: lacks for key, one in theirs.items() if key not in told and (lacks := _lacks(chat, one, who))}
    return told | lacking
