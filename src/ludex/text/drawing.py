"""Everything as plain text: cards, dice, questions, odds and views, for chat groups and terminals."""

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import groupby
from math import fsum

from msgspec.structs import replace

from ludex.core.asks import Option
from ludex.core.deeds import Offer
from ludex.core.driving import Faces
from ludex.core.explain import Term, Total
from ludex.core.names import narrow
from ludex.core.view import (
    AnyPart,
    Bar,
    Board,
    BoardCard,
    Body,
    BodyPart,
    Card,
    Deeds,
    Empty,
    Fact,
    Facts,
    Gauge,
    Gauges,
    Label,
    Rows,
    Section,
    Stage,
    Stations,
    Strip,
    Tag,
    Tags,
    Text,
    Thread,
    Timeline,
    Track,
    View,
    Vital,
)
from ludex.lab.crossing import Beyond, Preview
from ludex.table.entries import Question
from ludex.text.lines import open_lines
from ludex.text.mapping import stage_lines
from ludex.text.words import Words

SHAPES = {"great": "✦", "good": "●", "mixed": "◐", "bad": "○", "terrible": "✕", "plain": "·"}
_GAP = re.compile(r"<([^>]*)>")
SHORT = 24
"""Facts up to so many characters stand side by side."""
OUTCOMES, MANY = 5, 12
"""So many outcomes are told with an answer; so many of a distribution are listed in chat before it is summed up."""


def dice_text(words: Words, dice: Sequence[Faces]) -> str:
    """Throws as `D8 6 · D4 3 2`."""
    shown = []
    for throw in dice:
        mark = words("chat.typed") if throw.real else ""
        for sides, places in groupby(range(len(throw.faces)), key=lambda place: throw.sides[place]):
            shown.append(f"D{sides}{mark} {' '.join(_die(throw, place) for place in places)}")
    return " · ".join(shown)


def _die(throw: Faces, place: int) -> str:
    return f"({throw.faces[place]})" if place in throw.dropped else str(throw.faces[place])


def total_text(words: Words, total: Total, *, cited: bool = True) -> str:
    """A total as `17 = 12 (力量) + 5 (熟练 MIR-SKL-2)`, with its clauses or without."""
    if not total.terms:
        return words.show(total.value)
    terms = "".join(_term(words, term, first=i == 0, cited=cited) for i, term in enumerate(total.terms))
    if len(total.terms) == 1 and total.terms[0].value == total.value and not total.joined:
        return narrow(terms[0]) + terms[1:]  # a number is not said twice; alone it is written as any number is
    joined = f" ({words.say(total.joined)})" if total.joined else ""
    return f"{words.show(total.value)} = {terms}{joined}"


def _term(words: Words, term: Term, *, first: bool, cited: bool) -> str:
    negative = isinstance(term.value, int | float | Fraction) and term.value < 0
    sign = "" if first and not negative else (" − " if negative and not first else "−" if negative else " + ")
    size = -term.value if negative else term.value
    clause = f" {term.clause}" if term.clause and cited else ""
    return f"{sign}{words.show(size)}{words('common.because', why=words.say(term.label) + clause)}"


def fact_text(words: Words, fact: Fact, *, cited: bool = True) -> str:
    """A labelled value, opened into its terms where it has any."""
    value = total_text(words, fact.total, cited=cited) if fact.total else words.show(fact.value)
    note = f" {words.say(fact.note)}" if fact.note else ""
    label = words.say(fact.label)
    return f"{label}{words('common.colon')}{value}{note}" if label else f"{value}{note}"


Write = Callable[[Offer], str]
"""A deed as the line that does it."""


def unwritten(_deed: Offer) -> str:
    """Where nobody is there to type it."""
    return ""


