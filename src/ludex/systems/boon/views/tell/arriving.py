"""Who has come and what was laid out, given or moved, as cards."""

from ludex.core.principals import Viewer
from ludex.core.say import say
from ludex.core.system import Told
from ludex.core.view import Card, Label
from ludex.systems.boon.rules.battlefield import Done
from ludex.systems.boon.rules.scene import Arrived
from ludex.systems.boon.views.tell.changes import (
    called,
    own_content,
    present,
    sheet_lines,
    stand_lines,
    thing_moved,
)
from ludex.systems.boon.views.tell.times import time_card
from ludex.systems.boon.views.tell.witness import but_arrivals


def arrived(told: Told, _viewer: Viewer, result: Arrived) -> Card:
    """Who has come; of a sheet that was changed what was and is (BOO-LIV-49)."""
    if getattr(told.given, "changes", False) and (before := told.before.find(result.ids[0])):
        after = told.after.character(before.id)
        return Card(say("told.sheet_changed", who=after.called), None, (), sheet_lines(told, before, after))
    return Card(
        say(f"told.{told.procedure}", names=_names(told)),
        None,
        (),
        stand_lines(told, result.ids),
        happened=but_arrivals(told),
    )


def _names(told: Told) -> list[Label]:
    """The names of those that a scene procedure left, as far as they are there."""
    ids: tuple[str, ...] = told.result.ids
    match told.procedure:
        case "open_scene" | "drop_side" | "size_field" | "lay_map" | "strike_out" | "open_content":
            return [one or say("told.first_scene") for one in ids]
        case "lay_ground":
            return [say(f"view.ground_{kind}") for kind in ids]
        case "equip" | "unequip":
            return [thing_moved(told, what) for what in ids]
        case "form_side":
            return [told.after.side_called(side) for side in ids if told.after.side(side)]
        case "add_content":
            return [what for what in ids if what in own_content(told.after)]
        case "clear" if not ids:
            return [say("told.nothing")]
    return [one.called for who in ids if (one := present(told, who))]


def arranged(told: Told, _viewer: Viewer, result: Done) -> Card:
    """What the GM has laid out, given or moved."""
    named = [called(told, one) for one in (getattr(told.given, "who", ""), *getattr(told.given, "also", ()))]
    who = named if len(named) > 1 else named[0]
    word = "forget_nothing" if told.procedure == "forget" and not result.ids else told.procedure
    title = say(f"told.{word}", names=_names(told), who=who)
    if told.procedure == "pass_time":
        return time_card(told)
    lines = stand_lines(told, result.ids) if told.procedure == "put" else ()
    return Card(
        title,
        None,
        (),
        lines,
        happened=but_arrivals(told),
        scene=told.after.scene if told.procedure == "open_scene" else "",
    )
