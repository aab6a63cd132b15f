"""fable (物语): two attribute dice, ten gauges and a clock of twenty ticks."""

from ludex.core.events import applied, events_of
from ludex.core.rule import procedure
from ludex.core.sessions import Sessions
from ludex.core.system import System, unchanged
from ludex.core.view import CLEAR, GRAVE, NOTHING, Toned
from ludex.systems.fable.arrange import SHEETS, STOCK, arrange, with_pieces, without_written_feats
from ludex.systems.fable.commands import COMMANDS
from ludex.systems.fable.content import KINDS, block_words
from ludex.systems.fable.demo import demo
from ludex.systems.fable.effects import WORDS
from ludex.systems.fable.events import clock, people, story
from ludex.systems.fable.may import may
from ludex.systems.fable.options import Options
from ludex.systems.fable.policy import NPC_ONLY, beside, decide, due, gms_turn, plays, supposes, taken
from ludex.systems.fable.policy.lab import LAB
from ludex.systems.fable.policy.orders import INVOKE, order, ordered
from ludex.systems.fable.redact import assumed, redact
from ludex.systems.fable.rules.actions import hinder, objective, study, use_item
from ludex.systems.fable.rules.arms import dual_strike, react, secretly
from ludex.systems.fable.rules.attacks import attack, learned
from ludex.systems.fable.rules.attributes import attribute_dice
from ludex.systems.fable.rules.bonds import bond_add, bond_drop, random_emotion, rest_bonds
from ludex.systems.fable.rules.building import build_character
from ludex.systems.fable.rules.checks import check, secret_check
from ludex.systems.fable.rules.clocks import clock_advance, clock_set
from ludex.systems.fable.rules.conflict import (
    conflict_end,
    conflict_join,
    conflict_leave,
    conflict_start,
    end_turn,
    forfeit,
    set_spd,
    start_turn,
    take_action,
)
from ludex.systems.fable.rules.contests import group_check, opposed_check
from ludex.systems.fable.rules.creation import background, make_character, traits
from ludex.systems.fable.rules.damage import combine_multipliers, damage_amount
from ludex.systems.fable.rules.data import add_pack, add_thing, lookup, open_things, remove_thing, table
from ludex.systems.fable.rules.defeat import (
    escalate,
    fates,
    offer_end,
    spare_point,
    superiority_spend,
    villain_recovery,
    zero_hp,
)
from ludex.systems.fable.rules.domains import feats_check, progression
from ludex.systems.fable.rules.equipment import (
    buy,
    equip,
    give,
    inscribe,
    sell,
    starting_money,
    supply,
    two_weapon_allowed,
)
from ludex.systems.fable.rules.feats import forget, learn, use_feat
from ludex.systems.fable.rules.gauges import enlarge, gauge_allocate, gauge_state
from ludex.systems.fable.rules.growth import grow, level_up, offer_level, session_close, session_open, session_xp
from ludex.systems.fable.rules.initiative import initiative_check
from ludex.systems.fable.rules.npcs import build_block, derive_npc, dismiss, play_over, play_side, reveal, summon
from ludex.systems.fable.rules.opportunities import tell_story
from ludex.systems.fable.rules.points import fabula_gain, points, superiority_gain, villain_escalate
from ludex.systems.fable.rules.pools import gauge_damage, gauge_heal, improvised_damage, mp_spend, status
from ludex.systems.fable.rules.recovery import rest, scene, scene_start
from ludex.systems.fable.rules.spells import cast, ritual, ritual_cost
from ludex.systems.fable.rules.ticks import add_effect, advance, lift, reorder, tick_end, tick_start
from ludex.systems.fable.rules.waiting import spend_opportunity
from ludex.systems.fable.state import State, actors, groups, scope, start
from ludex.systems.fable.views.cards import CARDS, PEAKS, SLIGHT, TIMES, UNSAID, WEIGHS, tally, threads
from ludex.systems.fable.views.deeds import deeds
from ludex.systems.fable.views.look import look
from ludex.systems.fable.views.tell import tell
from ludex.systems.fable.views.tell.sentences import with_what_came

_FACTORS = {"multipliers": "bad_multiplier", "divisors": "bad_multiplier"}

