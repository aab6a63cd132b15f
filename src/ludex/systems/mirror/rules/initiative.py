"""Joins Turn order (决定行动顺序) and Primary and current initiative, the two numbers that it goes by (MIR-INI, MIR-FST);
how a conflict begins and ends, and the favour that it brings (MIR-LIV-22, MIR-LIV-23)."""

from collections.abc import Iterator, Sequence
from itertools import groupby, permutations
from typing import Annotated

import msgspec

from ludex.core.asks import Asking, Option, choose, choose_all
from ludex.core.bounds import whole
from ludex.core.deeds import CLOCK, WHOLE, Asked, Do, Field
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.names import named, split_list
from ludex.core.principals import GM, Who, actor, actor_of, any_of
from ludex.core.rule import rule
from ludex.core.say import say
from ludex.systems.mirror.events import (
    ConflictBegun,
    ConflictEnded,
    EndOffered,
    FavourChanged,
    FavourDue,
    FighterJoined,
    FighterLeft,
    InitiativeSet,
    Moved,
    OrderArranged,
)
from ludex.systems.mirror.kinds import Amount, AttributeNamed, GmDeed, Person, PersonOrSelf, StoryDeed, reading
from ludex.systems.mirror.kinds.reading import EVERYONE, people_named
from ludex.systems.mirror.options import ModifierGiven
from ludex.systems.mirror.rules.actions import check_able
from ludex.systems.mirror.rules.checks import Stake, boost_answers, has_declined, pick, stacked, taken_up, throw_asked
from ludex.systems.mirror.rules.skills import (
    LINKED,
    FallenCheck,
    SkillGiven,
    borne_modifiers,
    carried_out,
    cast,
    check_skill,
    lent,
    linked_of,
    picked_attribute,
    question_of,
    skill_modifiers,
)
from ludex.systems.mirror.rules.windows import occurred
from ludex.systems.mirror.sheet import Cell
from ludex.systems.mirror.state import Conflict, Fighter, State, group_key
from ludex.systems.mirror.terms import Mode, Skill, Unit

FIRST_TICK = 20
"""Ticks in a round, and the first of them (MIR-CLK-1)."""

CLOCKED = (
    Unit.TICK, Unit.TURN_START, Unit.TURN_END, Unit.UNTIL_TURN_END, Unit.TICK_END, Unit.ROUND, Unit.ROUND_END, Unit.FOCUS,
)  # fmt: skip
"""Durations that only a conflict counts."""

INITIATIVE = "initiative"
FEW = 3
"""Up to so many tied characters every order is offered; more write theirs."""


class InitiativeEntry(msgspec.Struct, frozen=True):
    """A participant: her initiative as given, or the check that she rolls."""

    id: str
    initiative: int | None = None
    primary: int | None = None
    modifier: int = 0
    face: int = 10
    skill: str = Skill.INSIGHT
    attribute: str | None = None
    modifiers: tuple[ModifierGiven, ...] = ()
    advantage: int = 0
    disadvantage: int = 0
    ap: int = 0

    @property
    def fixed(self) -> int | None:
        return self.primary if self.initiative is None else self.initiative

    @property
    def check(self) -> SkillGiven:
        """The initiative check: a skill check without a target (MIR-INI-1)."""
        return SkillGiven(
            skill=self.skill,
            attribute=self.attribute,
            modifiers=self.modifiers,
            advantage=self.advantage,
            disadvantage=self.disadvantage,
        )


class StartConflict(msgspec.Struct, frozen=True):
    """Who takes part, in the order in which their checks are made; `everybody`: nobody was named."""

    entries: tuple[InitiativeEntry, ...]
    everybody: bool = False


def _whole_names(texts: tuple[str, ...]) -> list[str]:
    """Names with the numbers that stand beside them: `Bandit 1=12` is one word."""
    found: list[str] = []
    for text in texts:
        if found and text[:1].isdecimal() and "=" not in found[-1].replace(":", "="):
            found[-1] += text
        else:
            found.append(text)
    return found


