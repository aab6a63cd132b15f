"""Commands for making and growing characters."""

from msgspec.structs import replace

from ludex.core.bounds import whole
from ludex.core.deeds import ANYONE, ITEM, REST, TERM, WHOLE, Asked, Command, Do, Field
from ludex.core.errors import RuleError
from ludex.core.fields import CIRCUMSTANCE, SHEET, STORY, flag, keyed
from ludex.core.names import split_list
from ludex.core.principals import actor
from ludex.systems.fable.commands.checking import unless_draft
from ludex.systems.fable.commands.offers import (
    ANY_TARGET,
    TARGET,
    armors,
    in_off_hand,
    known_lore,
    lore,
    off_hand,
    owned,
    owned_accessories,
    owned_armors,
    owned_shields,
    owned_weapons,
    shields,
    usable_feats,
    wares,
    weapons,
)
from ludex.systems.fable.commands.reading import levels, own, run, sends, spread
from ludex.systems.fable.may import check_turn
from ludex.systems.fable.redact import heard
from ludex.systems.fable.rules.bonds import AddEmotion, with_emotion
from ludex.systems.fable.rules.building import Make
from ludex.systems.fable.rules.creation import SetTraits, points_in
from ludex.systems.fable.rules.domains import OfDomains
from ludex.systems.fable.rules.equipment import Equip
from ludex.systems.fable.rules.growth import Enlarge, Grow
from ludex.systems.fable.rules.learning import Learn
from ludex.systems.fable.rules.npcs import Derive
from ludex.systems.fable.rules.trading import Hand, Inscribe
from ludex.systems.fable.rules.using import UseFeat, check_use
from ludex.systems.fable.sheet import Bond, Dice
from ludex.systems.fable.terms import (
    GENERAL,
    Attribute,
    CharacterClass,
    Domain,
    Emotion,
    LifeCategory,
    Pool,
    Rank,
    Species,
    Topic,
)


def _several(asked: Asked, name: str) -> tuple[str, ...] | None:
    """A list as it was given; nothing typed is nothing said."""
    return tuple(asked[name]) or None


def _shield(asked: Asked) -> str | None:
    """The shield that is named: nothing where none is wanted."""
    return "" if asked["shield"] == "none" else asked["shield"]


def make(asked: Asked) -> Do:
    """`.建卡 阿青 属性=9,8,7,8 域=武者3,参谋2`: whatever is left out is asked."""
    raises = _raises(asked)
    held, shield = _held(asked)
    given = Make(
        id=asked["name"],
        name=asked["name"],
        asks=actor(asked.actor) if asked.gm and asked.actor else asked.seat,
        attributes=points_in(",".join(asked["attributes"])) if asked["attributes"] else None,
        domains=levels(asked["domains"]) if asked["domains"] else None,
        benefits=_several(asked, "benefits"),
        hg_alloc=spread(asked["hg"]),
        mg_alloc=spread(asked["mg"]),
        raises=tuple(attribute for attribute, _ in raises) or None,
        raise_alloc=tuple(points for _, points in raises if points) or None,
        armor=asked["armor"],
        shield=shield,
        weapons=held,
        traits=tuple(asked["traits"]),
        brief=asked["brief"],
        life=asked["life"] or "",
        species=asked["species"] or "",
        feats=_several(asked, "feats"),
        spells=tuple(asked["spells"]),
        bonds=_bonds(asked),
        anew=_anew(asked),
    )
    return run("make_character", given)


def _anew(asked: Asked) -> bool:
    """Whether an own draft is made once more (FAB-LIV-43); nobody has the time for it in a fight (FAB-LIV-8)."""
    there = asked.state.characters.get(asked["name"])
    if there is None or not (asked.gm or there.id in asked.controls):
        return False
    if asked.state.conflict is not None:
        raise RuleError("in_conflict", clause="FAB-PAC-1")
    return bool(there.draft)


