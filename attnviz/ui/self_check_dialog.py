"""The self-check as a page: what the program needs, whether it is there, and how to get what is not."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Protocol

from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QWidget

from attnviz.ui.announce import announce
from attnviz.ui.framed_dialog import FramedDialog, copy_text, sentence
from attnviz.ui.reading_text import ReadingText

WIDTH, HEIGHT = 620, 520
SIGNS = {"ok": "✓", "note": "–", "wrong": "✗"}


class Finding(Protocol):
    """One thing that was looked at."""

    @property
    def state(self) -> str: ...
    @property
    def what(self) -> str: ...
    @property
    def advice(self) -> str: ...


class SelfCheckDialog(FramedDialog):
    """Waits, then shows what was found; what is wrong stands first."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Self-check"))
        self.resize_within(WIDTH, HEIGHT)
        self.verdict = sentence(self.tr("Looking…"))
        self.page = ReadingText()
        self.page.setOpenLinks(False)
        self.page.setAccessibleName(self.tr("What was found"))
        self.page.setTabChangesFocus(True)
        self.copy = self.add_button(self.tr("&Copy for a report"), self.tr("What was found, as text for a message"))
        self.copy.setEnabled(False)
        self.copy.clicked.connect(self._copy)
        self.fill(self.verdict, self.page)
        self._findings: tuple[Finding, ...] = ()

    def display(self, findings: Sequence[Finding]) -> None:
        """Show what was found."""
        worst_first = sorted(findings, key=lambda finding: ("wrong", "note", "ok").index(finding.state))
        self._findings = tuple(worst_first)
        wrong = sum(finding.state == "wrong" for finding in findings)
        if wrong:
            self.verdict.setText(self.tr("Found wrong: {count}. What helps stands below it.").format(count=wrong))
        else:
            self.verdict.setText(self.tr("attnviz has all that it needs."))
        self.verdict.setProperty("wrong", bool(wrong))
        self.verdict.style().unpolish(self.verdict)
        self.verdict.style().polish(self.verdict)
        self.page.setHtml("<table cellspacing='0' cellpadding='3'>" + "".join(map(self._row, worst_first)) + "</table>")
        self.copy.setEnabled(True)
        announce(self.page, self.verdict.text())

    def _row(self, finding: Finding) -> str:
        palette = self.palette()
        role = QPalette.ColorRole.BrightText if finding.state == "wrong" else QPalette.ColorRole.Text
        colour = palette.color(role).name()
        muted = palette.color(QPalette.ColorRole.PlaceholderText).name()
        advice = f"<br><span style='color:{muted}'>{escape(finding.advice)}</span>" if finding.advice else ""
        sign, word, what = SIGNS[finding.state], self._word(finding.state), escape(finding.what)
        return (
            f"<tr><td>{sign}&nbsp;</td><td style='color:{colour}'>{word}&nbsp;&nbsp;</td>"
            f"<td><span style='color:{colour}'>{what}</span>{advice}</td></tr>"
        )

    def _word(self, state: str) -> str:
        words = {"ok": self.tr("there"), "note": self.tr("note"), "wrong": self.tr("wrong")}
        return words[state]

    def _copy(self) -> None:
        lines = [f"{finding.state:<6}{finding.what} {finding.advice}".rstrip() for finding in self._findings]
        copy_text("\n".join(lines), self.copy, self.tr("Copied"))
