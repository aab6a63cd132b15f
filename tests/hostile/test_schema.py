"""What OpenAPI says of the API is all there is: schemathesis tries every address with what the document allows and what it does not."""

import asyncio
import os
import pkgutil
import threading
from importlib import import_module

import pytest
from hypothesis import HealthCheck, given, settings

from ludex.fronts.pace import Pace, Paces, Shared
from ludex.fronts.web.serve import Server, configuration
from ludex.store.sqlite import SqliteStore
from ludex.table.house import House
from tests.fronts.server import free_port
from tests.patience import LONG

EXAMPLES = int(os.environ.get("LUDEX_EXAMPLES", "20"))
"""Requests to each address; `make soak` sends many more."""

REFUSED = ("400", "401", "403", "404", "409", "413", "422")
"""How a request that the document allows may still be refused: by the rules, by rights, by what is there."""


class Served(threading.Thread):
    """A real server in a thread of its own, at which nobody is too fast."""

    def __init__(self, data):
        super().__init__(daemon=True)
        self.data, self.port, self.secrets = data, free_port(), {}
        self.listens, self.server = threading.Event(), None

    def run(self):
        asyncio.run(self.serve())

    async def serve(self):
        house = House(SqliteStore(self.data))
        _, self.secrets = await house.demo("mist", name="schema")
        endless = Pace(10**9, 10**9)
        paces = Paces(sending=endless, opening=endless, visiting=endless, tables=Shared(10**9, 10**9))
        config = configuration(house, host="127.0.0.1", port=self.port, paces=paces)
        self.server = Server(config, lambda _: self.listens.set())
        await self.server.serve()
        await house.close()


@pytest.fixture
def served(tmp_path):
    started = Served(tmp_path / "schema.db")
    started.start()
    assert started.listens.wait(LONG)
    yield started
    started.server.should_exit = True
    started.join()


@pytest.mark.process
def test_every_answer_is_one_that_the_document_tells(served):
    schemathesis = pytest.importorskip("schemathesis")
    for module in pkgutil.walk_packages(schemathesis.generation.__path__, "schemathesis.generation."):
        import_module(module.name)  # CPython 3.11 does not compile what is first wanted deep inside of an example
    document = schemathesis.openapi.from_url(f"http://127.0.0.1:{served.port}/api/schema")
    document.config.checks.positive_data_acceptance.expected_statuses = ["2xx", *REFUSED]
    operations = [one.ok() for one in document.get_all_operations()]
    assert len(operations) >= 15
    for operation in operations:
        wrong = operation.as_strategy(generation_mode=schemathesis.GenerationMode.NEGATIVE)
        tried(operation.as_strategy() | wrong, {"Authorization": f"Bearer {served.secrets['gm']}"})


def tried(cases, headers):
    """Send an address what the document allows, and what it does not; every answer must be one that it tells."""

    @given(cases)
    @settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))
    def each(case):
        case.call_and_validate(headers=headers, timeout=LONG)

    each()
