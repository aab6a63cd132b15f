"""Making a character step by step: whatever a new sheet leaves open is asked of whoever makes it (MIR-LVL-2, MIR-PTS).

The numbers are those of `sheets.create_character`; nothing is decided here but the questions.
"""

from ludex.core.asks import GM, Option, choose
from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.core.say import Say, say, term
from ludex.systems.mirror.rules.sheets import CharacterCreated, CreateCharacter, create_character
from ludex.systems.mirror.sheet import CREATION_POINTS, START
from ludex.systems.mirror.state import State
from ludex.systems.mirror.terms import Attribute, Method, Primary

START_LEVEL = 1
TOTAL = CREATION_POINTS + START_LEVEL
SPREADS = ("4,4,4,4,4,5", "10,5,8,2,0,0", "3,10,4,2,6,0", "0,3,2,2,10,8", "2,0,5,8,2,8")
"""Ways to share the points out, in the order of the attributes: even, strong, nimble, learned, devoted."""


class MakeCharacter(CreateCharacter, frozen=True, kw_only=True):
    """A new character as far as it is decided; the rest is asked of `asks`, an actor or a seat."""

    asks: str = GM


@rule("MIR-LVL-2", "MIR-PTS-2")
async def make_character(state: State, given: MakeCharacter) -> CharacterCreated:
    """Ask for the domain and the points that are not given, then build the character."""
    domains = given.domains or {await _domain(given.asks): START_LEVEL}
    open_points = not given.points and given.method == Method.POINTS
    points = await _points(given.asks) if open_points else given.points
    plain = {name: getattr(given, name) for name in CreateCharacter.__struct_fields__}
    return await create_character(state, CreateCharacter(**{**plain, "domains": domains, "points": points}))


async def _domain(asks: str) -> str:
    options = tuple(Option(domain, term(domain)) for domain in Primary)
    return await choose(asks, "questions.make_domain", options, refusal="unknown_domain")


async def _points(asks: str) -> dict[str, int]:
    """A spread of the points; what is left over is asked about, since later it takes a rest to spend it (MIR-PTS-5)."""
    own = Option(",".join(f"<{attribute}>" for attribute in Attribute), say("answers.make_own"))
    offered = tuple(Option(spread, _shown(spread)) for spread in SPREADS)
    while True:
        points = read_points(await choose(asks, say("questions.make_points", points=TOTAL), (*offered, own)))
        left = TOTAL - sum(points.values())
        if left <= 0 or await _keeps(asks, left):
            return points


async def _keeps(asks: str, left: int) -> bool:
    options = (Option("again", say("answers.make_again")), Option("keep", say("answers.make_keep")))
    return await choose(asks, say("questions.make_left", left=left), options) == "keep"


def _shown(spread: str) -> Say:
    given = read_points(spread)
    return say("view.listed", items=[say("view.domain", name=term(a), level=START + n) for a, n in given.items()])


def read_points(answer: str) -> dict[str, int]:
    """Six numbers, one for each attribute in order."""
    numbers = [part.strip() for part in answer.replace("，", ",").split(",")]
    if len(numbers) != len(Attribute) or not all(n.isdecimal() for n in numbers):
        raise RuleError("bad_spread", clause="MIR-PTS-2", answer=answer, attributes=[a.value for a in Attribute])
    return {attribute.value: int(n) for attribute, n in zip(Attribute, numbers, strict=True)}
