"""Self-heal and Rest: what comes back at the start of a scene, after a surrender, and in an inn (FAB-HEA, FAB-PZR-6, FAB-PRS)."""

from typing import Annotated

import msgspec
from msgspec.structs import asdict, replace

from ludex.core.declaring import Deed, Implied
from ludex.core.deeds import ACTOR, REST, SCENE, Asked, Do, Field
from ludex.core.effects.records import Occasion
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.fields import STORY, flag
from ludex.core.rule import rule
from ludex.core.say import Say, say
from ludex.systems.fable.events import (
    BondsOpen,
    CharacterAway,
    FateSealed,
    OpportunitiesSet,
    Placed,
    PointsMoved,
    SceneBegun,
    Started,
    StatusesSet,
)
from ludex.systems.fable.kinds import UNKNOWN, OfPeople
from ludex.systems.fable.kinds.offers import own
from ludex.systems.fable.redact import heard
from ludex.systems.fable.rules.attributes import denies, plus
from ludex.systems.fable.rules.checks import new_act
from ludex.systems.fable.rules.conflict import check_able
from ludex.systems.fable.rules.gauges import OfCharacter, Report, filled, gauges_moved, report_of, self_healed
from ludex.systems.fable.rules.steps import consumed
from ludex.systems.fable.rules.windows import Act
from ludex.systems.fable.sheet import NOTHING, Character, Five, five
from ludex.systems.fable.state import State, character_of
from ludex.systems.fable.terms import Fate, Kind, Pool, Status

INN_PRICE = 10
"""Z for a bed in an inn (FAB-LIV-55)."""
GONE = (Fate.SLAIN, Fate.SACRIFICED, Fate.FLEES, Fate.UNCONSCIOUS)
"""Fates of those who are not there when the next scene begins; a villain who escaped may rise wherever it is (FAB-LIV-56)."""


class SceneStart(msgspec.Struct, frozen=True):
    """Who appears in the scene, and whether she surrendered in the one before."""

    character: str = "actor"
    surrendered: bool = False


class SceneStarted(Report, frozen=True, kw_only=True):
    recovered: int
    hp_gain: int
    mp_gain: int


@rule("FAB-HEA-1", "FAB-PZR-6")
async def scene_start(state: State, given: SceneStart) -> SceneStarted:
    """Wake up after a surrender, then self-heal LV HP and LV MP."""
    character_of(state, given.character)
    return (await _come_in(state, given.character, surrendered=given.surrendered))[1]


async def _come_in(state: State, who: str, *, surrendered: bool, act: Act | None = None) -> tuple[State, SceneStarted]:
    """Somebody appears in a new scene: the state after it, and what came back to her."""
    before = state.characters[who]
    if surrendered:
        state = await happen(gauges_moved(state, who, Pool.HP, _woken(before, state.options.surrender_recovery)))
        state = await happen(FateSealed(who, ""))
    recovered = state.characters[who].hp - before.hp
    gains = []
    amount = 0 if denies(state, who, "recover") else max(0, before.level + plus(state, who, "self_heal"))  # FAB-LIV-31
    for pool in Pool:
        fill = self_healed(state.characters[who], pool, amount)
        state = await happen(gauges_moved(state, who, pool, fill.lost))
        gains.append(fill.healed)
    state = await act.opened(state, Occasion("scene_start", who, who, {"owner": who})) if act else state
    report = asdict(report_of(state.characters[who]))
    return state, SceneStarted(**report, recovered=recovered, hp_gain=gains[0], mp_gain=gains[1])