def card_text(words: Words, card: Card, dice: Sequence[Faces] = (), write: Write = unwritten) -> str:
    """A card as a few lines."""
    verdict = f" {SHAPES.get(card.verdict.kind, '·')} {words.say(card.verdict.say)}" if card.verdict else ""
    lines = [f"{words.bracketed(words.say(card.title))}{verdict}"]
    if thrown := dice_text(words, dice):
        lines.append(f"🎲 {thrown}")
    lines.extend(_facts(words, card.totals))
    lines.extend(f"· {words.say(line)}" for line in card.all_lines)
    for part in card.parts:
        lines.extend(part_lines(words, part, write))
    return "\n".join(lines)


def question_text(
    words: Words, question: Question, *, asked: str, odds: dict[str, list[Preview]] | None = None, number: int = 0
) -> str:
    """A question to `asked` with its numbered answers, and beside each its odds where dice decide.

    `number` is the question's own, told where several are open.
    """
    lines = [words("chat.question", who=f"#{number} {asked}" if number else asked, what=words.show(question.what))]
    told = {answer: found for answer, previews in (odds or {}).items() if (found := telling_odds(previews))}
    uncertain = any(len(found.odds.chances) > 1 for found in told.values())
    hints = {answer: odds_hint(words, found) for answer, found in told.items()} if uncertain else {}
    shown = [
        (place, option_text(words, option), gaps_text(words, option), hints.get(option.answer, ""))
        for place, option in enumerate(question.options, 1)
    ]
    return "\n".join([*lines, *_grouped(words, shown)])


LONG_LIST, ALIKE = 7, 3
"""Of more options than that, so many in a row that say the same behind their names are told in one line."""

_BEHIND = re.compile(r"(.+?)(\s*[（(][^（()）]+[）)])")
_NAME = re.compile(r"(.+?)(?:：|: ).+")

Listed = tuple[int, str, str, str]
"""An option in a list: its number, its text, what is to be filled in, and its odds."""


def _grouped(words: Words, options: Sequence[Listed]) -> Iterator[str]:
    """The lines of a list of options; of a long one what is alike stands together: what says the same behind its names
    (`8–13. 失言、青睐、情报（由 GM 讲述）`), and what is to be filled in (`3–5. 优势 <谁>、苦厄 <谁> <状态>、看破 <谁>`)."""
    for _, run in groupby(options, _likeness):
        alike = list(run)
        names, behind = _named_alike(alike)
        if len(options) > LONG_LIST and len(alike) >= ALIKE and names:
            yield f"  {alike[0][0]}–{alike[-1][0]}. {words('common.comma').join(names)}{behind}"
            continue
        for place, text, gaps, hint in alike:
            yield f"  {place}. {text}{f'  → .{place} {gaps}' if gaps else ''}{hint}"


def _likeness(option: Listed) -> object:
    """The same for options that may stand in one line of a long list."""
    place, text, gaps, hint = option
    if gaps:
        return place if hint or not _NAME.fullmatch(text) else "gaps"
    return (found[2], hint) if (found := _BEHIND.fullmatch(text)) else place


def _named_alike(alike: Sequence[Listed]) -> tuple[list[str], str]:
    """The names of options that are alike, and what stands behind them all; none where they are not."""
    if all(gaps for _, _, gaps, _ in alike):
        return [f"{found[1]} {gaps}" for _, text, gaps, _ in alike if (found := _NAME.fullmatch(text))], ""
    named = [found for _, text, _, _ in alike if (found := _BEHIND.fullmatch(text))]
    return [found[1] for found in named], named[0][2] + alike[0][3] if named else ""


def telling_odds(previews: Sequence[Preview]) -> Preview | None:
    """The first of several odds that says something: an output that this run has."""
    return next((one for one in previews if any(key is not None for key in one.odds.chances)), None)


def gaps_text(words: Words, option: Option) -> str:
    """What has to be filled in, in the order in which it is written."""
    return " ".join(f"<{words.argument(n)}>" for n in _GAP.findall(option.answer))


def option_text(words: Words, option: Option) -> str:
    """An answer: what it means, or the answer itself."""
    if option.say is None:
        key = f"answers.{option.answer}"
        return words(key) if words.has(key) else words.term(option.answer)
    return words.say(option.say)


