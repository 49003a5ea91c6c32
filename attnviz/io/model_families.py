"""What the families of models leave unsaid in a config.json, by model_type.

The rules are those of the configuration classes in the Transformers library: names of keys, values where none is given,
which matrices have biases, and which layers attend to everything.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from attnviz.core.model_shape import LayerKind, Norm

Bias = Literal["never", "always", "asked"]  # asked: where the file says attention_bias


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    hidden: tuple[str, ...] = ("hidden_size", "n_embd", "d_model", "dim")
    layers: tuple[str, ...] = ("num_hidden_layers", "n_layer", "num_layers", "n_layers")
    heads: tuple[str, ...] = ("num_attention_heads", "n_head", "n_heads")
    intermediate: tuple[str, ...] = ("intermediate_size", "n_inner", "ffn_dim", "d_ff")
    context: tuple[str, ...] = ("max_position_embeddings", "n_positions", "n_ctx")
    head_dim: int | None = None  # where the file gives none; None is hidden / heads
    qkv_bias: Bias = "asked"
    o_bias: Bias = "asked"
    mlp_bias: bool = False
    qk_norm: bool = False
    gated: bool = False
    mlp_gated: bool = True
    four_times: bool = False  # the MLP is four times as wide where the file does not say
    norm: Norm = "rms"
    norms: int = 2
    final_norm: bool = True
    embedding_norm: bool = False
    learned_positions: bool = False
    segments: bool = False
    pooler: bool = False
    causal: bool = True
    tied: bool = False
    interval: int | None = None  # every so many layers one attends to everything
    others: LayerKind = "full"  # what the layers between them are
    windowed: bool = False  # a sliding_window given is that of every layer
    experts: Literal["none", "mixtral", "qwen"] = "none"
    shared_gate: bool = False


_GPT2 = Family(
    qkv_bias="always",
    o_bias="always",
    mlp_bias=True,
    mlp_gated=False,
    four_times=True,
    norm="layer",
    learned_positions=True,
    tied=True,
)
_BERT = Family(
    qkv_bias="always",
    o_bias="always",
    mlp_bias=True,
    mlp_gated=False,
    norm="layer",
    final_norm=False,
    embedding_norm=True,
    learned_positions=True,
    segments=True,
    pooler=True,
    causal=False,
    tied=True,
)
LLAMA = Family()
FAMILIES: dict[str, Family] = {
    "gpt2": _GPT2,
    "bert": _BERT,
    "roberta": _BERT,
    "llama": LLAMA,
    "mistral": Family(qkv_bias="never", o_bias="never", windowed=True),
    "mixtral": Family(qkv_bias="never", o_bias="never", windowed=True, experts="mixtral"),
    "phi3": Family(windowed=True),
    "qwen2": Family(qkv_bias="always", o_bias="never"),
    "qwen2_moe": Family(qkv_bias="always", o_bias="never", experts="qwen", shared_gate=True),
    "qwen3": Family(head_dim=128, qk_norm=True),
    "qwen3_moe": Family(qk_norm=True, experts="qwen"),
    "qwen3_next": Family(
        head_dim=256, qk_norm=True, gated=True, interval=4, others="linear", experts="qwen", shared_gate=True
    ),
    "qwen3_5_text": Family(head_dim=256, qk_norm=True, gated=True, interval=4, others="linear"),
    "gemma": Family(head_dim=256, tied=True),
    "gemma2": Family(head_dim=256, norms=4, tied=True, interval=2, others="sliding"),
    "gemma3_text": Family(head_dim=256, qk_norm=True, norms=4, tied=True, interval=6, others="sliding"),
}
ALIASES = {"qwen3_5": "qwen3_5_text", "gemma3": "gemma3_text"}
