"""Who listens to whom: every signal of the window joined to the application, grouped by what it is about.

A tab's view is made when it is first shown; `join_view` then joins it. Nothing outside this file, app.py and the
session room joins signals of another object.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from attnviz.acts import scripts
from attnviz.document.zoom import KEY_STEP
from attnviz.ui import key_ways

if TYPE_CHECKING:
    from attnviz.acts.figures import FigureActs
    from attnviz.acts.films import FilmActs
    from attnviz.acts.help import HelpActs
    from attnviz.app import Application
    from attnviz.document.view_state import Tab
    from attnviz.session.errand import Errand
    from attnviz.session.head_grids import HeadGrids
    from attnviz.ui.animation_dialog import AnimationDialog
    from attnviz.ui.code_view import CodeView
    from attnviz.ui.command_palette import CommandPalette
    from attnviz.ui.export_dialog import ExportDialog
    from attnviz.ui.gradient_view import GradientView
    from attnviz.ui.heads_view import HeadsView
    from attnviz.ui.main_window import MainWindow
    from attnviz.ui.matrix_view import MatrixView
    from attnviz.ui.preferences import PreferencesDialog
    from attnviz.ui.presenter import Presenter
    from attnviz.ui.saturation_panel import SaturationPanel
    from attnviz.ui.self_check_dialog import SelfCheckDialog
    from attnviz.ui.shapes_view import ShapesView
    from attnviz.ui.steps_view import StepsView
    from attnviz.ui.training_view import TrainingView


def join_view(app: Application, tab: Tab, view: QWidget) -> None:
    """Join a tab's view, just made."""
    _VIEWS[tab](app, view)
    app.settings.restore_view(tab, view)


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
    for canvas in (view.heatmap, view.links.canvas, view.compare.canvas):
        canvas.cell_hovered.connect(app.gaze.read)
        canvas.hover_left.connect(app.gaze.read_nothing)
        canvas.cell_clicked.connect(app.gaze.follow_cell)
        canvas.label_clicked.connect(app.gaze.follow_label)
    for plot in (view.heatmap, view.compare.canvas):
        plot.cell_inspected.connect(app.gaze.inspect)
        plot.zoom_requested.connect(lambda window: app.look(zoom=window))
        plot.cramped_told.connect(app.window.controls.tell_cramped)
    for drawing in (view.heatmap, view.links.canvas, view.compare.canvas):
        drawing.picture_requested.connect(app.displaying.again.start)
    view.links.links_requested.connect(lambda look: app.look(links=look))
    view.links.refused.connect(app.window.say)
    view.compare.strip.comparison_requested.connect(lambda comparison: app.look(compare=comparison))
    view.compare.strip.refused.connect(app.window.say)
    view.controls.drawing_requested.connect(lambda drawing: app.look(drawing=drawing))
    controls, bars = view.controls, view.inspector.bars
    controls.quantity_requested.connect(lambda quantity: app.look(quantity=quantity))
    controls.curve_requested.connect(app.gaze.choose_curve)
    controls.choice_requested.connect(lambda choice: app.look(colour=choice))
    controls.refused.connect(app.window.say)
    bars.cell_hovered.connect(app.gaze.read)
    bars.hover_left.connect(app.gaze.read_nothing)
    bars.label_clicked.connect(app.gaze.follow_label)
    view.inspector.inspector_requested.connect(lambda name: app.look(inspector=name))
    view.inspector.sorted_requested.connect(lambda on: app.look(sorted_bars=on))
    view.sentence.text_requested.connect(app.acts.set_text)
    view.findings.remedy_requested.connect(app.importing.remedy)
    view.findings.reading_requested.connect(app.importing.read_otherwise)
    join_saturation(app, view.inspector.saturation)


def _join_heads(app: Application, view: HeadsView) -> None:
    canvas, acts = view.canvas, app.importing
    view.bar.look_requested.connect(lambda look: app.look(heads=look))
    view.bar.refused.connect(app.window.say)
    canvas.head_told.connect(app.gaze.tell)
    canvas.head_opened.connect(acts.open_head)
    canvas.comparison_requested.connect(acts.compare_head)
    canvas.cursor_moved.connect(acts.move_cursor)
    view.findings.remedy_requested.connect(acts.remedy)
    view.findings.reading_requested.connect(acts.read_otherwise)


