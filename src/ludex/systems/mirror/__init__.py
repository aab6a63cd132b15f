"""Mirror (镜): bodies, wounds, ticks, senses and minds. The manifest, nothing else."""

from msgspec.structs import replace

from ludex.core.events import events_of
from ludex.core.rule import Procedure, procedure
from ludex.core.say import keys_in
from ludex.core.sessions import Sessions
from ludex.core.system import System, unchanged
from ludex.core.view import CLEAR, GRAVE, LIGHT, Toned
from ludex.systems.mirror.arrange import SHEETS, STOCK, arrange
from ludex.systems.mirror.commands import COMMANDS
from ludex.systems.mirror.content import KINDS
from ludex.systems.mirror.content.checking import KEYS
from ludex.systems.mirror.demo import demo
from ludex.systems.mirror.events import people, table
from ludex.systems.mirror.may import in_turn, may
from ludex.systems.mirror.options import Options
from ludex.systems.mirror.policy import beside, decide, due, plays, silent, taken
from ludex.systems.mirror.policy.lab import LAB
from ludex.systems.mirror.policy.orders import order, ordered
from ludex.systems.mirror.redact import assumed, redact
from ludex.systems.mirror.rules import (
    actions,
    authoring,
    bearing,
    checks,
    clock,
    combat,
    creation,
    damage,
    dying,
    effects,
    growth,
    initiative,
    items,
    knowing,
    movement,
    ordering,
    performing,
    relations,
    rest,
    setting,
    sheets,
    skills,
    space,
    stamina,
    steps,
    walking,
    wounds,
)
from ludex.systems.mirror.rules.setting import secretly
from ludex.systems.mirror.rules.turn import approach, far, grounds, trace
from ludex.systems.mirror.state import State, actors, groups, opened, scope, turn
from ludex.systems.mirror.views import CARDS, deeds, look, tell
from ludex.systems.mirror.views.cards import PEAKS, SLIGHT, TIMES, UNSAID, WEIGHS, tally

GRADE = ("grade", "result")
PROCEDURES: tuple[Procedure, ...] = (
    procedure(checks.check, odds=GRADE),
    procedure(skills.skill_check, odds=GRADE),
    procedure(combat.defense_check, odds=GRADE),
    procedure(combat.attack_check, odds=GRADE),
    procedure(combat.attack, odds=GRADE),
    procedure(dying.dying_check, odds=("grade", "effect")),
    procedure(stamina.change_sp, odds=("check_grade",)),
    procedure(relations.roll_emotion, odds=("emotion",)),
    procedure(initiative.start_conflict, alone=True),
    procedure(clock.next_tick, alone=True),
    procedure(clock.begin_round, alone=True),
    procedure(clock.end_turn, alone=in_turn),
    procedure(clock.delay_turn, alone=in_turn),
    procedure(walking.walk, odds=("grades",), alone=in_turn),
    procedure(initiative.end_conflict, alone=True),
    procedure(performing.perform, odds=("grade", "part_status", "wounds"), alone=in_turn),
    procedure(combat.improvise, odds=GRADE, alone=in_turn),
    procedure(sheets.round_value), procedure(sheets.create_character), procedure(creation.make_character),
    procedure(sheets.derive_sheet), procedure(sheets.change_attribute), procedure(sheets.show),
    procedure(checks.stack_modifiers), procedure(damage.damage, holds=True), procedure(wounds.heal_wound),
    procedure(wounds.grant_temporary_life), procedure(wounds.expire_temporary_life), procedure(dying.round_start),
    procedure(relations.establish_relation), procedure(relations.shift_relation), procedure(relations.add_emotion),
    procedure(relations.drop_emotion), procedure(relations.end_relation), procedure(relations.grant_favour),
    procedure(relations.trauma), procedure(relations.spend_humanity), procedure(relations.change_personality),
    procedure(relations.note_trauma), procedure(initiative.shift_initiative), procedure(initiative.join_conflict),
    procedure(initiative.leave_conflict), procedure(actions.use_action, alone=in_turn),
    procedure(actions.continue_total_action, alone=in_turn), procedure(actions.drop_total_action),
    procedure(knowing.evaluate_conditions), procedure(effects.add_effect), procedure(effects.focus_effect),
    procedure(effects.remove_effect), procedure(effects.raise_event), procedure(effects.list_effects),
    procedure(space.distance), procedure(space.in_range), procedure(space.area), procedure(space.light_level),
    procedure(space.perceive), procedure(movement.move), procedure(movement.forced_move), procedure(rest.rest),
    procedure(rest.advance_time), procedure(growth.level_up), procedure(growth.lose_level),
    procedure(growth.allocate_points), procedure(growth.learn_ability), procedure(growth.auto_learn),
    procedure(setting.add_character), procedure(setting.remove_character), procedure(setting.reveal_character), procedure(setting.set_status),
    procedure(setting.set_mode), procedure(setting.set_stage), procedure(setting.edit_stage),
    procedure(setting.place_character), procedure(setting.recall_character), procedure(setting.begin_encounter), procedure(authoring.add_content), procedure(authoring.add_pack), procedure(authoring.open_content),
    procedure(items.give_item), procedure(items.take_item), procedure(items.place_item), procedure(items.drop_item),
    procedure(growth.set_rank), procedure(growth.forget_ability), procedure(growth.set_organ),
    procedure(items.hand_item), procedure(initiative.offer_end, alone=True),
    procedure(initiative.share_favour), procedure(growth.place_point),
    procedure(growth.place_ability),
    procedure(ordering.let_play), procedure(ordering.set_throwing),
)  # fmt: skip


