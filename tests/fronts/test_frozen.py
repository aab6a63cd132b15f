"""Two real nodes and a real PostgreSQL: one is frozen, or its cable cut, in the middle of a transaction. The other serves its table, and no word is lost."""

import os
import signal
import threading

import pytest

from tests.fronts.test_nodes import Server, demo, insist, say, sound
from tests.postgres import Cable

LAST = 4
"""Messages of a transaction before that of its end: the entry is there, and its lease's row is held."""


class Players:
    """Somebody who says numbered words at nodes until one of them acknowledges each."""

    def __init__(self, secret):
        self.secret, self.words = secret, []

    def on(self, nodes, count=3):
        for _ in range(count):
            word = f"word {len(self.words)}"
            assert insist(nodes, self.secret, word, f"r{len(self.words)}"), word
            self.words.append(word)


@pytest.fixture
def cable(database):
    made = Cable(database)
    yield made
    made.remove()


def test_a_node_that_is_frozen_or_cut_off_inside_a_transaction_is_replaced_and_loses_nothing(database, cable):
    a, b = nodes = [Server(cable.database, "a"), Server(database, "b")]
    try:
        for node in nodes:
            node.answers()
        table, links = demo(a)
        players = Players(links["gm"])
        players.on([a, b])

        frozen = stuck_in_transaction(a, cable, players)
        os.kill(a.process.pid, signal.SIGSTOP)
        cable.mend()  # the database hears the rest of what was sent, and then nothing more
        players.on([b])
        os.kill(a.process.pid, signal.SIGCONT)
        players.on([a, b])
        frozen.join()

        b.kill(signal.SIGTERM)  # gives its tables back
        b.process.wait(30)
        players.on([a])
        b.start()
        cut = stuck_in_transaction(a, cable, players)
        players.on([b])
        cable.mend()
        players.on([a, b])
        cut.join()
        sound(database, table, players.words)
    finally:
        cable.mend()
        for node in nodes:
            if node.process.poll() is None:
                node.kill()


def stuck_in_transaction(node, cable, players):
    """Somebody's next word, which comes as far as into a transaction; the same word is said again elsewhere."""
    cable.was_cut.clear()
    cable.cut_in_transaction(LAST)
    words = (node, players.secret, f"word {len(players.words)}", f"r{len(players.words)}")
    saying = threading.Thread(target=say, args=words)
    saying.start()
    assert cable.was_cut.wait(60)
    return saying