def odds_hint(words: Words, preview: Preview | None) -> str:
    """What an answer leads to, where the answers to a question differ in it: what is certain too."""
    if preview is None:
        return ""
    chances, key = preview.odds.chances, f"outputs.{preview.output}"
    name = words.phrase(key) + " " if words.has(key) else ""
    if all(isinstance(outcome, bool) for outcome in chances):  # what is so or not is called by what is
        shown = [f"{name or words.show(True) + ' '}{percent(chances.get(True, Fraction(0)))}"]
    else:
        told = list(chances.items())[:OUTCOMES]
        bare = "" if any(isinstance(k, bool) or not isinstance(k, int | float) for k, _ in told) else name
        shown = [f"{bare}{words.term(str(k))} {percent(v)}" for k, v in told]
    return f"  ({'≈ ' if preview.assumed else ''}{' '.join(shown)})"


def percent(chance: Fraction | float) -> str:
    """A chance as a percentage people can read."""
    return f"{float(chance) * 100:.1f}%"


def preview_text(words: Words, previews: Iterable[Preview]) -> str:
    """Odds as bars with percentages and exact fractions."""
    found = list(previews)
    lines = [words.say(what) for what in (found[0].assumed if found else ())]
    for preview in found:
        chances = {k: v for k, v in preview.odds.chances.items() if k is not None}
        if not chances:
            continue
        name = (
            words.phrase(f"outputs.{preview.output}")
            if words.has(f"outputs.{preview.output}")
            else words.term(preview.output)
        )
        lines.append(f"{name} {_how_sure(words, preview)}")
        shown = _most(chances)
        lines.extend(_outcome(words, k, v) for k, v in shown)
        beyond = preview.beyond or Beyond(0, 0.0, None)
        if others := len(chances) - len(shown) + beyond.count:
            rest = fsum(chances.values()) - fsum(v for _, v in shown) + beyond.share
            lines.append("  " + words("chat.others", count=others, share=percent(rest)))
        if (mean := preview.mean()) is not None:
            lines.append("  " + words("chat.mean", mean=f"{mean:.2f}"))
    return "\n".join(lines)


def _how_sure(words: Words, preview: Preview) -> str:
    """How far odds are to be trusted: those against somebody who is assumed are no exact ones."""
    if not preview.odds.exact:
        return words("chat.about", error=f"{preview.odds.error * 100:.2f}%")
    return words("chat.estimated") if preview.assumed else words("chat.exact")


def _most(chances: dict[Hashable, Fraction]) -> list[tuple[Hashable, Fraction]]:
    if len(chances) <= MANY:
        return list(chances.items())
    kept = dict(sorted(chances.items(), key=lambda item: -float(item[1]))[:MANY])
    return [item for item in chances.items() if item[0] in kept]


def _outcome(words: Words, outcome: Hashable, chance: Fraction) -> str:
    bar = "█" * round(float(chance) * 20)
    exact = f" {chance}" if chance.denominator <= 100_000 else ""
    shown = words.show(outcome) if isinstance(outcome, bool | int | float) else words.term(str(outcome))
    return f"  {shown}{words.gap}{percent(chance)}{exact} {bar}"


def view_text(
    words: Words, view: View, wanted: str, write: Write, deeds: Sequence[Offer] = (), *, brief: bool = False
) -> str:
    """A whole view as text, or only the sections that are `wanted`; in `brief` what can be said in a line is said in one."""
    lines: list[str] = []
    short = brief and not wanted and all(section.brief for section in view.who)
    for section in _wanted(words, (*view.where, *view.who), wanted):
        in_one = short and section.brief
        lines.extend([words.say(section.brief)] if in_one else section_lines(words, section, write, brief=short))
    if not wanted:
        lines.extend(doable_lines(words, deeds, write))
    return "\n".join(lines)


def doable_lines(words: Words, deeds: Sequence[Offer], write: Write) -> list[str]:
    """What can be done now, under its heading; nothing where nothing can."""
    possible = [deed for deed in deeds if deed.refusal is None]
    return [words("chat.can"), *(f"  {line}" for line in open_lines(words, possible, write))] if possible else []


