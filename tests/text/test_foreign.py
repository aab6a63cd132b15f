"""Several hundred lines of other bots and dice engines: none of them silently means something else here."""

import re
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from ludex.core.driving import ScriptError
from ludex.store.sqlite import SqliteStore
from ludex.table.house import House
from tests.text.foreign import Stranger
from tests.text.test_chat import opened  # noqa: F401  # a fixture

HERE = Path(__file__).parent / "foreign"


def read(name):
    return tomllib.loads((HERE / f"{name}.toml").read_text("utf-8"))


EXPRESSIONS = [(engine["of"], *line) for engine in read("dice")["engine"] for line in engine["lines"]]
_VALUE = re.compile(r"^(-?[\d.]+)(?: \[|$)", re.MULTILINE)


def rolled(evening, dice, faces):
    """What becomes of dice at a table: a number, `asked`, or `refused`."""
    try:
        reply = evening.reply("GM", f".r {dice}", faces)
    except ScriptError as error:
        return str(error)
    if reply.code:
        return "asked" if reply.code == "unclear" else "refused"
    return float(_VALUE.findall(reply.text.split("】", 1)[1])[-1])


@pytest.mark.parametrize("engine", sorted({one[0] for one in EXPRESSIONS}))
def test_dice_come_to_what_they_come_to_elsewhere_or_it_is_said(opened, engine):  # noqa: F811
    evening, wrong = opened("boon", empty=True), []
    for _, dice, faces, expected in (one for one in EXPRESSIONS if one[0] == engine):
        wanted = float(expected.split()[1]) if str(expected).startswith("other") else expected
        if (found := rolled(evening, dice, faces)) != wanted:
            wrong.append((dice, faces, expected, found))
    assert wrong == [], "\n".join(map(str, wrong))


def test_there_are_many_of_them():
    kinds = Counter(str(one[3]).split()[0] if isinstance(one[3], str) else "equal" for one in EXPRESSIONS)
    assert len(EXPRESSIONS) >= 155
    assert kinds["equal"] >= 120
    assert kinds["other"] <= 5, "each of them stands in docs/reference/dice.md"


LINES = [(part["of"], *line) for part in read("bots")["part"] for line in part["lines"]]
HAPPENS = ("rolls", "draws", "does", "settles", "seated", "framed", "whispers")


SYSTEMS = {"boon": 3, "mist": 4, "fable": 5, "fet": 6, "mirror": 7}
"""In which column stands what becomes of a line at a table of each."""


@pytest.mark.parametrize(("system", "column"), SYSTEMS.items())
async def test_lines_of_other_bots_become_what_the_table_of_them_says(tmp_path, system, column):
    house = House(SqliteStore(tmp_path / "ludex.db"))
    stranger = Stranger(house, system)
    found = [(line[1], line[column], await stranger.means(line[1])) for line in LINES]
    wrong = [one for one in found if one[1] != one[2]]
    await house.close()
    assert wrong == [], "\n".join(map(str, wrong))


def test_the_lines_are_many_and_most_are_answered_with_what_it_is_here():
    assert len(LINES) >= 310
    assert len({line[1] for line in LINES}) == len(LINES), "each line once"
    for column in SYSTEMS.values():
        unknown = [line[1] for line in LINES if line[column] == "unknown"]
        assert len(unknown) <= 20, unknown


SPARE = ("奖励骰检定", "惩罚骰检定", "优势检定", "两颗优势", "暗奖励骰")
ADDED = ("加值检定", "减值检定")
NEVER = ("困难", "极难", "成功率", "检定，成功率", "指定成功", "乘值", "除值")
NO_PLACE = {
    "boon": NEVER,
    "mist": (*NEVER, *SPARE, *ADDED, "两项相加"),
    "fable": (*NEVER, *SPARE),
    "fet": (*NEVER, *SPARE, *ADDED, "两项相加"),
    "mirror": (*NEVER, "两项相加"),
}
"""What a line of another bot may ask for that the rules of each system have no place for."""


@pytest.mark.parametrize("system", SYSTEMS)
def test_where_the_rules_have_no_place_for_a_modifier_nothing_is_done(system):
    """A level, a bonus die or a chance in per cent is never swallowed: the line is refused, with what it is here."""
    swallowed = [
        line for line in LINES if line[2].startswith(NO_PLACE[system]) and line[SYSTEMS[system]].startswith(HAPPENS)
    ]
    assert swallowed == []


TIMELINE = [(part["of"], *line) for part in read("timeline")["part"] for line in part["lines"]]


async def test_lines_of_the_fet_authors_bots_do_what_their_manual_says(tmp_path):
    """With what each procedure was given; what numbers they come to is in the vectors of the ledger."""
    house = House(SqliteStore(tmp_path / "ludex.db"))
    stranger = Stranger(house, "fet", whole=True)
    found = [(line[1], line[3], await stranger.means(line[1])) for line in TIMELINE]
    wrong = [one for one in found if one[1] != one[2]]
    await house.close()
    assert wrong == [], "\n".join(map(str, wrong))
    assert len(TIMELINE) > 200
    assert not [line[1] for line in TIMELINE if line[3] == "unknown"]


@pytest.mark.parametrize(
    ("system", "line", "holds"),
    [
        ("boon", ".ra 力量 +5 -2", '"modifiers": [3]'),
        ("boon", ".ra 力量 加5", '"modifiers": [5]'),
        ("boon", ".rc 力量 优势 优势", '"boons": 2'),
        ("boon", ".check perception adv", '"boons": 1'),
        ("boon", ".ra 力量 惩罚骰", '"banes": 1'),
        ("boon", ".rc 力量 ≥15", '"target": 15'),
        ("boon", ".check str dc 15", '"target": 15'),
        ("fable", ".rc 力量 vs 15", '"dl": 15'),
        ("fable", ".ra 力量 +5 -2", '"modifier": 3'),
    ],
)
async def test_what_counts_in_a_check_of_other_bots_counts_here(tmp_path, system, line, holds):
    house = House(SqliteStore(tmp_path / "ludex.db"))
    done = await Stranger(house, system, whole=True).means(line)
    await house.close()
    assert holds in done
    assert '"task"' not in done
    assert '"text"' not in done
