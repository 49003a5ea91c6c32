"""Why an act cannot be used now: one sentence for each that main_window greys out."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QAction

from attnviz.ui.actions import Actions


def why_not(acts: Actions, action: QAction) -> str:
    """Why a greyed action is greyed; empty for one that can be used."""
    if action.isEnabled():
        return ""
    translate = QCoreApplication.translate
    reasons: tuple[tuple[tuple[QAction, ...], str], ...] = (
        ((acts.undo,), translate("Reasons", "there is nothing to undo")),
        ((acts.redo,), translate("Reasons", "there is nothing to redo")),
        (acts.zooms, translate("Reasons", "only in the Matrix view")),
        (acts.matrix_acts, translate("Reasons", "only in Steps, when the matrices are typed by hand")),
        (tuple(acts.heads.values()), translate("Reasons", "only for a typed sentence")),
        ((acts.divide, acts.causal), translate("Reasons", "these weights came from a file, without scores")),
        (tuple(acts.next_heads.values()), translate("Reasons", "there is only one head")),
    )
    for actions, reason in reasons:
        if action in actions:
            return reason
    if action in acts.recent.actions():
        gone = isinstance(action.data(), Path)
        return (
            translate("Reasons", "the file is no longer there") if gone else translate("Reasons", "the list is empty")
        )
    return translate("Reasons", "not possible now")
