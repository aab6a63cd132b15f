"""How finished procedures are told: a verdict, totals that open into their terms, what happened, and one sentence, for one viewer.

Every output type has one teller in one of the modules here; any other is told by its plain outputs.
"""

from msgspec.structs import replace

from ludex.core.events import Event, told_by
from ludex.core.principals import Viewer
from ludex.core.rule import rule
from ludex.core.say import Label, Say, say, term
from ludex.core.system import Told
from ludex.core.telling import Spoken, by_result, in_a_sentence
from ludex.core.view import Card, EventLine, Fact, Role
from ludex.systems.fet.events.battle import FightersChanged
from ludex.systems.fet.events.group import DayPassed
from ludex.systems.fet.events.people import Died, LoadMoved, LossesKept, PointsKept
from ludex.systems.fet.state import State
from ludex.systems.fet.views.tell import checks, combat, lasting, sheets
from ludex.systems.fet.views.tell.combat import set_off_lines
from ludex.systems.fet.views.tell.lasting import ended_lines
from ludex.systems.fet.views.tell.witness import onlooker

TITLES = {
    "told.bring": "sentences.of_bring",
    "told.appears": "sentences.of_appears",
    "told.cancel": "sentences.of_cancel",
    "told.combat_join": "sentences.of_join",
    "told.combat_leave": "sentences.of_leave",
    "told.check:success": "sentences.of_check_success",
    "told.check:failure": "sentences.of_check_failure",
    "told.negotiate:success": "sentences.of_talk_success",
    "told.negotiate:failure": "sentences.of_talk_failure",
    "told.opposed_check:wins": "sentences.of_contest_wins",
    "told.opposed_check:draw": "sentences.of_contest_draw",
    "told.cooperative_check:success": "sentences.of_together_success",
    "told.cooperative_check:failure": "sentences.of_together_failure",
    "told.recover:success": "sentences.of_recover_success",
    "told.recover:failure": "sentences.of_recover_failure",
    "told.recover": "sentences.of_recover",
    "told.pass_time": "sentences.of_day",
    "told.revive": "sentences.of_revive",
    "told.put_down": "sentences.of_put_down",
    "told.take_up": "sentences.of_take_up",
    "told.borrow": "sentences.of_borrow",
    "told.borrow_back": "sentences.of_borrow_back",
    "told.add_buff": "sentences.of_buff",
    "told.add_ward": "sentences.of_ward",
    "told.add_shield": "sentences.of_shield",
    "told.conjured": "sentences.of_conjured",
    "told.unmade": "sentences.of_unmade",
    "told.trigger": "sentences.of_trigger",
    "told.trigger_skill": "sentences.of_trigger",
    "told.use_outside:success": "sentences.of_outside_success",
    "told.use_outside:failure": "sentences.of_outside_failure",
    "told.settle_sheet": "sentences.of_settle",
    "told.create": "sentences.of_create",
    "told.settle_words": "sentences.of_words",
    "told.at_place": "sentences.of_place",
    "told.session_opened": "sentences.of_session",
    "told.kept_on": "sentences.of_kept_on",
    "told.dismiss": "sentences.of_dismiss",
    "told.remove_characters": "sentences.of_remove",
    "told.night": "sentences.of_night",
    "told.set_back": "sentences.of_set_back",
    "told.drop_weapons": "sentences.of_weapons_gone",
    "told.axis": "sentences.of_axis",
    "told.no_axis": "sentences.of_no_axis",
    "told.open_content": "sentences.of_open",
    "told.card_removed": "sentences.of_card_gone",
    "told.wish_granted": "sentences.of_granted",
    "told.wish_refused": "sentences.of_not_granted",
}
"""Titles, with how it came out, as sentences."""

ALONE = {
    "told.add_content": "sentences.of_card",
    "told.card_again": "sentences.of_card_again",
    "told.add_pack": "sentences.of_pack",
    "told.combat_mark": "sentences.of_mark",
    "told.take_off": "sentences.of_taken_off",
    "told.add_standing": "sentences.of_standing",
    "told.use_standing": "sentences.of_standing_used",
    "told.use_outside": "sentences.of_outside",
    "told.enter_change": "sentences.of_state",
    "told.roll_basics": "sentences.of_basics",
    "told.drop_items": "sentences.of_dropped",
    "told.called_off": "sentences.of_called_off",
    "told.set_place": "sentences.of_ground",
    "told.law": "sentences.of_law",
}
"""The same where the rest is for those who ask for it."""

LINES = {
    "told.died": "sentences.of_died",
    "told.revived": "sentences.of_revive",
    "told.acts": "sentences.of_acts",
    "told.combat_auto_on": "sentences.of_auto",
    "told.combat_auto_off": "sentences.of_auto_off",
    "told.dark": "sentences.of_dark",
    "told.light": "sentences.of_light",
    "told.item": "sentences.of_item",
    "told.set_off": "sentences.of_set_off",
    "told.set_off_thing": "sentences.of_set_off",
    "told.level_rose": "told.level_rose",
    "told.level_fell": "told.level_fell",
}
"""Lines as parts of a sentence."""