def join_saturation(app: Application, panel: SaturationPanel) -> None:
    """Curves against d_k, wherever a view shows them."""
    panel.curve_requested.connect(app.saturations.request)
    panel.d_k_requested.connect(lambda value, gesture: app.acts.set_number("d_k", value, gesture))
    app.saturations.computed.connect(panel.show_curve)
    app.saturations.failed.connect(panel.show_refusal)


def _join_code(app: Application, view: CodeView) -> None:
    view.script_requested.connect(lambda script: app.look(code=script))
    view.save_requested.connect(lambda: scripts.save_dialog(app))
    view.copied.connect(lambda sentence: app.window.say(sentence, wrong=False))


def _join_gradient(app: Application, view: GradientView) -> None:
    editor, upstream, acts = view.editor, view.upstream, app.upstream_acts
    upstream.preset_requested.connect(acts.choose)
    upstream.place_requested.connect(acts.place)
    upstream.seed_requested.connect(acts.set_seed)
    upstream.target_requested.connect(acts.set_target)
    upstream.refused.connect(app.window.say)
    editor.cell_edit_requested.connect(acts.edit_cell)
    editor.paste_requested.connect(acts.paste)
    editor.refused.connect(app.window.say)
    for canvas in (editor, view.sum):
        canvas.cell_hovered.connect(app.gaze.read)
        canvas.hover_left.connect(app.gaze.read_nothing)
        canvas.label_clicked.connect(app.gaze.follow_label)
    editor.cursor_moved.connect(app.gaze.move_cursor)
    editor.cell_clicked.connect(app.gaze.follow_cell)
    view.player.step_requested.connect(lambda step: app.look(back_step=step))
    for name, button in view.below.buttons.items():
        button.clicked.connect(lambda _checked=False, name=name: app.look(inspector=name))
    join_saturation(app, view.saturation)


def _join_shapes(app: Application, view: ShapesView) -> None:
    acts = app.acts.shapes
    view.panel.model_requested.connect(acts.choose)
    view.panel.number_requested.connect(acts.set_number)
    view.panel.switch_requested.connect(acts.set_switch)
    view.panel.refused.connect(app.window.say)
    view.look_requested.connect(acts.look)


def _join_training(app: Application, view: TrainingView) -> None:
    acts = app.training
    view.bar.run_requested.connect(acts.run)
    view.bar.pause_requested.connect(acts.pause)
    view.bar.step_requested.connect(acts.step)
    view.bar.reset_requested.connect(acts.reset)
    view.bar.look_requested.connect(acts.look_back)
    view.bar.pace_requested.connect(acts.set_pace)
    view.controls.plan_requested.connect(acts.set_plan)
    view.controls.head_requested.connect(lambda head: app.look(head=head))
    view.controls.weights_requested.connect(acts.open_weights)
    view.canvas.cell_hovered.connect(app.gaze.read)
    view.canvas.hover_left.connect(app.gaze.read_nothing)
    view.controls.refused.connect(app.window.say)


# One line a tab: the function that joins its view.
_VIEWS: dict[Tab, Callable[[Application, Any], None]] = {
    "steps": _join_steps,
    "matrix": _join_matrix,
    "heads": _join_heads,
    "training": _join_training,
    "shapes": _join_shapes,
    "gradient": _join_gradient,
    "code": _join_code,
}


