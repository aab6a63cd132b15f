"""Who has come, what was laid out, given or moved, what the curtain shows (BOO-LIV-46), and what time brings (BOO-LIV-57), as cards."""

from ludex.core.effects.sentences import name_of
from ludex.core.principals import Viewer
from ludex.core.say import Say, say
from ludex.core.system import Told
from ludex.core.view import Card, Label
from ludex.systems.boon.rules.battlefield import Done
from ludex.systems.boon.rules.scene import Arrived, Curtained
from ludex.systems.boon.rules.stages import PartyRested
from ludex.systems.boon.terms import HOUR
from ludex.systems.boon.views.tell.changes import (
    but_arrivals,
    display_name,
    fates,
    happened,
    own_content,
    present,
    sheet_lines,
    so_many,
    stand_lines,
    thing_moved,
)


def arrival_card(told: Told, _viewer: Viewer, result: Arrived) -> Card:
    """Who has come; of a sheet that was changed what was and is (BOO-LIV-49)."""
    if getattr(told.given, "changes", False) and (before := told.before.find(result.ids[0])):
        after = told.after.character(before.id)
        return Card(say("told.sheet_changed", who=after.called), None, (), sheet_lines(told, before, after))
    names = _names(told)
    came = say("sentences.came", names=names) if names else ""
    stand = stand_lines(told, result.ids)
    return Card(say(f"told.{told.procedure}", names=names), None, (), stand, sentence=came, happened=but_arrivals(told))


def _names(told: Told) -> list[Label]:
    """The names of those that a scene procedure left, as far as they are there."""
    ids: tuple[str, ...] = told.result.ids
    match told.procedure:
        case "open_scene" | "drop_side" | "size_field" | "lay_map" | "strike_out" | "open_content":
            return [one or say("told.first_scene") for one in ids]
        case "lay_ground":
            return [say(f"view.ground_{kind}") for kind in ids]
        case "equip" | "unequip":
            return so_many(thing_moved(told, what) for what in ids)
        case "form_side":
            return [told.after.side_called(side) for side in ids if told.after.side(side)]
        case "add_content":
            return [what for what in ids if what in own_content(told.after)]
        case "clear" if not ids:
            return [say("told.nothing")]
    return [one.called for who in ids if (one := present(told, who))]


def arrangement_card(told: Told, _viewer: Viewer, result: Done) -> Card:
    """What the GM has laid out, given or moved."""
    named = [display_name(told, one) for one in (getattr(told.given, "who", ""), *getattr(told.given, "also", ()))]
    who = named if len(named) > 1 else named[0]
    word = "forget_nothing" if told.procedure == "forget" and not result.ids else told.procedure
    names = _names(told)
    title = say(f"told.{word}", names=names, who=who)
    if told.procedure == "pass_time":
        return time_card(told)
    said = ARRANGED.get(told.procedure, "") if result.ids and names else ""
    lines = stand_lines(told, result.ids) if told.procedure == "put" else ()
    return Card(
        title,
        None,
        (),
        lines,
        sentence=say(said, names=names, who=who) if said else "",
        happened=but_arrivals(told),
        scene=told.after.scene if told.procedure == "open_scene" else "",
    )


ARRANGED = {"equip": "sentences.got", "unequip": "sentences.gave_up", "clear": "sentences.cleared"}
"""What the GM did by hand, in a sentence."""

MINUTE = 60


def rest_card(told: Told, _viewer: Viewer, result: PartyRested) -> Card:
    """Everybody who rested, and what became of them."""
    names = [display_name(told, who) for who in result.rested if present(told, who)]
    title = say("told.rest_party", names=names, hours=told.given.hours)
    if len(names) == 1 and told.given.who:
        title = say("told.rest", who=names[0], hours=told.given.hours)
    rested = say("sentences.rested", whom=names, hours=told.given.hours) if names else ""
    return Card(title, None, (), fates(told), sentence=rested, happened=happened(told))


def time_card(told: Told) -> Card:
    """How long it was, and what it has brought."""
    span = _span(told.given.seconds)
    passed = say("sentences.time_passed", span=span)
    return Card(say("told.pass_time", span=span), None, (), fates(told), sentence=passed, happened=happened(told))


def _span(seconds: int) -> list[Say]:
    """A time in hours, minutes and seconds, without those that are none."""
    parts = {"hours": seconds // HOUR, "minutes": seconds % HOUR // MINUTE, "seconds": seconds % MINUTE}
    return [say(f"told.span_{name}", n=n) for name, n in parts.items() if n] or [say("told.span_seconds", n=0)]


def curtain_card(told: Told, _viewer: Viewer, result: Curtained) -> Card:
    """Everybody and everything that the curtain rose or fell before; who has another name now."""
    names = [_called(told, what) for what in result.ids]
    word = f"told.{'veil' if result.secret else 'unveil'}{'_several' if len(names) > 1 else ''}"
    shown = "" if result.secret else say("sentences.appeared", names=names)
    return Card(say(word, who=names[0], names=names), sentence=shown, happened=but_arrivals(told))


def _called(told: Told, what: str) -> Label:
    """Somebody, an object, or an effect, as it is called."""
    found = present(told, what)
    return found.called if found else next((name_of(e) for e in told.after.effects if e.id == what), what)