class ConflictLine(
    GmDeed,
    names=("冲突", "fight", "conflict"),
    group="conflict",
    together="entries",
    alone=True,
    beside=CLOCK,
    picture="flag",
    example=".冲突 安=15、白=11、山贼1 属性=敏捷",
):
    """`.冲突`, `.冲突 安 山贼1=12 属性=敏捷`, `.冲突 @全体`: one without a number rolls, the GM's with one attribute for all."""

    entries: Annotated[tuple[str, ...], Field(among=reading.people_of)] = ()
    attribute: AttributeNamed = None

    def do(self, asked: Asked) -> Do:
        rolling = (rolls(asked.state, i, self.attribute) for i in _there(asked))
        named = (one for text in _whole_names(self.entries) for one in self._entries(asked, text))
        entries = {one.id: one for one in (named if self.entries else rolling)}
        return Do("start_conflict", StartConflict(tuple(entries.values()), everybody=not self.entries))

    @rule("MIR-STS-3")
    def _entries(self, asked: Asked, text: str) -> Iterator[InitiativeEntry]:
        """Those whom a word brings in: one, a side, or everybody here; of several not those whom the GM keeps hidden (MIR-LIV-44)."""
        name, _, number = text.replace("：", "=").replace(":", "=").partition("=")
        meant, initiative = people_named(asked, name), whole(number)
        for who in meant:
            if len(meant) > 1 and asked.state.who(who).hidden:
                continue
            check_able(asked.state.who(who), automatic=True)  # who is out of play has no turns
            if number and initiative is None:
                raise RuleError("bad_argument", arg="entries", value=text, kind=WHOLE)
            yield rolls(asked.state, who, self.attribute) if initiative is None else typed(asked.state, who, initiative)


@rule("MIR-LIV-18", "MIR-LIV-44")
def _there(asked: Asked) -> tuple[str, ...]:
    """Whom a conflict without names takes in: those on the stage, where there is one with anybody on it, else everybody here; nobody hidden."""
    state: State = asked.state
    here = tuple(i for i in people_named(asked, EVERYONE[0]) if not state.who(i).hidden)
    staged = tuple(i for i in here if state.stage.width and state.who(i).pos is not None)
    return staged or here


@rule("MIR-LIV-18")
def typed(state: State, who: str, total: int) -> InitiativeEntry:
    """A typed total replaces the die alone: the modifier is that of the sheet, and the face what is left."""
    modifier = sheet_modifier(state, who)
    return InitiativeEntry(who, total, modifier=modifier, face=min(20, max(1, total - modifier)))


def rolls(state: State, who: str, stated: str | None) -> InitiativeEntry:
    """One who makes her initiative check; the GM is not asked for each of his own, who take the stated attribute or their better one."""
    character, linked = state.who(who), LINKED[Skill.INSIGHT]
    if not character.gm_played:
        return InitiativeEntry(who)
    if stated is not None and stated not in linked:
        raise RuleError("unknown_attribute", value=stated, among=list(linked))
    return InitiativeEntry(who, attribute=stated or max(linked, key=character.mod))


class JoinLine(GmDeed, names=("加入", "join"), group="conflict", beside=CLOCK, picture="walk", example=".加入 山贼2 9"):
    """`.加入 灰狼 12`: a late joiner."""

    who: Person
    initiative: Annotated[int | None, Field(keys=("先攻", "init"))] = None
    attribute: AttributeNamed = None

    def do(self, asked: Asked) -> Do:
        state: State = asked.state
        check_able(state.who(self.who), automatic=True)
        if self.initiative is None:
            return Do("join_conflict", rolls(state, self.who, self.attribute))
        return Do("join_conflict", typed(state, self.who, self.initiative))


