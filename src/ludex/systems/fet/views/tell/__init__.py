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


def _sentences(pairs: str) -> dict[str, str]:
    """Titles as sentences: `title=sentence`, or a word that is both."""
    split = (pair.partition("=") for pair in pairs.split())
    return {f"told.{title}": f"sentences.of_{sentence or title}" for title, _, sentence in split}


TITLES = _sentences(
    """bring appears cancel recover revive put_down take_up borrow borrow_back conjured unmade trigger create kept_on dismiss night set_back axis
    no_axis check:success=check_success check:failure=check_failure recover:success=recover_success recover:failure=recover_failure
    combat_join=join combat_leave=leave pass_time=day at_place=place settle_words=words settle_sheet=settle session_opened=session
    negotiate:success=talk_success negotiate:failure=talk_failure opposed_check:wins=contest_wins opposed_check:draw=contest_draw
    cooperative_check:success=together_success cooperative_check:failure=together_failure use_outside:success=outside_success
    use_outside:failure=outside_failure add_buff=buff add_ward=ward add_shield=shield trigger_skill=trigger remove_characters=remove
    drop_weapons=weapons_gone open_content=open card_removed=card_gone wish_granted=granted wish_refused=not_granted"""
)
"""Titles, with how it came out, as sentences."""

ALONE = _sentences(
    """add_content=card card_again add_pack=pack combat_mark=mark take_off=taken_off add_standing=standing use_standing=standing_used
    use_outside=outside enter_change=state roll_basics=basics drop_items=dropped called_off set_place=ground"""
)
"""The same where the rest is for those who ask for it."""

LINES = {
    **{f"told.{one}": f"sentences.of_{one}" for one in ("died", "acts", "dark", "light", "item", "set_off")},
    **{f"told.{one}": f"told.{one}" for one in ("level_rose", "level_fell")},
    "told.revived": "sentences.of_revive",
    "told.combat_auto_on": "sentences.of_auto",
    "told.combat_auto_off": "sentences.of_auto_off",
    "told.set_off_thing": "sentences.of_set_off",
}
"""Lines as parts of a sentence."""

UNSAID = (
    *("view.lasts", "view.lasts_time", "view.until_night", "view.modifier", "view.state_overloaded"),
    *(
        f"told.{one}"
        for one in (
            *("load", "left_written", "played", "partner", "left_battle", "printed_pool", "back_with", "taken"),
            *("weapon_taken", "weapon_named", "target_gone", "stays_out", "changed_pool", "waiting", "to_steer"),
            *("points_spent", "rested_of", "field_changed", "unfinished", "card_refused", "thrown_each"),
        )
    ),
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
    teller, who = TELLERS.get(type(told.result)), getattr(told.result, "who", "")
    if isinstance(who, str) and who and not {who} & {*told.before.people, *told.after.people}:
        return Card(say("view.somebody"))  # FET-LIV-40: nothing is worked out of whom a viewer does not know
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
    **dict.fromkeys(("change_item", "drop_items", "put_down"), (LoadMoved,)),
    "night": (DayPassed, LossesKept),
}
"""Procedures whose cards say themselves what these events would."""

SETTING_OFF = (
    *(BOT, "check", "opposed_check", "called_contest", "cooperative_check", "night", "borrow"),
    *("combat_declare", "combat_npcs", "combat_start"),
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
