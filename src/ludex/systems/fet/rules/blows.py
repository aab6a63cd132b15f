"""Blows of a moment (FET-SKX-13, FET-SKX-14): who chooses how to bear damage, who returns it, who dies; and who lets go (FET-LIV-24).

Joins what skills do when damage comes, because they come in one order: bearing, damage, what answers it, deaths. What traits do is in
their cards (`windows.py`, `windows_before.py`). Owners are asked in listed order; the frozen are not asked. Who is hurt in the middle of
an act goes on by itself (`taken`) unless a seat has left an order, or wants to be halted after every moment that hurt it.
"""

import msgspec

from ludex.core.asks import Asking, Option, choose, choose_all
from ludex.core.principals import actor
from ludex.core.rule import rule
from ludex.core.say import Filling, Label, say, term
from ludex.systems.fet.effects import occasion
from ludex.systems.fet.effects.conditions import skills_of
from ludex.systems.fet.events.battle import FightersChanged
from ludex.systems.fet.rules.casting import settle_skill
from ludex.systems.fet.rules.clock import dropped
from ludex.systems.fet.rules.instants import met
from ludex.systems.fet.rules.landing import Deed
from ludex.systems.fet.rules.moment import Moment
from ludex.systems.fet.sheet import Skill
from ludex.systems.fet.state import Act, Battle, Fighter, State, Wound
from ludex.systems.fet.terms import EITHER, RESOURCES, Effect, Event, Kind, Number, Resource, readable, tidy


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
        e.kind == Effect.CONVERT and e.resource == EITHER
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
    await settle_skill(Deed(moment, fighter, act, amount))
    for blow in moment.blows[before:]:
        blow.set_off = True
    await bear(moment)


# Deaths


class Fate(msgspec.Struct, frozen=True):
    """The fighters as a moment leaves them, who is erased, and who has killed whom."""

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
