"""attnviz: see, change, understand and show transformer attention.

`attnviz.attend(Q, K, V)` returns every named step of scaled dot-product attention. Importing the
package is quick: it loads neither NumPy nor Qt until something that needs them is asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"
__all__ = ["Attention", "__version__", "attend"]

if TYPE_CHECKING:
    from attnviz.core.attention import Attention, attend


def __getattr__(name: str) -> Any:  # noqa: ANN401
    if name in ("attend", "Attention"):
        from attnviz.core import attention

        return getattr(attention, name)
    raise AttributeError(f"module 'attnviz' has no attribute {name!r}")
