"""The reader's vocabularies: words that mean nothing by themselves, verbs of deeds, other words for values, answers and whole lines.

Those of every table are in `reading.toml` beside this module, a system's in `words/reading.toml` of its package. A word stands there once,
in whichever language it is.
"""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from ludex.core.names import narrow, simplified
from ludex.core.packs import read_toml
from ludex.core.plain import Written
from ludex.text.reader.english import inflected
from ludex.text.reader.prices import COST

Words = tuple[str, ...]

ME, SIGNS = "$me", ("+", "-")
"""What stands for the acting character where a verb implies her; a number that a verb gives a sign, and (`-1`) says where none was said."""


class Vocabulary(msgspec.Struct, frozen=True, eq=False, forbid_unknown_fields=True):
    """The words of a system, or of every table.

        `particles` and `fillers` mean nothing by themselves. `patients` stand before whom something is done to, `tools` before what it is done
        with, `agents` before who does it. `measures` stand behind a number. `everybody`, `every`: words for all, and for all of a kind.
        `yes`, `no`: answers to what is put to somebody. `asking`: words of a question, which does nothing. `verbs`: deed (a command's key, or one of its names) -> words that begin it. `heads`: deed ->
        fields whose value alone means that deed. `implies`: deed -> verb (or several, `a|b`) -> field -> the value that the verb brings along (`ME`: the acting character; `a|b`: whichever of them is there); what implies something is a verb. `units`: field (or
        deed.field) -> words behind a number that is meant for it, or words for a flag. `squares`: deed -> fields that take a square of the map too. `also`: what something is called -> other words for it. `answers`: an option's word -> other words.
        `beside`: deed -> words that mean nothing beside its own (双持 砍).
        `lines`: a line in the command's own words -> whole sentences that mean it. `unspoken`: deeds that no verb of every table means, only the system's own.
        `by_key`: fields (or deed.field) that nothing means without their key; `often`: that stand without it as often as not; `pairs`: whose
        values have a number behind them; `new`: that take a new name beside those that are offered; `unsigned`: whose number has no sign; `sentences`: that take whole sentences. `more`, `less`: words between what changes and by how much.
        `beings`: fields (deed.field) whose values may be asked after like people. `nearby`: words behind somebody, for a square next to her; `nearing`: verbs with which
        none is needed. `offered`: fields (deed.field) that take nothing but what is offered, never somebody's own words.
        `slang`: a word -> the plain one that whole sentences have for it (啥: 什么); `openers`: words with which a sentence may begin and that mean nothing.
        `counted`: deed -> fields whose things may be had several times (两瓶药水). `answered`: what every table is asked (`lines`: `$turn`) -> the line
        that answers it here. `quantities`: what people ask how much of they have. `freely`: the deed that a player's own words alone may be, where
    it is only asked about. `reaching`: words before a number that is to be reached.
    """

    particles: Words = ()
    fillers: Words = ()
    patients: Words = ()
    tools: Words = ()
    agents: Words = ()
    measures: Words = ()
    everybody: Words = ()
    every: Words = ()
    yes: Words = ()
    no: Words = ()
    asking: Words = ()
    verbs: Mapping[str, Words] = {}
    heads: Mapping[str, Words] = {}
    implies: Mapping[str, Mapping[str, Mapping[str, str]]] = {}
    units: Mapping[str, Words] = {}
    beside: Mapping[str, Words] = {}
    squares: Mapping[str, Words] = {}
    also: Mapping[str, Words] = {}
    answers: Mapping[str, Words] = {}
    lines: Mapping[str, Words] = {}
    unspoken: Words = ()
    beings: Words = ()
    nearby: Words = ()
    nearing: Words = ()
    by_key: Words = ()
    often: Words = ()
    pairs: Words = ()
    new: Words = ()
    unsigned: Words = ()
    sentences: Words = ()
    more: Words = ()
    less: Words = ()
    offered: Words = ()
    counted: Mapping[str, Words] = {}
    slang: Mapping[str, str] = {}
    openers: Words = ()
    answered: Mapping[str, str] = {}
    quantities: Words = ()
    freely: str = ""
    reaching: Words = ()


