"""What a procedure changed, in lines: the sheets that a viewer knows, before and after, and where the initiative went."""

from ludex.core.principals import Viewer
from ludex.core.say import Say, say, term
from ludex.core.system import Told
from ludex.core.view import Label
from ludex.systems.boon.redact import knows, name_of
from ludex.systems.boon.sheet import Armor, Character, Item
from ludex.systems.boon.state import State


def state_lines(told: Told, viewer: Viewer) -> tuple[Label, ...]:
    """Everything that changed on the sheets that this viewer knows, before and after."""
    lines: list[Label] = []
    for after in told.after.combatants:
        before = told.before.find(after.id)
        if before is not None and before != after and knows(viewer, after):
            lines.extend(_changes(before, after, name_of(told.after, viewer, after.id)))
    return tuple(lines)


def _changes(before: Character, after: Character, who: str | Say) -> list[Label]:
    lines: list[Label] = []
    if before.damage != after.damage:
        left = after.health - after.damage
        lines.append(say("told.wounds", who=who, was=before.health - before.damage, now=left, top=after.health))
    if before.status is not after.status:
        lines.append(say("told.status", who=who, status=term(after.status)))
    if before.hidden != after.hidden:
        lines.append(say("told.hides" if after.hidden else "told.shows", who=who))
    if before.armor and after.armor and before.armor.durability != after.armor.durability:
        lines.append(_worn(who, before.armor, after.armor))
    for old, new in zip(before.items, after.items, strict=False):
        if old.id == new.id and old.durability != new.durability:
            lines.append(_worn(who, old, new))
    return lines


def _worn(who: str | Say, before: Item | Armor, after: Item | Armor) -> Say:
    word = "told.breaks" if after.broken else "told.wears"
    return say(word, who=who, item=after.called, was=before.durability, now=after.durability)


def initiative_line(told: Told, viewer: Viewer) -> tuple[Label, ...]:
    """Where the initiative is now, if it moved."""
    before, after = told.before.clock, told.after.clock
    if before == after or not after.order:
        return ()
    state: State = told.after
    if after.combat_over:
        return (say("view.won", side=state.side_called(after.winner)) if after.winner else say("view.nobody_won"),)
    if after.round_over:
        return (say("view.round_over"),)
    if after.choosing:
        return (say("told.chooses", side=state.side_called(after.choosing)),)
    holder, giver = name_of(state, viewer, after.holder), name_of(state, viewer, after.came_from)
    return (say(f"view.holds_{after.reason or 'next_side'}", who=holder, giver=giver),)
