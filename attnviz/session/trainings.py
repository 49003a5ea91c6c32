"""The runs beside a scene while the Training tab is shown."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, Slot

from attnviz.document.training_look import PACES
from attnviz.export.scene import Scene
from attnviz.session.companion import Companion
from attnviz.session.trainer import Trainer


class Trainings(Companion):
    """Fills `scene.training`. A run rests while another tab is shown."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.trainer = Trainer(self)
        self._completing = False
        self.trainer.progressed.connect(self._progressed)
        self.trainer.failed.connect(self._failed)

    def complete(self, scene: Scene) -> Scene:
        self._completing = True
        try:
            self._order(scene)
        finally:
            self._completing = False
        runs = self.trainer.runs if scene.view.tab == "training" else scene.training
        return scene if runs is scene.training else replace(scene, training=runs)

    def _order(self, scene: Scene) -> None:
        if scene.view.tab != "training":
            self.trainer.pause()
            return
        self.trainer.prepare(scene.document.training)
        pace = scene.view.training.pace
        self.trainer.set_pace(pace if pace in PACES else None)  # a file may ask for any number, 0 too

    @Slot(object)
    def _progressed(self, _runs: object) -> None:
        if not self._completing:  # else whoever asks shows it
            self.completed.emit()

    @Slot(object)
    def _failed(self, error: Exception) -> None:
        raise error

    def stop(self) -> None:
        self.trainer.stop()
