"""How a challenge of mist is rehearsed: can the agents overcome it within so many actions, by which approach, with how many tags, at what price.

Which tags fit is the table's to say: so the ways to play are told by their number. An action stands outside the scene loop here; what the MC
makes of a consequence is not rehearsed, only that there was one.
"""

from collections.abc import Iterator
from functools import partial

from msgspec.structs import replace

from ludex.core.asks import Choose
from ludex.core.deeds import Do
from ludex.core.errors import RuleError
from ludex.core.rehearsal import CLEVER, PLAIN, Gauge, Knob, Lab, Ladder, Policy, Proof, Setup, Turn as Turns, Weights
from ludex.systems.mist.content import content_of
from ludex.systems.mist.rules.files import Put
from ludex.systems.mist.rules.records import limits_of
from ludex.systems.mist.rules.turns import ActionTurn, TurnTaken
from ludex.systems.mist.rules.workbench import solve
from ludex.systems.mist.sheet import TIERS, Challenge, Character, Limit, status_of
from ludex.systems.mist.state import Clue, Mission, Mystery, Scene, State
from ludex.systems.mist.terms import MissionPhase, Result, ScenePhase, Verdict

AGENTS = "agents"
"""The side of the characters."""
ANSWER = "?"
"""A conclusion that nobody has written down."""
USUAL = 2
"""How many tags somebody names, where nothing is said."""


def sides(state: State) -> dict[str, tuple[str, ...]]:
    """The characters in play, and the challenge."""
    agents = tuple(c.id for c in state.characters if c.active)
    return {AGENTS: agents, **{c.id: (c.id,) for c in _open(state)}}


def _open(state: State) -> list[Challenge]:
    return [c for c in state.challenges if not c.overcome and c.limits]


def ready(state: State, setup: Setup) -> State:
    """One challenge alone, with the limit by which it is to be overcome: «challenge» or «challenge:status»; else the first of the scene."""
    there = [*_open(state), *(c for c in state.prepared if c.limits)]
    name, _, approach = setup.about.partition(":")
    found = next((c for c in there if not name or c.id == name), None)
    if found is None:
        raise RuleError("nothing_to_rehearse", wanted=setup.about, among=[c.id for c in there])
    limits = tuple(limit for limit in found.limits if not approach or limit.status == approach) or found.limits
    limit = min(limits, key=lambda one: one.limit)
    alone = replace(found, limits=(limit,), hidden=False)
    people = tuple(c for c in state.characters if c.id not in setup.away)
    scene = replace(state.scene or Scene(), phase=ScenePhase.ACTION, challenges=(alone,), called=(), incoming=())
    return replace(state, scene=scene, characters=people, improving=())


def begin(_state: State, _setup: Setup) -> Do | None:
    """Nothing has to begin."""
    return None


def following(state: State) -> Do | Turns | None:
    """Everybody in play could act now; who has acted least does."""
    agents = tuple(c.id for c in state.characters if c.active)
    return Turns(agents) if agents else None


def over(state: State) -> str | None:
    """Overcome, or nobody left to act."""
    if not _open(state):
        return AGENTS
    return None if any(c.active for c in state.characters) else _open(state)[0].id


def fallen(state: State) -> frozenset[str]:
    """Who is out of play, and what is overcome."""
    out = [c.id for c in state.characters if not c.active]
    return frozenset((*out, *(c.id for c in state.challenges if c.overcome)))


def left(state: State) -> dict[str, dict[str, Gauge]]:
    return {c.id: {"tags": Gauge(len(_usable(c)), _all_tags(c))} for c in state.characters}


def _all_tags(c: Character) -> int:
    return sum(len(theme.power_tags) for theme in c.themes)


def _usable(c: Character) -> tuple[str, ...]:
    return tuple(tag for theme in c.themes for tag in theme.usable)


def length(_state: State) -> int:
    """Actions are counted by who drives them."""
    return 0


def counts(_before: State, _after: State, result: TurnTaken) -> dict[str, int]:
    """Consequences that an action brought on, and tags that it burnt."""
    owed = int(result.result in (Result.MIXED, Result.FAILURE))
    return {"consequences": owed, "burnt": len(result.burnt)}


def knobs(state: State) -> tuple[Knob, ...]:
    return tuple(
        Knob(f"limit:{c.id}:{limit.status}", "limit", f"{c.id}:{limit.status}", limit.limit, 1, TIERS)
        for c in (*_open(state), *state.prepared)
        for limit in c.limits
    )


