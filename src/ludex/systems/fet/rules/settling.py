"""Combat basics: a moment is made true (FET-TLN-3, FET-LIV-30, FET-SKX-13, FET-SKX-14): who chooses how to bear damage, what traits do before damage and death, what has changed, who dies.

What traits do before counts in the very moment that sets them off.
"""

from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from ludex.core.asks import Asking, Option, choose, choose_all
from ludex.core.effects.records import Effect as Borne, Occasion, Trigger
from ludex.core.effects.windows import Doing, StepProcedure, World
from ludex.core.events import happen
from ludex.core.principals import actor
from ludex.core.rule import rule
from ludex.core.say import Filling, Label, say, term
from ludex.systems.fet.effects import CAST, about, occasion
from ludex.systems.fet.effects.conditions import is_vampire, skill_called, skills_of
from ludex.systems.fet.events.battle import FighterJoined, FighterLeft, FightersChanged, MomentClosed, WordsSettled
from ludex.systems.fet.events.people import CharacterRemoved, Counted, Died
from ludex.systems.fet.events.telling import SHIELD, Moved, Release, Row
from ludex.systems.fet.rules.clock import bound_to, dropped, let_go, opened, shifted, unit
from ludex.systems.fet.rules.instants import act_of, met, use_of
from ludex.systems.fet.rules.lasting import Guarded
from ludex.systems.fet.rules.moment import Blow, EndingAct, Moment
from ludex.systems.fet.rules.outcomes import settle_skill
from ludex.systems.fet.rules.resources import Ended, ended, follow, settle_lasting
from ludex.systems.fet.rules.windows import (
    MOST,
    STEPS,
    WORLD,
    Chain,
    Done,
    Hears,
    SetOff,
    given,
    hear,
    hears,
    note,
    size,
    told,
)
from ludex.systems.fet.sheet import Skill
from ludex.systems.fet.state import Act, Battle, Fighter, State, Wound, check_battle, check_fighter
from ludex.systems.fet.terms import (
    EITHER,
    NOISE,
    RESOURCES,
    Aim,
    EffectSort,
    Event,
    Kind,
    Number,
    OtherStep,
    Outcome,
    Resource,
    readable,
    tidy,
    written,
)


@rule("FET-SKX-13")
async def bear(moment: Moment) -> None:
    """Every blow that is on its way reaches its resource; who may choose which one is asked for each."""
    for fighter in moment.battle.fighters:
        for n, blow in enumerate([b for b in moment.blows if b.target == fighter.id and not b.taken], 1):
            moment.soften(blow)
            if blow.lost > 0 and _chooses(moment, fighter):
                options = tuple(_bearing(moment, fighter, r, blow.lost) for r in RESOURCES)
                what = say("questions.bear", amount=blow.lost, source=_known(moment, fighter, blow.source))
                blow.resource = await choose(actor(fighter.id), what, options, about=f"{blow.source}:{n}")
            moment.take(blow)


def _bearing(moment: Moment, fighter: Fighter, resource: str, amount: Number) -> Option:
    """Bearing damage with a resource: what would be left of it now."""
    left = readable(moment.pool(fighter, resource) - amount)
    then = say("view.then_dead") if left <= 0 else say("view.then_so_much", left=left)
    return Option(resource, say("answers.bear", resource=term(resource), note=then))


def _chooses(moment: Moment, fighter: Fighter) -> bool:
    """Whether somebody may bear damage in either way (幻形)."""
    if moment.battle.frozen(fighter.id) or moment.options.standing_effects != "settled":
        return False
    return any(
        e.kind == EffectSort.CONVERT and e.resource == EITHER
        for skill in skills_of(moment.state, fighter.id)
        for e in skill.effects
    )