def join_window(app: Application, window: MainWindow) -> None:
    """The panels that stand beside every view, and the window itself."""
    window.controls.head_requested.connect(app.acts.set_head)
    window.controls.option_requested.connect(app.acts.set_option)
    window.controls.number_requested.connect(app.acts.set_number)
    window.controls.mixture_requested.connect(app.acts.set_mixture)
    window.controls.layer_requested.connect(app.acts.set_layer)
    window.controls.head_index_requested.connect(lambda head: app.look(head=head))
    place = window.controls.place
    place.layer_shown.connect(lambda layer: app.look(layer=layer))
    place.head_shown.connect(lambda head: app.look(head=head))
    place.average_requested.connect(app.importing.show_average)
    place.scores_requested.connect(app.importing.set_scores)
    place.words_requested.connect(app.importing.set_words)
    place.plain_requested.connect(app.importing.take_back)
    window.controls.numbers_requested.connect(app.gaze.write_numbers)
    window.controls.refused.connect(window.say)
    window.lessons.lesson_requested.connect(app.open_lesson)
    window.lessons.experiment_requested.connect(app.acts.apply_experiment)
    window.tab_requested.connect(app.gaze.show_tab)
    window.files_dropped.connect(lambda names: app.filing.open_files([Path(name) for name in names]))
    window.hint.closed.connect(app.settings.hint_was_seen)
    window.presenter_made.connect(partial(_join_presenter, app))
    window.closing.connect(app.save_layout)
    window.closing.connect(app.end_soon)
    window.progress.cancel_requested.connect(app.waiting.cancel)


def _join_presenter(app: Application, presenter: Presenter) -> None:
    """The picture on the whole screen."""
    acts = app.presenting
    presenter.step_requested.connect(acts.step)
    presenter.end_requested.connect(acts.go_to_end)
    presenter.other_requested.connect(acts.other)
    presenter.space_pressed.connect(acts.space)
    presenter.zoom_requested.connect(lambda window: app.look(zoom=window))
    presenter.picture_requested.connect(app.displaying.again.start)
    presenter.head_opened.connect(app.importing.open_head)
    presenter.experiment_requested.connect(acts.experiment)
    presenter.cell_clicked.connect(app.gaze.follow_cell)
    presenter.label_clicked.connect(app.gaze.follow_label)
    presenter.left.connect(acts.leave)
    presenter.curves_made.connect(partial(join_saturation, app))


def join_waiting(app: Application, grids: HeadGrids) -> None:
    """Long work, and who says how far it is."""
    waiting, importer = app.waiting, app.importing.importer
    displaying = app.displaying
    displaying.pictures.ready.connect(displaying.ready)
    displaying.pictures.slow.connect(displaying.slow)
    displaying.again.timeout.connect(displaying.show_again)
    app.tracer.progressed.connect(waiting.traced)
    app.tracer.cancelled.connect(waiting.cancelled)
    importer.progressed.connect(waiting.read)
    importer.busy.connect(waiting.busy)
    grids.progressed.connect(waiting.heads_read)


def join_writer(figures: FigureActs) -> None:
    """What became of files that were written in a worker."""
    figures.writer.written.connect(figures.written)
    figures.writer.failed.connect(figures.failed)


def join_export(app: Application, dialog: ExportDialog) -> None:
    """The dialog for one export."""
    figures = app.acts.figures
    dialog.look_changed.connect(figures.remember)
    dialog.drawing_requested.connect(figures.drawer.draw)
    figures.drawer.drawn.connect(dialog.show_drawn)
    figures.drawer.finished.connect(dialog.show_whole)
    dialog.export_requested.connect(figures.export_chosen)
    dialog.copy_requested.connect(figures.copy)
    dialog.description_requested.connect(figures.copy_description)
    dialog.presets_changed.connect(figures.keep)
    dialog.finished.connect(lambda _: figures.closed(dialog))


def join_animator(films: FilmActs) -> None:
    """The process that makes a film."""
    animator = films.animator
    animator.progressed.connect(films.progressed)
    animator.finished.connect(films.finished)
    animator.failed.connect(films.failed)
    animator.cancelled.connect(films.cancelled)


def join_animation(films: FilmActs, dialog: AnimationDialog) -> None:
    """The dialog for one film."""
    dialog.export_requested.connect(films.export)
    dialog.cancel_requested.connect(films.animator.cancel)
    dialog.left.connect(films.left)


def join_palette(acts: HelpActs, palette: CommandPalette) -> None:
    """The command palette of one window."""
    palette.chosen.connect(acts.choose)


def join_preferences(acts: HelpActs, dialog: PreferencesDialog) -> None:
    """The dialog for one visit to the preferences."""
    dialog.preferred.connect(lambda name, value: acts.prefer(dialog, name, value))
    dialog.reset_requested.connect(lambda: acts.reset(dialog))


