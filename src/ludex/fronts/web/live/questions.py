"""Open questions as one seat sees them: its own to answer now, others' that it may answer for them, and who is waited for."""

import re
from collections.abc import Mapping, Sequence

import msgspec

from ludex.core.asks import GM, Option
from ludex.core.principals import actor_of
from ludex.fronts.web.drawing.draw import Drawing
from ludex.fronts.web.drawing.formgap import FormGap, encoded
from ludex.fronts.web.drawing.outcomes import Foreseen, Share, foreseen
from ludex.fronts.web.drawing.shapes import prose
from ludex.fronts.web.drawing.spoken import asked_for
from ludex.fronts.web.live.catalogue import changing
from ludex.lab.answers import Answers
from ludex.table.memory import Act
from ludex.table.preludes import CALL, CHANGE, PROPOSAL
from ludex.table.questions import Open
from ludex.text.changing import proposer
from ludex.text.chat import Chat
from ludex.text.drawing import option_text

_ASIDE = re.compile(r"([^（(]+)[（(](.+)[）)]")
"""An answer, and in brackets what it costs."""


IDLE = ("not_now", "cannot")
"""The words of an answer that would do nothing now."""

_BETWEEN = re.compile(r"[）)]\s*[（(]")
"""Where one bracket ends and the next begins."""


class Answering(msgspec.Struct, frozen=True):
    """One answer as a button, with what it may lead to. `change`: the deed that it fills in otherwise. `idle`: it would do nothing now."""

    place: int
    answer: str
    text: str
    gaps: str
    seen: Foreseen | None
    best: bool = False
    aside: str = ""
    change: str = ""
    idle: bool = False


TYPED = re.compile(r"（打字回答：|\(typed: ")
"""A line of a question that says how its answer is typed: a page has a form for that, which offers the same names."""


class Posed(msgspec.Struct, frozen=True):
    """A question as a card; `more` are the lines behind its first, `shared` is what every answer leads to alike, `legend` what the colours of its odds mean,
    `told` what is told beside what it asks."""

    act: int
    who: str
    what: str
    line: str
    answers: tuple[Answering, ...]
    may_cancel: bool
    may_back: bool = False
    shared: Foreseen | None = None
    legend: tuple[Share, ...] = ()
    more: tuple[str, ...] = ()
    told: str = ""

    @property
    def foreseen(self) -> bool:
        """Whether there are odds to compare."""
        return any(one.seen is not None for one in self.answers)


class Waiting(msgspec.Struct, frozen=True):
    """Somebody else is asked."""

    who: str
    line: str


def waiting(chat: Chat, drawing: Drawing) -> list[Waiting]:
    """Whom the table waits for, as far as this seat may know of it."""
    answerable = {one.act.number for one in chat.desk.answerable()}
    heard = [one for one in chat.desk.waits() if one.act.number not in answerable]
    found = [Waiting(chat.name_of(one.question.who), _deed(chat, drawing, one)) for one in heard]
    # it may be something that this seat hears nothing of; its cards that are held up show that there is something
    unheard = not found and not answerable and any(drawing.deed_held(deed) for deed in chat.desk.deeds())
    return [Waiting(chat.name_of(GM), "")] if unheard else found


def _deed(chat: Chat, drawing: Drawing, asked: Open) -> str:
    """What a question belongs to, as far as this seat may know it: a deed by its title, else the line."""
    act = asked.act
    return drawing.done(act.asked.filled, act.asked.line, act.seat) if chat.desk.reads(act) else ""


def posed(chat: Chat, drawing: Drawing, asked: Open, odds: Answers | None) -> Posed:
    """A question with its answers, and under each what it may lead to."""
    act, question = asked.act, asked.question
    options, system = question.options, chat.table.system
    tones = system.against if question.what.facts.get("defends") else system.outcomes
    seen = {
        o.answer: foreseen(drawing, odds[o.answer], tones, asked=True) for o in options if odds and odds.get(o.answer)
    }
    if not _telling(list(seen.values())) or (question.about == PROPOSAL and not any(s.open for s in seen.values())):
        seen = {}
    shared = _shared(options, seen)
    each = {} if shared else seen
    best = _best([one for one in each.values() if one.means], acts=_acts(chat, asked))
    answers = tuple(_answering(drawing, n, o, each.get(o.answer), best) for n, o in enumerate(options, 1))
    if question.about == PROPOSAL and act.asked.filled:
        answers = tuple(_changing(chat, act, one) for one in answers)
    may_cancel = chat.seat.gm or act.seat == chat.seat.id
    said = asked_for(question, act.asked.filled, act.asked.line, lambda deed, line: drawing.done(deed, line, act.seat))
    what, *more = drawing.begun(drawing.show(said)).splitlines() or [""]
    number = chat.desk.act_number(act.number)
    back = (taken := chat.table.takes_back(chat.seat)) is not None and taken.number == act.number
    who, line = chat.name_of(question.who), "" if question.about in (PROPOSAL, CALL) else _deed(chat, drawing, asked)
    legend = _legend(each or ({"": shared} if shared else {}))
    by_hand = tuple(one for one in more if not TYPED.search(one))
    asks, told = prose.headed(what)
    return Posed(number, who, asks, line, answers, may_cancel, back, shared, legend, by_hand, told)


