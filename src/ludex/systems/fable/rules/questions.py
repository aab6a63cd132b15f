"""Questions and answers (FAB-QNA), and every other question of creation: numbers, domains, equipment, traits, bonds.

What a rule needs is asked until it fits; what only tells who she is can be skipped, or the rest of it left for later.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from ludex.core.asks import Option, choose
from ludex.core.errors import RuleError
from ludex.core.numerals import whole
from ludex.core.rule import rule
from ludex.core.say import Say, say, term
from ludex.systems.fable.content import ClassEntry, WeaponEntry, called_of, entries_of, question_named, shipped
from ludex.systems.fable.events import CharacterWritten
from ludex.systems.fable.fold import happen
from ludex.systems.fable.redact import visible
from ludex.systems.fable.rules.attributes import BODY, RAISE_LEVELS, check_points
from ludex.systems.fable.rules.bonds import MOST_BONDS, AddEmotion, check_emotion
from ludex.systems.fable.rules.domains import Levels
from ludex.systems.fable.rules.equipment import BARE_HANDS
from ludex.systems.fable.rules.gauges import EVENLY, GAUGES
from ludex.systems.fable.sheet import ArmorEntry, Bond, ShieldEntry, Steps
from ludex.systems.fable.state import State, character_of
from ludex.systems.fable.terms import Attribute, Domain

ARRAYS = ("8,8,8,8", "9,8,8,7", "10,8,8,6", "10,10,6,6")
TRAITS = ("identity", "theme", "origin")
"""身份, 主题, 出身: the traits that can be invoked (FAB-PIN-1)."""

SKIP, FINISH, DONE = "skip", "finish", "done"


# ---------------------------------------------------------------------- numbers
@rule("FAB-ATT-4")
async def ask_attributes(asks: str, points: Steps | None) -> Steps:
    """Four numbers, as given or as asked; points that would be lost are confirmed, or the question comes again."""
    own = Option("<dex>,<ins>,<mig>,<wlp>", say("answers.own_numbers"))
    while True:
        if points is None:
            answer = await choose(asks, "questions.make_attributes", (*(Option(a) for a in ARRAYS), own))
            points = Steps(*_numbers(answer, len(Attribute)))
        lost = check_points(points)
        if lost == 0 or await _gives_up(asks, lost):
            return points
        points = None


async def _gives_up(asks: str, lost: int) -> bool:
    """Whether she lets points go that she did not share out."""
    options = (Option("again", say("answers.again")), Option("lose", say("answers.lose", lost=lost)))
    return await choose(asks, say("questions.points_lost", lost=lost), options) == "lose"


def _numbers(answer: str, count: int) -> list[int]:
    """Whole numbers out of an answer like `9,8,8,7`."""
    parts = answer.replace("，", ",").split(",")
    numbers = [n for part in parts if (n := whole(part)) is not None]
    if not len(parts) == len(numbers) == count:
        raise RuleError("bad_choice", answer=answer, options=[",".join(["1"] * count)])
    return numbers


async def ask_domains(state: State, asks: str) -> Levels:
    """Levels by domain that add up to the starting level."""
    level = state.options.starting_level
    single = tuple(Option(f"{d}:{level}", say("answers.domain", domain=term(d), levels=level)) for d in Domain)
    own = Option("<domain>:<levels>,<domain>:<levels>", say("answers.own_domains"), {"domain": tuple(Domain)})
    answer = await choose(asks, say("questions.make_domains", level=level), (*single, own))
    levels: Levels = {}
    for part in answer.replace("，", ",").replace("：", ":").split(","):
        domain, _, number = part.partition(":")
        levels[domain.strip()] = _numbers(number, 1)[0]
    return levels


async def ask_raises(asks: str, level: int) -> tuple[Attribute, ...]:
    """An attribute for each level that raises one."""
    return tuple([await ask_raise(asks, reached) for reached in RAISE_LEVELS if level >= reached])


async def ask_raise(asks: str, level: int) -> Attribute:
    """The attribute whose base die goes up at a level."""
    options = tuple(Option(a, term(a)) for a in Attribute)
    return Attribute(await choose(asks, say("questions.make_raise", level=level), options))


@rule("FAB-GAU-2", "FAB-GAU-6")
async def ask_raise_spread(asks: str, attribute: Attribute) -> tuple[int, ...]:
    """The points that a raised MIG or WLP brings, over the gauges of its row."""
    question = say(f"questions.raise_{BODY[attribute]}", points=sum(EVENLY))
    return await ask_spread(asks, question, points=sum(EVENLY))


@rule("FAB-BEN-4")
async def ask_benefits(asks: str, domains: Levels, slots: int) -> tuple[str, ...]:
    """One free benefit for each slot."""
    return tuple([await ask_benefit(asks, domains, n=n, slots=slots) for n in range(1, slots + 1)])


@rule("FAB-BEN-4")
async def ask_benefit(asks: str, domains: Levels, *, n: int, slots: int) -> str:
    """A free benefit from the classes of her domains."""
    classes = {k: c for k, c in shipped().classes.items() if domains.get(c.domain, 0) > 0}
    options = tuple(Option(k, say("answers.benefit", name=term(k), gives=_gives(c))) for k, c in classes.items())
    return await choose(asks, say("questions.make_benefit", n=n, slots=slots), options)


def _gives(entry: ClassEntry) -> list[Say]:
    """What a class's free benefit gives, and nothing of what it does not."""
    points = [say(f"answers.gives_{what}", n=n) for what in ("hp", "mp", "ip") if (n := getattr(entry, what))]
    may = [say("answers.gives_martial", what=term(what)) for what in entry.martial]
    return [*points, *may, *(term(ability) for ability in entry.abilities)]


