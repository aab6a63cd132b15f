"""Plain data -> state: how records that are given inline (conformance vectors, imports, the API) become people at a table.

Every procedure works on `State` and names people and things by id. Here a record becomes a combatant, a weapon becomes an item of
the actor, and what is left is the procedure's own input.
"""

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from ludex.core.bounds import converted, listed, read_options, records
from ludex.core.deeds import Filled
from ludex.core.effects.records import Effect, Give, Lasts, Modifier
from ludex.core.events import Event
from ludex.core.plain import Plain, Written, table_in
from ludex.core.rule import rule
from ludex.core.say import Label
from ludex.core.sheets import LIST, TEXT, Entry, Sheets, leaning
from ludex.core.stock import Dial, Stock, Things
from ludex.systems.boon.content import KINDS, OFTEN, character_from, edit_sheet, kept_things
from ludex.systems.boon.content.creation import beyond_creation
from ludex.systems.boon.effects import ShortEffect
from ludex.systems.boon.events import ContentOpened, EffectAdded, Failed, Joined, LibraryGrown, SideFormed
from ludex.systems.boon.rules.sheets import HIGHEST_SCORE, LOWEST_SCORE, sheet_faults
from ludex.systems.boon.sheet import Armor, Character, ClassPack, Defense, Item, Record, Spell, Stunt, training_name
from ludex.systems.boon.state import Clock, Failure, Side, State, Thing
from ludex.systems.boon.terms import FOUR, Action, Attribute, Party, Training

NOBODY = "?"
SOMEBODY = "a"  # who tries a challenge, unless it is said (BOO-CHL-11)
CLOCK = ("order", "round", "holder", "choosing", "round_over", "passed", "seconds", "combat_over", "winner")
STARTS = ("order", "holder", "choosing", "round_over")


def arrange(state: State | None, given: Plain) -> tuple[State, Plain]:
    """Lay plain data over a state; what is left is the input of a procedure."""
    rest = dict(given)
    fresh = state is None
    state = _settings(state or State(), rest)
    state = _people(state, rest)
    state = _clock(state, rest)
    if fresh and "actor" not in rest and not state.combatants:
        state = _seated(state, {})  # a procedure about nobody in particular is about an average person
    state = _roles(state, rest)
    return _belongings(state, rest), rest


def _settings(state: State, rest: Record) -> State:
    """Options, failures and sides."""
    if "options" in rest:
        state = replace(state, options=read_options(rest.pop("options"), state.options))
    if "failures" in rest:
        state = replace(state, failures=converted(rest.pop("failures"), tuple[Failure, ...]))
    nested = rest.get("challenge")
    if isinstance(nested, Mapping) and "failures" in nested:
        state = replace(state, failures=converted(nested["failures"], tuple[Failure, ...]))
    if "sides" in rest:
        state = replace(state, sides=converted(rest.pop("sides"), tuple[Side, ...]))
    return state


def _people(state: State, rest: Record) -> State:
    """Combatants, objects and effects."""
    if "combatants" in rest:
        people = tuple(character_from(given, state) for given in listed(rest.pop("combatants"), "combatants"))
        state = replace(state, combatants=people)
    if "objects" in rest:
        state = replace(state, objects=converted(rest.pop("objects"), tuple[Thing, ...]))
    if isinstance(rest.get("effects"), list):
        made = rest.get("round", state.clock.round or 1)
        laid = (short_effect({"made": made, **e}) for e in records(rest.pop("effects"), "effects"))
        state = replace(state, effects=tuple(laid))
    return state


def upcast_effects(plain: Written) -> Written:
    """From version 2 to 3: effects of the short form become records, in states and in events."""
    if not isinstance(plain, dict):
        return plain
    found = {key: [_recorded(e) for e in value] if key == "effects" else value for key, value in plain.items()}
    if plain.get("type") == "effect_added":
        found["effect"] = _recorded(plain["effect"])
    return found


def _recorded(old: Record) -> Record:
    record: Record = msgspec.to_builtins(short_effect(old))
    return record


