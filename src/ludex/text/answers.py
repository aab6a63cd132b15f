"""Which of a question's answers a text means: by number, by the answer's own word, by how only one of them begins."""

import re
from collections.abc import Callable, Sequence

from ludex.core.asks import GAP, Option
from ludex.core.bounds import whole
from ludex.core.deeds import WORD
from ludex.core.errors import RuleError
from ludex.core.names import matching, narrow, simplified, split_list
from ludex.table.entries import Question
from ludex.table.preludes import PROPOSAL
from ludex.table.questions import Open
from ludex.text import drawing
from ludex.text.grammar import Token
from ludex.text.reader.digits import in_digits
from ludex.text.reader.words import bare, vocabulary
from ludex.text.words import LANGUAGES, Words

_EXPLAINED = re.compile(r"[:：(（]")
_FIRST_WORD = re.compile(r"([^:\s]+)[:\s]\s*")
_BETWEEN = re.compile(r"[:：\s]\s*")
_OWN_WORD = re.compile(r"\w+:")
_WORD = re.compile(r"\w")
_GLUED = re.compile(r"[:：]|[+＋-](?=\d+$)")
"""What stands between the parts of an answer that are written as one (`站务保安:说服+2`)."""


def named(words: Words, options: list[Option], said: str) -> list[Option]:
    """The options that a text names: by the answer, by what it says in either language, or by how only one of them begins or what it alone holds."""
    closed = [o for o in options if not o.open]
    exact = [o for o in closed if _same(said, o.answer, *_texts(words, o))]
    meant = _near(words, closed, said)
    return exact or (meant if len(meant) == 1 else [])


def _near(words: Words, options: list[Option], said: str) -> list[Option]:
    """The options that begin with a text, else those that hold it, else those that hold its parts in another order."""
    wanted = _plain(said).strip()
    said_so = [(o, _plain(text)) for o in options for text in _texts(words, o)]
    near = [o for o, text in said_so if wanted and text.startswith(wanted)]
    near = near or [o for o, text in said_so if len(wanted) > 1 and wanted in text]
    near = near or [o for o in options if any(_all_in(parts, _texts(words, o)) for parts in _parted(wanted))]
    return [] if wanted.isdecimal() else list({o.answer: o for o in near}.values())


def _all_in(parts: list[str], texts: Sequence[str]) -> bool:
    """Whether what an answer says holds all of these, each in either language."""
    return all(any(part in _plain(text) for text in texts) for part in parts)


def _parted(wanted: str) -> list[list[str]]:
    """A text in parts: its words (`block small shield`, `block:小盾`), or, where Chinese is written without gaps, any two halves of it (`格挡小盾`)."""
    parts = wanted.replace(":", " ").split()
    if len(parts) > 1:
        return [parts]
    return [] if wanted.isascii() else [[wanted[:at], wanted[at:]] for at in range(2, len(wanted) - 1)]


def _texts(words: Words, option: Option) -> tuple[str, ...]:
    """What an answer says: in the reader's language, then in the other."""
    others = (Words(language, words.package) for language in LANGUAGES if language != words.language)
    return tuple(drawing.option_text(one, option) for one in (words, *others))


def spoken(words: Words, options: list[Option], said: str, parts: Sequence[str] = ()) -> str | None:
    """The answer that somebody gave in passing, without a prefix.

    An option's whole word or what stands before its colon (`投降`), its form filled in (`rp:60`), or that word with its gaps
    (`苦厄 山匪2 减速`); `parts` are its words, with names kept together.
    """
    first, *rest = parts or said.split() or [""]
    for option in options:
        texts = _texts(words, option)
        if not option.open and _same(said, option.answer, *texts, *map(_headed, texts)):
            return option.answer
        if option.open and _fills(option, narrow(said).strip()):
            return narrow(said).strip()
        if option.open and len(rest) == len(option.gaps) and _same(first, _head(words, option)):
            return _filled(option, list(rest))
    return None


