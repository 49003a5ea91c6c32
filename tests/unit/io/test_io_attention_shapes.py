"""Shapes that people have, several files at once, labels that fit or do not, and which files are attention at all."""

import json

import numpy as np
import pytest

from attnviz.errors import InputError
from attnviz.io.attention import imported, read_attention
from attnviz.io.attention_kind import is_attention_file
from attnviz.io.stored import in_memory

RNG = np.random.default_rng(0)


def weights(*shape):
    A = RNG.random(shape).astype(np.float32) + 0.01
    return A / A.sum(axis=-1, keepdims=True)


def saved(folder, array, name="a.npy"):
    np.save(folder / name, array)
    return folder / name


def numbers_of(stack):
    return np.array([[stack.head(layer, head) for head in range(stack.n_heads)] for layer in range(stack.n_layers)])


@pytest.mark.parametrize(
    ("shape", "pick"),
    [
        ((5, 5), lambda A: A[None, None]),
        ((1, 5, 5), lambda A: A[None]),
        ((3, 5, 5), lambda A: A[None]),
        ((2, 3, 5, 5), lambda A: A),
        ((1, 3, 5, 5), lambda A: A),
        ((2, 1, 3, 5, 5), lambda A: A[:, 0]),
        ((1, 2, 3, 5, 5), lambda A: A[0]),
        ((1, 1, 1, 2, 3, 5, 5), lambda A: A[0, 0, 0]),
        ((2, 3, 4, 7), lambda A: A),
        ((1, 1), lambda A: A[None, None]),
    ],
)
@pytest.mark.parametrize("way", ["npy", "fortran", "json", "compressed"])
def test_an_array_is_read_by_its_axes(tmp_path, shape, pick, way):
    A = weights(*shape)
    path = tmp_path / f"a.{'json' if way == 'json' else 'npz' if way == 'compressed' else 'npy'}"
    if way == "json":
        path.write_text(json.dumps(A.astype(float).tolist()))
    elif way == "compressed":
        np.savez_compressed(path, attentions=A)
    else:
        np.save(path, np.asarray(A, order="F" if way == "fortran" else "C"))
    found = read_attention([path])
    np.testing.assert_array_equal(numbers_of(found.stack), pick(A))


def test_a_batch_is_asked_about_and_the_first_sample_shown(tmp_path):
    A = weights(2, 3, 4, 5, 5)
    path = saved(tmp_path, A)
    found = read_attention([path])
    (question,) = found.questions
    assert (question.kind, question.chosen) == ("batch", "0")
    assert [choice.key for choice in question.choices] == ["0", "1", "2"]
    np.testing.assert_array_equal(numbers_of(found.stack), A[:, 0])
    np.testing.assert_array_equal(numbers_of(read_attention([path], {"batch": "2"}).stack), A[:, 2])
    for nonsense in ("3", "-1", "x", "", "９", "1" * 5000):
        np.testing.assert_array_equal(numbers_of(read_attention([path], {"batch": nonsense}).stack), A[:, 0])


def test_layers_that_are_missing_and_layers_of_different_heads(tmp_path):
    A = weights(4, 2, 5, 5)
    (tmp_path / "a.json").write_text(json.dumps({"attentions": [None, A[1].tolist(), A[2].tolist(), None]}))
    stack = read_attention([tmp_path / "a.json"]).stack
    assert [stack.heads_of(layer) for layer in range(4)] == [0, 2, 2, 0]
    np.savez(tmp_path / "b.npz", layer_3=A[3], layer_7=A[1, :1], layer_11=A[2])
    stack = read_attention([tmp_path / "b.npz"]).stack
    assert [stack.heads_of(layer) for layer in range(9)] == [2, 0, 0, 0, 1, 0, 0, 0, 2]
    (tmp_path / "c.json").write_text('{"attentions": [null, null]}')
    with pytest.raises(InputError, match="eager"):
        read_attention([tmp_path / "c.json"])


def test_members_named_by_layer_and_head(tmp_path):
    A = weights(2, 11, 5, 5)
    members = {f"layer{layer}.head{head}": A[layer, head] for head in range(11) for layer in range(2)}
    np.savez(tmp_path / "a.npz", **members, mean_score=np.ones((5, 5)))
    np.testing.assert_array_equal(numbers_of(read_attention([tmp_path / "a.npz"]).stack), A)


