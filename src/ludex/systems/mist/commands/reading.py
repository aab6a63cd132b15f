"""How typed words become what procedures take, where a field alone does not say it: tags with their signs, pairs, names in free text.

Fields are read by the kernel; names are found by `core.names`. No rule is here.
"""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from ludex.core.bounds import whole
from ludex.core.deeds import ITEM, WHOLE, Asked, Field, by_gm, spellings
from ludex.core.errors import RuleError
from ludex.core.fields import keyed
from ludex.core.names import matching, named, narrow, split_list
from ludex.core.principals import EVERYBODY, GM, Who
from ludex.core.say import say
from ludex.systems.mist.commands import offers
from ludex.systems.mist.rules.invocation import Invocation, invocation_of
from ludex.systems.mist.rules.picks import DONE, in_code, read_pick
from ludex.systems.mist.sheet import tags_on
from ludex.systems.mist.state import State
from ludex.systems.mist.terms import EffectKind, Ruling

INVOCATION = (
    keyed("help", "+", "帮助", several=True, among=offers.helping),
    keyed("hinder", "-", "阻碍", several=True, among=offers.hindering),
    keyed("burn", "燃", "燃尽", "burn", several=True, among=offers.burning),
    keyed("power", "效力", kind=WHOLE, owner=by_gm("circumstance")),
)
"""What a player names for a roll. A name that ends in `!` is burnt; a status counts like a tag (`+高处`, `-守卫:警觉`)."""

THEME = Field("theme", ITEM, among=offers.themes, refusal="unknown_theme")


_QUOTES = ("「」", "『』", "“”", '""')


def known_as(said: str, names: Iterable[str]) -> str:
    """The only one of these names that is meant, in quotes or without; the word itself where there is none or more than one."""
    bare = said[1:-1] if said[:1] + said[-1:] in _QUOTES else said
    found = matching(bare, {name: (name,) for name in names})
    return found[0] if len(found) == 1 else said


def mystery_named(said: str, among: Sequence[str]) -> str:
    """The only one of these mysteries that is meant, a standard question in either language; else the word itself."""
    found = matching(said, {name: spellings(offers.asked(name)) for name in among})
    return found[0] if len(found) == 1 else known_as(said, among)


def holder_named(asked: Asked, said: str) -> str:
    """A holder by its name or the beginning of it; `我` and `me` are the acting character."""
    offered = offers.holders_and_me(asked.state, asked.actor)
    names = {key: (key, called) for key, called in offered.items()}
    found = named(said, names, unknown="unknown_holder", value=said[:40], among=list(offers.holders(asked.state)))
    return asked.actor if found == offers.ME else found


def holder_of(asked: Asked) -> str:
    """The holder that a field names; `我` is whom the line is aimed at, else who acts."""
    return (asked.aimed or asked.actor) if asked["holder"] == offers.ME else str(asked["holder"])


def ruling(said: str) -> str:
    """What the MC rules that a status does: `新`, `叠:受伤`, `抵:惊慌`."""
    word, colon, name = narrow(said).partition(":")
    return f"{Ruling.read(word) if Ruling.holds(word) else word}{colon}{name}"


def theme_named(asked: Asked, said: str) -> str:
    """A theme of the acting character by its id, its theme tag, or the beginning of either."""
    themes = offers.themes(asked.state, asked.actor)
    names = {key: (key, called) for key, called in themes.items()}
    return named(said, names, unknown="unknown_theme", value=said[:40], among=list(themes.values()))


def threat_named(asked: Asked, said: str) -> str:
    """A threat that has been announced, by its name or the beginning of it."""
    known = offers.threats(asked.state)
    return named(said, {name: (name,) for name in known}, unknown="unknown_threat", value=said[:40], among=list(known))


def pairs(words: Sequence[str], key: str, value: str) -> list[dict[str, str | int]]:
    """`受伤=3`, `受伤3` as records of a name and a number."""
    return [dict(zip((key, value), _pair(word), strict=True)) for word in words]


def _pair(word: str) -> tuple[str, int]:
    slim = narrow(word)
    name = slim.rstrip("0123456789").rstrip("=:")
    number = whole(slim[len(name) :].lstrip("=:"))
    if not name or number is None:
        raise RuleError("bad_argument", arg="pair", value=word[:40], kind=WHOLE)
    return name, number


