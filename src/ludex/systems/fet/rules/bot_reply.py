"""What the bot answers (FET-CMD-6)."""

import msgspec

from ludex.core.explain import Total
from ludex.systems.fet.rules.bot_text import Reader
from ludex.systems.fet.state import Declared, State
from ludex.systems.fet.terms import Number


class Reply(msgspec.Struct, frozen=True, kw_only=True):
    """What the bot answers: a code and the facts that go with it; `text` where the rulebook prints the wording."""

    code: str
    line: int = 0
    error: bool | None = None
    name: str | None = None
    text: str | None = None
    warnings: tuple[str, ...] | None = None
    target: int | None = None
    difficulty: Number | None = None
    attribute: str | None = None
    value: int | None = None
    rate: int | None = None
    face: int | None = None
    ratio: Number | None = None
    result: str | None = None
    rp: Number | None = None
    bonus: Number | None = None
    level: Number | None = None
    intelligence: Number | None = None
    impact: Number | None = None
    wind_up: Number | None = None
    start: Number | None = None
    end: Number | None = None
    cancelled: bool | None = None
    timeline: tuple[Declared, ...] | None = None
    resource: str | None = None
    change: Number | None = None
    current: Number | None = None
    max: Number | None = None
    dead: bool | None = None
    stamina: Number | None = None
    stamina_max: Number | None = None
    will: Number | None = None
    will_max: Number | None = None
    why: dict[str, Total] = {}


class Sent(msgspec.Struct, frozen=True):
    """A command as it was sent: by whom, and what follows the command word."""

    who: str
    reader: Reader


Answer = tuple[Reply, State]
