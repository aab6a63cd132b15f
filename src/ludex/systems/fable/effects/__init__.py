"""Effects of this system: `words` is their vocabulary, `writing` how people write them, `kinds` the things that bring them, `conditions` and
`bearing` what they mean (FAB-LIV-31..37). Nothing happens here.
"""

from ludex.systems.fable.effects.bearing import WORDS as WORDS, borne as borne