@rule("FET-SKX-13", "FET-SKX-14", "FET-LIV-23")
async def answer(moment: Moment) -> tuple[Wound, ...]:
    """Who was damaged and has a skill for it is asked for each source, all owners at once; what nobody was asked about stays open."""
    moment.closing = True
    opened = tuple(
        Wound(fighter.id, source, amount)
        for fighter in moment.battle.fighters
        if not _answering(moment, fighter.id, Event.DAMAGED) and not fighter.double_of
        for source, amount in _befallen(moment, fighter.id, Event.DAMAGED).items()
    )
    due = {f.id: _due(moment, f) for f in moment.battle.fighters if not moment.battle.frozen(f.id)}
    while asked := {who: ways[0] for who, ways in due.items() if ways}:
        said = await choose_all({actor(who): way.asking for who, way in asked.items()})
        for fighter in (f for f in moment.battle.fighters if f.id in asked):  # carried out in listed order
            way = due[fighter.id].pop(0)
            if said[actor(fighter.id)] == "use":
                await give_back(moment, fighter, skill=way.skill, source=way.source, amount=way.amount)
    moment.closing = False
    return opened


class Way(msgspec.Struct, frozen=True):
    """A skill that may answer damage just taken from a source, or another event of a blow."""

    skill: Skill
    source: str
    amount: Number
    event: str = str(Event.DAMAGED)
    called: Label = ""
    left: Number = 0

    @property
    def asking(self) -> Asking:
        """Whether to use it: who it was, what is left, and what the price would leave."""
        facts: dict[str, Filling] = {"skill": self.skill.name, "amount": self.amount}
        price = sum(loss.share for loss in self.skill.losses if loss.resource == Resource.STAMINA) * self.amount
        after = tidy(self.left - price)
        note = say("view.then_left", left=after) if after > 0 else say("view.then_dead")
        what = say("questions.answer", **facts, source=self.called, left=self.left)
        use = say("answers.use", **facts, note=note)
        if self.event != Event.DAMAGED or not any(e.target == "source" for e in self.skill.effects):
            what = say("questions.answer_event", event=term(self.event), **facts)
            use = say("answers.use_skill", **facts)
        options = (Option("use", use), Option("pass", say("answers.pass")))
        return Asking(what, options, about=f"{self.skill.name}:{self.source}")


SUFFERED, DONE = (Event.DAMAGED, Event.ATTACKED), (Event.DEALT, Event.ATTACKS)
"""Events of a blow: for whom it falls on, and for whose it is."""


def _answering(moment: Moment, who: str, event: str) -> list[Skill]:
    """The skills that somebody has for an event of a blow."""
    return [s for s in skills_of(moment.state, who) if s.instant and Event.said(s.event) == event]


@rule("FET-SKX-4", "FET-SKX-13")
def _due(moment: Moment, fighter: Fighter) -> list[Way]:
    """What a fighter is asked about, in order, as the damage leaves things."""
    now = FightersChanged(moment.time, moment.fighters_after()).apply(moment.state)
    after = now.fighter(fighter.id) or fighter
    return [
        Way(skill, source, amount, event, _known(moment, fighter, source), max(0, after.stamina))
        for event in (*SUFFERED, *DONE)
        for source, amount in _befallen(moment, fighter.id, event).items()
        for skill in _answering(moment, fighter.id, event)
        if met(now, skill, occasion(event, fighter.id, source, amount=amount))
    ]


@rule("FET-LIV-40")
def _known(moment: Moment, fighter: Fighter, source: str) -> Label:
    """Whose blow it was, as far as its target may know."""
    other = moment.battle.find(source)
    unseen = other is not None and other.side != fighter.side and (other.secret or other.unseen_at(moment.battle.time))
    return say("view.somebody") if unseen else moment.state.called(source)


