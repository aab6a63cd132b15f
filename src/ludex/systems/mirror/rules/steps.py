"""Effects joined with the rules that their steps use: what a trigger does (MIR-LIV-34)."""

from msgspec.structs import replace

from ludex.core.asks import Option, choose
from ludex.core.effects.records import Effect
from ludex.core.effects.windows import Doing, done
from ludex.core.events import happen
from ludex.core.modifiers import Modifier
from ludex.core.principals import GM
from ludex.core.rule import rule
from ludex.core.say import say
from ludex.systems.mirror.content import library
from ludex.systems.mirror.effects.bearing import belongings, sources
from ludex.systems.mirror.events import (
    ApChanged,
    FavourChanged,
    ItemsSet,
    Moved,
    PersonalityChanged,
    Reacted,
    StatusSet,
    TemporaryLifeSet,
)
from ludex.systems.mirror.rules.bearing import label
from ludex.systems.mirror.rules.checks import DieEffect
from ludex.systems.mirror.rules.combat import Attack, assaulted
from ludex.systems.mirror.rules.damage import Blow, struck
from ludex.systems.mirror.rules.effects import EffectGiven, begun, ended
from ludex.systems.mirror.rules.initiative import shifted
from ludex.systems.mirror.rules.relations import turned
from ludex.systems.mirror.rules.skills import DEFENSE_SKILL, SkillGiven, skilled
from ludex.systems.mirror.rules.stamina import fallen, recovered
from ludex.systems.mirror.rules.windows import WORLD as WORLD, occurred, step
from ludex.systems.mirror.rules.wounds import HealWound, healed, land
from ludex.systems.mirror.sheet import BodyPart, Character, TemporaryLife, Wound
from ludex.systems.mirror.state import Duration, Stage, State, grid_of
from ludex.systems.mirror.terms import Defense, Grade, Kind, PartType, Shift, Skill, Unit, key_of, words_of


def _part(c: Character, said: str) -> BodyPart | None:
    """The part that a step names by id, name or type, else the middle, else the first that is left."""
    wanted = key_of(said) if said else PartType.MIDDLE.value
    there = c.parts_left
    named = [p for p in there if wanted in (p.id, p.type) or (said and said == p.name)]
    return next(iter((*named, *there)), None)


@rule("MIR-LIV-34")
async def _noted(state: State, doing: Doing, *, part: str = "", count: int = 0, level: int = 0, sp: int = 0) -> State:
    """What a step did to somebody, to be told with the effect that did it."""
    if not count and not sp:
        return state
    name, whom = doing.effect.name, doing.whom
    return await happen(Reacted(doing.effect.bearer, name, whom, part=part, count=count, level=level, sp=sp))


@step("damage")
@rule("MIR-LIV-34")
async def damage(state: State, doing: Doing) -> State:
    """Damage of a Hit, a DP and a type."""
    phrase, c = doing.phrase, state.who(doing.whom)
    part = _part(c, phrase.value(3))
    if c.out_of_play or part is None:
        return state
    doer = doing.effect.bearer if doing.effect.bearer != doing.whom else ""
    blow = Blow(hit=phrase.number(0), dp=phrase.number(1), types=(phrase.value(2),), part=part.id, attacker=doer)
    state, harm = await struck(state, c.id, blow, declared=True, course=doing.course)
    count = harm.count if harm.part is not None else 0
    return await _noted(state, doing, part=part.id, count=count, level=harm.level, sp=-(harm.sp_loss or 0))


@step("wounds")
async def wounds(state: State, doing: Doing) -> State:
    phrase, c = doing.phrase, state.who(doing.whom)
    part = _part(c, phrase.value(3))
    if c.out_of_play or part is None:
        return state
    wound = Wound(max(1, phrase.number(1)), (phrase.value(2),))
    state, landed = await land(state, c.id, part.id, wound=wound, number=max(0, phrase.number()))
    return await _noted(state, doing, part=part.id, count=landed.absorbed + landed.taken, level=wound.level)


@step("heal")
async def heal(state: State, doing: Doing) -> State:
    """One wound becomes less: on the part that is named, else on the first that bears one."""
    c, said = state.who(doing.whom), doing.phrase.value(1)
    hurt = [p for p in c.parts_left if p.wounds and (not said or _part(c, said) == p)]
    if not hurt:
        return state
    given = HealWound(target=c.id, part=hurt[0].id, levels=max(1, doing.phrase.number()), index=0)
    return (await healed(state, given))[0]


