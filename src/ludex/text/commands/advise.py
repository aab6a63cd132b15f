"""What should I do now (`.建议`): the best deeds of the moment by a goal, with their odds; for players where the table lets them.

By harm, by survival, or by both as a clever policy weighs them: an estimate. By winning soon: each deed is played out many times.

It knows what the one who asks knows: candidates and odds are made of the redacted state.
"""

import random
from collections.abc import Mapping, Sequence

import msgspec
from msgspec import Struct

from ludex.core.checking import slim
from ludex.core.deeds import Do
from ludex.core.driving import settle
from ludex.core.errors import RuleError
from ludex.core.names import narrow
from ludex.core.rehearsal import Candidate, Turn, Weights
from ludex.core.system import Told
from ludex.lab.at_table import openings_beside
from ludex.lab.outcome import Rehearsed
from ludex.lab.preview import ahead_beside, belief, decider, texts_in
from ludex.lab.runs import lab_of
from ludex.text import drawing
from ludex.text.chat import Chat
from ludex.text.commands.rehearse import percents, side_name
from ludex.text.reply import Reply

BEST = 3
"""So many deeds are told."""
MOST = 12
"""Among so many of the best, of which several may be called alike."""


GOALS = {
    "harm": (Weights(aggressive=2, cautious=0, protects=0, thrifty=0.2), ("伤害", "输出", "打", "harm", "damage")),
    "safe": (
        Weights(aggressive=0.3, cautious=3, protects=2),
        ("保命", "活下来", "护人", "safe", "survive", "survival"),
    ),
    "win": (Weights(), ("赢", "胜", "速胜", "win")),
}
"""What may be wanted, how much then counts what, and how it is said."""

WITHIN = {"rounds": 2, "t": 30}
"""How soon is soon: rounds, or t of a time axis."""

PLAYED_OUT = 4
"""So many deeds are played out to see which wins soonest."""


async def advise(chat: Chat, rest: str) -> Reply:
    """`.建议 [伤害|保命|赢]`: what one of mine, whose turn it is, could best do now."""
    if not chat.seat.gm and chat.table.memory.settings.advice == "off":
        raise RuleError("advice_off")
    said = narrow(rest).strip().lower()
    goal = next((key for key, (_, words) in GOALS.items() if said.startswith(words)), "") if said else ""
    if said and not goal:
        raise RuleError(
            "no_such_goal", goal=rest[:20], goals=[chat.words.phrase(f"lab.advice.goals.{key}") for key in GOALS]
        )
    state: Struct = belief(chat.table, chat.desk.viewer).state
    weights, most = (GOALS[goal][0], PLAYED_OUT if goal == "win" else BEST) if goal else (Weights(), BEST)
    named = dict(list(_named(chat, state, _candidates(chat, state, weights)).items())[:most])
    if goal == "win":
        return await _played_out(chat, state, named)
    lines = [chat.words("lab.advice.heading", goal=chat.words(f"lab.advice.goals.{goal or 'both'}"))]
    for place, (called, do) in enumerate(named.items(), 1):
        lines.append(f"{place}. {called}{await _odds(chat, do)}")
    return Reply("\n".join([*lines, chat.words("lab.advice.note")]))


async def _played_out(chat: Chat, state: Struct, named: Mapping[str, Do]) -> Reply:
    """Deeds by how often the side wins soon after each: played out, and it says how often."""
    unit = lab_of(chat.table.system).unit
    within = WITHIN.get(unit, 2)
    found = await openings_beside(chat.table, state, list(named.values()), within=within, asker=str(chat.seat.id))
    ranked = sorted(zip(named, found, strict=True), key=lambda pair: _rank(pair[1]))
    heading = chat.words("lab.advice.heading", goal=chat.words(f"lab.advice.soon_{unit}", n=within))
    lines = [f"{place}. {called}  {_came_to(chat, one)}" for place, (called, one) in enumerate(ranked, 1) if one.runs]
    how = "sampled" if ranked[0][1].dice else "followed"
    return Reply("\n".join([heading, *lines, chat.words(f"lab.advice.{how}", runs=min(one.runs for one in found))]))