def short_effect(old: Plain) -> Effect:
    """An effect in the short form of the document (BOO-PEF-1), which versions up to 2 kept: `target`, `rounds`, `boons`, `damage` …"""
    short = converted({**old, "creator": old.get("creator") or old.get("target", "")}, OldEffect)
    effect = short.plain
    extra = (Modifier("against", (Give("boons" if short.against > 0 else "banes", abs(short.against)),)),)
    hampered = (Modifier("hit", (Give("banes", short.hit_banes),)),)
    return replace(
        effect,
        id=short.id,
        name=short.name,
        shelf=next((state for state in LEFT_BEHIND if short.id.startswith(f"{state}-")), ""),
        bearer=short.target,
        by=short.creator,
        made=short.made,
        ends=None if short.rounds is None else short.made + short.rounds,
        left=1 if short.once else None,
        lasts=(*effect.lasts, *((Lasts("uses", 1),) if short.once else ())),
        modifiers=(*effect.modifiers, *(extra if short.against else ()), *(hampered if short.hit_banes else ())),
    )


class OldEffect(ShortEffect, frozen=True, kw_only=True, forbid_unknown_fields=True):
    made: int = 0
    against: int = 0
    hit_banes: int = 0
    once: bool = False


LEFT_BEHIND = ("opening", "prone", "tumbling", "impaired")
"""States that stunts and fate left under ids of their own."""


def _clock(state: State, rest: Record) -> State:
    given = {name: rest.pop(name) for name in CLOCK if name in rest}
    if not given:
        return state
    facts = msgspec.to_builtins(state.clock)
    if not state.clock.order and any(name in given for name in STARTS):
        named = [s.id for s in state.sides] or [c.side for c in state.combatants if c.side]
        facts |= {"order": list(dict.fromkeys(named)), "round": 1}
    return replace(state, clock=converted(facts | given, Clock))


def _roles(state: State, rest: Record) -> State:
    """Actor, defender, character and targets that are given as records."""
    if isinstance(character := rest.get("character"), Mapping):
        rest.pop("character")
        rest.setdefault("who", character.get("id", SOMEBODY))
        state = _seated(state, {**character, "id": rest["who"]})
    for role in ("actor", "defender"):
        if isinstance(record := rest.get(role), Mapping):
            state, rest[role] = _placed(state, record, role)
    if "action" in rest and rest["action"] not in tuple(Action):
        rest |= {"action": "unknown", "word": rest["action"]}
    if "defender" in rest:
        rest.setdefault("target", rest["defender"])  # the document has two words for whom an action is aimed at
    if "targets" in rest:
        state, rest["targets"] = _targets(state, rest["targets"])
    return state


def _seated(state: State, record: Plain) -> State:
    """The state with this record as one of the combatants."""
    character = character_from(record, state)
    others = tuple(c for c in state.combatants if c.id != character.id)
    return replace(state, combatants=(*others, character))


def _placed(state: State, record: Plain, role: str) -> tuple[State, str]:
    """A creature or an object in the scene; its id, or that of its role if somebody has it already."""
    known = {*(c.id for c in state.combatants), *(t.id for t in state.objects)}
    name = converted(record.get("id", NOBODY), str)
    name = role if name in known and role != "actor" else name
    if record.get("object"):
        thing = converted({**record, "id": name}, Thing)
        return replace(state, objects=(*state.objects, thing)), name
    return _seated(state, {**record, "id": name}), name


def _targets(state: State, given: Written) -> tuple[State, list[Plain]]:
    """Targets of an area: ids, or records that may carry what weighs on their own roll."""
    targets: list[Plain] = []
    for place, record in enumerate(listed(given, "targets")):
        if not isinstance(record, Mapping):
            targets.append({"who": record})
        elif "who" in record:
            targets.append(record)
        else:
            sway = {k: v for k, v in record.items() if k in ("modifiers", "boons", "banes")}
            body = {k: v for k, v in record.items() if k not in sway}
            state, name = _placed(state, body, f"target-{place}")
            targets.append({"who": name, **sway})
    return state, targets


def _belongings(state: State, rest: Record) -> State:
    """Weapon, item and spell that are given as records: they are the actor's own."""
    owner = converted(rest.get("actor") or rest.get("who") or NOBODY, str, "actor")
    for role in ("weapon", "item", "spell"):
        if isinstance(record := rest.get(role), Mapping):
            holder = state.find(owner) or character_from({"id": owner}, state)
            state = _kept(state, _owning(holder, record, spell=role == "spell"))
            rest[role] = record.get("id", NOBODY)
    return state


def _owning(holder: Character, record: Plain, *, spell: bool) -> Character:
    """Somebody with this item or spell, in place of one with its id."""
    if spell:
        known = converted(record, Spell)
        return replace(holder, spells=(*(s for s in holder.spells if s.id != known.id), known))
    item = converted(record, Item)
    return replace(holder, items=(*(i for i in holder.items if i.id != item.id), item))


