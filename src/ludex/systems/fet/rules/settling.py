"""Combat basics: a moment is made true (FET-TLN-3, FET-LIV-30): its windows, what has changed, who dies, and what that sets off."""

import msgspec
from msgspec.structs import replace

from ludex.core.effects.records import Occasion
from ludex.core.events import happen
from ludex.core.rule import rule
from ludex.systems.fet.effects import about, occasion
from ludex.systems.fet.effects.conditions import is_vampire
from ludex.systems.fet.events.battle import FighterJoined, FighterLeft, FightersChanged, MomentClosed, WordsSettled
from ludex.systems.fet.events.people import CharacterRemoved, Counted, Died
from ludex.systems.fet.events.rows import Moved, Release, Row
from ludex.systems.fet.events.telling import SHIELD
from ludex.systems.fet.rules.blows import Fate, answer, bear, deaths, flinch
from ludex.systems.fet.rules.chains import Chain, SetOff
from ludex.systems.fet.rules.clock import bound_to, let_go, opened, shifted
from ludex.systems.fet.rules.elapsing import Ended, ended, settle_lasting
from ludex.systems.fet.rules.lasting import Guarded
from ludex.systems.fet.rules.moment import Blow, Moment
from ludex.systems.fet.rules.resources import follow
from ludex.systems.fet.rules.wind_ups import unit
from ludex.systems.fet.rules.windows_before import Before, before_damage, before_death, carry_rest
from ludex.systems.fet.state import Battle, Fighter, State, Wound, check_battle
from ludex.systems.fet.terms import NOISE, RESOURCES, Event, Kind, Number, tidy


class Standing(msgspec.Struct, frozen=True):
    """What a fighter has now."""

    stamina: Number
    will: Number
    shield: Number
    stamina_scar: Number = 0
    will_scar: Number = 0


class CombatAdvanced(msgspec.Struct, frozen=True):
    """Where time stands now and what was settled on the way; what was warded off, and what is over."""

    time: Number
    resolved: tuple[Row, ...]
    broken: tuple[str, ...]
    dead: tuple[str, ...]
    waiting: tuple[str, ...]
    fighters: dict[str, Standing]
    gone: tuple[str, ...] = ()
    guarded: tuple[Guarded, ...] | None = None
    ended: tuple[Ended, ...] | None = None
    set_off: tuple[SetOff, ...] | None = None


@rule("FET-DTH-1")
async def settle_moment(
    moment: Moment, state: State, *, before: State, course: Chain, open_wounds: tuple[Wound, ...] = ()
) -> tuple[CombatAdvanced, State]:
    """Make the moment true, and report it; what it sets off belongs to the course."""
    start = moment.battle
    window = Before(moment, state, course.hear)
    await before_damage(window)
    await bear(moment)
    moment.settle_healings()
    wounds = await answer(moment) if state.options.standing_effects == "settled" else ()
    await before_death(window)
    fate = deaths(moment)
    frozen = _frozen(moment, fate.fighters)
    changed = tuple(new for new, old in zip(frozen, start.fighters, strict=True) if new != old)
    battle = replace(start, time=moment.time, fighters=frozen)
    state = await happen(
        FightersChanged(
            moment.time,
            changed,
            moment.past(),
            opened(battle, state.options),
            settled=moment.resolved(),
            broken=moment.broken_in_order(),
            moved=_moved(start, frozen),
            flows=tuple(moment.flows),
            released=_released(start, battle),
        )
    )
    dead = [new.id for new, old in zip(frozen, start.fighters, strict=True) if new.dead and not old.dead]
    happened = _occasions(moment, fate, dead=dead)
    state = await _leave_behind(state, moment, wounds=(*open_wounds, *wounds))
    state, gone = await _parted(state, moment, fate, dead=dead)
    state = await settle_lasting(state, moment)
    state = await _in_words(state, moment)
    for killer, victim in fate.kills if dead else ():
        state = await happen(Counted(killer, "kill", victim))  # FET-LIV-56
    earlier = await carry_rest(state, window)
    course.rows += earlier.rows
    over, state = ended(before, earlier.state), earlier.state
    if course.hear is not None:
        state = await course.hear(state, [*happened, *_passed(moment, over)], course)
    state = await follow(state, *state.characters)  # FET-LIV-29: what held only while something was so
    state = await flinch(state, start)
    now = check_battle(state)
    fell = tuple(who for who in dead if (f := now.find(who)) is not None and f.dead)
    for who in fell:
        state = await happen(Died(who))
    found = CombatAdvanced(
        time=now.time,
        resolved=moment.resolved(),
        broken=moment.broken_in_order(),
        dead=fell,
        waiting=now.waiting,
        fighters={f.id: Standing(f.stamina, f.will, f.shield, f.stamina_scar, f.will_scar) for f in now.fighters},
        gone=gone,
        guarded=tuple(moment.guards.notes) or None,
        ended=over or None,
    )
    return found, state


def _moved(start: Battle, fighters: tuple[Fighter, ...]) -> tuple[Moved, ...]:
    """Whose stamina, will or shield a moment leaves otherwise."""
    pools = [
        Moved(new.id, resource, old.now(resource), new.now(resource), new.maximum(resource))
        for new, old in zip(fighters, start.fighters, strict=True)
        for resource in RESOURCES
    ]
    shields = [Moved(f.id, SHIELD, old.shield, f.shield) for f, old in zip(fighters, start.fighters, strict=True)]
    return tuple(one for one in (*pools, *shields) if one.was != one.now)