@step("temporary_life")
async def temporary_life(state: State, doing: Doing) -> State:
    part = _part(state.who(doing.whom), doing.phrase.value(1))
    points = doing.phrase.number()
    if part is None or points < 1 or (part.temp is not None and part.temp.points >= points):
        return state
    return await happen(TemporaryLifeSet(doing.whom, part.id, TemporaryLife(points)))


@step("sp")
async def stamina(state: State, doing: Doing) -> State:
    n, before = doing.phrase.number(), state.who(doing.whom).sp
    if n >= 0:
        state = await recovered(state, doing.whom, n)
    else:
        state, _ = await fallen(state, doing.whom, -n, SkillGiven(), doing.course)
    return await _noted(state, doing, sp=state.who(doing.whom).sp - before)


@step("ap")
async def action_points(state: State, doing: Doing) -> State:
    c = state.who(doing.whom)
    return await happen(ApChanged(c.id, min(c.ap_most, max(c.ap_min, c.ap + doing.phrase.number()))))


@step("mov")
async def movement(state: State, doing: Doing) -> State:
    c = state.who(doing.whom)
    return await happen(Moved(c.id, c.pos, max(0, c.mov + doing.phrase.number())))


def _facing(doing: Doing) -> str:
    """Whom one for whom a step is has to do with: the bearer, or for the bearer the other of the occasion."""
    bearer = doing.effect.bearer
    return bearer if doing.whom != bearer else doing.at.other(bearer)


@step("push")
async def push(state: State, doing: Doing) -> State:
    """Forced movement straight away from who causes it, as far as the ground lets her (MIR-FOR-1)."""
    c = state.who(doing.whom)
    source = state.characters.get(_facing(doing))
    if c.pos is None or source is None or source.pos is None:
        return state
    here, left, grid = c.pos, doing.phrase.number(), grid_of(state.stage.grid)
    while away := [n for n in grid.neighbours(here) if _farther(state.stage, source.pos, here, n)]:
        left -= state.stage.cost(away[0])  # terrain costs included
        if left < 0:
            break
        here = away[0]
    return state if here == c.pos else await happen(Moved(c.id, here, c.mov))


def _farther(stage: Stage, source: tuple[int, int], here: tuple[int, int], there: tuple[int, int]) -> bool:
    return stage.passable(there) and stage.distance(source, there) > stage.distance(source, here)


@step("place")
async def place(state: State, doing: Doing) -> State:
    c, cell = state.who(doing.whom), (doing.phrase.number(0), doing.phrase.number(1))
    return await happen(Moved(c.id, cell, c.mov)) if state.stage.passable(cell) else state


@step("halt")
async def halt(state: State, doing: Doing) -> State:
    """Her movement ends where she is: no Mov is left (MIR-ITR-1)."""
    c = state.who(doing.whom)
    doing.course.notes["halted"] = True
    return await happen(Moved(c.id, c.pos, 0))


@step("status_on")
@step("status_off")
async def status(_state: State, doing: Doing) -> State:
    on = doing.phrase.word == "status_on"
    return await happen(StatusSet(doing.whom, key_of(doing.phrase.value()), on, int(on)))


@step("effect_on")
async def effect_on(state: State, doing: Doing) -> State:
    """An effect for so many rounds: one that bears a status's name does what the status does."""
    name = doing.phrase.value()
    record = sources(state.catalogue).status(name)
    taken = {x.id for x in state.effects}
    number = next(n for n in range(1, len(taken) + 2) if f"{name}-{n}" not in taken)
    given = EffectGiven(
        id=f"{name}-{number}",
        name=name,
        target=doing.whom,
        duration=Duration(Unit.ROUND_END, max(1, doing.phrase.number(1, 1))),
        by=doing.effect.bearer,
        record=record.effect if record is not None else Effect(),
    )
    return (await begun(state, given, doing.course))[0]


@step("effect_off")
async def effect_off(state: State, doing: Doing) -> State:
    name = doing.phrase.value()
    ids = tuple(x.id for x in state.effects if x.target == doing.whom and name in (x.name, x.id))
    return await ended(state, ids or ((doing.effect.id,) if name in ("", doing.effect.name) else ()), doing.course)


@step("check")
async def check(state: State, doing: Doing) -> State:
    """A check by a skill or a defence against a number, with what follows its grade."""
    word = key_of(doing.phrase.value())
    target = doing.phrase.number(1, 10)
    if state.who(doing.whom).out_of_play or word not in (*words_of(Defense), *words_of(Skill)):
        return state
    given = SkillGiven(skill=word, target=target)
    if word in words_of(Defense):
        given = SkillGiven(skill=DEFENSE_SKILL[word], rank_source=f"defense:{word}", target=target)
    state, checked = await skilled(state, doing.whom, given, course=doing.course)
    steps = doing.phrase.then if checked.result == Grade.SUCCESS else doing.phrase.otherwise
    at = doing.at.then(doing.at.event, grade=checked.grade, degree=checked.degree)
    result: State = await done(WORLD, state, doing.effect, steps, at=at, course=doing.course)
    return result


