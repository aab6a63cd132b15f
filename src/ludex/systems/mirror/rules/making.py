"""Joins Attribute points and Domains as questions: what a new sheet leaves open is asked of its maker (MIR-LVL-2, MIR-PTS).

The numbers are those of `sheets.create_character`; nothing is decided here but the questions.
"""

from collections.abc import Collection

from ludex.core.asks import Option, choose
from ludex.core.bounds import whole
from ludex.core.errors import RuleError
from ludex.core.principals import GM, Who
from ludex.core.rule import rule
from ludex.core.say import Say, say, term
from ludex.systems.mirror.content import called, library
from ludex.systems.mirror.rules.report import Plain
from ludex.systems.mirror.rules.sheets import CREATION_POINTS, CharacterCreated, CreateCharacter, create_character
from ludex.systems.mirror.sheet import START
from ludex.systems.mirror.state import State
from ludex.systems.mirror.terms import Attribute, Defense, Method, Primary, Secondary, Skill, key_of, said, words_of

START_LEVEL = 1
TOTAL = CREATION_POINTS + START_LEVEL
SPREADS = ("4,4,4,4,4,5", "10,5,8,2,0,0", "3,10,4,2,6,0", "0,3,2,2,10,8", "2,0,5,8,2,8")
"""Ways to share the points out, in the order of the attributes: even, strong, nimble, learned, devoted."""

USUAL = {
    Primary.WARRIOR: "athletics=2,endurance=1,dodge=1,fortitude=1,sword=2",
    Primary.OPERATIVE: "agility=2,insight=2,dodge=2,bow=1",
    Primary.CASTER: "lore=2,intuition=1,dodge=1,will=1,flame=2",
    Primary.PRIEST: "insight=2,empathy=2,will=2,mystery=1",
}
"""Ranks that suit each domain, as a table might give them."""

KEPT = {"skills": words_of(Skill), "defenses": words_of(Defense), "secondary": words_of(Secondary)}
"""Which part of the sheet keeps the ranks of each closed list."""

RANKS = (*KEPT, "weapons", "magic")


class MakeCharacter(CreateCharacter, frozen=True, kw_only=True):
    """A new character as far as it is decided; the rest is asked of `asks`, an actor or a seat."""

    asks: Who = GM


@rule("MIR-LVL-2", "MIR-PTS-2")
async def make_character(state: State, given: MakeCharacter) -> CharacterCreated:
    """Ask for the domain, the points and the ranks that are not given, then build the character."""
    domains = given.domains or {await _domain(given.asks): START_LEVEL}
    open_points = not given.points and given.method == Method.POINTS
    points = await _points(given.asks) if open_points else given.points
    plain: Plain = {name: getattr(given, name) for name in CreateCharacter.__struct_fields__}
    ranks = {} if any(plain[kind] for kind in RANKS) else await _ranks(state, given.asks, next(iter(domains)))
    whole: Plain = {**plain, "domains": domains, "points": points, **ranks}
    return await create_character(state, CreateCharacter(**whole))


async def _domain(asks: Who) -> str:
    options = tuple(Option(domain, term(domain)) for domain in Primary)
    return await choose(asks, "questions.make_domain", options, refusal="unknown_domain")


async def _points(asks: Who) -> dict[str, int]:
    """A spread of the points; what is left over is asked about, since later it takes a rest to spend it (MIR-PTS-5)."""
    own = Option(",".join(f"<{attribute}>" for attribute in Attribute), say("answers.make_own"))
    offered = tuple(Option(spread, _shown(spread)) for spread in SPREADS)
    while True:
        points = read_points(await choose(asks, say("questions.make_points", points=TOTAL), (*offered, own)))
        left = TOTAL - sum(points.values())
        if left <= 0 or await _keeps(asks, left):
            return points


async def _keeps(asks: Who, left: int) -> bool:
    options = (Option("again", say("answers.make_again")), Option("keep", say("answers.make_keep")))
    return await choose(asks, say("questions.make_left", left=left), options) == "keep"


@rule("MIR-USE-3")
async def _ranks(state: State, asks: Who, domain: str) -> dict[str, dict[str, int]]:
    """Ranks to begin with: the table's to give (Ruling MIR-E-11), so a set that suits the domain is offered, or one's own."""
    usual = Option("usual", say("answers.make_ranks_usual", ranks=_listed(state, USUAL[Primary(domain)])))
    own = Option("<ranks>", say("answers.make_ranks_own"))
    none = Option("none", say("answers.make_ranks_none"))
    answer = await choose(asks, "questions.make_ranks", (usual, own, none))
    if answer == "none":
        return {}
    return read_ranks(state, USUAL[Primary(domain)] if answer == "usual" else answer)


def _listed(state: State, ranks: str) -> Say:
    gear = library(state.catalogue).gear
    named = [pair.partition("=") for pair in ranks.split(",")]
    items = [
        say("view.domain", name=called(name, gear[name]) if name in gear else said(name), level=rank)
        for name, _, rank in named
    ]
    return say("view.listed", items=items)


def read_ranks(state: State, answer: str) -> dict[str, dict[str, int]]:
    """«athletics=2, 闪避1» by the part of the sheet that keeps each rank; what is on no list is a weapon category."""
    gear = library(state.catalogue).gear
    found: dict[str, dict[str, int]] = {}
    texts = [text.strip() for text in answer.replace("，", ",").replace("、", ",").split(",")]
    for word, rank in pairs_of(texts).items():
        name = next((i for i, g in gear.items() if word in (i, g.title)), word)
        own = "magic" if name in gear and gear[name].kind == "magic" else "weapons"
        kind = next((kind for kind, known in KEPT.items() if name in known), own)
        found.setdefault(kind, {})[name] = rank
    return found


def _shown(spread: str) -> Say:
    given = read_points(spread)
    return say("view.listed", items=[say("view.domain", name=term(a), level=START + n) for a, n in given.items()])


def read_points(answer: str) -> dict[str, int]:
    """Six numbers, one for each attribute in order."""
    parts = answer.replace("，", ",").split(",")
    numbers = [n for part in parts if (n := whole(part)) is not None and n >= 0]
    if not len(parts) == len(numbers) == len(Attribute):
        raise RuleError("bad_spread", clause="MIR-PTS-2", answer=answer, attributes=[term(a) for a in Attribute])
    return {attribute.value: n for attribute, n in zip(Attribute, numbers, strict=True)}


def pairs_of(texts: Collection[str]) -> dict[str, int]:
    """«力量=3», «运动:2», «lore2» as keys with numbers."""
    found: dict[str, int] = {}
    for text in texts:
        name, _, number = text.replace("：", ":").replace(":", "=").partition("=")
        if not number:
            name = text.rstrip("0123456789-+")
            number = text[len(name) :]
        rank = whole(number)
        if not name or rank is None:
            raise RuleError("bad_pair", text=text)
        found[key_of(name)] = rank
    return found
