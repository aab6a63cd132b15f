"""The longest tests start first, so that two workers finish together; random examples are the same in every run.

`HYPOTHESIS_PROFILE=explore make test` looks for new examples instead.
"""

import os

from hypothesis import settings

pytest_plugins = ["tests.postgres"]

settings.register_profile("steady", derandomize=True, deadline=None)
settings.register_profile("explore", deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))


def pytest_collection_modifyitems(items):
    items.sort(key=lambda item: not (item.get_closest_marker("process") or item.get_closest_marker("browser")))