def nearly(words: Words, options: list[Option], said: str, parts: Sequence[str] = ()) -> str | None:
    """The same behind a prefix: also by how an answer alone begins, or what it alone holds (`.格挡`); or by its word with what fills it (`.改为 优=1`).

    What several answers hold (`.格挡` with a sword and a shield in hand) is meant as one of them, and refused because it does not say which.
    """
    if (exact := spoken(words, options, said, parts)) is not None:
        return exact
    found = named(words, options, said)
    meant = found[0].answer if found else _by_word(words, options, said.split())
    if meant is None and len(_near(words, [o for o in options if not o.open], said)) > 1:
        raise RuleError("bad_choice", answer=said[:40], options=shown(words, options))
    return meant


Hearing = Callable[[Words, list[Option], str, Sequence[str]], str | None]
"""How a text is taken for an answer."""


def _head(words: Words, option: Option) -> str:
    """The word that an answer begins with, before what it explains."""
    return _headed(drawing.option_text(words, option))


def _headed(text: str) -> str:
    return _EXPLAINED.split(text, maxsplit=1)[0].strip()


def _fills(option: Option, said: str) -> bool:
    """Whether a text is an option with its gaps filled; the option must begin with a word and a colon of its own."""
    gaps = option.match(said) if _OWN_WORD.match(option.answer) else None
    return gaps is not None and not any(":" in text for text in gaps.values())


def typed_answer(words: Words, question: Question, typed: str, said: Sequence[Token]) -> str:
    """What a line answers a question with. What a proposal is changed to is read like a line, quotes and all; what is no option goes to the
    rule, which may have a reason of its own to refuse it."""
    proposed = question.about == PROPOSAL
    parts = [typed[token.start : token.end] if proposed else token.text for token in said]
    try:
        return read_answer(words, list(question.options), parts)
    except RuleError as error:
        if error.code != "bad_choice" or not parts or whole(narrow(parts[0])) is not None:
            raise
        return " ".join(parts)


def read_answer(words: Words, options: list[Option], typed: list[str]) -> str:
    """The answer that was typed: `2`, `2 filled in`, its word, or the text that an open question takes as it is."""
    if (several := _listed(options, typed)) is not None:
        return several
    first = narrow(typed[0]) if typed else ""
    if first.isdecimal():
        return _by_gaps(options, typed) or _numbered(words, options, first, typed[1:])
    whole = " ".join(typed)
    found = named(words, options, whole)
    if not found and (filled := _by_word(words, options, typed) or _by_own_word(words, options, whole)) is not None:
        return filled
    if not found and not any(o.open for o in options):
        raise RuleError("bad_choice", answer=whole[:40], options=shown(words, options))
    if not found and len(options) == len(options[0].gaps) == 1 and not _OWN_WORD.match(narrow(whole)):
        return _filled(options[0], typed)  # nothing else can be meant
    return found[0].answer if found else whole


def shown(words: Words, options: Sequence[Option]) -> list[str]:
    """The answers as they stand under a question."""
    return [f"{place}. {drawing.option_text(words, o)}" for place, o in enumerate(options, 1)]


def offered(words: Words, asked: Open, error: RuleError) -> dict[str, list[str]]:
    """The answers of a question, where what was said is none of them."""
    return {"options": shown(words, asked.question.options)} if error.code == "bad_choice" else {}


def _by_word(words: Words, options: list[Option], typed: list[str]) -> str | None:
    """An answer with gaps that was written as its word, or as only it begins, and what fills them (`新羁绊 秋水 信赖`); or by that alone."""
    for option in (o for o in options if o.open):  # a head of several words: `new bond Ink trust`
        length = len(_head(words, option).split())
        if (
            length > 1
            and len(typed) - length >= len(option.gaps)
            and _same(" ".join(typed[:length]), _head(words, option))
        ):
            return _filled(option, typed[length:])
    first = _plain(typed[0]) if typed else ""
    fits = [o for o in options if o.open and first and _same(first, _head(words, o))]
    fits = fits or [o for o in options if first and _plain(_head(words, o)).startswith(first)]
    fits = [o for o in fits if o.open] if len(fits) == 1 else []
    return (
        _filled(fits[0], typed[1:]) if len(fits) == 1 and len(typed) > len(fits[0].gaps) else _by_fill(options, typed)
    )