def _rank(one: Rehearsed) -> tuple[float, ...]:
    """What comes of a deed, the best first: how often the side wins; then, without dice, how soon, else by what is left of both."""
    theirs = sum(one.standing(side) for side in one.sides if side != one.ours)
    return -one.win.share, 0.0 if one.dice else one.length[1], theirs - one.standing(one.ours)


def _came_to(chat: Chat, one: Rehearsed) -> str:
    if not one.dice:
        return chat.words(
            "lab.advice.ended", winner=side_name(chat.words, one, one.rows[0].winner), time=one.rows[0].length
        )
    theirs = [one.standing(side) for side in one.sides if side != one.ours]
    left = chat.words(
        "lab.advice.left", ours=f"{one.standing(one.ours):.0%}", theirs=f"{sum(theirs) / len(theirs):.0%}"
    )
    return f"{percents(one.win)}{left}"


def _named(chat: Chat, state: Struct, found: Sequence[Candidate]) -> dict[str, Do]:
    """Deeds by what they are called, each once; those called alike by the numbers in which they differ, too."""
    alike: dict[str, list[Do]] = {}
    for one in found:
        alike.setdefault(_called(chat, state, one.do), []).append(one.do)
    named: dict[str, Do] = {}
    for one in found:
        called = next(name for name, several in alike.items() if one.do in several)
        plain = [slim(do.given) for do in alike[called]]
        numbers = [
            f"{chat.words.field(name).partition('（')[0].partition(' (')[0]} {value}"
            for name, value in slim(one.do.given).items()
            if isinstance(value, int) and not isinstance(value, bool) and any(p.get(name) != value for p in plain)
        ]
        named.setdefault(" ".join([called, *numbers]), one.do)
    return named


def _candidates(chat: Chat, state: Struct, weights: Weights) -> list[Candidate]:
    """The best of what those of hers could do whose turn it is, each deed once."""
    lab = lab_of(chat.table.system)
    now = lab.next(state)
    own = [who for who in now.able if chat.seat.gm or who in chat.seat.controls] if isinstance(now, Turn) else []
    found = lab.candidates(state, tuple(own)) if lab.candidates is not None and own else ()
    ranked = sorted(found, key=lambda one: -one.worth(weights))
    if not ranked:
        raise RuleError("nobody_to_advise")
    return ranked[:MOST]


def _called(chat: Chat, state: Struct, do: Do) -> str:
    """What a deed is called: as the table would tell it, whatever its dice."""
    system = chat.table.system
    procedure, given = chat.table.starting(do.procedure, do.given)
    dice = random.Random(1)
    done = settle(
        lambda: procedure.run(state, given),
        state,
        system.fold,
        throw=lambda ask: tuple(dice.randrange(side) + 1 for side in ask.pool.sides),
        decide=decider(system),
    )
    if system.tell is None:
        return procedure.name
    told = Told(procedure.name, given, done.result, state, done.state, done.events)
    title = chat.words.say(system.tell(told, chat.desk.viewer).title)
    people = system.actors(state)
    aimed = [people[who] for who in texts_in(msgspec.to_builtins(given)) if who in people and people[who] not in title]
    return f"{title} → {chat.words('common.comma').join(sorted(aimed))}" if aimed else title


async def _odds(chat: Chat, do: Do) -> str:
    """The odds of a deed, exact or about, where it has any."""
    if not chat.table.procedure(do.procedure).odds:
        return ""
    try:
        previews = await ahead_beside(chat.table, do, chat.desk.viewer)
    except RuleError:
        return ""
    telling = drawing.telling_odds(previews)
    if telling is None:
        return ""
    how = (
        chat.words("chat.exact") if telling.odds.exact else chat.words("chat.about", error=f"{telling.odds.error:.0%}")
    )
    return f"{drawing.odds_hint(chat.words, telling)} {how}"