UNSAID = (
    "told.load",
    "told.left_written",
    "told.played",
    "told.partner",
    "told.left_battle",
    "told.printed_pool",
    "told.back_with",
    "view.lasts",
    "view.lasts_time",
    "view.until_night",
    "told.taken",
    "told.weapon_taken",
    "told.weapon_named",
    "told.target_gone",
    "told.stays_out",
    "told.changed_pool",
    "told.waiting",
    "told.to_steer",
    "told.points_spent",
    "told.rested_of",
    "told.field_changed",
    "told.unfinished",
    "told.card_refused",
    "view.modifier",
    "view.state_overloaded",
)
"""Lines that a sentence need not say."""

TITLED = ("told.item",)
"""Lines that are told with whom the title names."""

SPOKEN = Spoken(TITLES, LINES, UNSAID, TITLED)


TELLERS = by_result(checks, combat, sheets, lasting)
"""How each output is told."""

WORDED = ("advantage", "cause", "race", "grants", "winner")
"""Outputs whose values are words of the system."""


def tell(told: Told, viewer: Viewer) -> Card:
    """The card of a finished procedure."""
    teller = TELLERS.get(type(told.result))
    if teller is None:
        return _spoken(Card(say(f"told.{told.procedure}"), totals=_facts(told.result)))
    card = teller(told, viewer, told.result)
    own, more = card.lines, list[Label]()
    if not card.happened or told.procedure == BOT:
        card = _with_events(card, told, viewer)
    if told.procedure in SETTING_OFF:
        over = ended_lines(told) if told.procedure == "night" else []
        more = set_off_lines(told, getattr(told.result, "set_off", None) or ())
        card = replace(card, lines=(*card.lines, *over, *more))
    said = {line.said for line in card.happened}
    if card.printed:
        beside = (*(line.said for line in card.happened if line.role is not Role.BOOKS), *more)
        card = replace(card, printed=(*card.printed, *(line for line in beside if line not in (*card.printed, *own))))
    return _spoken(replace(card, lines=tuple(line for line in card.lines if line not in said)))


def _spoken(card: Card) -> Card:
    """A card with its sentence: of all that it says, else of what was done alone."""
    told = in_a_sentence(card, SPOKEN)
    if told.sentence or told.printed or not isinstance(told.title, Say):
        return told
    facts, key = told.title.facts, told.title.key
    if told.verdict is not None and isinstance(told.verdict.say, Say):
        ended = f"{key}:{told.verdict.say.key.rpartition('.')[2]}"
        key, facts = (ended if ended in TITLES else key), {**facts, **told.verdict.say.facts}
    head = TITLES.get(key) or ALONE.get(key)
    return replace(told, sentence=say(head, **facts)) if head else told


@rule("FET-LIV-8", "FET-LIV-13")
def _with_events(card: Card, told: Told, viewer: Viewer) -> Card:
    """A card with what its events say beside it; a reply of the bot says by itself all that the rulebook prints."""
    before = tuple(EventLine(line) for line in card.lines) if told.procedure in PRINTED else ()
    first = (*card.happened, *before)
    said = (card.title, *(line.said for line in first))
    happened = told_by([event for event in told.events if _heard(event, told)], onlooker(told, viewer))
    follows = tuple(line for line in happened if line.said not in said)
    return replace(card, lines=() if before else card.lines, happened=(*first, *follows))


def _heard(event: Event[State], told: Told) -> bool:
    """Whether an event is told beside a card that does not say the same in its own words."""
    if told.procedure == BOT:
        return isinstance(event, Died | LoadMoved | PointsKept | FightersChanged)
    if isinstance(event, LossesKept) and (getattr(told.result, "set_off", None) or getattr(told.result, "rows", None)):
        return False  # what was set off is told with the number that it moved
    return not isinstance(event, OWN_WORDS.get(told.procedure, ()))


BOT = "bot_line"
"""The procedure whose replies the rulebook prints."""

PRINTED = (BOT, "set_sheet", "set_place", "add_content")
"""Procedures whose lines come before what their events say."""

OWN_WORDS: dict[str, tuple[type[Event[State]], ...]] = {
    "change_item": (LoadMoved,),
    "drop_items": (LoadMoved,),
    "put_down": (LoadMoved,),
    "night": (DayPassed, LossesKept),
}
"""Procedures whose cards say themselves what these events would."""

SETTING_OFF = (
    "check",
    "bot_line",
    "opposed_check",
    "called_contest",
    "cooperative_check",
    "night",
    "borrow",
    "combat_declare",
    "combat_npcs",
    "combat_start",
)
"""Procedures beside whose own card traits may have been set off (FET-LIV-27)."""


def _facts(result: object) -> tuple[Fact, ...]:
    """Every plain output, where nothing better is written."""
    why = getattr(result, "why", {})
    outputs = [(f, getattr(result, f)) for f in getattr(result, "__struct_fields__", ()) if f != "why"]
    return tuple(
        Fact(term(f), _value(f, v), why.get(f)) for f, v in outputs if isinstance(v, int | float | str | tuple)
    )


def _value(field: str, value: object) -> object:
    if field not in WORDED:
        return list(value) if isinstance(value, tuple) else value
    return [term(v) for v in value] if isinstance(value, tuple) else term(str(value))
