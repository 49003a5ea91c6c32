"""Export an animation: a live preview, what moves and how, and the progress of the file."""

from __future__ import annotations

import time

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QPushButton, QSlider, QVBoxLayout, QWidget

from attnviz.errors import InputError
from attnviz.export.files import Drawn
from attnviz.export.film import Film
from attnviz.export.fonts import text_width
from attnviz.export.scene import Scene
from attnviz.export.sweep import Motion, parameters, usual
from attnviz.ui.animation_form import AnimationForm
from attnviz.ui.export_preview import ExportPreview
from attnviz.ui.guard import guarded
from attnviz.ui.screen_room import Scrolled, SizedDialog
from attnviz.ui.text_size import px

REST = 160  # milliseconds without a change, after which a new film is begun
PREVIEW_LOOKED_AT = 3  # values laid out for the preview's room; the file looks at many more
MOST_PREVIEW_FPS = 15
WIDTH, HEIGHT = 980, 620
FORM_WIDTH = 340


class AnimationDialog(SizedDialog):
    """Signals: `export_requested(motion, size or None, ending)`; `cancel_requested()`; `left()` when it was closed."""

    export_requested = Signal(object, object, str)
    cancel_requested = Signal()
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Export animation"))
        self._scene: Scene | None = None
        self._motion: Motion | None = None
        self._film: Film | None = None
        self.running = False  # whether a file is being made
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(REST)
        self._rest.timeout.connect(self._begin)
        self._play = QTimer(self)
        self._play.timeout.connect(self._next)
        self._make()
        self._lay()
        self._join()
        self.resize_within(WIDTH, HEIGHT)

    def _make(self) -> None:
        self.preview = ExportPreview()
        self.form = AnimationForm()
        self.play = QPushButton("▶")
        self.play.setFixedSize(px(34), px(30))
        self.play.setProperty("kind", "player")
        self.play.setAccessibleName(self.tr("Play the preview"))
        self.play.setToolTip(self.tr("Play the preview"))
        self.bar = QSlider(Qt.Orientation.Horizontal)
        self.bar.setAccessibleName(self.tr("Picture of the preview"))
        self.bar.setToolTip(self.tr("Drag through the animation"))
        self.said = QLabel()
        self.said.setWordWrap(True)
        self.said.setTextFormat(Qt.TextFormat.PlainText)
        self.progress = QProgressBar()
        self.progress.setAccessibleName(self.tr("Progress of the file"))
        self.progress.setVisible(False)
        self.close_ = QPushButton(self.tr("Close"))
        self.close_.setToolTip(self.tr("Close without exporting (Esc)"))
        self.export = QPushButton(self.tr("E&xport…"))
        self.export.setToolTip(self.tr("Choose a file and make the animation (Enter)"))
        self.cancel = QPushButton(self.tr("&Cancel"))
        self.cancel.setToolTip(self.tr("Stop; no file is left"))
        self.cancel.setVisible(False)
        for button in (self.play, self.close_, self.cancel):
            button.setAutoDefault(False)
        self.export.setDefault(True)

    def _lay(self) -> None:
        player = QHBoxLayout()
        player.setSpacing(8)
        player.addWidget(self.play)
        player.addWidget(self.bar, 1)
        left = QVBoxLayout()
        left.setSpacing(8)
        left.addWidget(self.preview, 1)
        left.addLayout(player)
        middle = QHBoxLayout()
        middle.setSpacing(16)
        middle.addLayout(left, 1)
        middle.addWidget(Scrolled(self.form, FORM_WIDTH))
        below = QHBoxLayout()
        below.setSpacing(8)
        below.addWidget(self.said, 1)
        below.addWidget(self.progress, 1)
        for button in (self.cancel, self.close_, self.export):
            below.addWidget(button)
        box = QVBoxLayout(self)
        box.setContentsMargins(16, 14, 16, 14)
        box.setSpacing(12)
        box.addLayout(middle, 1)
        box.addLayout(below)

    def _join(self) -> None:
        self.form.motion_requested.connect(self._choose)
        self.form.output_changed.connect(self._output)
        self.form.refused.connect(lambda sentence: self.say(sentence, wrong=True))
        self.play.clicked.connect(self._toggle)
        self.bar.valueChanged.connect(self._show)
        self.close_.clicked.connect(self.reject)
        self.export.clicked.connect(self._export)
        self.cancel.clicked.connect(self.cancel_requested)

    # showing -----------------------------------------------------------------------------------------------

    def display(self, scene: Scene) -> None:
        """Offer to animate what a scene shows, beginning with its most telling parameter."""
        self._scene = scene
        there = parameters(scene)
        self.export.setEnabled(bool(there))
        if not there:
            self.say(self.tr("Nothing in this view can be animated."), wrong=True)
            return
        first = "step" if scene.view.tab == "steps" and "step" in there else there[0]
        motion = Motion(sweep=usual(first, scene), easing="linear" if first == "step" else "smooth")
        self._motion = motion
        self.form.display(scene, motion)
        self._begin()

    def _choose(self, motion: Motion) -> None:
        """Other choices: shown at once, the preview when the hand rests."""
        assert self._scene is not None
        self._motion = motion
        self.form.display(self._scene, motion)
        self._rest.start()

    def _output(self) -> None:
        """Another format or size: the layout of a chain follows the shape of the pictures."""
        self._tell()
        self._rest.start()

    def _begin(self) -> None:
        """A new film for the preview; what cannot be animated is said instead."""
        assert self._scene is not None
        assert self._motion is not None
        try:
            shape = self.form.chosen_pixels
            self._film = Film(self._scene, self._motion, text_width, PREVIEW_LOOKED_AT, shape=shape)
        except InputError as error:
            self._film = None
            self._pause()
            self.export.setEnabled(False)
            self.say(str(error), wrong=True)
            return
        self.export.setEnabled(not self.running)
        self.bar.setRange(0, len(self._film) - 1)
        self._tell()
        self._show(self.bar.value())

    def _show(self, frame: int) -> None:
        """One picture of the preview."""
        if self._film is None or self._scene is None:
            return
        began = time.perf_counter()
        figure = self._film.figure(min(frame, len(self._film) - 1))
        self.preview.display(Drawn(figure=figure), self._scene.palette)
        self.bar.setAccessibleDescription(figure.title)
        if self._play.isActive():  # never faster than the pictures come, so that keys are heard between them
            least = 2000 * (time.perf_counter() - began)
            self._play.setInterval(round(max(1000 / min(self._film.motion.fps, MOST_PREVIEW_FPS), least)))

    def _tell(self) -> None:
        """How many pictures of what size it will be."""
        if self._film is None or self.running:
            return
        size = self.form.chosen_pixels
        count = len(self._film)
        if size is None:
            self.say(self.tr("{n} pictures").format(n=count))
        else:
            self.say(
                self.tr("{n} pictures of {width} × {height} pixels").format(n=count, width=size[0], height=size[1])
            )

    def say(self, sentence: str, *, wrong: bool = False) -> None:
        self.said.setText(sentence)
        self.said.setProperty("wrong", wrong)
        self.said.style().unpolish(self.said)
        self.said.style().polish(self.said)

    # playing -----------------------------------------------------------------------------------------------

    def _toggle(self) -> None:
        if self._play.isActive():
            self._pause()
        elif self._film is not None:
            if self.bar.value() >= self.bar.maximum():
                self.bar.setValue(0)
            self._play.start(round(1000 / min(self._film.motion.fps, MOST_PREVIEW_FPS)))
            self.play.setText("❚❚")

    def _pause(self) -> None:
        self._play.stop()
        self.play.setText("▶")

    def _next(self) -> None:
        if self._film is None:
            return
        skipped = max(1, round(self._film.motion.fps * self._play.interval() / 1000))
        self.bar.setValue(self.bar.value() + skipped if self.bar.value() < self.bar.maximum() else 0)

    # the file ----------------------------------------------------------------------------------------------

    def _export(self) -> None:
        if self._motion is not None and not self.running:
            if self._rest.isActive():
                self._rest.stop()
                self._begin()
            if self._film is not None:
                self.export_requested.emit(self._motion, self.form.chosen_pixels, self.form.format.currentData())

    def show_progress(self, done: int, count: int) -> None:
        """A file is being made; `count` 0 is not yet known."""
        self._set_running(True)
        self.progress.setRange(0, count)
        self.progress.setValue(done)

    def show_end(self, sentence: str, *, wrong: bool = False) -> None:
        """The file is there, or is not to be had, or was given up."""
        self._set_running(False)
        self.say(sentence, wrong=wrong)

    def _set_running(self, running: bool) -> None:
        if running != self.running:
            self.running = running
            self._pause()
            idle: tuple[QWidget, ...] = (self.said, self.close_)
            busy: tuple[QWidget, ...] = (self.progress, self.cancel)
            for widget in busy if running else idle:
                widget.setVisible(True)
            self.export.setEnabled(True)
            (self.cancel if running else self.export).setFocus()  # before what has the keys goes
            for widget in idle if running else busy:
                widget.setVisible(False)
            self.form.setEnabled(not running)
            self.export.setEnabled(not running)

    def reject(self) -> None:
        """Esc stops a file that is being made, and closes the dialog otherwise."""
        if self.running:
            self.cancel_requested.emit()
        else:
            self._leave()
            super().reject()

    @guarded
    def closeEvent(self, event: QCloseEvent) -> None:
        if self.running:
            self.cancel_requested.emit()
        self._leave()
        super().closeEvent(event)

    def _leave(self) -> None:
        self._pause()
        self._rest.stop()
        self.left.emit()
