"""A FET table to play at once: three people with sheets, two who stand in their way, and the clock at 0."""

from msgspec.structs import replace

from ludex.core.system import Demo
from ludex.systems.fet.content import people, skill_named, trait_named, weapons
from ludex.systems.fet.rules.roster import fighter_of
from ludex.systems.fet.sheet import Item, Partner, Sheet
from ludex.systems.fet.state import Battle, Character, Scene, State

_ALICE = Sheet(
    name="爱丽丝",
    race="人类",
    gender="女",
    job="外科医生",
    background="在灯塔镇行医十年，右手从不发抖。",
    looks="白大褂，袖口沾着碘酒。",
    adult_age=18,
    standard_size=60,
    age=27,
    size=54,
    appearance=65,
    assets=50,
    level=10,
    ratio=600,
    percents={
        "constitution": 30,
        "dexterity": 40,
        "strength": 30,
        "willpower": 30,
        "education": 30,
        "intelligence": 40,
        "medicine": 50,
        "engineering": 10,
        "military": 10,
        "literature": 20,
        "arts": 10,
    },
    items=(Item("急救箱", 20),),
)
_HAN = Sheet(
    name="韩左",
    race="人类",
    gender="男",
    job="退役军人",
    background="把军刀挂在门后，以为再也用不上。",
    looks="左眉有疤，站得笔直。",
    adult_age=18,
    standard_size=60,
    age=34,
    size=72,
    appearance=50,
    assets=35,
    level=10,
    ratio=350,
    percents={
        "constitution": 35,
        "dexterity": 25,
        "strength": 40,
        "willpower": 45,
        "education": 25,
        "intelligence": 30,
        "medicine": 10,
        "engineering": 20,
        "military": 50,
        "literature": 10,
        "arts": 10,
    },
)
_NIGHTINGALE = Sheet(
    name="夜莺",
    race="人类",
    gender="女",
    job="歌手",
    background="台上唱歌，台下听秘密。",
    looks="黑裙，嗓音沙哑。",
    adult_age=18,
    standard_size=60,
    age=24,
    size=50,
    appearance=85,
    assets=70,
    level=10,
    ratio=650,
    percents={
        "constitution": 30,
        "dexterity": 50,
        "strength": 20,
        "willpower": 30,
        "education": 20,
        "intelligence": 50,
        "medicine": 10,
        "engineering": 10,
        "military": 10,
        "literature": 30,
        "arts": 40,
    },
)

ABOUT = {
    "爱丽丝": "外科医生，手术刀：医学最好，会「光明」和「汲取」。",
    "韩左": "退役军人，军刀和手枪：力量大，意志硬，会「冲刺」。",
    "夜莺": "歌手，不带武器：灵巧、漂亮，会「精神控制」。",
}


def demo() -> Demo:
    """The lighthouse town: a locked clinic, a guard who can be talked to, and a thug who cannot."""
    state = State()
    arms = weapons(state)
    alice = replace(
        _ALICE, weapons=(arms["scalpel"],), skills=(skill_named("light", state), skill_named("drain", state))
    )
    han = replace(_HAN, weapons=(arms["sabre"], arms["pistol"]), skills=(skill_named("dash", state),))
    nightingale = replace(
        _NIGHTINGALE, traits=(trait_named("ambition", state),), skills=(skill_named("mind_control", state),)
    )
    characters = {
        "爱丽丝": Character(alice, side="灯塔镇"),
        "韩左": Character(han, side="灯塔镇"),
        "夜莺": Character(nightingale, side="灯塔镇"),
        "守卫": Character(people(state)["guard"], side="码头帮", npc=True),
        "打手": Character(people(state)["thug"], side="码头帮", npc=True),
    }
    state = State(characters=characters, target=100, partner=Partner(8, 35))
    fighters = tuple(fighter_of(state, who) for who in characters)
    return Demo(
        state=replace(state, battle=Battle(fighters, Scene(safe_capacity=130), live=True, asks_hurt=True)),
        seats={"安": ("爱丽丝",), "左": ("韩左",), "莺": ("夜莺",)},
        lines=(
            ".攻 60 力量 打手 武器=军刀 @韩左",
            ".盾 80 智力 @爱丽丝",
            ".技 精神控制 60 打手 @夜莺",
            ".npcs",
            ".tl",
            ".ex 医学 @爱丽丝",
            ".talk @夜莺",
            ".卡 韩左",
        ),
        about=ABOUT,
    )