def test_the_names_of_other_programs(tmp_path):
    A = weights(2, 3, 5, 5)
    members = {f"blocks.{layer}.attn.hook_pattern": A[layer][None] for layer in range(2)}
    members |= {f"blocks.{layer}.attn.hook_attn_scores": 9 * A[layer][None] for layer in range(2)}
    np.savez(tmp_path / "lens.npz", **members)
    np.testing.assert_array_equal(numbers_of(read_attention([tmp_path / "lens.npz"]).stack), A)
    for name in ("Attention", "attn_weights", "pattern", "A"):
        np.savez(tmp_path / "a.npz", **{name: A, "x": np.ones(3)})
        np.testing.assert_array_equal(numbers_of(read_attention([tmp_path / "a.npz"]).stack), A)


def test_several_arrays_without_a_name_are_asked_about(tmp_path):
    first, second = weights(2, 3, 5, 5), weights(1, 3, 5, 5)
    np.savez(tmp_path / "a.npz", this=first, that=second, count=np.ones(3))
    found = read_attention([tmp_path / "a.npz"])
    assert [(question.kind, question.chosen) for question in found.questions] == [("array", "this")]
    np.testing.assert_array_equal(numbers_of(found.stack), first)
    np.testing.assert_array_equal(numbers_of(read_attention([tmp_path / "a.npz"], {"array": "that"}).stack), second)


@pytest.mark.parametrize("layers", [1, 3])
@pytest.mark.parametrize("way", ["layers in steps", "arrays", "json"])
def test_steps_of_a_generation(tmp_path, way, layers):
    whole = np.tril(weights(layers, 2, 8, 8))
    steps = [whole[:, None, :, :6, :6], whole[:, None, :, 6:7, :7], whole[:, None, :, 7:, :8]]
    if way == "json":
        (tmp_path / "a.json").write_text(json.dumps([step.astype(float).tolist() for step in steps]))
        found = read_attention([tmp_path / "a.json"])
    elif way == "arrays":
        found = imported([in_memory(step) for step in steps], "a", "a")
    else:
        found = imported([[in_memory(layer) for layer in step] for step in steps], "a", "a")
    np.testing.assert_array_equal(numbers_of(found.stack), whole)
    assert found.seams == (6, 7)
    assert found.causal is True


def test_the_steps_of_one_layer():
    whole = np.tril(weights(2, 8, 8))
    steps = [whole[None, :, :6, :6], whole[None, :, 6:7, :7], whole[None, :, 7:, :8]]
    found = imported([in_memory(step) for step in steps], "a", "a")
    np.testing.assert_array_equal(numbers_of(found.stack), whole[None])
    assert found.seams == (6, 7)


@pytest.mark.parametrize(
    "shapes", [[(6, 6), (5, 5)], [(6, 6), (1, 8)], [(6, 6), (1, 7), (1, 7)], [(1, 7), (6, 6)], [(2, 6, 6), (2, 1, 8)]]
)
def test_what_does_not_follow_is_no_generation(shapes):
    with pytest.raises(InputError, match="differ in size"):
        imported([in_memory(weights(*shape)) for shape in shapes], "a", "a")


def test_row_zero_of_three_by_eight_is_the_third_token_from_the_end(tmp_path):
    path = saved(tmp_path, weights(2, 2, 3, 8))
    (tmp_path / "tokens.txt").write_text("a\nb\nc\nd\ne\nf\ng\nh\n")
    found = read_attention([path, tmp_path / "tokens.txt"])
    assert found.tokens_q == ("f", "g", "h")
    assert found.tokens_k == tuple("abcdefgh")
    assert any("The queries are the last of these" in note.text for note in found.notes)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("t.txt", "o\ngato subiu\n\nno"),
        ("t.json", '["o", "gato subiu", "", "no"]'),
        ("t.json", '{"tokens": ["o", "gato subiu", "", "no"]}'),
        ("t.json", '{"anything": ["o", "gato subiu", "", "no"]}'),
        ("t.json", '{"tokens_q": ["o", "gato subiu", "", "no"], "tokens_k": ["o", "gato subiu", "", "no"]}'),
    ],
)
@pytest.mark.parametrize("first", [True, False])
def test_tokens_in_a_second_file(tmp_path, name, content, first):
    paths = [saved(tmp_path, weights(2, 2, 4, 4)), tmp_path / name]
    paths[1].write_text(content)
    found = read_attention(paths if first else paths[::-1])
    assert found.tokens_q == found.tokens_k == ("o", "gato subiu", "", "no")
    assert found.name == "a"


