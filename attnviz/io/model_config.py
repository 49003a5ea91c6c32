"""Any model's config.json as a ModelShape: nothing in it is trusted, and nothing guessed in silence."""

from __future__ import annotations

import re
from dataclasses import dataclass
from json import loads
from pathlib import Path
from typing import Any

from attnviz.core.model_shape import Experts, LayerKind, ModelShape, Recurrence
from attnviz.document.json_place import Place, read_places
from attnviz.document.shape_file import LIMITS, MAX_LAYERS, require_shape
from attnviz.errors import InputError
from attnviz.i18n import translate
from attnviz.io.files import decoded, opened, read_bytes
from attnviz.io.model_families import ALIASES, FAMILIES, LLAMA, Bias, Family
from attnviz.io.wording import shown, shown_name

MAX_BYTES = 256_000  # beyond any configuration
MAX_VALUES = 30_000
MOST_LOOKED_AT = 50_000_000  # to say that a file is a configuration, though one too large
MAX_NAME = 120
_KINDS: dict[str, LayerKind] = {
    "full_attention": "full",
    "attention": "full",
    "global": "full",
    "sliding_attention": "sliding",
    "local": "sliding",
    "linear_attention": "linear",
}
_OTHERS = ("Q", "K", "document", "attention", "attentions", "weights")  # keys of files that may name a model too
_COMPRESSED = ("kv_lora_rank", "q_lora_rank")


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadConfig:
    """The shape, and what had to be assumed on the way, as sentences."""

    shape: ModelShape
    notes: tuple[str, ...] = ()


def is_config(text: str) -> bool:
    """Whether a JSON text is a model's configuration."""
    if len(text) <= MAX_BYTES:
        try:
            content = loads(text)
        except (ValueError, RecursionError):
            content = None  # broken: reading it says where
        if content is not None:
            keys = content.keys() if isinstance(content, dict) else set()
            return bool(keys & {"model_type", "architectures"}) and not keys & set(_OTHERS)
    start = text[:MAX_BYTES]
    named = re.search(r'"(model_type|architectures)"\s*:', start) is not None
    return named and re.search(rf'"({"|".join(_OTHERS)})"\s*:', start) is None


def is_config_file(path: Path) -> bool:
    """Whether a file is one by its name and content; a file that cannot be read is not one."""
    if path.suffix.lower() != ".json":
        return False
    try:
        with opened(path, MOST_LOOKED_AT) as (file, _size):
            return is_config(file.read(MAX_BYTES + 1).decode("utf-8", "replace"))
    except InputError:
        return False


def load_config(path: Path) -> ReadConfig:
    """The shape in a file. Raises InputError with one sentence when the file is at fault."""
    name = path.stem if path.stem != "config" else ""
    return read_config(decoded(read_bytes(path, MAX_BYTES), shown_name(path)), shown_name(path), name)


def read_config(text: str, file: str, name: str = "") -> ReadConfig:
    """The shape in a text; `name` is the model's where the text gives none, `file` as sentences show it."""
    if len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES:
        problem = translate("shapes", "{file} is too large for a model’s configuration: at most {most} bytes are read.")
        raise InputError(problem.format(file=file, most=MAX_BYTES))
    if text.count(",") > MAX_VALUES:
        problem = translate("shapes", "{file} holds more than {most} values, too many for a model’s configuration.")
        raise InputError(problem.format(file=file, most=MAX_VALUES))
    return _Reader(read_places(text, file), name).read()