def effect(asked: Asked, word: str) -> str:
    """What power is to buy, as its answer (MST-LIV-18): `站务保安:说服+2`, `我:镇定+1有益`, `标签:大火把`, `就这样`."""
    answer = in_code(narrow(word))
    pick = None if answer == DONE else read_pick(answer)
    made = [in_code(narrow(other)) for other in asked["effects"]]
    known = (*offers.story_tags(asked.state), *(one.partition(":")[2] for one in made if one.startswith("create_tag:")))
    if pick and pick.kind is EffectKind.REMOVE_TAG and pick.text not in known:
        raise RuleError("unknown_tag", clause="MST-EFF-2", tag=pick.text)
    if pick is None or not pick.holder:
        return answer
    verb, _, rest = answer.partition(":")
    return f"{verb}:{holder_named(asked, pick.holder)}{rest.removeprefix(pick.holder)}"


def holders_named(asked: Asked, said: str) -> list[str]:
    """Several holders in one word: `林默,周遥`; `全体` are the active characters."""
    state: State = asked.state
    if narrow(said) in (offers.ALL, "all"):
        return offers.meant(state, "", [offers.ALL])
    return list(dict.fromkeys(holder_named(asked, one) for one in split_list(said)))


def audience(asked: Asked, holders: Iterable[str]) -> tuple[Who, ...]:
    """Who may know what is done to holders: of a challenge that is on stage unseen the MC alone (MST-LIV-41)."""
    unseen = [challenge.id for challenge in asked.state.challenges if challenge.hidden]
    return (GM,) if any(holder in unseen for holder in holders) else (EVERYBODY,)


def clues_named(asked: Asked, words: Sequence[str]) -> list[str]:
    """Clues by their names or the beginning of them; a name that holds commas was taken apart and is put together (MST-LIV-25)."""
    known = offers.clues(asked.state)
    apart = {name: split_list(name) for name in known if len(split_list(name)) > 1}
    found: list[str] = []
    left = list(words)
    while left:
        whole_name = next((name for name, pieces in apart.items() if left[: len(pieces)] == pieces), None)
        taken = len(apart[whole_name]) if whole_name else 1
        said, left = left[0], left[taken:]
        names = {name: spellings(called) for name, called in known.items()}
        found.append(whole_name or named(said, names, unknown="unknown_clue", value=said[:40], among=list(known)))
    return found


def usable(asked: Asked) -> tuple[str, ...]:
    """Every tag and status that the acting character could name: on the sheet, in the scene, on challenges."""
    state: State = asked.state
    own = state.character(asked.actor)
    sheet = (*tags_on(own), *(status.name for status in own.statuses)) if own else ()
    return (*sheet, *state.around)


def tags_of(asked: Asked, names: Iterable[str]) -> list[str]:
    """Tags as they are called: by their beginning, with `!` kept, and apart where they are glued (`记者证+夜班编辑`)."""
    try:
        return [tag for name in names for tag in _tags(asked, narrow(name))]
    except RuleError:
        if asked.actor:
            raise
        raise RuleError("whose") from None  # the tag may well be on somebody's sheet


def _tags(asked: Asked, name: str) -> list[str]:
    bare, burnt = name.rstrip("!"), "!" * name.endswith("!")
    known = usable(asked)
    found = known_as(bare, known)
    if found in known or (
        burnt and found in offers.tags(asked.state)
    ):  # somebody else's is refused as such (MST-PBU-2)
        return [found + burnt]
    whose, colon, status = bare.partition(":")
    if colon:
        return [f"{holder_named(asked, whose)}:{status}{burnt}"]
    parts = [part for part in name.split("+") if part]
    if len(parts) > 1:
        return [tag for part in parts for tag in _tags(asked, part)]
    raise RuleError(
        "unknown_tag", clause="MST-PTG-1", tag=bare, hint=say("told.usable", tags=list(dict.fromkeys(known)))
    )


def with_late_tags(asked: Asked) -> Asked:
    """A line with the tags that stand behind its words (`亮出证件 +记者证 -强光手电`) among those in front; any other `+` is talk."""
    known, words = usable(asked), asked["text"].split()
    late = [word for word in words if narrow(word)[:1] in ("+", "-") and known_as(_first(word), known) in known]
    if not late:
        return asked
    named = {sign: [tag for word in late if narrow(word)[0] == sign for tag in split_list(word[1:])] for sign in "+-"}
    more = {"help": [*asked["help"], *named["+"]], "hinder": [*asked["hinder"], *named["-"]]}
    return replace(asked, args={**asked.args, **more, "text": " ".join(word for word in words if word not in late)})


def _first(word: str) -> str:
    """The first name of a word with its sign."""
    return next(iter(split_list(narrow(word)[1:])), "").rstrip("!")


def invocation(asked: Asked) -> Invocation:
    """The invocation that a line names."""
    burning = [f"{name}!" for name in asked["burn"]]
    read = invocation_of(
        asked.state,
        asked.state.character(asked.actor),
        helping=tags_of(asked, (*asked["help"], *burning)),
        hindering=tags_of(asked, asked["hinder"]),
    )
    return replace(read, actor=asked.actor, power=asked["power"])
