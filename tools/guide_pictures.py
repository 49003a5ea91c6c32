"""Makes every picture of the user guide from the running program, in both languages.

    python tools/guide_pictures.py                     all of them, into resources/guide
    python tools/guide_pictures.py steps --lang pt_BR  one of them

Each picture is what the program paints after the acts named below: nothing is drawn over it by hand. A test makes one
afresh and holds it beside the stored one, so that a picture which is no longer true is seen.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")  # before anything imports Qt
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before anything imports NumPy; as the program does

import numpy as np
from PySide6.QtCore import QBuffer, QEvent, QEventLoop, QIODevice, QPointF, QRect, QSettings, Qt, QTimer
from PySide6.QtGui import QImage, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from attnviz.app import Application
from attnviz.document.heads_look import HeadsLook
from attnviz.i18n import LANGUAGES
from attnviz.session.language import Language
from attnviz.session.opening import open_source
from attnviz.settings import Settings
from attnviz.start import make_qapplication

GUIDE = Path(__file__).resolve().parent.parent / "resources" / "guide"
COLOURS = 256  # of a stored picture
WAIT_MS = 60_000
SENTENCES = {
    "en": "the cat sat on the mat . the cat sat on the sofa .",
    "pt_BR": "o gato subiu no muro . o gato subiu no sofá .",
}


def wait(milliseconds: int) -> None:
    """Let the program go on. (QTest.qWait would keep its threads from running.)"""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


class Stage:
    """One program with one window, for one picture."""

    def __init__(
        self,
        source: str,
        language: str,
        theme: str = "light",
        size: tuple[int, int] = (1180, 720),
        text: int = 100,
    ) -> None:
        make_qapplication()
        QApplication.setCursorFlashTime(0)
        self.language = Language()
        self.language.use(language)
        settings = Settings()
        settings.motion = False
        settings.text_size = text
        self.app = Application(settings, self.language, open_source(source, language), theme)
        self.window = self.app.window
        self.window.resize(*size)
        self.app.show()
        self.window.hint.hide()
        self.settle()

    def settle(self) -> None:
        """Until the last edit is shown, and what was asked for is painted."""
        self.until(lambda: self.app.scene is not None and self.app.scene.document is self.app.importing.picked())
        wait(60)

    def until(self, holds: Callable[[], bool]) -> None:
        for _ in range(WAIT_MS // 10):
            if holds():
                return
            wait(10)
        raise RuntimeError("the program did not come to what the picture shows")

    def show(self, tab: str) -> QWidget:
        self.app.gaze.show_tab(tab)
        self.settle()
        return self.window.view(tab)

    def __enter__(self) -> Stage:
        return self

    def __exit__(self, *_: object) -> None:
        self.window.present(False)
        self.app.close()


def whole(stage: Stage) -> QImage:
    """The window without the status bar, whose times differ."""
    height = stage.window.height() - stage.window.statusBar().height()
    return stage.window.grab(QRect(0, 0, stage.window.width(), height)).toImage()


def middle(widget: QWidget, height: int | None = None) -> QImage:
    """A part of the window, from its top."""
    return widget.grab(QRect(0, 0, widget.width(), height or widget.height())).toImage()


def point(widget: QWidget, place: QPointF) -> None:
    """The pointer to a place of a widget."""
    none = Qt.MouseButton.NoButton, Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(widget, QMouseEvent(QEvent.Type.MouseMove, place, QPointF(widget.mapToGlobal(place)), *none))


# the pictures ------------------------------------------------------------------------------------------------


def first(language: str) -> QImage:
    """The window at the very first start."""
    with Stage("bank", language) as stage:
        stage.window.hint.show()
        stage.settle()
        return whole(stage)


def steps(language: str) -> QImage:
    """The bank lesson after its first experiment: what changed shows what it was."""
    with Stage("bank", language, size=(1280, 800)) as stage:
        stage.app.acts.apply_experiment(0)
        stage.settle()
        return middle(stage.window.view("steps"))


def lessons(language: str) -> QImage:
    """The lessons at the left, one open, its experiments below."""
    with Stage("bank", language, size=(1180, 800)) as stage:
        return middle(stage.window.lessons)


def matrix(language: str) -> QImage:
    with Stage("sentence", language, size=(1380, 900)) as stage:
        stage.app.look(numbers=True)
        return middle(stage.show("matrix"))


def binary(language: str) -> QImage:
    """The same with the division switched off, in the dark theme."""
    with Stage("sentence", language, theme="dark", size=(1240, 760)) as stage:
        stage.app.acts.set_option("divide", False)
        stage.app.acts.set_number("d_k", 512, "picture")
        stage.app.look(inspector="saturation")
        stage.settle()
        stage.until(lambda: stage.window.matrix.inspector.saturation.curve is not None)
        wait(100)
        return whole(stage)


def heads(language: str) -> QImage:
    """The grid of a file of attention, sorted by one pattern."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "example.npz"
        tokens = SENTENCES[language].split()
        np.savez(path, attentions=example_weights(tokens), tokens=np.array(tokens))
        with Stage(str(path), language, size=(1240, 800)) as stage:
            stage.until(lambda: stage.app.scene.grid is not None and stage.app.scene.grid.complete)
            stage.app.look(heads=HeadsLook(order="induction"))
            stage.settle()
            return middle(stage.window.view("heads"))


