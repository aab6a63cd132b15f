"""The MC's scene: open, set up, let consequences land, go on, end."""

from typing import Any

import msgspec

from ludex.core.asks import GM
from ludex.core.command import GM_ONLY, Arg, Asked, Command, Do
from ludex.core.content import pasted_toml, unreadable
from ludex.core.errors import RuleError
from ludex.core.numerals import whole
from ludex.systems.mist.commands import offers
from ludex.systems.mist.commands.reading import begins, holder_of, pairs, term_of
from ludex.systems.mist.content import SceneBlock, challenge_named, scene_challenges, scene_named, scene_threats
from ludex.systems.mist.sheet import Challenge
from ludex.systems.mist.terms import ConsequenceKind

ALLOW = ("可缓解", "mitigable")


def _block(asked: Asked) -> SceneBlock | None:
    """The prepared scene that the line names."""
    return scene_named(begins(asked["name"] or "", offers.scenes(asked.state)), asked.state.packs)


def open_(asked: Asked) -> Do:
    """`.开场 雨还没停`, `.开场 过去 时间=-3 那天夜里`, `.开场 水库边` (a prepared one)."""
    block = _block(asked)
    when = asked["number"] if asked["number"] is not None else (block.when if block else 0)
    past = asked["past"] or bool(block and block.past)
    text = block.text if block else " ".join(filter(None, (asked["name"], asked["text"])))
    return Do("scene_open", {"past": past, "when": when, "text": text})


def establish(asked: Asked) -> Do:
    """`.确立`, `.确立 水库边` (what is prepared for it), `.确立 标签=大雾,夜里`."""
    block = _block(asked)
    given: dict[str, Any] = {"story_tags": asked["tags"]}
    if block:
        given = {
            "challenges": scene_challenges(block, asked.state.packs),
            "threats": scene_threats(block, asked.state.packs),
            "story_tags": [*block.story_tags, *asked["tags"]],
        }
    elif asked["name"]:
        raise RuleError("unknown_scene", scene=asked["name"], scenes=list(offers.scenes(asked.state)))
    return Do("scene_establish", msgspec.to_builtins(given))


def challenge(asked: Asked) -> Do:
    """`.挑战 末班司机` (a prepared one), `.挑战 恶犬 受伤=3,安抚=2 标签=獠牙`."""
    return Do("challenge_set", {"challenge": _challenge(asked)}, (GM,))


def prepare(asked: Asked) -> Do:
    """`.备挑战 恶犬 受伤=3,安抚=2`, `.备挑战 站务保安` (as it stands in the scene now)."""
    return Do("challenge_prepare", {"challenge": _challenge(asked, asked.state.challenges)}, (GM,))


def shelve(asked: Asked) -> Do:
    """`.收录 [[challenge]] …`: a content pack as TOML, as in `data/*.toml`."""
    try:
        pack = pasted_toml(asked["toml"])
    except ValueError as error:
        raise RuleError("bad_content", problems=[unreadable(error)]) from None
    return Do("pack_shelve", {"pack": pack}, (GM,))


def _challenge(asked: Asked, there: tuple[Challenge, ...] = ()) -> Any:
    """A challenge as it is typed, or by its name alone one that is there or ready."""
    state = asked.state
    own = {c.id: c for c in (*state.prepared, *there)}
    name = begins(asked["name"], (*own, *offers.prepared_challenges(state)))
    block = own.get(name) or challenge_named(name, state.packs)
    limits = pairs(asked["limits"], "status", "limit")
    if block is not None and not limits:
        return msgspec.to_builtins(block)
    record = {
        "kind": "challenge",
        "id": asked["name"],
        "limits": limits,
        "tags": asked["tags"],
        "sort": term_of(asked["sort"]),
    }
    return {**record, "text": asked["text"] or ""}


def threat(asked: Asked) -> Do:
    """`.威胁 手电照脸` (a prepared one), `.威胁 坍塌 头顶的梁在响 来源=栈桥`."""
    name = begins(asked["id"], offers.prepared_threats(asked.state))
    return Do("threat_announce", {"id": name, "text": asked["text"] or "", "source": asked["source"]})


def consequence(asked: Asked) -> Do:
    """`.后果 手电照脸 状态 林默 目眩 2 可缓解; 行动 标签 满地碎玻璃`, `.后果 手电照脸 林默` (what is prepared)."""
    written = (asked["text"] or "").replace("；", ";")
    if not written.strip():
        raise RuleError("consequence_form")
    entries = [entry for part in written.split(";") for entry in _consequences(asked, part.split())]
    return Do("scene_consequence", {"deliver": entries})


def _consequences(asked: Asked, words: list[str]) -> list[dict[str, Any]]:
    if not words:
        return []
    source = "action" if words[0] in ("行动", "action") else begins(words[0], offers.threats(asked.state))
    kind = term_of(words[1]) if len(words) > 1 else ""
    if kind not in tuple(ConsequenceKind):
        return _prepared(asked, source, words[1:])
    return [{"from": source, "kind": kind, **_fields(asked, kind, words[2:])}]


