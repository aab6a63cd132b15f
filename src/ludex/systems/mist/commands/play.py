"""What players do: act, look before they leap, mitigate, immerse, roll a bare pool."""

from functools import partial

from msgspec.structs import asdict, replace

from ludex.core.deeds import ANYONE, REST, RULE, TERM, WHOLE, Asked, Command, Do, Field, Show, by_gm
from ludex.core.errors import RuleError
from ludex.core.fields import flag, keyed
from ludex.core.names import narrow
from ludex.systems.mist.commands import offers
from ludex.systems.mist.commands.reading import (
    INVOCATION,
    THEME,
    effect,
    invocation,
    pairs,
    threat_named,
    usable,
    with_late_tags,
)
from ludex.systems.mist.rules.consequences import MITIGATE
from ludex.systems.mist.rules.invocation import invoke
from ludex.systems.mist.rules.scenes import check_settled, open_threat
from ludex.systems.mist.rules.who import check_active
from ludex.systems.mist.sheet import tags_on
from ludex.systems.mist.state import State
from ludex.systems.mist.terms import Depth, Mode


def act(asked: Asked) -> Do | Show:
    """`.行动 +记者证! -失眠 应对=手电 亮出证件`."""
    asked = with_late_tags(asked)
    if asked.changes:  # the MC's other word on a tag that was to help
        helps = [tag for tag in asked["help"] if tag not in asked["hinder"]]
        asked = replace(asked, args={**asked.args, "help": helps})
    try:
        return _act(asked)
    except RuleError:
        _check_before(asked)
        raise


def _check_before(asked: Asked) -> None:
    """What is owed, and whether somebody is in play, is asked before what a line names (MST-LIV-8)."""
    state: State = asked.state
    if state.running and not asked["aside"]:
        check_settled(state.running)
    if (who := state.character(asked.actor)) is not None:
        check_active(who)


def _act(asked: Asked) -> Do | Show:
    _check_plus(asked)
    mode = Mode.DESCRIBE if asked["describe"] else Mode.QUICK if asked["quick"] else Mode.DETAILED
    given = {
        **asdict(invocation(asked)),
        "mode": mode,
        "addresses": [threat_named(asked, word) for word in asked["addresses"]],
        "aside": asked["aside"],
        "text": asked["text"],
        "effects": [effect(asked, word) for word in asked["effects"]],
        "weighed": not asked.gm and not asked.trusted,  # MST-LIV-3
        "instead": asked["instead"],
        "step": asked.pace == "step",
    }
    if asked.gm and asked.named and (who := asked.state.character(asked.actor)) and not who.active:
        return Show("skipped", {"actor": asked.actor})  # MST-LIV-4
    return Do("turn", given)


def called(do: Do) -> Do:
    """An action that the MC calls for: its player is asked, unless it is just described or the MC rolls (MST-LIV-4)."""
    at_once = do.procedure != "turn" or do.given["mode"] == Mode.DESCRIBE or do.given["instead"]
    return do if at_once else replace(do, procedure="called_turn")


def together(dos: tuple[Do, ...]) -> Do:
    """All actions that one word calls for are one turn of the loop (MST-LIV-4)."""
    return Do("turns_call", {"turns": [do.given for do in dos]})


def secretly(do: Do) -> Do:
    """A secret action stands outside the loop; what it would ask the player it asks the MC (MST-LIV-5)."""
    unseen = {"turn": {"aside": True, "unseen": True}, "immerse": {"unseen": True}}
    unseen["called_turn"] = unseen["turn"]
    given = {**do.given, **unseen.get(do.procedure, {})}
    return replace(do, given=given, announced=True)


def act_word(asked: Asked, kinds: tuple[str, ...]) -> tuple[str, ...]:
    """What counts against its usual side in the actor's favour is the MC's word too (MST-LIV-1)."""
    asked = with_late_tags(asked)
    state: State = asked.state
    own = state.character(asked.actor)
    weak = [tag for theme in own.themes for tag in theme.weakness] if own else []
    theirs = [tag for challenge in state.challenges for tag in challenge.tags]
    odd = (*weak, *(tag for tag in (*theirs, *state.traits) if own is None or tag not in tags_on(own)))
    scene = [tag.name for tag in state.scene_tags]
    flipped = any(
        name.rstrip("!！") in odd and name.rstrip("!！") not in scene for name in (*asked["help"], *asked["burn"])
    )
    found = tuple(dict.fromkeys((*kinds, "circumstance"))) if flipped else kinds
    if found and own is not None:  # the MC's word is asked for last (MST-LIV-8)
        invoke(state, own, replace(invocation(asked), power=None))
    return found


