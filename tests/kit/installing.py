"""Systems that tests write, installed as an author's are: found by their entry points."""

from contextlib import contextmanager

from ludex.table import registry


def written(folder, name, module):
    """What lies on disk of an installed package whose system is `module:SYSTEM`."""
    info = folder / f"{name}-0.1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 0.1.0\n")
    (info / "entry_points.txt").write_text(f"[ludex.systems]\n{name} = {module}:SYSTEM\n")


@contextmanager
def installed(monkeypatch, folder, **modules):
    """The systems in these modules, by their ids, are there as long as this lasts."""
    for name, module in modules.items():
        written(folder, name, module)
    monkeypatch.syspath_prepend(str(folder))
    registry.forget()
    try:
        yield
    finally:
        monkeypatch.undo()
        registry.forget()
