import pytest

from tests.fronts.server import Server
from tests.table.conftest import *  # noqa: F403


@pytest.fixture
def server(tmp_path):
    """A server in a process of its own."""
    one = Server(tmp_path / "data")
    one.start()
    yield one
    one.end()
