"""Effects of FET: what bears upon somebody, as records: the place, the table's extensions, traits, and what lies on one for a while (FET-LIV-33).

Their vocabulary and what holds when is in `conditions`. Nothing happens here.
"""

from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from ludex.core.effects.records import Effect, Give, Lasts, Limit, Modifier, Occasion, Phrase, Trigger
from ludex.core.effects.vocabulary import Vocabulary
from ludex.core.hints import remembered
from ludex.core.rule import rule
from ludex.systems.fet.effects.conditions import (
    CONDITIONS,
    FIRST,
    GIVES,
    GRANTS,
    OCCASIONS,
    PERS,
    QUANTITIES,
    SLOTS,
    SPANS,
    STEPS,
    WHOM,
    WHOSE,
    WORDS_ONLY,
    read_condition,
    skills_of,
    traits_of,
)
from ludex.systems.fet.sheet import Buff, Skill, Standing, Trait, TraitEffect, Ward, Weapon, WrittenModifier
from ludex.systems.fet.state import Act, State
from ludex.systems.fet.terms import EVERY, SCOPES, SPREAD, Amount, EffectSort, Event, Number, OtherStep, written

AIMS = {"subject": "subject", "one": "other", "source": "other", "attacker": "other", "all": "all"}


@rule("FET-LIV-33", "FET-LIV-25")
def borne(state: State, who: str) -> tuple[Effect, ...]:
    """Everything that bears upon somebody, in order: the place, the table, traits, then what lies on one."""
    found = state.bearer(who)
    if found is None:
        return ()
    lying = found.burden
    records = (
        *_around(state, who),
        *(_of_somebody(state, who, trait) for trait in traits_of(state, who)),
        *(skill_record(skill, who) for skill in skills_of(state, who) if watched(skill)),
        *(noted for weapon in armed(state, who) if (noted := _noted(weapon, who)) is not None),
        *(_buff(buff, found.level, who) for buff in lying.buffs),
        *(ward_record(ward, who) for ward in lying.wards),
        *(_standing(thing, who) for thing in lying.standing),
    )
    return tuple(records)


def _around(state: State, who: str) -> Iterator[Effect]:
    if state.place:
        yield _ground(state.place_name, state.place, who)
    for extension in state.extensions.values():
        if extension.modifiers:
            yield _ground(extension.name, extension.modifiers, who)


@remembered(512)
def _ground(name: str, modifiers: tuple[WrittenModifier, ...], who: str) -> Effect:
    shelf = PLACES.get(name, "") if name else GROUND
    return Effect(f"ground:{name}", name, who, modifiers=_modifiers(modifiers, SPREAD), shelf=shelf)


PLACES = {"沼泽": "swamp", "窄洞": "hole", "暗处": "dark"}
"""The places that ship, by what a reader's language calls them (`things.swamp`)."""
GROUND = "ground"
"""What a place is called that has no name (`things.ground`)."""


def _of_somebody(state: State, who: str, trait: Trait) -> Effect:
    """A trait with what is spent of it in this battle."""
    record = trait_record(trait, who)
    spent = state.battle.used.get(f"{who}:{trait.name}", 0) if state.battle else 0
    return replace(record, spent=(MARK,) * spent) if spent and record.triggers else record


MARK = "t0/battle/battle"
"""One use of a trait's only trigger in this battle, as the kernel counts it."""


@remembered(4096)
def trait_record(trait: Trait, who: str = "") -> Effect:
    return Effect(
        f"trait:{trait.name}",
        trait.name,
        who,
        modifiers=(*_modifiers(trait.modifiers, SPREAD), *(m for ward in trait.wards for m in _wards(ward))),
        grants=tuple(Phrase(word) for word in trait.grants),
        triggers=(_trigger(trait),) if trait.effects else (),
        text=trait.text,
    )


