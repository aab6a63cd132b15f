"""Mist (迷雾): agents who put anomalies down, in tags, statuses, and a D8 with the best of some D4. The manifest."""

from ludex.core.events import applied, events_of
from ludex.core.rule import procedure
from ludex.core.sessions import Sessions
from ludex.core.system import System, unchanged
from ludex.systems.mist.arrange import SHEETS, STOCK, arrange
from ludex.systems.mist.commands import COMMANDS
from ludex.systems.mist.content import KINDS
from ludex.systems.mist.demo import demo
from ludex.systems.mist.effects import WORDS
from ludex.systems.mist.events import cases as case_events, people as people_events, scenes as scene_events
from ludex.systems.mist.may import may
from ludex.systems.mist.options import Options
from ludex.systems.mist.policy import beside, decide
from ludex.systems.mist.policy.lab import LAB
from ludex.systems.mist.redact import assumed, redact
from ludex.systems.mist.rules import (
    actions,
    cases,
    casework,
    consequences,
    creation,
    delivery,
    editing,
    effects,
    files,
    growth,
    immersion,
    limits,
    loop,
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
    workbench,
)
from ludex.systems.mist.rules.turns import called, secretly, together
from ludex.systems.mist.rules.weighing import weighs
from ludex.systems.mist.rules.windows import listened
from ludex.systems.mist.sheet.wordings import shelf_words
from ludex.systems.mist.state import State, actors, scope
from ludex.systems.mist.views import CARDS, deeds, look, tally, tell
from ludex.systems.mist.views.cards import PEAKS, TIMES, UNSAID, WEIGHS, threads
from ludex.systems.mist.views.tell.sentences import with_its_price

_TRACK = {"tier": "bad_tier", "boxes": "bad_boxes", "other": "bad_boxes", "amount": "bad_amount"}
_HOLDING = {"status": "bad_tier", "amount": "bad_amount", "holder": "unknown_holder"}
_ROLLING = {"power": "bad_power", "incoming": "bad_tier"}
_DELIVERING = {
    "deliver": "bad_consequence",
    "deliver.tier": "bad_tier",
    "deliver.mitigate_power": "bad_power",
    "deliver.mitigate.power": "bad_power",
}
"""What an ill-shaped field of an input is refused as."""

_BY_RULE = (
    procedure(statuses.status_stack, bad=_TRACK),
    procedure(statuses.status_merge, bad=_TRACK),
    procedure(statuses.status_reduce, bad=_TRACK),
    procedure(listened(limits.apply_status), bad=_HOLDING),
    procedure(listened(limits.lower_status), bad=_HOLDING),
    procedure(limits.check_limits, bad={"limits": "bad_limit", "statuses": "bad_tier"}),
    procedure(themes.theme_check, bad={"theme.indulgence": "bad_indulgence", "theme.growth": "bad_growth"}),
    procedure(themes.character_check),
    procedure(power.power, bad={"statuses": "bad_tier"}),
    procedure(pool.pool_roll, bad=_ROLLING, odds=("result", "total")),
    procedure(effects.price_effects, bad={"power": "bad_power", "effects": "bad_amount"}),
    procedure(actions.action, bad=_ROLLING, odds=("result", "total")),
    procedure(mitigation.mitigate, bad=_ROLLING, odds=("result", "total")),
    procedure(immersion.total_immersion, odds=("result", "theme_lost", "total")),
    procedure(listened(growth.mark_indulgence), bad={"amount": "bad_amount"}),
    procedure(growth.replace_theme),
    procedure(listened(growth.mark_growth)),
    procedure(rest.rest, bad={"heal": "bad_amount"}),
    procedure(scenes.scene_open, alone=True),
    procedure(scenes.scene_establish, bad={"challenges": "bad_limit"}, alone=True),
    procedure(scenes.scene_act, alone=True),
    procedure(consequences.scene_consequence, bad=_DELIVERING, alone=True),
    procedure(scenes.scene_next, alone=True),
    procedure(scenes.scene_end, alone=True),
    procedure(missions.mission_open, bad={"mysteries": "bad_complexity"}, alone=True),
    procedure(listened(missions.clue_add)),
    procedure(files.conclusion_power, bad={"complexity": "bad_complexity"}),
    procedure(missions.mission_write, alone=True),
    procedure(files.deduce, odds=("verdict", "result", "total"), alone=True),
    procedure(files.test, odds=("verdict", "result", "total"), alone=True),
    procedure(missions.suppress, alone=True),
    procedure(missions.mission_close, alone=True),
)
"""The procedures of the rulebook, in its order."""

