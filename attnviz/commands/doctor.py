"""Self-check: what the program needs, whether it is there, and how to get what is not.

Every check answers with findings and none of them can end the program: one that fails says so as a finding. Those
of `of_qt` need Qt's application object; the command line runs them in a process of their own, since Qt aborts
where it cannot start.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

from attnviz import __version__
from attnviz.commands.facts import frozen
from attnviz.i18n import translate

State = Literal["ok", "note", "wrong"]
Check = Callable[[], Iterable["Finding"]]
PATIENCE = 60  # seconds that Qt may take to start


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at. "note": the program runs, but something it could do is missing."""

    state: State
    what: str
    advice: str = ""


def examine(language: str) -> list[Finding]:
    """Everything, from the command line."""
    return [*without_qt(), *_qt_apart(language)]


def without_qt() -> list[Finding]:
    """What can be looked at before Qt starts, in any thread."""
    from attnviz.commands import checks

    return _all_of(checks.BEFORE_QT)


def of_qt() -> list[Finding]:
    """What Qt says, in the thread of its application object, which exists."""
    from attnviz.commands import qt_checks

    return _all_of(qt_checks.OF_QT)


def _all_of(checks: Sequence[Check]) -> list[Finding]:
    return [finding for check in checks for finding in _findings(check)]


def _findings(check: Check) -> Iterator[Finding]:
    try:
        yield from check()
    except Exception as error:  # noqa: BLE001 — told as a finding
        name = check.__name__.replace("_", " ")
        yield Finding("wrong", translate("doctor", "The check “{name}” failed.").format(name=name), _said(error))


def _said(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"


# Qt in a process of its own -----------------------------------------------------------------------------------


def _qt_apart(language: str) -> list[Finding]:
    """The findings of another process, or that it came to grief."""
    from attnviz.system_libraries import missing, missing_here, screenless, unanswered

    if missing():
        return []  # said already, with the line that installs them
    environment = dict(os.environ)
    if screenless(environment) or unanswered(environment) or missing_here(environment):
        environment["QT_QPA_PLATFORM"] = "offscreen"
    with tempfile.TemporaryDirectory() as folder:
        answer = Path(folder) / "findings.json"
        program = [sys.executable] if frozen() else [sys.executable, "-m", "attnviz"]
        command = [*program, "doctor", "--lang", language, "--qt-part", str(answer)]
        try:
            done = subprocess.run(
                command,
                env=environment,
                capture_output=True,
                text=True,
                errors="replace",
                timeout=PATIENCE,
                check=False,
            )
            return [Finding(**finding) for finding in json.loads(answer.read_text(encoding="utf-8"))]
        except subprocess.TimeoutExpired:
            last = ""
        except (OSError, ValueError):
            last = (done.stderr.strip().splitlines() or [""])[-1]
    return [Finding("wrong", translate("doctor", "Qt does not start."), last)]


def write_qt_part(path: Path, language: str) -> None:
    """What the process for Qt does: look, and leave the findings in a file."""
    from PySide6.QtGui import QGuiApplication

    application = QGuiApplication.instance() or QGuiApplication(["attnviz"])
    application.setOrganizationName("attnviz")
    application.setApplicationName("attnviz")
    from attnviz.session.language import Language

    speech = Language()
    speech.use(language)
    path.write_text(json.dumps([asdict(finding) for finding in of_qt()]), encoding="utf-8")
    from attnviz.export.fonts import forget_fonts

    forget_fonts()
    del application


# Told ---------------------------------------------------------------------------------------------------------


def healthy(findings: Iterable[Finding]) -> bool:
    """Whether the program can do its work."""
    return all(finding.state != "wrong" for finding in findings)


def state_word(state: State) -> str:
    """A state as it is read."""
    words = {
        "ok": translate("doctor", "ok"),
        "note": translate("doctor", "note"),
        "wrong": translate("doctor", "WRONG"),
    }
    return words[state]


def verdict(findings: Sequence[Finding]) -> str:
    """All in one sentence."""
    if healthy(findings):
        return translate("doctor", "attnviz has all that it needs.")
    wrong = sum(finding.state == "wrong" for finding in findings)
    return translate("doctor", "Found wrong: {count}. The lines above say what helps.").format(count=wrong)


def as_text(findings: Sequence[Finding]) -> str:
    """For the terminal, or a message."""
    width = max(len(state_word(state)) for state in ("ok", "note", "wrong")) + 2
    lines = [f"attnviz {__version__}"]
    for finding in findings:
        lines.append(f"  {state_word(finding.state):<{width}}{finding.what}")
        if finding.advice:
            lines.append(f"  {'':<{width}}{finding.advice}")
    return "\n".join([*lines, verdict(findings)])
