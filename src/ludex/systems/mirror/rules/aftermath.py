"""Joins Conflict (冲突) and Personality: how a conflict that is decided ends, and the favour that it brings (MIR-LIV-22, MIR-LIV-23)."""

import msgspec

from ludex.core.asks import GM, Option, choose
from ludex.core.bounds import whole
from ludex.core.errors import RuleError
from ludex.core.names import named, split_list
from ludex.core.rule import rule
from ludex.core.say import say
from ludex.systems.mirror.events import EndOffered, FavourChanged, FavourDue
from ludex.systems.mirror.fold import happen
from ludex.systems.mirror.rules.initiative import running
from ludex.systems.mirror.state import State

END, GO_ON = "end", "go_on"
EACH = Option("each:<n>", say("answers.favour_each"), {"n": ("1", "2", "3")})
OWN = "own:<favours>"
MOST = 99
"""So much favour at once."""


class OfferEnd(msgspec.Struct, frozen=True):
    """Nothing but the running conflict."""


class EndSettled(msgspec.Struct, frozen=True):
    """Whether the conflict is over, and after how many rounds."""

    over: bool
    rounds: int


class ShareFavour(msgspec.Struct, frozen=True):
    """Nothing but who took part."""


class FavourShared(msgspec.Struct, frozen=True):
    """What each has got; those who got nothing are not named."""

    given: dict[str, int]


@rule("MIR-LIV-22")
def decided(state: State) -> bool:
    """Whether all of a side that took part are unconscious, out of play, or have left the conflict."""
    conflict = state.conflict
    if conflict is None:
        return False
    people = [state.characters[f.id] for f in conflict.fighters if f.id in state.characters]
    standing = {c.side for c in people if not (c.unconscious or c.out_of_play)}
    return len(standing) < len({*conflict.gone, *(c.side for c in people)})


@rule("MIR-LIV-22", "MIR-CFL-2")
async def offer_end(state: State, _given: OfferEnd) -> EndSettled:
    """The GM is asked once whether a conflict with a side down is over; the end itself is everybody's to hear."""
    rounds = running(state).round
    options = (Option(END, say("answers.conflict_end")), Option(GO_ON, say("answers.conflict_go_on")))
    over = await choose(GM, say("questions.conflict_end", round=rounds), options) == END
    await happen(EndOffered(over))
    return EndSettled(over, rounds)


@rule("MIR-LIV-23")
async def share_favour(state: State, _given: ShareFavour) -> FavourShared:
    """After a conflict the GM is asked about favour: none, so much for each who took part, or each her own."""
    people = {who: state.characters[who].called for who in state.favour_due if who in state.characters}
    shares = [f"{called}={n}" for n, called in enumerate(list(people.values())[:2], 1)]
    own = Option(OWN, say("answers.favour_own", shares=shares))
    options = (Option("none", say("answers.favour_none")), EACH, own)
    answer = await choose(GM, say("questions.favour", who=list(people.values())), options)
    amounts = _amounts(answer, people)
    await happen(FavourDue(()))
    for who, amount in amounts.items():
        await happen(FavourChanged(who, state.who(who).favour + amount))
    return FavourShared(amounts)


def _amounts(answer: str, people: dict[str, str]) -> dict[str, int]:
    """What an answer gives to whom; anything else is refused."""
    if answer == "none":
        return {}
    if (each := EACH.match(answer)) is not None:
        return {who: n for who in people if (n := _amount(each["n"]))}
    if (own := Option(OWN).match(answer)) is None:
        raise RuleError("bad_choice", answer=answer, options=["none", EACH.answer, OWN])
    names = {who: (who, called) for who, called in people.items()}
    pairs = [one.replace("＝", "=").replace(":", "=").partition("=") for one in split_list(own["favours"])]
    return {
        named(name.strip(), names, unknown="unknown_id", id=name, ids=list(people.values())): _amount(n)
        for name, _, n in pairs
    }


def _amount(text: str) -> int:
    number = whole(text)
    if number is None or not 0 <= number <= MOST:
        raise RuleError("bad_amount", clause="MIR-LIV-23", amount=text, most=MOST)
    return number
