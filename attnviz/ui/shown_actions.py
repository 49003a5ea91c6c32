"""What the menus show of the document: which choices hold, and which acts are of use."""

from __future__ import annotations

from attnviz.document.document import SentenceSource
from attnviz.document.imported_source import ImportedSource
from attnviz.export.scene import Scene
from attnviz.ui.actions import Actions


def show_actions(acts: Actions, scene: Scene) -> None:
    """Check what holds, and grey out what the document in the scene has no use for."""
    options = scene.document.options
    source = scene.document.source
    sentence, imported = isinstance(source, SentenceSource), isinstance(source, ImportedSource)
    acts.tabs[scene.view.tab].setChecked(True)
    acts.numbers.setChecked(scene.view.numbers)
    acts.letters[scene.notation.letters].setChecked(True)
    acts.transposed["columns" if scene.view.transposed else "rows"].setChecked(True)
    acts.first_heads[str(scene.view.first_head)].setChecked(True)
    for action in acts.zooms:
        action.setEnabled(scene.view.tab == "matrix")
    acts.compare.setChecked(scene.pinned)
    acts.motion.setChecked(scene.view.motion)
    acts.divide.setChecked(options.divide)
    acts.causal.setChecked(options.causal)
    acts.heads[source.head if isinstance(source, SentenceSource) else "content"].setChecked(True)
    for name, action in acts.heads.items():
        action.setEnabled(sentence or (name == "content" and not imported))
    for action in acts.matrix_acts:
        action.setEnabled(not sentence and not imported and scene.view.tab == "steps")
    acts.divide.setEnabled(scene.trace.scored)
    acts.causal.setEnabled(scene.trace.scored)
    for action in acts.next_heads.values():
        action.setEnabled(imported or scene.trace.n_heads > 1)
