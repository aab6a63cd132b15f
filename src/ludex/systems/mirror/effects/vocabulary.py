"""The words that effects of Mirror are made of (MIR-LIV-31 to MIR-LIV-34), in one vocabulary: as much as records are read with.

Which effects bear upon somebody, and how people perceive one another, is not known here; what steps do is in `rules.steps`.
"""

import re

from ludex.core.effects.records import Effect, Occasion
from ludex.core.effects.vocabulary import Vocabulary, words_of_terms
from ludex.core.rule import rule
from ludex.systems.mirror.effects.conditions import CONDITIONS, PERS, bearer_of
from ludex.systems.mirror.effects.words import GIVES, GRANTS, OCCASIONS, QUANTITIES, SPANS, STEPS, WHOM, WHOSE
from ludex.systems.mirror.sheet.stats import stat, stat_named
from ludex.systems.mirror.state import State
from ludex.systems.mirror.terms import ActionType, Attribute, Kind, Sense, Skill, Tag, key_of, words_of

_TERM = re.compile(r"\s*([+-]?)\s*([^+\-*/×÷\d\s][^+\-*/×÷\s]*|\d{1,6})\s*(?:([*/×÷])\s*(\d{1,4}))?\s*")
MODIFIER = ("调整", "调整值", " modifier", "修正")


@rule("MIR-LIV-31", "MIR-RND-1")
def amount(state: State, effect: Effect, at: Occasion, text: str) -> int:
    """A number written as a sum of LV, attributes, their modifiers, ranks and the degree, each with a factor; dropped towards zero."""
    found, rest = 0, text.strip()
    while rest:
        part = _TERM.match(rest)
        if part is None or not part[0]:
            return found
        sign, word, op, factor = part.groups()
        value = int(word) if word.isdigit() else _named(state, effect, at, word)
        by = int(factor or 1)
        value = value * by if op in ("*", "×") else int(value / by) if op and by else value
        found, rest = found + (-value if sign == "-" else value), rest[part.end() :]
    return found


def _named(state: State, effect: Effect, at: Occasion, word: str) -> int:
    """One named number of the bearer's, or the degree of the check under way."""
    c = bearer_of(state, effect)
    if word in ("成功度", "失败度", "degree"):
        degree = at.fact("degree", 0)
        return degree if isinstance(degree, int) else 0
    if c is None:
        return 0
    for ending in MODIFIER:
        plain = key_of(word.removesuffix(ending))
        if word.endswith(ending) and plain in words_of(Attribute):
            return c.mod(plain)
    name = stat_named(word)
    return stat(c, name) if name else 0


VOCABULARY = Vocabulary(
    quantities=QUANTITIES,
    gives=GIVES,
    conditions=CONDITIONS,
    occasions=OCCASIONS,
    steps=STEPS,
    spans=SPANS,
    whose=WHOSE,
    whom=WHOM,
    pers=PERS,
    denies=(
        *words_of_terms((ActionType.SA, ActionType.MA, ActionType.FA, ActionType.RA, ActionType.TA), Tag, Sense, Skill),
    ),
    grants=GRANTS,
    kinds=words_of_terms(Kind),
    amount=amount,
    regions=True,
    clause="MIR-LIV-31",
)
