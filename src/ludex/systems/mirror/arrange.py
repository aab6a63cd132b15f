"""Plain data -> state: how records given inline (vectors, imports, the API) are laid over a table.

`characters`, `options`, `mode`, `effects` and (at the start) `stage` are the table's. A character given in place of an id
sits at the table under a name of her own (`@actor`, `@target`), so that nobody there is touched by it.
"""

from collections.abc import Iterator, Mapping
from typing import TypeVar

from msgspec.structs import replace

from ludex.core.bounds import converted, read_options, record, records
from ludex.core.deeds import Filled
from ludex.core.errors import RuleError
from ludex.core.events import Event
from ludex.core.kept import split_key
from ludex.core.plain import Plain, Written, table_in
from ludex.core.rule import rule
from ludex.core.sheets import LIST, TEXT, Entry, Sheets, leaning
from ludex.core.stock import Dial, Stock
from ludex.systems.mirror.content import own_actions, read_character
from ludex.systems.mirror.events import CatalogueSet, CharacterJoined, ContentOpened, EffectAdded
from ludex.systems.mirror.options import Options
from ludex.systems.mirror.redact import kept_content
from ludex.systems.mirror.rules.growth import ranks_of, within_guide
from ludex.systems.mirror.rules.sheets import point_cap, point_total
from ludex.systems.mirror.sheet import Character
from ludex.systems.mirror.state import Lasting, Stage, State, Time
from ludex.systems.mirror.terms import Attribute, Defense, Light, Skill, Unit, check_word

CHARACTERS = ("actor", "target", "attacker", "defender")
"""Arguments that take a character, by id or inline."""

T = TypeVar("T")


def arrange(state: State | None, given: Plain) -> tuple[State, Plain]:
    """Lay what belongs to the table over it; the rest is the procedure's own."""
    table = state if state is not None else State()
    rest = dict(given)
    if "options" in rest:
        table = replace(table, options=read_options(rest.pop("options"), Options()))
    if "mode" in rest and state is None:
        table = replace(table, mode=converted(rest["mode"], str))
    if "time" in rest:
        table = replace(table, time=converted(rest.pop("time"), Time))
    if "stage" in rest and state is None:
        table = replace(table, stage=_stage(rest.pop("stage")))
    if _effects_given(rest.get("effects")):
        table = replace(table, effects=tuple(_effect(e) for e in records(rest.pop("effects"), "effects")))
    people = record(rest.pop("characters", {}), "characters")
    named = {name: read_character(data, name) for name, data in people.items()}
    inline = {arg: rest[arg] for arg in CHARACTERS if isinstance(rest.get(arg), Mapping)}
    seated = {f"@{arg}": read_character(data, f"@{arg}") for arg, data in inline.items()}
    rest.update({arg: f"@{arg}" for arg in inline})
    return replace(table, characters={**table.characters, **named, **seated}), rest


def _stage(data: Written) -> Stage:
    stage = converted(data, Stage)
    for level in (stage.ambient, *(lamp.level for lamp in stage.lamps)):
        check_word(Light, level)
    return stage


def _effects_given(value: Written) -> bool:
    """Whether `effects` are effects on the table, not the effect tiers of a check or injuries of a damage."""
    return isinstance(value, list) and bool(value) and all(isinstance(e, Mapping) for e in value)


def _effect(data: Plain) -> Lasting:
    """An effect as `add_effect` takes it, with what is left of it."""
    duration = record(data.get("duration", {}), "duration")
    length = 2 if duration.get("unit") == "focus" else duration.get("n", 1)
    counted = duration.get("unit") not in ("condition", "permanent")
    flat = {**data, **duration, "remaining": data.get("remaining", length if counted else None)}
    flat["who"] = duration.get("who") or data.get("target", "")
    return converted({name: flat[name] for name in Lasting.__struct_fields__ if name in flat}, Lasting, "effect")


# --- characters that travel, and sheets edited field by field (MIR-LIV-48, MIR-LIV-50) --------------------------------


def _attribute(term: Attribute) -> Entry:
    """An attribute: what it comes to is set, whichever way it was bought; of a draft by its points."""

    def put(who: Character, value: int) -> Character:
        more = value - who.value(term.value)
        points = {**(who.points or {}), term.value: (who.points or {}).get(term.value, 0) + more}
        if who.draft and who.points is not None and who.base is not None and points[term.value] >= 0:
            return replace(who, points=points, base={**who.base, term.value: who.base[term.value] + more})
        shift = who.shifts.get(term.value, 0) + more
        return replace(who, shifts={**who.shifts, term.value: shift})

    return Entry(
        term.value, (term.zh, term.en), limits=(0, None), get=lambda who: who.value(term.value), set=put, also=term.also
    )


def _derived(_state: State, before: Character, after: Character) -> Character:
    """Wounds and what was spent stay; stamina follows its maximum, and is never above it."""
    return replace(after, sp=min(after.sp + max(after.sp_max - before.sp_max, 0), after.sp_max))


FIXED = ("favour", "humanity", "ego", "madness", "dr", "shifts")
"""What is no part of making a character (MIR-LIV-46)."""


