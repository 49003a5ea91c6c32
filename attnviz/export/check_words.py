"""What the check of a gradient found: for everyone, and in full for whoever knows the method."""

from __future__ import annotations

from attnviz.document.gradient_check import MOST_CELLS, Check
from attnviz.export.gradient_chain import lettered
from attnviz.export.notation import STANDARD, Notation
from attnviz.i18n import NumberFormat, translate


def check_sentence(check: Check, form: NumberFormat) -> str:
    """Whether the gradients are what really happens when numbers are moved."""
    agreement = check.agreement
    if not agreement.checked:
        return translate(
            "gradient", "not checked: the slopes of all {n} numbers moved are too large to measure"
        ).format(n=agreement.moved)
    said = _compared(check, form)
    if agreement.unmeasured:
        said += " · " + translate("gradient", "slopes too large to measure: {n}").format(n=agreement.unmeasured)
    return said


def _compared(check: Check, form: NumberFormat) -> str:
    """What came of those numbers whose slope could be measured."""
    agreement = check.agreement
    largest = _number(agreement.absolute, form)
    if not agreement.passed:
        return translate(
            "gradient", "✗ does not agree with really moving the numbers of {parameter} (largest difference {largest})"
        ).format(parameter=agreement.where, largest=largest)
    if check.sampled:
        return translate(
            "gradient",
            "✓ agrees with really moving {checked} of the {all} numbers, drawn at random "
            "(largest difference {largest})",
        ).format(checked=agreement.checked, all=check.parameters, largest=largest)
    if agreement.unmeasured:
        return translate(
            "gradient", "✓ agrees with really moving {checked} of the {all} numbers (largest difference {largest})"
        ).format(checked=agreement.checked, all=agreement.moved, largest=largest)
    return translate(
        "gradient", "✓ agrees with really moving each of the {checked} numbers (largest difference {largest})"
    ).format(checked=agreement.checked, largest=largest)


def check_step(check: Check, form: NumberFormat) -> str:
    """How far the numbers were moved."""
    low, high = (_number(h, form) for h in check.steps)
    return translate("gradient", "moved up and down by h = {h}").format(h=low if low == high else f"{low} … {high}")


def check_details(check: Check, form: NumberFormat, notation: Notation = STANDARD) -> str:
    """The method and its other results: relative error, row sums, and what could not be moved."""
    parts = [translate("gradient", "central differences: {step}").format(step=check_step(check, form))]
    if check.agreement.checked:
        relative = _number(check.agreement.relative, form)
        parts.append(translate("gradient", "largest relative difference {number}").format(number=relative))
    parts.append(translate("gradient", "largest |row sum of ∂S| {sum}").format(sum=_number(check.row_sum, form)))
    if check.skipped:
        parts.append(
            translate("gradient", "LayerNorm has no derivative at {skipped} numbers, which were not moved").format(
                skipped=check.skipped
            )
        )
    return lettered(" · ".join(parts), notation)


def unchecked_sentence() -> str:
    """Why a document has no check."""
    return translate("gradient", "too many scores to compare with central differences: at most {most} of them").format(
        most=MOST_CELLS
    )


def _number(value: float, form: NumberFormat) -> str:
    return form.short(value, 3) if value == 0 or value >= 1e-3 else form.scientific(value)