def test_tokens_in_a_second_file_as_an_array_or_in_one_line(tmp_path):
    path = saved(tmp_path, weights(2, 2, 3, 3))
    tokens = saved(tmp_path, np.array(["o", "gato", "subiu"]), "tokens.npy")
    assert read_attention([path, tokens]).tokens_q == ("o", "gato", "subiu")
    (tmp_path / "line.txt").write_text("um  cão late")
    assert read_attention([path, tmp_path / "line.txt"]).tokens_k == ("um", "cão", "late")
    np.savez(tmp_path / "both.npz", attentions=weights(1, 3, 3), tokens=["x", "y", "z"])
    assert read_attention([tmp_path / "both.npz", tokens]).tokens_q == ("o", "gato", "subiu")
    with pytest.raises(InputError, match="no attention"):
        read_attention([tokens])


def test_labels_of_queries_and_keys_are_separate(tmp_path):
    np.savez(tmp_path / "a.npz", attentions=weights(2, 2, 2, 3), tokens_q=["a", "b"], tokens_k=["x", "y", "z"])
    found = read_attention([tmp_path / "a.npz"])
    assert (found.tokens_q, found.tokens_k) == (("a", "b"), ("x", "y", "z"))
    np.savez(tmp_path / "b.npz", attentions=weights(2, 2, 2, 3), tokens_q=["a", "b"], tokens_k=["x", "y", "z", "w"])
    found = read_attention([tmp_path / "b.npz"])
    assert (found.tokens_q, found.tokens_k) == (("a", "b"), None)
    assert [question.kind for question in found.questions] == ["labels-k"]
    assert read_attention([tmp_path / "b.npz"], {"labels-k": "last"}).tokens_k == ("y", "z", "w")


@pytest.mark.parametrize("count", [1, 2, 4, 5, 7, 9, 100])
def test_labels_that_fit_nothing_are_never_guessed(tmp_path, count):
    path = saved(tmp_path, weights(2, 2, 3, 8))
    (tmp_path / "t.json").write_text(json.dumps([f"t{index}" for index in range(count)]))
    found = read_attention([path, tmp_path / "t.json"])
    assert (found.tokens_q, found.tokens_k) == (None, None)
    (question,) = found.questions
    assert f"Labels: {count}, positions: 8." in question.text
    for choice in question.choices:
        answered = read_attention([path, tmp_path / "t.json"], {"labels": choice.key})
        assert answered.tokens_k is None or len(answered.tokens_k) == 8
        assert answered.questions[0].chosen == choice.key


def test_labels_for_queries_only(tmp_path):
    path = saved(tmp_path, weights(2, 2, 3, 8))
    (tmp_path / "t.json").write_text('["a", "b", "c"]')
    found = read_attention([path, tmp_path / "t.json"])
    assert (found.tokens_q, found.tokens_k, found.questions) == (("a", "b", "c"), None, ())


def test_layers_in_files_of_their_own_in_the_order_of_their_numbers(tmp_path):
    A = weights(11, 2, 4, 4)
    paths = [saved(tmp_path, A[layer], f"layer_{layer}.npy") for layer in (10, 2, 0, 1, 3, 4, 5, 6, 7, 8, 9)]
    np.testing.assert_array_equal(numbers_of(read_attention(paths).stack), A)


def test_a_table_wider_than_one_typed_by_hand(tmp_path):
    A = weights(600, 600).astype(float)
    names = [f"t{index}" for index in range(600)]
    lines = [",".join(["", *names])] + [
        ",".join([name, *map(repr, row)]) for name, row in zip(names, A.tolist(), strict=True)
    ]
    (tmp_path / "a.csv").write_text("\n".join(lines))
    found = read_attention([tmp_path / "a.csv"])
    np.testing.assert_array_equal(found.stack.head(0, 0), A)
    assert found.tokens_q == found.tokens_k == tuple(names)
    (tmp_path / "c.csv").write_text("\n".join(lines).replace(",", ";").replace(".", ","))
    np.testing.assert_array_equal(read_attention([tmp_path / "c.csv"]).stack.head(0, 0), A)
    (tmp_path / "c.csv").write_text("\n".join(lines) + "\nlast,0.5\n")
    with pytest.raises(InputError, match="row 602 is not 600 numbers"):
        read_attention([tmp_path / "c.csv"])
    np.savetxt(tmp_path / "b.tsv", A, delimiter="\t")
    np.testing.assert_allclose(read_attention([tmp_path / "b.tsv"]).stack.head(0, 0), A, rtol=1e-12)


