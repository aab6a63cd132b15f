"""Open questions as one seat sees them: its own to answer now, others' that it may answer for them, and who is waited for."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import msgspec

from ludex.core.asks import Option
from ludex.fronts.web.draw import Drawing
from ludex.lab.answers import Answers
from ludex.lab.preview import Preview
from ludex.table.questions import Open
from ludex.table.seats import hears
from ludex.text.chat import Chat
from ludex.text.drawing import option_text

OUTCOMES = 6
"""So many outcomes are named under an answer; the rest are summed up as others."""


class Chance(msgspec.Struct, frozen=True):
    """One outcome and how likely it is."""

    name: str
    share: float
    percent: str


class Outlook(msgspec.Struct, frozen=True):
    """What an answer may lead to: outcomes side by side (of `label`, where they are numbers), means, whether it is exact or a guess."""

    chances: tuple[Chance, ...] = ()
    means: tuple[tuple[str, str], ...] = ()
    exact: bool = True
    label: str = ""
    guessed: bool = False


class Answering(msgspec.Struct, frozen=True):
    """One answer as a button."""

    place: int
    answer: str
    text: str
    gaps: str
    outlook: Outlook | None


class Posed(msgspec.Struct, frozen=True):
    """A question as a card; `outlook` is what every answer leads to alike."""

    act: int
    who: str
    what: str
    line: str
    answers: tuple[Answering, ...]
    may_cancel: bool
    may_back: bool = False
    outlook: Outlook | None = None


class Waiting(msgspec.Struct, frozen=True):
    """Somebody else is asked."""

    who: str
    line: str


def waiting(chat: Chat) -> list[Waiting]:
    """Whom the table waits for, as far as this seat may know of it."""
    seat = chat.seat
    answerable = {one.act.number for one in (*chat.desk.questions(), *chat.desk.others_questions())}
    parked = [a for n, a in sorted(chat.table.memory.parked.items()) if n not in answerable]
    heard = [a for a in parked if hears(seat, a.audience, a.seat)]
    return [Waiting(chat.name_of(q.who), chat.desk.line_of(a)) for a in heard for q in a.questions]


def posed(chat: Chat, drawing: Drawing, asked: Open, odds: Answers | None) -> Posed:
    """A question with its answers, and under each what it may lead to."""
    act, question = asked.act, asked.question
    options = question.options
    outlooks = {o.answer: outlook_of(drawing, odds[o.answer]) for o in options if odds and odds.get(o.answer)}
    if not _telling(list(outlooks.values())):
        outlooks = {}
    shared = _shared(options, outlooks)
    each = {} if shared else outlooks
    answers = tuple(_answering(drawing, n, o, each.get(o.answer)) for n, o in enumerate(options, 1))
    may_cancel = chat.seat.gm or act.seat == chat.seat.id
    what = drawing.begun(drawing.show(question.what))
    number = chat.desk.number(act.number)
    back = (taken := chat.table.takes_back(chat.seat)) is not None and taken.number == act.number
    return Posed(number, chat.name_of(question.who), what, chat.desk.line_of(act), answers, may_cancel, back, shared)


def _shared(options: Sequence[Option], outlooks: dict[str, Outlook]) -> Outlook | None:
    """What all answers lead to, if there are several and it does not matter which is given."""
    found = [outlooks.get(o.answer) for o in options]
    return found[0] if len(found) > 1 and all(one == found[0] for one in found) else None


def _telling(outlooks: list[Outlook]) -> bool:
    """Whether chance, or which answer is given, makes any difference."""
    return any(len(o.chances) > 1 for o in outlooks) or len(set(outlooks)) > 1


def _answering(drawing: Drawing, place: int, option: Option, outlook: Outlook | None) -> Answering:
    shown = drawing.begun(drawing.say(option.say) if option.say is not None else option_text(drawing.words, option))
    return Answering(place, option.answer, shown, drawing.gaps(option.answer, option.fill), outlook)


def outlook_of(drawing: Drawing, previews: list[Preview]) -> Outlook:
    """The outcomes of the most telling output with words for outcomes (else with few numbers); the means of the others."""
    known = {p.output: {k: v for k, v in p.odds.chances.items() if k is not None} for p in previews}
    worded = [name for name, chances in known.items() if chances and not _numeric(chances)]
    few = [name for name, chances in known.items() if 0 < len(chances) <= OUTCOMES]
    main = (worded or few or [""])[0]
    means = [(output_name(drawing, n), _mean(c)) for n, c in known.items() if n != main and c and _numeric(c)]
    label = output_name(drawing, main) if main and main not in worded else ""
    chances = _chances(drawing, known.get(main, {}))
    exact, guessed = all(p.odds.exact for p in previews), any(p.assumed for p in previews)
    return Outlook(chances, tuple(means), exact, label, guessed)


def _numeric(chances: dict[Any, Fraction]) -> bool:
    return all(isinstance(k, int | float | Fraction) and not isinstance(k, bool) for k in chances)


def output_name(drawing: Drawing, output: str) -> str:
    """What an output of a procedure is called."""
    key = f"outputs.{output}"
    return drawing.words.phrase(key) if drawing.words.has(key) else drawing.term(output)


def _mean(known: dict[Any, Fraction]) -> str:
    whole = sum(known.values())
    return f"{float(sum(Fraction(k) * v for k, v in known.items()) / whole):.2f}" if whole else "0"


def _chances(drawing: Drawing, known: dict[Any, Fraction]) -> tuple[Chance, ...]:
    shown = list(known.items())
    if len(shown) > OUTCOMES:
        kept = sorted(shown, key=lambda item: -item[1])[: OUTCOMES - 1]
        rest = sum((v for k, v in shown if (k, v) not in kept), Fraction(0))
        named = [(drawing.term(k), v) for k, v in kept]
        shown_named = [*named, (drawing.words("web.others"), rest)]
    else:
        shown_named = [(drawing.term(k), v) for k, v in shown]
    return tuple(Chance(name, float(share), drawing.percent(share)) for name, share in shown_named)
