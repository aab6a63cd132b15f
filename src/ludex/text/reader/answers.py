"""The open question of a seat hears a line before any deed: by the option's own words, other words for it, yes and no, what fills its gaps.

What is said bare, without a prefix, is only taken for an answer where nothing of it is left over.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from ludex.core.asks import GAP, Option
from ludex.core.deeds import REST, TEXT, WHOLE, Field
from ludex.core.principals import actors_of
from ludex.table.questions import Open
from ludex.text import drawing
from ludex.text.reader.digits import IN_WORDS, in_digits
from ludex.text.reader.forms import MARKED, OTHER_WORD, UNNUMBERED, Found, Index
from ludex.text.reader.lattice import fit
from ludex.text.reader.moment import Frame, Heard, Moment, Slot
from ludex.text.reader.prices import COST, LONGEST
from ludex.text.reader.words import Vocabulary, normal
from ludex.text.words import LANGUAGES, Words

if TYPE_CHECKING:
    from ludex.text.chat import Chat

SURE, STRICT, OWN_WORDS, BARE, APART = 0.6, 0.3, 0.02, 0.38, 0.12
"""An answer up to this cost is meant: behind a prefix, where the line also names a command, where it is nothing but a command's name, and
without a prefix; the next answer is so far away."""

LATER = 0.15
"""What it costs that another option before it takes the same."""

_WHOM = ("他", "她", "它", "他们", "你", "him", "her", "it")
"""Whom an answer is about, where that is clear: 重击他."""

_TWICE = re.compile(r"(.{1,4}?)[，, ]*(?:就?\1[，, ]*)+", re.DOTALL)
"""Something that is said twice: 算了算了, 透支就透支."""

_BETWEEN = re.compile(r"[，,。；;、！!？?]")
_NOT_NOW = re.compile(r"(?:算了)?[，, ]*不[^，,。\s\d]{1,2}了")
"""No, as people say it of a deed: 不放了, 算了不喝了."""

_SPLIT = "：:（(，,。；;"


class Answered(NamedTuple):
    """An answer that a line gives to an open question."""

    asked: Open
    answer: str
    cost: float


def heard_answer(chat: "Chat", moment: Moment, said: str, *, sure: float = SURE) -> Answered | None:
    """The answer that a line gives to one of the seat's open questions; None where it gives none, or not clearly."""
    found = near_answers(chat, moment, said, sure=sure)
    return found[0] if len(found) == 1 else None


KEPT = 64
"""Of so many lines it is remembered what they answer, as long as nothing is written down at the table."""

HEARD = 8
"""Of more open questions than that, the oldest are answered in plain words; the others by their numbers."""


def near_answers(chat: "Chat", moment: Moment, said: str, *, sure: float = SURE) -> list[Answered]:
    """The answers to the seat's open questions of which a line may give one: the nearest, and those that are about as near; one that is
    said word for word is meant. Long lines are no answers but by their number."""
    if len(said) > LONGEST:
        return []
    if said not in moment.heard:
        if len(moment.heard) >= KEPT:
            moment.heard.clear()
        moment.heard[said] = _all_answers(chat, moment, said)
    near = moment.heard[said]
    if not near or near[0].cost > sure:
        return []
    word_for_word = near[0].cost <= 0.0
    return [one for one in near if one.cost - near[0].cost < APART and not (word_for_word and one.cost > 0.0)]


def _all_answers(chat: "Chat", moment: Moment, said: str) -> list[Answered]:
    """Every answer to the seat's open questions that a line may give, the nearest first; questions that ask the same are heard once. Who is
    asked may be named before the answer (兽人1用盾挡): then nobody else answers."""
    asked_now = chat.desk.questions()[:HEARD]
    named, behind = _named_first(moment, said, {one for asked in asked_now for one in actors_of(asked.question.who)})
    read: list[tuple[tuple[Option, ...], list[tuple[str, float]]]] = []
    every: list[Answered] = []
    for asked in asked_now:
        if named and named not in actors_of(asked.question.who):
            continue
        options = asked.question.options
        answers = next((known for alike, known in read if alike == options), None)
        if answers is None:
            answers = list(_answers(chat, moment, options, said))
            answers += _answers(chat, moment, options, behind) if behind else ()
            read.append((options, answers))
        every += (Answered(asked, *one) for one in answers)
    found: dict[tuple[int, str], Answered] = {}
    for one in sorted(every, key=lambda one: one.cost):
        found.setdefault((one.asked.act.number, one.answer), one)
    return list(found.values())


