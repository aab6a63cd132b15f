"""A `ludex bot` whose dice fall as a file says: `python -m tests.fronts.bots.loaded FACES bot …`. What falls unasked is written down there."""

import json
import sys
from pathlib import Path

from ludex.table.chance import Chance


def load(path):
    """Every throw takes its faces from the file; where it holds too few, or wrong ones, the file says so."""

    def throw(self, sides, *, after=0):
        self.roll += 1
        told = json.loads(path.read_text("utf-8"))
        faces, told["faces"] = told["faces"][: len(sides)], told["faces"][len(sides) :]
        if len(faces) < len(sides) or any(face > most for face, most in zip(faces, sides, strict=False)):
            told["wrong"] += [f"{sides}: {faces}"]
            faces = [1] * len(sides)
        path.write_text(json.dumps(told), "utf-8")
        return tuple(faces)

    Chance.throw = throw


if __name__ == "__main__":
    load(Path(sys.argv[1]))
    from ludex.fronts.cli import main

    sys.argv = ["ludex", *sys.argv[2:]]
    main()
