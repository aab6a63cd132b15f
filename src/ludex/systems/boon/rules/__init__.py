"""The rules of boon, one module per chapter of the rulebook, in its order."""
