"""The right side: head, scaling, mask, and every number with its slider."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from attnviz.document.document import MAX_D_K, MAX_TOKENS, Options, ProjectionSource, SentenceSource
from attnviz.document.imported_source import ImportedSource
from attnviz.export.palette import Palette
from attnviz.export.scene import Scene
from attnviz.i18n import NumberFormat
from attnviz.ui.accessible import ScrollArea
from attnviz.ui.guard import guarded
from attnviz.ui.head_selector import HeadSelector
from attnviz.ui.layer_controls import LayerControls
from attnviz.ui.mixture_panel import MixturePanel
from attnviz.ui.number_field import NumberField
from attnviz.ui.number_slider import Mapping, NumberSlider
from attnviz.ui.place_controls import PlaceControls
from attnviz.ui.switch import Switch
from attnviz.ui.text_size import px

WIDTH, MOST = 284, 480  # pixels at usual text


class ControlsPanel(ScrollArea):
    """Signals: `head_requested(name)`; `option_requested(name, value)` for divide, causal, window and padding;
    `number_requested(name, value, gesture)` for d_k, decay, previous, temperature, mix0 … mix2, seed;
    `mixture_requested((w_c, w_p, w_d), gesture)`;
    `layer_requested(name, value)` for normalise, eps, n_heads, n_kv_heads, gated, W_O, random;
    `head_index_requested(head)`, 0-based; `numbers_requested(bool)`; `refused(sentence)`.
    """

    head_requested = Signal(str)
    option_requested = Signal(str, object)
    number_requested = Signal(str, float, str)
    mixture_requested = Signal(object, str)
    numbers_requested = Signal(bool)
    layer_requested = Signal(str, object)
    head_index_requested = Signal(int)
    refused = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("right")
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # its controls are reached, and scrolled to, by themselves
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMinimumWidth(px(WIDTH))
        self.setMaximumWidth(px(MOST))
        inside = QWidget()
        inside.setObjectName("side")
        self.setWidget(inside)
        self._box = QVBoxLayout(inside)
        self._box.setContentsMargins(14, 12, 14, 12)
        self._box.setSpacing(7)
        self._tips: dict[QWidget, str] = {}  # of controls that are not always of use
        self._in_cells = False  # whether cells of a matrix are seen that might have numbers
        self._cramped = False  # and whether none of them has room for one
        self._add_head()
        self._add_switches()
        self._add_sliders()
        self._add_mixture()
        self._add_colours()
        self._box.addStretch(1)

    @guarded
    def sizeHint(self) -> QSize:
        return QSize(px(WIDTH), super().sizeHint().height())

    # building ----------------------------------------------------------------------------------------------

    def _heading(self, text: str) -> QLabel:
        label = QLabel(text)
        label.setProperty("role", "heading")
        self._box.addWidget(label)
        return label

    def _add_head(self) -> None:
        self._heading(self.tr("Head"))
        self.heads = HeadSelector()
        self.heads.head_requested.connect(self.head_requested)
        self._box.addWidget(self.heads)
        self.place = PlaceControls()
        self.place.refused.connect(self.refused)
        self._box.addWidget(self.place)
        self.layer = LayerControls()
        self.layer.layer_requested.connect(self.layer_requested)
        self.layer.head_index_requested.connect(self.head_index_requested)
        self.layer.refused.connect(self.refused)
        self._box.addWidget(self.layer)
        self._by_hand = QLabel(self.tr("Q, K and V by hand: the other heads need a sentence."))
        self._by_hand.setWordWrap(True)
        self._by_hand.setProperty("role", "muted")
        self._box.addWidget(self._by_hand)

    def _add_switches(self) -> None:
        self.divide = Switch(self.tr("&divide by √dₖ"))
        self.divide.setToolTip(self.tr("Divide every score by √dₖ before the softmax"))
        self.divide.clicked.connect(lambda on: self.option_requested.emit("divide", on))
        self.causal = Switch(self.tr("causal m&ask"))
        self.causal.setToolTip(self.tr("A query may not look at keys after its own position"))
        self.causal.clicked.connect(lambda on: self.option_requested.emit("causal", on))
        self.windowed = Switch(self.tr("sliding &window"))
        self.windowed.setToolTip(self.tr("A query sees only this many keys, its own position the last of them"))
        self.windowed.clicked.connect(self._window_switched)
        self.window_width = self._count_field(1, MAX_TOKENS, "window", self.tr("Width of the window, in tokens"))
        self.padding = self._count_field(0, MAX_TOKENS, "padding", self.tr("Last tokens that are padding"))
        for switch in (self.divide, self.causal):
            self._box.addWidget(switch)
        row = QHBoxLayout()
        row.addWidget(self.windowed)
        row.addStretch(1)
        row.addWidget(self.window_width)
        self._box.addLayout(row)
        label = QLabel(self.tr("paddin&g, last tokens"))
        label.setBuddy(self.padding)
        label.setToolTip(self.padding.toolTip())
        row = QHBoxLayout()
        row.addWidget(label)
        row.addStretch(1)
        row.addWidget(self.padding)
        self._box.addLayout(row)

    def _count_field(self, low: int, high: int, option: str, name: str) -> NumberField:
        field = NumberField(low, high, 1, 0)
        field.setFixedWidth(px(56))
        field.setAccessibleName(name)
        field.setToolTip(name)
        field.value_entered.connect(lambda value: self._count_entered(option, value))
        field.refused.connect(self.refused)
        return field

    def _count_entered(self, option: str, value: float) -> None:
        self.option_requested.emit(option, round(value))

    @Slot(bool)
    def _window_switched(self, on: bool) -> None:
        self.option_requested.emit("window", 3 if on else None)

    def _slider(self, name: str, label: str, mapping: Mapping, accessible: str, tooltip: str) -> NumberSlider:
        slider = NumberSlider(name, label, mapping)
        slider.describe(accessible, tooltip)
        slider.value_requested.connect(lambda value, gesture: self.number_requested.emit(name, value, gesture))
        slider.refused.connect(self.refused)
        self._box.addWidget(slider)
        return slider

    def _add_sliders(self) -> None:
        self.d_k = self._slider(
            "d_k",
            "dₖ",
            Mapping(1, MAX_D_K, logarithmic=True, places=0),
            self.tr("Dimension d k of queries and keys"),
            self.tr("How many components each query and key has"),
        )
        self.temperature = self._slider(
            "temperature",
            self.tr("&temperature τ"),
            Mapping(0.1, 10, logarithmic=True, typed_low=0.01, typed_high=100),
            self.tr("Temperature"),
            self.tr("Scores are also divided by τ: below 1 sharper, above 1 flatter"),
        )
        self.decay = self._slider(
            "decay",
            self.tr("deca&y λ"),
            Mapping(0, 2, typed_high=100),
            self.tr("Decay lambda of the distance head"),
            self.tr("How fast a score falls with distance"),
        )
        self.previous = self._slider(
            "previous",
            self.tr("previous-token st&rength c"),
            Mapping(0, 10, places=1, typed_high=1000),
            self.tr("Strength c of the previous-token head"),
            self.tr("How much the previous token counts"),
        )

    def _add_mixture(self) -> None:
        self._mixture = self._heading(self.tr("Mixture of the scores"))
        self.mix = MixturePanel()
        self.mix.mixture_requested.connect(self.mixture_requested)
        self.mix.share_requested.connect(self.number_requested)
        self.mix.refused.connect(self.refused)
        self._box.addWidget(self.mix)
        row = QHBoxLayout()
        self._seed_label = QLabel(self.tr("&seed"))
        self.seed = NumberField(0, 2**53, 1, 0)
        self.seed.setFixedWidth(px(64))
        self.seed.setAccessibleName(self.tr("Seed"))
        self.seed.setToolTip(self.tr("Another seed draws other random vectors for the same words"))
        self.seed.value_entered.connect(lambda value: self.number_requested.emit("seed", value, "seed"))
        self.seed.refused.connect(self.refused)
        self._seed_label.setBuddy(self.seed)
        self.next_seed = QPushButton(self.tr("draw again"))
        self.next_seed.setProperty("kind", "link")
        self.next_seed.setToolTip(self.tr("Draw other random vectors: the next seed"))
        self.next_seed.clicked.connect(lambda: self.number_requested.emit("seed", -1.0, "seed"))
        row.addWidget(self._seed_label)
        row.addWidget(self.seed)
        row.addStretch(1)
        row.addWidget(self.next_seed)
        self._box.addLayout(row)

    def _add_colours(self) -> None:
        self.cells = self._heading(self.tr("Cells"))
        self.numbers = Switch(self.tr("n&umbers in the cells"))
        self.numbers.setToolTip(self.tr("Write each number into its cell, where it fits"))
        self.numbers.clicked.connect(self.numbers_requested)
        self._box.addWidget(self.numbers)

    # showing -----------------------------------------------------------------------------------------------

    def display(self, scene: Scene) -> None:
        source, form = scene.document.source, scene.form
        self._show_options(scene.document.options, scene.palette, form)
        self.numbers.dress(scene.palette)
        with QSignalBlocker(self.numbers):
            self.numbers.setChecked(scene.view.numbers)
        links = scene.view.tab == "matrix" and scene.view.drawing not in ("heatmap", "compare")
        self._in_cells = scene.view.tab == "matrix" and not links
        self.cells.setVisible(not links)  # lines and arcs have none
        self.numbers.setVisible(not links)
        self._show_cramped()
        self.d_k.display(source.d_k, form)
        sentence = source if isinstance(source, SentenceSource) else None
        layer = isinstance(source, ProjectionSource)
        imported = isinstance(source, ImportedSource)
        self._by_hand.setVisible(sentence is None and not layer and not imported)
        self.heads.setVisible(not layer and not imported)
        self.layer.setVisible(layer)
        self.place.setVisible(imported)
        if imported:
            self.place.display(scene)
        self._enable_options(scene.trace.scored)
        if layer:
            self.layer.display(scene)
        head = sentence.head if sentence else "content"
        self.heads.display(head, enabled=sentence is not None)
        self.decay.setVisible(head in ("distance", "mixed"))
        self.previous.setVisible(head in ("previous", "mixed"))
        self._mixture.setVisible(head == "mixed")
        self.mix.setVisible(head == "mixed")
        random = head in ("content", "mixed") and sentence is not None
        for widget in (self._seed_label, self.seed, self.next_seed):
            widget.setVisible(random)
        if sentence is not None:
            self._show_sentence(sentence, form)
            self.mix.display(sentence.mix, scene.palette, form)

    @Slot(bool)
    def tell_cramped(self, cramped: bool) -> None:
        """Whether the Matrix tab's cells have no room for the numbers that are wanted in them."""
        if cramped != self._cramped:
            self._cramped = cramped
            self._show_cramped()

    def _show_cramped(self) -> None:
        """Said where the switch is, and in its heading: another line would move what stands above."""
        cramped = self._cramped and self._in_cells
        why = self.tr("No cell has room for its number now: come closer (+)") if cramped else ""
        if why != self.numbers.accessibleDescription():
            self.numbers.setAccessibleDescription(why)
            self.numbers.setToolTip(why or self.tr("Write each number into its cell, where it fits"))
            self.cells.setText(self.tr("Cells · no room for numbers") if cramped else self.tr("Cells"))

    def _enable_options(self, scored: bool) -> None:
        """Weights that were imported have no scores to divide, to mask or to heat."""
        why = "" if scored else self.tr("Imported weights: there are no scores to change")
        for widget in (self.divide, self.causal, self.windowed, self.window_width, self.padding):
            widget.setEnabled(scored)
            self._tips.setdefault(widget, widget.toolTip())
            tip = why or self._tips[widget]
            if widget.toolTip() != tip:
                widget.setToolTip(tip)
        for slider in (self.d_k, self.temperature):
            slider.setVisible(scored)

    def _show_options(self, options: Options, palette: Palette, form: NumberFormat) -> None:
        for switch, on in (
            (self.divide, options.divide),
            (self.causal, options.causal),
            (self.windowed, options.window is not None),
        ):
            switch.dress(palette)
            with QSignalBlocker(switch):
                switch.setChecked(on)
        self.window_width.setVisible(options.window is not None)
        if options.window is not None:
            self.window_width.display(options.window, form)
        self.padding.display(options.padding, form)
        self.temperature.display(options.temperature, form)

    def _show_sentence(self, sentence: SentenceSource, form: NumberFormat) -> None:
        self.decay.display(sentence.decay, form)
        self.previous.display(sentence.previous, form)
        self.seed.display(sentence.seed, form)
