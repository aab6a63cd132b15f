"""Commands for relations and personality."""

from ludex.core.deeds import REST, WHOLE, Asked, Command, Do, Field
from ludex.core.fields import SHEET, STORY, calls, flag, keyed, said_by, whom
from ludex.core.names import folded
from ludex.core.plain import Written
from ludex.systems.mirror.commands.offers import AMOUNT, FOR, MAYBE_WHO, WHO
from ludex.systems.mirror.commands.reading import actor_named
from ludex.systems.mirror.terms import Shift, key_of

LET_GO = ("放下", "去掉", "去", "忘", "忘却", "drop")
"""How a line lets an emotion go (MIR-REL-12)."""


def relate(asked: Asked) -> Do:
    """`.关系 山贼`: a new relation; `.关系 山贼 断`: its end."""
    if asked["end"]:
        return Do("end_relation", {"actor": asked.actor, "target": asked["who"]})
    return Do("establish_relation", {"actor": asked.actor, "target": asked["who"]})


def improve(asked: Asked) -> Do:
    """`.改善 山贼 2`."""
    return _shift(asked, Shift.IMPROVE)


def worsen(asked: Asked) -> Do:
    """`.恶化 山贼 2`."""
    return _shift(asked, Shift.WORSEN)


def _shift(asked: Asked, kind: Shift) -> Do:
    given = {"actor": asked.actor, "target": asked["who"], "kind": kind, "amount": asked["amount"]}
    return Do("shift_relation", given)


def emotion(asked: Asked) -> Do:
    """`.感情 白 正面 友善`, `.感情 白 负面 掷`: a further emotion of a relation; `.感情 白 放下 友善`: one less; `.感情 正面`: one by D10."""
    if asked["side"] is None:
        return Do("roll_emotion", {"side": key_of(asked["whom"])})
    if folded(asked["side"]) in LET_GO:
        whom = actor_named(asked, asked["whom"])
        return Do("drop_emotion", {"actor": asked.actor, "target": whom, "emotion": key_of(asked["emotion"] or "")})
    rolled = asked["emotion"] in ("掷", "roll")
    given: dict[str, Written] = {
        "actor": asked.actor,
        "target": actor_named(asked, asked["whom"]),
        "side": key_of(asked["side"]),
    }
    if asked["emotion"] and not rolled:
        given["emotion"] = key_of(asked["emotion"])
    return Do("add_emotion", {**given, "rolled": rolled})


def own_price(asked: Asked, kinds: tuple[str, ...]) -> tuple[str, ...]:
    """A loss of one's own needs nobody's word (MIR-LIV-1)."""
    return () if asked["amount"] < 0 and whom(asked) in asked.controls else kinds


def own_cost(asked: Asked, kinds: tuple[str, ...]) -> tuple[str, ...]:
    """What only costs herself: humanity or ego down, madness up."""
    costs = (asked["humanity"] or 0) <= 0 and (asked["ego"] or 0) <= 0 and (asked["madness"] or 0) >= 0
    return () if costs and whom(asked) in asked.controls else kinds


def personality(asked: Asked) -> Do:
    """`.人格 人性=+2 自我=-1`: changes from other causes."""
    changes = {name: asked[name] or 0 for name in ("humanity", "ego", "madness")}
    return Do("change_personality", {"actor": whom(asked), **changes})


COMMANDS = (
    Command(("关系", "relate"), relate, said_by(STORY, WHO, flag("end", "断", "end")), example=".关系 山贼1"),
    Command(("改善", "improve"), improve, said_by(STORY, WHO, AMOUNT), example=".改善 白 1"),
    Command(("恶化", "worsen"), worsen, said_by(STORY, WHO, AMOUNT), example=".恶化 白 1"),
    Command(
        ("感情", "emotion"),
        emotion,
        (Field("whom"), Field("side", required=False), Field("emotion", required=False)),
        example=".感情 正面",
    ),
    Command(
        ("创伤", "trauma"),
        calls("trauma", "amount", who="actor"),
        said_by(STORY, AMOUNT, FOR),
        owner=STORY,
        example=".创伤 1 谁=安",
    ),
    Command(
        ("宠爱", "favour", "favor"),
        calls("grant_favour", "amount", "reason", who="target"),
        said_by(SHEET, MAYBE_WHO, Field("amount", WHOLE), Field("reason", REST, required=False, default="")),
        owner=SHEET,
        word=own_price,
        example=".宠爱 安 1 守住了门",
    ),
    Command(
        ("精神创伤", "心结", "scar"),
        calls("note_trauma", "text", who="actor"),
        (Field("text", REST),),
        example=".精神创伤 见不得镜子碎掉",
    ),
    Command(("人性", "humanity"), calls("spend_humanity", "amount", who="actor"), (AMOUNT,), example=".人性 1"),
    Command(
        ("人格", "self"),
        personality,
        said_by(
            STORY,
            keyed("humanity", "人性", "humanity", kind=WHOLE, default=0),
            keyed("ego", "自我", "ego", kind=WHOLE, default=0),
            keyed("madness", "狂气", "madness", kind=WHOLE, default=0),
            FOR,
        ),
        owner=STORY,
        word=own_cost,
        example=".人格 自我=1 谁=安",
    ),
)
