"""Building (FET-LAW-0, FET-LIV-15): a card of one's own under the law, the GM's word on it, and where it lies afterwards.

A card is built once: the same name again is the same card, rewritten. What the law says of a skill is `law.py`; how cards are written is
`card_lines.py`; whole packs are `extensions.py`.
"""

from collections.abc import Mapping
from typing import Annotated, ClassVar

import msgspec
from msgspec.structs import replace

from ludex.core.asks import Option, choose
from ludex.core.bounds import converted
from ludex.core.declaring import Deed, Meant
from ludex.core.deeds import ALWAYS, ANYONE, BOOK, REST, WORD, Asked, Do, Field, spellings
from ludex.core.effects.records import Trigger
from ludex.core.effects.sentences import phrases, said as named_word, sentence
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.names import folded, matching
from ludex.core.packs import pasted_json
from ludex.core.plain import Plain
from ludex.core.principals import EVERYBODY, GM
from ludex.core.rule import rule
from ludex.core.say import Say, say, term
from ludex.systems.fet.content import in_keys, own_text, skill_named
from ludex.systems.fet.effects import WORDS, trait_record
from ludex.systems.fet.events.group import ContentAdded
from ludex.systems.fet.events.people import CardRefused, SheetWritten
from ludex.systems.fet.kinds import Quantity, QuantityIfAny, Words
from ludex.systems.fet.kinds.offers import all_cards
from ludex.systems.fet.options import Options
from ludex.systems.fet.redact import heard_by
from ludex.systems.fet.rules.card_lines import amended, as_data, hinted, in_a_row, printed
from ludex.systems.fet.rules.lasting import derived, ward_problems
from ludex.systems.fet.rules.law import articles, check_keys, check_legal, verdict, violations
from ludex.systems.fet.rules.resources import follow
from ludex.systems.fet.rules.roster import Named, check_actor
from ludex.systems.fet.rules.weapons import check_weapon, known_efficiency
from ludex.systems.fet.sheet import Item, Sheet, Skill, SkillEffect, Trait, Weapon
from ludex.systems.fet.sheet.values import derive
from ludex.systems.fet.state import Built, State
from ludex.systems.fet.terms import EffectSort, Event, Resource, half_up

Card = Skill | Trait | Weapon


class AddContent(msgspec.Struct, frozen=True):
    """What `add_content` is given: one skill, trait or weapon under a key; `who` built it and has it (`by`: a seat without a
    character); `ask`: the GM is asked."""

    key: str
    skill: Skill | None = None
    trait: Trait | None = None
    weapon: Weapon | None = None
    who: str = ""
    ask: bool = False
    by: str = ""

    @property
    def card(self) -> Skill | Trait | Weapon | None:
        return self.skill or self.trait or self.weapon


class ContentKept(msgspec.Struct, frozen=True):
    """What the table has now; `refused`: it stays in its builder's notes. `articles`: how a skill stands to the law. `again`: it has taken
    the place of a card of the same name."""

    key: str
    refused: bool = False
    articles: dict[str, str] = {}
    again: bool = False


@rule("FET-LAW-0", "FET-LAW-8", "FET-WPB-1", "FET-ITM-1", "FET-LIV-15")
async def add_content(state: State, given: AddContent) -> ContentKept:
    """A card that obeys the law comes into the table's library; a player's is the GM's to allow, to change or to refuse."""
    _check_card(given, state.options)
    if given.ask:
        answer = await _allowed(state, given)
        if answer == "refuse":
            await happen(CardRefused(Built(given.who, given.skill, given.trait, given.weapon)))
            return ContentKept(given.key, refused=True, articles=_articles(given, state.options))
        given = _changed(given, answer, state.options)
    again, key = stands(state, given), _own_key_of(state, given)
    state = await happen(
        ContentAdded(
            key, given.skill, given.trait, given.weapon, builder=given.who if given.by else "", kept=not given.by
        )
    )
    if given.who in state.characters:
        state = await onto_sheet(state, given)
    return ContentKept(key, articles=_articles(given, state.options), again=again)


