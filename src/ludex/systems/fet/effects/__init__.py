"""Effects of FET: `words` is their vocabulary, `conditions` what holds when, `bearing` what bears upon somebody. Nothing happens here."""

from collections.abc import Mapping

from ludex.core.effects.records import Occasion
from ludex.core.effects.vocabulary import Vocabulary
from ludex.systems.fet.effects.bearing import borne
from ludex.systems.fet.effects.conditions import CONDITIONS
from ludex.systems.fet.effects.words import GIVES, GRANTS, OCCASIONS, PERS, QUANTITIES, SPANS, STEPS, WHOM, WHOSE
from ludex.systems.fet.state import Act
from ludex.systems.fet.terms import Event, Number

WORDS = Vocabulary(
    quantities=QUANTITIES,
    gives=GIVES,
    conditions=CONDITIONS,
    occasions=OCCASIONS,
    steps=STEPS,
    spans=SPANS,
    whose=WHOSE,
    whom=WHOM,
    pers=PERS,
    grants=GRANTS,
    free=True,
    borne=borne,
    clause="FET-LIV-25",
)

NO_FACTS: Mapping[str, str] = {}


def occasion(
    event: str, who: str, other: str = "", *, amount: Number = 0, times: int = 1, of: Mapping[str, str] = NO_FACTS
) -> Occasion:
    """Something that has happened: whose event it is, with whom, how much, and `of` what; `times`: so often at once."""
    return Occasion(event, who, other, {"amount": amount, "times": times, **of})


def about(act: Act) -> dict[str, str]:
    """What conditions may ask of an act."""
    return {"resource": act.resource, "sort": act.sort, "attribute": act.attribute, "weapon": act.weapon}


def began(who: str, act: Act) -> Occasion:
    """Somebody has declared an act (FET-LIV-27)."""
    aimed = act.targets[0] if act.targets else ""
    return occasion(Event.DECLARED, who, aimed, amount=act.impact, of=about(act))


def number_in(at: Occasion, name: str) -> Number:
    """A number that is known of an occasion."""
    found = at.fact(name, 0)
    return found if isinstance(found, int | float) else 0