def _prepared(asked: Asked, source: str, words: list[str]) -> list[dict[str, Any]]:
    """What the MC has prepared for a threat, aimed at the holder that is named."""
    threats = asked.state.scene.threats if asked.state.scene else ()
    brings = next((t.brings for t in threats if t.id == source), ())
    if not brings:
        raise RuleError("nothing_prepared", threat=source)
    allow = any(word in ALLOW for word in words)
    targets = [holder_of(asked, word) for word in words if word not in ALLOW]
    if not targets and not asked.actor and any("target" not in entry for entry in brings):
        raise RuleError("missing_argument", arg="who", expected=["source", "who"])
    aimed = {"target": targets[0] if targets else asked.actor, "allow": allow}
    return [{"from": source, **(aimed if "target" not in entry else {}), **entry} for entry in brings]


def _fields(asked: Asked, kind: str, words: list[str]) -> dict[str, Any]:
    """The fields of one consequence, by place."""
    bare = [word for word in words if word not in ALLOW]
    match kind:
        case ConsequenceKind.STATUS:
            return {**_status(asked, bare), "allow": len(bare) != len(words)}
        case ConsequenceKind.BURN_TAG:
            return {"target": holder_of(asked, _word(bare, 0)), "tag": " ".join(bare[1:])}
        case ConsequenceKind.NEW_THREAT:
            return {"id": _word(bare, 0), "text": " ".join(bare[1:])}
        case ConsequenceKind.NARRATIVE:
            return {"text": " ".join(words)}
    return {"name": " ".join(bare)}


def _status(asked: Asked, words: list[str]) -> dict[str, Any]:
    tier = whole(_word(words, 2))
    if tier is None:
        raise RuleError("bad_argument", arg="tier", value=words[2][:40], kind="int")
    return {"target": holder_of(asked, words[0]), "name": words[1], "tier": tier}


def _word(words: list[str], place: int) -> str:
    if len(words) <= place:
        raise RuleError("consequence_form")
    return words[place]


def next_(asked: Asked) -> Do:
    """`.继续`, `.继续 结束`."""
    return Do("scene_next", {"end": asked["end"]})


def end(asked: Asked) -> Do:
    """`.收场 保留=大雾 清除=林默:目眩`."""
    clear = [dict(zip(("holder", "name"), _status_named(asked, word), strict=True)) for word in asked["clear"]]
    return Do("scene_end", {"keep": asked["keep"], "clear": clear})


def _status_named(asked: Asked, word: str) -> tuple[str, str]:
    """`林默:目眩`: the holder and the name of a status."""
    holder, _, name = word.replace("：", ":").partition(":")
    return holder_of(asked, holder), name


TAGS = Arg("tags", "list", keys=("标签",), keyed=True, required=False)

CHALLENGE = (
    Arg("name", among=offers.prepared_challenges),
    Arg("limits", "list", required=False),
    TAGS,
    Arg("sort", keys=("类型",), keyed=True, required=False, default=""),
    Arg("text", "rest", required=False),
)

SCENE = (
    Command(
        ("开场", "scene"),
        open_,
        (
            Arg("past", "flag", keys=("过去",)),
            Arg("name", required=False, among=offers.scenes),
            Arg("number", "int", keys=("时间", "when"), keyed=True, required=False),
            Arg("text", "rest", required=False),
        ),
        who=GM_ONLY,
        example=".开场 水库边",
        group="scene",
    ),
    Command(
        ("确立", "establish"),
        establish,
        (Arg("name", required=False, among=offers.scenes), TAGS),
        who=GM_ONLY,
        example=".确立 水库边",
        group="scene",
    ),
    Command(
        ("挑战", "challenge"),
        challenge,
        CHALLENGE,
        who=GM_ONLY,
        example=".挑战 恶犬 受伤=3,安抚=2 标签=獠牙",
        group="scene",
    ),
    Command(
        ("备挑战", "prepare"),
        prepare,
        CHALLENGE,
        who=GM_ONLY,
        example=".备挑战 门口的雾 散开=3,看穿=2",
        group="scene",
    ),
    Command(
        ("收录", "content"),
        shelve,
        (Arg("toml", "rest"),),
        who=GM_ONLY,
        example='.收录 challenge = [{ id = "看门狗", limits = [{ status = "安抚", limit = 2 }] }]',
        group="scene",
    ),
    Command(
        ("威胁", "threat"),
        threat,
        (
            Arg("id", among=offers.prepared_threats),
            Arg("source", keys=("来源", "from"), keyed=True, required=False, default=""),
            Arg("text", "rest", required=False),
        ),
        who=GM_ONLY,
        example=".威胁 呼叫增援",
        group="scene",
    ),
    Command(
        ("后果", "consequence", "con"),
        consequence,
        (Arg("text", "rest", required=False),),
        who=GM_ONLY,
        example=".后果 手电照脸 状态 林默 目眩 2 可缓解",
        group="scene",
    ),
    Command(
        ("继续", "next"), next_, (Arg("end", "flag", keys=("结束",)),), who=GM_ONLY, example=".继续", group="scene"
    ),
    Command(
        ("收场", "wrap"),
        end,
        (
            Arg("keep", "list", keys=("保留",), keyed=True, required=False),
            Arg("clear", "list", keys=("清除",), keyed=True, required=False),
        ),
        who=GM_ONLY,
        example=".收场",
        group="scene",
    ),
)
