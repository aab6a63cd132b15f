"""The rules of mist, one module per chapter of the rulebook, in its order."""
