"""Two servers on one PostgreSQL that both go by one name, as two containers of one image do: whatever they think they hold, no word is lost,
none is doubled, and the log is one."""

import threading

import pytest

from tests.fronts.test_nodes import demo, insist, sound, started

WORDS = 8


@pytest.fixture
def twins(database):
    several = started(database, "same", "same")
    yield several
    for one in several:
        if one.process.poll() is None:
            one.kill()


@pytest.mark.process
def test_two_servers_of_one_name_lose_and_double_nothing(database, twins):
    table, seats = demo(twins[0])
    secrets = list(seats.values())
    acknowledged = []

    def talk(number):
        node = twins[number % 2]
        for word in range(WORDS):
            said = f"w{number}-{word}"
            if insist([node], secrets[number], said, said):
                acknowledged.append(said)

    talking = [threading.Thread(target=talk, args=(number,)) for number in range(4)]
    for one in talking:
        one.start()
    for one in talking:
        one.join(150)
    assert len(acknowledged) == 4 * WORDS
    sound(database, table, acknowledged)
