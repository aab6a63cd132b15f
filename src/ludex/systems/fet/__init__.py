"""FET (For Everything), by WhiliMior: a universal, number-driven engine with a common timeline. The manifest."""

from ludex.core.rule import procedure
from ludex.core.system import System, Viewer
from ludex.systems.fet.arrange import arrange, start
from ludex.systems.fet.commands import COMMANDS
from ludex.systems.fet.decide import decide
from ludex.systems.fet.demo import demo
from ludex.systems.fet.options import Options
from ludex.systems.fet.panels.battle import Eyes
from ludex.systems.fet.rules import (
    acts,
    advancing,
    battle,
    bot,
    character,
    checks,
    declaring,
    effects,
    interaction,
    keeping,
    law,
    negotiation,
    npcs,
    preparing,
    recovery,
    scenes,
    skills,
    traits,
    weapons,
)
from ludex.systems.fet.state import Event, State, fold
from ludex.systems.fet.views import look, tell

_PROCEDURES = (
    procedure(character.derive_sheet, bad={"target": "bad_target", "modifiers": "bad_modifier"}),
    procedure(character.validate_sheet),
    procedure(character.roll_basics, bad={"allocation": "bad_allocation"}),
    procedure(character.level_up, bad={"level": "bad_level"}),
    procedure(checks.target_value, bad={"target": "bad_target", "level": "bad_level", "difficulty": "bad_difficulty"}),
    procedure(checks.check, bad={"value": "bad_value", "target": "bad_target", "level": "bad_level"}, odds=("result",)),
    procedure(checks.opposed_check, bad={"target": "bad_target", "level": "bad_level"}, odds=("winner",)),
    procedure(checks.cooperative_check, bad={"values": "bad_value", "target": "bad_target"}, odds=("result",)),
    procedure(negotiation.negotiate, bad={"partner": "bad_partner", "level": "bad_level"}, odds=("result",)),
    procedure(preparing.wind_up, bad={"impact": "bad_impact", "time": "bad_time", "attribute": "bad_attribute"}),
    procedure(interaction.in_action),
    procedure(interaction.interact),
    procedure(acts.first_strike),
    procedure(effects.control_duration, bad={"impact": "bad_impact"}),
    procedure(effects.debuff),
    procedure(acts.spend_action_points),
    procedure(recovery.change_resource),
    procedure(recovery.recover, bad={"amount": "bad_amount", "resource": "bad_resource"}, odds=("result",)),
    procedure(weapons.weapon_attack, bad={"weapon": "bad_weapon", "impact": "bad_impact", "shots": "bad_shots"}),
    procedure(weapons.weapon_reload, bad={"weapon": "bad_weapon"}),
    procedure(weapons.weapon_efficiency, bad={"weapon": "bad_weapon", "level": "bad_level"}),
    procedure(scenes.zone_check),
    procedure(scenes.safe_zone),
    procedure(scenes.distance, bad={"edge": "bad_edge"}),
    procedure(battle.combat_start),
    procedure(
        declaring.combat_declare,
        bad={
            "impact": "bad_impact",
            "shots": "bad_shots",
            "attribute": "bad_attribute",
            "until": "bad_time",
            "kind": "bad_kind",
            "target": "bad_target",
            "weapon": "bad_weapon",
        },
    ),
    procedure(advancing.combat_react, bad={"impact": "bad_impact", "target": "bad_target"}),
    procedure(advancing.combat_advance, bad={"until": "bad_time"}),
    procedure(battle.combat_cancel),
    procedure(battle.combat_mark),
    procedure(battle.combat_leave),
    procedure(battle.combat_end),
    procedure(battle.combat_view),
    procedure(law.validate_skill),
    procedure(law.validate_trait),
    procedure(skills.skill_effects, bad={"impact": "bad_impact"}),
    procedure(skills.content),
    procedure(traits.trait_event),
    procedure(bot.chat),
    procedure(bot.bot_line, odds=("result",)),
    procedure(keeping.bring, bad={"level": "bad_level", "count": "bad_count"}),
    procedure(keeping.dismiss),
    procedure(keeping.set_sheet),
    procedure(keeping.set_place, bad={"modifiers": "bad_modifier"}),
    procedure(keeping.add_content, bad={"weapon": "bad_weapon"}),
    procedure(keeping.combat_join),
    procedure(npcs.combat_npcs),
)


def _knows(state: State, viewer: Viewer) -> tuple[str, ...]:
    looking = Eyes(state, viewer)
    return tuple(who for who in _actors(state) if looking.sees_whom(who))


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
)
