"""The scene loop (场景循环), the MC's line for what lands: `.后果`, by places or by keys, typed or prepared. MST-LIV-21, MST-PCQ-2.

What becomes of it is in `delivery`.
"""

import re
from typing import Annotated

from ludex.core.bounds import whole
from ludex.core.deeds import WHOLE, Asked, Do, Field
from ludex.core.errors import RuleError
from ludex.core.fields import flag, keyed
from ludex.core.names import narrow, simplified, split_list
from ludex.core.plain import Plain
from ludex.core.say import term
from ludex.systems.mist.content import plain
from ludex.systems.mist.content.plain import DENY, fields_of
from ludex.systems.mist.kinds import SceneDeed, Words, about, offers
from ludex.systems.mist.kinds.reading import holder_named, holders_named, known_as, read_ruling
from ludex.systems.mist.state import State
from ludex.systems.mist.terms import ConsequenceKind, ScenePhase, as_terms

ALLOW = ("可缓解", "mitigable")
GOOD = ("有益", "good")
CANNOT = (
    *(f"{no}缓解" for no in ("不能", "不许", "无法", "不准", "不得", "不让", "不给", "没法")),
    *("挡不了", "挡不住", "没法挡", "不能挡", "挡不了的", "挡不了的那种", "挡不住的"),
)
FLAGS = {
    **plain.DENIED,
    **dict.fromkeys(CANNOT, "unmitigable"),
    **dict.fromkeys(ALLOW, "mitigable"),
    **dict.fromkeys(GOOD, "beneficial"),
}
TAG = ("标签", "贴标签", "加标签", "故事标签", "贴个标签", "加个标签", "新标签")
UNTAG, BURN = ("去标签", "撕掉", "去掉", "移除"), ("燃尽", "烧掉", "烧毁", "燃掉")
THREAT, NARRATIVE = ("新威胁", "威胁", "新的威胁"), ("叙述", "描述", "旁白")


class ConsequenceLine(
    SceneDeed, names=("后果", "consequence", "con"), together="who", example=".后果 手电照脸 状态 林默 目眩 2"
):
    """`.后果 手电照脸 状态 林默 目眩 2 可缓解; 行动 标签 满地碎玻璃`, `.后果 手电照脸 林默` (what is prepared), or each part by its key."""

    source: Annotated[str, Field(keys=("来源", "from"), keyed=True, default="", among=offers.sources, unless="text")]
    who: Annotated[tuple[str, ...], keyed("who", "谁", several=True, among=offers.holders_and_all)] = ()
    status: Annotated[str, keyed("status", "状态")] = ""
    tier: Annotated[int | None, keyed("tier", "等级", refusal="bad_tier")] = None
    allow: Annotated[bool, flag("allow", *ALLOW)] = False
    deny: Annotated[bool, flag("deny", *DENY)] = False
    burn: Annotated[str, keyed("burn", *BURN, among=offers.burnable_tags)] = ""
    tag: Annotated[str, keyed("tag", *TAG)] = ""
    untag: Annotated[str, keyed("untag", *UNTAG, among=offers.story_tags)] = ""
    threat: Annotated[str, keyed("threat", *THREAT)] = ""
    narrative: Annotated[str, keyed("narrative", *NARRATIVE)] = ""
    text: Words = ""

    def do(self, asked: Asked) -> Do:
        """A delivery; one that hits what is on stage unseen is told to the MC alone (MST-LIV-41)."""
        entries = _by_key(asked) if self.source else self._by_place(asked)
        return Do("deliver", {"deliver": entries}, about(asked, *(str(entry.get("target", "")) for entry in entries)))

    def _by_place(self, asked: Asked) -> list[Plain]:
        text = narrow(self.text).lstrip(_MARKS).removeprefix("是")  # 后果是…
        written = " ".join((text, *ALLOW[: self.allow], *DENY[: self.deny]))
        if not written.strip():
            raise RuleError("consequence_form")
        return [entry for part in written.split(";") for entry in _consequences(asked, _words(asked, part))]


def _words(asked: Asked, part: str) -> list[str]:
    """The words of one consequence: a name of several stands in quotation marks, a threat's or a holder's may stand without."""
    state: State = asked.state
    known = (*state.scene_now.open_threats, *offers.holders(state))
    spaced = [re.escape(name) for name in sorted(known, key=len, reverse=True) if " " in name]
    bare = "|".join((*spaced, r"\S+"))
    pieces = re.findall(f'"([^"]*)"|「([^」]*)」|“([^”]*)”|({bare})', part)
    return ["".join(found) for found in pieces]


