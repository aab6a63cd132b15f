"""A real server process and a real Chromium."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
import pytest_asyncio
from pytest_asyncio import is_async_test

from tests.patience import LONG

SHELL, WHOLE = Path("/usr/bin/chromium-headless-shell"), Path("/usr/bin/chromium")
CHROMIUM = Path(os.environ.get("CHROMIUM", SHELL if SHELL.exists() else WHOLE))
"""The browser without its windows, where it is installed: it starts in half the time."""
FLAGS = ("--no-sandbox", "--disable-dev-shm-usage", "--disable-background-networking", "--disable-component-update")
PATIENCE = int(LONG * 400)
"""Milliseconds that a page may take on a busy machine before a test gives up on it."""
SERVE = """
import sys
from ludex.fronts.pace import Pace, Paces, Shared
from ludex.fronts.web import app
from ludex.fronts.web.serve import serve
from ludex.table import house
deep = (10**9, 10**9)
app.usual = lambda: Paces(sending=Pace(*deep), opening=Pace(*deep), visiting=Pace(*deep), tables=Shared(*deep), pushing=Pace(*deep))
house.new_seed = lambda: (1).to_bytes(32, "big")
serve(port=int(sys.argv[1]), data=sys.argv[2], ready=lambda at: print(at, flush=True))
"""


def pytest_collection_modifyitems(items):
    """All browser tests run in one loop, because they share one Chromium."""
    here = Path(__file__).parent
    for item in items:
        if item.path.parent == here and is_async_test(item):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


class Server:
    """A server process of its own, on a free port that it keeps when it is started again. At its tables dice fall alike every time, and nobody is ever too fast: how
    many clicks fit into a second is the machine's matter."""

    def __init__(self, data):
        self.data = data
        self.port = 0
        self.start()

    def start(self):
        command = [sys.executable, "-c", SERVE, str(self.port), str(self.data)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip()
        self.port = int(self.address.rsplit(":", 1)[-1])

    def stop(self):
        self.process.terminate()
        self.process.communicate(timeout=LONG)
        assert self.process.returncode in (0, -15)


@pytest.fixture
def server(tmp_path):
    running = Server(tmp_path / "ludex.db")
    yield running
    running.stop()


@pytest.fixture(scope="session")
def everybodys(tmp_path_factory):
    """One server for all who only open tables of their own."""
    running = Server(tmp_path_factory.mktemp("browser") / "ludex.db")
    yield running
    running.stop()


@pytest.fixture
def address(request):
    """Where the pages are: at the test's own server where it asks for one, else at everybody's."""
    own = "server" in request.fixturenames
    return request.getfixturevalue("server" if own else "everybodys").address


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chromium():
    """One browser for all tests; each seat gets a context of its own."""
    playwright = pytest.importorskip("playwright.async_api", reason="the browser tests need playwright")
    if not CHROMIUM.exists():  # noqa: ASYNC240  # once, before anything runs
        pytest.skip(f"the browser tests need Chromium at {CHROMIUM} (or CHROMIUM=path)")
    playwright.expect.set_options(timeout=PATIENCE)
    async with playwright.async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=str(CHROMIUM), args=list(FLAGS))
        yield browser
        await browser.close()


def complains(message):
    """Errors and warnings, except that a server which is stopped, or a link which is dead, cannot be reached, and that a rule refuses."""
    expected = "WebSocket" in message.text or "404" in message.text or "422" in message.text
    return message.type in ("error", "warning") and not expected


@pytest_asyncio.fixture(loop_scope="session")
async def sit(chromium):
    """Open a seat's page in a context of its own, which ends with the test; whatever its console complains of fails the test."""
    complaints: list[str] = []
    contexts = []

    async def sit_down(link, *, width=1400, height=900, scheme="light", locale="zh-CN", **context):
        opened = await chromium.new_context(
            viewport={"width": width, "height": height}, color_scheme=scheme, locale=locale, **context
        )
        opened.set_default_timeout(PATIENCE)
        contexts.append(opened)
        page = await opened.new_page()
        page.on("console", lambda m: complaints.append(m.text) if complains(m) else None)
        page.on("pageerror", lambda e: complaints.append(str(e)))
        await page.goto(link)
        return page

    yield sit_down
    for opened in contexts:
        await opened.close()
    assert complaints == []
