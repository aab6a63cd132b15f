"""Effects of this system: `words` is their vocabulary, `writing` how people write them (FAB-LIV-31..37). Nothing happens here."""
