"""Names people type for attributes, resources, skills and fighters: Chinese words, English ones, short Latin forms."""

from ludex.core.errors import RuleError
from ludex.systems.fet.rules.bot_text import normal
from ludex.systems.fet.state import Fighter, State
from ludex.systems.fet.terms import ATTRIBUTE_NAMES, ELEVEN, Number, Resource, typed_number

SHORT = dict(zip(("con", "dex", "str", "wil", "edu", "int", "med", "eng", "mil", "lit", "art"), ELEVEN, strict=True))
ATTRIBUTES: dict[str, str] = {
    **{name: str(attribute) for name, attribute in ATTRIBUTE_NAMES.items()},
    **{name: name for name in ELEVEN},
    **SHORT,
    **dict.fromkeys(("wis", "wisdom"), "willpower"),
}
CHINESE = {str(attribute): name for name, attribute in reversed(ATTRIBUTE_NAMES.items())}
"""Each of the eleven by its full Chinese name, as the rulebook's own commands want it."""
GROUP_NAMES = {"物理": "physical", "思维": "mental", "领域": "domains", "全部": "all", "所有": "all"}
MAXIMUM_NAMES = {"体力上限": "stamina_max", "意志上限": "will_max", "体力": "stamina_max"}
RESOURCES = {
    "体力": Resource.STAMINA,
    "意志": Resource.WILL,
    "stamina": Resource.STAMINA,
    "will": Resource.WILL,
    "hp": Resource.STAMINA,
    "mp": Resource.WILL,
}


def attribute_named(text: str) -> str:
    """One of the eleven by any of its names."""
    found = ATTRIBUTES.get(normal(text).strip().lower())
    if found is None:
        raise RuleError("attribute_not_found", clause="FET-CMD-4", name=text)
    return found


def in_chinese(text: str, *, words: int | None = None) -> str:
    """A line with the English names of attributes among its first words put into Chinese."""
    found = text.split(" ")
    many = len(found) if words is None else words
    return " ".join([*map(_chinese, found[:many]), *found[many:]])


def _chinese(word: str) -> str:
    known = ATTRIBUTES.get(normal(word).lower()) if normal(word).isascii() else None
    return CHINESE[known] if known else word


def changed_named(text: str) -> str:
    """What a modifier changes: an attribute, a group, all, or a maximum."""
    slim = normal(text).strip().lower()
    known = {**ATTRIBUTES, **GROUP_NAMES, **MAXIMUM_NAMES}
    return known.get(slim, slim)


def resource_named(text: str) -> str:
    """Stamina or will by any of its names."""
    found = RESOURCES.get(normal(text).strip().lower())
    if found is None:
        raise RuleError("bad_resource", clause="FET-STA-2", resource=text)
    return str(found)


def number_named(text: str, arg: str) -> Number:
    """A number as it was typed."""
    found = typed_number(normal(text).strip().rstrip("%"))
    if found is None:
        raise RuleError("bad_number", clause="FET-NUM-1", name=arg, value=text[:40])
    return found


def fighter_named(state: State, text: str) -> str:
    """A fighter of the battle by id, name, or the unique beginning of either."""
    people: tuple[Fighter, ...] = state.battle.fighters if state.battle else ()
    names = {f.id: state.characters[f.id].sheet.name if f.id in state.characters else f.id for f in people}
    wanted = text.strip().lower()
    exact = [i for i, name in names.items() if wanted in (i.lower(), name.lower())]
    near = [i for i, name in names.items() if i.lower().startswith(wanted) or name.lower().startswith(wanted)]
    if exact or len(near) == 1:
        return (exact or near)[0]
    return text.strip()


def anybody_named(state: State, text: str) -> str:
    """Somebody in the battle or at the table."""
    found = fighter_named(state, text)
    if found in state.people:
        return found
    return next((who for who in state.people if state.called(who) == found), found)
