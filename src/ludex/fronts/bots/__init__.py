"""Chat groups: one table in many places. A platform-neutral core (`Message` in, `Say` out) and the platforms that ride on NoneBot."""
