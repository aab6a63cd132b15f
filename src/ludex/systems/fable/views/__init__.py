"""A fable table as one viewer may see it: `look`, `tell`, `cards`, `deeds`. What may be known is asked of `redact.py`."""
