"""FET (For Everything), by WhiliMior: a universal, number-driven engine with a common timeline. The manifest."""

from msgspec.structs import replace

from ludex.core.events import applied, events_of
from ludex.core.rule import procedure, procedures
from ludex.core.sessions import Sessions
from ludex.core.system import System, unchanged
from ludex.systems.fet.arrange import SHEETS, STOCK, arrange, from_first, from_third
from ludex.systems.fet.commands import COMMANDS
from ludex.systems.fet.content import KINDS
from ludex.systems.fet.demo import demo
from ludex.systems.fet.effects import WORDS
from ludex.systems.fet.events import battle as battle_events, group as group_events, people as people_events
from ludex.systems.fet.may import may
from ludex.systems.fet.options import Options
from ludex.systems.fet.policy import beside, combat_npcs, decide, due, taken
from ludex.systems.fet.policy.lab import LAB
from ludex.systems.fet.policy.orders import order, ordered
from ludex.systems.fet.redact import assumed, redact, unheld
from ludex.systems.fet.rules import (
    acts,
    advancing,
    axes,
    belongings,
    bot,
    building,
    burdens,
    by_hand,
    checks,
    clock,
    creation,
    declaring,
    extensions,
    flow,
    law,
    negotiation,
    resources,
    roster,
    scenes,
    sheets,
    timeline,
    weapons,
    years,
)
from ludex.systems.fet.rules.bot import secretly, weighs
from ludex.systems.fet.rules.flow import lent
from ludex.systems.fet.rules.negotiation import grounds
from ludex.systems.fet.rules.scenes import far
from ludex.systems.fet.rules.years import rewarded
from ludex.systems.fet.state import State, actors, groups, scope
from ludex.systems.fet.views import CARDS, deeds, look, tell
from ludex.systems.fet.views.cards import PEAKS, TIMES, UNSAID, WEIGHS, tally
from ludex.systems.fet.views.tell.sheets import weighed

_SHEET = {
    "sheet.name": "name_missing",
    "sheet.level": "bad_level",
    "sheet.ratio": "bad_ratio",
    "sheet.percents": "bad_percent",
    "sheet.appearance": "bad_appearance",
    "sheet.age": "bad_age",
    "sheet.adult_age": "bad_age",
    "sheet.size": "bad_size",
    "sheet.standard_size": "bad_size",
    "sheet.load": "bad_load",
    "sheet.traits.modifiers": "bad_modifier",
    "modifiers": "bad_modifier",
}
_TARGET = {"target": "bad_target", "level": "bad_level", "difficulty": "bad_difficulty"}
_SKILL = {f"skill.{share}": "bad_share" for share in ("wind_up", "losses.share", "effects.share", "effects.times")}
_ACT = {"impact": "bad_impact", "attribute": "bad_attribute", "target": "bad_target"}
_WEAPON = {"impact": "bad_impact", "shots": "bad_shots", "level": "bad_level", "*": "bad_weapon"}