def _befallen(moment: Moment, who: str, event: Event) -> dict[str, Number]:
    """The blows of an event with each other person, as big as they were; what was set off or returned opens nothing."""
    found: dict[str, Number] = {}
    for blow in (b for b in moment.blows if not b.set_off and b.source != b.target):
        mine, other = (blow.target, blow.source) if event in SUFFERED else (blow.source, blow.target)
        amount = blow.lost if event in (Event.DAMAGED, Event.DEALT) else blow.final
        if mine == who and amount > 0:
            found[other] = tidy(found.get(other, 0) + amount)
    return found


async def give_back(moment: Moment, fighter: Fighter, *, skill: Skill, source: str, amount: Number) -> None:
    """Use a skill for damage just taken: its price, and the damage returned at once, contested by what the source does."""
    before = len(moment.blows)
    act = Act(Kind.SKILL, moment.time, moment.time, amount, amount, targets=(source,), skill=skill)
    await settle_skill(EndingAct(moment, fighter, act, amount))
    for blow in moment.blows[before:]:
        blow.set_off = True
    await bear(moment)


# Deaths


class Fate(msgspec.Struct, frozen=True):
    fighters: tuple[Fighter, ...]
    erased: tuple[str, ...] = ()
    kills: tuple[tuple[str, str], ...] = ()


@rule("FET-DTH-1", "FET-TRX-4")
def deaths(moment: Moment) -> Fate:
    """Who dies of a moment and by whose hand; the erased are gone, not dead."""
    after = {f.id: f for f in moment.fighters_after()}
    before = {f.id: f for f in moment.battle.fighters}
    dying = [who for who, f in after.items() if f.dead and not before[who].dead and not f.double_of]
    kills = [(k, who) for who in dying if who not in moment.erased for k in _killers(moment, after[who])]
    return Fate(tuple(after.values()), tuple(w for w in dying if w in moment.erased), tuple(kills))


def _killers(moment: Moment, victim: Fighter) -> list[str]:
    """Whose damage brought somebody's resource to 0."""
    gone = [r for r in RESOURCES if victim.now(r) <= 0]
    hits = [b for b in moment.blows if b.target == victim.id and b.lost > 0 and b.resource in gone]
    return [who for who in dict.fromkeys(b.source for b in hits) if who != victim.id]


GO_ON, DROP = "go_on", "drop"


@rule("FET-LIV-24")
async def flinch(state: State, before: Battle) -> State:
    """Everybody whom a moment has hurt in the middle of an act says whether to go on with it, all at once."""
    battle = state.battle
    if battle is None or not battle.asks_hurt:
        return state
    hurt = [f for f in battle.fighters if _midway(battle, f) and _lost(before, f) > 0]
    said = await choose_all({actor(f.id): _asking(before, f, battle.time) for f in hurt}) if hurt else {}
    for fighter in hurt:
        if said[actor(fighter.id)] == DROP:
            state = await dropped(state, fighter)
    return state


def _midway(battle: Battle, fighter: Fighter) -> bool:
    """Whether somebody alive is in the middle of an act of its own."""
    act = fighter.act
    own = act is not None and not act.by and act.start < battle.time < act.end
    return own and not fighter.dead and not fighter.double_of and not battle.frozen(fighter.id)


def _lost(before: Battle, fighter: Fighter) -> Number:
    """What somebody has lost of both resources together."""
    old = before.find(fighter.id)
    return tidy(sum(max(0, old.now(r) - fighter.now(r)) for r in RESOURCES)) if old else 0


def _asking(before: Battle, fighter: Fighter, time: Number) -> Asking:
    act = fighter.act
    facts = {
        "lost": readable(_lost(before, fighter)),
        "act": term(act.kind) if act else "",
        "end": act.end if act else time,
    }
    options = (Option(GO_ON, say("answers.go_on_act")), Option(DROP, say("answers.drop_act")))
    return Asking(say("questions.hurt", **facts), options, about=f"hurt:{time}")