@rule("FET-LIV-20")
def _released(start: Battle, now: Battle) -> tuple[Release, ...]:
    """Whom no control, freeze or barrier holds any longer, though it lives."""
    alive = {f.id for f in now.fighters if not f.dead and not f.double_of}
    held = [f for f in start.fighters if f.id in alive]
    over = {
        "control": [f.id for f in held if start.time < f.denied_until <= now.time],
        **{
            kind: [f.id for f in held if (h := f.under(kind, start.time)) is not None and h.until <= now.time]
            for kind in ("puppet", "entombed")
        },
        "barrier": [b.target for b in start.barriers if start.time < b.until <= now.time],
        "freeze": [start.freeze.target] if start.freeze and start.freeze.until <= now.time else [],
    }
    return tuple(Release(kind, who) for kind, people in over.items() for who in people)


@rule("FET-LIV-17")
async def _in_words(state: State, moment: Moment) -> State:
    """Acts whose effect is the GM's word, in a battle that runs by itself."""
    settled = [f for f in moment.ending if f.act is not None and f.id not in moment.broken]
    due = tuple(
        f.id for f in settled if f.act and (f.act.kind == Kind.OTHER or (f.act.skill and f.act.skill.text_only))
    )
    if not due or not moment.battle.live:
        return state
    return await happen(WordsSettled((*state.words_due, *due)))


@rule("FET-LIV-27", "FET-LIV-30", "FET-TRX-3")
def _occasions(moment: Moment, fate: Fate, *, dead: list[str]) -> list[Occasion]:
    """What has happened in a moment, in the order of its windows."""
    found: list[Occasion] = []
    for blow in moment.blows:
        if blow.source != blow.target and not blow.set_off:
            found += _both(moment, blow, Event.ATTACKS, Event.ATTACKED)
        if blow.lost > 0 and blow.source != blow.target:
            found += _both(moment, blow, Event.DEALT, Event.DAMAGED)[::-1]
    found += [occasion(Event.BROKEN, who) for who in moment.broken_in_order()]
    found += [occasion(Event.RESTORED, h.who) for h in moment.healings]
    found += [occasion(Event.DIED, who, _slayer(fate, who)) for who in dead]
    found += [occasion(Event.KILL, killer, victim) for killer, victim in fate.kills if victim in dead]
    fangs = [(killer, victim) for killer, victim in fate.kills if is_vampire(moment.state, killer)]
    return found + [occasion(Event.KILLED_BY_VAMPIRE, victim, killer) for killer, victim in fangs]


def _both(moment: Moment, blow: Blow, does: str, suffers: str) -> list[Occasion]:
    """A blow as the one's deed and as what befalls the other."""
    source = moment.battle.find(blow.source)
    act = source.act if source and not blow.set_off else None
    done = about(act) if act and act.end <= moment.time else {}
    facts = {**done, "resource": blow.resource, "sort": blow.sort}
    return [
        occasion(does, blow.source, blow.target, amount=blow.lost, of=facts),
        occasion(suffers, blow.target, blow.source, amount=blow.lost, of=facts),
    ]


@rule("FET-LIV-27")
def _passed(moment: Moment, over: tuple[Ended, ...]) -> list[Occasion]:
    """What has run out, and every unit of time that has passed for those for whom it passes."""
    found = [occasion(Event.EXPIRED, gone.who) for gone in over]
    step = unit(moment.options)
    times = int(moment.time / step + NOISE) - int(moment.battle.time / step + NOISE)
    moved = [f.id for f in moment.battle.fighters if times > 0 and not moment.battle.frozen(f.id)]
    return found + [occasion(Event.TICK, who, times=times) for who in moved]


def _slayer(fate: Fate, victim: str) -> str:
    return next((killer for killer, fallen in fate.kills if fallen == victim), "")


@rule("FET-SKX-9")
def _frozen(moment: Moment, fighters: tuple[Fighter, ...]) -> tuple[Fighter, ...]:
    """Everybody but the target of a freeze that begins (or is prolonged) now is moved by the time that it adds."""
    freeze, old = moment.freeze, moment.battle.freeze
    if freeze is None or freeze == old:
        return fighters
    since = {
        f.id: old.until if old and old.until > moment.time and f.id != old.target else moment.time for f in fighters
    }
    added = {who: max(0, tidy(freeze.until - start)) for who, start in since.items() if who != freeze.target}
    return tuple(shifted(f, added[f.id], time=moment.time) if f.id in added else f for f in fighters)


async def _leave_behind(state: State, moment: Moment, *, wounds: tuple[Wound, ...]) -> State:
    """Frozen time, barriers and open wounds as this moment leaves them."""
    battle = check_battle(state)
    freeze = moment.freeze if moment.freeze and moment.freeze.until > moment.time else None
    barriers = tuple(b for b in moment.barriers if b.until > moment.time)
    if (freeze, barriers, wounds) == (battle.freeze, battle.barriers, battle.wounds):
        return state
    start = battle.passive_start
    begun = freeze is not None and freeze != battle.freeze
    late = tidy(start + freeze.until - moment.time) if begun and freeze and start and start > moment.time else None
    return await happen(MomentClosed(freeze, barriers, wounds, late))


async def _parted(state: State, moment: Moment, fate: Fate, *, dead: list[str]) -> tuple[State, tuple[str, ...]]:
    """New doubles come; the erased and doubles without body or owner go; the dead let go whom they held."""
    for double in moment.doubles:
        state = await happen(FighterJoined(double))
    battle = check_battle(state)
    spent = [f.id for f in battle.fighters if f.double_of and f.stamina <= 0]
    gone = tuple(dict.fromkeys((*fate.erased, *spent, *bound_to(battle, *dead, *fate.erased))))
    for who in gone:
        state = await happen(FighterLeft(who, vanished=True))
    for who in (w for w in fate.erased if w in state.characters):
        state = await happen(CharacterRemoved(who))  # FET-TRX-4
    if dead or gone:
        state = await let_go(state, (*dead, *gone))
    return state, gone
