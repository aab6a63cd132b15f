"""Records as forms: worked out from a schema, filled in, read back with every problem beside its input."""