class ConflictStarted(msgspec.Struct, frozen=True):
    """The turn order, initiatives and where everybody stands on the clock; who was put on the stage for it, and where."""

    order: tuple[str, ...]
    initiative: dict[str, int]
    current: dict[str, int]
    placed: dict[str, Cell] = {}


class ShiftInitiative(
    StoryDeed,
    names=("先攻", "init"),
    does="shift_initiative",
    group="conflict",
    beside=CLOCK,
    picture="flag",
    example=".先攻 安 +2",
):
    actor: PersonOrSelf
    amount: Amount


class Shifted(msgspec.Struct, frozen=True):
    """Her initiative now; where she was put, who comes to a conflict and stood nowhere."""

    primary: int
    current: int
    placed: Cell | None = None


class EndConflict(
    GmDeed,
    names=("收场", "endfight"),
    does="end_conflict",
    group="conflict",
    alone=True,
    beside=CLOCK,
    picture="wait",
    example=".收场",
):
    """Nothing more is needed to end it."""


class LeaveConflict(
    GmDeed,
    names=("退出", "leave"),
    does="leave_conflict",
    group="conflict",
    beside=CLOCK,
    picture="walk",
    example=".退出 山贼2",
):
    actor: PersonOrSelf


class ConflictOver(msgspec.Struct, frozen=True):
    """The mode that follows, and the round it ended in."""

    mode: str
    rounds: int
    broken: dict[str, str] = {}
    """Total actions that broke with it, by whose they were."""
    still: tuple[str, ...] = ()
    """Effects that stand still until the next conflict, or until time passes (Ruling MIR-E-47)."""


@rule("MIR-INI-1", "MIR-CFL-1", "MIR-FST-1", "MIR-FST-2")
async def start_conflict(state: State, given: StartConflict) -> ConflictStarted:
    """Everybody makes her initiative check; ties are arranged; the clock stands before tick 20 of round 1."""
    if state.conflict is not None:
        raise RuleError("conflict_running", clause="MIR-CFL-1", round=state.conflict.round)
    for entry in given.entries:
        state.who(entry.id)
        if entry.fixed is None:
            check_skill(state, entry.id, entry.check)
    state, put = await _put_on_stage(state, given.entries)
    state, fighters = await _entered(state, given.entries)
    state = await happen(ConflictBegun(tuple(fighters), {x.id: x.ap for x in given.entries}))
    state = await occurred(state, "conflict_begins")
    state, order = await turn_order(state, [f.id for f in in_play(state)])
    return ConflictStarted(order, {f.id: f.primary for f in fighters}, {f.id: f.current for f in fighters}, put)


@rule("MIR-LIV-18", "MIR-STG-1")
async def _put_on_stage(state: State, entries: Sequence[InitiativeEntry]) -> tuple[State, dict[str, Cell]]:
    """Who takes part and stands nowhere is put on the stage, if there is one (Ruling MIR-E-60)."""
    placed: dict[str, Cell] = {}
    for who in (x.id for x in entries if state.stage.width and state.who(x.id).pos is None):
        if (cell := _free_region(state, state.who(who).side)) is not None:
            state = await happen(Moved(who, cell, state.who(who).mov))
            placed[who] = cell
    return state, placed


def _free_region(state: State, side: str) -> Cell | None:
    """The free region nearest to one of a side; of a side that is not there, that of the edge which is farthest from all others."""
    stage, people = state.stage, [c for c in state.characters.values() if c.pos is not None and not c.hidden]
    free = {(x, y) for x in range(stage.width) for y in range(stage.height)} - {c.pos for c in people}
    cells = sorted(cell for cell in free if stage.passable(cell))
    ours, others = ([c.pos for c in people if c.pos and (c.side == side) is own] for own in (True, False))
    if ours:
        return min(cells, key=lambda cell: min(stage.distance(cell, one) for one in ours), default=None)
    edge = [(x, y) for x, y in cells if x in (0, stage.width - 1) or y in (0, stage.height - 1)]
    return max(edge or cells, key=lambda cell: min((stage.distance(cell, o) for o in others), default=0), default=None)