def _by_key(asked: Asked) -> list[Plain]:
    """`.后果 来源=手电照脸 谁=林默 状态=目眩 等级=2 可缓解`: a status, or without one what is prepared; other words tell what happens, beside a tier they are
    the status's name."""
    source, who = _source(asked, asked["source"]), [",".join(asked["who"])] if asked["who"] else []
    deny = DENY[: asked["deny"]]
    given: list[Plain] = []
    told, tier = narrow(asked["text"]).strip(), asked["tier"]
    if tier is None and not asked["status"] and (glued := _GLUED.fullmatch(told)):
        told, tier = glued[1] or glued[3], whole(_in_digits(glued[2] or glued[4]))
    status, told = (asked["status"], told) if asked["status"] or tier is None else (told, "")
    if status:
        words = [*who, status, str(tier), *deny]
        given += ({"from": source, "kind": ConsequenceKind.STATUS, **fields} for fields in _statuses(asked, words))
    given += ({"from": source, **one} for one in _others(asked, who))
    if not given and (who or not told):
        given = _prepared(asked, source, [*who, *deny])
    kind = ConsequenceKind.NARRATIVE
    return [*given, {"from": source, "kind": kind, **fields_of(kind, (told,))}] if told else given


def _others(asked: Asked, who: list[str]) -> list[Plain]:
    """What is no status, each by its key: `燃尽=记者证`, `标签=大雾`, `去标签=大雾`, `新威胁=坍塌`, `叙述=门关上了`."""
    found: list[Plain] = []
    if asked["burn"]:
        hit = [one for word in who for one in holders_named(asked, word)]
        if not hit:
            raise RuleError("missing_argument", arg="who", expected=["who", "burn"])
        found += ({"kind": ConsequenceKind.BURN_TAG, "target": one, "tag": asked["burn"]} for one in hit)
    for field, kind in OTHERS.items():
        found += [{"kind": kind, **fields_of(kind, (asked[field],))}] if asked[field] else []
    return found


OTHERS = {
    "tag": ConsequenceKind.STORY_TAG,
    "untag": ConsequenceKind.REMOVE_TAG,
    "threat": ConsequenceKind.NEW_THREAT,
    "narrative": ConsequenceKind.NARRATIVE,
}
"""Fields of a consequence that hit nobody in particular, and of which kind."""


def _consequences(asked: Asked, words: list[str]) -> list[Plain]:
    """What one part of a line brings: `手电照脸 状态 林默 目眩 2`; without its source it is the action's, without its kind a status, or told."""
    if not words:
        return []
    told = " ".join(words)
    source, words = _sourced(asked, words)
    kind, words = _kind_said(asked, words)
    match kind:
        case ConsequenceKind.STATUS:
            found = _statuses(asked, _parted(asked, words))
            return [{"from": source or ScenePhase.ACTION, "kind": kind, **fields} for fields in found]
        case None:
            return _unsaid(asked, source, words, told)
        case ConsequenceKind.BURN_TAG:
            words = _parted(asked, words)
    return [{"from": source or ScenePhase.ACTION, "kind": kind, **_fields(asked, kind, words)}]


def _unsaid(asked: Asked, source: str, words: list[str], told: str) -> list[Plain]:
    """A consequence of which no kind is said: somebody and a tier are a status (`周遥 崴脚 2`), a source and people what is prepared; a sentence
    that names nothing known is told."""
    parted = _parted(asked, words)
    if len(parted) > 2 and _are_people(asked, parted[0]) and any(whole(word) for word in parted[2:]):
        kind = ConsequenceKind.STATUS
        return [{"from": source or ScenePhase.ACTION, "kind": kind, **one} for one in _statuses(asked, parted)]
    if source:
        return _prepared(asked, source, [*words, *asked["who"]])
    if _is_sentence(asked, told, parted):
        return [{"from": ScenePhase.ACTION, "kind": ConsequenceKind.NARRATIVE, "text": told.strip(_MARKS)}]
    return _prepared(asked, words[0], [*words[1:], *asked["who"]])


def _is_sentence(asked: Asked, told: str, words: list[str]) -> bool:
    """Whether words tell what happens: more than a name is long, without a name or a number that stands by itself, and
    like no threat's name."""
    state: State = asked.state
    letters = [letter for letter in told if letter.isalnum()]
    threats = (*offers.threats(state), *offers.prepared_threats(state))
    like = any(len(set(letters) & set(threat)) * 2 >= len(threat) for threat in threats)
    named = any(_are_people(asked, word) for word in told.split()) or any(whole(word) is not None for word in words)
    return len(letters) > NAME and not like and not named and not asked["who"]