def stands(state: State, given: AddContent) -> bool:
    """Whether a card of that name is there already: on the builder's sheet, or (the GM's) among what the table has of its own."""
    found = state.characters.get(given.who)
    if found is None:
        return _own_key_of(state, given) in getattr(state, FIELDS_OF[kind_of(given)])
    return any(_same(one, given) for one in getattr(found.sheet, FIELDS_OF[kind_of(given)]))


def _own_key_of(state: State, given: AddContent) -> str:
    """Under which key a card is filed: that of the table's own card of the same name, however it was typed."""
    own: Mapping[str, Named] = getattr(state, FIELDS_OF[kind_of(given)])
    known = (
        key for key in own if not given.by or key not in state.kept
    )  # FET-LIV-15: what a player does not know is not hers to rewrite
    key = next((key for key in known if _same(own[key], given)), given.key)
    return f"{key} ({given.who or given.by})" if given.by and key in state.kept else key


def _same(card: Named, given: AddContent) -> bool:
    return given.card is not None and folded(card.name) == folded(given.card.name)


SHAPES: dict[str, type[Card]] = {"skill": Skill, "trait": Trait, "weapon": Weapon}
FIELDS_OF = {"skill": "skills", "trait": "traits", "weapon": "weapons"}
"""Where a built card lies, in the table's library and on a sheet."""


def _check_card(given: AddContent, options: Options) -> None:
    if given.skill is not None:
        check_legal(given.skill, options)
    if given.trait is not None:
        check_sound(given.trait)
    if given.weapon is not None:
        check_weapon(given.weapon)
    if given.card is None or not given.card.name.strip():
        raise RuleError("name_missing", clause="FET-LAW-8")


async def onto_sheet(state: State, given: AddContent) -> State:
    """What a player has built and the GM has allowed is on the builder's sheet, in the place of what was called so before."""
    sheet = with_card(state.characters[given.who].sheet, given)
    return await follow(await happen(SheetWritten(given.who, sheet)), given.who, before=state)


def with_card(sheet: Sheet, given: AddContent) -> Sheet:
    field = FIELDS_OF[kind_of(given)]
    return replace(sheet, **{field: _among(getattr(sheet, field), given)}, items=_worn(sheet, given))


def _among(cards: tuple[Card, ...], given: AddContent) -> tuple[Card, ...]:
    """Cards with the one that was built: where the one of the same name stood, else behind them."""
    place = next((n for n, card in enumerate(cards) if _same(card, given)), len(cards))
    left = [card for card in cards if not _same(card, given)]
    return (*left[:place], *((given.card,) if given.card else ()), *left[place:])


@rule("FET-LIV-33")
def _worn(sheet: Sheet, given: AddContent) -> tuple[Item, ...]:
    """Things with the one that a trait is besides: one card, one load."""
    if given.trait is None:
        return sheet.items
    before = next((t.name for t in sheet.traits if t.load and _same(t, given)), "")
    left = tuple(item for item in sheet.items if not before or item.name != before)
    return (*left, Item(given.trait.name, given.trait.load)) if given.trait.load else left


def kept_card(state: State, given: AddContent, kept: ContentKept) -> AddContent:
    """A card as the table has it now: the GM may have changed it."""
    found = None if kept.refused else getattr(state, FIELDS_OF[kind_of(given)]).get(kept.key)
    return given if found is None else replace(given, **{kind_of(given): found})


def kind_of(given: AddContent) -> str:
    return "skill" if given.skill else "trait" if given.trait else "weapon"


def _articles(given: AddContent, options: Options) -> dict[str, str]:
    return articles(given.skill, violations(given.skill, options)) if given.skill else {}


async def _allowed(state: State, given: AddContent) -> str:
    """The GM's word on a card, with the law's report article by article."""
    name = given.card.name if given.card else ""
    asked = "questions.card_again" if stands(state, given) else "questions.card"
    who = state.called(given.who) if given.who else given.by
    what = say(asked, who=who, name=name, report=card_report(state, given))
    return await choose(GM, what, words_on("line"), about=f"{WORD}sheet.{kind_of(given)}")