def _kept(state: State, character: Character) -> State:
    """The state with this character in its place, or added."""
    if state.find(character.id) is None:
        return replace(state, combatants=(*state.combatants, character))
    return replace(state, combatants=tuple(character if c.id == character.id else c for c in state.combatants))


# --- characters that travel, and sheets edited field by field (BOO-LIV-49, BOO-LIV-52) ---------------------------------


def _stated(before: Character, after: Character) -> Record:
    """The fields that differ, as a sheet states them."""
    old, new = msgspec.to_builtins(before), msgspec.to_builtins(after)
    return {name: value for name, value in new.items() if old[name] != value}


def _edited(state: State, before: Character, after: Character) -> Character:
    return edit_sheet(before, _stated(before, after), state)


def _draft(state: State, before: Character, after: Character) -> bool:
    """Until first used a sheet is its player's, within the limits of creation (BOO-LIV-48, BOO-LIV-49)."""
    free = {*FOUR, "class", "name", "notes"}
    stated = {name: value for name, value in _stated(before, after).items() if name in free}
    touched = {entry.path[0] for entry in SHEETS.entries if entry.of(before) != entry.of(after)}
    follows = {"health", "ap_max", "training"} if touched & {"strength", "class"} else set()
    return not before.used and touched <= free | follows and not beyond_creation(before, stated, state.library)


def _joins(state: State, who: Character, actor: str) -> tuple[Event[State], ...]:
    """A newcomer comes to her side, off the map (BOO-LIV-52)."""
    unnamed = Party.HEROES.called("en" if who.called.isascii() else "zh")
    side = who.side or next((s.id for s in state.sides if s.player), unnamed)
    known = state.side(side)
    formed = () if known else (SideFormed(Side(side, player=True)),)
    person = replace(
        _later(who, state.time),
        id=actor,
        side=side,
        player=known is None or known.player,
        ap=who.ap_max,
        carried=(),
        remembers=(),
    )
    borne = tuple(EffectAdded(_settled(state, effect, actor)) for effect in who.carried)
    return (*formed, Joined(person), *borne, *(Failed(replace(f, who=actor)) for f in who.remembers))


def _parties(state: State) -> tuple[tuple[str, str], ...]:
    """The sides of which everybody knows, the players' first (BOO-LIV-44)."""
    known = [s for s in state.sides if s.player or any(not c.secret for c in state.members(s.id))]
    return tuple((s.id, s.named) for s in sorted(known, key=lambda s: not s.player))


LEFT = {"rounds", "round", "action", "scene"}
"""What an effect may last that ends before anybody travels."""
TIMED = {"minutes", "hours"}


@rule("BOO-LIV-52")
def _travels(state: State, who: Character) -> Character:
    """A character with her lasting effects and what she remembers; what ends by the clock keeps what is left of it."""
    mine = [e for e in state.upon(who.id) if not LEFT & {one.unit for one in e.lasts}]
    carried = (replace(e, ends=max(e.ends - state.time, 0)) if _timed(e) and e.ends else e for e in mine)
    who = _later(who, -state.time)
    return replace(who, carried=tuple(carried), remembers=tuple(f for f in state.failures if f.who == who.id))


def _later(who: Character, seconds: int) -> Character:
    """Somebody by a clock that is so many seconds ahead: her hours without sense, her lights."""
    items = tuple(replace(i, burns=i.burns + seconds) if i.burns else i for i in who.items)
    return replace(who, fell=who.fell + seconds if who.hours else 0, items=items)


def _settled(state: State, effect: Effect, actor: str) -> Effect:
    """An effect that came along, on its bearer's new name and by this table's clock."""
    ends = effect.ends + state.time if _timed(effect) and effect.ends is not None else effect.ends
    return replace(effect, id=f"{effect.called}-{actor}", bearer=actor, by="", ends=ends)


def _timed(effect: Effect) -> bool:
    return bool(TIMED & {one.unit for one in effect.lasts})


USED: Mapping[str, type[Item | Spell | Stunt | Defense | ClassPack | Effect]] = {
    "classes": ClassPack,
    "items": Item,
    "spells": Spell,
    "stunts": Stunt,
    "defenses": Defense,
    "states": Effect,
}
"""The kinds of content that a character may use, beside armour."""