def _wanted(words: Words, sections: Sequence[Section], wanted: str) -> list[Section]:
    """The sections of that very title, else those whose title begins with it, else those that hold it, else the rows that begin with it."""
    titled, said = [(section, words.say(section.title).lower()) for section in sections], wanted.lower()
    exact = [section for section, title in titled if title == said]
    begun = [section for section, title in titled if title.startswith(said)]
    found = exact or begun or [section for section, title in titled if said in title]
    return found or [about for section in sections if (about := _about(words, section, said)).parts]


def _about(words: Words, section: Section, said: str) -> Section:
    """What the tables of a section tell of one thing: the rows that it stands first in."""
    parts = (p for p in section.parts if isinstance(p, Rows))
    told = (replace(p, rows=tuple(row for row in p.rows if words.show(row[0]).lower() == said)) for p in parts)
    return replace(section, parts=tuple(table for table in told if table.rows))


def section_lines(words: Words, section: Section, write: Write, *, brief: bool = False) -> list[str]:
    """A section as a titled block; in `brief` a map without anything on it is left out."""
    mark = "◌" if section.hidden else "■"
    head = f"{mark} {words.say(section.title)}" + (f"  {words.say(section.note)}" if section.note else "")
    lines: list[str] = []
    for part in section.parts:
        found = stage_lines(words, part, brief=brief) if isinstance(part, Stage) else part_lines(words, part, write)
        lines.extend(f"  {line}" for line in found)
    return [head, *lines] if lines or not brief else []


def part_lines(words: Words, part: AnyPart, write: Write = unwritten) -> list[str]:  # noqa: C901  # a case for each kind of part
    """A part of a view as lines of text."""
    match part:
        case Text():
            return [words.say(part.text)]
        case Facts():
            return _facts(words, part.rows)
        case Vital():
            return [_vital(words, part)]
        case Track():
            return [_track(words, part)]
        case Gauges():
            return [_gauges(words, part)]
        case Tags():
            return [_labelled(words, part.label, " ".join(_tag(words, t) for t in part.tags))]
        case Rows():
            return _table(words, part)
        case Stations():
            return [_stations(words, part)]
        case Strip():
            return _strip(words, part)
        case Timeline():
            return _timeline(words, part)
        case Thread():
            return _thread(words, part)
        case Board():
            return [_board_card(words, card) for card in part.cards]
        case Stage():
            return stage_lines(words, part)
        case Body():
            return [_body_part(words, p) for p in part.parts]
        case Deeds():
            return [f"{words.say(deed.title)}  {write(deed)}" for deed in part.deeds if deed.refusal is None]
        case Empty():
            step = write(part.deed) if part.deed else ""
            return [f"{words.say(part.text)}  {step}".rstrip()]


def _facts(words: Words, rows: Sequence[Fact]) -> list[str]:
    """Facts that explain themselves have a line each; bare ones share one."""
    lines: list[str] = []
    for opened, run in groupby(rows, key=lambda row: bool(row.total and row.total.terms)):
        shown = [fact_text(words, row) for row in run]
        apart = opened or len(shown) < 3 or any(len(one) > SHORT for one in shown)
        lines.extend(shown if apart else [" · ".join(shown)])
    return lines


def _vital(words: Words, part: Vital) -> str:
    bar = _bar(part.now, part.low, part.top)
    numbers = f"{words.show(part.now)}/{words.show(part.top)}"
    return f"{words.say(part.label)} {bar} {numbers} {words.say(part.note)}".rstrip()


def _stations(words: Words, part: Stations) -> str:
    shown = (words.bracketed(words.say(s)) if i == part.now else words.say(s) for i, s in enumerate(part.stations))
    return " → ".join(shown)


def _board_card(words: Words, card: BoardCard) -> str:
    return f"[{words.term(card.kind)}] {words.say(card.title)} {words.term(card.state)} {words.say(card.note)}".rstrip()