class Before(Chain):
    """What is done within a moment, to which blow, and what is still to be done afterwards."""

    def __init__(self, moment: Moment, state: State, later: "Hears | None" = None) -> None:
        super().__init__(2 * MOST)
        self.moment = moment
        self.state = state
        self.afterwards = later
        self.blows: list[Blow] = []
        self.later: list[Doing] = []
        self.erasing = False
        self.world = replace(WITHIN, hears=self.hears)

    async def opens(self, occasions: list[Occasion]) -> None:
        """Everybody who listens, but for the frozen, at once."""
        self.state = await hear(self.world, self.state, occasions, self)

    def hears(self, state: State, who: str, effect: Borne, trigger: Trigger, at: Occasion) -> bool:
        """Whether somebody is set off; who would be erased is asked about last, and once it is nobody else is asked."""
        if at.event == Event.NEAR_DEATH:
            erases = any(phrase.word == OtherStep.ERASE for phrase in trigger.do)
            if erases != self.erasing or at.doer in self.moment.erased:
                return False
        return hears(state, who, effect, trigger, at)


@rule("FET-LIV-27", "FET-LIV-30")
async def before_damage(before: Before) -> None:
    """Everybody who is about to be hurt, blow by blow."""
    before.blows = [b for b in before.moment.blows if not b.taken and b.source != b.target]
    await before.opens([_coming(blow, n) for n, blow in enumerate(before.blows)])


def _coming(blow: Blow, place: int) -> Occasion:
    facts = {"resource": blow.resource, "sort": blow.sort, "blow": f"{place}"}
    return occasion(Event.ABOUT_TO_HURT, blow.target, blow.source, amount=blow.final, of=facts)


@rule("FET-LIV-27", "FET-LIV-30")
async def before_death(before: Before) -> None:
    """Everybody who would die of this moment: first what may save it, then who may erase it (FET-TRX-4)."""
    moment = before.moment
    alive = {f.id for f in moment.battle.fighters if not f.dead}
    for before.erasing in (False, True):
        dying = [f.id for f in moment.fighters_after() if f.dead and f.id in alive and not f.double_of]
        facts = {who: {"short": written(_short(moment, who))} for who in dying}
        await before.opens([occasion(Event.NEAR_DEATH, who, _hand(moment, who), of=facts[who]) for who in dying])


def _short(moment: Moment, victim: str) -> Number:
    """By how much what somebody has falls short of anything."""
    fighter = check_fighter(moment.battle, victim)
    left = (
        fighter.now(r) + moment.changes.get((victim, r), 0) + moment.restores.get((victim, r), 0) for r in RESOURCES
    )
    return tidy(max(0, *(-n for n in left)))


def _hand(moment: Moment, victim: str) -> str:
    """Who struck last."""
    return next((b.source for b in reversed(moment.blows) if b.target == victim and b.lost > 0), "")


async def carry_rest(state: State, before: Before) -> Done:
    """What such traits do besides, now that the moment has happened."""
    before.hear = before.afterwards
    for doing in before.later:
        if doing.whom in state.people:
            state = await STEPS[doing.phrase.word](state, doing)
    return Done(state, told(before))


# What counts within the moment


def _heal(before: Before, who: str, resource: str, amount: Number, _at: Occasion) -> None:
    before.moment.heal(who, resource, by=amount, sort="")


def _add(before: Before, who: str, resource: str, amount: Number, _at: Occasion) -> None:
    before.moment.pay(who, resource, by=amount)


def _hurt(before: Before, who: str, resource: str, amount: Number, _at: Occasion) -> None:
    before.moment.pay(who, resource, by=-amount)


def _shield(before: Before, who: str, _resource: str, amount: Number, _at: Occasion) -> None:
    before.moment.shields[who] = tidy(before.moment.shields.get(who, 0) + amount)