SYSTEM = System(
    id="mirror",
    prefix="MIR",
    package="ludex.systems.mirror",
    procedures={p.name: p for p in PROCEDURES},
    options=Options,
    state=State,
    event=events_of(people, table),
    start=opened,
    fold=bearing.fold,
    arrange=arrange,
    sheets=SHEETS,
    stock=STOCK,
    sessions=Sessions(
        tally=tally,
        unsaid=UNSAID,
        weighs=WEIGHS,
        peaks=PEAKS,
        times=TIMES,
        slight=SLIGHT,
        headed={"sentences.conflict": "sentences.first_to_move"},
    ),
    kinds=tuple(replace(kind, keys=KEYS.get(kind.name, {})) for kind in KINDS),
    redact=redact,
    assumed=assumed,
    grounds=grounds,
    actors=actors,
    commands=COMMANDS,
    look=look,
    cards=CARDS,
    deeds=deeds,
    tell=tell,
    decide=decide,
    taken=taken,
    trace=trace,
    far=far,
    outcomes={
        "lost": Toned(GRAVE, wanted=True, shade=1),
        "disabled": Toned(GRAVE, wanted=True),
        "injured": Toned(LIGHT),
    },
    against={
        "great_success": Toned(GRAVE, called="struck_hard", shade=1),
        "success": Toned(GRAVE, called="struck"),
        "failure": Toned(CLEAR, wanted=True, called="warded"),
        "great_failure": Toned(CLEAR, wanted=True, called="warded_well", shade=1),
    },
    discreet=frozenset({"questions.boost", "questions.attribute"}),
    untold=keys_in("questions", "turn boost order effect effect_blind effect_unseen reaction_unseen window_unseen"),
    plays=plays,
    silent=silent,
    order=order,
    ordered=ordered,
    check="ck",
    makes="new",
    due=due,
    beside=beside,
    secretly=secretly,
    may=may,
    word_first=True,
    nobody="unknown_id",
    scope=scope,
    turn=turn,
    approach=approach,
    groups=groups,
    demo=demo,
    words=steps.WORLD.words.words(),
    vocabulary=steps.WORLD.words,
    hue="slate",
    emblem="clock",
    version=4,
    upcast={1: unchanged, 2: unchanged, 3: unchanged},
    lab=LAB,
)