@lru_cache(maxsize=32)
def vocabulary(package: str) -> Vocabulary:
    """The words of a system's tables: its own before those of every table."""
    own = _read(package, "words", "reading.toml") if package else {}
    found = msgspec.convert(_joined(_read(_HERE, "reading.toml"), own), Vocabulary)
    answers = {normal(said): others for said, others in found.answers.items()}
    return replace(
        found,
        implies={deed: _parted(verbs) for deed, verbs in found.implies.items()},
        verbs={deed: _in_all_forms(verbs) for deed, verbs in found.verbs.items()},
        nearing=_in_all_forms(found.nearing),
        answers=answers,
    )


def _parted(verbs: Mapping[str, Mapping[str, str]]) -> Mapping[str, Mapping[str, str]]:
    """What each of several verbs implies, in all its forms."""
    parted = {verb: implied for several, implied in verbs.items() for verb in several.split("|")}
    return {one: implied for verb, implied in parted.items() for one in inflected(verb)} | parted


def _in_all_forms(verbs: Iterable[str]) -> Words:
    """Verbs with the other forms of the English ones."""
    return tuple(dict.fromkeys((*verbs, *(one for verb in verbs for one in inflected(verb)))))


@lru_cache(maxsize=1)
def common_words() -> Vocabulary:
    """The words of every table."""
    return vocabulary("")


_HERE = "ludex.text.reader"


def _read(package: str, *path: str) -> dict[str, Written]:
    """A file of words as plain data; a system that has none says nothing of its own."""
    try:
        return {key: _normal(value) for key, value in read_toml(package, *path).items()}
    except (FileNotFoundError, ModuleNotFoundError, NotADirectoryError):
        return {}


def _normal(value: Written) -> Written:
    """Words as texts are compared; keys, and values that a verb implies, stay as they are."""
    if isinstance(value, list):
        return [normal(str(one)) for one in value]
    return {key: _normal(one) for key, one in value.items()} if isinstance(value, dict) else value


def _joined(common: Written, own: Written) -> Written:
    """A system's words and those of every table: what stands in both is told by both."""
    if isinstance(common, dict) and isinstance(own, dict):
        keys = (*own, *(key for key in common if key not in own))
        return {
            key: _joined(common[key], own[key])
            if key in common and key in own
            else (own if key in own else common)[key]
            for key in keys
        }
    return list(dict.fromkeys((*common, *own))) if isinstance(common, list) and isinstance(own, list) else own


def normal(text: str) -> str:
    """A text as the reader compares it: narrow, simplified, in lower case; every letter stands where it stood."""
    slim = simplified(narrow(text).lower())
    return slim if len(slim) == len(text) else narrow(text)


_MARKS = re.compile(r"[\s,.;:!?~，。；：！？、…·（）()「」『』“”\"'《》<>—-]+")


def bare(text: str) -> str:
    """A text without marks and particles, for comparing free words."""
    slim = _MARKS.sub("", normal(text))
    for word in _longest_first(common_words().particles):
        slim = slim.replace(word, "") if slim != word else slim
    return slim


@lru_cache(maxsize=32)
def replies_of(words: Vocabulary) -> frozenset[str]:
    """What is said in answer to a question (挡, 闪): by themselves no words of somebody's own."""
    return frozenset(one for key, several in words.answers.items() for one in (key, *several) if not one.isascii())


def plain_words(words: Vocabulary, text: str, beside: Words) -> dict[int, list[tuple[int, float, str]]]:
    """Particles, fillers (those of a deed are `beside`) and markers in a text by where they begin: (end, cost, marker)."""
    kinds = (
        (words.particles, COST["particle"], ""),
        ((*words.fillers, *beside), COST["filler"], ""),
        (words.patients, COST["marker"], "patient"),
        (words.tools, COST["marker"], "tool"),
        (words.agents, COST["marker"], "agent"),
    )
    found: dict[int, list[tuple[int, float, str]]] = {}
    for several, cost, marker in kinds:
        for one in several:
            start = text.find(one)
            while start >= 0:
                end = start + len(one)
                if apart(text, start, end):
                    found.setdefault(start, []).append((end, cost, marker))
                start = text.find(one, start + 1)
    return found


def apart(text: str, start: int, end: int) -> bool:
    """Whether a word of Latin letters is not a piece of a longer one."""
    if not text[start].isascii() or not text[start].isalpha():
        return True
    before, after = text[start - 1 : start], text[end : end + 1]
    return not (before.isascii() and before.isalpha()) and not (after.isascii() and after.isalpha())


def _longest_first(words: Iterable[str]) -> list[str]:
    return sorted(words, key=len, reverse=True)