NAME = 4
"""So many letters may be a name; more are a sentence."""

_MARKS = " :，,。;"


def _sourced(asked: Asked, words: list[str]) -> tuple[str, list[str]]:
    """Where a consequence comes from, if its first word says so, and the other words."""
    first = _source(asked, words[0])
    if first in (ScenePhase.ACTION, *asked.state.scene_now.open_threats):
        return first, words[1:]
    glued = next((name for name in asked.state.scene_now.open_threats if words[0].startswith(name)), "")
    return (glued, [words[0].removeprefix(glued), *words[1:]]) if glued else ("", words)


KINDS = {
    **dict.fromkeys(TAG, ConsequenceKind.STORY_TAG),
    **dict.fromkeys(UNTAG, ConsequenceKind.REMOVE_TAG),
    **dict.fromkeys(BURN, ConsequenceKind.BURN_TAG),
    **dict.fromkeys(THREAT, ConsequenceKind.NEW_THREAT),
    **dict.fromkeys(NARRATIVE, ConsequenceKind.NARRATIVE),
}
"""The kind of a consequence by the words that people say for it."""


def _kind_said(asked: Asked, words: list[str]) -> tuple[ConsequenceKind | None, list[str]]:
    """The kind of a consequence, if its first word says it, and the other words; what burns may be written onto it (`燃尽周遥的抄近路`)."""
    first = words[0].rstrip(_MARKS) if words else ""
    if first in KINDS or ConsequenceKind.holds(first):
        return KINDS.get(first) or ConsequenceKind.read(first), words[1:]
    burning = next((one for one in BURN if first.startswith(one)), "")
    if burning and _somebody(asked, first.removeprefix(burning)):
        return ConsequenceKind.BURN_TAG, [first.removeprefix(burning), *words[1:]]
    return None, words


def _parted(asked: Asked, words: list[str]) -> list[str]:
    """The words of a status or of a tag that burns, apart: whom it hits, what it is, its tier (`林默受伤 2`, `陆九和周遥 惊慌1`, `全员惊慌1级`)."""
    people, rest = _people_first(asked, words)
    tiered = any(_TIER.fullmatch(word) for word in rest)
    parted = ([word] if tiered or "=" in word else _tiered(word) for word in rest)
    bare = (_in_digits(word.strip("级点+")) if _TIER.fullmatch(word) else word for one in parted for word in one)
    return [*([",".join(people)] if people else []), *bare]


def _people_first(asked: Asked, words: list[str]) -> tuple[list[str], list[str]]:
    """Everybody named at the beginning of these words, glued to what follows or apart, and what is left of the words."""
    people: list[str] = []
    for n, word in enumerate(words):
        left = word
        while left and (found := _somebody(asked, left)):
            people, left = [*people, found[0]], left[len(found[1]) :].lstrip("的各都、,，和与及")
        if left:
            return people, [left, *words[n + 1 :]]
    return people, []


def _somebody(asked: Asked, said: str) -> tuple[str, str] | None:
    """Who stands at the beginning of a text, and by which letters: by the name, or by a part of it that nobody else has."""
    if everybody := next((one for one in EVERYBODY if said.startswith(one)), ""):
        return offers.ALL, everybody
    holders = offers.holders(asked.state).items()
    whole_names = sorted((name for pair in holders for name in pair if said.startswith(name)), key=len)
    if whole_names:
        return next(who for who, called in holders if whole_names[-1] in (who, called)), whole_names[-1]
    for size in range(min(len(said), LONGEST_PART), 1, -1):
        having = {who for who, called in holders if said[:size] in called}
        if having:
            return (having.pop(), said[:size]) if len(having) == 1 else None
    return None


EVERYBODY = ("全体", "全员", "全队", "所有人", "每个人", "大家", "各位", "all")
LONGEST_PART = 8
_TIER = re.compile(r"\+?\d+[级点]?|[一二两三四五六][级点]?")
_GLUED = re.compile(r"(.*[^\d\s+])\s*\+?([1-6])(?:级|点)?|(.+?)([一二两三四五六])级")


def _tiered(word: str) -> list[str]:
    """A status and its tier that are written in one word."""
    found = None if word in FLAGS else _GLUED.fullmatch(word)
    return [part for part in found.groups() if part] if found else [word]


def _in_digits(said: str) -> str:
    return str("一二三四五六".index(said) + 1) if said in "一二三四五六" else said.replace("两", "2")


def _are_people(asked: Asked, said: str) -> bool:
    """Whether a word names people, and nothing else."""
    people, left = _people_first(asked, [said])
    return bool(people) and not left


