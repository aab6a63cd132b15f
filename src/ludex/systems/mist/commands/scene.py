"""The MC's scene: open, set up, let consequences land, go on, end."""

import re
from functools import partial

import msgspec

from ludex.core.bounds import whole
from ludex.core.deeds import GM_ONLY, ITEM, PLAYER, REST, WHOLE, Asked, Command, Do, Field, by_gm
from ludex.core.errors import RuleError
from ludex.core.fields import flag, keyed
from ludex.core.names import narrow, split_list
from ludex.core.plain import Plain
from ludex.core.principals import EVERYBODY, GM
from ludex.core.rule import rule
from ludex.core.say import term
from ludex.systems.mist.commands import offers
from ludex.systems.mist.commands.reading import audience, holder_named, holders_named, known_as, pairs, ruling
from ludex.systems.mist.content import SceneBlock, content_of, plain, scene_challenges, scene_threats
from ludex.systems.mist.content.plain import DENY, fields_of
from ludex.systems.mist.sheet import Challenge
from ludex.systems.mist.state import State
from ludex.systems.mist.terms import ConsequenceKind, ScenePhase, Sort, named

ALLOW = ("可缓解", "mitigable")
GOOD = ("有益", "good")
FLAGS = {**plain.DENIED, **dict.fromkeys(ALLOW, "mitigable"), **dict.fromkeys(GOOD, "beneficial")}


def open_(asked: Asked) -> Do:
    """`.开场 雨还没停 标签=大雾`, `.开场 过去 时间=-3 那天夜里`, `.开场 水库边` (a prepared one)."""
    name = known_as(asked["scene"], offers.scenes(asked.state))
    block = content_of(asked.state.packs).scenes.get(name, SceneBlock(""))
    past = asked["past"] or block.past
    usual = block.at if block.id else -1 if past else asked.state.now
    when = usual if asked["number"] is None else asked["number"]
    if asked["number"] is None and not past:
        when = max(when, asked.state.now)
    text = block.read_out if block.id else " ".join(filter(None, (asked["scene"], asked["text"])))
    step = asked.pace == "step"
    return Do("scene_begin", {"past": past, "when": when, "text": text, "step": step, **_things(asked, block)})


def _things(asked: Asked, block: SceneBlock) -> Plain:
    """What is prepared for a scene, with the story tags that are typed."""
    packs = asked.state.packs
    given = {
        "challenges": scene_challenges(block, packs),
        "threats": scene_threats(block, packs),
        "story_tags": [*block.story_tags, *(tag for tag in asked["tags"] if tag not in block.story_tags)],
        "effects": block.effects,
    }
    return dict(msgspec.to_builtins(given))


def establish(asked: Asked) -> Do:
    """`.确立`, `.确立 水库边` (what is prepared for it), `.确立 标签=大雾,夜里`."""
    things = _things(asked, content_of(asked.state.packs).scenes.get(asked["scene"], SceneBlock("")))
    return Do("scene_furnish", {**things, "step": asked.pace == "step"})


def challenge(asked: Asked) -> Do:
    """`.挑战 末班司机` (a prepared one), `.挑战 恶犬 受伤=3,安抚=2 标签=獠牙`."""
    found = _challenge(asked)
    there, hidden = found["id"] in offers.on_stage(asked.state), asked["hidden"] or found.get("hidden", False)
    if there and not asked["limits"]:
        raise RuleError("duplicate_challenge", id=found["id"])
    heard = (GM,) if there or hidden else (EVERYBODY,)
    return Do("challenge_set", {"challenge": {**found, "hidden": hidden}}, heard)


def prepare(asked: Asked) -> Do:
    """`.备挑战 恶犬 受伤=3,安抚=2`, `.备挑战 站务保安` (as it stands in the scene now)."""
    return Do("challenge_prepare", {"challenge": _challenge(asked, asked.state.challenges)}, (GM,))


def _challenge(asked: Asked, there: tuple[Challenge, ...] = ()) -> Plain:
    """A challenge as it is typed, or by its name alone one that is there or ready."""
    state, sort = asked.state, asked["sort"]
    own = {c.id: c for c in (*state.prepared, *there)}
    name = known_as(asked["challenge"], (*own, *offers.prepared_challenges(state)))
    block = own.get(name) or content_of(state.packs).challenges.get(name)
    more, text = _limits_first(asked["text"])
    limits = pairs((*asked["limits"], *more), "status", "limit")
    if block is not None and not limits:
        return dict(msgspec.to_builtins(block))
    return {
        "kind": "challenge",
        "id": asked["challenge"],
        "limits": limits,
        "tags": asked["tags"],
        "sort": Sort.read(sort) if Sort.holds(sort) else sort,
        "text": text,
    }