@rule("MIR-LIV-48")
def _draft(state: State, before: Character, after: Character) -> bool:
    """Whether an edit is her player's own: of a draft, what creation asks for, within the guide and the points that there are."""
    same = all(getattr(before, name) == getattr(after, name) for name in FIXED)
    rested = after.sp == _derived(state, before, replace(after, sp=before.sp)).sp
    points = () if after.points is None or after.points == before.points else tuple(after.points.values())
    lawful = sum(points) <= point_total(after) and all(0 <= n <= point_cap(after) for n in points)
    return before.draft and same and rested and lawful and within_guide(ranks_of(after))


@rule("MIR-LIV-50")
def _wrong(_state: State, who: Character) -> Iterator[RuleError]:
    """What stands on a sheet and cannot be read: an action of her own that is none."""
    try:
        own_actions(who)
    except RuleError as error:
        yield error


def _takes(state: State, content: Plain) -> tuple[Event[State], ...]:
    """What the new table lacks of the own content that she leans on."""
    return tuple(
        CatalogueSet(kind, key, table_in(body))
        for kind, things in content.items()
        for key, body in table_in(things).items()
        if key not in state.catalogue.get(kind, {})
    )


OUTLASTS = (Unit.SEGMENT, Unit.UNIT, Unit.CONDITION, Unit.PERMANENT)
"""What an effect is counted in that may outlast a scene."""


@rule("MIR-LIV-50")
def _travels(state: State, c: Character) -> Character:
    """Her relations by the names of the others, as whom she knows them anywhere, and what outlasts a scene on her."""
    people = {**state.away, **state.characters}
    names = {i: other.called for i, other in people.items()}
    carried = tuple(x for x in state.effects if x.target == c.id and x.unit in OUTLASTS)
    return replace(c, relations={names.get(i, i): relation for i, relation in c.relations.items()}, carried=carried)


@rule("MIR-LIV-50")
def _joins(_state: State, c: Character, actor: str) -> tuple[Event[State], ...]:
    """She comes, and then what lasts on her, under the name that she has here."""
    borne = (EffectAdded(_brought(x, f"{actor}-{n}", actor)) for n, x in enumerate(c.carried, start=1))
    return CharacterJoined(replace(c, carried=())), *borne


def _brought(effect: Lasting, free: str, actor: str) -> Lasting:
    """An effect that came along with its bearer; others who kept it up or counted it are not here."""
    return replace(effect, id=free, target=actor, who=actor, by=actor if effect.by == effect.target else "")


TABLES = ("side", "pos", "ap", "mov", "gm_played", "hidden", "ra_used", "minor_used", "total_action", "triggered")
"""What belongs to the table and not to a character."""

SHEETS = Sheets(
    "characters",
    Character,
    stays=TABLES,
    entries=(
        Entry("name", ("名字", "name"), kind=TEXT, also=("名称",)),
        *map(_attribute, Attribute),
        *(Entry(s.value, (s.zh, s.en), f"skills.{s.value}", limits=(0, None), also=s.also) for s in Skill),
        *(Entry(f"{d.value}_defense", (f"{d.zh}防御", d.en), f"defenses.{d.value}", limits=(0, None)) for d in Defense),
        Entry("ego", ("自我", "ego"), limits=(0, None)),
        Entry("madness", ("狂气", "madness"), limits=(0, None), also=("疯狂",)),
        Entry("humanity", ("人性", "humanity")),
        Entry("favour", ("宠爱", "favour")),
        Entry("sp", ("精力", "SP"), also=("SP",)),
        Entry("dr", ("DR", "DR"), limits=(0, None)),
        Entry("traumas", ("精神创伤", "traumas"), kind=LIST),
        Entry("notes", ("备注", "notes"), kind=TEXT, own=True),
    ),
    derive=_derived,
    wrong=_wrong,
    draft=_draft,
    travels=_travels,
    joins=_joins,
    leans=lambda state, who: leaning(state.catalogue, who),
    takes=_takes,
)

STOCK = Stock(
    own=lambda state: state.catalogue,
    adds=lambda text: Filled("pack", {"record": text}),
    drops=lambda kind, name: Filled("add", {"kind": kind, "id": name}),
    brought=("npcs", "encounters"),
    kept=kept_content,
    refers={"actions": {"category": "gear"}},
    first={
        "actions": ("title", "type", "ap", "sp", "attack", "effect", "check", "range", "requirement", "tags", "text"),
        "npcs": ("lv", "attributes", "skills", "defenses", "weapons", "items", "abilities", "actions", "parts"),
    },
    dials={
        "npcs": (
            Dial(("等级", "level"), "lv", 0, 20, (("弱", "weak"), ("强", "strong")), usual=1),
            Dial(("身手", "body"), "attributes/*", 1, 30, (("轻", "light"), ("重", "heavy")), usual=10),
            Dial(("躲得开", "slips away"), "defenses/*", 0, 5, (("笨", "clumsy"), ("滑", "nimble"))),
        )
    },
    comes=lambda name, count: Filled("npc", {"npc": name, "count": count}),
    opens=lambda keys: Filled("publish", {"things": list(keys)}),
    used=lambda key: ContentOpened(*split_key(key)),
)
