"""The longest tests start first, so that two workers finish together; dice and random examples are the same in every run.

`HYPOTHESIS_PROFILE=explore make test` throws other dice and looks for new examples instead.
"""

import hashlib
import itertools
import os
import secrets
from types import SimpleNamespace

import pytest
from hypothesis import Phase, settings

from ludex.table import chance

pytest_plugins = ["tests.postgres"]

PHASES = (Phase.explicit, Phase.reuse, Phase.generate, Phase.target, Phase.shrink)
"""All but explaining: that traces every line."""

settings.register_profile("steady", derandomize=True, deadline=None, phases=PHASES)
settings.register_profile("explore", deadline=None)
PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "steady")
settings.load_profile(PROFILE)


@pytest.fixture(autouse=True)
def same_dice(request, monkeypatch):
    """The tables of a test get seeds that follow from its name: what its dice show today they show on every machine."""
    if PROFILE != "steady":
        return
    tables = itertools.count()

    def token_bytes(size):
        return hashlib.blake2b(f"{request.node.nodeid}:{next(tables)}".encode(), digest_size=size).digest()

    monkeypatch.setattr(chance, "secrets", SimpleNamespace(token_bytes=token_bytes, token_hex=secrets.token_hex))


def pytest_collection_modifyitems(items):
    items.sort(key=lambda item: not (item.get_closest_marker("process") or item.get_closest_marker("browser")))
