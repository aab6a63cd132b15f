"""A short storm on the socket; the whole one is `make soak`."""

import pytest

from tests.fronts.bots.chaos import run

pytestmark = pytest.mark.process


async def test_each_message_counts_once_in_order_and_nobody_else_is_hurt(tmp_path):
    messages, breaks, _, _ = await run(7, 400, tmp_path)
    assert messages == 400
    assert breaks
