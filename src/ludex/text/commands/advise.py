"""What should I do now (`.建议`): the best deeds of the moment as a clever policy weighs them, with their odds; for players where the table lets them.

It knows what the one who asks knows: candidates and odds are made of the redacted state.
"""

import random

import msgspec
from msgspec import Struct

from ludex.core.deeds import Do
from ludex.core.driving import settle
from ludex.core.errors import RuleError
from ludex.core.rehearsal import Candidate, Turn, Weights
from ludex.core.system import Told
from ludex.lab.preview import ahead_beside, belief, decider, texts_in
from ludex.lab.runs import lab_of
from ludex.text import drawing
from ludex.text.chat import Chat
from ludex.text.reply import Reply

BEST = 3
"""So many deeds are told."""
MOST = 12
"""Among so many of the best, of which several may be called alike."""


async def advise(chat: Chat, _rest: str) -> Reply:
    """`.建议`: what one of mine, whose turn it is, could best do now."""
    if not chat.seat.gm and chat.table.memory.settings.advice == "off":
        raise RuleError("advice_off")
    state: Struct = belief(chat.table, chat.desk.viewer).state
    named: dict[str, Do] = {}
    for one in _candidates(chat, state):
        if len(named) < BEST:
            named.setdefault(_called(chat, state, one.do), one.do)
    lines = [chat.words("lab.advice.heading")]
    for place, (called, do) in enumerate(named.items(), 1):
        lines.append(f"{place}. {called}{await _odds(chat, do)}")
    return Reply("\n".join([*lines, chat.words("lab.advice.note")]))


def _candidates(chat: Chat, state: Struct) -> list[Candidate]:
    """The best of what those of hers could do whose turn it is, each deed once."""
    lab = lab_of(chat.table.system)
    now = lab.next(state)
    own = [who for who in now.able if chat.seat.gm or who in chat.seat.controls] if isinstance(now, Turn) else []
    found = lab.candidates(state, tuple(own)) if lab.candidates is not None and own else ()
    ranked = sorted(found, key=lambda one: -one.worth(Weights()))
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
