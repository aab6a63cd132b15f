"""What the GM grants when an evening ends (FET-LIV-56): levels and money, in the words that she confirms them with."""

import re
from collections.abc import Iterator

from msgspec.structs import replace

from ludex.core.names import narrow
from ludex.core.rule import rule
from ludex.core.say import Say, say
from ludex.systems.fet.commands.naming import EVERYONE, crowds
from ludex.systems.fet.rules.sheets import SetSheet, edit_said, set_sheet
from ludex.systems.fet.state import State
from ludex.systems.fet.terms import Number, tidy, typed_number

_NUMBER = r"\s*[=:]?\s*([+-]?\d+(?:\.\d+)?)"
_LEVEL = rf"(?:等级|lv|level){_NUMBER}"
_CASH = rf"(?:现金|钱|cash|money){_NUMBER}"
_PARTS = re.compile(r"[;；\n]")
TOLD = ("level", "now_cash")
"""What is said of a change: the rest follows from the level."""


@rule("FET-LIV-56", "FET-LIV-46", "FET-LIV-48")
async def rewarded(state: State, words: str) -> tuple[Say, ...]:
    """Levels and money that the GM names are given: `爱丽丝 等级+1 现金+100；韩左 现金 50`; to everybody where nobody is named."""
    told = []
    for change in _changes(state, words).values():
        done = await set_sheet(state, change)
        what = [edit_said(one) for one in done.changed if one.field in TOLD]
        told += [say("told.rewarded", who=state.called(change.who), what=what)] if what else []
    return tuple(told)


def _changes(state: State, words: str) -> dict[str, SetSheet]:
    """What becomes of whose sheet."""
    found: dict[str, SetSheet] = {}
    for who, level, cash, said in _granted(state, words):
        change = found.get(who, SetSheet(who))
        if level:
            found[who] = replace(change, set={"level": _raised(state.characters[who].level, level)})
        else:
            entry = {"amount": typed_number(cash), "purpose": said, "time": f"{state.day}"}
            found[who] = replace(change, add={"bill": entry})
    return found


def _raised(now: Number, said: str) -> Number:
    """A level with its sign is a change, without one the level itself, as `.lv` has it."""
    number = typed_number(said) or 0
    return tidy(now + number) if said[0] in "+-" else number


def _granted(state: State, words: str) -> Iterator[tuple[str, str, str, str]]:
    """Who gets which level or how much money, and in which words of the line; amounts are for those named last before them."""
    names = {narrow(state.called(who)) for who in state.characters}
    spelled = "|".join(map(re.escape, sorted({*names, *EVERYONE}, key=len, reverse=True)))
    people, open_list = crowds(state, [EVERYONE[0]]), False
    for found in re.finditer(rf"({spelled})|{_LEVEL}|{_CASH}", narrow(words), re.IGNORECASE):
        name, level, cash = found.groups()
        if name:
            people = [*(people if open_list else ()), *crowds(state, [name])]
        open_list = bool(name)
        said = f"{_PARTS.split(words[: found.start()])[-1]}{_PARTS.split(words[found.start() :])[0]}".strip()
        yield from ((who, level or "", cash or "", said) for who in people if level or cash)
