"""FET (For Everything), by WhiliMior: a universal, number-driven engine with a common timeline. The manifest."""

from ludex.core.rule import procedure
from ludex.core.system import System
from ludex.systems.fet.arrange import arrange, start
from ludex.systems.fet.commands import COMMANDS
from ludex.systems.fet.commands.chat import bot_line, chat
from ludex.systems.fet.demo import demo
from ludex.systems.fet.events import Event
from ludex.systems.fet.fold import fold
from ludex.systems.fet.options import Options
from ludex.systems.fet.policy import combat_npcs, decide
from ludex.systems.fet.redact import known
from ludex.systems.fet.rules.acts import wind_up
from ludex.systems.fet.rules.advancing import combat_advance, combat_react
from ludex.systems.fet.rules.axes import (
    axis_act,
    axis_decimals,
    axis_reload,
    axis_undo,
    axis_weapon,
    drop_axes,
    new_axis,
    pick_axis,
)
from ludex.systems.fet.rules.belongings import carry_weapon, change_item, drop_items, drop_weapons, wield
from ludex.systems.fet.rules.burdens import (
    add_buff,
    add_shield,
    add_standing,
    add_ward,
    enter_change,
    set_back,
    take_off,
    use_standing,
)
from ludex.systems.fet.rules.checks import check, cooperative_check, opposed_check, target_value
from ludex.systems.fet.rules.control import control_duration, debuff
from ludex.systems.fet.rules.declaring import combat_declare
from ludex.systems.fet.rules.extensions import add_content, add_pack, set_place
from ludex.systems.fet.rules.interaction import first_strike, in_action, interact, spend_action_points
from ludex.systems.fet.rules.law import validate_skill, validate_trait
from ludex.systems.fet.rules.negotiation import negotiate
from ludex.systems.fet.rules.resources import change_resource, recover
from ludex.systems.fet.rules.roster import bring, dismiss, remove_characters, set_sheet
from ludex.systems.fet.rules.scenes import distance, safe_zone, zone_check
from ludex.systems.fet.rules.sheets import derive_sheet, level_up, roll_basics, validate_sheet
from ludex.systems.fet.rules.skills import content, skill_effects
from ludex.systems.fet.rules.timeline import (
    combat_cancel,
    combat_end,
    combat_join,
    combat_leave,
    combat_mark,
    combat_start,
    combat_view,
)
from ludex.systems.fet.rules.traits import trait_event
from ludex.systems.fet.rules.weapons import weapon_attack, weapon_efficiency, weapon_reload
from ludex.systems.fet.state import State, actors
from ludex.systems.fet.views import look, tell

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
_SKILL = {
    "skill.wind_up": "bad_share",
    "skill.losses.share": "bad_share",
    "skill.effects.share": "bad_share",
    "skill.effects.times": "bad_share",
}
_WEAPON = {
    "weapon": "bad_weapon",
    "impact": "bad_impact",
    "shots": "bad_shots",
    "level": "bad_level",
    "*": "bad_weapon",
}

_PROCEDURES = (
    procedure(derive_sheet, bad={**_SHEET, "target": "bad_target"}),
    procedure(validate_sheet, bad=_SHEET),
    procedure(roll_basics, bad={"allocation": "bad_allocation"}),
    procedure(level_up, bad={**_SHEET, "level": "bad_level"}),
    procedure(target_value, bad=_TARGET),
    procedure(check, bad={**_SHEET, **_TARGET, "value": "bad_value", "attribute": "bad_attribute"}, odds=("result",)),
    procedure(opposed_check, bad={**_TARGET, "participants": "bad_value"}, odds=("winner",)),
    procedure(cooperative_check, bad={**_TARGET, "values": "bad_value"}, odds=("result",)),
    procedure(negotiate, bad={**_SHEET, "partner": "bad_partner", "level": "bad_level"}, odds=("result",)),
    procedure(
        wind_up,
        bad={
            **_SHEET,
            "impact": "bad_impact",
            "time": "bad_time",
            "attribute": "bad_attribute",
            "value": "bad_attribute",
        },
    ),
    procedure(in_action),
    procedure(interact),
    procedure(first_strike),
    procedure(control_duration, bad={**_SHEET, "impact": "bad_impact"}),
    procedure(debuff),
    procedure(
        spend_action_points,
        bad={
            **_SHEET,
            "value": "bad_value",
            "attribute": "bad_attribute",
            "impact": "bad_impact",
            "target": "bad_target",
        },
    ),
    procedure(change_resource),
    procedure(recover, bad={**_SHEET, "amount": "bad_amount", "resource": "bad_resource"}, odds=("result",)),
    procedure(weapon_attack, bad=_WEAPON),
    procedure(weapon_reload, bad=_WEAPON),
    procedure(weapon_efficiency, bad=_WEAPON),
    procedure(zone_check),
    procedure(safe_zone),
    procedure(distance, bad={"edge": "bad_edge"}),
    procedure(combat_start),
    procedure(
        combat_declare,
        bad={
            **_SKILL,
            "impact": "bad_impact",
            "shots": "bad_shots",
            "attribute": "bad_attribute",
            "until": "bad_time",
            "kind": "bad_kind",
            "target": "bad_target",
            "weapon": "bad_weapon",
        },
    ),
    procedure(combat_react, bad={**_SKILL, "impact": "bad_impact", "target": "bad_target"}),
    procedure(combat_advance, bad={"until": "bad_time"}),
    procedure(combat_cancel),
    procedure(combat_mark),
    procedure(combat_leave),
    procedure(combat_end),
    procedure(combat_view),
    procedure(validate_skill, bad=_SKILL),
    procedure(validate_trait),
    procedure(skill_effects, bad={**_SKILL, "impact": "bad_impact"}),
    procedure(content),
    procedure(trait_event),
    procedure(chat),
    procedure(bot_line, odds=("result",)),
    procedure(bring, bad={"level": "bad_level", "count": "bad_count"}),
    procedure(dismiss),
    procedure(set_sheet),
    procedure(set_place, bad={"modifiers": "bad_modifier"}),
    procedure(add_content, bad={"weapon": "bad_weapon"}),
    procedure(add_pack),
    procedure(combat_join),
    procedure(combat_npcs),
    procedure(add_buff),
    procedure(add_ward),
    procedure(add_shield),
    procedure(take_off),
    procedure(add_standing),
    procedure(use_standing),
    procedure(enter_change),
    procedure(set_back),
    procedure(remove_characters),
    procedure(change_item),
    procedure(drop_items),
    procedure(carry_weapon, bad={"weapon": "bad_weapon"}),
    procedure(drop_weapons),
    procedure(wield),
    procedure(new_axis),
    procedure(pick_axis),
    procedure(drop_axes),
    procedure(axis_decimals),
    procedure(axis_act),
    procedure(axis_undo),
    procedure(axis_weapon),
    procedure(axis_reload),
)


SYSTEM = System(
    id="fet",
    prefix="FET",
    package="ludex.systems.fet",
    procedures={p.name: p for p in _PROCEDURES},
    options=Options,
    state=State,
    event=Event,
    start=start,
    fold=fold,
    arrange=arrange,
    actors=actors,
    knows=known,
    commands=COMMANDS,
    look=look,
    tell=tell,
    decide=decide,
    demo=demo,
    hue="teal",
    prefixes="#",
)
