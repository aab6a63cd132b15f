"""The longest tests start first, so that two workers finish together."""


def pytest_collection_modifyitems(items):
    items.sort(key=lambda item: not (item.get_closest_marker("process") or item.get_closest_marker("browser")))
