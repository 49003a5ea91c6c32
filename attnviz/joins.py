"""Who listens to whom: every signal of the window joined to the application, grouped by what it is about.

A tab's view is made when it is first shown; `join_view` then joins it. Nothing outside this file, app.py and the
session room joins signals of another object.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from attnviz.app import Application
    from attnviz.document.view_state import Tab
    from attnviz.ui.main_window import MainWindow
    from attnviz.ui.matrix_view import MatrixView
    from attnviz.ui.steps_view import StepsView


def join_view(app: Application, tab: Tab, view: QWidget) -> None:
    """Join a tab's view, just made."""
    _VIEWS[tab](app, view)


def _join_steps(app: Application, view: StepsView) -> None:
    editor = view.editor
    editor.cell_edit_requested.connect(app.acts.edit_cell)
    editor.paste_requested.connect(app.acts.paste)
    editor.row_add_requested.connect(app.acts.add_row)
    editor.row_remove_requested.connect(app.acts.remove_row)
    editor.column_add_requested.connect(app.acts.add_column)
    editor.column_remove_requested.connect(app.acts.remove_column)
    editor.rename_requested.connect(app.acts.rename)
    editor.file_requested.connect(app.acts.fill_from_file)
    editor.refused.connect(app.window.say)
    editor.cell_hovered.connect(app.gaze.read)
    editor.cursor_moved.connect(app.gaze.move_cursor)
    editor.hover_left.connect(app.gaze.read_nothing)
    editor.cell_clicked.connect(app.gaze.follow_cell)
    editor.label_clicked.connect(app.gaze.follow_label)
    view.player.step_requested.connect(lambda step: app.look(step=step))


def _join_matrix(app: Application, view: MatrixView) -> None:
    heatmap = view.heatmap
    heatmap.cell_hovered.connect(app.gaze.read)
    heatmap.hover_left.connect(app.gaze.read_nothing)
    heatmap.cell_clicked.connect(app.gaze.follow_cell)
    heatmap.label_clicked.connect(app.gaze.follow_label)
    heatmap.cell_inspected.connect(app.gaze.inspect)
    view.sentence.text_requested.connect(app.acts.set_text)


# One line a tab: the function that joins its view.
_VIEWS: dict[Tab, Callable[[Application, Any], None]] = {
    "steps": _join_steps,
    "matrix": _join_matrix,
}


def join_window(app: Application, window: MainWindow) -> None:
    """The panels that stand beside every view, and the window itself."""
    window.controls.head_requested.connect(app.acts.set_head)
    window.controls.option_requested.connect(app.acts.set_option)
    window.controls.number_requested.connect(app.acts.set_number)
    window.controls.layer_requested.connect(app.acts.set_layer)
    window.controls.head_index_requested.connect(lambda head: app.look(head=head))
    window.controls.numbers_requested.connect(lambda on: app.look(numbers=on))
    window.controls.refused.connect(window.say)
    window.lessons.lesson_requested.connect(app.open_lesson)
    window.lessons.experiment_requested.connect(app.acts.apply_experiment)
    window.tab_requested.connect(lambda tab: app.look(tab=tab))
    window.files_dropped.connect(lambda names: app.acts.open_files([Path(name) for name in names]))
    window.closing.connect(app.save_layout)


def join_menus(app: Application, window: MainWindow) -> None:
    """Every act of the menus."""
    a, acts = window.actions_, app.acts
    joins: list[tuple[QAction, Callable[[], object]]] = [
        (a.new_sentence, acts.new_sentence),
        (a.open, acts.open_dialog),
        (a.export, acts.export_dialog),
        (a.save_numbers, acts.save_numbers_dialog),
        (a.quit, window.close),
        (a.copy_figure, acts.copy_figure),
        (a.add_row, lambda: acts.at_cursor(lambda m, r, c: acts.add_row(m))),
        (a.remove_row, lambda: acts.at_cursor(lambda m, r, c: acts.remove_row(m, r))),
        (a.add_column, lambda: acts.at_cursor(lambda m, r, c: acts.add_column(m))),
        (a.remove_column, lambda: acts.at_cursor(lambda m, r, c: acts.remove_column(m, c))),
        (a.rename, acts.rename_at_cursor),
        (a.fill, lambda: acts.at_cursor(lambda m, r, c: acts.fill_from_file(m))),
        (a.numbers, lambda: app.look(numbers=not app.view.numbers)),
        (a.motion, app.toggle_motion),
        (a.compare, app.pin),
        (a.follow_key, app.gaze.follow_key),
        (a.new_embeddings, acts.new_embeddings),
        (a.lessons_panel, window.toggle_lessons),
        (a.divide, lambda: acts.set_option("divide", not app.session.document.options.divide)),
        (a.causal, lambda: acts.set_option("causal", not app.session.document.options.causal)),
        (a.shortcuts, acts.show_shortcuts),
        (a.about, acts.show_about),
    ]
    joins += [(action, partial(app.look, tab=tab)) for tab, action in a.tabs.items()]
    joins += [(action, partial(app.set_notation, letters=name)) for name, action in a.letters.items()]
    joins += [(action, partial(app.set_notation, first_head=int(n))) for n, action in a.first_heads.items()]
    joins += [
        (action, partial(app.set_notation, transposed=name == "columns")) for name, action in a.transposed.items()
    ]
    joins += [(action, partial(app.set_theme, name)) for name, action in a.themes.items()]
    joins += [(action, partial(app.set_language, name)) for name, action in a.languages.items()]
    joins += [(action, partial(acts.set_head, head)) for head, action in a.heads.items()]
    joins += [(action, partial(app.open_lesson, name)) for name, action in a.lessons.items()]
    for action, act in joins:
        action.triggered.connect(lambda _checked=False, act=act: act())