@step("attack")
async def attack(state: State, doing: Doing) -> State:
    """An attack by an action of the library, without its cost."""
    actions = library(state.catalogue).actions
    action = next((a for i, a in actions.items() if doing.phrase.value() in (i, a.name, a.title)), None)
    if action is None or action.attack is None or doing.whom == doing.effect.bearer:
        return state
    if state.who(doing.whom).out_of_play:  # MIR-LIV-7
        return state
    made = action.attack
    blow = Blow(hit=made.hit, dp=made.dp, types=made.types, effects=made.effects, tags=made.tags)
    given = Attack(
        attacker=doing.effect.bearer,
        defender=doing.whom,
        type=made.type,
        mode=made.mode,
        category=made.category,
        damage=blow,
        great_damage=made.great,
    )
    return (await assaulted(state, given, doing.course))[0]


@step("initiative")
async def initiative(state: State, doing: Doing) -> State:
    fighter = state.conflict.fighter(doing.whom) if state.conflict is not None else None
    return state if fighter is None else await shifted(fighter, doing.phrase.number(), fighter.face)


@step("personality")
async def personality(state: State, doing: Doing) -> State:
    c, n = state.who(doing.whom), doing.phrase.number(1)
    now = {
        name: getattr(c, name) + (n if name == doing.phrase.value() else 0) for name in ("humanity", "ego", "madness")
    }
    kept = {name: max(0, value) for name, value in now.items()}
    return await happen(
        PersonalityChanged(c.id, kept["humanity"], min(c.ego_max, kept["ego"]), kept["madness"], c.ego_gained)
    )


@step("relation")
async def relation(state: State, doing: Doing) -> State:
    """Her tie to whom she has to do with turns better or worse; where there is none, nothing does (MIR-REL-7)."""
    other, amount = _facing(doing), doing.phrase.number(1)
    if amount < 1 or other not in state.who(doing.whom).relations:
        return state
    return await turned(state, doing.whom, other, Shift(doing.phrase.value()), amount)


@step("favour")
async def favour(state: State, doing: Doing) -> State:
    return await happen(FavourChanged(doing.whom, max(0, state.who(doing.whom).favour + doing.phrase.number())))


@step("use_up")
async def use_up(state: State, doing: Doing) -> State:
    c, name = state.who(doing.whom), doing.phrase.value()
    items = belongings(c)
    one = next((i for i in items if name in (i.id, i.name)), None)
    if one is None:
        return state
    fewer = (replace(one, quantity=one.quantity - 1),) if one.quantity > 1 else ()
    return await happen(ItemsSet(c.id, tuple(x for i in items for x in (fewer if i is one else (i,)))))


@step("bonus")
@step("penalty")
async def lend(state: State, doing: Doing) -> State:
    value = doing.phrase.number() if doing.phrase.word == "bonus" else -doing.phrase.number()
    mine = Modifier(value, Kind.GENERAL, label(doing.effect), "MIR-LIV-34")
    known = doing.course.notes.get("modifiers", ())
    doing.course.notes["modifiers"] = (*(known if isinstance(known, tuple) else ()), mine)
    return state


@step("advantage")
@step("disadvantage")
async def sway(state: State, doing: Doing) -> State:
    doing.course.notes[doing.phrase.word] = True
    return state


@step("die")
async def die(state: State, doing: Doing) -> State:
    """The face of the check under way is rolled again, set, or moved (MIR-ADV-5)."""
    known = doing.course.notes.get("die", ())
    mine = DieEffect(doing.phrase.value(), doing.phrase.number(1))
    doing.course.notes["die"] = (*(known if isinstance(known, tuple) else ()), mine)
    return state


@step("event")
async def event(state: State, doing: Doing) -> State:
    return await occurred(state, "event", doer=doing.effect.bearer, course=doing.course, name=doing.phrase.value())


@step("gm")
async def ask_gm(state: State, doing: Doing) -> State:
    """A question to the GM, in words; what comes of it is the GM's to do."""
    what = say(
        "questions.ruling", effect=doing.effect.called, text=doing.phrase.value(), who=state.who(doing.whom).called
    )
    await choose(GM, what, (Option("done", say("answers.ruled")),), about=f"{doing.effect.id}:{doing.whom}")
    return state