CHANGE = Option("change:<change>")
"""The GM's word that it is to be something else, whatever its gap is called in a question."""


def words_on(gap: str) -> tuple[Option, ...]:
    """What the GM may say to something that a player would have; `gap`: what it may be changed to."""
    answers = ("allow", f"change:<{gap}>", "refuse", ALWAYS)
    return tuple(Option(answer, say(f"answers.card_{answer.partition(':')[0]}")) for answer in answers)


def card_report(state: State, given: AddContent) -> list[Say]:
    """What a card does, and how it stands to the law, article by article."""
    law = [
        say("view.law_line", article=say(f"view.{name}"), how=say(f"view.law_{how}"))
        for name, how in _articles(given, state.options).items()
    ]
    balance = [] if given.weapon else [say("told.needs_gm")]
    head = [say(f"told.{verdict(found)}")] if (found := _articles(given, state.options)) else []
    return [*card_does(state, given), *head, *(law or balance), *card_hint(given.skill)]


@rule("FET-LIV-15")
def card_does(state: State, given: AddContent) -> list[Say]:
    """What a card does, in a few words: a skill's price and effects, a trait as a sentence, a weapon's figures and its efficiency."""
    if given.skill is not None:
        return _skill_does(given.skill)
    if given.trait is not None:
        text = [say("told.card_text", text=own_text(given.trait))] if given.trait.text else []
        return [*text, *trait_does(given.trait)]
    if given.weapon is None:
        return []
    found = state.characters.get(given.who)
    level = found.level if found else state.options.start_level
    worth = known_efficiency(given.weapon, level)
    judged = [] if worth is None else [say("told.card_weapon", level=level, efficiency=half_up(worth, 2))]
    return [*_figures(given.weapon), *judged]


@rule("FET-WPB-1")
def _figures(weapon: Weapon) -> list[Say]:
    """What a weapon does and weighs: more damage by so much in the hand, or so much with each shot; and its note."""
    figures = {name: getattr(weapon, name) or 0 for name in ("damage", "range", "wind_up", "reload", "load")}
    note = [say("told.card_text", text=weapon.note)] if weapon.note else []
    return [say(f"told.card_{weapon.type}", **figures, rounds=weapon.magazine or 1), *note]


def trait_does(trait: Trait) -> tuple[Say, ...]:
    """A trait as a sentence, where it does anything by itself."""
    record = replace(trait_record(trait), text="")
    if record.triggers and not trait.event:
        rest = replace(record, triggers=())
        return (_called(record.triggers[0]), *(sentence(WORDS, rest) if rest.modifiers or rest.grants else ()))
    return sentence(WORDS, record) if record.triggers or record.modifiers or record.grants else ()


@rule("FET-LIV-34")
def _called(one: Trigger) -> Say:
    """What nothing sets off but the GM's call."""
    when = phrases(WORDS, "conditions", one.when)
    facts = {"does": phrases(WORDS, "steps", one.do), "when": say("common.because", why=when) if when else ""}
    return say("told.card_called", **facts)


def _skill_does(skill: Skill) -> list[Say]:
    """A skill's description, what it is paid with, and each of its effects."""
    said = [say("told.card_attribute", attribute=term(str(skill.attribute)))]
    said += [say("told.card_text", text=own_text(skill))] if skill.text else []
    if Event.holds(skill.event):
        said.append(say("told.card_moment", moment=named_word(WORDS, "occasions", Event.said(skill.event))))
    elif skill.event or skill.condition:
        said.append(say("told.card_moment", moment=skill.event or skill.condition))
    if not skill.text_only:
        losses = [say("told.card_loss", share=loss.share, resource=term(loss.resource)) for loss in skill.losses]
        price = say("told.card_price", share=skill.wind_up, losses=losses)
        said.append(price if losses else say("told.card_wind_up", share=skill.wind_up))
    return [*said, *effects_said(skill)]