def _named_first(moment: Moment, said: str, asked: Collection[str]) -> tuple[str, str]:
    """Who of those who are asked is named before anything else in a text, and what stands behind the name."""
    heard = Heard(said.strip())
    hits = [hit for hit in heard.hits(moment.people).get(0, ()) if hit.cost <= UNNUMBERED]
    longest = [hit for hit in hits if hit.end == max(one.end for one in hits) and hit.value in asked]
    behind = heard.text[longest[0].end :].strip(" ，,：:") if len(longest) == 1 else ""
    return (longest[0].value, behind) if behind else ("", "")


NEARLY, SHORT, EXCLAIMED = 0.27, 4, 0.2
"""What an answer's own word may cost of which several options have one, and how long it is at most; what it costs that something else is
said before or behind one."""


def options_meant(near: Sequence[Answered], said: str) -> dict[int, Option]:
    """The options of an open question, by their numbers, of which a short word says no more than that it is one of them (格挡); `near`: its
    nearest answers."""
    short = len(said.strip()) <= SHORT and len(near) > 1 and near[0].cost <= NEARLY
    if not short or len({one.asked.act.number for one in near}) > 1:
        return {}
    meant, options = {one.answer for one in near}, near[0].asked.question.options
    found = {n: option for n, option in enumerate(options, 1) if option.answer in meant}
    return found if len(found) > 1 else {}


def _answers(chat: "Chat", moment: Moment, options: Sequence[Option], said: str) -> Iterable[tuple[str, float]]:
    """The answers among these options that a text may be, and how far it is from each."""
    twice = _TWICE.fullmatch(said.strip(" 。.!！~，,"))
    heard = Heard(twice[1] if twice and not twice[1].isdecimal() else said.strip())
    alike: dict[tuple[str, ...], int] = {}
    said_by = [(option, _texts(chat.words, option)) for option in options]
    heads = (_heads(text) for option, texts in said_by if not option.open for text in texts)
    own = frozenset((*map(_answer_word, options), *heads))
    for option, texts in said_by:
        if option.open:
            place = alike[option.gaps] = alike.get(option.gaps, -1) + 1
            for cost, answer in _filled(moment, option, texts, heard, own):
                yield answer, cost + LATER * place
        elif (near := _closeness(moment.words, option, texts, heard, own)) is not None:
            yield option.answer, near
    if (plain := _yes_or_no(moment.words, options, [texts for _, texts in said_by], heard)) is not None:
        yield plain.answer, 0.1
    elif (declined := _declined(moment.words, said_by, heard, own)) is not None:
        yield declined.answer, DECLINED


DECLINED = 0.32
"""What it costs to take a no with a word that no option says (不用增幅) for the only option that is one."""

_DECLINES = re.compile(r"(?:不用|不要|不|别|先不)([^\d\s，,。；;、]{1,4})")


def _declined(
    words: Vocabulary, said_by: Sequence[tuple[Option, list[str]]], heard: Heard, own: frozenset[str]
) -> Option | None:
    """The only option that is a no, where people say no to something that none of the others says."""
    found = _DECLINES.fullmatch(_content(words, heard.text))
    closed = [(option, texts) for option, texts in said_by if not option.open]
    denying = [option for option, texts in closed if any(_is_no(words, _heads(text)) for text in texts)]
    if found is None or len(denying) != 1:
        return None
    others = [(option, texts) for option, texts in said_by if option is not denying[0]]
    said = {one for option, texts in others for one in (*texts, *_other_words(words, option, texts, own))}
    return denying[0] if not any(found[1] in one or one in found[1] for one in said if one) else None


def _texts(words: Words, option: Option) -> list[str]:
    """What an option says, in both languages."""
    others = (Words(language, words.package) for language in LANGUAGES if language != words.language)
    return [normal(drawing.option_text(one, option)) for one in (words, *others)]