@rule("FAB-PZR-6")
def _woken(character: Character, recovery: str) -> Five:
    lost = character.hg.lost
    if recovery == "half":
        return filled(lost, sum(character.hg_cap) // 2).lost
    full = max(0, character.crisis_value)  # Ruling FAB-E-23: as many gauges as the crisis value, from the right
    return five(0 if place >= len(lost) - full else gone for place, gone in enumerate(lost))


SETTLEMENT = flag("settlement", "聚落")


class Scene(
    Deed,
    names=("场景", "scene"),
    does="scene",
    owner=STORY,
    said_by=STORY,
    beside=SCENE,
    picture="flag",
    example=".场景 雨夜渡口",
):
    """A new scene with everybody in it, or only those named: everybody who appears self-heals."""

    name: Annotated[str, Field(kind=REST)] = ""
    settlement: Annotated[bool, SETTLEMENT] = False
    present: Annotated[tuple[str, ...], Field(kind=ACTOR, keyed=True, keys=("登场",), refusal=UNKNOWN)] = ()

    def do(self, asked: Asked) -> Do:
        """The flag may stand behind the name; the last English word of a name is no flag by itself."""
        name = self.name.strip()
        said = name.casefold().removesuffix(SETTLEMENT.name)
        town = len(said) < len(name) and (not said or said.endswith((" ", ",")))
        name = name[: len(said)].rstrip(" ,") if town else name
        given = replace(self, name=name, settlement=self.settlement or town)
        return Do("scene", given, heard(asked.state, *self.present))


class SceneSet(msgspec.Struct, frozen=True):
    scene: str
    characters: dict[str, SceneStarted]
    left: tuple[str, ...] = ()
    """Who stays behind, on the roster."""
    told: tuple[Say, ...] = ()


@rule("FAB-HEA-1")
async def scene(state: State, given: Scene) -> SceneSet:
    """Begin a scene: each character who appears self-heals."""
    present = given.present or tuple(who for who, c in state.characters.items() if c.surrendered or not c.fate)
    for who in present:
        character_of(state, who)
    left = _left_behind(state, given.present) if state.live else ()
    for who in left:
        await happen(CharacterAway(who))
    state = await happen(SceneBegun(given.name, given.settlement))
    for who in [one for one, c in state.characters.items() if c.opportunities and state.live]:
        await happen(OpportunitiesSet(who, (), lapsed=True))  # FAB-LIV-27: they were kept until the scene ends
    state = await happen(Placed(present, given.name))
    begun, act = {}, new_act()
    for who in present:
        state = await happen(Started(who)) if state.characters[who].draft else state  # FAB-LIV-43
        state, begun[who] = await _come_in(state, who, surrendered=state.characters[who].surrendered, act=act)
    return SceneSet(given.name, begun, left, tuple(act.told))


@rule("FAB-LIV-57")
def _left_behind(state: State, present: tuple[str, ...]) -> tuple[str, ...]:
    """NPCs who do not come along: those whose fate took them out of the story, and where it is said who appears, the others.

    The roster keeps them as they were, and where. Captives stay with their captors; those whom nobody sees are the GM's.
    """
    npcs = {who: c for who, c in state.characters.items() if c.kind is not Kind.PC and not c.hidden}
    unnamed = [who for who in npcs if present and who not in present]
    return tuple(who for who, c in npcs.items() if who in unnamed or (c.fate in GONE and who not in present))


class Rested(Report, frozen=True, kw_only=True):
    statuses: tuple[Status, ...]
    people: tuple[str, ...] = ()
    """Everybody who rested."""
    told: tuple[Say, ...] = ()


class Rest(OfCharacter, frozen=True):
    inn: bool = False


def _who_rests(asked: Asked) -> str:
    """Who acts, for the GM the first PC who is up: a party of which nobody is up has no rest (FAB-LIV-7)."""
    pcs = sorted((c for c in asked.state.characters.values() if c.kind is Kind.PC), key=lambda c: c.out)
    who = pcs[0].id if asked.gm and not asked.actor and pcs else own(asked)
    check_able(asked.state.characters[who])
    return who


class TakeRest(
    Rest, OfPeople, names=("休息", "rest"), does="rest", owner=STORY, beside=SCENE, picture="flask", example=".休息"
):
    """`.休息`, `.休息 旅店`."""

    character: Annotated[str, Implied(_who_rests)]
    inn: Annotated[bool, flag("inn", "旅店", "客栈", "旅馆", owner=STORY)] = False


@rule("FAB-PRS-1")
async def rest(state: State, given: Rest) -> Rested:
    """A rest restores all HP and MP and removes all status effects; inventory points stay as they are."""
    character_of(state, given.character)
    party, act = party_of(state, given.character), new_act()
    if given.inn:
        state = await _lodged(state, party, act)
    state = await party_rested(state, party, act)
    after = state.characters[given.character]
    people = party if state.live else ()
    return Rested(**asdict(report_of(after)), statuses=after.statuses, people=people, told=tuple(act.told))


@rule("FAB-LIV-55")
async def _lodged(state: State, party: tuple[str, ...], act: Act) -> State:
    """An inn in a settlement costs each of them 10 Z."""
    if state.scene and not state.settlement:
        raise RuleError("not_in_settlement", clause="FAB-PRS-1")
    for who in party:
        if (money := state.characters[who].sheet.money) < INN_PRICE:
            raise RuleError("not_enough_points", what=say("outputs.money"), has=money, wanted=INN_PRICE)
        state = await happen(PointsMoved(who, money=-INN_PRICE, paid=True))
    act.told.append(say("told.lodged", n=INN_PRICE))
    return state


def party_of(state: State, who: str) -> tuple[str, ...]:
    """Everybody who rests with somebody: at a table the whole party but those who are out (FAB-LIV-55)."""
    if not state.live or state.characters[who].kind is not Kind.PC:
        return (who,)
    others = [one for one, c in state.characters.items() if c.kind is Kind.PC and not c.out]
    return tuple(dict.fromkeys((who, *others)))


async def party_rested(state: State, party: tuple[str, ...], act: Act) -> State:
    """Make it so that these have rested: what lasts until a rest is over, and what listens to a rest is heard."""
    for who in party:
        for pool in () if denies(state, who, "recover") else (Pool.MP, Pool.HP):  # FAB-LIV-31
            state = await happen(gauges_moved(state, who, pool, NOTHING))
        state = await happen(StatusesSet(who, ()))
        state = await consumed(state, who, "rest")
        state = await happen(Started(who)) if state.characters[who].draft else state
    for who in party:
        state = await act.opened(state, Occasion("rested", who, who, {"owner": who}))
    if state.live and any(state.characters[who].kind is Kind.PC for who in party):
        state = await happen(BondsOpen(tuple(who for who in party if state.characters[who].kind is Kind.PC)))
    return state
