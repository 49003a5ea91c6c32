"""Every sample of exported attention gives its right answer: numbers, labels, findings, questions, or a sentence."""

import tracemalloc
from pathlib import Path

import numpy as np
import pytest

from attnviz.core.diagnosis import diagnose
from attnviz.errors import InputError
from attnviz.io.attention import read_attention
from attnviz.io.attention_kind import is_attention_file

HERE = Path(__file__).parent / "samples"
OLDER = Path(__file__).parents[2] / "data" / "exports"
FILES = sorted(path for folder in (HERE, OLDER) for path in folder.glob("*/*") if path.is_file())
TRUTH = np.load(HERE / "truth.npz")

BASE = TRUTH["base"]
TOKENS = ("o", "▁g", "a", "to", "▁sub", "iu", "▁no", "▁te", "lh", "ado")
QUOTED = ("a,b", 'say "hi"', "", "line\nbreak", "0.5", "=1+1")
ENCODER = ("<s>", "O", "Ġgato", "Ġsubiu", "Ġno", "Ġtelhado", "</s>")
DECODER = ("</s>", "<s>", "The", "Ġcat", "Ġclimbed")

# What must come out (layers, heads, n_q, n_k; None: of whatever value), and within which distance.
NUMBERS = {
    "ok/LHnn_f32.npy": (BASE, 0),
    "ok/Hnn_f32.npy": (BASE[1:2], 0),
    "ok/LBHnn_batch1.npy": (BASE, 0),
    "ok/BHnn_batch1.npy": (BASE[2:3], 0),
    "ok/LHnn_f16.npy": (BASE, 1e-3),
    "ok/LHnn_f64.npy": (BASE, 0),
    "ok/npz_attentions_tokens.npz": (BASE, 0),
    "ok/npz_layer_n.npz": (TRUTH["twelve"], 0),
    "ok/st_stacked.safetensors": (BASE, 0),
    "ok/st_per_layer.safetensors": (TRUTH["twelve"], 0),
    "ok/st_f16.safetensors": (BASE, 1e-3),
    "ok/json_nested_tokens.json": (BASE, 1e-7),
    "ok/json_bare_nn.json": (BASE[:1, :1], 1e-7),
    "ok/json_circuitsvis.json": (BASE[:1], 1e-7),
    "ok/json_bom.json": (BASE[:1], 1e-7),
    "ok/html_bertviz_return.html": (BASE, 1e-7),
    "ok/csv_numbers_only.csv": (BASE[1:2, 2:3], 1e-6),
    "ok/tsv_labels.tsv": (BASE[1:2, 2:3], 1e-6),
    "ok/csv_quoted_tokens.csv": (TRUTH["quoted"][None, None], 1e-7),
    "ok/csv_long.csv": (BASE[:2, :2], 1e-6),
    "ok/pt_generate_ragged.pt": (BASE, 0),
    "ok/encdec_three_kinds.npz": (TRUTH["enc"], 0),
    "ok/json_bertviz_encdec.json": (TRUTH["enc"], 1e-7),
    "ok/cross_only.npy": (TRUTH["cross"], 0),
    "ok/pt_list_bf16.pt": (BASE, 4e-3),
    "ok/pt_view_strided.pt": (TRUTH["base_T"], 0),
    "odd/pt_requires_grad.pt": (BASE, 0),
    "odd/nan_rows.npy": (TRUTH["nan_rows"], 0),
    "odd/scores_unmasked.npy": (TRUTH["scores_plain"], 0),
    "odd/percent.npy": (100 * BASE, 1e-5),
    "odd/rounded_2_decimals.npy": (BASE, 5.1e-3),
    "odd/training_dropout.npy": None,
    "odd/head_mean.npy": (BASE.mean(axis=1)[None], 1e-6),
    "odd/uint8.npy": (255 * BASE, 1),
    "odd/square_LH_is_ambiguous_12x12x12.npy": None,
    "odd/json_nan_literals.json": (np.array([[[[np.nan, np.nan], [0.5, 0.5]]]]), None),
    "odd/strange_tokens.npz": (TRUTH["strange"][None, None], 0),
    "odd/lone_surrogate.json": None,
    "odd/token_count_mismatch.json": (BASE, 1e-7),
    "odd/mixed_content.npz": (BASE, 0),
    "odd/npy_named.json": (BASE, 0),
    "bad/inf_inside.npy": None,
    "bad/negative_weights.npy": None,
    "bad/all_zero.npy": (np.zeros((2, 2, 4, 4)), 0),
    "bad/huge_values.npy": None,
    "bad/npz_path_names.npz": (BASE[:1], 0),
    "bad/npz_duplicate_names.npz": None,
    "bad/st_metadata_tokens_not_json.safetensors": None,
    "bad/json_1e999.json": None,
    "bad/json_duplicate_keys.json": (np.full((1, 1, 2, 2), 0.5), 0),
    "bad/json_tokens_not_strings.json": (np.eye(3)[None, None], 0),
    "bad/csv_one_number.csv": (np.ones((1, 1, 1, 1)), 0),
}