def _modifiers(written_ones: Iterable[WrittenModifier], spread: dict[str, tuple[str, ...]]) -> tuple[Modifier, ...]:
    return tuple(
        Modifier(name, (Give(m.kind, number(m.value)),), read_condition(m.condition))
        for m in written_ones
        for name in spread.get(m.of, (m.of,))
    )


def number(value: Number) -> int | str:
    return value if isinstance(value, int) else written(value)


@rule("FET-LAW-9", "FET-LIV-26", "FET-LIV-27")
def _trigger(trait: Trait) -> Trigger:
    when = read_condition(trait.condition)
    once = any(phrase.word == FIRST for phrase in when)
    limit = Limit(1 if once else trait.limit or 0, "battle")
    return Trigger(
        Event.said(trait.event),
        "" if trait.whose == "own" else trait.whose,
        when=tuple(phrase for phrase in when if phrase.word != FIRST),
        ask=trait.ask,
        limit=limit,
        do=tuple(step_phrase(effect) for effect in trait.effects),
    )


def step_phrase(effect: TraitEffect) -> Phrase:
    """One step of a trait; a kind that is no step is words for the table."""
    kind: EffectSort | OtherStep = EffectSort.INFO
    for words in (EffectSort, OtherStep):
        if words.holds(effect.kind):
            kind = words.read(effect.kind)
            break
    facts = {
        "amount": written(effect.amount) if isinstance(effect.amount, int | float) else effect.amount,
        "resource": effect.resource,
        "times": f"{int(effect.times)}",
        "of": effect.of,
        "resist": effect.resist or "willpower",
    }
    if kind == EffectSort.ATTRIBUTE and effect.points:
        facts["amount"] = written(effect.points)
    values = tuple(facts[slot.name] for slot in SLOTS.get(kind, ()))
    forks = (tuple(map(step_phrase, effect.then)), tuple(map(step_phrase, effect.otherwise)))
    return Phrase(str(kind), values, whom=AIMS.get(effect.target, ""), then=forks[0], otherwise=forks[1])


# Skills

CAST = "cast"
"""The step of a skill with a moment: it is used at once."""
OF_BLOWS = (Event.DAMAGED, Event.ATTACKED, Event.DEALT, Event.ATTACKS)
"""Moments of a blow: its windows are those of the damage itself (FET-SKX-13)."""


@rule("FET-LAW-9", "FET-SKX-4")
def watched(skill: Skill) -> bool:
    """Whether an instant skill waits for a moment that is watched, other than a blow; any other word is the GM's to call."""
    event = Event.said(skill.event)
    return skill.instant and Event.holds(event) and event not in OF_BLOWS


@remembered(2048)
def skill_record(skill: Skill, who: str = "") -> Effect:
    """A skill with a moment as a record: its owner is asked when the moment comes and what can be seen of its condition holds."""
    when = tuple(phrase for phrase in read_condition(skill.condition) if phrase.word != WORDS_ONLY)
    cast = Trigger(Event.said(skill.event), when=when, ask=True, do=(Phrase(CAST, (skill.name,)),))
    return Effect(f"skill:{skill.name}", skill.name, who, triggers=(cast,), text=skill.text)


# Weapons

FOR_GOOD = ("不可恢复", "无法恢复", "unrecoverable")
"""Notes of a weapon whose damage nothing restores."""
BURNS = ("燃烧", "burn")
"""Notes that are said at every wound: the book gives burning no number, so what it costs is the GM's word."""


def armed(state: State, who: str) -> tuple[Weapon, ...]:
    """What somebody fights with: in a battle the fighter's, else what the sheet has."""
    fighter, character = state.fighter(who), state.characters.get(who)
    if fighter is not None:
        return tuple(fighter.weapons.values())
    return character.sheet.weapons if character else ()


