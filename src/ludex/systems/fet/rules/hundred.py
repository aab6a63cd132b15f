"""The D100 against a rate (FET-CHK-3), and what is decided in its place without dice (FET-INT-3)."""

from collections.abc import Mapping

import msgspec

from ludex.core.asks import Option, choose, roll
from ludex.core.principals import GM, actor
from ludex.core.rule import rule
from ludex.core.say import say
from ludex.systems.fet.terms import Number, Result, half_up


class Thrown(msgspec.Struct, frozen=True):
    """A D100 against a rate; no face where the GM decided."""

    result: str
    face: int | None = None


class Under(msgspec.Struct, frozen=True):
    """A D100 read as whether it is at most the rate (Ruling FET-E-2: equal succeeds)."""

    rate: int

    @property
    def sides(self) -> tuple[int, ...]:
        """One D100."""
        return (100,)

    def value(self, faces: tuple[int, ...]) -> int:
        """1 for a success, 0 for a failure."""
        return int(faces[0] <= self.rate)

    def weights(self) -> Mapping[int, int]:
        """As many faces succeed as the rate has points."""
        good = min(100, self.rate)
        return {1: good, 0: 100 - good}


@rule("FET-CHK-3", "FET-INT-3")
async def hundred(rate: int, *, diceless: bool, whose: tuple[str | None, ...] = ()) -> Thrown:
    """Roll a D100 under the rate; without dice the GM decides from it (Ruling FET-E-32). `whose` die it is."""
    if diceless:
        options = (
            Option(Result.SUCCESS, say("answers.success", rate=rate)),
            Option(Result.FAILURE, say("answers.failure", rate=rate)),
        )
        return Thrown(await choose(GM, say("questions.result", rate=rate), options))
    rolled = await roll(Under(rate), "rolls.d100", who=tuple(actor(who) for who in whose if who))
    return Thrown(Result.SUCCESS if rolled.value else Result.FAILURE, rolled.faces[0] if rolled.faces else None)


@rule("FET-CHK-3")
def ratio_of(face: int | None, rate: int) -> Number | None:
    """face / rate for comparing, two places; absent where there is none."""
    return half_up(face / rate, 2) if face is not None and rate else None
