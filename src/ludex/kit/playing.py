"""To play at once: the plainest policy, and a demo with a seat for every character.

`demo.toml` in the package holds what stands in the state (`[people.an]`), and `lines` that are worth trying.
"""

from collections.abc import Callable

import msgspec

from ludex.core.asks import Choose
from ludex.core.errors import RuleError
from ludex.core.packs import read_toml, unfit_file
from ludex.core.say import say
from ludex.core.system import Arrange, Demo
from ludex.kit.people import is_npc, name_of
from ludex.kit.shape import people_of


def first_answer(state: msgspec.Struct, ask: Choose) -> str | None:  # noqa: ARG001  # a policy gets the state
    """The plainest policy: the likely answer, else the first that needs no filling in."""
    return ask.likely or next((option.answer for option in ask.options if not option.open), None)


def written_demo(package: str, arrange: Arrange) -> Callable[[], Demo] | None:
    """The demo that a package's `demo.toml` describes; None if it has none."""
    try:
        given = read_toml(package, "demo.toml")
    except FileNotFoundError:
        return None
    lines = tuple(given.pop("lines", ()))
    try:
        state, rest = arrange(None, given)
        if rest:
            unknown = [say("content.unknown_field", where="state", field=name) for name in rest]
            raise RuleError("bad_content", problems=unknown)
    except RuleError as error:
        raise unfit_file(package, "demo.toml", error=error) from None
    return lambda: demo_at(state, *lines)


def demo_at(state: msgspec.Struct, *lines: str) -> Demo:
    """A table to play at once, with a seat for every character that is no NPC; `lines` are worth trying."""
    seats: dict[str, tuple[str, ...]] = {
        name_of(one): (who,) for who, one in people_of(state).items() if not is_npc(one)
    }
    return Demo(state, seats, lines)
