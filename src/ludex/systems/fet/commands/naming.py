"""Whom a line means: people by their names as they were typed, one or several, and who may act for them (FET-LIV-50, FET-LIV-60)."""

from ludex.core.deeds import Asked
from ludex.core.errors import RuleError
from ludex.core.names import folded, matching, named
from ludex.core.rule import rule
from ludex.systems.fet.redact import undoubled
from ludex.systems.fet.rules.roster import pools
from ludex.systems.fet.sheet import hindrance
from ludex.systems.fet.state import State, groups

SELF = ("自己", "self", "me")
"""Words for the one who acts."""
EVERYONE = ("全体", "所有人", "all")
"""Words for all players' characters who live."""


def fighter_in(state: State, said: str) -> str:
    """The id of somebody in the battle by id, name, or the only beginning of either; without a battle, what was typed."""
    if state.battle is None:
        return said.strip()
    people = {f.id: (f.shown,) if f.shown else (f.id, state.called(f.id)) for f in state.battle.fighters}
    alike = [f.shown for f in state.battle.fighters if f.shown and f.shown[:-1] == said.strip()]
    if alike:  # FET-LIV-41: which of the two
        raise RuleError("which_actor", clause="FET-LIV-41", actor=said.strip(), actors=sorted(alike))
    meant = [state.called(who) for who in matching(said, people)]
    facts = {"who": said, "actor": said.strip(), "actors": meant}
    several = "which_actor"  # FET-LIV-60
    return named(said, people, unknown="unknown_fighter", several=several, clause="FET-TLN-1", **facts)


def anybody_in(state: State, said: str) -> str:
    """The same of everybody in the battle or with a sheet."""
    people = {who: (who, state.called(who)) for who in state.people}
    meant = [state.called(who) for who in matching(said, people) or people]
    return named(said, people, unknown="unknown_actor", several="which_actor", actor=said, actors=meant)


@rule("FET-LIV-4", "FET-LIV-60")
def crowds(state: State, names: list[str]) -> list[str]:
    """Everybody whom names mean: one, a side, all, or all whose names begin so; a name that nobody has stays as it is."""
    return list(dict.fromkeys(who for name in names for who in _crowd(state, name)))


def _crowd(state: State, name: str) -> list[str]:
    exact = [who for who in state.people if name in (who, state.called(who))]
    if len(exact) > 1 and name not in state.people:  # FET-LIV-50
        raise RuleError("which_actor", actor=name, actors=exact)
    if exact:
        return exact[:1]
    if folded(name) in EVERYONE:
        return [who for who, one in state.characters.items() if not one.npc and lives(state, who)]
    side = next((list(members) for called, members in groups(state).items() if folded(called) == folded(name)), [])
    return side or [who for who in state.people if state.called(who).startswith(name)] or [name]


def lives(state: State, who: str) -> bool:
    """Whether somebody is not dead; who has no finished sheet was never killed."""
    return bool(hindrance(state.characters[who].sheet)) or not pools(state, who).dead


def check_actor(asked: Asked) -> str:
    """The acting character, or a refusal."""
    if not asked.actor:
        raise RuleError("no_sheet", clause="FET-CMD-5", who="")
    return asked.actor


def check_own(asked: Asked, who: str) -> str:
    """Somebody whom one plays (the GM plays everybody), or a refusal."""
    if not asked.gm and who not in asked.controls:
        raise RuleError("not_yours", actor=undoubled(asked.state, who), controls=list(asked.controls))
    return who
