"""What each gate makes of a message, without a platform: limits, marks, leave to answer, and whoever is not there yet."""

import json

import pytest
from nonebot.drivers import Response

from ludex.fronts.bots import waiting
from ludex.fronts.bots.gates import Gates
from ludex.fronts.bots.messages import PRIVATE, Button, Person, Place, Say, Unsent
from ludex.fronts.bots.settings import Discord as DiscordSettings, Official as OfficialSettings, Settings, read

HERE = Place("discord", "700")


@pytest.fixture(scope="module")
def discord():
    return pytest.importorskip("ludex.fronts.bots.discord", reason="the adapter is an extra: ludex[discord]")


@pytest.fixture(scope="module")
def qq():
    return pytest.importorskip("ludex.fronts.bots.qq", reason="the adapter is an extra: ludex[qq]")


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("2d6*3*2 _x_ ~y~ `z` |w|", r"2d6\*3\*2 \_x\_ \~y\~ \`z\` \|w\|"),
        ("<@5> <#6>", r"\<@5> \<#6>"),
        ("# 大\n> 引\n#6 安", "\\# 大\n\\> 引\n#6 安"),
        ("伤害 > 3", "伤害 > 3"),
        ("_见_ http://127.0.0.1:8000/t/_Bn-b_2 。", r"\_见\_ http://127.0.0.1:8000/t/_Bn-b_2 。"),
        ("*" * 1500, "*" * 1500),
    ],
)
def test_nothing_that_is_said_in_discord_is_a_mark_or_calls_anybody(discord, said, shown):
    assert discord.plain(said) == shown


def test_discord_gets_so_many_buttons_as_it_takes(discord):
    many = tuple(Button(f"{n}" * 100, f".做 {n}") for n in range(1, 40))
    rows = discord.rows(Say(HERE, "?", asks=7, buttons=(*many, Button("长", "." + "长" * 100), many[0])))
    buttons = [one for row in rows for one in row.components]
    assert len(rows) == 5
    assert len(buttons) == 25
    assert all(len(one.label) <= 80 and len(one.custom_id) <= 100 for one in buttons)
    assert len({one.custom_id for one in buttons}) == 25
    assert discord.rows(Say(HERE, "!")) == []


@pytest.mark.parametrize(
    ("status", "headers", "body", "wait"),
    [
        (200, {}, {"retry_after": 9}, 0),
        (429, {}, {"retry_after": 1.5}, 1.5),
        (429, {"Retry-After": "3"}, {}, 3),
        (429, {"Retry-After": "soon"}, {}, 1),
    ],
)
def test_discord_is_asked_again_when_it_wants_to_be(discord, status, headers, body, wait):
    assert discord.asked_to_wait(Response(status, headers=headers, content=json.dumps(body).encode())) == wait


async def test_qq_is_answered_five_times_a_message_and_never_unasked_in_private(qq):
    gate, alone = qq.Official(), Place("qq", "her", PRIVATE)
    with pytest.raises(Unsent) as refused:
        await gate.send([], Say(alone, "!"))
    assert not refused.value.later
    window = qq.Window(None, "group", message="m1")
    for _ in range(5):
        assert window.open
        window.used += 1
    assert not window.open


def test_a_quote_in_qq_is_known_by_what_it_says(qq):
    gate, group = qq.Official(), Place("qq", "g")
    gate._remembered(Say(group, "❓ 安：检定（要 10）\n  1. 掷", (Person("qq", "an"),), asks=3), "ours1")
    assert gate._quoted(group, "<@an> ❓ 安：检定（要 10）\n1. 掷") == "ours1"
    assert gate._quoted(group, "❓ 安：检定（要…") == "ours1"
    assert gate._quoted(group, "❓ 柏：检定（要 10）") == ""
    assert gate._quoted(Place("qq", "other"), "❓ 安：检定（要 10） 1. 掷") == ""
    assert gate._quoted(group, "1") == ""


def test_a_platform_without_a_gate_of_its_own_is_everybodys(discord):
    gates = Gates()
    assert gates.to("discord").platform == "discord"
    assert gates.to("telegram").platform == ""
    assert gates.to("telegram") is gates.to("line")


async def test_whoever_is_not_there_yet_is_called_again_ever_more_seldom(monkeypatch):
    pauses, failures = [], [OSError(), ValueError(), OSError()]

    async def sleep(seconds):
        pauses.append(seconds)

    async def call():
        if failures:
            raise failures.pop()
        return "there"

    monkeypatch.setattr(waiting.asyncio, "sleep", sleep)
    assert await waiting.patiently("discord", call, (OSError, ValueError)) == "there"
    assert pauses == [1, 2, 4]


def test_secrets_come_from_the_environment_and_are_never_shown(monkeypatch):
    for key, value in {"DISCORD_TOKEN": "hush1", "QQ_ID": "102", "QQ_SECRET": "hush2"}.items():
        monkeypatch.setenv(f"LUDEX_BOT_{key}", value)
    found = read(None)
    assert "hush" not in repr(found)
    assert found.discord.handed()["discord_bots"][0] == {"token": "hush1", "intent": {"message_content": True}}
    assert found.qq.handed()["qq_bots"][0]["secret"] == "hush2"
    assert DiscordSettings().handed() == OfficialSettings().handed() == {}
    assert Settings().discord == DiscordSettings()