PROCEDURES = (
    procedure(sheets.derive_sheet, bad={**_SHEET, "target": "bad_target"}),
    procedure(sheets.validate_sheet, bad=_SHEET),
    procedure(sheets.roll_basics, bad={"allocation": "bad_allocation"}),
    procedure(sheets.level_up, bad={**_SHEET, "level": "bad_level"}),
    procedure(checks.target_value, bad=_TARGET),
    procedure(
        checks.check, bad={**_SHEET, **_TARGET, "value": "bad_value", "attribute": "bad_attribute"}, odds=("result",)
    ),
    procedure(checks.opposed_check, bad={**_TARGET, "participants": "bad_value"}, odds=("winner",)),
    procedure(checks.called_contest, bad={**_TARGET, "participants": "bad_value"}),
    procedure(checks.cooperative_check, bad={**_TARGET, "values": "bad_value"}, odds=("result",)),
    procedure(negotiation.negotiate, bad={**_SHEET, "partner": "bad_partner", "level": "bad_level"}, odds=("result",)),
    procedure(clock.wind_up, bad={**_SHEET, **_ACT, "time": "bad_time", "value": "bad_attribute"}),
    *procedures(clock.in_action, clock.interact, clock.first_strike),
    procedure(clock.control_duration, bad={**_SHEET, "impact": "bad_impact"}),
    procedure(clock.debuff),
    procedure(clock.spend_action_points, bad={**_SHEET, **_ACT, "value": "bad_value"}),
    procedure(resources.change_resource),
    procedure(years.recover, bad={**_SHEET, "amount": "bad_amount", "resource": "bad_resource"}, odds=("result",)),
    procedure(weapons.weapon_attack, bad=_WEAPON),
    procedure(weapons.weapon_reload, bad=_WEAPON),
    procedure(weapons.weapon_efficiency, bad=_WEAPON),
    *procedures(scenes.zone_check, scenes.safe_zone),
    procedure(scenes.distance, bad={"edge": "bad_edge"}),
    procedure(timeline.combat_start),
    procedure(
        declaring.combat_declare,
        undone_by="combat_cancel",  # FET-LIV-24
        bad={**_SKILL, **_ACT, "shots": "bad_shots", "until": "bad_time", "kind": "bad_kind", "weapon": "bad_weapon"},
    ),
    procedure(advancing.combat_react, bad={**_SKILL, **_ACT}, alone=True),  # FET-LIV-30: one moment after another
    procedure(advancing.combat_advance, bad={"until": "bad_time"}, reveals=True, alone=True),  # FET-LIV-24
    procedure(timeline.combat_cancel, alone=True),
    procedure(timeline.combat_mark),
    procedure(timeline.combat_leave, alone=True),
    procedure(timeline.combat_end, alone=True),
    procedure(timeline.combat_view),
    procedure(law.validate_skill, bad=_SKILL),
    procedure(law.validate_trait),
    procedure(law.skill_effects, bad={**_SKILL, "impact": "bad_impact"}),
    *procedures(law.content, law.trait_event, bot.chat),
    procedure(bot.bot_line, odds=("result",)),
    *procedures(creation.create, creation.grant),
    procedure(roster.bring, bad={"level": "bad_level", "count": "bad_count"}),
    *procedures(roster.dismiss, sheets.set_sheet),
    procedure(extensions.set_place, bad={"modifiers": "bad_modifier"}),
    procedure(building.add_content, bad={"weapon": "bad_weapon"}),
    *procedures(extensions.add_pack, extensions.remove_content, extensions.open_content),
    procedure(timeline.combat_join, alone=True),
    *procedures(combat_npcs, burdens.add_buff, burdens.add_ward, burdens.add_shield, burdens.take_off),
    *procedures(burdens.add_standing, burdens.use_standing, burdens.enter_change, burdens.set_back),
    *procedures(roster.remove_characters, belongings.change_item, belongings.hand_over, belongings.drop_items),
    procedure(belongings.carry_weapon, bad={"weapon": "bad_weapon"}),
    *procedures(belongings.drop_weapons, belongings.wield, axes.new_axis, axes.pick_axis, axes.drop_axes),
    *procedures(axes.axis_decimals, axes.axis_act, axes.axis_undo, axes.axis_weapon, axes.axis_reload),
    *procedures(flow.combat_close, flow.combat_auto, years.night),
    procedure(acts.use_outside, bad={"impact": "bad_impact", "target": "bad_target"}),
    *procedures(acts.settle_words, by_hand.trigger, by_hand.shine, years.revive, years.settle_sheet, years.pass_time),
    *procedures(years.session_open, years.borrow, belongings.put_down, years.conjure),
)


SYSTEM = System(
    id="fet",
    prefix="FET",
    package="ludex.systems.fet",
    procedures={p.name: p for p in PROCEDURES},
    options=Options,
    state=State,
    event=events_of(people_events, group_events, battle_events),
    start=State,
    fold=applied,
    arrange=arrange,
    sheets=SHEETS,
    stock=replace(STOCK, weighs={"skills": weighed}),  # FET-LIV-15
    kinds=KINDS,
    actors=actors,
    redact=redact,
    may=may,
    check="ex",
    makes="tlsetup",
    groups=groups,
    secretly=secretly,
    due=due,
    turn=flow.turn,
    beside=beside,
    scope=scope,
    lent=lent,
    unheld=unheld,
    assumed=assumed,
    commands=COMMANDS,
    look=look,
    deeds=deeds,
    cards=CARDS,
    tell=tell,
    decide=decide,
    taken=taken,
    untold=frozenset({"questions.hurt", "questions.window", "questions.dying"}),  # FET-LIV-24, FET-LIV-18
    order=order,
    ordered=ordered,
    trace=declaring.trace,
    far=far,
    demo=demo,
    hue="teal",
    emblem="timeline",
    grounds=grounds,
    weighs=weighs,  # FET-LIV-2
    die="d100",
    prefixes="#",
    sessions=Sessions(  # FET-LIV-56
        opens="session_open",
        tally=tally,
        rewards=rewarded,
        unsaid=UNSAID,
        weighs=WEIGHS,
        peaks=PEAKS,
        times=TIMES,
        headed={"sentences.begins": "sentences.against"},
    ),
    numbers="bands",  # FET-LIV-38
    words=WORDS.words(),
    vocabulary=WORDS,
    version=6,
    upcast={1: from_first, 2: unchanged, 3: from_third, 4: unchanged, 5: unchanged},
    lab=LAB,
)
