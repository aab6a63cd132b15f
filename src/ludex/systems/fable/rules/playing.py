"""NPCs: a side plays itself until a player must decide, and what came of it is told on one card (FAB-LIV-30)."""

import msgspec

from ludex.core.errors import RuleError
from ludex.systems.fable.events import PlayingSet
from ludex.systems.fable.fold import happen
from ludex.systems.fable.rules.conflict import Nothing
from ludex.systems.fable.sheet import Character
from ludex.systems.fable.state import Playing, State, character_of, conflict_of
from ludex.systems.fable.terms import Kind


class PlaySide(msgspec.Struct, frozen=True):
    """Who plays by itself."""

    people: tuple[str, ...]


class SidePlays(msgspec.Struct, frozen=True):
    """Who plays by itself now."""

    people: tuple[str, ...]


async def play_side(state: State, given: PlaySide) -> SidePlays:
    """Let NPCs play their turns and answer their questions until a player must decide."""
    conflict_of(state)
    there = [who for who in given.people if character_of(state, who).kind is not Kind.PC]
    if not there:
        raise RuleError("nobody_plays", clause="FAB-LIV-30", people=list(given.people))
    before = {who: (c.hp, c.unbroken) for who, c in state.characters.items()}
    points = {who: (c.mp, c.ultima) for who, c in state.characters.items()}
    await happen(PlayingSet(Playing(tuple(there), before, points)))
    return SidePlays(tuple(there))


class Change(msgspec.Struct, frozen=True):
    """What somebody has lost while others played: hit points, gauges that broke, mind points, Ultima Points spent; and her fate."""

    who: str
    hp: int
    broken: int
    fate: str = ""
    mp: int = 0
    ultima: int = 0


class SidePlayed(msgspec.Struct, frozen=True):
    """What came of it."""

    people: tuple[str, ...]
    changes: tuple[Change, ...]


async def play_over(state: State, _given: Nothing) -> SidePlayed:
    """A player must decide, or it is decided: nobody plays by itself any more."""
    playing = state.playing or Playing(())
    changes = [_change(state.characters[who], playing) for who in playing.before if who in state.characters]
    await happen(PlayingSet())
    return SidePlayed(playing.people, tuple(one for one in changes if one.hp or one.broken or one.mp or one.ultima))


def _change(now: Character, playing: Playing) -> Change:
    """What somebody has lost since it began."""
    (hp, unbroken), (mp, ultima) = playing.before[now.id], playing.points.get(now.id, (now.mp, now.ultima))
    return Change(now.id, hp - now.hp, unbroken - now.unbroken, now.fate, mp - now.mp, ultima - now.ultima)
