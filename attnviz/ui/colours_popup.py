"""How numbers become colours: map, range, and a key to leave out. Opens below its button."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QComboBox, QFrame, QGridLayout, QLabel, QWidget

from attnviz.document.colour_choice import MAPS, SIGNED_MAPS, ColourChoice
from attnviz.document.view_state import Quantity
from attnviz.export.matrix_quantity import colour_choice, drawn_quantity, shown, weights_choice
from attnviz.export.scene import Scene
from attnviz.ui.optional_field import OptionalField
from attnviz.ui.switch import Switch
from attnviz.ui.text_size import px


class ColoursPopup(QFrame):
    """Signals: `choice_requested(ColourChoice)`; `refused(sentence)`, which stands in the popup too."""

    choice_requested = Signal(object)
    refused = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self._choice = ColourChoice()
        self._signed = False
        self._quantity: Quantity = "weights"  # whose ends are shown and set
        self._scene: Scene | None = None
        self._behind = False  # whether the scene is still to be shown
        self.refusal, self.note = QLabel(), QLabel()
        self.setObjectName("popup")
        self.map = QComboBox()
        self.signed_map = QComboBox()
        self._fill_maps()
        self.automatic = Switch(self.tr("&range read from the numbers"))
        self.low, self.high, self.leave_out = OptionalField(), OptionalField(), OptionalField()
        for field in (self.low, self.high):
            field.setPlaceholderText(self.tr("automatic"))
        self.low.setAccessibleName(self.tr("Lower end of the colours"))
        self.high.setAccessibleName(self.tr("Upper end of the colours"))
        self.leave_out.setPlaceholderText(self.tr("none"))
        self.leave_out.setAccessibleName(self.tr("Key left out of the range"))
        self._tips: dict[QWidget, str] = {
            self.automatic: self.tr("The colours reach from the smallest to the largest number that is not masked"),
            self.low: self.tr("The number that gets the first colour; empty: as the scale says"),
            self.high: self.tr("The number that gets the last colour; empty: as the scale says"),
            self.leave_out: self.tr(
                "The number of a key, the first being 1, which does not count where the range is read: a sink"
            ),
        }
        for part, tip in self._tips.items():
            part.setToolTip(tip)
        self._build()
        self.map.activated.connect(lambda index: self._ask(map=MAPS[index]))
        self.signed_map.activated.connect(lambda index: self._ask(signed_map=SIGNED_MAPS[index]))
        self.automatic.clicked.connect(self._ask_automatic)
        self.low.value_entered.connect(lambda value: self._ask_end(self.low, low=value))
        self.high.value_entered.connect(lambda value: self._ask_end(self.high, high=value))
        self.leave_out.value_entered.connect(self._ask_leave_out)
        for field in (self.low, self.high, self.leave_out):
            field.refused.connect(self._refuse)
            field.textEdited.connect(lambda _text: self.refusal.hide())

    def _fill_maps(self) -> None:
        names = {
            "violet": self.tr("violet"),
            "viridis": self.tr("viridis"),
            "cividis": self.tr("cividis"),
            "grey": self.tr("grey"),
            "blue-orange": self.tr("blue and orange"),
            "purple-green": self.tr("purple and green"),
        }
        for combo, maps in ((self.map, MAPS), (self.signed_map, SIGNED_MAPS)):
            for name in maps:
                combo.addItem(names[name])
            combo.setAccessibleName(self.tr("Colour map"))
            combo.setToolTip(self.tr("Every map can be told apart by colour-blind people"))

    def _build(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(14, 12, 14, 12)
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(8)
        self._map_label = QLabel(self.tr("colour &map"))
        rows: list[tuple[QLabel, QWidget]] = [
            (self._map_label, self.map),
            (QLabel(self.tr("&from")), self.low),
            (QLabel(self.tr("&to")), self.high),
            (QLabel(self.tr("leave out &key number")), self.leave_out),
        ]
        grid.addWidget(rows[0][0], 0, 0)
        grid.addWidget(self.map, 0, 1)
        grid.addWidget(self.signed_map, 0, 1)
        grid.addWidget(self.automatic, 1, 0, 1, 2)
        for place, (label, field) in enumerate(rows[1:], 2):
            grid.addWidget(label, place, 0)
            grid.addWidget(field, place, 1)
        for label, field in rows:
            label.setBuddy(field)
        self.refusal.setProperty("wrong", True)
        self.note.setProperty("role", "muted")
        for place, label in enumerate((self.refusal, self.note), len(rows) + 1):
            label.setWordWrap(True)
            label.setMaximumWidth(px(260))
            label.hide()
            grid.addWidget(label, place, 0, 1, 2)

    def display(self, scene: Scene, signed: bool) -> None:
        """Remember what there is to show, and show it while it can be seen: no drag need wait for what is hidden."""
        self._choice, self._signed, self._scene = scene.view.colour, signed, scene
        self._quantity = drawn_quantity(scene.view)
        self._n_k, self._form = scene.trace.n_k, scene.form
        self._behind = True
        if self.isVisible():
            self.catch_up()

    def catch_up(self) -> None:
        """Show what was remembered: before it opens, and before its controls are listed."""
        if self._scene is None or not self._behind:
            return
        self._behind = False
        scene, signed, choice = self._scene, self._signed, self._choice
        self.automatic.dress(scene.palette)
        self.map.setCurrentIndex(MAPS.index(choice.map))
        self.signed_map.setCurrentIndex(SIGNED_MAPS.index(choice.signed_map))
        self.map.setVisible(not signed)
        self.signed_map.setVisible(signed)
        self._map_label.setBuddy(self.signed_map if signed else self.map)
        own = choice.of(self._quantity)
        self.low.display(own.low, scene.form)
        self.high.display(own.high, scene.form)
        self.leave_out.display(None if choice.leave_out is None else choice.leave_out + 1.0, scene.form)
        self._tell_effects(scene)

    def _tell_effects(self, scene: Scene) -> None:
        """What has no effect now is disabled and says why; the switch is on where the range is read."""
        choice = self._choice
        drawn = colour_choice(scene) if self._signed else weights_choice(scene)
        curve, typed = drawn.curve, (drawn.low is not None) + (drawn.high is not None)
        fixed = typed >= (1 if self._signed else 2) and curve not in ("row", "quantile")
        left_out = choice.leave_out is not None and choice.leave_out < self._n_k
        unasked = replace(scene, view=replace(scene.view, colour=replace(choice, automatic=False)))
        # What is no weights has no range of its own from 0 to 1.
        forced = self._signed or (self._quantity == "weights" and weights_choice(unasked).automatic)
        why_ends = {
            "row": self.tr("Each query is measured by its own largest number: from and to do not count."),
            "quantile": self.tr("Quantiles ask only which number is larger: from and to do not count."),
        }.get(curve, "")
        why_none = self.tr("The ends are set by hand: none is read from the numbers.") if fixed else ""
        why_switch = why_ends or why_none
        if forced and not why_switch:
            why_switch = self.tr("The range of these numbers is always read from them.")
        reads = bool(why_ends) or (not fixed and (choice.automatic or left_out or forced))
        with QSignalBlocker(self.automatic):
            self.automatic.setChecked(reads)
        whys = {self.low: why_ends, self.high: why_ends, self.leave_out: why_none, self.automatic: why_switch}
        for part, why in whys.items():
            self._enable(part, why)
        notes = [why_ends or why_none]
        if choice.leave_out is not None and not left_out:
            notes.append(
                self.tr("There is no key {number} here: keys are counted from 1 to {n}.").format(
                    number=choice.leave_out + 1, n=self._n_k
                )
            )
        self._note("\n".join(filter(None, notes)))

    def _enable(self, part: QWidget, why_not: str) -> None:
        part.setEnabled(not why_not)
        part.setToolTip(why_not or self._tips[part])
        part.setAccessibleDescription(why_not)

    def _note(self, text: str) -> None:
        if text == self.note.text():
            return
        self.note.setText(text)
        self.note.setVisible(bool(text))
        self.adjustSize()

    def _ask(self, **changes: Any) -> None:  # noqa: ANN401  # fields of a ColourChoice
        self.refusal.hide()
        self.choice_requested.emit(replace(self._choice, **changes))

    def _ask_automatic(self, on: bool) -> None:
        """Leaving a key out reads the range: without reading, none is left out."""
        if on:
            self._ask(automatic=True)
        else:
            self._ask(automatic=False, leave_out=None)

    def _ask_end(self, field: OptionalField, **changes: float | None) -> None:
        """An end of the colours of what is shown, if it leaves them a range."""
        before = self._choice.of(self._quantity)
        choice = replace(before, **changes)  # type: ignore[arg-type]  # low or high
        low, high = self._ends(choice)
        if low < high:
            self.refusal.hide()
            self.choice_requested.emit(self._choice.with_ends(self._quantity, choice.low, choice.high))
            return
        form, kept = self._form, before.low if field is self.low else before.high
        sentence = self.tr("The colours cannot reach from {low} to {high}: the first number must be the smaller one.")
        field.refuse(kept, sentence.format(low=form.exact(low), high=form.exact(high)))

    def _ends(self, choice: ColourChoice) -> tuple[float, float]:
        """Both ends, an empty one as the scale says."""
        assert self._scene is not None
        if choice.low is not None and choice.high is not None:
            return choice.low, choice.high
        if self._signed or choice == replace(choice, low=None, high=None):
            return -1.0, 1.0  # one end sets both sides of zero, and of none by hand there is always a range
        own = self._choice.with_ends(self._quantity, None, None)
        free = replace(self._scene.view, quantity=self._quantity, colour=own)
        scale = shown(replace(self._scene, view=free)).scale
        low, high = scale.low, scale.high
        return low if choice.low is None else choice.low, high if choice.high is None else choice.high

    def _refuse(self, sentence: str) -> None:
        self.refusal.setText(sentence)
        self.refusal.show()
        self.adjustSize()
        self.refused.emit(sentence)

    def _ask_leave_out(self, number: float | None) -> None:
        if number is None:
            self._ask(leave_out=None)
        elif number == int(number) and 1 <= number <= self._n_k:
            self._ask(leave_out=int(number) - 1)
        else:
            kept = None if self._choice.leave_out is None else self._choice.leave_out + 1.0
            self.leave_out.refuse(kept, self.tr("Keys are counted from 1 to {n}.").format(n=self._n_k))