LABELS = {
    "ok/npz_attentions_tokens.npz": TOKENS,
    "ok/npz_layer_n.npz": TOKENS,
    "ok/st_stacked.safetensors": TOKENS,
    "ok/st_per_layer.safetensors": TOKENS,
    "ok/json_nested_tokens.json": TOKENS,
    "ok/json_circuitsvis.json": TOKENS,
    "ok/json_bom.json": TOKENS,
    "ok/html_bertviz_return.html": TOKENS,
    "ok/tsv_labels.tsv": TOKENS,
    "ok/csv_quoted_tokens.csv": QUOTED,
    "ok/csv_long.csv": TOKENS,
    "ok/encdec_three_kinds.npz": ENCODER,
    "ok/json_bertviz_encdec.json": ENCODER,
    "odd/mixed_content.npz": TOKENS,
    "odd/json_nan_literals.json": ("a", "b"),
    "odd/lone_surrogate.json": ("\ufffd", "ok"),
    "bad/json_tokens_not_strings.json": ("1", "2", "3"),
}

FINDINGS = {
    "ok/pt_view_strided.pt": ["transposed"],
    "odd/nan_rows.npy": ["nan-rows", "padding"],
    "odd/scores_unmasked.npy": ["scores"],
    "odd/percent.npy": ["percent"],
    "odd/rounded_2_decimals.npy": ["rounded"],
    "odd/training_dropout.npy": ["dropout"],
    "odd/uint8.npy": ["bytes"],
    "odd/json_nan_literals.json": ["nan-rows"],
    "bad/inf_inside.npy": ["infinite"],
    "bad/negative_weights.npy": ["negative"],
    "bad/all_zero.npy": ["all-zero"],
    "bad/huge_values.npy": ["scores"],
    "bad/st_metadata_tokens_not_json.safetensors": ["all-zero"],
    "bad/json_1e999.json": ["infinite"],
}

QUESTIONS = {
    "ok/Hnn_f32.npy": ["axis"],
    "ok/json_bom.json": ["axis"],
    "ok/encdec_three_kinds.npz": ["set"],
    "ok/json_bertviz_encdec.json": ["set"],
    "odd/head_mean.npy": ["axis"],
    "odd/square_LH_is_ambiguous_12x12x12.npy": ["axis"],
    "odd/token_count_mismatch.json": ["labels"],
    "bad/npz_path_names.npz": ["axis"],
    "bad/npz_duplicate_names.npz": ["axis"],
}