@lru_cache(maxsize=4096)
def _heads(text: str) -> str:
    """What stands before the first mark of an option."""
    for mark in _SPLIT:
        text = text.partition(mark)[0]
    return text.strip()


def _answer_word(option: Option) -> str:
    """The word of an option's answer, without what fills it."""
    return normal(option.answer).partition(":")[0]


def _other_words(words: Vocabulary, option: Option, texts: Sequence[str], own: frozenset[str]) -> list[str]:
    """Other words for an option: by its answer or its head, or by a word that its head holds and that is no option's alone (`own`)."""
    heads = [_heads(text) for text in texts]
    keys = {normal(option.answer), _answer_word(option), *heads}
    meant = (
        said for said in words.answers if said in keys or (said not in own and any(said in head for head in heads))
    )
    return [word for said in meant for word in words.answers[said]]


def _in_its_words(words: Vocabulary, said: str, text: str) -> str:
    """What is said with the words that an option's text has for what it says otherwise."""
    if not _says_otherwise(words, said):
        return said
    things = ((meant, several) for meant, several in words.also.items() if meant in text)
    for meant, several in (*words.answers.items(), *things):
        for one in several:
            if (len(one) > 1 or meant in words.also) and one in said and meant not in said:
                said = said.replace(one, meant)
    return said


@lru_cache(maxsize=4096)
def _says_otherwise(words: Vocabulary, said: str) -> bool:
    """Whether anything in a text has another word."""
    return any(one in said for meant in (words.answers, words.also) for several in meant.values() for one in several)


def _closeness(
    words: Vocabulary, option: Option, texts: Sequence[str], heard: Heard, own: frozenset[str]
) -> float | None:
    """How far a text is from an option without gaps: nothing of what it says may be left over."""
    said = _content(words, heard.text)
    if not said:
        return None
    whole = heard.text.strip(" 。.!！~")
    if whole in texts or whole == normal(option.answer) or whole in map(_heads, texts):
        return 0.0
    others = _other_words(words, option, texts, own)
    outright = _outright(words, said, whole, texts, others, {*words.yes, *words.no, *own})
    if outright is not None:
        return outright
    best = _piecewise(words, option, texts, heard, own)
    ways = (
        (text, dict.fromkeys((said, meant, _content(words, _in_its_words(words, heard.text, text)))))
        for text in texts
        for meant in (_in_its_words(words, said, text),)
    )
    for letters, text in ((one, text) for text, several in ways for one in several):
        cost = _letters_cost(letters, text, whole, others)
        best = cost if best is None else min(best, cost)
    return best if best is not None and best < 1 else None


def _outright(
    words: Vocabulary, said: str, whole: str, texts: Sequence[str], others: Collection[str], bare: Collection[str]
) -> float | None:
    """What it costs to take a text for an option that it says in so many words, its own or other ones for it; `bare` ones say nothing alone."""
    if whole in others:
        return 0.0
    if said in map(_heads, texts):
        return 0.02
    if said not in bare and said in (_content(words, one) for one in others):  # 这场都行 is not 行
        return 0.02
    if any(_in_figures(said) in text.replace(" ", "") for text in texts) and _in_figures(said) != said:
        return 0.1
    return None


def _letters_cost(letters: str, text: str, whole: str, others: Collection[str]) -> float:
    """What it costs to take these letters for an option, by where they stand in it."""
    plain, head = text.replace(" ", ""), _heads(text).replace(" ", "")
    if head.startswith(letters):
        return 0.1 + 0.02 * min(len(head) - len(letters), 5) + (0.03 if not whole.startswith(letters) else 0.0)
    if letters in plain:
        return 0.15 + 0.01 * min(len(plain) - len(letters), 5) + (0.1 if len(letters) == 1 else 0.0)
    if _in_two(letters, plain):
        return 0.2
    if len(letters) > 1 and not letters.isascii() and all(letter in plain for letter in letters):
        return 0.33
    return _beside_others(letters, plain, others)


def _in_two(letters: str, plain: str) -> bool:
    """Whether a text is two stretches of an option, the other way round or apart (第1颗重掷)."""
    return any(letters[:at] in plain and letters[at:] in plain for at in range(2, len(letters) - 1))


def _in_figures(said: str) -> str:
    """What is said with its numbers in figures: 花一点自我, 花1点自我."""
    return IN_WORDS.sub(lambda found: in_digits(found[0]) or found[0], said)