def _gauges(words: Words, part: Gauges) -> str:
    shown = " ".join(_gauge(words, gauge, known=part.known) for gauge in part.segments)
    return f"{words.say(part.label)} {shown} {words.say(part.note)}".rstrip()


def _gauge(words: Words, gauge: Gauge, *, known: bool) -> str:
    """One gauge; of one whose numbers are not known only whether it is broken."""
    if not known:
        return "[╳]" if gauge.broken else "[■]"
    return f"[{'╳' if gauge.broken else ''}{words.show(gauge.now)}/{words.show(gauge.cap)}]"


def _labelled(words: Words, label: Label, text: str) -> str:
    shown = words.say(label)
    return f"{shown}{words('common.colon')}{text}" if shown else text


def _tag(words: Words, tag: Tag) -> str:
    text = words.say(tag.text)
    sign = {"weakness": "−", "story": "~"}.get(tag.kind, "")
    text = f"~~{text}~~" if tag.out else text
    return f"{sign}{text}{words('common.because', why=note)}" if (note := words.say(tag.note)) else f"{sign}{text}"


def _bar(now: float, low: float, top: float, width: int = 10) -> str:
    empty = max(0, low)  # who is below nothing has nothing
    share = (now - empty) / (top - empty) if top > empty else 0
    filled = max(0, min(width, round(share * width)))
    return "▓" * filled + "░" * (width - filled)


def _track(words: Words, part: Track) -> str:
    boxes = "".join(
        ("■" if n in part.marked else "□") + ("|" if n == part.limit else "") for n in range(1, part.boxes + 1)
    )
    return f"{words.say(part.label)} {boxes} {words.say(part.note)}".rstrip()


def _table(words: Words, part: Rows) -> list[str]:
    head = " | ".join(words.say(c) for c in part.columns)
    return [head, *(" | ".join(words.show(cell) for cell in row) for row in part.rows)]


def _strip(words: Words, part: Strip) -> list[str]:
    standing: dict[int, list[str]] = {}
    for tick, token in part.tokens:
        standing.setdefault(tick, []).append(words.say(token.name))
    step = -1 if part.first > part.last else 1
    shown = []
    for tick in range(part.first, part.last + step, step):
        mark = f"▶{tick}" if tick == part.now else str(tick)
        names = f"({'·'.join(standing[tick])})" if tick in standing else ""
        shown.append(f"{mark}{names}")
    return [" ".join(shown)]


def _timeline(words: Words, part: Timeline) -> list[str]:
    unit = words.say(part.unit)
    lines = [words("chat.now", time=part.now, unit=unit)]
    for lane in part.lanes:
        bars = " ".join(_bar_text(words, bar) for bar in lane.bars)
        lines.append(f"{words.say(lane.who.name)} {bars or '—'} {words.say(lane.who.note)}".rstrip())
    return lines


UNDONE = ("broken", "cancelled")
"""States of a bar of which nothing came: it is struck out."""


def _bar_text(words: Words, bar: Bar) -> str:
    """A bar of a timeline from when to when; one of which nothing came is marked."""
    mark = " ✗" if bar.state in UNDONE else ""
    return f"[{words.show(bar.start)}→{words.show(bar.end)} {words.say(bar.label)}{mark}]"


def _thread(words: Words, part: Thread) -> list[str]:
    names = {t.id: words.say(t.name) for t in part.tokens}
    lines = [" ".join(f"▶{names[t.id]}" if t.id == part.holder else names[t.id] for t in part.tokens)]
    lines.extend(
        f"{names.get(link.a, link.a)} → {names.get(link.b, link.b)} {words.say(link.label)}" for link in part.links
    )
    return lines


def _body_part(words: Words, part: BodyPart) -> str:
    marks = "".join("⟋╳■"[min(w, 3) - 1] for w in part.wounds)
    return f"{words.say(part.name)} {marks.ljust(part.slots, '·')} {words.term(part.state)} {words.say(part.note)}".rstrip()