def _raises(asked: Asked) -> list[tuple[Attribute, tuple[int, ...]]]:
    """`提升=力量:0,0,0,0,10,灵巧`: attributes that LV 20 and LV 40 raise, each with where its points go (FAB-LIV-44)."""
    found: list[tuple[Attribute, tuple[int, ...]]] = []
    for said in asked["raises"]:
        word, _, number = said.replace("：", ":").rpartition(":")
        points = whole(number)
        if points is None or word:
            found.append((Attribute.read(word or number), () if points is None else (points,)))
        elif found:
            found[-1] = (found[-1][0], (*found[-1][1], points))
    return found


def _held(asked: Asked) -> tuple[tuple[str, ...] | None, str | None]:
    """`主手=青铜剑 副手=青铜盾 武器=匕首`: weapons in the order in which the hands take them, and the shield; 无 is none (FAB-LIV-44)."""
    main, off, shield = asked["main"], asked["off"], _shield(asked)
    if off in shields(asked.state, asked.actor):
        off, shield = None, "" if off == "none" else off
    elif off is not None and shield is None:
        shield = ""
    said = tuple(filter(None, (main, off, *asked["weapons"])))
    return tuple(one for one in said if one != "none") if said else None, shield


def _bonds(asked: Asked) -> tuple[Bond, ...]:
    """`羁绊=白露:信赖,白露:期待`: bonds to begin with."""
    found: tuple[Bond, ...] = ()
    for said in asked["bonds"]:
        target, _, word = said.replace("：", ":").partition(":")
        emotion = Emotion.read(word, refusal="unknown_emotion", clause="FAB-BON-1").value
        found = with_emotion(found, AddEmotion("", target, emotion))
    return found


def level_up(asked: Asked) -> Do:
    """`.升级 武者 4 1 属性=力量 提升=2,2,2,2,2 增益=守护者 分配=0,0,0,3,2 特技=强健,稳准`: whatever is left out is asked."""
    given = Grow(
        own(asked),
        asked["domain"] or "",
        asked["hg"],
        asked["mg"],
        asked["attribute"],
        asked["benefit"],
        tuple(asked["alloc"]),
        tuple(asked["spread"]),
        tuple(asked["feats"]),
    )
    return run("grow", given, heard(asked.state, asked.actor))


def enlarge(asked: Asked) -> Do:
    """`.扩容 hp 3 1,2,0,0,0 [暂时]`."""
    return run(
        "enlarge",
        Enlarge(own(asked), asked["n"], tuple(asked["alloc"]), asked["pool"], not asked["temporary"]),
        heard(asked.state, asked.actor),
    )


def equip(asked: Asked) -> Do:
    """`.装备 甲=旅装 盾=青铜盾 武器=短矛`."""
    given = Equip(
        own(asked),
        asked["armor"],
        _shield(asked),
        _in_hands(asked),
        asked["main"],
        asked["off"],
        asked["accessory"],
    )
    if given.armor is None:
        check_turn(asked.state, given.character)
    return run("equip", given, heard(asked.state, asked.actor))


def _in_hands(asked: Asked) -> tuple[str, ...] | None:
    """The weapons named for both hands; 无 empties them."""
    said = tuple(asked["weapons"])
    return () if said in (("none",), ("无",)) else said or None


buy, sell = (sends(trade, "item", "n", "price", who="character") for trade in ("buy", "sell"))
forget = sends("forget", "feat", who="character")
story = sends("background", "question", "text", who="character")


def give(asked: Asked) -> Do:
    """`.给 白露 青铜盾 1`: from the GM it is made."""
    giver = asked.actor if asked.named or not asked.gm else ""
    return run("give", Hand(asked["target"], asked["item"], asked["n"], giver), heard(asked.state, asked["target"]))


def inscribe(asked: Asked) -> Do:
    """`.物注 青铜剑 祖父的剑`."""
    return run(
        "inscribe", Inscribe(own(asked), asked["item"], (asked["text"] or "").strip()), heard(asked.state, asked.actor)
    )