def _piecewise(
    words: Vocabulary, option: Option, texts: Sequence[str], heard: Heard, own: frozenset[str]
) -> float | None:
    """The same for a text of several pieces that each say it (不了，结束吧)."""
    pieces = [piece for piece in _BETWEEN.split(heard.text) if piece.strip()]
    if len(pieces) < 2:
        return None
    costs = [_closeness(words, option, texts, Heard(piece.strip()), own) for piece in pieces]
    if None in costs and 0.0 in (costs[0], costs[-1]) and max(map(len, pieces)) <= SHORT:
        return EXCLAIMED  # 拼了，牺牲
    return max((cost for cost in costs if cost is not None), default=9.0) + 0.05 if None not in costs else None


def _beside_others(letters: str, plain: str, others: Iterable[str]) -> float:
    """The same where one of the other words stands for a part of it (拿剑格: 格挡 长剑)."""
    for one in others:
        if one in letters and all(letter in plain for letter in letters.replace(one, "")):
            return 0.25
    return 9.0


@lru_cache(maxsize=4096)
def _content(words: Vocabulary, text: str) -> str:
    """A text without marks and words that mean nothing by themselves."""
    out = text
    for mark in " 。.!！?？~，,：:…、":
        out = out.replace(mark, " ")
    pieces, (_, idle, _) = out.split(), _edges(words)
    said = [one for one in pieces if not (one.isascii() and one in idle.words)] or pieces
    return "".join(piece if piece.isascii() else _stripped(piece, words) for piece in said)


def _stripped(piece: str, words: Vocabulary) -> str:
    """A piece without the words before and behind it that mean nothing by themselves."""
    known, before, behind = _edges(words)
    while True:
        first = next((n for n in before.lengths if n < len(piece) and piece[:n] in before.words), 0)
        rest = piece[first:]
        whole = next((n for n in known.lengths if rest[-n:] in known.words), 0)  # 第一个 is one word
        last = next((n for n in behind.lengths if whole <= n < len(rest) and rest[-n:] in behind.words), 0)
        if not first and not last:
            return piece
        piece = rest[: len(rest) - last]


class _Edge(NamedTuple):
    """Words that are looked for at an end of a text, and their lengths, the longest first."""

    words: frozenset[str]
    lengths: Sequence[int]


@lru_cache(maxsize=32)
def _edges(words: Vocabulary) -> tuple[_Edge, _Edge, _Edge]:
    """The words for an answer, which stay whole, and those that mean nothing before and behind one."""
    said = {*words.answers, *(one for several in words.answers.values() for one in several)}
    known = (one for one in said if len(one) > 1 and one[:-1] not in said)  # 不用了 is 不用
    before = (*words.particles, *words.fillers, *words.tools, *words.patients)
    behind = (*words.particles, *_WHOM)
    sets = (frozenset(one for one in several if one) for several in (known, before, behind))
    known_edge, front, back = (_Edge(one, sorted({len(word) for word in one}, reverse=True)) for one in sets)
    return known_edge, front, back


def _yes_or_no(
    words: Vocabulary, options: Sequence[Option], texts: Sequence[Sequence[str]], heard: Heard
) -> Option | None:
    """The option that a plain yes or no means: of a question that has just one of that kind."""
    said = heard.text.strip(" 。.!！~，,了吧啊的")
    closed = [
        (option, {_heads(text) for text in several})
        for option, several in zip(options, texts, strict=True)
        if not option.open
    ]
    denies = [option for option, heads in closed if any(_is_no(words, head) for head in heads)]
    agrees = [option for option, heads in closed if any(head in words.yes for head in heads)]
    if heard.text.strip() in words.no or said in words.no or _NOT_NOW.fullmatch(heard.text.strip(" 。.!！~吧")):
        return denies[0] if len(denies) == 1 else None
    if heard.text.strip() in words.yes or said in words.yes:
        others = agrees or [option for option, _ in closed if option not in denies]
        return others[0] if len(others) == 1 else None
    return None


def _is_no(words: Vocabulary, head: str) -> bool:
    return head in words.no or head.startswith(("不", "别", "no ", "don't"))


