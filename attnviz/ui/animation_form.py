"""What can be chosen about an animation: which parameter, from where to where, how long, and as what."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QComboBox, QGridLayout, QHBoxLayout, QLabel, QWidget

from attnviz.export.scene import Scene
from attnviz.export.sweep import (
    EASINGS,
    MOST_FPS,
    MOST_SECONDS,
    WHOLE,
    Motion,
    Parameter,
    Sweep,
    bounds,
    parameters,
    usual,
)
from attnviz.i18n import NumberFormat
from attnviz.ui.number_field import NumberField
from attnviz.ui.switch import Switch
from attnviz.ui.text_size import px

FORMATS = {"gif": "GIF", "webp": "WebP", "mp4": "MP4 (H.264)"}
SIZES: tuple[tuple[int, int] | None, ...] = (None, (1920, 1080), (1280, 720), (640, 360))
MIX = 3


class AnimationForm(QWidget):
    """Signals: `motion_requested(Motion)`; `output_changed()` for another format or size; `refused(sentence)`."""

    motion_requested = Signal(object)
    output_changed = Signal()
    refused = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scene: Scene | None = None
        self._motion: Motion | None = None
        self.parameter = self._combo(self.tr("Parameter"), self.tr("What moves"))
        self.start = self._ends(self.tr("From"))
        self.stop = self._ends(self.tr("To"))
        self.seconds = self._number(0.1, MOST_SECONDS, 0.5, 1, self.tr("Duration in seconds"))
        self.fps = self._number(1, MOST_FPS, 1, 0, self.tr("Pictures a second"))
        self.easing = self._combo(self.tr("Easing"), self.tr("How the value moves from start to end"))
        self.back = Switch(self.tr("and &back again"))
        self.back.setToolTip(self.tr("Return to the start, so that a loop does not jump"))
        self.format = self._combo(self.tr("Format"), self.tr("GIF and WebP loop in pages, MP4 plays in slides"))
        self.pixels = self._combo(self.tr("Size"), self.tr("Pixels of the animation"))
        self._lay()
        self._join()

    def _combo(self, name: str, told: str) -> QComboBox:
        combo = QComboBox()
        combo.setAccessibleName(name)
        combo.setToolTip(told)
        return combo

    def _number(self, low: float, high: float, step: float, places: int, name: str) -> NumberField:
        field = NumberField(low, high, step, places)
        field.setProperty("kind", "")  # framed, as every field of a dialog
        field.setAccessibleName(name)
        field.setToolTip(name)
        field.setMinimumWidth(px(58))
        return field

    def _ends(self, name: str) -> tuple[NumberField, ...]:
        """One field, and two more for the mixture's other shares."""
        return tuple(
            self._number(0, 1, 1, 2, name if k == 0 else self.tr("{end}, share {n}").format(end=name, n=k + 1))
            for k in range(MIX)
        )

    def _lay(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(9)
        rows: list[tuple[str, QWidget, tuple[QWidget, ...]]] = [
            (self.tr("&Parameter"), self.parameter, (self.parameter,)),
            (self.tr("&From"), self.start[0], self.start),
            (self.tr("&To"), self.stop[0], self.stop),
            (self.tr("&Seconds"), self.seconds, (self.seconds,)),
            (self.tr("Pictures a secon&d"), self.fps, (self.fps,)),
            (self.tr("&Easing"), self.easing, (self.easing,)),
            ("", self.back, (self.back,)),
            (self.tr("F&ormat"), self.format, (self.format,)),
            (self.tr("Si&ze"), self.pixels, (self.pixels,)),
        ]
        for index, (text, buddy, fields) in enumerate(rows):
            label = QLabel(text)
            label.setBuddy(buddy)
            grid.addWidget(label, index, 0)
            beside = QHBoxLayout()
            beside.setSpacing(4)
            for field in fields:
                beside.addWidget(field)
            grid.addLayout(beside, index, 1)
        grid.setColumnStretch(1, 1)
        grid.setRowStretch(len(rows), 1)

    def _join(self) -> None:
        self.parameter.activated.connect(self._choose_parameter)
        for which, fields in (("start", self.start), ("stop", self.stop)):
            for index, field in enumerate(fields):
                field.value_entered.connect(lambda value, w=which, k=index: self._move_end(w, k, value))
                field.refused.connect(self.refused)
        self.seconds.value_entered.connect(lambda value: self._ask(seconds=value))
        self.fps.value_entered.connect(lambda value: self._ask(fps=round(value)))
        self.seconds.refused.connect(self.refused)
        self.fps.refused.connect(self.refused)
        self.easing.activated.connect(lambda _: self._ask(easing=self.easing.currentData()))
        self.back.clicked.connect(lambda on: self._ask(back=on))
        self.format.activated.connect(lambda _: self.output_changed.emit())
        self.pixels.activated.connect(lambda _: self.output_changed.emit())

    # showing -----------------------------------------------------------------------------------------------

    def names(self) -> dict[Parameter, str]:
        return {
            "d_k": self.tr("dₖ, components"),
            "temperature": self.tr("τ, temperature"),
            "decay": self.tr("λ, distance decay"),
            "previous": self.tr("c, previous token"),
            "mix": self.tr("mixture"),
            "head": self.tr("head"),
            "step": self.tr("step of the chain"),
            "training": self.tr("training step"),
        }

    @property
    def chosen_pixels(self) -> tuple[int, int] | None:
        """Width and height that were chosen; None is as the figure is."""
        return SIZES[self.pixels.currentIndex()]

    def display(self, scene: Scene, motion: Motion) -> None:
        """Show what there is to move in a scene, and how it moves."""
        if scene is not self._scene:
            self._scene = scene
            self._fill(scene)
        self._motion = motion
        sweep, form = motion.sweep, scene.form
        self.parameter.setCurrentIndex(self.parameter.findData(sweep.parameter))
        self._show_ends(scene, sweep, form)
        self.seconds.display(motion.seconds, form)
        self.fps.display(motion.fps, form)
        self.easing.setCurrentIndex(self.easing.findData(motion.easing))
        with QSignalBlocker(self.back):
            self.back.setChecked(motion.back)
        self.back.dress(scene.palette)

    def _show_ends(self, scene: Scene, sweep: Sweep, form: NumberFormat) -> None:
        low, high = bounds(sweep.parameter, scene)
        for fields, values in ((self.start, sweep.start), (self.stop, sweep.stop)):
            for field, value in zip(fields, values, strict=False):
                field.set_range(low, high, 0 if sweep.parameter in WHOLE else 2)
                field.display(value, form)
            for field in fields[1:]:
                field.setVisible(len(values) == MIX)

    def _fill(self, scene: Scene) -> None:
        names = self.names()
        self.parameter.clear()
        for parameter in parameters(scene):
            self.parameter.addItem(names[parameter], parameter)
        self.easing.clear()
        texts = {
            "linear": self.tr("even"),
            "smooth": self.tr("gently, slower at both ends"),
            "geometric": self.tr("in equal ratios"),
        }
        for easing in EASINGS:
            self.easing.addItem(texts[easing], easing)
        if self.format.count() == 0:
            for ending, text in FORMATS.items():
                self.format.addItem(text, ending)
            for size in SIZES:
                text = self.tr("as the figure is") if size is None else f"{size[0]} × {size[1]}"
                self.pixels.addItem(text)

    # asking ------------------------------------------------------------------------------------------------

    def _ask(self, **changes: object) -> None:
        if self._motion is not None:
            self.motion_requested.emit(replace(self._motion, **changes))  # type: ignore[arg-type]

    def _choose_parameter(self) -> None:
        if self._scene is not None:
            self._ask(sweep=usual(self.parameter.currentData(), self._scene))

    def _move_end(self, which: str, index: int, value: float) -> None:
        if self._motion is None:
            return
        sweep = self._motion.sweep
        values = list(getattr(sweep, which))
        values[index] = value
        if sweep.parameter == "mix":
            values = _mixture(values, index)
        ends = tuple(values)
        self._ask(sweep=replace(sweep, start=ends) if which == "start" else replace(sweep, stop=ends))


def _mixture(values: list[float], fixed: int) -> list[float]:
    """Three shares that sum to 1: the one just typed stays, the others share the rest as they did."""
    others = [k for k in range(MIX) if k != fixed]
    rest, total = 1 - values[fixed], sum(values[k] for k in others)
    for k in others:
        values[k] = round(rest * values[k] / total, 6) if total > 0 else rest / 2
    values[others[1]] = max(round(1 - values[fixed] - values[others[0]], 6), 0.0)
    return values