class _Reader:
    """One configuration. `_top` is the whole file, `_text` the part of it that describes the language model."""

    def __init__(self, top: Place, name: str) -> None:
        if not isinstance(top.node.value, dict):
            raise top.unlike(translate("lessons", "{path} must be an object {{…}}, but it is {found}."))
        self._top = top
        self._name = name
        inner = top.node.value.get("text_config")
        nested = inner is not None and isinstance(inner.value, dict) and not self._has(top, LLAMA.hidden)
        self._text = Place(top.file, "text_config", inner) if nested and inner is not None else top
        self._notes: list[str] = []

    def read(self) -> ReadConfig:
        kind = self._model_type()
        if kind not in FAMILIES:
            self._refuse_compressed(kind)
            note = translate(
                "shapes", "{kind} is no family known here: it was read as Llama is, so biases and MLP may differ."
            )
            self._notes.append(note.format(kind=shown(kind)) if kind else self._without_type())
        family = FAMILIES.get(kind, LLAMA)
        self._require(family)
        hidden, heads = self._first("hidden", family.hidden), self._first("n_heads", family.heads)
        layers = self._first("n_layers", family.layers)
        assert hidden is not None
        assert heads is not None
        assert layers is not None
        head_dim, given = self._head_dim(family, hidden, heads)
        pattern = self._pattern(family, layers)
        context = self._first("context", family.context)
        window = self._number("window", "sliding_window") if "sliding" in pattern else None
        shape = ModelShape(
            name=self._title(kind),
            family=kind,
            hidden=hidden,
            n_layers=layers,
            n_heads=heads,
            n_kv_heads=self._number("n_kv_heads", "num_key_value_heads") or heads,
            head_dim=head_dim,
            head_dim_given=given,
            v_head_dim=self._number("v_head_dim", "v_head_dim"),
            gated=self._switch("attn_output_gate", family.gated),
            qkv_bias=self._bias(family.qkv_bias),
            o_bias=self._bias(family.o_bias),
            qk_norm=family.qk_norm,
            pattern=pattern,
            window=window,
            recurrence=self._recurrence(family) if "linear" in pattern else None,
            causal=family.causal,
            norm=family.norm,
            norms=family.norms,
            final_norm=family.final_norm,
            embedding_norm=family.embedding_norm,
            vocab=self._number("vocab", "vocab_size"),
            tied=self._switch("tie_word_embeddings", family.tied, self._top if self._text is self._top else None),
            positions=(context or 0) if family.learned_positions else 0,
            segments=(self._number("segments", "type_vocab_size") or 0) if family.segments else 0,
            pooler=family.pooler,
            context=context,
            source=self._top.file.strip("“”"),
            **self._mlp(family, hidden),
        )
        try:
            require_shape(shape)
        except InputError as error:
            raise self._text.fail(error) from error
        return ReadConfig(shape=shape, notes=tuple(self._notes))

    # single values -----------------------------------------------------------------------------------------

    def _place(self, key: str, place: Place | None = None) -> Place | None:
        """The value of a key, unless it is not there or null."""
        place = place or self._text
        assert isinstance(place.node.value, dict)
        node = place.node.value.get(key)
        if node is None or node.value is None:
            return None
        return Place(place.file, f"{place.path}.{key}" if place.path else key, node)

    def _has(self, place: Place, keys: tuple[str, ...]) -> bool:
        return any(self._place(key, place) is not None for key in keys)

    def _first(self, field: str, keys: tuple[str, ...]) -> int | None:
        return next((value for key in keys if (value := self._number(field, key)) is not None), None)

    def _number(self, field: str, key: str) -> int | None:
        place = self._place(key)
        if place is None:
            return None
        # An intermediate, shared or segment size of 0 is how a file says that there is none.
        least = 0 if field in ("segments", "shared", "positions") else 1
        return place.integer(least, LIMITS[field])

    def _switch(self, key: str, default: bool, also: Place | None = None) -> bool:
        place = self._place(key) or (self._place(key, also) if also is not None else None)
        return default if place is None else place.switch()

    def _model_type(self) -> str:
        place = self._place("model_type") or self._place("model_type", self._top)
        kind = "" if place is None else place.text(MAX_NAME)
        return ALIASES.get(kind, kind)

    def _title(self, kind: str) -> str:
        place = self._place("_name_or_path") or self._place("_name_or_path", self._top)
        path = "" if place is None else place.text(1000)
        own = path.rstrip("/\\").replace("\\", "/").rsplit("/", 1)[-1] or self._name
        return (own or (f"config.json ({kind})" if kind else "config.json"))[:MAX_NAME]

    # what belongs together ---------------------------------------------------------------------------------

    def _require(self, family: Family) -> None:
        """Name everything missing that no rule replaces, all at once."""
        missing = [keys[0] for keys in (family.hidden, family.layers, family.heads) if not self._has(self._text, keys)]
        if missing:
            problem = translate("shapes", "{path} does not give {names}, without which no shape is known.")
            raise self._text.fail(problem.format(path=self._text.name, names=", ".join(missing)))

    def _refuse_compressed(self, kind: str) -> None:
        found = next((place for key in _COMPRESSED if (place := self._place(key)) is not None), None)
        if found is not None:
            problem = translate(
                "shapes",
                "{key} says that {kind} compresses its keys and values, a layout that is not known here.",
            )
            raise found.fail(problem.format(key=found.path, kind=shown(kind)))

    def _without_type(self) -> str:
        return translate(
            "shapes", "The file names no model_type: it was read as Llama is, so biases and MLP may differ."
        )

    def _head_dim(self, family: Family, hidden: int, heads: int) -> tuple[int, bool]:
        """From the file, or by the family's own rule; never merely hidden / heads."""
        given = self._number("head_dim", "head_dim")
        if given is not None:
            return given, True
        if family.head_dim is not None:
            return family.head_dim, True
        if hidden % heads:
            problem = translate(
                "shapes", "{path} gives no head_dim, and {heads} heads do not divide its hidden size {hidden}."
            )
            raise self._text.fail(problem.format(path=self._text.name, heads=heads, hidden=hidden))
        return hidden // heads, False

    def _bias(self, rule: Bias) -> bool:
        return rule == "always" or (rule == "asked" and self._switch("attention_bias", False))

    def _pattern(self, family: Family, layers: int) -> tuple[LayerKind, ...]:
        """The kinds of the layers, as short as they repeat."""
        place = self._place("layer_types")
        if place is not None:
            kinds = tuple(_KINDS[item.choice(_KINDS)] for item in place.items(MAX_LAYERS, 1))
            if len(kinds) != layers:
                problem = translate("shapes", "the length of {path} is {found}, but the number of layers is {layers}.")
                raise place.fail(problem.format(path=place.path, found=len(kinds), layers=layers))
            return shortest(kinds)
        every = self._place("full_attention_interval") or self._place("sliding_window_pattern")
        interval = family.interval if every is None else every.integer(1, MAX_LAYERS)
        if interval is not None and family.others != "full":
            return (*(family.others for _ in range(interval - 1)), "full")
        return ("sliding",) if family.windowed and self._place("sliding_window") is not None else ("full",)

    def _recurrence(self, family: Family) -> Recurrence:
        keys = ("linear_num_key_heads", "linear_num_value_heads", "linear_key_head_dim", "linear_value_head_dim")
        fields = ("key_heads", "value_heads", "key_dim", "value_dim")
        values = [self._number(field, key) for field, key in zip(fields, keys, strict=True)]
        usual = (16, 32, 128, 128)  # of the configuration classes
        key_heads, value_heads, key_dim, value_dim = (
            default if value is None else value for value, default in zip(values, usual, strict=True)
        )
        kernel = self._number("kernel", "linear_conv_kernel_dim") or 4
        return Recurrence(
            key_heads=key_heads, value_heads=value_heads, key_dim=key_dim, value_dim=value_dim, kernel=kernel
        )

    def _mlp(self, family: Family, hidden: int) -> dict[str, Any]:
        """The fields of ModelShape that say what comes after attention."""
        gated, bias = family.mlp_gated, self._switch("mlp_bias", family.mlp_bias)
        count = self._number("count", "num_local_experts" if family.experts == "mixtral" else "num_experts")
        if family.experts != "none" and count is not None:
            return {"experts": self._experts(family, count), "mlp_gated": gated}
        wide = self._first("intermediate", family.intermediate)
        if wide is None and family.four_times:
            wide = 4 * hidden
        if wide is None:
            self._notes.append(translate("shapes", "The file gives no size of the MLP, so only attention is counted."))
        return {"intermediate": wide, "mlp_gated": gated, "mlp_bias": bias}

    def _experts(self, family: Family, count: int) -> Experts | None:
        uneven = self._place("mlp_only_layers"), self._place("decoder_sparse_step")
        if (uneven[0] is not None and uneven[0].items(MAX_LAYERS)) or (uneven[1] and uneven[1].node.value != 1):
            self._notes.append(
                translate("shapes", "Only some layers have experts here, so the MLPs are left out of the totals.")
            )
            return None
        wide = self._number("intermediate", "moe_intermediate_size") or self._number(
            "intermediate", "intermediate_size"
        )
        chosen = self._number("chosen", "num_experts_per_tok")
        missing = [
            key for key, value in (("moe_intermediate_size", wide), ("num_experts_per_tok", chosen)) if not value
        ]
        if wide is None or chosen is None:
            problem = translate("shapes", "{path} does not give {names}, without which no shape is known.")
            raise self._text.fail(problem.format(path=self._text.name, names=", ".join(missing)))
        shared = self._number("shared", "shared_expert_intermediate_size") or 0
        return Experts(
            count=count,
            chosen=chosen,
            intermediate=wide,
            shared=shared,
            shared_gate=family.shared_gate and shared > 0,
        )


def shortest(kinds: tuple[LayerKind, ...]) -> tuple[LayerKind, ...]:
    """The shortest pattern that gives the same kinds when it is repeated."""
    for length in range(1, len(kinds)):
        if all(kind == kinds[i % length] for i, kind in enumerate(kinds)):
            return kinds[:length]
    return kinds