# What the sentence of a refusal must say.
REFUSED = {
    "ok/pt_legacy.pt": "before version 1.6",
    "odd/pt_model_output.pt": "transformers.modeling_outputs.BaseModelOutput",
    "odd/pt_empty_tuple.pt": 'attn_implementation="eager"',
    "odd/json_empty_attentions.json": 'attn_implementation="eager"',
    "odd/LHnn.npy.gz": "gzip",
    "bad/pt_storage_lies.pt": "reaches past",
    "bad/pickle_bomb.pkl": "plain tensors",
    "bad/npy_huge_shape.npy": "promises 4000000000000 bytes",
    "bad/npy_overflow_shape.npy": "promises",
    "bad/npy_header_len_4GB.npy": "header",
    "bad/npy_header_code.npy": "header",
    "bad/npy_truncated_data.npy": "promises 64 bytes of numbers, but 40",
    "bad/npy_truncated_header.npy": "header",
    "bad/npy_object_descr_no_data.npy": "Python objects",
    "bad/npy_unicode_as_attention.npy": "texts",
    "bad/npy_complex.npy": "complex64",
    "bad/npy_structured.npy": "real numbers",
    "bad/npy_1d.npy": "shape 16",
    "bad/npy_empty_0x0.npy": "empty",
    "bad/npy_empty_no_layers.npy": "empty",
    "bad/not_a_zip.npz": "first bytes",
    "bad/empty.npz": "no arrays",
    "bad/npz_lying_member.npz": "promises 40000000000 bytes",
    "bad/st_header_len_2_63.safetensors": "longer than the file",
    "bad/st_header_len_past_end.safetensors": "longer than the file",
    "bad/st_header_len_200MB.safetensors": "longer than the file",
    "bad/st_header_is_list.safetensors": "does not name any tensors",
    "bad/st_header_bad_utf8.safetensors": "UTF-8",
    "bad/st_empty_file.safetensors": "longer than the file",
    "bad/st_only_length.safetensors": "longer than the file",
    "bad/st_overlap.safetensors": "overlap",
    "bad/st_offset_past_end.safetensors": "outside the file",
    "bad/st_offset_reversed.safetensors": "outside the file",
    "bad/st_offset_negative.safetensors": "no whole numbers",
    "bad/st_shape_size_mismatch.safetensors": "needs 256 bytes, but it has 64",
    "bad/st_shape_overflow.safetensors": "10^20 bytes",
    "bad/st_shape_negative.safetensors": "no whole numbers",
    "bad/st_unknown_dtype.safetensors": "dtype is unknown",
    "bad/st_fp8.safetensors": "F8_E4M3",
    "bad/st_metadata_not_strings.safetensors": "metadata",
    "bad/st_trailing_bytes.safetensors": "belong to no tensor",
    "bad/json_empty_list.json": 'attn_implementation="eager"',
    "bad/json_ragged.json": "the length of [1] is 1",
    "bad/json_strings.json": "texts where numbers",
    "bad/json_bool.json": "mask",
    "bad/json_utf16.json": "UTF-16",
    "bad/json_latin1.json": "not UTF-8",
    "bad/json_wrong_keys.json": "“foo”, “bar”",
    "bad/json_inspectus_sparse.json": "matrices of numbers",
    "bad/csv_empty.csv": "no numbers",
    "bad/csv_header_only.csv": "only labels",
    "bad/csv_ragged.csv": "row 3",
    "bad/csv_nul.csv": "NUL",
    "bad/csv_binary.csv": "not UTF-8",
    "bad/csv_empty_cells.csv": "missing",
    "bad/csv_thousands.csv": "separators",
}


def called(path):
    return f"{path.parent.name}/{path.name}"


def numbers_of(stack):
    """All heads (n_layers, n_heads, n_q, n_k)."""
    return np.array([[stack.head(layer, head) for head in range(stack.n_heads)] for layer in range(stack.n_layers)])


def sample(name):
    return next(path for path in FILES if called(path) == name)


def test_every_sample_has_an_answer():
    assert {called(path) for path in FILES} == NUMBERS.keys() | REFUSED.keys()
    assert len(FILES) > 100


@pytest.mark.parametrize("path", [path for path in FILES if called(path) in NUMBERS], ids=called)
def test_opens(path):
    name = called(path)
    found = read_attention([path])
    values = numbers_of(found.stack)
    truth = NUMBERS[name]
    if truth is not None and truth[1] is not None:
        assert values.shape == truth[0].shape
        np.testing.assert_allclose(values, truth[0], rtol=0, atol=truth[1] + 1e-12)
    assert [finding.kind for finding in diagnose(found.stack, causal=found.causal).findings] == FINDINGS.get(name, [])
    assert [question.kind for question in found.questions] == QUESTIONS.get(name, [])
    if name in LABELS:
        assert (found.tokens_q, found.tokens_k) == (LABELS[name], LABELS[name])
    elif name != "odd/strange_tokens.npz":
        assert (found.tokens_q, found.tokens_k) == (None, None)
    for index in range(found.stack.n_layers):
        head = values[index, 0]
        seen = np.where(np.isnan(head).all(axis=1, keepdims=True), 0, head)  # a row of NaN alone may look at no key
        np.testing.assert_array_equal(found.stack.reduced(index, 0, 10**6, 10**6), seen)


