"""The typeface at many sizes: the same widths whatever was measured before, and not all sizes kept for good."""

from __future__ import annotations

from attnviz.export import fonts

MANY = range(8, 8 + 2 * fonts.SIZES_KEPT)


def test_of_many_sizes_only_the_last_are_kept() -> None:
    """Each has Qt keep every typeface of the system that its texts have needed."""
    for size in MANY:
        fonts.font(size)
        fonts.text_width("a size", size)
        fonts.mono_width("a size", size)
    assert fonts.font.cache_info().currsize <= fonts.SIZES_KEPT
    assert len(fonts._metrics._plain) <= fonts.SIZES_KEPT
    assert len(fonts._metrics._mono) <= fonts.SIZES_KEPT


def test_a_size_that_was_forgotten_measures_the_same_again() -> None:
    fonts.text_width.cache_clear()
    first = fonts.text_width("queries", 13)
    for size in MANY:
        fonts.text_width("others", size)
    fonts.text_width.cache_clear()
    assert fonts.text_width("queries", 13) == first
    assert fonts.text_width("queries", 26) > 1.9 * first
