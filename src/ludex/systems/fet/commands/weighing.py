"""What a deed would change: what the GM is told beside a player's word, old and new (FET-LIV-2), and who hears of a death (FET-LIV-8)."""

from collections.abc import Iterator

from msgspec.structs import replace

from ludex.core.deeds import Do
from ludex.core.driving import replay
from ludex.core.errors import Diverged, RuleError
from ludex.core.rule import procedure, rule
from ludex.core.say import Label, Say, say, term
from ludex.systems.fet.commands.chat import bot_line
from ludex.systems.fet.fold import fold
from ludex.systems.fet.redact import fate_heard_by
from ludex.systems.fet.rules.belongings import carry_weapon, change_item
from ludex.systems.fet.rules.burdens import enter_change, set_back
from ludex.systems.fet.rules.roster import pools
from ludex.systems.fet.rules.sheets import edit_said, edited, set_sheet
from ludex.systems.fet.sheet import hindrance
from ludex.systems.fet.state import State
from ludex.systems.fet.terms import ELEVEN, RESOURCES, Number, readable

CHANGING = {
    one.name: one
    for one in (
        *(procedure(bot_line), procedure(set_sheet), procedure(change_item)),
        *(procedure(carry_weapon), procedure(enter_change), procedure(set_back)),
    )
}
"""Deeds that change a number or a list by what is typed."""


@rule("FET-LIV-2")
def weighs(state: State, do: Do) -> Say | None:
    """What a proposal would change, as far as no die and no answer decides it."""
    notes = list(_changes(state, _after(state, do), str(do.given.get("who", ""))))
    return say("view.joined", notes=notes) if notes else None


def _after(state: State, do: Do) -> State:
    """The state after a deed that changes a number or a list; the same where anything else decides, or refuses."""
    if do.procedure not in CHANGING:
        return state
    changing = CHANGING[do.procedure]
    try:
        after: State = replay(lambda: changing.run(state, changing.read(do.given)), state, fold, ()).state
    except (Diverged, RuleError):
        return state
    return after


@rule("FET-LIV-8")
def with_fate(state: State, do: Do) -> Do:
    """A deed; where somebody dies of it or comes back, everybody hears of it who knows of them."""
    who, after = str(do.given.get("who", "")), _after(state, do)
    if after is state or who not in state.people or who not in after.people:
        return do
    turned = pools(state, who).dead != pools(after, who).dead
    return replace(do, audience=fate_heard_by(state, who)) if turned else do


def _changes(before: State, after: State, who: str) -> Iterator[Say]:
    if before.target != after.target:
        yield _change("target", before.target, after.target)
    if who in before.characters and who in after.characters:
        fields = {one.field: one for one in edited(before, after, who)}
        follows = ELEVEN if "level" in fields else ()  # FET-LVL-2: with a level every value changes alike
        yield from (edit_said(one) for field, one in fields.items() if field not in follows)
        yield from _resources(before, after, who)


def _resources(before: State, after: State, who: str) -> Iterator[Say]:
    """What somebody has of stamina and will, where the sheet says how much there could be."""
    if hindrance(before.characters[who].sheet) or hindrance(after.characters[who].sheet):
        return
    was, now = pools(before, who), pools(after, who)
    for name in RESOURCES:
        if getattr(was, name) != getattr(now, name):
            yield _change(name, getattr(was, name), getattr(now, name))


def _change(field: str, before: Number | None, after: Number | None) -> Say:
    values: dict[str, Label | Number] = {
        name: say("told.blank") if value is None else readable(value)
        for name, value in (("before", before), ("after", after))
    }
    return say("told.field_changed", field=term(field), **values)