def test_the_long_form_counts_from_zero_or_one_and_may_leave_zeros_out(tmp_path):
    (tmp_path / "a.csv").write_text("query;key;weight\n1;1;1\n2;1;0,25\n2;2;0.75\n")
    np.testing.assert_array_equal(read_attention([tmp_path / "a.csv"]).stack.head(0, 0), [[1, 0], [0.25, 0.75]])


def test_what_is_opened_as_something_else_is_not_attention(tmp_path):
    np.savez(tmp_path / "head.npz", Q=np.eye(3), K=np.eye(3))
    saved(tmp_path, RNG.standard_normal((5, 4)), "q.npy")
    (tmp_path / "q.csv").write_text("1,0\n1,2\n0,1\n")
    (tmp_path / "head.json").write_text('{"Q": [[1, 0]], "K": [[1, 0]]}')
    (tmp_path / "lesson.json").write_text('{"format": 1, "document": {}}')
    (tmp_path / "config.json").write_text('{"model_type": "gpt2"}')
    (tmp_path / "text.txt").write_text("o gato")
    (tmp_path / "a.attnviz").write_bytes(b"PK\3\4")
    (tmp_path / "page.html").write_text("<p>hello</p>")
    for name in ("head.npz", "q.npy", "q.csv", "head.json", "lesson.json", "config.json", "text.txt", "a.attnviz", "x"):
        assert not is_attention_file(tmp_path / name), name
    for name in ("head.npz", "head.json", "page.html"):
        with pytest.raises(InputError):
            read_attention([tmp_path / name])


def test_what_is_attention(tmp_path):
    saved(tmp_path, weights(5, 5), "w.npy")
    np.savetxt(tmp_path / "w.csv", weights(5, 5), delimiter=",")
    (tmp_path / "w.json").write_text('{"attentions": [[[1, 2')
    (tmp_path / "l.json").write_text("[[1.0]]")
    (tmp_path / "broken.pt").write_bytes(b"")
    for name in ("w.npy", "w.csv", "w.json", "l.json", "broken.pt"):
        assert is_attention_file(tmp_path / name), name


def test_what_a_compressed_file_takes_is_said_before_it_is_taken(tmp_path):
    A = RNG.random((2, 2, 2048, 2048))
    np.savez_compressed(tmp_path / "a.npz", attentions=np.round(A, 2), tokens=["x"] * 2048)
    found = read_attention([tmp_path / "a.npz"])
    assert any("up to 134 MB" in note.text for note in found.notes)


def test_large_texts_are_told_by_their_beginning(tmp_path):
    A = weights(200, 200).astype(float)
    names = [f"t{index}" for index in range(200)]
    (tmp_path / "a.json").write_text(json.dumps({"tokens": names, "attentions": [A.tolist()]}))
    np.savetxt(tmp_path / "b.csv", A, delimiter=",")
    lines = ["\t".join(["", *names])] + ["\t".join(["a", *map(repr, row)]) for row in A.tolist()]
    (tmp_path / "c.tsv").write_text("\n".join(lines))
    (tmp_path / "d.html").write_text("<script>" + " " * 300_000 + f"const params = {json.dumps({'attn': 1})}")
    long = [f"{row};{column};{float(A[row, column])!r}" for row in range(200) for column in range(200)]
    (tmp_path / "e.csv").write_text("\n".join(["query;key;weight", *long]))
    for name in "a.json", "b.csv", "c.tsv", "d.html", "e.csv":
        assert (tmp_path / name).stat().st_size > 200_000
        assert is_attention_file(tmp_path / name), name
    for name in "a.json", "b.csv", "c.tsv", "e.csv":
        np.testing.assert_array_equal(read_attention([tmp_path / name]).stack.head(0, 0), A)
    (tmp_path / "a.json").write_text(json.dumps({"weights_of_something": A.tolist()}))
    np.savetxt(tmp_path / "b.csv", A - 1, delimiter=",")
    (tmp_path / "c.tsv").write_text("x" * 300_000)
    (tmp_path / "d.html").write_text("x" * 300_000)
    for name in "a.json", "b.csv", "c.tsv", "d.html":
        assert not is_attention_file(tmp_path / name), name


def test_no_files_and_too_many():
    for paths in ([], [None] * 2000):
        with pytest.raises(InputError, match="1024 files"):
            read_attention(paths)