def learn(asked: Asked) -> Do:
    """`.习得 反击 武者`, `.习得 剑圣 英雄`."""
    domain = asked["domain"] or GENERAL
    general = domain in (GENERAL, "通用")
    return run(
        "learn",
        Learn(own(asked), asked["feat"], "" if general else Domain.read(domain), asked["heroic"]),
        heard(asked.state, asked.actor),
    )


def in_session(asked: Asked, _kinds: tuple[str, ...]) -> tuple[str, ...]:
    """Growth is one's own word while no session is open, a proposal inside one, of a draft too (FAB-LIV-45, FAB-LIV-46)."""
    return ("sheet",) if asked.state.session is not None else ()


def use_feat(asked: Asked) -> Do:
    """`.特技 先声夺人`."""
    given = UseFeat(own(asked), asked["feat"], asked["target"] or "")
    check_use(asked.state, given)  # FAB-LIV-6: before it is said that another question is open
    return run("use_feat", given, heard(asked.state, asked.actor))


def traits(asked: Asked) -> Do:
    """`.特质 失职的渡口守卫,赎罪,雾港`."""
    return run("traits", SetTraits(own(asked), tuple(split_list(asked["traits"]))), heard(asked.state, asked.actor))


def domains(asked: Asked) -> Do:
    """`.领域 武者10,祭司2`: what levels give."""
    return run("progression", OfDomains(levels(asked["domains"])))


def derive(asked: Asked) -> Do:
    """`.推导 20 elite 骰=8,8,10,6`: the numbers of an NPC."""
    given = Derive(level=asked["level"], rank=asked["rank"], replaces=asked["n"])
    return run("derive_npc", replace(given, base=Dice(*asked["dice"][: len(Attribute)])) if asked["dice"] else given)


def _numbers(name: str, *keys: str) -> Field:
    return keyed(name, *keys, kind=WHOLE, several=True)


ARMOR = keyed("armor", "甲", kind=ITEM, among=armors, refusal="unknown_item")
SHIELD = keyed("shield", "盾", kind=ITEM, among=shields, refusal="unknown_item")
WEAPONS = keyed("weapons", "武器", kind=ITEM, several=True, among=weapons, refusal="unknown_item")
BENEFIT = keyed("benefit", "增益", kind=TERM, terms=CharacterClass, refusal="benefit_unknown")
WORN = keyed("armor", "甲", among=owned_armors)
SHIELDED = keyed("shield", "盾", among=owned_shields)
HELD = keyed("weapons", "武器", several=True, among=owned_weapons)
HANDS = (
    keyed("main", "主手", "双手", among=owned_weapons),
    keyed("off", "副手", among=off_hand),
)
ACCESSORY = keyed("accessory", "饰品", among=owned_accessories)
THING = Field("item", among=wares)
OWNED = replace(THING, among=owned)
COUNT = Field("n", WHOLE, required=False, default=1, least=1)
PRICE = keyed("price", "价格", "价", kind=WHOLE, owner=CIRCUMSTANCE)
DOMAINS = keyed("domains", "域", "领域", several=True)
DOMAIN = Field("domain", TERM, required=False, terms=Domain, refusal="domain_unknown")
POOL = Field("pool", TERM, terms=Pool, owner=SHEET)
TRAITS = keyed("traits", "特质", several=True)
FEATS = keyed("feats", "特技", several=True)
RAISES = keyed("raises", "提升", several=True)
STARTING_HANDS = (
    keyed("main", "主手", "双手", kind=ITEM, among=weapons, refusal="unknown_item"),
    keyed("off", "副手", kind=ITEM, among=in_off_hand, refusal="unknown_item"),
)
MAKE = (
    Field("name"),
    keyed("attributes", "属性", several=True),
    DOMAINS,
    replace(BENEFIT, name="benefits", several=True),
    _numbers("hg", "生命"),
    _numbers("mg", "精神"),
    ARMOR,
    SHIELD,
    WEAPONS,
    TRAITS,
    keyed("life", "类别", kind=TERM, terms=LifeCategory),
    keyed("species", "物种", kind=TERM, terms=Species),
    FEATS,
    RAISES,
    *STARTING_HANDS,
    keyed("spells", "法术", "咒语", several=True),
    keyed("bonds", "羁绊", several=True),
    flag("brief", "从简"),
)
LEVEL = (
    DOMAIN,
    Field("hg", WHOLE, required=False),
    Field("mg", WHOLE, required=False),
    keyed("attribute", "属性", kind=TERM, terms=Attribute),
    BENEFIT,
    _numbers("alloc", "分配"),
    _numbers("spread", "提升"),
    FEATS,
)
ENLARGE = (
    POOL,
    Field("n", WHOLE, owner=SHEET),
    Field("alloc", WHOLE, several=True, owner=SHEET),
    flag("temporary", "暂时", owner=SHEET),
)
LORE = Field("feat", among=lore)
LEARN = (LORE, Field("domain", required=False), flag("heroic", "英雄"))
QUESTION = Field("question", TERM, terms=Topic, refusal="unknown_key")
DERIVE = (
    Field("level", WHOLE),
    Field("rank", TERM, required=False, default=Rank.SOLDIER, terms=Rank, refusal="unknown_rank"),
    Field("n", WHOLE, required=False, default=1),
    _numbers("dice", "骰"),
)

