"""Who is at the table: a character or a fighter by id, or a refusal (FET-CMD-5)."""

from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.systems.fet.state import Bearer, Character, State, bearer


@rule("FET-CMD-5")
def need_character(state: State, who: str) -> Character:
    """A character of the table. Whatever uses a character needs its sheet (ruling E-42)."""
    if who not in state.characters:
        raise _nobody(who)
    return state.characters[who]


def _nobody(who: str) -> RuleError:
    """Nobody was named, or somebody without a sheet."""
    return RuleError("no_sheet", clause="FET-CMD-5", who=who) if who else RuleError("no_actor")


def need_bearer(state: State, who: str) -> Bearer:
    """Somebody on whom something can lie: a character, or a fighter without a sheet."""
    found = bearer(state, who)
    if found is None:
        raise _nobody(who)
    return found