@rule("MIR-LIV-18", "MIR-INI-3")
def sheet_modifier(state: State, who: str) -> int:
    """What her initiative check adds by her sheet, with the better attribute: for the ties of a total that was typed."""
    check = SkillGiven(skill=Skill.INSIGHT)
    given, extra = lent(state, who, check, INITIATIVE)
    shared = (*borne_modifiers(state, who, given), *extra)
    sums = (stacked((*skill_modifiers(state, state.who(who), given, a), *shared)) for a in linked_of(given))
    return max(int(one.value) for one in sums)


@rule("MIR-LIV-18")
async def _entered(state: State, entries: Sequence[InitiativeEntry]) -> tuple[State, list[Fighter]]:
    """Participants with their initiatives: all attributes, then all dice, then all boosts at once; current is 20 at most (MIR-FST-2)."""
    rolling = [x for x in entries if x.fixed is None]
    attributes = {x.id: await picked_attribute(state.who(x.id), x.check) for x in rolling}
    checks = {x.id: lent(state, x.id, x.check, "initiative") for x in rolling}
    await throw_asked(state, "initiative", *checks)
    rolled = {i: await cast(state, i, check, attributes[i], extra=extra) for i, (check, extra) in checks.items()}
    boosts = await _boosts(state, rolled)
    fighters: list[Fighter] = []
    for entry in entries:
        value, modifier, face = entry.fixed or 0, entry.modifier, entry.face
        if entry.id in rolled:
            state, boost = await taken_up(state, entry.id, INITIATIVE, boosts.get(entry.id, "none"))
            state, checked = await carried_out(state, rolled[entry.id], boost)
            value, modifier, face = checked.total, checked.modifier, checked.face
        fighters.append(Fighter(entry.id, value, min(value, FIRST_TICK), modifier, face))
    return state, fighters


async def _boosts(state: State, rolled: dict[str, FallenCheck]) -> dict[str, str]:
    """Everybody who could spend something is asked at the same moment."""
    asking = {
        actor(who): Asking(
            question_of(one, Stake()), tuple(Option(answer, label) for answer, label, _ in boost_answers(one.boosts))
        )
        for who, one in rolled.items()
        if one.boosts and not has_declined(state, who, INITIATIVE)
    }
    return {actor_of(who): answer for who, answer in (await choose_all(asking)).items()}


def running(state: State) -> Conflict:
    if state.conflict is None:
        raise RuleError("no_conflict", clause="MIR-CFL-1")
    return state.conflict


@rule("MIR-STS-3")
def in_play(state: State) -> list[Fighter]:
    return [f for f in running(state).fighters if not state.who(f.id).out_of_play]


@rule("MIR-INI-2")
async def turn_order(state: State, ids: Sequence[str]) -> tuple[State, tuple[str, ...]]:
    """From high to low: by current, then by primary; those equal in both are tied (Ruling MIR-E-44)."""
    ranked = [f for f in running(state).ranked if f.id in ids]
    order: list[str] = []
    for _, group in groupby(ranked, key=lambda f: (f.current, f.primary)):
        state, tied = await _untied(state, tuple(group))
        order.extend(tied)
    return state, tuple(order)


@rule("MIR-INI-3", "MIR-INI-4", "MIR-LIV-18")
async def _untied(state: State, group: tuple[Fighter, ...]) -> tuple[State, tuple[str, ...]]:
    """One side arranges its own order; several sides go by modifier, LV and the GM's characters, and the GM settles the rest."""
    sides = {state.who(f.id).side for f in group}
    if len(group) == 1 or len(sides) == 1:
        return await _arranged(state, tuple(f.id for f in group), gm=False)
    order: list[str] = []
    for _, equal in groupby(sorted(group, key=lambda f: _rank(state, f)), key=lambda f: _rank(state, f)):
        state, part = await _arranged(state, tuple(f.id for f in equal), gm=True)
        order.extend(part)
    return state, tuple(order)