def _by_own_word(words: Words, options: list[Option], said: str) -> str | None:
    """An answer by its own word in either language, and what fills it or tells it apart (`缓解 独生女`, `分配:惊慌=1`, `燃尽:溺者低语`)."""
    meant = {o.answer: (o, rest) for o in options for one in _own_words(words, o) if (rest := _behind(said, one))}
    for option, rest in meant.values():
        if not option.open and _same(rest, option.answer.partition(":")[2]):
            return option.answer
    fits = [_filled(option, parts) for option, rest in meant.values() if (parts := _parts(option, rest))]
    return fits[0] if len(fits) == 1 else None


def _behind(said: str, word: str) -> str:
    """What stands behind a word, or behind a beginning of it that is no single letter; empty where it is not said."""
    plain, wanted = _plain(said), _plain(word)
    first = _FIRST_WORD.match(plain)
    if plain.startswith(wanted) and _BETWEEN.match(plain, len(wanted)):
        return said[len(wanted) + 1 :].strip()
    return said[first.end() :].strip() if first and len(first[1]) > 1 and wanted.startswith(first[1]) else ""


def _parts(option: Option, rest: str) -> list[str]:
    """What fills the gaps of an answer, where there is something for each."""
    parts = _BETWEEN.split(rest, maxsplit=len(option.gaps) - 1) if len(option.gaps) > 1 else [rest]
    return parts if option.open and len(parts) == len(option.gaps) else []


def _own_words(words: Words, option: Option) -> tuple[str, ...]:
    """What stands before the colon of an answer, as it is written and in either language."""
    key, colon, _ = option.answer.partition(":")
    return (key, *(Words(one, words.package).term(key) for one in LANGUAGES)) if colon else ()


def _by_fill(options: list[Option], typed: list[str]) -> str | None:
    """What fills the gaps of an answer, where the first word is suggested for it and for no other (`赎罪 两颗`)."""
    fits = [o for o in options if len(o.gaps) == len(typed) > 1 and _same(typed[0], *o.fill.get(o.gaps[0], ()))]
    return _filled(fits[0], typed) if len(fits) == 1 else None


LIST = "…"
"""Ends the name of a gap that takes several."""

GIST = 40
"""So much of a question is told where several have to be told apart."""


def gist(words: Words, question: Question) -> str:
    """What a question is about, in short."""
    told = " ".join(words.show(question.what).split()).rstrip(".。?？!！")
    return told if len(told) <= GIST else f"{told[:GIST].rstrip()}…"


def alike(words: Words, several: Sequence[Open], said: str) -> bool:
    """Whether a text answers several questions of one kind in the same way, so that they can be answered one after another.

    Two fates, two rolls that the GM called for; what is put to the GM's word is weighed one by one, each by its number.
    """
    try:
        meant = {read_answer(words, list(one.question.options), said.split()) for one in several}
    except RuleError:
        return False
    kinds = {(one.act.asked.procedure, one.question.what.key) for one in several}
    return len(meant) == len(kinds) == 1 and not weighed(several[0].question)


def weighed(question: Question) -> bool:
    """Whether a question puts something to the GM's word: a proposal, or what a rule has the GM allow."""
    return question.about.startswith((PROPOSAL, WORD))


def _by_gaps(options: list[Option], typed: list[str]) -> str | None:
    """Numbers for an answer that is nothing but gaps (`0 0 0 0 2`), where the first is not the number of an answer that the others fill."""
    place = whole(narrow(typed[0])) or 0
    by_number = 0 < place <= len(options) and len(options[place - 1].gaps) == len(typed) - 1
    bare = [o for o in options if len(o.gaps) == len(typed) > 1 and not _WORD.search(GAP.sub("", o.answer))]
    meant = len(bare) == 1 and not by_number and all(narrow(one).isdecimal() for one in typed)
    return _filled(bare[0], typed) if meant else None