def _source(asked: Asked, said: str) -> str:
    """The action itself, or an open threat."""
    if said in (ScenePhase.ACTION, ScenePhase.ACTION.zh):
        return ScenePhase.ACTION
    return known_as(said, asked.state.scene_now.open_threats)


def _prepared(asked: Asked, source: str, words: list[str]) -> list[Plain]:
    """What the MC has prepared for a threat, aimed at the holder that is named."""
    prepared = {t.id: t.brings for t in asked.state.scene_now.threats}
    if source not in (ScenePhase.ACTION, *prepared):
        raise RuleError(
            "unknown_threat", clause="MST-PCQ-1", value=source, among=list(asked.state.scene_now.open_threats)
        )
    brings = prepared.get(source, ())
    people = (*offers.holders_and_all(asked.state), *ALLOW, *DENY)
    if not brings and words and known_as(split_list(words[0])[0], people) not in people:
        raise RuleError("bad_consequence", clause="MST-PCQ-2", kind=words[0][:40], kinds=as_terms(ConsequenceKind))
    if not brings:
        raise RuleError("nothing_prepared", threat=term(source) if source == ScenePhase.ACTION else source)
    denied = any(word in DENY for word in words)
    targets = [who for word in words if word not in (*ALLOW, *DENY) for who in holders_named(asked, word)]
    targets = targets or ([asked.actor] if asked.actor else [])
    if not targets and any("target" not in entry and entry.get("kind") in AIMED for entry in brings):
        raise RuleError("missing_argument", arg="who", expected=["source", "who"])
    return [one for entry in brings for one in _brought(asked, entry, source, targets, denied=denied)]


AIMED = (ConsequenceKind.STATUS, ConsequenceKind.BURN_TAG)


def _brought(asked: Asked, entry: Plain, source: str, targets: list[str], *, denied: bool) -> list[Plain]:
    """One prepared consequence, for everybody whom it hits."""
    if entry.get("kind") not in AIMED:
        return [{"from": source, **entry}]
    hit = holders_named(asked, str(entry["target"])) if "target" in entry else targets
    bare = {key: value for key, value in entry.items() if key != "unmitigable"}
    deny = denied or bool(entry.get("unmitigable"))
    return [{"from": source, **bare, "target": who, "allow": _allowed(asked, who, deny=deny)} for who in hit]


def _allowed(asked: Asked, who: str, *, deny: bool) -> bool:
    """Whether a target may mitigate: a character may, unless the MC denies it (MST-LIV-21)."""
    return not deny and asked.state.character(who) is not None


def _fields(asked: Asked, kind: ConsequenceKind, words: list[str]) -> Plain:
    """The fields of one consequence, by place."""
    bare = [word for word in words if word not in (*ALLOW, *DENY)]
    match kind:
        case ConsequenceKind.BURN_TAG:
            bare = _aimed(asked, bare, 2)
            return {"target": holder_named(asked, _word(bare, 0)), **fields_of(kind, bare[1:])}
        case ConsequenceKind.NEW_THREAT:
            _word(bare, 0)
        case ConsequenceKind.NARRATIVE:
            bare = words
    return fields_of(kind, bare)


KEYS = {
    "类": "family",
    "克": "opposes",
    "判": "relation",
    "family": "family",
    "opposes": "opposes",
    "relation": "relation",
}


def _statuses(asked: Asked, words: list[str]) -> list[Plain]:
    """A status for everybody who is named: `林默,周遥 目眩 2 不可缓解 有益 类=伤 克=镇定 判=叠:受伤`."""
    bare, said = plain.split_words(words, FLAGS, KEYS)
    bare = _aimed(asked, bare, 3)
    tier = whole(_word(bare, 2))
    if tier is None:
        raise RuleError("bad_argument", arg="tier", value=bare[2][:40], kind=WHOLE)
    good = "beneficial" in said
    more = {key: read_ruling(str(v)) if key == "relation" else v for key, v in said.items() if key in KEYS.values()}
    fields = {"name": simplified(bare[1]), "tier": tier, "beneficial": good, **more}
    deny = good or "unmitigable" in said
    return [{"target": w, **fields, "allow": _allowed(asked, w, deny=deny)} for w in holders_named(asked, bare[0])]


def _aimed(asked: Asked, words: list[str], count: int) -> list[str]:
    """So many words of a consequence, the first of which says whom it hits: an `@name` may stand for it."""
    whom = asked["who"] or ([asked.actor] if asked.named else [])
    return [",".join(whom), *words] if whom and len(words) == count - 1 else words


def _word(words: list[str], place: int) -> str:
    if len(words) <= place:
        raise RuleError("consequence_form")
    return words[place]