@remembered(512)
@rule("FET-LIV-33", "FET-TRX-2")
def _noted(weapon: Weapon, who: str) -> Effect | None:
    scar = TraitEffect(kind="scar", amount="damage", resource="same", target="one")
    said = TraitEffect(kind=str(EffectSort.INFO), target="one")
    does = [scar] * any(word in weapon.note for word in FOR_GOOD) + [said] * any(word in weapon.note for word in BURNS)
    if not does:
        return None
    dealt = Trigger(Event.DEALT, when=(Phrase("weapon", (weapon.name,)),), do=tuple(map(step_phrase, does)))
    return Effect(f"weapon:{weapon.name}", weapon.name, who, triggers=(dealt,), text=weapon.note)


# For a while


@remembered(2048)
def _buff(buff: Buff, level: Number, who: str) -> Effect:
    give = Give(buff.kind, number(buff.amount(level)))
    names = SCOPES.get(buff.of, (buff.of,))
    return _lying(
        buff, Effect(f"buff:{buff.name}", buff.name, who, modifiers=tuple(Modifier(n, (give,)) for n in names))
    )


@remembered(2048)
def ward_record(ward: Ward, who: str = "") -> Effect:
    return _lying(ward, Effect(f"ward:{ward.name}", ward.name, who, modifiers=_wards(ward)))


def _wards(ward: Ward) -> tuple[Modifier, ...]:
    of = Amount.HEAL_TAKEN if ward.gains else Amount.DAMAGE_TAKEN
    when = (Phrase("sort", (ward.type,)),) if ward.type else ()
    if ward.resource != EVERY:
        when = (*when, Phrase("resource", (ward.resource,)))
    return (Modifier(str(of), (Give(ward.kind, number(ward.value)),), when),)


@remembered(2048)
def _standing(thing: Standing, who: str) -> Effect:
    """What stands: it acts on blows by itself (FET-SKX-6), and is counted by its uses."""
    record = Effect(f"standing:{thing.name}", thing.name, who, tags=(thing.kind,), left=thing.uses)
    lasts = (Lasts("uses", thing.uses or 0),) if thing.uses is not None else ()
    return _lying(thing, replace(record, lasts=lasts))


def _lying(thing: Buff | Ward | Standing, record: Effect) -> Effect:
    lasts, left = list(record.lasts), record.left
    if thing.acts is not None:
        lasts, left = [*lasts, Lasts("acts", thing.acts)], thing.acts if left is None else left
    if thing.time is not None and left is None:
        lasts, left = [*lasts, Lasts("t", int(thing.time))], int(thing.time)
    if thing.until:
        lasts.append(Lasts(thing.until))
    return replace(record, lasts=tuple(lasts), left=left)


WORDS = Vocabulary(
    quantities=QUANTITIES,
    gives=GIVES,
    conditions=CONDITIONS,
    occasions=OCCASIONS,
    steps=STEPS,
    spans=SPANS,
    whose=WHOSE,
    whom=WHOM,
    pers=PERS,
    grants=GRANTS,
    free=True,
    borne=borne,
    clause="FET-LIV-25",
)

NO_FACTS: Mapping[str, str] = {}


def occasion(
    event: str, who: str, other: str = "", *, amount: Number = 0, times: int = 1, of: Mapping[str, str] = NO_FACTS
) -> Occasion:
    """Something that has happened: whose event it is, with whom, how much, and `of` what; `times`: so often at once."""
    return Occasion(event, who, other, {"amount": amount, "times": times, **of})


def about(act: Act) -> dict[str, str]:
    """What conditions may ask of an act."""
    return {"resource": act.resource, "sort": act.sort, "attribute": act.attribute, "weapon": act.weapon}


def began(who: str, act: Act) -> Occasion:
    aimed = act.targets[0] if act.targets else ""
    return occasion(Event.DECLARED, who, aimed, amount=act.impact, of=about(act))


def number_in(at: Occasion, name: str) -> Number:
    found = at.fact(name, 0)
    return found if isinstance(found, int | float) else 0