@rule("FAB-GAU-6")
async def ask_spread(asks: str, question: Say, *, points: int) -> tuple[int, ...]:
    """Points over five gauges: evenly, or as she likes."""
    each, rest = divmod(points, GAUGES)
    even = ",".join(str(each + (place < rest)) for place in range(GAUGES))
    options = (
        Option(even, say("answers.evenly", parts=even)),
        Option("<1>,<2>,<3>,<4>,<5>", say("answers.own_numbers")),
    )
    answer = await choose(asks, question, options)
    return tuple(_numbers(answer, GAUGES))


# ---------------------------------------------------------------------- equipment
def _priced(kind: str, items: Mapping[str, Any], *, left: int) -> tuple[Option, ...]:
    """What can be paid, each with its price."""
    return tuple(
        Option(key, say(kind, name=called_of(item.name) or key, price=item.price))
        for key, item in items.items()
        if item.price <= left
    )


@rule("FAB-PEQ-1", "FAB-PEQ-2")
async def ask_armor(state: State, asks: str, *, allowed: set[str], left: int) -> str:
    """Armour that she may wear and can pay."""
    armors = entries_of(ArmorEntry, state.things)
    may = {key: armor for key, armor in armors.items() if not armor.martial or "armor" in allowed}
    return await choose(asks, say("questions.make_armor", left=left), _priced("answers.item", may, left=left))


@rule("FAB-PEQ-1", "FAB-PEQ-2")
async def ask_shield(state: State, asks: str, *, allowed: set[str], left: int) -> str:
    """A shield that she may use and can pay, or none."""
    shields = entries_of(ShieldEntry, state.things)
    may = {key: shield for key, shield in shields.items() if not shield.martial or "shield" in allowed}
    options = (Option("none", say("answers.no_shield")), *_priced("answers.item", may, left=left))
    answer = await choose(asks, say("questions.make_shield", left=left), options)
    return "" if answer == "none" else answer


@rule("FAB-PEQ-1", "FAB-PEQ-3", "FAB-MON-1")
async def ask_weapons(state: State, asks: str, *, allowed: set[str], left: int) -> tuple[str, ...]:
    """Weapons, one after another, as long as she can pay and wants more; what is left over is told."""
    weapons = {key: w for key, w in entries_of(WeaponEntry, state.things).items() if key != BARE_HANDS}
    may = {k: w for k, w in weapons.items() if not w.martial or ("ranged" if w.ranged else "melee") in allowed}
    kept = "answers.enough_kept" if state.options.starting_leftover == "keep" else "answers.enough_lost"
    bought: list[str] = []
    while offers := _priced("answers.item", _not_twice(may, bought), left=left):
        has = [called_of(weapons[key].name) or key for key in bought]
        question = (
            say("questions.more_weapons", left=left, has=has) if bought else say("questions.make_weapon", left=left)
        )
        answer = await choose(asks, question, (*offers, Option(DONE, say(kept, left=left))))
        if answer == DONE:
            break
        bought.append(answer)
        left -= weapons[answer].price
    return tuple(bought)


def _not_twice(weapons: Mapping[str, WeaponEntry], bought: list[str]) -> dict[str, WeaponEntry]:
    """A second one of the same makes sense only where it fits into the other hand."""
    return {key: weapon for key, weapon in weapons.items() if weapon.hands == 1 or key not in bought}


