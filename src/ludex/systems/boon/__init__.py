"""boon (优劣): one d20 and d6s, an attack chain, and an initiative that travels. The manifest."""

from ludex.core.events import applied, events_of
from ludex.core.rule import procedure
from ludex.core.sessions import Sessions
from ludex.core.system import System, unchanged
from ludex.core.view import CAUGHT, CLEAR, GRAVE, LIGHT, NOTHING, Toned
from ludex.systems.boon import events
from ludex.systems.boon.arrange import SHEETS, STOCK, arrange, upcast_effects
from ludex.systems.boon.commands import COMMANDS
from ludex.systems.boon.content import KINDS
from ludex.systems.boon.demo import demo
from ludex.systems.boon.effects import WORDS
from ludex.systems.boon.may import may
from ludex.systems.boon.options import Options
from ludex.systems.boon.policy import decide, due, plays, taken
from ludex.systems.boon.policy.lab import LAB
from ludex.systems.boon.policy.orders import order, ordered
from ludex.systems.boon.redact import assumed, redact
from ludex.systems.boon.rules import (
    attacks,
    battlefield,
    bursts,
    casting,
    challenges,
    creation,
    defence,
    gear,
    health,
    hiding,
    initiative,
    items,
    moving,
    opening,
    preparing,
    round_end,
    rounds,
    scene,
    sheets,
    stages,
    steps as steps,  # what effects do registers itself
    stunts,
    tests,
    weapons,
)
from ludex.systems.boon.rules.clock import turn
from ludex.systems.boon.rules.rewards import rewarded
from ludex.systems.boon.rules.tracing import far, grounds, trace
from ludex.systems.boon.rules.turns import as_called_check, secretly, weighs
from ludex.systems.boon.state import State, actors, groups, scope
from ludex.systems.boon.terms import FOUR
from ludex.systems.boon.views.cards import CARDS, PEAKS, TIMES, UNSAID, WEIGHS, tally
from ludex.systems.boon.views.deeds import deeds
from ludex.systems.boon.views.look import look
from ludex.systems.boon.views.tell import tell

COUNTS = {"boons": "bad_count", "banes": "bad_count", "defense_boons": "bad_count", "defense_banes": "bad_count"}
ACTS = {**COUNTS, "action": "bad_action", "stunt": "bad_action"}
SHEET = {
    **dict.fromkeys(FOUR, "bad_attribute"),
    "level": "bad_level",
    "size": "bad_size",
    "speed": "bad_speed",
    "class": "bad_class",
    "armor": "bad_armor",
}
DEEDS = ("verdict", "wounds", "blind_total", "blind_damage")
"""What the odds of a deed tell."""
AMOUNTS = {"amount": "bad_amount", "hours": "bad_amount"}

