"""The rules of Mirror, one module for each chapter of the ledger or for chapters that belong together."""
