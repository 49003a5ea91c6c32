"""Every control that can be seen or unfolded in a part of the window, by its name, and how to use it without the mouse.

Names are the controls' own, as they are read or heard: nothing is listed here that could fall behind the window.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLabel, QLineEdit, QScrollArea, QWidget

from attnviz.ui.command_match import fold
from attnviz.ui.folds import Opener, catch_up, unfold, way_to
from attnviz.ui.menu_walk import plain
from attnviz.ui.number_slider import NumberSlider


@dataclass(frozen=True, slots=True, kw_only=True)
class Control:
    """One thing that can be done with a control.

    `also`: what else it is called, on the label beside it or to a screen reader; `use`: do it, or bring the keys there;
    `checked`: whether it is on, None where it cannot be; `within`: the button that is pressed before, if one has to be.
    """

    text: str
    also: str
    use: Callable[[], object]
    checked: bool | None = None
    within: str = ""


def controls_of(part: QWidget, acts: Collection[str], *, same: bool) -> Iterator[Control]:
    """The enabled controls of a part of the window, those that are folded away too; of a combo box each choice.

    Buttons that bear the name of one of `acts`, which the menus offer already, are left out: all of them where the
    part sets the `same` things as the menus do, else those alone that are not switched on and off.
    """
    catch_up(part)
    taken = {_bare(act) for act in acts}
    labels = {label.buddy(): plain(label.text()) for label in part.findChildren(QLabel) if label.buddy() is not None}
    for widget in (part, *part.findChildren(QWidget)):
        if widget.focusPolicy() == Qt.FocusPolicy.NoFocus or not widget.isEnabled():
            continue
        opener = None if widget.isVisible() else way_to(widget, part)
        if opener is None and not widget.isVisible():
            continue
        for control in _of(widget, labels.get(widget, "")):
            press = isinstance(widget, QAbstractButton)
            if press and (not control.text or (_bare(control.text) in taken and (same or control.checked is None))):
                continue
            yield control if opener is None else _behind(opener, widget, control)


def _of(widget: QWidget, label: str) -> Iterator[Control]:
    """What can be done with one widget: nothing, one thing, or one of several."""
    if isinstance(widget, QAbstractButton):
        yield _button(widget)
    elif isinstance(widget, QComboBox):
        yield from _choices(widget, label)
    elif isinstance(number := widget.parentWidget(), NumberSlider):
        if widget is number.field:  # of the two ways to set one number this is the one for the keys
            yield _place(widget, number.slider.accessibleName(), plain(number.label.text()), widget.accessibleName())
    elif widget.accessibleName() or label:
        yield _place(widget, widget.accessibleName(), label)


def _behind(opener: Opener, widget: QWidget, control: Control) -> Control:
    """A control that is folded away: first what it lies in is shown."""
    within = plain(opener.text()).rstrip("…") if isinstance(opener, QAbstractButton) else ""
    return replace(control, use=partial(_unfold, opener, widget, control.use), within=within)


def _unfold(opener: Opener, widget: QWidget, use: Callable[[], object]) -> None:
    unfold(opener)
    if widget.isVisible() and widget.isEnabled():
        use()
        widget.setFocus(Qt.FocusReason.ShortcutFocusReason)


def _bare(name: str) -> str:
    """A name as two are compared: “Closer (zoom in)” is “closer”."""
    return "".join(fold(name.partition(" (")[0])[0]).strip()


def _button(button: QAbstractButton) -> Control:
    names = _names(button.accessibleName(), plain(button.text()))
    on = button.isChecked() if button.isCheckable() else None
    return Control(text=names[0], also=_rest(names), use=partial(_press, button), checked=on)


def _choices(combo: QComboBox, label: str) -> Iterator[Control]:
    names = _names(combo.accessibleName(), label)
    model, column = combo.model(), combo.modelColumn()
    for index in range(combo.count()):
        if model.flags(model.index(index, column)) & Qt.ItemFlag.ItemIsEnabled:
            item = combo.itemText(index)
            yield Control(
                text=f"{names[0]}: {item}" if names[0] else item,
                also=_rest(names),
                use=partial(_choose, combo, item),
                checked=index == combo.currentIndex(),
            )


def _place(widget: QWidget, *names: str) -> Control:
    own = _names(*names)
    return Control(text=own[0], also=_rest(own), use=partial(_go_to, widget))


def _names(*names: str) -> list[str]:
    """What of these can be typed, each once; at least one, if empty. Signs such as ▷ are no names."""
    return list(dict.fromkeys(name for name in names if any(map(str.isalnum, name)))) or [""]


def _rest(names: list[str]) -> str:
    return " · ".join(names[1:])


def _press(button: QAbstractButton) -> None:
    _bring_into_sight(button)
    button.click()


def _choose(combo: QComboBox, item: str) -> None:
    """As the hand does: the box shows it, and asks for it. By its text, for the box may have been filled anew."""
    index = combo.findText(item, Qt.MatchFlag.MatchExactly | Qt.MatchFlag.MatchCaseSensitive)
    if index >= 0 and combo.isEnabled():
        _bring_into_sight(combo)
        combo.setCurrentIndex(index)
        combo.activated.emit(index)


def _go_to(widget: QWidget) -> None:
    _bring_into_sight(widget)
    widget.setFocus(Qt.FocusReason.ShortcutFocusReason)
    if isinstance(widget, QLineEdit):
        widget.selectAll()


def _bring_into_sight(widget: QWidget) -> None:
    """Scroll whatever it lies in as far as it takes."""
    above = widget.parentWidget()
    while above is not None:
        if isinstance(above, QScrollArea) and above.widget() is not widget:
            above.ensureWidgetVisible(widget, 8, 8)
        above = above.parentWidget()