def effects_said(skill: Skill) -> list[Say]:
    said: list[Say] = []
    for effect in (*skill.effects, *skill.drawbacks):
        resist = say("told.card_resist", attribute=term(effect.resist)) if effect.resist else ""
        facts = {"kind": _kind_said(effect), "target": term(effect.target or "self"), "resist": resist}
        said.append(say("told.card_effect", share=effect.share, times=effect.times, **facts))
    return said


def _kind_said(effect: SkillEffect) -> Say:
    """What an effect is: of the will where it is not the stamina's, and what sort of control."""
    sorts = [name for name in ("puppet", "freezes_others", "untouchable") if getattr(effect, name)]
    if sorts:
        return say("told.card_sort", kind=term(effect.kind), sort=say(f"told.card_{sorts[0]}"))
    of_will = effect.resource != Resource.STAMINA and effect.kind in (EffectSort.DAMAGE, EffectSort.HEAL)
    return say("told.card_sort", kind=term(effect.kind), sort=term(effect.resource)) if of_will else term(effect.kind)


@rule("FET-LIV-52")
def card_hint(skill: Skill | None) -> tuple[Say, ...]:
    """The line with effects that a mere description suggests, ready to be sent."""
    if skill is None or not (hint := hinted(msgspec.to_builtins(skill))):
        return ()
    facts = {"attribute": term(str(skill.attribute)), "name": skill.name, "text": skill.text, "hint": hint}
    return (say("told.card_hint", **facts),)


def _changed(given: AddContent, answer: str, options: Options) -> AddContent:
    """The card as the GM has changed it, written as the book prints it or as JSON, or what is other in it alone."""
    changed = CHANGE.match(answer)
    if changed is None:
        return given
    text, kind = changed["change"], kind_of(given)
    try:
        plain = in_keys(kind, pasted_json(text)) if text.startswith("{") else _rewritten(given, text)
        card = msgspec.convert(plain, SHAPES[kind])
    except (ValueError, msgspec.ValidationError):
        raise RuleError("bad_card", clause="FET-LIV-52", text=text[:40], form=say(f"told.form_{kind}")) from None
    other = replace(AddContent(card.name, who=given.who, by=given.by), **{kind: card})
    _check_card(other, options)
    return other


def _rewritten(given: AddContent, text: str) -> Plain:
    """A card as a line has it: whole, or with some of it changed."""
    own = amended(kind_of(given), msgspec.to_builtins(given.card), text)
    return printed(kind_of(given), text) if own is None else own


def check_sound(trait: Trait) -> None:
    """FET-TRT-2: modifiers that can be computed, and resistances that make sense."""
    derive(Sheet(name="x", traits=(trait,)))
    for ward in trait.wards:
        if ward_problems(ward):
            raise RuleError("bad_ward", kind=ward.kind, value=ward.value)


# --- cards that people name or write -----------------------------------------------------------------------------------

Names = dict[tuple[str, str], tuple[str, ...]]
"""What cards are called, by key (or name) and by whose sheet they stand on (nobody's: the library's)."""


@rule("FET-LIV-54")
def find_card(asked: Asked, said: str) -> tuple[str, str]:
    """A card by name, and on whose sheet it stands: the table's, else one that only a sheet has which this seat may read."""
    cards = all_cards(asked.state, asked.actor)
    library: Names = {(key, ""): (key, *spellings(name)) for key, name in cards.items()}
    found = _card_called(said, library) or _card_called(said, _on_sheets(asked))
    if found is None:
        raise RuleError("unknown_skill", clause="FET-LIV-54", key=said[:40])
    return found


def _on_sheets(asked: Asked) -> Names:
    """Cards of sheets: one's own, first of all those of the acting character; for the GM anybody's."""
    people = {who: c.sheet for who, c in asked.state.characters.items() if asked.gm or who in asked.controls}
    read = sorted(people, key=lambda who: who != asked.actor)
    return {(card.name, who): (card.name,) for who in read for card in (*people[who].skills, *people[who].traits)}


