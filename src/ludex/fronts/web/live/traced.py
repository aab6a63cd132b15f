"""What a deed would draw on the map, and how far two cells are apart, as the system says it; the page only draws it."""

import msgspec

from ludex.core.deeds import Do, Filled
from ludex.core.errors import RuleError
from ludex.fronts.web.drawing.draw import Drawing
from ludex.fronts.web.live import messages as m
from ludex.text.chat import Chat

Cells = tuple[tuple[int, int], ...]


class Drawn(msgspec.Struct, frozen=True, omit_defaults=True):
    """A deed on the map in the reader's words. `ok`: whether it may be done; `why` not. `reacts`, `hits`: actors' ids."""

    ok: bool
    why: str = ""
    way: Cells = ()
    area: Cells = ()
    cost: str = ""
    left: str = ""
    told: str = ""
    hits: tuple[str, ...] = ()
    reacts: tuple[str, ...] = ()
    span: tuple[float, float] | None = None


def traced(chat: Chat, asked: m.Trace) -> Drawn:
    """What a deed would draw, or the reason why it cannot be done."""
    filled = Filled(asked.deed, asked.args, asked.actor)
    desk, words = chat.desk, chat.words
    try:
        todo, trace = desk.prepare(filled), chat.table.system.trace
        found = trace(desk.asked(filled), todo) if trace and isinstance(todo, Do) else None
    except RuleError as error:
        return Drawn(ok=False, why=Drawing.at(chat).by_hand(words.error(error)))
    if found is None:
        return Drawn(ok=True)
    known = desk.actors()
    cost, left = words.say(found.cost), words.say(found.left)
    reacts = tuple(who for who in found.reacts if who in known)
    hits = tuple(who for who in found.hits if who in known)
    told = [words("web.trace_cost", cost=cost)] if cost else []
    told += [words("web.trace_left", left=left)] if left else []
    told += [words("web.trace_reacts", who=words("common.comma").join(known[who] for who in reacts))] if reacts else []
    told += [words("web.trace_hits", who=words("common.comma").join(known[who] for who in hits))] if hits else []
    return Drawn(
        True, "", found.way, found.area, cost, left, words("common.semicolon").join(told), hits, reacts, found.span
    )


def far(chat: Chat, asked: m.Far) -> str:
    """The distance in the system's own words; cells are counted by nobody where it has none."""
    measure = chat.table.system.far
    if measure is None:
        return ""
    try:
        return chat.words.say(measure(chat.desk.state, asked.a, asked.b))
    except RuleError:
        return ""
