"""Who is at the table: NPCs from stat blocks, who is seen, and statuses (FAB-PNP, FAB-PST)."""

import msgspec

from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.systems.fable.content import BlockEntry, block_named, entries_of
from ludex.systems.fable.events import CharacterGone, CharacterWritten, PointsMoved, Revealed
from ludex.systems.fable.fold import happen
from ludex.systems.fable.options import Options
from ludex.systems.fable.rules.conflict import departed
from ludex.systems.fable.rules.npcs import Derive, derived
from ludex.systems.fable.rules.points import GAINS
from ludex.systems.fable.sheet import Character, Dice, Gauge, Sheet
from ludex.systems.fable.state import State, character_of
from ludex.systems.fable.terms import Affinity, Kind

MOST_AT_ONCE = 20


# ---------------------------------------------------------------------- coming and going
class Summon(msgspec.Struct, frozen=True):
    """How many of which stat block come in, on which side, seen or not."""

    block: str
    count: int = 1
    name: str = ""
    team: str = "foes"
    hidden: bool = False


class Summoned(msgspec.Struct, frozen=True):
    """Who came in."""

    characters: tuple[str, ...]


@rule("FAB-PNP-1", "FAB-PNP-3")
async def summon(state: State, given: Summon) -> Summoned:
    """Bring NPCs of a stat block into play, each with gauges of its own."""
    found = block_named(given.block, state.things)
    if found is None:
        raise RuleError("unknown_block", block=given.block, blocks=list(entries_of(BlockEntry, state.things)))
    if not 1 <= given.count <= MOST_AT_ONCE:
        raise RuleError("bad_count", count=given.count, limit=MOST_AT_ONCE)
    key, block = found
    come: list[str] = []
    label = given.name or block.name or key
    for _ in range(given.count):
        name = label if given.count == 1 and label not in state.characters else _numbered(state, label)
        npc = from_block(block, name=name, options=state.options)
        npc = msgspec.structs.replace(npc, team=given.team, hidden=given.hidden)
        state = await _entered(await happen(CharacterWritten(npc)), npc.id)
        come.append(npc.id)
    return Summoned(tuple(come))


def _numbered(state: State, label: str) -> str:
    """The first free name of a group of equals: 灰狼1, 灰狼2 and so on."""
    place = 1
    while f"{label}{place}" in state.characters:
        place += 1
    return f"{label}{place}"


@rule("FAB-PNP-1")
def from_block(block: BlockEntry, *, name: str, options: Options) -> Character:
    """An NPC as its stat block and rank make it."""
    base = Dice(**{attribute.value: size for attribute, size in block.base.items()})
    numbers = derived(
        Derive(
            base,
            block.level,
            block.rank,
            block.replaces,
            block.extra_hp,
            block.extra_mp,
            block.hg_alloc,
            block.mg_alloc,
        ),
        options,
    )
    return Character(
        id=name,
        name=name,
        kind=Kind(block.kind),
        rank=block.rank,
        level=block.level,
        base=base,
        hg=Gauge(numbers.hg_cap),
        mg=Gauge(numbers.mg_cap),
        reduction=block.reduction,
        affinities={t: (a,) if isinstance(a, Affinity) else a for t, a in block.affinities.items()},
        immune=block.immune,
        traits=block.traits,
        ultima=block.ultima,
        sheet=Sheet(
            strikes=block.strikes,
            spells=block.spells,
            init_mod=numbers.init_mod,
            spd=numbers.spd if block.spd is None else block.spd,
            replaces=block.replaces,
            life=block.life,
            species=block.species,
        ),
    )


@rule("FAB-PFP-1")
async def _entered(state: State, who: str) -> State:
    """A villain who enters the scene, seen by all, gives every PC a Fabula Point."""
    newcomer = state.characters[who]
    if newcomer.kind is not Kind.VILLAIN or newcomer.hidden:
        return state
    for pc in [key for key, c in state.characters.items() if c.kind is Kind.PC]:
        state = await happen(PointsMoved(pc, fp=GAINS["villain_entrance"]))
    return state


class OfOne(msgspec.Struct, frozen=True):
    """Somebody at the table."""

    character: str


class Gone(msgspec.Struct, frozen=True):
    """Who is gone."""

    character: str


async def dismiss(state: State, given: OfOne) -> Gone:
    """Take somebody off the table for good."""
    character_of(state, given.character)
    await departed(state, given.character)
    await happen(CharacterGone(given.character))
    return Gone(given.character)


class Reveal(msgspec.Struct, frozen=True):
    """Whom the players may see, or no longer."""

    character: str
    hidden: bool = False


class Visibility(msgspec.Struct, frozen=True):
    """Whether she is hidden now."""

    character: str
    hidden: bool


async def reveal(state: State, given: Reveal) -> Visibility:
    """Show a hidden character to the players, or hide her."""
    was_hidden = character_of(state, given.character).hidden
    state = await happen(Revealed(given.character, given.hidden))
    if was_hidden:
        await _entered(state, given.character)
    return Visibility(given.character, given.hidden)


# ---------------------------------------------------------------------- statuses