def _card_called(said: str, names: Names) -> tuple[str, str] | None:
    """The card that a text means: its name, its beginning, or the only one that has it anywhere in its name."""
    inside = [card for card, called in names.items() if any(folded(said) in folded(one) for one in called)]
    found = matching(said, names) or tuple(inside)
    return found[0] if len({folded(key) for key, _ in found}) == 1 else None


def _skill_called(asked: Asked, said: str) -> Plain | str:
    key, who = find_card(asked, said)
    sheet = asked.state.characters[who].sheet if who else None
    return next((msgspec.to_builtins(s) for s in sheet.skills if s.name == key), key) if sheet else key


def _skill_said(asked: Asked, said: str) -> Plain | str:
    data = as_data(said)
    return in_keys("skill", data) if not isinstance(data, str) else _skill_called(asked, data)


def _skill_written(asked: Asked, said: str) -> Plain | str:
    """The same, or as the book prints it: whatever could be a card is read as one."""
    data = as_data(said)
    if isinstance(data, str):
        return printed("skill", data) if ":" in data or "：" in data else _skill_called(asked, data)
    card = in_keys("skill", data)
    check_keys(card, Skill)
    return card


class WorkshopDeed(Deed, group="building"):
    pass


class JudgeSkill(
    WorkshopDeed, names=("验法", "law"), does="validate_skill", who=ANYONE, beside=BOOK, example=".law 冲刺"
):
    skill: Annotated[Plain | str, Field("", REST), Meant(_skill_written)]


class TrySkill(WorkshopDeed, names=("算技", "works"), who=ANYONE, beside=BOOK, example=".works 冲刺 120 200"):
    """What a skill does for an impact and an attribute value; one's own value unless one is given (FET-SKX-2)."""

    skill: Annotated[Plain | str, Field(""), Meant(_skill_said)]
    impact: Quantity
    value: QuantityIfAny = None

    def do(self, asked: Asked) -> Do:
        if self.value is not None:
            return Do("skill_effects", self)
        said = self.skill
        skill = skill_named(said, asked.state) if isinstance(said, str) else msgspec.convert(said, Skill)
        own = derived(asked.state, check_actor(asked)).values
        return Do("skill_effects", replace(self, value=own.get(str(skill.attribute), 0)))


class BuildCard(WorkshopDeed):
    """A card of one's own, in a line as the book prints it or as JSON: a player's is the GM's to allow (FET-LIV-15)."""

    kind: ClassVar[str] = ""
    data: Words

    def do(self, asked: Asked) -> Do:
        data, kind = as_data(self.data), self.kind
        if isinstance(data, str):
            card = (in_a_row(data) if kind == "skill" else None) or printed(kind, data)
        else:
            card = in_keys(kind, data)
        check_keys(card, SHAPES[kind])
        built = converted(card, SHAPES[kind], code="bad_weapon" if kind == "weapon" else "bad_input")
        if isinstance(built, Skill):
            check_legal(built, asked.state.options)
        trust = asked.trust(f"sheet.{kind}")
        if trust == "strict":
            raise RuleError("gm_only")
        given = replace(AddContent(built.name), **{kind: built})
        if asked.gm:  # the library's, which is not told, and hers whom the GM names
            who = asked.actor if asked.named else ""
            return Do("add_content", replace(given, who=who), heard_by(asked.state, who) if who else (GM,))
        given = replace(given, who=asked.actor, ask=trust == "ask", by=asked.sender)
        # FET-LIV-54: what waits is its builder's and the GM's
        return Do("add_content", given, (asked.seat,) if trust == "ask" else (EVERYBODY,))


class BuildSkill(
    BuildCard, names=("造技能", "构筑", "newskill", "build"), example=".造技能 侵蚀 智力 控制 1 目标 抵抗=意志"
):
    kind = "skill"


class BuildTrait(
    BuildCard,
    names=("造特质", "newtrait"),
    example='.造特质 {"name":"铁骨","modifiers":[{"of":"stamina_max","kind":"add","value":20}]}',
):
    kind = "trait"


class BuildWeapon(BuildCard, names=("造武器", "newweapon"), example=".造武器 长矛 近战 伤害15 射程3 负重20"):
    kind = "weapon"
