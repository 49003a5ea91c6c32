"""What the check of a gradient found, in one sentence."""

from __future__ import annotations

from attnviz.document.gradient_check import MOST_CELLS, Check
from attnviz.export.gradient_chain import lettered
from attnviz.export.notation import STANDARD, Notation
from attnviz.i18n import NumberFormat, translate


def check_sentence(check: Check, form: NumberFormat, notation: Notation = STANDARD) -> str:
    """How far the gradients lie from central differences, with what step, and how exactly rows sum to 0."""
    agreement = check.agreement
    if agreement.passed:
        verdict = translate("gradient", "✓ agrees with central differences")
    else:
        verdict = translate("gradient", "✗ does not agree with central differences of {parameter}").format(
            parameter=agreement.where
        )
    errors = translate("gradient", "largest error {absolute}, relative {relative}").format(
        absolute=_number(agreement.absolute, form), relative=_number(agreement.relative, form)
    )
    low, high = (_number(h, form) for h in check.steps)
    step = translate("gradient", "step h = {h}").format(h=low if low == high else f"{low} … {high}")
    rows = translate("gradient", "largest |row sum of ∂S| {sum}").format(sum=_number(check.row_sum, form))
    return lettered(f"{verdict}: {errors} · {step} · {_moved(check)} · {rows}", notation)


def unchecked_sentence() -> str:
    """Why a document has no check."""
    return translate("gradient", "too many scores to compare with central differences: at most {most} of them").format(
        most=MOST_CELLS
    )


def _moved(check: Check) -> str:
    form = {"checked": check.agreement.checked, "all": check.parameters, "skipped": check.skipped}
    if check.sampled:
        return translate("gradient", "{checked} of {all} numbers moved, chosen at random").format(**form)
    if check.skipped:
        return translate(
            "gradient", "{checked} of {all} numbers moved: LayerNorm has no derivative at the other {skipped}"
        ).format(**form)
    return translate("gradient", "all {all} numbers moved one by one").format(**form)


def _number(value: float, form: NumberFormat) -> str:
    return form.scientific(value) if value else "0"
