"""Files for the monkey to open: good, odd, bad and freshly spoiled ones, all copies in a folder of its own."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

from tests.fuzz.mutate import spoiled

TESTS = Path(__file__).parents[2] / "tests"
SOURCES = (TESTS / "unit" / "io" / "samples", TESTS / "data" / "exports", TESTS / "data" / "configs")
TEXTS = {
    "cat.txt": "the cat sat on the mat because it was tired",
    "gato.txt": "o gato sentou no tapete porque estava cansado ção 🐈",
    "empty.txt": "",
    "long.txt": " ".join(f"word{number % 61}" for number in range(400)),
    "one.md": "# Attention\n\nOne *word*, then another.",
    "Q.csv": "1,0\n0,1\n1,1\n",
    "K.csv": "1;0,5\n0;1\n0,5;0,5\n",
    "V.tsv": "1\t2\n3\t4\n5\t6\n",
    "notes.docx": "not a document of ours",
}


class Pantry:
    """`one(chance)` and `several(chance)` give paths; `target(chance, ending)` a place to write to."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._written = folder / "written"
        self._written.mkdir(parents=True)
        self._spoiled = 0
        for source in SOURCES:
            shutil.copytree(source, folder / source.name)
        for name, text in TEXTS.items():
            (folder / name).write_text(text, encoding="utf-8")
        self.paths = sorted(path for path in folder.rglob("*") if path.is_file())

    def one(self, chance: random.Random) -> Path:
        """One path: mostly a sample, sometimes one just spoiled, written by the program, or none at all."""
        roll = chance.random()
        written = sorted(self._written.iterdir())
        if roll < 0.2 and written:
            return chance.choice(written)
        if roll < 0.4:
            return self._spoil(chance)
        if roll < 0.44:
            return chance.choice((self.folder, self.folder / "no such file.npz", self.folder / ("n" * 300)))
        return chance.choice(self.paths)

    def several(self, chance: random.Random) -> list[Path]:
        """What a hand may drop at once: mostly one file, sometimes the tables of Q, K and V, or anything."""
        roll = chance.random()
        if roll < 0.1:
            return [self.folder / name for name in ("Q.csv", "K.csv", "V.tsv")]
        return [self.one(chance) for _ in range(chance.choice((1, 1, 1, 1, 2, 5)))]

    def target(self, chance: random.Random, ending: str) -> str:
        """Where a file is saved: new, there already, without ending, or where it cannot be."""
        good = str(self._written / f"{chance.choice('abcdef')}{ending}")
        bad = (str(self.folder), str(self.folder / "no" / "folder" / f"x{ending}"), "/proc/nowhere" + ending)
        return chance.choice(
            (good, good, good, good.removesuffix(ending), str(self._written / ("ü" * 300 + ending)), *bad)
        )

    def _spoil(self, chance: random.Random) -> Path:
        """A copy of a sample with faults; only the last few are kept."""
        sample = chance.choice(self.paths)
        self._spoiled += 1
        path = self.folder / f"spoiled{self._spoiled % 20}{sample.suffix}"
        path.write_bytes(spoiled(chance, sample.read_bytes(), [chance.choice(self.paths).read_bytes()]))
        return path
