"""The parts of a page that all scripts share: imports, how numbers are printed, and the order of sections."""

from __future__ import annotations

from dataclasses import dataclass

from attnviz.export.code.lines import Shown


@dataclass(frozen=True, slots=True, kw_only=True)
class Printing:
    """How the script rounds what it prints."""

    fixed: bool  # 0.001 rather than 1e-03
    wide: bool  # rows of more than a dozen numbers, each on one line

    def numpy(self) -> list[str]:
        return [f"np.set_printoptions(precision=3{', suppress=True' if self.fixed else ''}{self._width})"]

    def torch(self) -> list[str]:
        return [f"torch.set_printoptions(precision=3{', sci_mode=False' if self.fixed else ''}{self._width})"]

    @property
    def _width(self) -> str:
        return ", linewidth=250" if self.wide else ""


def imports(*, words: bool, numpy: bool, torch: bool = False) -> list[str]:
    """Import lines, the standard library first. `words`: vectors are drawn for words."""
    standard = ["import json", "from hashlib import sha256", ""] if words else []
    others = (["import numpy as np"] if numpy else []) + (["import torch", "from torch import nn"] if torch else [])
    return standard + others


def printed_table(shown: list[Shown], opening: str = "steps = {") -> list[str]:
    """A dict of all matrices by the names under which they are printed."""
    return [opening, *(f'    "{row.label}": {row.variable},' for row in shown), "}"]


def sections(head: list[str], functions: list[list[str]], *rest: list[str]) -> list[str]:
    """Everything on one page: two blank lines around functions, one between the other sections."""
    lines = list(head)
    for function in functions:
        lines += ["", "", *function]
    if functions:
        lines.append("")
    for section in rest:
        if section:
            lines += ["", *section]
    return lines