def _rank(state: State, fighter: Fighter) -> tuple[int, int, bool]:
    character = state.who(fighter.id)
    return (-fighter.modifier, -character.lv, not character.gm_played)


async def _arranged(state: State, ids: tuple[str, ...], *, gm: bool) -> tuple[State, tuple[str, ...]]:
    """The order of tied characters: asked once for a group, of all its players (the first answer counts), kept while the same ones tie."""
    if len(ids) == 1:
        return state, ids
    known = running(state).orders.get(group_key(ids))
    if known is not None:
        return state, known
    players = tuple(i for i in ids if not state.who(i).gm_played)
    order = await _asked_order(state, ids, GM if gm or not players else any_of(*players))
    return await happen(OrderArranged(order)), order


async def _asked_order(state: State, ids: tuple[str, ...], who: Who) -> tuple[str, ...]:
    question = say("questions.order", who=[state.who(i).called for i in ids])
    if len(ids) <= FEW:
        offered = [
            ("order:" + ",".join(p), say("answers.order", order=[state.who(i).called for i in p]), p)
            for p in permutations(ids)
        ]
        return await pick(who, question, offered, about=group_key(ids))
    option = Option("order:<ids>", say("answers.order_free"), {"ids": (",".join(ids),)})
    answer = await choose(who, question, (option,), about=group_key(ids))
    order = tuple(split_list((option.match(answer) or {}).get("ids", "")))
    if sorted(order) != sorted(ids):
        raise RuleError("bad_choice", answer=answer, options=["order:" + ",".join(ids)])
    return order


@rule("MIR-FST-3")
async def shift_initiative(state: State, given: ShiftInitiative) -> Shifted:
    """An effect on initiative changes primary; what of it lies at or below 20 moves current too."""
    fighter = participant(state, given.actor)
    state = await shifted(fighter, given.amount, fighter.face)
    now = participant(state, given.actor)
    return Shifted(now.primary, now.current)


async def shifted(fighter: Fighter, amount: int, face: int) -> State:
    primary = fighter.primary + amount
    current = fighter.current + min(primary, FIRST_TICK) - min(fighter.primary, FIRST_TICK)
    return await happen(InitiativeSet(fighter.id, primary, current, face))


def participant(state: State, who: str) -> Fighter:
    fighter = running(state).fighter(who)
    if fighter is None:
        raise RuleError("unknown_id", id=who, ids=[f.id for f in running(state).fighters])
    return fighter


@rule("MIR-CFL-2", "MIR-LIV-23")
async def end_conflict(state: State, _given: EndConflict) -> ConflictOver:
    """The conflict is over: total actions break and the limits of MA and RA are lifted; who listens to that is heard, what broke and
    what stands still is named."""
    conflict = running(state)
    people = [state.characters[f.id] for f in conflict.fighters if f.id in state.characters]
    broken = {c.id: c.total_action.name for c in people if c.total_action is not None}
    state = await occurred(await happen(ConflictEnded()), "conflict_ends")
    still = tuple(x.id for x in state.effects if x.unit in CLOCKED)
    return ConflictOver(Mode.EXPLORATION, conflict.round, broken, still)


@rule("MIR-CLK-7")
async def join_conflict(state: State, given: InitiativeEntry) -> Shifted:
    """A late joiner makes her initiative check and stands on the clock from then on."""
    running(state)
    state.who(given.id)
    if given.fixed is None:
        check_skill(state, given.id, given.check)
    state, put = await _put_on_stage(state, (given,))
    state, (fighter,) = await _entered(state, (given,))
    await happen(FighterJoined(fighter))
    return Shifted(fighter.primary, fighter.current, put.get(given.id))


