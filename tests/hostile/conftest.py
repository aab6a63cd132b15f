from tests.table.conftest import *  # noqa: F403