@pytest.mark.parametrize("path", [path for path in FILES if called(path) in REFUSED], ids=called)
def test_is_refused_in_one_sentence_that_takes_no_memory(path):
    tracemalloc.start()
    try:
        with pytest.raises(InputError) as refusal:
            read_attention([path])
        assert tracemalloc.get_traced_memory()[1] < 20_000_000
    finally:
        tracemalloc.stop()
    sentence = str(refusal.value)
    assert REFUSED[called(path)] in sentence
    assert path.name in sentence
    assert "\n" not in sentence
    assert len(sentence) < 400


@pytest.mark.parametrize("path", FILES, ids=called)
def test_telling_attention_from_other_files_never_raises(path):
    name = called(path)
    told = is_attention_file(path)
    if name.startswith("ok/") or path.suffix in (".pt", ".safetensors"):
        assert told


def test_reading_a_layer_for_a_head_is_a_choice():
    path = sample("odd/head_mean.npy")
    assert read_attention([path]).stack.n_heads == 4
    other = read_attention([path], {"axis": "layers"})
    assert (other.stack.n_layers, other.stack.n_heads) == (4, 1)
    assert other.questions[0].chosen == "layers"
    assert "4 layers" in other.questions[0].text


@pytest.mark.parametrize("name", ["ok/encdec_three_kinds.npz", "ok/json_bertviz_encdec.json"])
def test_encoder_decoder_and_cross_attention_are_sets_to_choose_from(name):
    path = sample(name)
    question = read_attention([path]).questions[0]
    keys = [choice.key for choice in question.choices]
    assert [key.lower() for key in keys] == ["encoder", "decoder", "cross"]
    assert question.chosen == keys[0]
    decoder = read_attention([path], {"set": keys[1]})
    np.testing.assert_allclose(numbers_of(decoder.stack), TRUTH["dec"], atol=1e-7)
    assert (decoder.tokens_q, decoder.tokens_k) == (DECODER, DECODER)
    cross = read_attention([path], {"set": keys[2]})
    np.testing.assert_allclose(numbers_of(cross.stack), TRUTH["cross"], atol=1e-7)
    assert (cross.tokens_q, cross.tokens_k) == (DECODER, ENCODER)


def test_the_steps_of_a_generation_become_one_triangle_with_seams():
    found = read_attention([sample("ok/pt_generate_ragged.pt")])
    assert found.seams == (7, 8, 9)
    assert found.causal is True


def test_circuitsvis_names_its_heads_and_says_that_the_model_is_causal():
    found = read_attention([sample("ok/json_circuitsvis.json")])
    assert found.head_names == ("L0H0", "L0H1", "L0H2", "L0H3")
    assert found.causal is True


def test_too_few_labels_are_asked_about_and_never_shifted():
    path = sample("odd/token_count_mismatch.json")
    found = read_attention([path])
    (question,) = found.questions
    assert "Labels: 9, positions: 10" in question.text
    assert (question.chosen, found.tokens_q) == ("none", None)
    assert read_attention([path], {"labels": "last"}).tokens_q == ("?", *TOKENS[:9])
    assert read_attention([path], {"labels": "first"}).tokens_k == (*TOKENS[:9], "?")


def test_strange_tokens_come_out_as_they_are():
    tokens = read_attention([sample("odd/strange_tokens.npz")]).tokens_q
    assert tokens[5:10] == ("a\nb", "nul\0x", "\u202eabc", "\u200b", "")
    assert tokens[14:16] == ("<b>x</b>", "<img src=x>")
    assert len(tokens[17]) == 3000


def test_dropout_is_estimated():
    finding = diagnose(read_attention([sample("odd/training_dropout.npy")]).stack).get("dropout")
    assert finding.amount == pytest.approx(0.1, abs=1e-3)
