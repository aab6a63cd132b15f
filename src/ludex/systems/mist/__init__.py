"""Mist (迷雾): agents who put anomalies down, in tags, statuses, and a D8 with the best of some D4. The manifest."""

from collections.abc import Callable, Coroutine
from typing import Any

from ludex.core.rule import Procedure, procedure
from ludex.core.system import System
from ludex.systems.mist.arrange import arrange
from ludex.systems.mist.commands import COMMANDS
from ludex.systems.mist.decide import decide
from ludex.systems.mist.demo import demo
from ludex.systems.mist.options import Options
from ludex.systems.mist.rules import (
    actions,
    consequences,
    editing,
    effects,
    files,
    growth,
    immersion,
    limits,
    missions,
    mitigation,
    pool,
    power,
    preparing,
    rest,
    scenes,
    statuses,
    themes,
    turns,
)
from ludex.systems.mist.state import Event, State, fold
from ludex.systems.mist.views import look, tell

_BY_HAND: tuple[Callable[..., Coroutine[Any, Any, Any]], ...] = (
    editing.status_rename,
    editing.status_regroup,
    editing.status_combine,
    editing.status_split,
    editing.status_clear,
    editing.limit_set,
    editing.fate_set,
    editing.tag_make,
    editing.tag_drop,
    editing.tag_burn,
    editing.tag_recover,
    preparing.character_join,
    preparing.character_leave,
    preparing.theme_write,
    preparing.challenge_set,
    preparing.threat_announce,
    preparing.mystery_pose,
    preparing.trait_add,
)
"""What the MC, or a player making a sheet, does by hand: no dice, no questions."""


def _procedures() -> dict[str, Procedure]:
    track = {"tier": "bad_tier", "boxes": "bad_boxes", "other": "bad_boxes", "amount": "bad_amount"}
    holding = {"status": "bad_tier", "amount": "bad_amount", "holder": "unknown_holder"}
    rolling = {"power": "bad_power", "incoming": "bad_tier"}
    delivering = {
        "deliver": "bad_consequence",
        "deliver.tier": "bad_tier",
        "deliver.mitigate_power": "bad_power",
        "deliver.mitigate.power": "bad_power",
    }
    declared = (
        procedure(statuses.status_stack, bad=track),
        procedure(statuses.status_merge, bad=track),
        procedure(statuses.status_reduce, bad=track),
        procedure(limits.apply_status, bad=holding),
        procedure(limits.lower_status, bad=holding),
        procedure(limits.check_limits, bad={"limits": "bad_limit", "statuses": "bad_tier"}),
        procedure(themes.theme_check),
        procedure(themes.character_check),
        procedure(power.power, bad={"statuses": "bad_tier"}),
        procedure(pool.pool_roll, bad=rolling, odds=("result", "total")),
        procedure(effects.price_effects, bad={"power": "bad_power", "effects": "bad_amount"}),
        procedure(actions.action, bad=rolling, odds=("result", "total")),
        procedure(mitigation.mitigate, bad=rolling, odds=("result", "total")),
        procedure(immersion.total_immersion, odds=("result", "theme_lost", "total")),
        procedure(growth.mark_indulgence, bad={"amount": "bad_amount"}),
        procedure(growth.replace_theme),
        procedure(growth.mark_growth),
        procedure(rest.rest, bad={"heal": "bad_amount"}),
        procedure(scenes.scene_open),
        procedure(scenes.scene_establish, bad={"challenges": "bad_limit"}),
        procedure(scenes.scene_act),
        procedure(consequences.scene_consequence, bad=delivering),
        procedure(scenes.scene_next),
        procedure(scenes.scene_end),
        procedure(missions.mission_open, bad={"mysteries": "bad_complexity"}),
        procedure(missions.clue_add),
        procedure(files.conclusion_power, bad={"complexity": "bad_complexity"}),
        procedure(missions.mission_write),
        procedure(files.deduce, odds=("verdict", "result", "total")),
        procedure(files.test, odds=("verdict", "result", "total")),
        procedure(missions.suppress),
        procedure(turns.turn, bad=rolling, odds=("result", "total")),
        procedure(immersion.immerse, odds=("result", "theme_lost", "total")),
        *(procedure(by_hand) for by_hand in _BY_HAND),
    )
    return {one.name: one for one in declared}


def _start(options: Options) -> State:
    return State(options=options)


def _actors(state: State) -> dict[str, str]:
    return {character.id: character.id for character in state.characters}


SYSTEM = System(
    id="mist",
    prefix="MST",
    package="ludex.systems.mist",
    procedures=_procedures(),
    options=Options,
    state=State,
    event=Event,
    start=_start,
    fold=fold,
    arrange=arrange,
    actors=_actors,
    commands=COMMANDS,
    look=look,
    tell=tell,
    decide=decide,
    demo=demo,
    keeps=("boxes", "holder", "character", "characters", "scene", "mission"),
    hue="fog",
)
