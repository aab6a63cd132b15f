"""A plug-in that does its worst at run time: whatever it raises, gives or asks for, its own table says so, and everybody else plays on."""

import pytest

from tests.fronts.web.test_broken import SOUND, breaking, parlour_and_plugins, plays_on, plug, seat_of

__all__ = ["parlour_and_plugins", "plug"]

WICKED = (
    SOUND
    + """
import asyncio, sys


class Own(BaseException):
    pass


class Unspeakable(Exception):
    def __str__(self):
        raise KeyError("not even that")


def raises(error):
    def wicked(*_):
        raise error
    return wicked


def deep(*_):
    return deep()


class Odd:
    sides = (6,)

    def __init__(self, **given):
        self.__dict__.update(given)

    def value(self, faces):
        return 1 // 0

    def weights(self):
        return 1 // 0


class Lazy(dict):
    def __getitem__(self, key):
        raise Own


class Elusive(str):
    def __str__(self):
        raise Own

    def __hash__(self):
        raise Own
"""
)
KINDS = {
    "KeyboardInterrupt": "raises(KeyboardInterrupt())",
    "GeneratorExit": "raises(GeneratorExit())",
    "CancelledError": "raises(asyncio.CancelledError())",
    "an end of its own": "raises(Own())",
    "StopIteration": "raises(StopIteration())",
    "MemoryError": "raises(MemoryError())",
    "no end to itself": "deep",
    "what cannot be told": "raises(Unspeakable())",
    "a line that colours the terminal": "raises(ValueError('\\x1b[31m\\nERROR all tables lost'))",
}
PLACES = [*((place, kind) for place in ("look", "fold") for kind in KINDS)]
PLACES += [(place, "an end of its own") for place in ("redact", "actors", "deeds", "tell")]


def ruled(body):
    """The wicked system with a rule of this body."""
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    return {
        "__init__.py": WICKED.replace("    await kit.happen(kit.Counted", f"{lines}    await kit.happen(kit.Counted")
    }


def placed(place, wicked):
    changed = breaking(**{place: wicked})["__init__.py"]
    return {"__init__.py": changed.replace(SOUND, WICKED)}


RULES = {
    **{f"a rule with {kind}": f"({wicked})()" for kind, wicked in KINDS.items()},
    "a rule that sleeps": "await asyncio.sleep(0)",
    "a rule that will not end": "try:\n    await kit.choose(kit.GM, 'questions.x', ('so',))\nfinally:\n    await kit.roll(kit.d(6), 'rolls.x')",
    "a rule that ends by itself": "try:\n    await kit.choose(kit.GM, 'questions.x', ('so',))\nexcept GeneratorExit:\n    raise Own",
    "a pool that cannot count": "await kit.roll(Odd(), 'rolls.x')",
    "a pool without sides": "await kit.roll(Odd(sides=None), 'rolls.x')",
    "a pool of a die with no sides": "await kit.roll(Odd(sides=(0,)), 'rolls.x')",
    "a pool of a million dice": "await kit.roll(Odd(sides=(6,) * 10**6), 'rolls.x')",
    "a question to nobody": "await kit.choose(None, 'questions.x', ('so',))",
    "a question without answers": "await kit.choose(kit.GM, 'questions.x', ())",
    "a question of odd answers": "await kit.choose(kit.GM, 'questions.x', (1, None))",
    "a question that cannot be written": "await kit.choose(kit.GM, 'questions.x', (Elusive('so'),))",
    "an event that is none": "await kit.happen(object())",
    "an event of a type": "await kit.happen(int)",
    "a refusal of odd facts": "raise kit.RuleError('odd', what=object(), how=Lazy(a=1))",
    "a refusal without a code": "raise kit.RuleError(None)",
}
ATTACKS = {
    **{name: ruled(body) for name, body in RULES.items()},
    **{f"{place} with {kind}": placed(place, KINDS[kind]) for place, kind in PLACES},
}


@pytest.mark.parametrize("attack", ATTACKS)
async def test_whatever_a_system_does_others_play_on(attack, plug, house, client):
    plug({"__init__.py": SOUND})
    link = await seat_of(house, "安")
    plug(ATTACKS[attack])
    bearer = {"authorization": f"Bearer {link}"}
    answers = [
        await client.post("/api/line", json={"text": ".sigh"}, headers=bearer),
        await client.get(f"/t/{link}", headers={"accept-language": "en"}),
        await client.get("/api/view", headers=bearer),
        await client.get("/api/deeds", headers=bearer),
        await client.get("/api/log", headers=bearer),
    ]
    assert {answer.status_code for answer in answers} <= {200, 201, 400, 403, 404, 409, 422, 503}
    assert not any("\x1b" in answer.text for answer in answers)
    await plays_on(client)
    plug({"__init__.py": SOUND})  # mended, its table is there, and takes the next line
    house._tables.clear()
    assert (await client.get(f"/t/{link}")).status_code == 200
