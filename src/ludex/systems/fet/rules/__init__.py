"""The rules of FET: a module for a chapter of the ledger, or for several that are small, as each says in its first line."""
