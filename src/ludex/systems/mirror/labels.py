"""Names for show: a word of the system is said in the reader's language, people's own words stand as they are."""

from ludex.core.say import Say, term
from ludex.systems.mirror import terms
from ludex.systems.mirror.body import HUMANOID, QUADRUPED, BodyPart

Shown = Say | str

_ENUMS = (terms.Attribute, terms.Skill, terms.Defense, terms.Primary, terms.Secondary, terms.Status, terms.Physical)
_MORE = (terms.Mental, terms.Injury, terms.Tag, terms.PartStatus, terms.PartType, terms.Unit, terms.Kind)
WORDS = frozenset(
    [word.value for enum in (*_ENUMS, *_MORE) for word in enum]
    + [p.id for p in (*HUMANOID, *QUADRUPED)]
    + [*terms.POSITIVE, *terms.NEGATIVE, terms.BASIC]
)
"""Every word that `words/` can say."""


def shown(word: str) -> Shown:
    """A word of the system as a term, anything else as it is."""
    return term(word) if word in WORDS else word


def part_name(part: BodyPart) -> Shown:
    """What a part is called."""
    return part.name or shown(part.id)