def join_self_check(errand: Errand, dialog: SelfCheckDialog) -> None:
    """The page that waits for what the worker finds."""
    errand.done.connect(dialog.display)


def join_menus(app: Application, window: MainWindow) -> None:
    """Every act of the menus."""
    a, acts = window.actions_, app.acts
    joins: list[tuple[QAction, Callable[[], object]]] = [
        (a.new_sentence, acts.new_sentence),
        (a.open, app.filing.open_dialog),
        (a.save, app.filing.save),
        (a.save_as, app.filing.save_as),
        (a.export, acts.export_dialog),
        (a.animate, acts.animate),
        (a.save_numbers, acts.save_numbers_dialog),
        (a.quit, window.close),
        (a.copy_figure, acts.copy_figure),
        (a.copy_numbers, acts.copy_numbers),
        (a.copy_description, acts.copy_description),
        (a.add_row, lambda: acts.at_cursor(lambda m, r, c: acts.add_row(m))),
        (a.remove_row, lambda: acts.at_cursor(lambda m, r, c: acts.remove_row(m, r))),
        (a.add_column, lambda: acts.at_cursor(lambda m, r, c: acts.add_column(m))),
        (a.remove_column, lambda: acts.at_cursor(lambda m, r, c: acts.remove_column(m, c))),
        (a.rename, acts.rename_at_cursor),
        (a.fill, lambda: acts.at_cursor(lambda m, r, c: acts.fill_from_file(m))),
        (a.numbers, lambda: app.gaze.write_numbers(not app.view.numbers)),
        (a.closer, lambda: window.matrix.plot.zoom_by(KEY_STEP)),
        (a.further, lambda: window.matrix.plot.zoom_by(1 / KEY_STEP)),
        (a.fit, lambda: window.matrix.plot.fit()),
        (a.motion, app.appearance.toggle_motion),
        (a.compare, app.before.pin),
        (a.follow_key, app.gaze.follow_key),
        (a.new_embeddings, acts.new_embeddings),
        (a.lessons_panel, lambda: window.panels.toggle("lessons")),
        (a.controls_panel, lambda: window.panels.toggle("controls")),
        (a.present, app.presenting.toggle),
        (a.larger_text, lambda: app.appearance.change_text_size(1)),
        (a.smaller_text, lambda: app.appearance.change_text_size(-1)),
        (a.divide, lambda: acts.set_option("divide", not app.session.document.options.divide)),
        (a.causal, lambda: acts.set_option("causal", not app.session.document.options.causal)),
        (a.preferences, app.help.show_preferences),
        (a.palette, app.help.show_palette),
        (a.guide, app.help.show_guide),
        (a.shortcuts, app.help.show_shortcuts),
        (a.explain, key_ways.explain),
        (a.next_part, lambda: window.to_next_part(1)),
        (a.part_before, lambda: window.to_next_part(-1)),
        (a.self_check, app.help.show_self_check),
        (a.about, app.help.show_about),
    ]
    joins += [(action, partial(app.importing.step, *step)) for step, action in a.next_heads.items()]
    joins += [(action, partial(app.gaze.show_tab, cast("Tab", tab))) for tab, action in a.tabs.items()]
    look = app.appearance
    joins += [(action, partial(look.set_notation, letters=name)) for name, action in a.letters.items()]
    joins += [(action, partial(look.set_notation, first_head=int(n))) for n, action in a.first_heads.items()]
    joins += [
        (action, partial(look.set_notation, transposed=name == "columns")) for name, action in a.transposed.items()
    ]
    joins += [(action, partial(look.set_theme, name)) for name, action in a.themes.items()]
    joins += [(action, partial(look.set_text_size, size)) for size, action in a.text_sizes.items()]
    joins += [(action, partial(look.set_language, name)) for name, action in a.languages.items()]
    joins += [(action, partial(acts.set_head, head)) for head, action in a.heads.items()]
    joins += [(action, partial(app.open_lesson, name)) for name, action in a.lessons.items()]
    a.recent.aboutToShow.connect(
        lambda: a.show_recent(
            app.settings.recent, lambda path: app.filing.open_files([path]), app.settings.forget_recent
        )
    )
    for action, act in joins:
        action.triggered.connect(lambda _checked=False, act=act: act())
