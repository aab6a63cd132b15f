"""The rules of FET, one module per chapter of the rulebook, in its order."""
