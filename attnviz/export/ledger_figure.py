"""The ledger as tables: every matrix of a layer, what stands outside the layers, and what grows with n."""

from __future__ import annotations

from attnviz.core.checkpoint_names import names_of
from attnviz.core.growth import Step, growth, state_numbers
from attnviz.core.ledger import (
    Row,
    attention_rows,
    mlp_rows,
    norm_rows,
    outside_rows,
    parameters,
    recurrent_rows,
    totals,
)
from attnviz.document.shape_edits import plain, size_text
from attnviz.document.shape_notes import counted
from attnviz.export.figure import Figure, Measure
from attnviz.export.ledger_table import Table, draw_tables
from attnviz.export.shape_sheet import Subject, finished, footnotes, heading, new_sheet
from attnviz.i18n import translate

ROLES = {"Q": "Q", "QKV": "Q", "K": "K", "V": "V", "O": "output"}


def ledger_figure(subject: Subject, measure: Measure) -> Figure:
    """All rows and totals, with the numbers in full where they have room."""
    sheet = new_sheet(measure)
    title = translate("shapes", "the ledger")
    tables = [parameter_table(subject), memory_table(subject), work_table(subject)]
    y = draw_tables(sheet, tables, heading(sheet, subject, title), subject.room)
    footnotes(sheet, subject, y + 18, "width", "layers", "unknown", "context")
    found = totals(subject.shape)
    said = translate("shapes", "{name}: the attention of one layer has {layer} parameters, that of all layers {all}.")
    return finished(
        sheet,
        subject,
        title,
        said.format(name=subject.name, layer=subject.count(found.attention_layer), all=subject.count(found.attention)),
    )


def parameter_table(subject: Subject) -> Table:
    """Matrices by the part of the model they belong to, with the totals of each."""
    shape, found = subject.shape, totals(subject.shape)
    titles = (
        translate("shapes", "inputs × outputs"),
        translate("shapes", "parameters"),
        subject.dtype,
        translate("shapes", "comes out"),
        translate("shapes", "multiply-adds"),
    )
    prefix = names_of(shape.family).layer
    note = translate("shapes", "Names within a layer stand after {prefix}").format(prefix=prefix) if prefix else ""
    table = Table("", titles, subject.form, note)
    linear = shape.count("linear")
    full = shape.n_layers - linear
    attention = translate("shapes", "Attention, in each of {count} layers").format(count=subject.count(full))
    if full == 1:
        attention = translate("shapes", "Attention, in one layer")
    recurrent = translate("shapes", "Without n × n scores, in each of {count} layers").format(
        count=subject.count(linear)
    )
    if linear == 1:
        recurrent = translate("shapes", "Without n × n scores, in one layer")
    sections = (
        (attention, attention_rows(shape) if full else ()),
        (recurrent, recurrent_rows(shape) if linear else ()),
        (translate("shapes", "MLP, in each layer"), mlp_rows(shape)),
        (translate("shapes", "Normalisation, in each layer"), norm_rows(shape)),
        (translate("shapes", "Outside the layers"), outside_rows(shape)),
    )
    for name, rows in sections:
        if rows:
            _add_section(table, subject, name, rows)
    _add_total(table, subject, translate("shapes", "Attention of all layers"), found.attention)
    if found.model is not None:
        _add_total(table, subject, translate("shapes", "The whole model"), found.model)
    return table


def _add_section(table: Table, subject: Subject, name: str, rows: tuple[Row, ...]) -> None:
    total = parameters(rows)
    table.add(name, "", total, subject.memory(total), "", "", kind="section")
    for row in rows:
        text = plain(row) if row.copies == 1 else f"{plain(row)}  × {subject.count(row.copies)}"
        if row.bias:
            text += translate("shapes", "  + bias")
        once = row.role in ("table", "norm") or not row.inputs or row.once
        several = f"{subject.count(subject.batch)} × " if subject.batch > 1 else ""
        table.add(
            text,
            size_text(row, subject.form),
            row.parameters,
            subject.memory(row.parameters),
            "" if once else f"{several}n × {subject.count(row.outputs)}",
            row.work(subject.n, subject.batch) or "–",
            colour=ROLES.get(row.role, "ink"),
        )


def _add_total(table: Table, subject: Subject, name: str, value: int) -> None:
    table.add(name, "", value, subject.memory(value), "", "", kind="total")


def memory_table(subject: Subject) -> Table:
    """Scores, keys and values and states at n, of the whole batch."""
    shape, cost = subject.shape, growth(subject.shape, subject.n, subject.batch)
    name = translate("shapes", "Memory at {n}").format(n=subject.n_text)
    table = Table(name, (translate("shapes", "numbers"), subject.dtype), subject.form)

    def add(text: str, numbers: int) -> None:
        if numbers:
            table.add(text, numbers, subject.memory(numbers))

    several = f"{subject.count(subject.batch)} × " if subject.batch > 1 else ""
    if cost.scores:
        add(translate("shapes", "scores of one head, {size}").format(size=f"{several}n × n"), cost.scores_head)
        add(translate("shapes", "scores of one layer, all heads"), cost.scores_layer)
        add(translate("shapes", "scores of all layers that have them"), cost.scores)
    token = translate("shapes", "keys and values of one token, all layers")
    if subject.batch > 1:
        token = translate("shapes", "keys and values of one token in each sequence, all layers")
    add(token, cost.cache_token)
    add(translate("shapes", "keys and values of n tokens (KV cache)"), cost.cache)
    state = subject.batch * state_numbers(shape) if cost.state else 0
    add(translate("shapes", "state of one layer without scores, whatever n"), state)
    add(translate("shapes", "states of all layers without scores"), cost.state)
    return table


def work_table(subject: Subject) -> Table:
    """Multiply-adds of one pass over n tokens, step by step: in one layer, in all of them, and their sum."""
    cost = growth(subject.shape, subject.n, subject.batch)
    titles = (
        translate("shapes", "in one layer"),
        translate("shapes", "layers"),
        translate("shapes", "multiply-adds"),
    )
    table = Table(translate("shapes", "Work at {n}").format(n=subject.n_text), titles, subject.form)
    names = _step_names()
    for part in cost.parts:
        outside = part.step in ("pooler", "head")
        table.add(names[part.step], *(("", "") if outside else (part.layer, part.layers)), part.all)
    text = translate("shapes", "Sum of these: {counted}").format(counted=counted(subject.shape))
    table.add(text, "", "", cost.work, kind="total")
    return table


def _step_names() -> dict[Step, str]:
    return {
        "matrices": translate("shapes", "matrices of attention"),
        "scores": translate("shapes", "Q · Kᵀ and A · V, all heads"),
        "window": translate("shapes", "Q · Kᵀ and A · V within the window, all heads"),
        "recurrent": translate("shapes", "matrices of a layer without scores"),
        "state": translate("shapes", "its state, read and written"),
        "mlp": translate("shapes", "MLP"),
        "pooler": translate("shapes", "pooler, for one token a sequence"),
        "head": translate("shapes", "last matrix, to the vocabulary"),
    }
