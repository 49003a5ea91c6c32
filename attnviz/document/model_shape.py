"""The shape of a model as a document holds it."""

from __future__ import annotations

from attnviz.core.model_shape import Experts, LayerKind, ModelShape, Norm, Recurrence

__all__ = ["Experts", "LayerKind", "ModelShape", "Norm", "Recurrence"]
