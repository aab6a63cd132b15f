"""The events of mist: each says what has become true, and knows what it makes of a state. No rule decides here."""
