"""attnviz: see, change, understand and show transformer attention.

`attnviz.attend(Q, K, V)` returns every named step of scaled dot-product attention. `attnviz.show(attentions, tokens)`
opens a window on what a model returned, `attnviz.save(path, attentions, tokens)` writes it as a document. Importing the
package is quick: it loads neither NumPy nor Qt until something that needs them is asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"
__all__ = ["Attention", "__version__", "attend", "save", "show"]

if TYPE_CHECKING:
    from attnviz.core.attention import Attention, attend
    from attnviz.showing import save, show


def __getattr__(name: str) -> Any:  # noqa: ANN401
    if name in ("attend", "Attention"):
        from attnviz.core import attention

        return getattr(attention, name)
    if name in ("save", "show"):
        from attnviz import showing

        return getattr(showing, name)
    raise AttributeError(f"module 'attnviz' has no attribute {name!r}")
