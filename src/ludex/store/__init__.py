"""The log on disk. `port.py` says what a store is; SQLite is the default one."""
