"""Tests, and single steps of the attack chain, as people type them: free dice that change nothing."""

from msgspec.structs import replace

from ludex.core.bounds import converted
from ludex.core.deeds import ANYONE, OWN, TERM, WHOLE, Asked, Command, Do, Field
from ludex.core.errors import RuleError
from ludex.core.fields import STORY, calls, flag, keyed, said_by
from ludex.core.say import Say, say
from ludex.systems.boon.commands import amounts, offers, reading
from ludex.systems.boon.commands.args import AIM, ATTEMPT, ATTRIBUTE, KIND, SWAY, WEAPON, whole
from ludex.systems.boon.commands.reading import aim, attempt, sway
from ludex.systems.boon.rules.challenges import Challenge, failed_before, failures_at, remembered
from ludex.systems.boon.state import Failure, State
from ludex.systems.boon.terms import Kind, Ward


def challenge(asked: Asked) -> Do:
    """A challenge roll of the acting character."""
    if asked.state.clock.holder:
        reading.check_own_turn(asked)
    given = {"thing": asked["on"] or "", "called": asked.gm, "blind": asked["blind"]}
    return Do("challenge", {"who": reading.acting(asked).id, **attempt(asked), **given})


BROUGHT = ("spawn", "stage", "add_effect", "place_thing", "lay_ground")
"""What brings somebody or something onto the stage, and can do so unseen (暗中)."""


def called(do: Do) -> Do:
    """A check that the GM calls: its player is asked (BOO-LIV-5)."""
    return replace(do, procedure="called_challenge") if do.procedure == "challenge" else do


def secretly(do: Do) -> Do:
    """A secret check is neither asked for nor remembered (BOO-LIV-6, BOO-LIV-56); who comes and what is laid in secret stays one (BOO-LIV-44)."""
    if do.procedure in ("challenge", "called_challenge"):
        return replace(do, procedure="challenge", given={**do.given, "called": True, "blind": True})
    if do.procedure in BROUGHT:
        return replace(do, given={**do.given, "secret": True})
    if do.procedure == "join" and do.given.get("newcomer") and not do.given["record"]["player"]:
        return replace(do, given={**do.given, "record": {**do.given["record"], "secret": True}})
    return do


def weighs(state: State, do: Do) -> Say | None:
    """What the GM weighs a proposed check by: the failure that is remembered (BOO-LIV-56)."""
    if do.procedure != "challenge":
        return None
    known = failed_before(state, converted(do.given, Challenge))
    return say("told.failed_before", failure=known) if known else None


def unsaid(asked: Asked, kinds: tuple[str, ...]) -> tuple[str, ...]:
    """What is new is the GM's word where a failure at the same task is remembered: a condition, more words, a thing (BOO-LIV-1, BOO-LIV-56)."""
    if asked.trust("difficulty") == "strict":  # BOO-LIV-3: there the GM calls it
        return (*kinds, "difficulty")
    others = tuple(kind for kind in kinds if kind != "circumstance")
    if asked["calm"] or asked["boons"] or asked["banes"] or asked["modifiers"]:
        return kinds
    given = (asked.actor, asked["task"] or "", tuple(asked["conditions"]), asked.state.scene, asked["on"] or "")
    attempt = Failure(*given, asked["attribute"])
    known = asked["task"] and failures_at(asked.state, attempt)
    return (*others, "circumstance") if known and not remembered(asked.state, attempt) else others


def check(asked: Asked) -> Do:
    """A bare test."""
    tn = {} if asked["tn"] is None else {"target": asked["tn"]}
    return Do("check", {**sway(asked), **tn})


def hit(asked: Asked) -> Do:
    """A hit test alone."""
    actor = reading.acting(asked)
    weapon = reading.weapon(actor, asked["weapon"])
    return Do("hit_test", {"actor": actor.id, "weapon": weapon, **aim(asked, actor, [])})


def damage(asked: Asked) -> Do:
    """Damage dice alone: 2d6."""
    dice = amounts.thrown(asked["dice"])
    if "die" not in dice:
        raise RuleError("bad_argument", arg="dice", value=asked["dice"][:40], kind="whole")
    return Do("damage_roll", dice)


def defenses(asked: Asked) -> Do:
    """Which defences are open."""
    flags = {"visible": not asked["unseen"], "surprise": asked["surprise"], "from_hiding": asked["ambush"]}
    kind = asked["attack_kind"] or Kind.MELEE
    return Do("defense_options", {"defender": reading.acting(asked).id, "kind": kind, "area": asked["area"], **flags})


def defend(asked: Asked) -> Do:
    """One defence against a known hit total."""
    who, ward = reading.acting(asked), asked["defense"]
    chosen = f"{ward}:{reading.carried(who, asked['item'])}" if ward is Ward.BLOCK else ward
    kind = asked["attack_kind"] or Kind.MELEE
    given = {"defender": who.id, "defense": chosen, "attack_total": asked["total"], "kind": kind}
    return Do("defend", given | sway(asked))


TESTS = (
    Command(
        ("检定", "ck", "challenge", "check", "rc", "ra"),
        challenge,
        (
            ATTRIBUTE,
            Field("task", required=False, wide=True),
            keyed("on", "对", "to", among=offers.targets),
            *ATTEMPT,
            flag("blind", "藏", owner=STORY),
            flag("stead", "代", owner=STORY),
        ),
        example=".检定 力量 破门 条件=独自",
        word=unsaid,
        many=True,
    ),
    Command(
        ("测试", "test"), check, said_by(OWN, *SWAY, whole("tn", "目标", "TN")), who=ANYONE, example=".测试 修=+2 优=1"
    ),
    Command(("命中", "hit"), hit, said_by(OWN, WEAPON, *AIM), example=".命中"),
    Command(("伤害骰", "dr"), damage, (Field("dice"),), who=ANYONE, example=".伤害骰 2d6"),
    Command(
        ("可防", "defs"),
        defenses,
        (KIND, flag("unseen", "看不见"), flag("surprise", "突袭"), flag("ambush", "暗处"), flag("area", "范围")),
        example=".可防 方式=远程",
    ),
    Command(
        ("防御", "def"),
        defend,
        (
            Field("defense", TERM, terms=Ward),
            Field("total", WHOLE),
            Field("item", required=False, among=offers.gear),
            KIND,
            *said_by(OWN, *SWAY),
        ),
        example=".防御 闪避 14",
    ),
    Command(
        ("结算", "res"),
        calls("resolve_attack", "defense", "defense_total", hit_total="total", armor_value="armor"),
        (
            Field("total", WHOLE),
            Field("armor", WHOLE, required=False, default=0),
            Field("defense", TERM, required=False, terms=Ward, default=Ward.NONE),
            Field("defense_total", WHOLE, required=False, default=0),
        ),
        who=ANYONE,
        example=".结算 12 13 闪避 11",
    ),
)