PROCEDURES = (
    procedure(tests.check, bad=COUNTS, odds=("result", "total")),
    procedure(challenges.challenge, bad=COUNTS, odds=("result",)),
    procedure(challenges.called_challenge, bad=COUNTS),
    procedure(bursts.resist_damage, bad=COUNTS, odds=("wounds",)),
    procedure(sheets.derive_sheet, bad=SHEET),
    procedure(attacks.hit_test, bad=COUNTS, odds=("result",)),
    procedure(defence.defense_options),
    procedure(defence.defend, bad=COUNTS, odds=("defense_result",)),
    procedure(attacks.resolve_attack),
    procedure(weapons.damage_roll, bad={"die": "bad_die", "force": "bad_force", "dice": "bad_force"}, odds=("damage",)),
    procedure(attacks.attack, bad=COUNTS, odds=("verdict", "wounds")),
    procedure(casting.cast, bad=COUNTS, odds=("verdict", "wounds", "blind_damage")),
    procedure(stunts.shove, bad=COUNTS, odds=("verdict", "blind_total")),
    procedure(hiding.hide, bad=COUNTS, odds=("result",)),
    procedure(hiding.update_hidden),
    procedure(moving.move, bad={"path": "bad_amount"}),
    procedure(items.use_item, bad=COUNTS, odds=("verdict", "wounds", "blind_damage")),
    procedure(stunts.stunt, bad=COUNTS, odds=("verdict", "blind_total")),
    procedure(gear.object_stats, bad={"size": "bad_size"}),
    procedure(health.apply_damage, bad=AMOUNTS, odds=("status",)),
    procedure(gear.damage_item, bad=AMOUNTS),
    procedure(gear.repair, bad=AMOUNTS),
    procedure(health.heal, bad=AMOUNTS),
    procedure(health.rest, bad=AMOUNTS),
    procedure(health.fate_roll, odds=("status",)),
    procedure(sheets.catalog),
    procedure(initiative.initiative_order, bad=COUNTS, odds=("ambush",)),
    procedure(rounds.next_initiative, alone=True),
    procedure(initiative.start_combat, odds=("ambush",), alone=True),
    procedure(rounds.pick_actor, alone=True),
    procedure(rounds.act, bad=ACTS, odds=DEEDS, alone=True),
    procedure(round_end.add_effect, bad=COUNTS),
    procedure(round_end.remove_effect),
    procedure(rounds.leave_combat, alone=True),
    procedure(rounds.end_fight, alone=True),
    procedure(rounds.at_ease, bad=ACTS, odds=DEEDS, alone=True),
    procedure(rounds.after_fight, alone=True),
    procedure(items.drop_item),
    procedure(stages.open_scene),
    procedure(stages.pass_time),
    procedure(stages.clear),
    procedure(stages.drop_side),
    procedure(stages.forget),
    procedure(stages.size_field),
    procedure(rounds.run_sides),
    procedure(opening.strike_first, bad=ACTS, odds=DEEDS, alone=True),
    procedure(stages.rest_party, bad=AMOUNTS),
    procedure(round_end.end_round, alone=True),
    procedure(rounds.view),
    procedure(scene.join),
    procedure(creation.create),
    procedure(creation.level_up),
    procedure(scene.spawn),
    procedure(scene.form_side, bad=COUNTS),
    procedure(battlefield.place_thing, bad={"size": "bad_size"}),
    procedure(battlefield.put),
    procedure(scene.remove),
    procedure(scene.unveil),
    procedure(battlefield.lay_ground),
    procedure(scene.equip),
    procedure(scene.unequip),
    procedure(scene.add_content),
    procedure(preparing.stage),
    procedure(preparing.lay_map),
    procedure(preparing.strike_out),
    procedure(preparing.open_content),
    procedure(rounds.give_initiative, alone=True),
    procedure(rounds.refresh),
)


SYSTEM = System(
    id="boon",
    prefix="BOO",
    package="ludex.systems.boon",
    procedures={p.name: p for p in PROCEDURES},
    options=Options,
    state=State,
    event=events_of(events, events.library),
    start=State,
    fold=applied,
    arrange=arrange,
    sheets=SHEETS,
    stock=STOCK,
    kinds=KINDS,
    actors=actors,
    redact=redact,
    assumed=assumed,
    commands=COMMANDS,
    look=look,
    tell=tell,
    cards=CARDS,
    deeds=deeds,
    decide=decide,
    demo=demo,
    version=5,
    upcast={1: unchanged, 2: upcast_effects, 3: unchanged, 4: unchanged},
    words=WORDS.words(),
    vocabulary=WORDS,
    hue="moss",
    emblem="thread",
    check="ck",
    called=as_called_check,
    secretly=secretly,
    weighs=weighs,
    makes="pc",
    groups=groups,
    scope=scope,
    sessions=Sessions(tally=tally, rewards=rewarded, unsaid=UNSAID, weighs=WEIGHS, peaks=PEAKS, times=TIMES),
    may=may,
    grounds=grounds,
    due=due,
    taken=taken,
    trace=trace,
    turn=turn,
    approach=battlefield.approach,
    lapses=frozenset(("combat_over", "not_fighting")),
    far=far,
    untold=frozenset({"questions.defense"}),
    outcomes={
        "flesh": Toned(GRAVE, wanted=True),
        "object": Toned(GRAVE, wanted=True),
        "pushed": Toned(CLEAR, wanted=True),
        "touched": Toned(CLEAR, wanted=True, called="touched_only", partial=True),  # BOO-LIV-45
        "armor": Toned(LIGHT),
        "blocked": Toned(CAUGHT),
        "dodged": Toned(CLEAR),
        "thrown": Toned(LIGHT),
        "warded": Toned(CLEAR),
        "miss": Toned(NOTHING),
        "wrong_place": Toned(NOTHING),
        "failed": Toned(NOTHING),
    },
    plays=plays,
    order=order,
    ordered=ordered,
    lab=LAB,
)
