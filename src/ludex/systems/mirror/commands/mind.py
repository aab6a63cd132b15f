"""Commands for relations and personality."""

from ludex.core.deeds import GM_ONLY, REST, WHOLE, Asked, Command, Do, Field
from ludex.systems.mirror.commands.offers import AMOUNT, FOR, STORY, WHO, keyed, said_by
from ludex.systems.mirror.terms import Shift, key_of


def relate(asked: Asked) -> Do:
    """`.关系 山贼`: a new relation."""
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
    """`.感情 正面`: an emotion by D10."""
    return Do("roll_emotion", {"side": key_of(asked["side"])})


def trauma(asked: Asked) -> Do:
    """`.创伤 2`: madness, and ego with it."""
    return Do("trauma", {"actor": asked["who"] or asked.actor, "amount": asked["amount"]})


def note(asked: Asked) -> Do:
    """`.心结 见不得火`: a trauma event of one's own."""
    return Do("note_trauma", {"actor": asked.actor, "text": asked["text"]})


def humanity(asked: Asked) -> Do:
    """`.人性 2`: spend humanity to lose madness."""
    return Do("spend_humanity", {"actor": asked.actor, "amount": asked["amount"]})


def personality(asked: Asked) -> Do:
    """`.人格 人性=+2 自我=-1`: changes from other causes."""
    changes = {name: asked[name] or 0 for name in ("humanity", "ego", "madness")}
    return Do("change_personality", {"actor": asked["who"] or asked.actor, **changes})


COMMANDS = (
    Command(("关系", "relate"), relate, said_by(STORY, WHO), example=".关系 山贼1"),
    Command(("改善", "improve"), improve, said_by(STORY, WHO, AMOUNT), example=".改善 白 1"),
    Command(("恶化", "worsen"), worsen, said_by(STORY, WHO, AMOUNT), example=".恶化 白 1"),
    Command(("感情", "emotion"), emotion, (Field("side"),), example=".感情 正面"),
    Command(("创伤", "trauma"), trauma, said_by(STORY, AMOUNT, FOR), who=GM_ONLY, example=".创伤 1 谁=安"),
    Command(("心结", "scar"), note, (Field("text", REST),), example=".心结 见不得镜子碎掉"),
    Command(("人性", "humanity"), humanity, (AMOUNT,), example=".人性 1"),
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
        who=GM_ONLY,
        example=".人格 自我=1 谁=安",
    ),
)
