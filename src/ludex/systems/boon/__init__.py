"""boon (优劣): one d20 and d6s, an attack chain, and an initiative that travels. The manifest."""

from ludex.core.rule import procedure
from ludex.core.system import System
from ludex.systems.boon.arrange import arrange
from ludex.systems.boon.commands import COMMANDS
from ludex.systems.boon.demo import demo
from ludex.systems.boon.events import Event
from ludex.systems.boon.fold import fold
from ludex.systems.boon.options import Options
from ludex.systems.boon.policy import decide
from ludex.systems.boon.redact import known
from ludex.systems.boon.rules.attacks import attack, hit_test, resolve_attack
from ludex.systems.boon.rules.battlefield import lay_ground, place_thing, put
from ludex.systems.boon.rules.casting import cast
from ludex.systems.boon.rules.challenges import challenge, resist_damage
from ludex.systems.boon.rules.defence import defend, defense_options
from ludex.systems.boon.rules.gear import damage_item, object_stats, repair
from ludex.systems.boon.rules.health import apply_damage, fate_roll, heal, rest
from ludex.systems.boon.rules.hiding import hide, update_hidden
from ludex.systems.boon.rules.initiative import initiative_order, start_combat
from ludex.systems.boon.rules.items import use_item
from ludex.systems.boon.rules.moving import move
from ludex.systems.boon.rules.round_end import add_effect, end_round, remove_effect
from ludex.systems.boon.rules.rounds import (
    act,
    give_initiative,
    leave_combat,
    next_initiative,
    pick_actor,
    refresh,
    view,
)
from ludex.systems.boon.rules.scene import (
    add_content,
    equip,
    form_side,
    join,
    remove,
    spawn,
    unequip,
    unveil,
)
from ludex.systems.boon.rules.sheets import catalog, derive_sheet
from ludex.systems.boon.rules.stunts import shove, stunt
from ludex.systems.boon.rules.tests import check
from ludex.systems.boon.rules.weapons import damage_roll
from ludex.systems.boon.state import State
from ludex.systems.boon.views.look import look
from ludex.systems.boon.views.tell import tell

COUNTS = {"boons": "bad_count", "banes": "bad_count", "defense_boons": "bad_count", "defense_banes": "bad_count"}
SHEET = {
    "strength": "bad_attribute",
    "agility": "bad_attribute",
    "intellect": "bad_attribute",
    "will": "bad_attribute",
    "level": "bad_level",
    "size": "bad_size",
    "speed": "bad_speed",
    "class": "bad_class",
    "armor": "bad_armor",
}
AMOUNTS = {"amount": "bad_amount", "hours": "bad_amount"}

PROCEDURES = (
    procedure(check, bad=COUNTS, odds=("result", "total")),
    procedure(challenge, bad=COUNTS, odds=("result",)),
    procedure(resist_damage, bad=COUNTS, odds=("wounds",)),
    procedure(derive_sheet, bad=SHEET),
    procedure(hit_test, bad=COUNTS, odds=("result",)),
    procedure(defense_options),
    procedure(defend, bad=COUNTS, odds=("defense_result",)),
    procedure(resolve_attack),
    procedure(damage_roll, bad={"die": "bad_die", "force": "bad_force", "dice": "bad_force"}, odds=("damage",)),
    procedure(attack, bad=COUNTS, odds=("verdict", "wounds")),
    procedure(cast, bad=COUNTS, odds=("verdict", "wounds")),
    procedure(shove, bad=COUNTS, odds=("verdict",)),
    procedure(hide, bad=COUNTS, odds=("result",)),
    procedure(update_hidden),
    procedure(move, bad={"path": "bad_amount"}),
    procedure(use_item, bad=COUNTS, odds=("verdict", "wounds")),
    procedure(stunt, bad=COUNTS, odds=("result",)),
    procedure(object_stats, bad={"size": "bad_size"}),
    procedure(apply_damage, bad=AMOUNTS, odds=("status",)),
    procedure(damage_item, bad=AMOUNTS),
    procedure(repair, bad=AMOUNTS),
    procedure(heal, bad=AMOUNTS),
    procedure(rest, bad=AMOUNTS),
    procedure(fate_roll, odds=("status",)),
    procedure(catalog),
    procedure(initiative_order, bad=COUNTS, odds=("ambush",)),
    procedure(next_initiative, alone=True),
    procedure(start_combat, odds=("ambush",), alone=True),
    procedure(pick_actor, alone=True),
    procedure(act, bad=COUNTS, odds=("verdict", "wounds"), alone=True),
    procedure(add_effect, bad=COUNTS),
    procedure(remove_effect),
    procedure(leave_combat, alone=True),
    procedure(end_round, alone=True),
    procedure(view),
    procedure(join),
    procedure(spawn),
    procedure(form_side, bad=COUNTS),
    procedure(place_thing, bad={"size": "bad_size"}),
    procedure(put),
    procedure(remove),
    procedure(unveil),
    procedure(lay_ground),
    procedure(equip),
    procedure(unequip),
    procedure(add_content),
    procedure(give_initiative, alone=True),
    procedure(refresh),
)


SYSTEM = System(
    id="boon",
    prefix="BOO",
    package="ludex.systems.boon",
    procedures={p.name: p for p in PROCEDURES},
    options=Options,
    state=State,
    event=Event,
    start=State,
    fold=fold,
    arrange=arrange,
    actors=State.actors,
    knows=known,
    commands=COMMANDS,
    look=look,
    tell=tell,
    decide=decide,
    demo=demo,
    hue="moss",
)