def _filled(
    moment: Moment, option: Option, texts: Sequence[str], heard: Heard, own: frozenset[str]
) -> Iterable[tuple[float, str]]:
    """An option with gaps as a little deed: its word, and what fills it; more than one way where two are alike."""
    slots = tuple(_slot(moment, option, gap) for gap in option.gaps)
    words = [_heads(GAP.sub("", text)) for text in texts]
    words += _other_words(moment.words, option, texts, own)
    verbs: dict[int, list[Found]] = {}
    index = Index({"it": [one for one in words if one]}, {})
    for start, hits in heard.hits(index).items():
        verbs[start] = list(hits)
    frame = Frame(slots=slots, verbs=verbs, headed=True)
    known = [0.0] * len(heard.text)
    for hit in (hit for hits in verbs.values() for hit in hits if hit.cost <= OTHER_WORD):
        known[hit.start : hit.end] = [COST["free_verb"]] * (hit.end - hit.start)
    ways = (one for one in fit(heard, frame, moment.words, known, whole=True) if len(one.filled) == len(option.gaps))
    fits = [one for one in ways if one.verb or _offered(slots)]
    alike = [one for one in fits if one.cost < fits[0].cost + ALIKE] if _offered(slots) else fits[:1]
    plain = [one for one in alike if not any(MARKED in said for said in one.filled.values())]
    for one in plain or alike:  # nothing was said that would mark one
        parts = iter([_gap_filled(slot, one.filled[slot.name], moment.words.measures) for slot in slots])
        answer = GAP.sub(lambda _, parts=parts: next(parts).replace("<", "").replace(">", ""), option.answer)  # type: ignore[misc]
        yield one.cost + (0.0 if one.verb else UNNAMED if len(slots) < SEVERAL else UNNAMED / 4), answer


UNNAMED, SEVERAL, ALIKE = 0.2, 3, 1e-6
"""What it costs that an option is not named but by what fills it; where it is so many things, that is nearly enough. Two ways to fill it
that cost the same are both meant."""


def _gap_filled(slot: Slot, said: str, measures: Sequence[str]) -> str:
    """What fills a gap as people write it: several names with spaces between, unless a name has some itself."""
    if slot.field.several and " " not in said:
        return said.replace(",", " ")
    plain = _unmeasured(said, measures)
    return plain.removeprefix("+") if plain.removeprefix("+") in slot.written else plain


def _unmeasured(said: str, measures: Sequence[str]) -> str:
    """A number without the measure word behind it; other words as they are."""
    found = re.fullmatch(r"([+-]?\d+)(\D+)", said)
    return found[1] if found and found[2] in measures else said


def _offered(slots: Sequence[Slot]) -> bool:
    return any(slot.index is not None or slot.number for slot in slots)


def _names(moment: Moment, option: Option, offered: str) -> list[str]:
    """What may be said for something that fills a gap: itself, what it is called, and other words for that."""
    if offered not in option.called:
        return [offered]
    called = moment.chat.words.show(option.called[offered])
    return [offered, *_said_as(moment.words, called), *moment.words.answers.get(normal(called).replace(" ", ""), ())]


def _slot(moment: Moment, option: Option, gap: str) -> Slot:
    """A gap as a field."""
    offers = option.fill.get(gap) or option.fill.get(gap.removesuffix("…"), ())
    if not any(letter.isalnum() for one in offers for letter in one):
        return Slot(Field(gap, REST if gap == option.gaps[-1] else TEXT))
    if all(one.lstrip("+-").isdecimal() for one in offers):
        return Slot(Field(gap, WHOLE), written={one: one for one in offers})
    named = {one: _names(moment, option, one) for one in offers}
    index = Index(named, moment.words.also)
    return Slot(Field(gap, TEXT, several=gap.endswith("…")), index, {one: one for one in offers})


_BRACKETS = str.maketrans("", "", "「」『』“”")


def _said_as(words: Vocabulary, label: str) -> Iterable[str]:
    """The ways to say the label of what is offered: as it is written, without its brackets, with other words for what it says."""
    plain = label.translate(_BRACKETS)
    others = (plain.replace(meant, one) for meant, several in words.also.items() if meant in plain for one in several)
    return dict.fromkeys((label, plain, *others))
