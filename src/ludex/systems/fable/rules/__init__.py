"""The rules of fable, one module for each chapter of the ledger, tiny ones joined."""
