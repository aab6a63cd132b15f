"""What distinguishes a thing in a few words: its numbers as a shop sign or a table shows them (FAB-LIV-43, FAB-LIV-52)."""

from functools import singledispatch

from ludex.core.say import Label, say, term
from ludex.systems.fable.content import (
    ClassEntry,
    DamageEntry,
    DomainEntry,
    EmotionEntry,
    LifeEntry,
    SpeciesEntry,
    StatusEntry,
)
from ludex.systems.fable.sheet.entries import (
    AccessoryEntry,
    ArmorEntry,
    BlockEntry,
    FeatEntry,
    ItemEntry,
    ShieldEntry,
    SpellEntry,
    Thing,
    WeaponEntry,
)


@singledispatch
def marks_of(_thing: Thing) -> list[Label]:
    """What is worth knowing of a thing beside its name."""
    return []


@marks_of.register
def _weapon(thing: WeaponEntry) -> list[Label]:
    first, second = thing.attributes
    marks: list[Label] = [
        say(
            "marks.accuracy",
            first=term(first),
            second=term(second),
            bonus=_signed(thing.accuracy) if thing.accuracy else "",
        ),
        say("marks.damage", n=thing.damage, type=term(thing.type)),
        term(thing.category),
        say("marks.hands", n=thing.hands),
    ]
    marks += [say("marks.ranged")] if thing.ranged else []
    return [*marks, *_sold(thing)]


@marks_of.register
def _armor(thing: ArmorEntry) -> list[Label]:
    marks = [say("marks.fixed", n=thing.def_bonus)] if thing.fixed else _plus("def", thing.def_bonus)
    return [*marks, *_plus("mdef", thing.mdef_bonus), *_plus("init", thing.init), *_sold(thing)]


@marks_of.register
def _shield(thing: ShieldEntry) -> list[Label]:
    return [*_plus("def", thing.def_bonus), *_plus("mdef", thing.mdef_bonus), *_sold(thing)]


@marks_of.register
def _accessory(thing: AccessoryEntry) -> list[Label]:
    return [say("marks.price", n=thing.price)]


@marks_of.register
def _item(thing: ItemEntry) -> list[Label]:
    return [say("marks.ip", n=thing.ip)]


def _sold(thing: WeaponEntry | ArmorEntry | ShieldEntry) -> list[Label]:
    """Whether it needs a permission, and its price."""
    martial: list[Label] = [say("marks.martial")] if thing.martial else []
    return [*martial, say("marks.price", n=thing.price)]


def _plus(what: str, n: int) -> list[Label]:
    return [say(f"marks.{what}", n=_signed(n))] if n else []


def _signed(n: int) -> str:
    return f"{n:+}".replace("-", "−")


@marks_of.register
def _spell(thing: SpellEntry) -> list[Label]:
    marks: list[Label] = [say("marks.mp", n=thing.mp, multi=thing.multi), *spell_does(thing)]
    marks += [term(thing.duration)] if thing.duration != "instant" else []
    return [*([say(f"lists.{thing.list}")] if thing.list else []), *marks]


def spell_does(thing: SpellEntry) -> list[Label]:
    """What a spell deals, heals or cures."""
    marks: list[Label] = [say("marks.damage", n=thing.damage, type=term(thing.type))] if thing.type else []
    marks += [say("marks.heal", n=thing.heal, pool=term(thing.pool))] if thing.heal else []
    return [*marks, *([say("marks.cure")] if thing.cure else [])]


@marks_of.register
def _feat(thing: FeatEntry) -> list[Label]:
    marks: list[Label] = [say("marks.heroic")] if thing.heroic else []
    marks += [say("marks.bonus")] if thing.bonus else []
    marks += [say("marks.times", n=thing.times)] if thing.times > 1 else []
    return [term(thing.domain), *([term(thing.class_)] if thing.class_ else []), *marks]


@marks_of.register
def _block(thing: BlockEntry) -> list[Label]:
    kind: list[Label] = [term(thing.kind)] if thing.kind == "villain" else []
    return [*kind, say("marks.level", n=thing.level), term(thing.rank)]


@marks_of.register
def _class(thing: ClassEntry) -> list[Label]:
    points: list[Label] = [
        say(f"answers.gives_{what}", n=n) for what in ("hp", "mp", "ip") if (n := getattr(thing, what))
    ]
    points += [say("answers.gives_martial", what=term(what)) for what in thing.martial]
    return [term(thing.domain), *points, *(term(ability) for ability in thing.abilities)]


@marks_of.register
def _species(thing: SpeciesEntry) -> list[Label]:
    return [term(thing.life)]


@marks_of.register
def _status(thing: StatusEntry) -> list[Label]:
    return [term(attribute) for attribute in thing.attributes]


@marks_of.register
def _damage(thing: DamageEntry) -> list[Label]:
    return [term(thing.category), term(thing.pool)]


@marks_of.register
def _emotion(thing: EmotionEntry) -> list[Label]:
    return [term(thing.sign), say("marks.opposite", emotion=term(thing.opposite))]


@marks_of.register
def _domain(thing: DomainEntry) -> list[Label]:
    return [term(one) for one in thing.classes]


@marks_of.register
def _life(thing: LifeEntry) -> list[Label]:
    return [term(one) for one in thing.species]