def turned(state: State, knob: Knob, value: int) -> State:
    name, _, status = knob.whose.partition(":")

    def changed(challenge: Challenge) -> Challenge:
        if challenge.id != name:
            return challenge
        limits = tuple(Limit(one.status, value) if one.status == status else one for one in challenge.limits)
        return replace(challenge, limits=limits)

    state = replace(state, prepared=tuple(changed(c) for c in state.prepared))
    return state.with_scene(challenges=tuple(changed(c) for c in state.challenges)) if state.scene else state


# ------------------------------------------------------------------------------------------------ the case
def proofs(state: State, about: str) -> list[Proof]:
    """Each mystery of the case that is open, or of one on the shelf: whether it can be deduced with what is prepared (MST-LIV-51)."""
    case, block = state.case, content_of(state.packs).missions.get(about)
    if case is not None and about in ("", case.name, case.called):
        mysteries, clues = case.mysteries, (*case.clues, *case.hidden_clues)
    elif block is not None:
        mysteries, clues = block.mysteries, block.clues
    else:
        return []
    found = []
    for one in solve(mysteries, clues):
        more = (*one.hidden, *one.answers)
        put = None if one.missing else _put(state, one.mystery, (*one.known, *more), clues)
        at_once = _put(state, one.mystery, one.known, clues) if one.at_once else None
        found.append(
            Proof(one.mystery.called, one.mystery.complexity, len(one.known), len(more), Verdict.TRUE, put, at_once)
        )
    return found


def _put(state: State, mystery: Mystery, supporting: tuple[str, ...], clues: tuple[Clue, ...]) -> tuple[State, Do]:
    """The deduction of a mystery on these clues, and the state in which they are on the file."""
    there = tuple(clue for clue in clues if clue.id in supporting)
    answers = tuple(Clue(name) for name in supporting if name not in [clue.id for clue in there])
    mission = Mission(MissionPhase.WRITING, clues=(*there, *answers), mysteries=(mystery,))
    put = Put(mystery.id, mystery.answer or ANSWER, supporting, actor=next(c.id for c in state.characters if c.active))
    return replace(state, mission=mission), Do("deduce", put)


# ------------------------------------------------------------------------------------------------ ways to play
def tags_act(state: State, able: tuple[str, ...], _weights: Weights, *, tags: int, burns: bool = False) -> Do | None:
    """One acts with so many tags; the last of them is burnt where that is wanted and the challenge still bears a lot."""
    who = max((c for c in state.characters if c.id in able), key=lambda c: len(_usable(c)))
    named = _usable(who)[:tags]
    burnt = named[-1:] if burns and named and _missing(state) > 1 else ()
    return Do("turn", ActionTurn(actor=who.id, help=named, burn=burnt, aside=True))


def _missing(state: State) -> int:
    return next(iter(_needed(state)), ("", "", 0))[2]


def _needed(state: State) -> Iterator[tuple[str, str, int]]:
    """The challenge, the status that overcomes it, and the tier that is wanted."""
    for challenge in _open(state):
        for limit in limits_of(state, challenge):
            held = status_of(challenge, limit.status)
            yield challenge.id, limit.status, max(1, limit.limit - (held.tier if held else 0))


def reply(state: State, ask: Choose, _weights: Weights) -> str | None:
    """All power goes into the status that overcomes the challenge."""
    if ask.what.key != "questions.effect":
        return None
    found = next(_needed(state), None)
    if found is None or int(ask.what.facts.get("spent", 0)):
        return "done"
    tiers = min(int(ask.what.facts["left"]), TIERS)
    return f"raise:{found[0]}:{found[1]}:{tiers}"


WAYS = {
    "tags1": Policy("tags1", partial(tags_act, tags=1), reply),
    PLAIN: Policy(PLAIN, partial(tags_act, tags=USUAL), reply),
    "tags3": Policy("tags3", partial(tags_act, tags=3), reply),
    CLEVER: Policy(CLEVER, partial(tags_act, tags=USUAL, burns=True), reply),
}
"""One tag, two, three, and two of which one is burnt."""

LADDERS = tuple(
    Ladder(called, 0, {power: {"power": power} for power in range(6)}, wanted, "pool_roll")
    for called, wanted in (("no_failure", ("mixed", "success")), ("clean", ("success",)))
)
"""A roll with so much power: that it is no failure, and that it is clean."""

LAB = Lab(
    sides=sides,
    ladders=LADDERS,
    ready=ready,
    begin=begin,
    next=following,
    over=over,
    fallen=fallen,
    left=left,
    length=length,
    knobs=knobs,
    turned=turned,
    counts=counts,
    proofs=proofs,
    policies=WAYS,
    ways=tuple(WAYS),
    longest=4,
    unit="actions",
    minutes=5,
)