PROCEDURES = (
    procedure(combine_multipliers, bad=_FACTORS),
    procedure(attribute_dice, bad={"statuses": "bad_status"}),
    procedure(check, odds=("result", "tier", "value", "opportunity")),
    procedure(secret_check),
    procedure(opposed_check, odds=("winner",)),
    procedure(group_check, odds=("result", "value")),
    procedure(clock_advance),
    procedure(clock_set),
    procedure(spend_opportunity),
    procedure(tell_story),
    procedure(bond_add),
    procedure(bond_drop),
    procedure(rest_bonds),
    procedure(random_emotion),
    procedure(fabula_gain),
    procedure(superiority_gain),
    procedure(superiority_spend, alone=True),
    procedure(gauge_state),
    procedure(gauge_allocate),
    procedure(gauge_damage),
    procedure(gauge_heal),
    procedure(mp_spend),
    procedure(scene_start),
    procedure(scene),
    procedure(rest),
    procedure(damage_amount, bad=_FACTORS),
    procedure(attack, bad=_FACTORS, odds=("reached", "damage", "broken", "hits"), alone=True),
    procedure(improvised_damage),
    procedure(villain_recovery),
    procedure(villain_escalate),
    procedure(zero_hp),
    procedure(fates),
    procedure(escalate),
    procedure(session_open),
    procedure(session_close),
    procedure(offer_level),
    procedure(spare_point, alone=True),
    procedure(offer_end),
    procedure(play_side, alone=True),
    procedure(play_over, alone=True),
    procedure(initiative_check, odds=("value",)),
    procedure(conflict_start, alone=True),
    procedure(tick_start, alone=True),
    procedure(start_turn, alone=True),
    procedure(take_action, alone=True),
    procedure(end_turn, alone=True),
    procedure(forfeit, alone=True),
    procedure(tick_end, alone=True),
    procedure(advance, alone=True),
    procedure(reorder, alone=True),
    procedure(add_effect, bad={"effect": "bad_effect"}),
    procedure(lift),
    procedure(set_spd),
    procedure(conflict_join, alone=True),
    procedure(conflict_leave, alone=True),
    procedure(conflict_end),
    procedure(hinder, odds=("result",), alone=True),
    procedure(study, odds=("tier",), alone=True),
    procedure(use_item, alone=True),
    procedure(ritual_cost),
    procedure(two_weapon_allowed),
    procedure(build_character),
    procedure(progression),
    procedure(feats_check),
    procedure(derive_npc),
    procedure(level_up),
    procedure(session_xp),
    procedure(starting_money),
    procedure(points),
    procedure(table),
    procedure(lookup),
    procedure(react, odds=("reached", "damage"), alone=True),
    procedure(dual_strike, odds=("reached", "damage", "broken", "hits"), alone=True),
    procedure(objective, odds=("sections", "result"), alone=True),
    procedure(cast, odds=("reached",), alone=True),
    procedure(ritual, odds=("result",)),
    procedure(make_character),
    procedure(grow),
    procedure(enlarge),
    procedure(summon),
    procedure(dismiss),
    procedure(reveal),
    procedure(status, bad={"status": "bad_status"}),
    procedure(equip, alone=True),
    procedure(buy),
    procedure(sell),
    procedure(give, alone=True),
    procedure(inscribe),
    procedure(supply),
    procedure(learn),
    procedure(forget),
    procedure(use_feat, alone=True),
    procedure(background),
    procedure(traits),
    procedure(add_thing),
    procedure(add_pack),
    procedure(remove_thing),
    procedure(open_things),
    procedure(build_block),
)


SYSTEM = System(
    id="fable",
    prefix="FAB",
    package="ludex.systems.fable",
    procedures={p.name: p for p in PROCEDURES},
    options=Options,
    state=State,
    event=events_of(people, clock, story),
    start=start,
    fold=applied,
    arrange=arrange,
    sheets=SHEETS,
    stock=STOCK,
    kinds=KINDS,
    sessions=Sessions(
        opens="session_open",
        closes="session_close",
        tally=tally,
        unsaid=UNSAID,
        weighs=WEIGHS,
        peaks=PEAKS,
        times=TIMES,
        slight=SLIGHT,
        threads=threads,
        retells=with_what_came,
        headed={"sentences.of_scene": ""},
    ),
    actors=actors,
    redact=redact,
    assumed=assumed,
    learned=learned,
    commands=COMMANDS,
    look=look,
    tell=tell,
    cards=CARDS,
    deeds=deeds,
    decide=decide,
    supposes=supposes,
    taken=taken,
    plays=plays,
    order=order,
    ordered=ordered,
    check="c",
    makes="make",
    groups=groups,
    due=due,
    secretly=secretly,
    reveals=frozenset({"wait_for_gm"}),  # FAB-LIV-41
    discreet=frozenset({INVOKE, *NPC_ONLY}),  # FAB-LIV-23
    beside=beside,
    scope=scope,
    turn=gms_turn,
    may=may,
    demo=demo,
    words={**WORDS.words(), **block_words()},
    vocabulary=WORDS,
    hue="violet",
    emblem="gauges",
    outcomes={
        **{
            f"hits_{n}": Toned(CLEAR, wanted=True, shade=min(n - 1, 2), called="hits" if n == 1 else "")
            for n in range(1, 10)
        },
        **{f"blows_{n}": Toned(CLEAR, wanted=True, shade=n - 1) for n in (1, 2)},
        "held": Toned(CLEAR, wanted=True),
        "held_not": Toned(GRAVE),
        "executed": Toned(CLEAR, wanted=True),
        "executed_not": Toned(NOTHING),
        "hits_0": Toned(NOTHING),
        "blows_0": Toned(NOTHING),
    },
    version=5,
    upcast={1: unchanged, 2: without_written_feats, 3: with_pieces, 4: unchanged},
    lab=LAB,
)
