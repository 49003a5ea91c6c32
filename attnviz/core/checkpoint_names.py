"""What the matrices of a model are called in its checkpoint, by family.

The names are those of the checkpoints that the Transformers library reads, without ".weight"; {i} is the layer.
"""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    layer: str = "model.layers.{i}."  # before every name within a layer
    q: str = "self_attn.q_proj"
    k: str = "self_attn.k_proj"
    v: str = "self_attn.v_proj"
    o: str = "self_attn.o_proj"
    qkv: str | None = None  # one matrix that holds the columns of all three
    in_out: bool = False  # stored inputs × outputs, and not as nn.Linear stores it, outputs × inputs
    q_norm: str = "self_attn.q_norm"
    k_norm: str = "self_attn.k_norm"
    norms: tuple[str, ...] = ("input_layernorm", "post_attention_layernorm")
    gate: str = "mlp.gate_proj"
    up: str = "mlp.up_proj"
    down: str = "mlp.down_proj"
    gate_up: str | None = None  # one matrix that holds both
    router: str = "mlp.gate"
    expert: tuple[str, str, str] = (  # gate, up, down; {e} is the expert
        "mlp.experts.{e}.gate_proj",
        "mlp.experts.{e}.up_proj",
        "mlp.experts.{e}.down_proj",
    )
    shared_expert: str = "mlp.shared_expert."
    recurrent: tuple[str, ...] = ("in_proj_qkvz", "in_proj_ba")
    embedding: str = "model.embed_tokens"
    positions: str = ""
    segments: str = ""
    embedding_norm: str = ""
    final_norm: str = "model.norm"
    head: str = "lm_head"
    pooler: str = ""


LLAMA = Names()
LOCAL = Names(layer="", q="W_Q", k="W_K", v="W_V", o="W_O", in_out=True)
GPT2 = Names(
    layer="h.{i}.",
    qkv="attn.c_attn",
    o="attn.c_proj",
    in_out=True,
    norms=("ln_1", "ln_2"),
    up="mlp.c_fc",
    down="mlp.c_proj",
    embedding="wte",
    positions="wpe",
    final_norm="ln_f",
)
BERT = Names(
    layer="encoder.layer.{i}.",
    q="attention.self.query",
    k="attention.self.key",
    v="attention.self.value",
    o="attention.output.dense",
    norms=("attention.output.LayerNorm", "output.LayerNorm"),
    up="intermediate.dense",
    down="output.dense",
    embedding="embeddings.word_embeddings",
    positions="embeddings.position_embeddings",
    segments="embeddings.token_type_embeddings",
    embedding_norm="embeddings.LayerNorm",
    pooler="pooler.dense",
)
# Four norms: after attention and after the MLP as well as before them.
_FOUR = ("input_layernorm", "post_attention_layernorm", "pre_feedforward_layernorm", "post_feedforward_layernorm")
_W = "block_sparse_moe.experts.{e}."
FAMILIES: dict[str, Names] = {
    "": LOCAL,
    "gpt2": GPT2,
    "gpt3": replace(LOCAL, up="W_up", down="W_down", embedding="W_E", head="W_U"),  # never published: named as usual
    "bert": BERT,
    "roberta": BERT,
    "gemma2": replace(LLAMA, norms=_FOUR),
    "gemma3_text": replace(LLAMA, norms=_FOUR),
    "phi3": replace(LLAMA, qkv="self_attn.qkv_proj", gate_up="mlp.gate_up_proj"),
    "mixtral": replace(LLAMA, router="block_sparse_moe.gate", expert=(f"{_W}w1", f"{_W}w3", f"{_W}w2")),
    "qwen3_5_text": replace(LLAMA, recurrent=("in_proj_qkv", "in_proj_z", "in_proj_b", "in_proj_a")),
}


def names_of(family: str) -> Names:
    """The names of a family; one without an entry of its own is called as Llama calls its matrices."""
    return FAMILIES.get(family, LLAMA)
