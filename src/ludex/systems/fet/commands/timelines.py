"""Named timelines in the forms of the author's newer bot: `.tl` manages them, `.bt` declares acts on the one in use."""

from ludex.core.deeds import ANYONE, Asked, Command, Do, Show
from ludex.core.errors import RuleError
from ludex.core.names import narrow
from ludex.core.plain import Written
from ludex.systems.fet.commands.naming import fighter_in
from ludex.systems.fet.commands.offers import STORY
from ludex.systems.fet.commands.owned import ending_word
from ludex.systems.fet.commands.reading import (
    ALL,
    DROP,
    TEXT,
    attribute_in,
    attribute_of,
    line_of,
    number_in,
    unreadable,
    whole_in,
    words_of,
)
from ludex.systems.fet.redact import act_heard_by
from ludex.systems.fet.rules.belongings import check_carried
from ludex.systems.fet.rules.roster import check_character
from ludex.systems.fet.rules.wind_ups import impact_in
from ludex.systems.fet.state import State, check_fighter
from ludex.systems.fet.terms import Attribute, Kind, WeaponType

NEW = ("new", "新建", "新")
SHOW = ("show", "显示", "看")
GET = ("get", "查")
ACC = ("acc", "精度")


def timelines(asked: Asked) -> Do | Show:
    """`.tl` the battle (or the list), `list`, `new 名字`, `show`, `get 5`, `acc 2`, `del 1`, a number or name to use it."""
    words = words_of(asked)
    head = words[0].lower() if words else ""
    rest = words[1:]
    if not head and (asked.state.battle is not None or not asked.state.axes):
        return Show("battle")
    if head in ("", "list", "列表"):
        return Show("axes")
    if head in NEW:
        return Do("new_axis", {"name": " ".join(rest)})
    if head in SHOW:
        return Show("axis")
    if head in GET:
        return Show("moment", {"time": number_in(_bare(_one(asked, rest)), "time")})
    if head in ACC:
        return Do("axis_decimals", {"decimals": whole_in(_one(asked, rest), "decimals")})
    if head in DROP:
        if not rest:
            raise unreadable(asked)
        every = any(word.lower() in ALL for word in rest)
        return Do("drop_axes", {"names": [] if every else [_named(asked.state, word) for word in rest]})
    if narrow(head).isdecimal() and _named(asked.state, head) not in asked.state.axes:  # FET-LIV-19
        return Show("closed", {"number": int(narrow(head)[:6])})
    return Do("pick_axis", {"name": _named(asked.state, line_of(asked).strip())})


def _one(asked: Asked, words: list[str]) -> str:
    if len(words) != 1:
        raise unreadable(asked)
    return words[0]


def _named(state: State, word: str) -> str:
    """A timeline by number or name."""
    return next((name for n, name in enumerate(state.axes, 1) if word in (f"{n}", name)), word)


def _bare(word: str) -> str:
    """A time without its `t`."""
    return narrow(word)[:-1] if _timed(word) else narrow(word)


def _timed(word: str) -> bool:
    return narrow(word)[-1:].lower() == "t"


def act(asked: Asked) -> Do | Show:
    """`.bt 力量 50 劈砍`, `.bt 力量 5t`, `.bt 3t 力量 50` (inserted at 3t), `.bt wp …`, `.bt undo`; `.bt` shows the timeline."""
    words = words_of(asked)
    if not words:
        return Show("axis")
    if words[0].lower() in ("undo", "撤"):
        return Do("axis_undo", {"who": asked.actor})
    check_character(asked.state, asked.actor)
    if words[0].lower() in ("wp", "武器"):
        return _armed(asked, words[1:])
    start, words = _start(words)
    if len(words) < 2 or (first := _ordered(words)) is None:
        raise unreadable(asked)
    name, size = first
    given: dict[str, Written] = {"who": asked.actor, "attribute": attribute_of(name), "act": " ".join(words[2:])}
    kind = "time" if _timed(size) else "impact"
    given[kind] = number_in(_bare(size), kind)
    return Do("axis_act", given if start is None else {**given, "start": number_in(_bare(start), "start")})


def _armed(asked: Asked, words: list[str]) -> Do:
    """`.bt wp 50`, `.bt wp 5t 敏捷`, `.bt wp 3` (shots), `.bt wp re`: with the weapon in hand; in a battle, at somebody."""
    who, fighting = asked.actor, _fights(asked)
    weapon = check_carried(check_character(asked.state, who)).name
    if words and words[0].lower() in ("re", "装填"):
        given: dict[str, Written] = {"who": who, "weapon": weapon}
        if fighting:
            return Do("combat_declare", {**given, "kind": Kind.RELOAD}, act_heard_by(asked.state, who))
        return Do("axis_reload", given)
    sizes = [word for word in words[:2] if _sized(word)]
    names = [word for word in words[:2] if attribute_in(word)]
    if not sizes:
        raise unreadable(asked)
    rest = [word for word in words if word not in (*sizes[:1], *names[:1])]
    attribute = attribute_of(names[0]) if names else ""
    if fighting:
        return _struck(asked, weapon, size=sizes[0], attribute=attribute, rest=rest)
    kind = "time" if _timed(sizes[0]) else "size"
    given = {"who": who, "weapon": weapon, "attribute": attribute, "act": " ".join(rest)}
    return Do("axis_weapon", {**given, kind: number_in(_bare(sizes[0]), "impact")})


def _fights(asked: Asked) -> bool:
    """Whether the line is about the running battle: one fights, and no named timeline is in use."""
    return asked.state.axis not in asked.state.axes and asked.state.fighter(asked.actor) is not None


def _struck(asked: Asked, weapon: str, *, size: str, attribute: str, rest: list[str]) -> Do:
    """The same in the running battle: shots, or a blow, at the one who is named."""
    state: State = asked.state
    if not rest or state.battle is None:
        raise RuleError("target_required", clause="FET-ACT-1", kind=str(Kind.ATTACK))
    fighter = check_fighter(state.battle, asked.actor)
    arm = fighter.weapons[weapon]
    given: dict[str, Written] = {"who": asked.actor, "weapon": weapon, "target": [fighter_in(state, rest[0])]}
    number = number_in(_bare(size), "impact")
    if arm.type == WeaponType.RANGED:
        given |= {"kind": Kind.SHOOT, "shots": number}
        return Do("combat_declare", given, act_heard_by(state, asked.actor))
    attribute = attribute or arm.attribute or Attribute.STRENGTH
    if _timed(size):
        number = impact_in(number, fighter.values.get(attribute, 0), options=state.options)
    given |= {"kind": Kind.ATTACK, "attribute": attribute, "impact": number, "note": " ".join(rest[1:])}
    return Do("combat_declare", given, act_heard_by(state, asked.actor))


def _start(words: list[str]) -> tuple[str | None, list[str]]:
    """A time before attribute and size is where the act is inserted."""
    if len(words) > 2 and _sized(words[0]) and _sized(words[2]) and attribute_in(words[1]):
        return words[0], words[1:]
    return None, words


def _sized(word: str) -> bool:
    return _bare(word).replace(".", "", 1).isdecimal()


def _ordered(words: list[str]) -> tuple[str, str] | None:
    """Attribute and size in either order."""
    one, other = words[:2]
    if _sized(other):
        return one, other
    return (other, one) if _sized(one) else None


COMMANDS = (
    Command(("战况", "tl"), timelines, TEXT, ANYONE, ".tl", "battle", owner=STORY, word=ending_word),
    Command(("行轴", "bt"), act, TEXT, example=".行轴 力量 50 劈砍", group="battle"),
)
