"""Effects (效果), as people write them: what each costs, the form of its answer, and the words that are understood. MST-EFF-1..4, MST-LIV-18, -19."""

import re

import msgspec

from ludex.core.asks import Option
from ludex.core.bounds import whole
from ludex.core.errors import RuleError
from ludex.core.names import narrow
from ludex.systems.mist.kinds.reading import meant_among
from ludex.systems.mist.rules.statuses import check_amount, check_tier
from ludex.systems.mist.rules.tags import check_text
from ludex.systems.mist.state import State
from ludex.systems.mist.terms import EffectKind, as_terms

PRICES = {
    EffectKind.RAISE: 1,  # MST-EFF-1
    EffectKind.LOWER: 1,  # MST-EFF-1
    EffectKind.CREATE_TAG: 2,  # MST-EFF-2
    EffectKind.REMOVE_TAG: 2,  # MST-EFF-2
    EffectKind.CLUE: 1,  # MST-EFF-3
    EffectKind.FEAT: 1,  # MST-EFF-4
    EffectKind.RECOVER: 2,  # MST-PBU-4
}
"""Power for one tier, or for one of a kind."""

FORMS = (
    (EffectKind.RAISE, "raise:<holder>:<status>:<tiers>"),
    (EffectKind.RAISE, "raise:<holder>:<status>:<tiers>:good"),
    (EffectKind.LOWER, "lower:<holder>:<status>:<tiers>"),
    (EffectKind.CREATE_TAG, "create_tag:<tag>"),
    (EffectKind.REMOVE_TAG, "remove_tag:<tag>"),
    (EffectKind.CLUE, "clue:<clue>"),
    (EffectKind.FEAT, "feat:<feat>"),
    (EffectKind.RECOVER, "recover:<tag>"),
)
"""How an effect is written in an answer, in the order in which they are offered."""

DONE = "done"
GOOD = ":good"


class Pick(msgspec.Struct, frozen=True):
    """One effect as a player picked it: of a status on a holder, or of a text."""

    kind: EffectKind
    text: str = ""
    holder: str = ""
    tiers: int = 1
    good: bool = False

    @property
    def cost(self) -> int:
        return PRICES[self.kind] * self.tiers

    def same_status(self, other: "Pick") -> bool:
        about = (EffectKind.RAISE, EffectKind.LOWER)
        return self.kind in about and other.kind in about and (self.holder, self.text) == (other.holder, other.text)


SPOKEN = {
    "增加": "raise",
    "增加状态": "raise",
    "增加状态等级": "raise",
    "减少": "lower",
    "减少状态": "lower",
    "减少状态等级": "lower",
    "标签": "create_tag",
    "创建": "create_tag",
    "创建故事标签": "create_tag",
    "去标签": "remove_tag",
    "移除": "remove_tag",
    "移除故事标签": "remove_tag",
    "线索": "clue",
    "发现线索": "clue",
    "举措": "feat",
    "额外举措": "feat",
    "tag": "create_tag",
    "untag": "remove_tag",
    "恢复": "recover",
    "恢复标签": "recover",
    "就这样": DONE,
}
"""Words for the first part of an answer, beside the rules' own (MST-LIV-19)."""

CODES = frozenset(form.partition(":")[0] for _, form in FORMS)
SIGNED = re.compile(r"(?P<who>[^:]+):(?P<name>.+?)(?P<sign>[+-])(?P<tiers>\d+)(?P<good>有益|good)?")
"""A status as it is written in a line: `站务保安:说服+2`, `我:镇定+1有益` (MST-LIV-18)."""

ME = ("我", "me")


def in_code(answer: str) -> str:
    """An answer as the rules write it: its first word in either language, a status with its sign, a good one's last word."""
    slim = narrow(answer).strip()
    first, _, more = slim.partition(" ")
    if more and first in (*SPOKEN, *CODES):  # its parts one after another: `线索 值班本`, `减少 站务保安 说服 1`
        about_status = SPOKEN.get(first, first) in ("raise", "lower")
        slim = f"{first}:{':'.join(more.split()) if about_status else more.strip()}"
        answer = slim
    word, colon, rest = slim.partition(":")
    if rest.endswith(":有益"):
        rest = rest.removesuffix(":有益") + GOOD
    if word in SPOKEN:
        return f"{SPOKEN[word]}{colon}{rest}"
    signed = SIGNED.fullmatch(slim) if word not in CODES else None
    if signed is None:
        return answer
    verb = "raise" if signed["sign"] == "+" else "lower"
    good = GOOD if signed["good"] and verb == "raise" else ""
    return f"{verb}:{signed['who']}:{signed['name']}:{signed['tiers']}{good}"


def meant(state: State, actor: str, holder: str) -> str:
    """Whom a pick means: the acting character, or the only holder who is called so, by the whole name or a part of it."""
    if holder in ME:
        return actor
    found = meant_among(holder, {one.id: (one.id,) for one in state.holders})
    return found[0] if len(found) == 1 else holder


def read_pick(answer: str) -> Pick:
    answer = in_code(answer)
    for kind, form in reversed(FORMS):
        gaps = Option(form).match(answer)
        if gaps is not None and (kind is EffectKind.CREATE_TAG or all(text.strip() for text in gaps.values())):
            return _pick(kind, gaps, good=form.endswith(GOOD))
    raise RuleError("bad_effect", effect=answer, effects=as_terms(EffectKind))


def _pick(kind: EffectKind, gaps: dict[str, str], *, good: bool) -> Pick:
    if kind not in (EffectKind.RAISE, EffectKind.LOWER):
        return Pick(kind, check_text(next(iter(gaps.values()))))
    amount = whole(gaps["tiers"])
    tiers = check_tier(amount) if kind is EffectKind.RAISE else check_amount(amount)
    return Pick(kind, gaps["status"], gaps["holder"], tiers, good)