# ---------------------------------------------------------------------- who she is
async def _tell(asks: str, question: Say) -> str:
    """Words of her own; SKIP and FINISH are answers too."""
    options = (
        Option(SKIP, say("answers.skip")),
        Option("<text>", say("answers.own_words")),
        Option(FINISH, say("answers.finish")),
    )
    return (await choose(asks, question, options)).strip()


@rule("FAB-PIN-1")
async def ask_traits(asks: str) -> tuple[tuple[str, ...], bool]:
    """Identity, theme and origin, each in her own words; and whether she goes on after them."""
    traits: list[str] = []
    for which in TRAITS:
        said = await _tell(asks, say("questions.make_trait", which=term(which), hint=say(f"hints.{which}")))
        if said == FINISH:
            return tuple(traits), False
        traits += [said] if said not in ("", SKIP) else []
    return tuple(traits), True


@rule("FAB-PBO-1", "FAB-BON-1")
async def ask_bonds(state: State, asks: str, who: str) -> tuple[Bond, ...]:
    """Bonds to begin with: a target and an emotion each time, until she has enough."""
    bonds: tuple[Bond, ...] = ()
    others = visible(state)
    own = Option(
        "<target>:<emotion>",
        say("answers.new_bond"),
        {"target": others, "emotion": tuple(shipped().emotions)},
    )
    while len(bonds) < MOST_BONDS:
        has = [say("view.bond", target=b.target, emotions=[term(e) for e in b.emotions]) for b in bonds]
        answer = await choose(
            asks, say("questions.make_bond", has=has or "–"), (Option(DONE, say("answers.enough")), own)
        )
        if answer == DONE:
            break
        bonds = _bonded(bonds, who, answer)
    return bonds


def _bonded(bonds: tuple[Bond, ...], who: str, answer: str) -> tuple[Bond, ...]:
    """The bonds with one emotion more, as the rules of bonds allow it."""
    target, _, said = answer.replace("：", ":").rpartition(":")
    if not target.strip():
        raise RuleError("bad_choice", answer=answer, options=[f"{DONE}", "<target>:<emotion>"])
    emotion = next((k for k, e in shipped().emotions.items() if said.strip() in (k, e.name)), said.strip())
    before = next((b for b in bonds if b.target == target.strip()), None)
    check_emotion(AddEmotion(who, target.strip(), emotion), before, len(bonds))
    felt = Bond(target.strip(), (*(before.emotions if before else ()), emotion))
    return (*(b for b in bonds if b.target != felt.target), felt)


@rule("FAB-QNA-1")
async def ask_background(asks: str) -> dict[str, str]:
    """The eight topics that help to find a background, each in her own words or skipped."""
    told: dict[str, str] = {}
    for number, topic in enumerate(shipped().questions, 1):
        facts = {"n": number, "of": len(shipped().questions), "topic": term(topic), "hint": say(f"hints.{topic}")}
        said = await _tell(asks, say("questions.make_story", **facts))
        if said == FINISH:
            break
        told |= {topic: said} if said not in ("", SKIP) else {}
    return told


# ---------------------------------------------------------------------- written down later
class SetTraits(msgspec.Struct, frozen=True):
    """The traits that somebody has from now on."""

    character: str
    traits: tuple[str, ...]


class HasTraits(msgspec.Struct, frozen=True):
    """Her traits."""

    traits: tuple[str, ...]


@rule("FAB-PIN-1")
async def traits(state: State, given: SetTraits) -> HasTraits:
    """Write down identity, theme and origin, or change them."""
    who = character_of(state, given.character)
    await happen(CharacterWritten(msgspec.structs.replace(who, traits=given.traits)))
    return HasTraits(given.traits)


class Background(msgspec.Struct, frozen=True):
    """An answer to one of the eight questions."""

    character: str
    question: str
    text: str


class Answered(msgspec.Struct, frozen=True):
    """Which question was answered."""

    question: str
    text: str


@rule("FAB-QNA-1")
async def background(state: State, given: Background) -> Answered:
    """Answer one of the eight questions about her background; it has no mechanics."""
    who = character_of(state, given.character)
    found = question_named(given.question)
    if found is None:
        raise RuleError("unknown_key", table="questions", key=given.question, keys=list(shipped().questions))
    sheet = msgspec.structs.replace(who.sheet, answers={**who.sheet.answers, found[0]: given.text})
    await happen(CharacterWritten(msgspec.structs.replace(who, sheet=sheet)))
    return Answered(found[0], given.text)