def _limits_first(text: str) -> tuple[list[str], str]:
    """Limits that stand apart from the first ones (`受伤=4 说服=3 守着门`), and the words behind them."""
    words = text.split()
    count = next((n for n, word in enumerate(words) if not _LIMIT.fullmatch(narrow(word))), len(words))
    return words[:count], " ".join(words[count:])


_LIMIT = re.compile(r"[^=:]+[=:]\d")


def threat(asked: Asked) -> Do:
    """`.威胁 手电照脸` (a prepared one), `.威胁 坍塌 头顶的梁在响 来源=栈桥`."""
    name = known_as(asked["id"], offers.prepared_threats(asked.state))
    unseen = [challenge.id for challenge in asked.state.challenges if challenge.hidden]
    if (lurking := asked["id"].strip('「」“”"')) in unseen:
        return _out_of_nowhere(asked, lurking)
    return Do("threat_announce", {"id": name, "text": asked["text"], "source": asked["source"]})


@rule("MST-LIV-36", "MST-LIV-41")
def _out_of_nowhere(asked: Asked, lurking: str) -> Do:
    """A threat that was announced under the name of one who is on stage unseen: called by its words, it comes from nowhere that is known."""
    if not asked["text"]:
        raise RuleError("missing_argument", arg="text", expected=["id", "text"])
    return Do("threat_announce", {"id": asked["text"], "source": lurking})


def consequence(asked: Asked) -> Do:
    """`.后果 手电照脸 状态 林默 目眩 2 可缓解; 行动 标签 满地碎玻璃`, `.后果 手电照脸 林默` (what is prepared)."""
    if asked["source"]:
        return _delivered(asked, _by_key(asked))
    written = " ".join((narrow(asked["text"]), *ALLOW[: asked["allow"]], *DENY[: asked["deny"]]))
    if not written.strip():
        raise RuleError("consequence_form")
    entries = [entry for part in written.split(";") for entry in _consequences(asked, _words(asked, part))]
    return _delivered(asked, entries)


def _delivered(asked: Asked, entries: list[Plain]) -> Do:
    """A delivery; one that hits what is on stage unseen is told to the MC alone (MST-LIV-41)."""
    return Do("deliver", {"deliver": entries}, audience(asked, [str(entry.get("target", "")) for entry in entries]))


def _words(asked: Asked, part: str) -> list[str]:
    """The words of one consequence: a name of several stands in quotation marks, a threat's or a holder's may stand without."""
    state: State = asked.state
    known = (*state.scene_now.open_threats, *offers.holders(state))
    spaced = [re.escape(name) for name in sorted(known, key=len, reverse=True) if " " in name]
    bare = "|".join((*spaced, r"\S+"))
    pieces = re.findall(f'"([^"]*)"|「([^」]*)」|“([^”]*)”|({bare})', part)
    return ["".join(found) for found in pieces]


def _by_key(asked: Asked) -> list[Plain]:
    """`.后果 来源=手电照脸 谁=林默 状态=目眩 等级=2 可缓解`: a status, or without one what is prepared."""
    source, who = _source(asked, asked["source"]), [",".join(asked["who"])] if asked["who"] else []
    deny = DENY[: asked["deny"]]
    given: list[Plain] = []
    if asked["status"]:
        words = [*who, asked["status"], str(asked["tier"]), *deny]
        given += ({"from": source, "kind": ConsequenceKind.STATUS, **fields} for fields in _statuses(asked, words))
    given += ({"from": source, **one} for one in _others(asked, who))
    return given or _prepared(asked, source, [*who, *deny])


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
    if not words:
        return []
    source, kind = _source(asked, words[0]), words[1] if len(words) > 1 else ""
    if not ConsequenceKind.holds(kind):
        return _prepared(asked, source, [*words[1:], *asked["who"]])
    brought = ConsequenceKind.read(kind)
    if brought is ConsequenceKind.STATUS:
        return [{"from": source, "kind": brought, **fields} for fields in _statuses(asked, words[2:])]
    return [{"from": source, "kind": brought, **_fields(asked, brought, words[2:])}]


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
        raise RuleError("bad_consequence", clause="MST-PCQ-2", kind=words[0][:40], kinds=named(ConsequenceKind))
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
    bare, said = plain.parted(words, FLAGS, KEYS)
    bare = _aimed(asked, bare, 3)
    tier = whole(_word(bare, 2))
    if tier is None:
        raise RuleError("bad_argument", arg="tier", value=bare[2][:40], kind=WHOLE)
    good = "beneficial" in said
    more = {key: ruling(str(v)) if key == "relation" else v for key, v in said.items() if key in KEYS.values()}
    fields = {"name": bare[1], "tier": tier, "beneficial": good, **more}
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