@rule("BOO-LIV-52")
def _leans(state: State, who: Character) -> Mapping[str, Plain]:
    """The table's own content that she uses: her class, things, spells and states, the tricks and wards that she is trained in."""
    library = state.library
    own = {kind: {one.id: msgspec.to_builtins(one) for one in getattr(library, kind)} for kind in USED}
    own["armors"] = {key: msgspec.to_builtins(one) for key, one in library.armors.items()}
    found = leaning(own, who)
    names = {who.armor.name} if who.armor else set()
    found["armors"] = {key: one for key, one in own["armors"].items() if {key, one["name"]} & names}
    for kind in ("stunts", "defenses"):
        found[kind] = {
            key: one for key, one in own[kind].items() if one["training"] and one["training"] in who.training
        }
    return found


@rule("BOO-LIV-52")
def _takes(state: State, content: Plain) -> tuple[Event[State], ...]:
    """What of it this table lacks."""
    own = state.library
    for kind, shape in USED.items():
        known = getattr(own, kind)
        brought = (converted(body, shape) for body in table_in(content.get(kind)).values())
        fresh = (one for one in brought if one.id not in {mine.id for mine in known})
        own = replace(own, **{kind: (*known, *fresh)})
    worn = table_in(content.get("armors")).items()
    armors = {key: converted(body, Armor) for key, body in worn if key not in own.armors}
    own = replace(own, armors={**own.armors, **armors})
    return (LibraryGrown(own),) if own != state.library else ()


def _borne(_state: State, who: Character) -> tuple[Label, ...]:
    """What somebody has that comes: armour, things and spells (BOO-LIV-52)."""
    worn = (who.armor.called,) if who.armor is not None else ()
    return (*worn, *(item.called for item in who.items), *(spell.called for spell in who.spells))


SHEETS = Sheets(
    "combatants",
    Character,
    stays=("side", "player", "position", "ap", "hidden", "secret"),
    entries=(
        Entry("name", ("名字", "name"), kind=TEXT, also=("姓名",)),
        *(
            Entry(a.value, (a.zh, a.en), limits=(LOWEST_SCORE, HIGHEST_SCORE), also=a.also)
            for a in map(Attribute, FOUR)
        ),
        Entry("perception_bonus", ("感知加值", "perception bonus")),
        Entry("class", ("职业", "class"), kind=TEXT),
        Entry("level", ("等级", "level"), limits=(0, None)),
        Entry("size", ("体型", "size"), limits=(0, None)),
        Entry("speed", ("速度", "speed"), limits=(0, None)),
        Entry("hands", ("手", "hands"), limits=(0, None)),
        Entry("health", ("生命", "health"), limits=(1, None), also=("生命值",)),
        Entry("damage", ("伤害", "damage"), limits=(0, None)),
        Entry("ap_max", ("动作点", "ap"), limits=(0, None), also=("AP",)),
        Entry(
            "training",
            ("训练", "training"),
            kind=LIST,
            terms=Training,
            shows=lambda known: [*map(training_name, known)],
        ),
        Entry("money", ("钱", "money"), limits=(0, None)),
        Entry("notes", ("备注", "notes"), kind=TEXT, own=True),
    ),
    derive=_edited,
    wrong=lambda _state, who: sheet_faults(who),
    draft=_draft,
    leans=_leans,
    travels=_travels,
    takes=_takes,
    joins=_joins,
    sides=_parties,
    shown=_borne,
)


def _own(state: State) -> Things:
    """The library of a table, every kind of it by id."""
    found = {kind: getattr(state.library, kind) for kind in (one.name for one in KINDS)}
    return {k: held if isinstance(held, dict) else {one.id: one for one in held} for k, held in found.items()}


STOCK = Stock(
    own=_own,
    adds=lambda text: Filled("content", {"toml": text}),
    drops=lambda kind, name: Filled("content", {"toml": f"drop {kind}.{name}"}),
    tells=dict.fromkeys(
        ("items", "spells", "stunts", "creatures", "armors"), lambda name: Filled("cat", {"thing": name})
    ),
    brought=("creatures", "encounters", "maps"),
    kept=lambda state: kept_things(state.library),
    first={"creatures": OFTEN},
    dials={
        "creatures": (
            Dial(("挨得住", "takes it"), "health", 4, 80, (("脆", "frail"), ("铁", "iron")), usual=10),
            Dial(("打得疼", "hits hard"), "force", 1, 6, (("轻", "light"), ("重", "heavy")), usual=1),
            Dial(("躲得开", "slips away"), "dodge", -2, 6, (("笨", "clumsy"), ("滑", "nimble"))),
        )
    },
    comes=lambda name, count: Filled("npc", {"creature": name, "count": count}),
    opens=lambda keys: Filled("publish", {"things": list(keys)}),
    used=lambda key: ContentOpened(key),
)
