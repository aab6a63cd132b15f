"""Our own systems, and no others that happen to be installed: those that lie in `ludex.systems`."""

from pathlib import Path

import ludex.systems
from ludex.core.system import System
from ludex.table import registry

NAMES = sorted(f.name for f in Path(ludex.systems.__file__).parent.iterdir() if (f / "__init__.py").exists())


def systems() -> dict[str, System]:
    """Each of them by its id, as tables play it."""
    return {name: registry.system(name) for name in NAMES}