def next_(asked: Asked) -> Do:
    """`.继续`, `.继续 结束`."""
    return Do("scene_go_on", {"end": asked["end"]})


def end(asked: Asked) -> Do:
    """`.收场 保留=大雾 清除=林默:目眩 大家跑散了`."""
    clear = [_status_named(asked, word) for word in asked["clear"]]
    return Do("scene_leave", {"text": asked["text"], "keep": asked["keep"], "clear": clear})


def _status_named(asked: Asked, word: str) -> Plain:
    """`林默:目眩`: the holder and the name of a status."""
    holder, _, name = narrow(word).partition(":")
    return {"holder": holder_named(asked, holder), "name": name}


BY_MC = by_gm("story")
TAGS = keyed("tags", "标签", several=True)
TEXT = Field("text", REST, required=False, default="")
CHALLENGE = (
    Field("challenge", among=offers.prepared_challenges),
    Field("limits", required=False, several=True),
    TAGS,
    keyed("sort", "类型", default=""),
    flag("hidden", "隐藏"),
    TEXT,
)
CONSEQUENCE = (
    Field("source", keys=("来源", "from"), keyed=True, default="", among=offers.sources, unless="text"),
    keyed("who", "谁", several=True, among=offers.holders_and_all),
    keyed("status", "状态", default=""),
    keyed("tier", "等级", kind=WHOLE, refusal="bad_tier"),
    flag("allow", *ALLOW),
    flag("deny", *DENY),
    keyed("burn", "燃尽", default="", among=offers.burning),
    keyed("tag", "标签", default=""),
    keyed("untag", "去标签", default="", among=offers.story_tags),
    keyed("threat", "新威胁", default=""),
    keyed("narrative", "叙述", default=""),
    TEXT,
)
_mc = partial(Command, who=GM_ONLY, group="scene")
_loop = partial(_mc, alone=True)

SCENE = (
    _loop(
        ("开场", "scene"),
        open_,
        (
            flag("past", "过去"),
            Field("scene", required=False, default="", among=offers.scenes),
            keyed("number", "时间", "when", kind=WHOLE),
            TAGS,
            TEXT,
        ),
        example=".开场 水库边",
    ),
    _loop(
        ("确立", "establish"),
        establish,
        (Field("scene", ITEM, required=False, default="", among=offers.scenes, refusal="unknown_scene"), TAGS),
        example=".确立 水库边",
    ),
    _mc(("挑战", "challenge"), challenge, CHALLENGE, example=".挑战 恶犬 受伤=3,安抚=2 标签=獠牙"),
    _mc(("备挑战", "prepare"), prepare, CHALLENGE, example=".备挑战 门口的雾 散开=3,看穿=2"),
    _mc(
        ("威胁", "threat"),
        threat,
        (
            Field("id", among=offers.prepared_threats),
            keyed("source", "来源", "from", default=""),
            TEXT,
        ),
        example=".威胁 呼叫增援",
    ),
    _loop(
        ("后果", "consequence", "con"),
        consequence,
        CONSEQUENCE,
        example=".后果 手电照脸 状态 林默 目眩 2",
        together="who",
    ),
    _loop(("继续", "next"), next_, (flag("end", "结束"),), example=".继续"),
    _loop(
        ("收场", "wrap"),
        end,
        (
            keyed("keep", "保留", several=True, owner=BY_MC),
            keyed("clear", "清除", several=True, owner=BY_MC),
            TEXT,
        ),
        example=".收场",
        who=PLAYER,
        owner=BY_MC,
    ),
)