def _lessen(before: Before, _who: str, _resource: str, amount: Number, at: Occasion) -> None:
    """So much less of the blow that is on its way."""
    place = str(at.fact("blow"))
    if not place:
        return
    blow = before.blows[int(place)]
    row, after = blow.rows[blow.place], max(0, tidy(blow.final - amount))
    reduced = tidy((row.reduced or 0) + blow.final - after)
    outcome = row.outcome if after > 0 else Outcome.BLOCKED  # FET-SKX-6
    blow.rows[blow.place] = replace(row, final=after, reduced=reduced, outcome=outcome)
    blow.final = after


@rule("FET-TRX-4")
def _erase(before: Before, who: str, _resource: str, _amount: Number, _at: Occasion) -> None:
    """Gone instead of dead."""
    before.moment.erased.append(who)


COUNTS: dict[str, Callable[[Before, str, str, Number, Occasion], None]] = {
    EffectSort.HEAL: _heal,
    OtherStep.ADD: _add,
    EffectSort.DAMAGE: _hurt,
    EffectSort.SHIELD: _shield,
    EffectSort.REDUCE: _lessen,
    EffectSort.GUARD: _lessen,
    OtherStep.ERASE: _erase,
}


async def _at_once(state: State, doing: Doing) -> State:
    """A step that is part of the moment's sums."""
    amount = size(state, doing)
    if isinstance(doing.course, Before):
        COUNTS[doing.phrase.word](doing.course, doing.whom, given(doing, "resource"), amount, doing.at)
        note(doing, "", amount or "")
    return state


async def _afterwards(state: State, doing: Doing) -> State:
    """Any other step is kept for when the moment has happened."""
    if isinstance(doing.course, Before):
        doing.course.later.append(doing)
    return state


def _awake(state: State, _at: Occasion) -> tuple[str, ...]:
    """Those in the battle, but for the frozen."""
    battle = state.battle
    return tuple(f.id for f in battle.fighters if not battle.frozen(f.id)) if battle else ()


SPARES = (EffectSort.SHIELD, EffectSort.REDUCE, EffectSort.GUARD)
"""What of a skill protects from the very blow that is on its way."""


@rule("FET-SKX-4", "FET-LIV-30")
async def _cast(state: State, doing: Doing) -> State:
    """An instant skill within the moment: its price and its effects are part of the sums."""
    before, owner = doing.course, doing.effect.bearer
    skill = skill_called(state, owner, doing.phrase.value())
    if not isinstance(before, Before) or skill is None:
        return state
    moment, how = before.moment, use_of(doing.at)
    fighter = check_fighter(moment.battle, owner)
    there = len(moment.blows)
    rest = replace(skill, effects=tuple(e for e in skill.effects if e.kind not in SPARES))
    act = replace(act_of(rest, how.impact), start=moment.time, end=moment.time, targets=how.target)
    await settle_skill(EndingAct(moment, fighter, act, how.impact))
    for effect in (e for e in skill.effects if e.kind in SPARES):
        aimed = how.target[0] if effect.target == Aim.ONE and how.target else owner
        amount = tidy(effect.share * effect.times * how.impact)
        COUNTS[effect.kind](before, aimed, effect.resource, amount, doing.at)
        before.rows.append(SetOff(owner, skill.name, effect.kind, aimed, after=amount))
    for blow in moment.blows[there:]:
        blow.set_off = True
    if doing.at.event == Event.NEAR_DEATH:
        await bear(moment)
    return state


_STEPS: dict[str, StepProcedure] = {
    **{word: _at_once if word in COUNTS else _afterwards for word in STEPS},
    CAST: _cast,
}
WITHIN: World = replace(WORLD, steps=_STEPS, order=_awake)


class Reserves(msgspec.Struct, frozen=True):
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
    fighters: dict[str, Reserves]
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
        fighters={f.id: Reserves(f.stamina, f.will, f.shield, f.stamina_scar, f.will_scar) for f in now.fighters},
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
    slayers = {fallen: killer for killer, fallen in reversed(fate.kills)}
    found += [occasion(Event.DIED, who, slayers.get(who, "")) for who in dead]
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