def _changing(chat: Chat, act: Act, answer: Answering) -> Answering:
    """The answer that changes a proposal asks for the deed's own fields, as they were filled in."""
    filled = act.asked.filled
    if filled is None or not answer.answer.startswith(f"{CHANGE}:"):
        return answer
    command = chat.desk.command(filled.deed)
    actor = filled.actor or ("" if command.aims else proposer(chat, act))
    fields = changing(chat, command, filled.args)
    deed = {"deed": filled.deed, "actor": actor, "args": filled.args}
    if not fields:
        return answer
    return msgspec.structs.replace(answer, gaps=encoded(fields), change=msgspec.json.encode(deed).decode())


def _legend(seen: Mapping[str, Foreseen]) -> tuple[Share, ...]:
    """What each colour means, in the order in which they lie side by side."""
    return tuple({share.name: share for one in seen.values() for share in one.shares}.values())[:6]


def _shared(options: Sequence[Option], seen: dict[str, Foreseen]) -> Foreseen | None:
    """What all answers lead to, if there are several and it does not matter which is given."""
    found = [seen.get(o.answer) for o in options]
    return found[0] if len(found) > 1 and all(one == found[0] for one in found) else None


def _telling(seen: list[Foreseen]) -> bool:
    """Whether chance, or which answer is given, makes any difference."""
    return any(one.open for one in seen) or len(set(seen)) > 1


def _acts(chat: Chat, asked: Open) -> bool:
    """Whether somebody is asked about what she does herself."""
    act = asked.act
    named = act.asked.filled.actor if act.asked.filled else ""
    own = chat.desk.all_named(named) if named in chat.desk.actors().values() else (named,)
    return actor_of(asked.question.who) in (own if named else (proposer(chat, act),))


def _best(seen: list[Foreseen], *, acts: bool) -> float | None:
    """The best that an answer comes to on average: the least of what hurts oneself, else the most."""
    means = [float(one.means[0][1]) for one in seen]
    return None if not means else min(means) if seen[0].harms and not acts else max(means)


def _answering(drawing: Drawing, place: int, option: Option, seen: Foreseen | None, top: float | None) -> Answering:
    shown = drawing.begun(drawing.say(option.say) if option.say is not None else option_text(drawing.words, option))
    best = seen is not None and bool(seen.means) and float(seen.means[0][1]) == top
    bracket = _ASIDE.fullmatch(shown)
    text, aside = (bracket[1].strip(), _BETWEEN.sub(" · ", bracket[2])) if bracket else _named(shown)
    idle = option.say is not None and option.say.key.rpartition(".")[2] in IDLE
    return Answering(place, option.answer, text, gaps(drawing, option), seen, best, aside, idle=idle)


def _named(shown: str) -> tuple[str, str]:
    """An answer that says at length what it is, in two: what it is called, and what it does."""
    name, colon, what = shown.partition("：" if "：" in shown else ": ")
    return (name, what.strip()) if colon and (shown[-1] in "。." or prose.width(shown) > LONG) else (shown, "")


LONG = 32
"""An answer so wide says more than its name."""

PLURAL = ("tags", "feats", "spells", "ids", "items")
"""Gaps that take several by their names."""


def gaps(drawing: Drawing, option: Option) -> str:
    """The gaps of an answer: name, title and suggestions, as JSON."""
    return encoded(_gap(drawing, name, option) for name in option.gaps)


def _gap(drawing: Drawing, gap: str, option: Option) -> FormGap:
    """One gap; a name that ends in `…` or means several by itself takes several, with commas between."""
    name = gap.removesuffix("…")
    suggested = option.fill.get(name, ())
    once = drawing.once(suggested)
    offered = tuple(_suggestion(drawing, one, option) for one in suggested if one in once)
    own = f"args.{option.answer.partition(':')[0]}_{name}"  # what it is called for this answer alone
    title = drawing.begun(drawing.words(own) if drawing.words.has(own) else drawing.words.argument(name))
    return FormGap(name=gap, title=title, fill=offered, many=name != gap or name in PLURAL)


def _suggestion(drawing: Drawing, typed: str, option: Option) -> tuple[str, str]:
    """A suggestion for an answer: the rules get it as it is typed; people read what it is called."""
    return (typed, drawing.show(option.called[typed])) if typed in option.called else drawing.given(typed)