_AT_THE_TABLE = (
    procedure(listened(turns.turn), bad=_ROLLING, odds=("result", "total"), alone=turns.takes_turns),
    procedure(listened(turns.called_turn), bad=_ROLLING),
    procedure(turns.turns_call, bad=_ROLLING, alone=True),
    procedure(pool.pool_throw, bad=_ROLLING, odds=("result", "total")),
    procedure(listened(immersion.immerse), odds=("result", "theme_lost", "total")),
    procedure(loop.scene_begin, bad={"challenges": "bad_limit"}, alone=True),
    procedure(loop.scene_furnish, bad={"challenges": "bad_limit"}, alone=True),
    procedure(loop.scene_leave, alone=True),
    procedure(loop.scene_go_on, alone=True),
    procedure(listened(delivery.deliver), bad=_DELIVERING, alone=True),
    procedure(listened(delivery.ward_off), alone=True, odds=("result",)),
    procedure(cases.case_open, bad={"mysteries": "bad_complexity"}, alone=True),
    procedure(cases.case_write, alone=True),
    procedure(cases.case_close, alone=True),
    procedure(cases.case_suppress, alone=True),
    procedure(listened(cases.put_deduction), odds=("verdict", "result", "total"), alone=True),
    procedure(listened(cases.put_test), odds=("verdict", "result", "total"), alone=True),
    procedure(growth.improve),
    procedure(listened(rest.rest_take), bad={"heal": "bad_amount"}),
    procedure(listened(rest.rest_offer)),
    procedure(rest.rest_grant),
)
"""Procedures of the rulebook as they are played: an action inside the scene loop, an immersion with its questions."""

_BY_HAND = (
    procedure(editing.status_rename),
    procedure(editing.status_regroup),
    procedure(listened(limits.statuses_give), bad=_HOLDING),
    procedure(listened(editing.status_combine)),
    procedure(listened(editing.status_cancel)),
    procedure(editing.status_split),
    procedure(listened(editing.status_clear)),
    procedure(listened(editing.limit_set)),
    procedure(editing.fate_set),
    procedure(listened(editing.tag_make)),
    procedure(listened(editing.tag_drop)),
    procedure(listened(editing.tag_burn)),
    procedure(listened(editing.tag_recover)),
    procedure(preparing.character_join),
    procedure(creation.character_make),
    procedure(preparing.character_bench),
    procedure(preparing.character_return),
    procedure(preparing.character_remove),
    procedure(preparing.theme_write),
    procedure(preparing.theme_edit),
    procedure(preparing.theme_remove),
    procedure(preparing.challenge_set),
    procedure(preparing.challenge_prepare),
    procedure(preparing.pack_shelve, bad={"pack": "bad_content"}),
    procedure(preparing.pack_unshelve),
    procedure(preparing.content_open),
    procedure(workbench.case_prepare),
    procedure(workbench.mission_amend),
    procedure(preparing.threat_announce),
    procedure(preparing.mystery_pose),
    procedure(listened(preparing.trait_add)),
    procedure(casework.clue_place),
    procedure(casework.clue_change),
    procedure(casework.clue_remove),
    procedure(casework.clue_share),
    procedure(casework.trait_hide),
    procedure(casework.trait_change),
    procedure(casework.mystery_change, bad={"complexity": "bad_complexity"}),
    procedure(casework.mystery_remove),
    procedure(listened(casework.reveal)),
    procedure(casework.series_name),
    procedure(casework.note_take),
    procedure(casework.tag_hand),
)
"""What the MC, or a player making a sheet, does by hand: no dice, no questions."""


SYSTEM = System(
    id="mist",
    prefix="MST",
    package="ludex.systems.mist",
    procedures={one.name: one for one in (*_BY_RULE, *_AT_THE_TABLE, *_BY_HAND)},
    options=Options,
    state=State,
    event=events_of(people_events, scene_events, case_events),
    start=State,
    fold=applied,
    arrange=arrange,
    sheets=SHEETS,
    stock=STOCK,
    sessions=Sessions(
        tally=tally,
        joins=frozenset(("rolls.d4", "rolls.d4_against")),
        weighs=WEIGHS,
        peaks=PEAKS,
        unsaid=UNSAID,
        times=TIMES,
        threads=threads,
        retells=with_its_price,
        headed={"sentences.scene_called": ""},
    ),
    kinds=KINDS,
    actors=actors,
    commands=COMMANDS,
    look=look,
    tell=tell,
    decide=decide,
    redact=redact,
    assumed=assumed,
    cards=CARDS,
    deeds=deeds,
    demo=demo,
    keeps=("boxes", "holder", "character", "characters", "scene", "mission"),
    may=may,
    owner_first=True,  # MST-LIV-8
    check="act",
    makes="make",
    called=called,
    together=together,
    secretly=secretly,
    weighs=weighs,
    beside=beside,
    gm_reads_alone=True,
    reveals=frozenset({"not_overcome"}),  # MST-LIV-9
    scope=scope,
    version=8,
    upcast=dict.fromkeys(range(1, 8), unchanged),
    die="d8",
    hue="fog",
    emblem="case",
    words={**WORDS.words(), **shelf_words()},
    vocabulary=WORDS,
    lab=LAB,
)
