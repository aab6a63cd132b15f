"""What is asked before a procedure begins: the GM's word on a proposal, a called player's own throw.

A prelude wraps the call, never the rule: rules know nothing of it. Play, audit and odds begin a call in the same way, here. A
proposal parks before any die falls, with one question to the GM: allow, change, refuse, allow this kind until the scene ends.
"""

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from ludex.core.asks import GM, CalledOff, Option, choose
from ludex.core.deeds import ALWAYS
from ludex.core.errors import RuleError
from ludex.core.principals import Who
from ludex.core.rule import Procedure
from ludex.core.say import Say, say

PROPOSAL, CALL = "proposal", "call"
"""What the question of a prelude is about."""

ALLOW, CHANGE, REFUSE = "allow", "change", "refuse"

ROLL = "roll"
"""The one answer to a call."""


class Proposed(msgspec.Struct, frozen=True, tag="proposed", forbid_unknown_fields=True):
    """A player typed what is the GM's word: of which kinds, in which fields, and who proposes it.

    `why` is a refusal that only the real state gives: the GM reads it, the player must not (`unseen.py`). `note`: what the GM weighs it by.
    `faces` are those that the player typed in for her own dice: they fall once it is allowed.
    """

    kinds: tuple[str, ...]
    fields: tuple[str, ...]
    by: str
    why: Say | None = None
    note: Say | None = None
    faces: tuple[int, ...] = ()


class Called(msgspec.Struct, frozen=True, tag="called", forbid_unknown_fields=True):
    """The GM calls for it: the player of `who` throws the dice. `what` tells her for what."""

    who: Who
    what: str


Prelude = Proposed | Called


class NotAllowed(msgspec.Struct, frozen=True):
    """The GM refused a proposal: nothing happened. `wish`: what it was."""

    wish: Say


class LeftAlone(msgspec.Struct, frozen=True):
    """The one who acts said no to what it would cost: nothing happened."""


class Begun(msgspec.Struct, frozen=True):
    """What a procedure came to, and the input that it was really given."""

    result: Any
    given: Any


async def begun(procedure: Procedure, state: Any, given: Any, *, prelude: Prelude | None, line: str) -> Begun:
    """Begin a procedure, after what must be asked before."""
    match prelude:
        case Proposed():
            changed = await _proposed(procedure, given, prelude, line)
            if changed is None:
                return Begun(NotAllowed(_wish(prelude.by, line)), given)
            given = changed
        case Called():
            question = say("questions.called", what=spoken(prelude.what))
            await choose(prelude.who, question, (Option(ROLL, say("answers.called")),), about=CALL)
    try:
        return Begun(await procedure.run(state, given), given)
    except CalledOff:
        return Begun(LeftAlone(), given)


async def _proposed(procedure: Procedure, given: Any, prelude: Proposed, line: str) -> Any:
    """The input that the GM allows; None if it is refused."""
    options = (
        Option(ALLOW, say("answers.allow")),
        Option(f"{CHANGE}:<line>", say("answers.change")),
        Option(REFUSE, say("answers.refuse")),
        Option(ALWAYS, say("answers.always")),
    )
    answer = await choose(GM, _asked(prelude, line), options, about=PROPOSAL)
    if answer == REFUSE:
        return None
    if answer in (ALLOW, ALWAYS):
        return given
    changed = options[1].match(answer)
    if changed is None:
        raise RuleError("bad_choice", answer=answer[:40], options=[o.answer for o in options])
    return procedure.read(_plain(changed["line"]))


def _asked(prelude: Proposed, line: str) -> Say:
    """What the GM is asked, with what is for the GM alone."""
    if prelude.why is not None:
        return say("questions.unseen", who=prelude.by, line=spoken(line), why=prelude.why)
    wish = _wish(prelude.by, line)
    return say(f"{wish.key}_noted", **wish.facts, note=prelude.note) if prelude.note is not None else wish


def _wish(who: str, line: str) -> Say:
    """Whose wish it is, and for what."""
    about = wished(line)
    if about is not None:
        return say(f"questions.{about[0]}", who=who, line=spoken(about[1]))
    return say("questions.proposal", who=who, line=spoken(line))


UNDO = ".undo "
"""How the line begins of a wish to take something back."""

_WISHES = {UNDO: "wish_undo", ".cancel ": "wish_cancel"}
"""Lines about another line, and how they are told."""


def wished(line: str) -> tuple[str, str] | None:
    """Of a line that is about another one: how it is told, and the other; None of any other line."""
    return next(((key, line.removeprefix(begins)) for begins, key in _WISHES.items() if line.startswith(begins)), None)


def spoken(line: str) -> str:
    """A line as people say it: without the sign that makes it a command."""
    return line[1:].lstrip() if line.startswith((".", "。", "．", "/", "!", "！")) else line


def _plain(text: str) -> dict[str, Any]:
    try:
        found = msgspec.json.decode(text)
    except msgspec.DecodeError:
        found = None
    if not isinstance(found, dict):
        raise RuleError("bad_choice", answer=text[:40], options=[CHANGE])
    return found


Start = Callable[[], Awaitable[Begun]]