COMMANDS = (
    Command(("建卡", "make"), make, MAKE, example=".建卡 阿青 属性=9,8,7,8 域=武者3,参谋2"),
    Command(("升级", "lvup", "levelup"), level_up, LEVEL, example=".升级 武者 4 1", word=in_session),
    Command(("扩容", "enlarge"), enlarge, ENLARGE, owner=STORY, example=".扩容 @苏砚 hp 3 1,2,0,0,0"),
    Command(
        ("装备", "equip"),
        equip,
        (WORN, SHIELDED, HELD, *HANDS, ACCESSORY),
        example=".装备 武器=青铜剑 盾=青铜盾",
        alone=True,
    ),
    Command(("买", "buy"), buy, (THING, COUNT, PRICE), example=".买 青铜盾"),
    Command(("卖", "sell"), sell, (OWNED, COUNT, PRICE), example=".卖 青铜盾"),
    Command(("给", "give"), give, (TARGET, OWNED, COUNT), example=".给 白露 青铜盾", alone=True),
    Command(
        ("物注", "inscribe"),
        inscribe,
        (OWNED, Field("text", REST, required=False)),
        example=".物注 青铜剑 祖父留下的剑",
    ),
    Command(("习得", "learn"), learn, LEARN, example=".习得 反击"),
    Command(("遗忘", "forget"), forget, (replace(LORE, among=known_lore),), example=".遗忘 稳准", word=in_session),
    Command(
        ("特技", "feat"), use_feat, (replace(LORE, among=usable_feats), ANY_TARGET), example=".特技 反击", alone=True
    ),
    Command(
        ("特质", "traits"),
        traits,
        (Field("traits", REST, owner=SHEET),),
        example=".特质 失职的渡口守卫,赎罪,雾港",
        word=unless_draft,
    ),
    Command(("问答", "story"), story, (QUESTION, Field("text", REST)), example=".问答 童年生活 在渡口边长大"),
    Command(("领域", "domains"), domains, (Field("domains", several=True),), ANYONE, example=".领域 武者10,祭司2"),
    Command(("推导", "derive"), derive, DERIVE, ANYONE, example=".推导 20 精英"),
    Command(("资金", "money"), sends("starting_money", "spent"), (Field("spent", WHOLE),), ANYONE, example=".资金 450"),
)
