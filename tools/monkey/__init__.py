"""A monkey at the window: random but valid events by the thousand, and what must never come of them.

See `python -m tools.monkey --help`.
"""