def _check_plus(asked: Asked) -> None:
    """A tag without its `+` would be taken for talk: ask before rolling without it."""
    first = asked["text"].split(maxsplit=1)[:1]
    if first and not asked["help"] and not asked["burn"] and first[0].rstrip("!！") in usable(asked):
        raise RuleError("plus_missing", tag=first[0])


def preview(asked: Asked) -> Show:
    """`.预览 +记者证`: the power with its terms, the odds, and the same with each tag burnt."""
    asked = with_late_tags(asked)
    effects = [effect(asked, word) for word in asked["effects"]]
    for word in asked["addresses"]:
        open_threat(asked.state.scene_now, threat_named(asked, word))
    return Show("preview", {**asdict(invocation(asked)), "effects": effects})


def mitigate(asked: Asked) -> Do:
    """`.缓解 +稳定的手 -旧膝伤`: the answer to what is about to land, which may be named too (MST-LIV-9, MST-LIV-21)."""
    incoming = asked.state.running.incoming if asked.state.running else ()
    coming = [str(one["name"]) for one in incoming if one["target"] == asked.actor]
    if not coming:
        raise RuleError("nothing_incoming", clause="MST-LIV-9", actor=asked.actor)
    bare = [word for word in asked["incoming"] if not narrow(word).startswith(tuple(map(narrow, coming)))]
    burnt = [f"{tag}!" for tag in asked["burn"]]
    named = " ".join((*bare, *asked["help"], *burnt, *(f"-{tag}" for tag in asked["hinder"])))
    return Do("ward_off", answer=f"{MITIGATE}:{named}" if named else MITIGATE)


def foresee_mitigation(asked: Asked) -> Do:
    """What it would come to."""
    incoming = pairs(asked["incoming"], "name", "tier")
    return Do("mitigate", {**asdict(invocation(asked)), "incoming": incoming})


def immerse(asked: Asked) -> Do:
    """`.浸入 听潮之耳 深潜 让水退回去`: a depth is the MC's word, and without one the MC is asked anyway."""
    given = {"theme": asked["theme"], "depth": asked["depth"], "goal": asked["text"]}
    return Do("immerse", {"actor": asked.actor, **given})


def pool(asked: Asked) -> Do:
    """`.骰池 3`."""
    return Do("pool_throw", {"power": asked["number"]})


ADDRESSES = keyed("addresses", "应对", "vs", several=True, among=offers.open_threats)
TEXT = Field("text", REST, required=False, default="")
DEPTH = Field(
    "depth",
    TERM,
    required=False,
    keys=("深度",),
    default="",
    terms=Depth,
    refusal="bad_depth",
    owner=by_gm("circumstance"),
)
EFFECTS = keyed("effects", "效果", "effect", several=True)
_play = partial(Command, group="play")

PLAY = (
    _play(
        ("行动", "act", "a", "ra", "rc"),
        act,
        (
            *INVOCATION,
            ADDRESSES,
            EFFECTS,
            flag("action", "行动", "act"),
            flag("instead", "代"),
            flag("describe", "描述", owner=by_gm("circumstance")),
            flag("quick", "速决"),
            flag("aside", "场外", owner=by_gm("circumstance")),
            TEXT,
        ),
        example=".行动 +记者证 +夜班编辑 应对=手电照脸 亮出证件",
        alone=True,
        word=act_word,
        many=True,
    ),
    _play(
        ("预览", "peek"),
        preview,
        (*INVOCATION, ADDRESSES, EFFECTS, flag("quick", "速决"), TEXT),
        who=ANYONE,
        example=".预览 +记者证 -长期失眠",
    ),
    _play(
        ("缓解", "mitigate", "mit"),
        mitigate,
        (Field("incoming", several=True, required=False, owner=RULE), *INVOCATION),
        example=".缓解 +独生女",
        foresee=foresee_mitigation,
    ),
    _play(
        ("浸入", "immerse", "imm"),
        immerse,
        (THEME, DEPTH, TEXT),
        example=".浸入 听潮之耳 深潜 让湖水退回去",
    ),
    _play(("骰池", "pool"), pool, (Field("number", WHOLE),), example=".骰池 3"),
)