async def leave_conflict(state: State, given: LeaveConflict) -> Shifted:
    """Who leaves has no more turns."""
    fighter = participant(state, given.actor)
    await happen(FighterLeft(given.actor))
    return Shifted(fighter.primary, fighter.current)


# --- the end of a conflict, and the favour that it brings (MIR-LIV-22, MIR-LIV-23) -----------------------------------

END, GO_ON = "end", "go_on"
EACH = Option("each:<n>", say("answers.favour_each"), {"n": ("1", "2", "3")})
OWN = "own:<favours>"
MOST = 99
"""So much favour at once."""


class OfferEnd(msgspec.Struct, frozen=True):
    """Nothing but the running conflict."""


class EndSettled(msgspec.Struct, frozen=True):
    """Whether the conflict is over, and after how many rounds."""

    over: bool
    rounds: int


class ShareFavour(msgspec.Struct, frozen=True):
    """Nothing but who took part."""


class FavourShared(msgspec.Struct, frozen=True):
    """What each has got; those who got nothing are not named."""

    given: dict[str, int]


@rule("MIR-LIV-22")
def decided(state: State) -> bool:
    """Whether all of a side that took part are unconscious, out of play, or have left the conflict."""
    conflict = state.conflict
    if conflict is None:
        return False
    people = [state.characters[f.id] for f in conflict.fighters if f.id in state.characters]
    standing = {c.side for c in people if not (c.unconscious or c.out_of_play)}
    return len(standing) < len({*conflict.gone, *(c.side for c in people)})


@rule("MIR-LIV-22", "MIR-CFL-2")
async def offer_end(state: State, _given: OfferEnd) -> EndSettled:
    """The GM is asked once whether a conflict with a side down is over; the end itself is everybody's to hear."""
    rounds = running(state).round
    options = (Option(END, say("answers.conflict_end")), Option(GO_ON, say("answers.conflict_go_on")))
    over = await choose(GM, say("questions.conflict_end", round=rounds), options) == END
    await happen(EndOffered(over))
    return EndSettled(over, rounds)


@rule("MIR-LIV-23")
async def share_favour(state: State, _given: ShareFavour) -> FavourShared:
    """After a conflict the GM is asked about favour: none, so much for each who took part, or each her own."""
    people = {who: state.characters[who].called for who in state.favour_due if who in state.characters}
    shares = [f"{called}={n}" for n, called in enumerate(list(people.values())[:2], 1)]
    own = Option(OWN, say("answers.favour_own", shares=shares))
    options = (Option("none", say("answers.favour_none")), EACH, own)
    answer = await choose(GM, say("questions.favour", who=list(people.values())), options)
    amounts = _amounts(answer, people)
    await happen(FavourDue(()))
    for who, amount in amounts.items():
        await happen(FavourChanged(who, state.who(who).favour + amount))
    return FavourShared(amounts)


def _amounts(answer: str, people: dict[str, str]) -> dict[str, int]:
    """What an answer gives to whom; anything else is refused."""
    if answer == "none":
        return {}
    if (each := EACH.match(answer)) is not None:
        return {who: n for who in people if (n := _amount(each["n"]))}
    if (own := Option(OWN).match(answer)) is None:
        raise RuleError("bad_choice", answer=answer, options=["none", EACH.answer, OWN])
    names = {who: (who, called) for who, called in people.items()}
    pairs = [one.replace("＝", "=").replace(":", "=").partition("=") for one in split_list(own["favours"])]
    return {
        named(name.strip(), names, unknown="unknown_id", id=name, ids=list(people.values())): _amount(n)
        for name, _, n in pairs
    }


def _amount(text: str) -> int:
    number = whole(text)
    if number is None or not 0 <= number <= MOST:
        raise RuleError("bad_amount", clause="MIR-LIV-23", amount=text, most=MOST)
    return number
