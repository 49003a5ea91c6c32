"""What the pictures of a model's shape share: whose shape it is, its heading and notes, tinted rectangles."""

from __future__ import annotations

from dataclasses import dataclass

from attnviz.core.model_shape import ModelShape
from attnviz.document.model_shape import shown_n, shown_shape
from attnviz.document.shape_notes import Topic, notes, whole
from attnviz.document.shapes_look import DTYPE_BYTES, Dtype
from attnviz.export.figure import Figure, Line, Measure, Path, Rect, Sheet
from attnviz.export.scene import Scene
from attnviz.export.ticks import bytes_text
from attnviz.i18n import NumberFormat, translate

NATURAL_WIDTH = 980.0  # of a picture in a file
MARGIN = 24.0
SIZE = 13
SMALL = 12
LINE = 18.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """A model at a number of tokens, and how its numbers are written."""

    shape: ModelShape
    n: int
    batch: int
    dtype: Dtype
    form: NumberFormat
    width: float = NATURAL_WIDTH  # of the picture
    height: float = 0.0  # of the room it is shown in; 0 where there is no end to it

    @property
    def room(self) -> float:
        """Between the margins."""
        return self.width - 2 * MARGIN

    def count(self, value: int) -> str:
        """A whole number, in groups of three."""
        return whole(value, self.form)

    @property
    def n_text(self) -> str:
        """n, and where there are several sequences how many: what is counted is counted for all of them."""
        if self.batch == 1:
            return f"n = {self.count(self.n)}"
        return translate("shapes", "n = {n}, for a batch of {batch}").format(
            n=self.count(self.n), batch=self.count(self.batch)
        )

    def memory(self, numbers: int) -> str:
        """What so many numbers take in memory."""
        return bytes_text(float(numbers * DTYPE_BYTES[self.dtype]), self.form)

    @property
    def name(self) -> str:
        return self.shape.name or translate("shapes", "This document’s layer")


def subject_of(scene: Scene, width: float = NATURAL_WIDTH, height: float = 0.0) -> Subject:
    """Whose shape a scene shows, and at which n."""
    look = scene.view.shapes
    return Subject(
        shape=shown_shape(scene.document),
        n=shown_n(scene.document, look.n),
        batch=look.batch,
        dtype=look.dtype,
        form=scene.form,
        width=width,
        height=height,
    )


def heading(sheet: Sheet, subject: Subject, title: str) -> float:
    """Name and title on one line, what is looked at below it; returns where the picture may begin."""
    name = sheet.elided(subject.name, subject.room * 0.5, 16, bold=True)
    end = MARGIN + sheet.text(MARGIN, 30, name, size=16, bold=True) + 12
    right, down = MARGIN + subject.room, 0.0
    if end + sheet.measure(title, 16, False) > right:  # a line of its own
        end, down = MARGIN, 21.0
    sheet.text(end, 30 + down, sheet.elided(title, right - end, 16), size=16, colour="muted")
    shape, count = subject.shape, subject.count
    parts = [
        subject.n_text,
        f"hidden = {count(shape.hidden)}",
        heads_text(shape, subject.form),
    ]
    if shape.n_kv_heads != shape.n_heads:
        parts.append(translate("shapes", "{kv} kv-heads").format(kv=count(shape.n_kv_heads)))
    if shape.n_layers > 1:
        parts.append(translate("shapes", "{layers} layers").format(layers=count(shape.n_layers)))
    parts.append(subject.dtype)
    return paragraph(sheet, MARGIN, 50 + down, " · ".join(parts), subject.room, colour="muted")


def heads_text(shape: ModelShape, form: NumberFormat) -> str:
    """How many query heads there are, and how many columns each has."""
    if shape.n_heads == 1:
        return translate("shapes", "one head of {head_dim}").format(head_dim=shape.head_dim)
    return translate("shapes", "{heads} heads × {head_dim}").format(
        heads=whole(shape.n_heads, form), head_dim=shape.head_dim
    )


def footnotes(sheet: Sheet, subject: Subject, y: float, *topics: Topic) -> float:
    """What is worth knowing about the shape, a sentence a paragraph; returns where the next thing may begin."""
    for sentence in notes(subject.shape, subject.n, subject.form, topics):
        y = paragraph(sheet, MARGIN, y, sentence, subject.room, bullet=True)
    return y


def paragraph(
    sheet: Sheet,
    x: float,
    y: float,
    text: str,
    width: float,
    *,
    size: int = SMALL,
    colour: str = "ink",
    bold: bool = False,
    bullet: bool = False,
) -> float:
    """Text broken into lines at spaces; returns the baseline after the last."""
    if bullet:
        sheet.add(Rect(x=x, y=y - 7, width=5, height=5, fill="accent", radius=2.5))
        x, width = x + 14, width - 14
    line = ""
    for word in text.split(" "):
        longer = f"{line} {word}" if line else word
        if line and sheet.measure(longer, size, bold) > width:
            sheet.text(x, y, line, size=size, colour=colour, bold=bold)
            y, line = y + LINE, word
        else:
            line = longer
    sheet.text(x, y, line, size=size, colour=colour, bold=bold)
    return y + LINE + 3


def tinted(sheet: Sheet, x: float, y: float, width: float, height: float, role: str, *, strength: float = 0.16) -> None:
    """A rectangle filled lightly with a role's colour."""
    corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
    sheet.add(Path(points=corners, colour=role, width=0.01, opacity=strength, fill=role))


def framed(sheet: Sheet, x: float, y: float, width: float, height: float, role: str, *, line: float = 1.5) -> None:
    """A matrix: a light rectangle with its outline."""
    tinted(sheet, x, y, width, height, role)
    sheet.add(Rect(x=x, y=y, width=width, height=height, stroke=role, stroke_width=line))


def arrow(sheet: Sheet, x1: float, y1: float, x2: float, y2: float, colour: str = "muted") -> None:
    """A straight line with a head at its end, upright or level."""
    sheet.add(Line(x1=x1, y1=y1, x2=x2, y2=y2, colour=colour, width=1.4))
    along = 1 if (x2 - x1) + (y2 - y1) > 0 else -1
    if abs(x2 - x1) > abs(y2 - y1):
        points = ((x2 - 6 * along, y2 - 4), (x2, y2), (x2 - 6 * along, y2 + 4))
    else:
        points = ((x2 - 4, y2 - 6 * along), (x2, y2), (x2 + 4, y2 - 6 * along))
    sheet.add(Path(points=points, colour=colour, width=1.4))
    sheet.reach(max(x1, x2), max(y1, y2))


def finished(sheet: Sheet, subject: Subject, title: str, description: str) -> Figure:
    """The sheet as a figure; `title` is that of the picture."""
    return Figure(
        width=max(subject.width, sheet.right + MARGIN),
        height=sheet.bottom + 20,
        items=tuple(sheet.items),
        title=f"{subject.name}: {title}",
        description=description,
    )


def new_sheet(measure: Measure) -> Sheet:
    """An empty one."""
    return Sheet(measure)