def example_weights(tokens: Sequence[str]) -> np.ndarray:
    """Four layers of eight heads, each a mixture of the patterns that heads of language models are known for."""
    n = len(tokens)
    i, j = np.mgrid[:n, :n]
    same = np.array([[a == b for b in tokens] for a in tokens])
    followed = np.zeros((n, n))
    followed[:, 1:] = same[:, :-1]
    patterns = (j == i - 1, j == 0, i == j, followed * (j < i), same * (j < i), np.exp(-0.6 * np.abs(i - j)))
    random = np.random.default_rng(3)
    scores = 1.2 * random.normal(size=(4, 8, n, n))
    for head, strength in np.ndenumerate(random.uniform(0, 9, size=(4, 8))):
        scores[head] += strength * patterns[random.integers(len(patterns))]
    scores = np.where(j <= i, scores, -np.inf)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return (weights / weights.sum(axis=-1, keepdims=True)).astype(np.float32)


def gradient(language: str) -> QImage:
    with Stage("bank", language, size=(1280, 800)) as stage:
        return middle(stage.show("gradient"))


def training(language: str) -> QImage:
    """Two heads after their run, with and without the division."""
    with Stage("why-divide", language, size=(1280, 800)) as stage:
        view = stage.show("training")
        stage.until(lambda: stage.app.scene.training is not None)
        stage.app.training.set_pace(None)
        stage.app.training.run()
        stage.until(lambda: stage.app.scene.training.finished)
        stage.settle()
        return middle(view)


def shapes(language: str) -> QImage:
    with Stage("shapes", language, size=(1280, 800)) as stage:
        view = stage.show("shapes")
        stage.app.acts.shapes.choose("qwen3.8-27b")
        stage.app.acts.shapes.look("guessed", True)
        stage.settle()
        return middle(view)


def code(language: str) -> QImage:
    with Stage("bank", language, size=(1240, 620)) as stage:
        return middle(stage.show("code"))


def export(language: str) -> QImage:
    """The export dialog with the preset of a slide."""
    with Stage("bank", language) as stage:
        stage.app.acts.export_dialog()
        dialog = stage.app.acts.figures.dialog
        dialog.preset.setCurrentIndex(dialog.preset.findData("slide"))
        dialog.preset.activated.emit(dialog.preset.currentIndex())
        dialog.path.setText("figure.svg")
        wait(300)
        return middle(dialog)


def palette(language: str) -> QImage:
    """The command palette, a few letters typed."""
    with Stage("bank", language, size=(1080, 560)) as stage:
        stage.app.help.show_palette()
        QTest.keyClicks(stage.app.help._palette.line, "mat")
        stage.settle()
        return whole(stage)


def presenter(language: str) -> QImage:
    """The bank lesson on the whole screen, the pointer on a weight."""
    with Stage("bank", language, size=(1120, 630)) as stage:
        stage.app.presenting.enter()
        stage.window.setWindowState(Qt.WindowState.WindowNoState)  # else as large as the screen, whichever that is
        stage.window.resize(1120, 630)
        wait(300)
        screen = stage.window.presenter
        screen.hint.hide()
        canvas = next(c for c in screen.slide.canvases if c.figure.cells("weights") is not None)
        point(canvas, QPointF(canvas.cell_center("weights", 1, 2)))
        wait(100)
        return middle(stage.window)


def large(language: str) -> QImage:
    """The window with text twice as large."""
    with Stage("bank", language, size=(1240, 860), text=200) as stage:
        return whole(stage)


Maker = Callable[[str], QImage]
PICTURES: dict[str, Maker] = {
    maker.__name__: maker
    for maker in (
        first,
        steps,
        lessons,
        matrix,
        binary,
        heads,
        gradient,
        training,
        shapes,
        code,
        export,
        palette,
        presenter,
        large,
    )
}


# files -------------------------------------------------------------------------------------------------------


def stored(image: QImage) -> bytes:
    """As a PNG of the colours it has most of: a third of the size, and no difference to the eye."""
    from PIL import Image

    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.convertToFormat(QImage.Format.Format_RGB888).save(buffer, "PNG")
    picture = Image.open(io.BytesIO(buffer.data().data()))
    counted = sorted(picture.getcolors(picture.width * picture.height), reverse=True)[:COLOURS]
    palette = Image.new("P", (1, 1))
    palette.putpalette([value for _, colour in counted for value in colour])
    few = picture.quantize(palette=palette, dither=Image.Dither.NONE)
    file = io.BytesIO()
    few.save(file, "PNG", optimize=True)
    return file.getvalue()


def own_home(folder: Path) -> None:
    """The person's settings and files stay untouched, and have no say in a picture."""
    for name in ("HOME", "USERPROFILE", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
        os.environ[name] = str(folder)
    QSettings.setDefaultFormat(QSettings.Format.IniFormat)
    for scope in (QSettings.Scope.UserScope, QSettings.Scope.SystemScope):
        QSettings.setPath(QSettings.Format.IniFormat, scope, str(folder))


def main() -> int:
    parser = argparse.ArgumentParser(description="Make the pictures of the user guide from the running program.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"which: {', '.join(PICTURES)}; all by default")
    parser.add_argument("--lang", choices=LANGUAGES, help="in which language; both by default")
    parser.add_argument("--to", type=Path, default=GUIDE, help="the folder; resources/guide by default")
    options = parser.parse_args()
    unknown = [name for name in options.names if name not in PICTURES]
    if unknown:
        parser.error(f"no picture is called {', '.join(unknown)}")
    total = 0
    with tempfile.TemporaryDirectory() as home:
        own_home(Path(home))
        for language in [options.lang] if options.lang else LANGUAGES:
            folder = options.to / language
            folder.mkdir(parents=True, exist_ok=True)
            for name in options.names or PICTURES:
                data = stored(PICTURES[name](language))
                (folder / f"{name}.png").write_bytes(data)
                total += len(data)
                print(f"{language}/{name}.png {len(data) / 1000:.0f} kB")
    print(f"{total / 1e6:.2f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
