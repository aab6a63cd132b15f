"""How typed words become what procedures take, where a field alone does not say it: tags with their signs, pairs, names in free text.

Fields are read by the kernel; names are found by `core.names`. No rule is here.
"""

import re
from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from ludex.core.bounds import whole
from ludex.core.deeds import WHOLE, Asked, spellings
from ludex.core.errors import RuleError
from ludex.core.names import folded, matching, narrow, simplified, split_list
from ludex.core.say import say
from ludex.systems.mist.kinds import offers
from ludex.systems.mist.sheet import tags_on
from ludex.systems.mist.state import State
from ludex.systems.mist.terms import Ruling

_QUOTES = ("「」", "『』", "“”", '""')


def meant_among(said: str, names: Mapping[str, Iterable[str]]) -> tuple[str, ...]:
    """What a word may mean among things with their names: by the whole name, by its beginning, or else by a part of it (`保安` for 站务保安)."""
    if found := matching(said, names):
        return found
    part = folded(said)
    return tuple(key for key, called in names.items() if part and any(_has_part(folded(name), part) for name in called))


SMALL = frozenset(("a", "an", "at", "by", "for", "in", "it", "of", "on", "the", "to"))
"""Words of which nothing is known by itself."""


def _has_part(name: str, part: str) -> bool:
    """Whether a name has such a part: any letters of a Chinese one, a whole word of another."""
    return part in (name.split() if part.isascii() else name) and part not in SMALL


def _only(said: str, names: Mapping[str, Iterable[str]], unknown: str) -> str:
    """The one thing that a word means; none and several are refused alike."""
    found = meant_among(said, names)
    if len(found) != 1:
        raise RuleError(unknown, value=said[:40], among=list(names))
    return found[0]


def known_as(said: str, names: Iterable[str]) -> str:
    """The only one of these names that is meant, in quotes or without; the word itself where there is none or more than one."""
    bare = said[1:-1] if said[:1] + said[-1:] in _QUOTES else said
    found = meant_among(bare, {name: (name,) for name in names})
    return found[0] if len(found) == 1 else said


def mystery_named(said: str, among: Sequence[str]) -> str:
    """The only one of these mysteries that is meant, a standard question in either language; else the word itself."""
    found = matching(said, {name: spellings(offers.mystery_names(name)) for name in among})
    return found[0] if len(found) == 1 else known_as(said, among)


def holder_named(asked: Asked, said: str) -> str:
    """A holder by its name or a part of it; `我` and `me` are the acting character."""
    if asked.actor and folded(said) in (offers.ME, "me"):
        return asked.actor
    return _only(said, {key: (key, called) for key, called in offers.holders(asked.state).items()}, "unknown_holder")


def read_ruling(said: str) -> str:
    """What the MC rules that a status does: `新`, `叠:受伤`, `抵:惊慌`."""
    word, colon, name = narrow(said).partition(":")
    return f"{Ruling.read(word) if Ruling.holds(word) else word}{colon}{name}"


def theme_named(asked: Asked, said: str) -> str:
    """A theme of the acting character by its id, its theme tag, or a part of either."""
    themes = offers.themes(asked.state, asked.actor)
    found = meant_among(said, {key: (key, called) for key, called in themes.items()})
    if len(found) != 1:
        raise RuleError("unknown_theme", value=said[:40], among=list(themes.values()))
    return found[0]


def threat_named(asked: Asked, said: str) -> str:
    """A threat that has been announced, by its name or a part of it."""
    return _only(said, {name: (name,) for name in offers.threats(asked.state)}, "unknown_threat")


def pairs(words: Sequence[str]) -> list[tuple[str, int]]:
    """`受伤=3`, `受伤3`: a name and a number, each."""
    return [_pair(word) for word in words]


def _pair(word: str) -> tuple[str, int]:
    slim = narrow(word)
    name = slim.rstrip("0123456789").rstrip("=:")
    number = whole(slim[len(name) :].lstrip("=:"))
    if not name or number is None:
        raise RuleError("bad_argument", arg="pair", value=word[:40], kind=WHOLE)
    return simplified(name), number


def holders_named(asked: Asked, said: str) -> list[str]:
    """Several holders in one word: `林默,周遥`; `全体` are the active characters."""
    state: State = asked.state
    if narrow(said) in (offers.ALL, "all"):
        return offers.meant(state, "", [offers.ALL])
    return list(dict.fromkeys(holder_named(asked, one) for one in split_list(said)))


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
        found.append(whole_name or _only(said, names, "unknown_clue"))
    return found


def own_tags(asked: Asked) -> tuple[str, ...]:
    own = asked.state.character(asked.actor)
    return (*tags_on(own), *(status.name for status in own.statuses)) if own else ()


def usable(asked: Asked) -> tuple[str, ...]:
    """Every tag and status that the acting character could name: on the sheet, in the scene, on challenges."""
    return (*own_tags(asked), *asked.state.around)


def tag_meant(said: str, own: Sequence[str], known: Sequence[str]) -> str:
    """The tag or status that a word means: of the own ones before any other; the word itself where there is none or more than one."""
    if said in known:
        return said
    found = known_as(said, own)
    return found if found in own else known_as(said, known)


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
    found = tag_meant(bare, own_tags(asked), known)
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
    """A line with the tags that stand behind its words (`亮出证件 +记者证 -强光手电`) among those in front, and 速决 that stands by itself among
    them; any other `+` is talk. What stands behind a tag and a comma and is none (`+急诊护士，问他手怎么了`) belongs to the words."""
    asked = _without_words(asked)
    text, quick = _QUICK.subn(" ", _APART.sub(r"\1", asked["text"]))
    if quick:
        asked = replace(asked, args={**asked.args, "quick": True, "text": " ".join(text.split())})
    known, words = usable(asked), text.split()
    late = [word for word in words if narrow(word)[:1] in ("+", "-") and known_as(_first(word), known) in known]
    if not late:
        return asked
    named = {sign: [tag for word in late if narrow(word)[0] == sign for tag in split_list(word[1:])] for sign in "+-"}
    more = {"help": [*asked["help"], *named["+"]], "hinder": [*asked["hinder"], *named["-"]]}
    return replace(asked, args={**asked.args, **more, "text": " ".join(word for word in words if word not in late)})


_QUICK = re.compile(r"(?:^|[\s，,。]+)速[决決](?:[\s，,。]+|$)")
_APART = re.compile(r"(?<!\S)([+＋－-])\s+(?=\S)")
"""A sign that stands apart from its tag (`+ 不合眼`)."""


def _without_words(asked: Asked) -> Asked:
    """A line whose tags are tags: a sentence that stands behind one of them, with a comma between, is put before its words."""
    tags = {field: list(asked[field]) for field in ("help", "hinder")}
    for several in tags.values():
        start = next((n for n, said in enumerate(several) if n and _is_sentence(asked, said)), len(several))
        if start < len(several):
            words = "，".join(several[start:])
            del several[start:]
            text = f"{words} {asked['text']}".strip()
            return replace(asked, args={**asked.args, **tags, "text": text})
    return asked


def _is_sentence(asked: Asked, said: str) -> bool:
    """Whether a word behind a comma is no tag, nor like one: that would be refused as such."""
    known, slim = usable(asked), simplified(narrow(said)).rstrip("!")
    if f"，{said}" not in asked.text or ":" in slim or "+" in slim or known_as(slim, known) in known:
        return False
    return not any(len(tag) == len(slim) and len(set(tag) & set(slim)) * 2 >= len(tag) for tag in known)


def _first(word: str) -> str:
    return next(iter(split_list(narrow(word)[1:])), "").rstrip("!")