def _listed(options: list[Option], typed: list[str]) -> str | None:
    """Several answers by their numbers (`1 3 4`, `1、3、4`), where one takes a list of them."""
    places = [whole(narrow(one)) for one in split_list(",".join(typed))]
    several = next((o for o in options if len(o.gaps) == 1 and o.answer == f"<{o.gaps[0]}>" and LIST in o.answer), None)
    if several is None or len(places) < 2 or not all(n and n <= len(options) for n in places):
        return None
    picked = [options[n - 1].answer for n in places if n]
    fits = {one for values in several.fill.values() for one in values}.issuperset(picked)
    return _filled(several, [",".join(picked)]) if fits else None


def _numbered(words: Words, options: list[Option], number: str, rest: list[str]) -> str:
    place = whole(number) or 0
    if len(options) == 1 and not rest and any(_takes(values, number, place) for values in options[0].fill.values()):
        return _filled(options[0], [number])  # the only answer takes a number: this one
    if not 1 <= place <= len(options):
        raise RuleError("no_such_option", number=number[:12], count=len(options))
    option = options[place - 1]
    if rest and not option.gaps and all(narrow(one).isdecimal() for one in rest):  # only one of them can be meant
        raise RuleError("bad_choice", answer=" ".join((number, *rest))[:40], options=shown(words, options))
    if len(rest) < len(option.gaps):
        rest = [part for word in rest for one in split_list(word) for part in _GLUED.split(one) if part]
    if len(rest) < len(option.gaps):
        raise RuleError("fill_in", number=place, gaps=drawing.gaps_text(words, option))
    if rest and not option.gaps and not _says_no_more(words, option, " ".join(rest)):
        raise RuleError("bad_choice", answer=" ".join((number, *rest))[:40], options=shown(words, options))
    return _filled(option, rest)


def _says_no_more(words: Words, option: Option, rest: str) -> bool:
    """Whether what stands behind the number of an answer says nothing that the answer does not: its own words, yes or no, particles."""
    if named(words, [option], rest):
        return True
    known = vocabulary(words.package)
    return not bare(rest) or _plain(rest) in (*known.yes, *known.no, *known.fillers)


def _takes(offers: Sequence[str], number: str, place: int) -> bool:
    """Whether a number is one that is offered, or no option's place where numbers are."""
    return number in offers or (place > 1 and all(one.lstrip("+-").isdecimal() for one in offers))


def _filled(option: Option, words: list[str]) -> str:
    """An option with its gaps filled, one word each, the last one taking the rest."""
    last = len(option.gaps) - 1
    known = [option.fill.get(gap.removesuffix(LIST), ()) for gap in option.gaps]
    words = [_offered_as(known[min(n, last)], word) for n, word in enumerate(words)] if last >= 0 else words
    parts = iter([*words[:last], " ".join(words[last:])] if last >= 0 else [])
    return GAP.sub(lambda _: next(parts).replace("<", "").replace(">", ""), option.answer)


def _offered_as(offers: Sequence[str], said: str) -> str:
    """The only thing offered that is called so or begins so; the word itself where there is none or more than one, and of several words (English)."""
    found = matching(said, {one: (one,) for one in offers}) if not said.isascii() else ()
    shortest = min(found, key=len, default=said)
    return shortest if all(one.startswith(shortest) for one in found) else said


def _same(said: str, *texts: str) -> bool:
    """Whether somebody said one of these, whatever the case and width of the letters, in simplified characters or traditional ones."""
    return _plain(said) in {_plain(text) for text in texts}


def _plain(text: str) -> str:
    return simplified(narrow(text)).lower()


_PLACE = re.compile(
    r"(?:我?选|第)?\s*(\d{1,2}|[一二两三四五六七八九])(?:号|项|吧|！|!|。)*|第(\d|[一二三四五六七八九])个(?:吧)?"
)
"""A number that picks an answer, as people say it: 2, 选2, 2号, 第三个."""


def place_said(said: str) -> int:
    """The number of an option that a line without a prefix is nothing but."""
    found = _PLACE.fullmatch(narrow(said).strip())
    number = (found[1] or found[2]) if found else ""
    return whole(in_digits(number) or number) or 0 if number else 0
