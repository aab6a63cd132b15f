"""FET (For Everything), by WhiliMior: a universal, number-driven engine with a common timeline. The manifest."""

from ludex.core.rule import procedure
from ludex.core.system import System, Viewer
from ludex.systems.fet.arrange import arrange, start
from ludex.systems.fet.commands import COMMANDS
from ludex.systems.fet.decide import decide
from ludex.systems.fet.demo import demo
from ludex.systems.fet.events import Event
from ludex.systems.fet.folding import fold
from ludex.systems.fet.options import Options
from ludex.systems.fet.panels.battle import Eyes
from ludex.systems.fet.rules import (
    acts,
    advancing,
    arms,
    axes,
    axis_arms,
    battle,
    belongings,
    bot,
    buffs,
    character,
    checks,
    declaring,
    effects,
    entering,
    interaction,
    keeping,
    law,
    negotiation,
    npcs,
    packs,
    preparing,
    recovery,
    scenes,
    skills,
    ticking,
    traits,
    weapons,
)
from ludex.systems.fet.state import State
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
    procedure(character.derive_sheet, bad={**_SHEET, "target": "bad_target"}),
    procedure(character.validate_sheet, bad=_SHEET),
    procedure(character.roll_basics, bad={"allocation": "bad_allocation"}),
    procedure(character.level_up, bad={**_SHEET, "level": "bad_level"}),
    procedure(checks.target_value, bad=_TARGET),
    procedure(
        checks.check, bad={**_SHEET, **_TARGET, "value": "bad_value", "attribute": "bad_attribute"}, odds=("result",)
    ),
    procedure(checks.opposed_check, bad={**_TARGET, "participants": "bad_value"}, odds=("winner",)),
    procedure(checks.cooperative_check, bad={**_TARGET, "values": "bad_value"}, odds=("result",)),
    procedure(negotiation.negotiate, bad={**_SHEET, "partner": "bad_partner", "level": "bad_level"}, odds=("result",)),
    procedure(
        preparing.wind_up,
        bad={
            **_SHEET,
            "impact": "bad_impact",
            "time": "bad_time",
            "attribute": "bad_attribute",
            "value": "bad_attribute",
        },
    ),
    procedure(interaction.in_action),
    procedure(interaction.interact),
    procedure(acts.first_strike),
    procedure(effects.control_duration, bad={**_SHEET, "impact": "bad_impact"}),
    procedure(effects.debuff),
    procedure(
        acts.spend_action_points,
        bad={
            **_SHEET,
            "value": "bad_value",
            "attribute": "bad_attribute",
            "impact": "bad_impact",
            "target": "bad_target",
        },
    ),
    procedure(recovery.change_resource),
    procedure(recovery.recover, bad={**_SHEET, "amount": "bad_amount", "resource": "bad_resource"}, odds=("result",)),
    procedure(weapons.weapon_attack, bad=_WEAPON),
    procedure(weapons.weapon_reload, bad=_WEAPON),
    procedure(weapons.weapon_efficiency, bad=_WEAPON),
    procedure(scenes.zone_check),
    procedure(scenes.safe_zone),
    procedure(scenes.distance, bad={"edge": "bad_edge"}),
    procedure(battle.combat_start),
    procedure(
        declaring.combat_declare,
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
    procedure(advancing.combat_react, bad={**_SKILL, "impact": "bad_impact", "target": "bad_target"}),
    procedure(advancing.combat_advance, bad={"until": "bad_time"}),
    procedure(battle.combat_cancel),
    procedure(battle.combat_mark),
    procedure(battle.combat_leave),
    procedure(battle.combat_end),
    procedure(battle.combat_view),
    procedure(law.validate_skill, bad=_SKILL),
    procedure(law.validate_trait),
    procedure(skills.skill_effects, bad={**_SKILL, "impact": "bad_impact"}),
    procedure(skills.content),
    procedure(traits.trait_event),
    procedure(bot.chat),
    procedure(bot.bot_line, odds=("result",)),
    procedure(keeping.bring, bad={"level": "bad_level", "count": "bad_count"}),
    procedure(keeping.dismiss),
    procedure(keeping.set_sheet),
    procedure(keeping.set_place, bad={"modifiers": "bad_modifier"}),
    procedure(packs.add_content, bad={"weapon": "bad_weapon"}),
    procedure(packs.add_pack),
    procedure(keeping.combat_join),
    procedure(npcs.combat_npcs),
    procedure(buffs.add_buff),
    procedure(buffs.add_ward),
    procedure(buffs.add_shield),
    procedure(buffs.take_off),
    procedure(ticking.add_standing),
    procedure(ticking.use_standing),
    procedure(entering.enter_change),
    procedure(entering.set_back),
    procedure(entering.remove_characters),
    procedure(belongings.change_item),
    procedure(belongings.drop_items),
    procedure(arms.carry_weapon, bad={"weapon": "bad_weapon"}),
    procedure(arms.drop_weapons),
    procedure(arms.wield),
    procedure(axes.new_axis),
    procedure(axes.pick_axis),
    procedure(axes.drop_axes),
    procedure(axes.axis_decimals),
    procedure(axes.axis_act),
    procedure(axes.axis_undo),
    procedure(axis_arms.axis_weapon),
    procedure(axis_arms.axis_reload),
)


def _knows(state: State, viewer: Viewer) -> tuple[str, ...]:
    """Whom a viewer knows of."""
    eyes = Eyes(state, viewer)
    return tuple(who for who in _actors(state) if eyes.knows_of(who))


def _actors(state: State) -> dict[str, str]:
    """Everybody with a sheet or in the battle."""
    fighters = state.battle.fighters if state.battle else ()
    named = {who: character.sheet.name or who for who, character in state.characters.items()}
    return {**{f.id: f.id for f in fighters}, **named}


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
    actors=_actors,
    knows=_knows,
    commands=COMMANDS,
    look=look,
    tell=tell,
    decide=decide,
    demo=demo,
    hue="teal",
    prefixes="#",
)
