"""Who stands against whom on the clock, and who with whom."""

from ludex.systems.fable.state import State, team_of


def foes_of(state: State, who: str) -> list[str]:
    """Enemies on the clock, those with the fewest unbroken gauges first, then in list order (FAB-LIV-30)."""
    there = _there(state)
    up = [one for one in there if team_of(state, one) != team_of(state, who) and not state.characters[one].hidden]
    return sorted(up, key=lambda one: state.characters[one].unbroken)


def friends_of(state: State, who: str) -> list[str]:
    """Those of her side on the clock who are still up, herself among them."""
    return [one for one in _there(state) if team_of(state, one) == team_of(state, who)]


def _there(state: State) -> list[str]:
    conflict = state.conflict
    listed = [c.id for c in conflict.combatants if c.id in state.characters] if conflict else []
    return [one for one in listed if not state.characters[one].out]
