"""Files of torch.save, written here as PyTorch writes them, without PyTorch: what is in them comes out, and no more."""

import collections
import io
import pickle
import sys
import types
import zipfile

import numpy as np
import pytest

from attnviz.errors import InputError
from attnviz.io.attention import read_attention

RNG = np.random.default_rng(0)
STORAGES = {"f4": "FloatStorage", "f2": "HalfStorage", "f8": "DoubleStorage", "u1": "ByteStorage", "b1": "BoolStorage"}


class Tensor:
    """Stands for a tensor while it is written: a storage's key, and how to look into it."""

    def __init__(self, array, key, *, parameter=False, offset=0, strides=None, shape=None):
        self.array = np.ascontiguousarray(array)
        self.key = key
        self.parameter = parameter
        item = self.array.itemsize
        self.view = (offset, shape or array.shape, strides or tuple(step // item for step in self.array.strides))

    def __reduce__(self):
        modules = sys.modules
        storage = _Storage(getattr(modules["torch"], STORAGES[self.array.dtype.str[1:]]), self.key, self.array.size)
        offset, shape, strides = self.view
        arguments = (storage, offset, shape, strides, False, collections.OrderedDict())
        if self.parameter:
            inner = Tensor(self.array, self.key)
            return modules["torch._utils"]._rebuild_parameter, (inner, True, collections.OrderedDict())
        return modules["torch._utils"]._rebuild_tensor_v2, arguments


class _Storage:
    def __init__(self, kind, key, count):
        self.id = ("storage", kind, key, "cpu", count)


class _Pickler(pickle.Pickler):
    def persistent_id(self, value):
        return value.id if isinstance(value, _Storage) else None


@pytest.fixture
def save(monkeypatch, tmp_path):
    """A function that writes an object to a .pt file, as torch.save would."""
    torch, utils = types.ModuleType("torch"), types.ModuleType("torch._utils")
    torch._utils = utils
    for name in STORAGES.values():
        setattr(torch, name, type(name, (), {"__module__": "torch"}))
    for name in ("_rebuild_tensor_v2", "_rebuild_parameter"):
        function = types.FunctionType((lambda *_: None).__code__, {}, name)
        function.__module__, function.__qualname__ = "torch._utils", name
        setattr(utils, name, function)
    monkeypatch.setitem(sys.modules, "torch", torch)
    monkeypatch.setitem(sys.modules, "torch._utils", utils)

    def write(content, tensors, *, protocol=2, byteorder="little"):
        out = io.BytesIO()
        _Pickler(out, protocol).dump(content)
        path = tmp_path / "a.pt"
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("a/data.pkl", out.getvalue())
            archive.writestr("a/byteorder", byteorder)
            for tensor in tensors:
                archive.writestr(f"a/data/{tensor.key}", tensor.array.tobytes())
        return path

    return write


def weights(*shape):
    A = RNG.random(shape).astype(np.float32)
    return A / A.sum(axis=-1, keepdims=True)


def numbers_of(stack):
    return np.array([[stack.head(layer, head) for head in range(stack.n_heads)] for layer in range(stack.n_layers)])


@pytest.mark.parametrize("protocol", [2, 3, 4, 5])
def test_a_dictionary_with_tokens_parameters_and_more(save, protocol):
    A = weights(2, 3, 4, 4)
    layers = tuple(Tensor(layer[None], str(index), parameter=index == 1) for index, layer in enumerate(A))
    content = {
        "attentions": layers,
        "tokens": ["o", "▁gato", "\ud83d", ""],
        "loss": 0.25,
        "step": -70000,
        "big": 1 << 40,
        "flag": True,
        "nothing": None,
        7: [1, 2],
        "ordered": collections.OrderedDict(a=1),
    }
    found = read_attention([save(content, layers, protocol=protocol)])
    np.testing.assert_array_equal(numbers_of(found.stack), A)
    assert found.tokens_q == ("o", "▁gato", "\ufffd", "")


def test_views_that_share_a_storage_and_repeat_it(save):
    base = RNG.random(64).astype(np.float32)
    first = Tensor(base, "0", offset=2, shape=(2, 3, 4), strides=(20, 1, 5))
    second = Tensor(base, "0", offset=0, shape=(2, 3, 4), strides=(0, 0, 1))
    stack = read_attention([save([first, second], [first])]).stack
    view = np.lib.stride_tricks.as_strided(base[2:], (2, 3, 4), (80, 4, 20))
    np.testing.assert_array_equal(numbers_of(stack)[0], view)
    np.testing.assert_array_equal(numbers_of(stack)[1], np.broadcast_to(base[:4], (2, 3, 4)))


@pytest.mark.parametrize("dtype", ["f2", "f4", "f8", "u1"])
@pytest.mark.parametrize("order", ["little", "big"])
def test_types_and_byte_orders(save, dtype, order):
    A = (weights(2, 4, 4) * (255 if dtype == "u1" else 1)).astype(dtype)
    tensor = Tensor(A, "0")
    tensor.array = tensor.array.astype(A.dtype.newbyteorder(">" if order == "big" else "<"))
    stack = read_attention([save([tensor, tensor], [tensor], byteorder=order)]).stack
    np.testing.assert_array_equal(numbers_of(stack), np.stack([A, A]).astype(stack.dtype))


def test_a_mask_is_no_attention(save):
    tensor = Tensor(np.ones((2, 4, 4), dtype=bool), "0")
    with pytest.raises(InputError, match="mask"):
        read_attention([save([tensor], [tensor])])


def test_layers_that_were_not_returned(save):
    tensor = Tensor(weights(1, 2, 4, 4), "0")
    stack = read_attention([save((None, tensor, None), [tensor])]).stack
    assert [stack.heads_of(layer) for layer in range(3)] == [0, 2, 0]
    for nothing in ((None, None), (), {"attentions": (None,)}, {"attentions": None}, [[None], [None]]):
        with pytest.raises(InputError, match="eager"):
            read_attention([save(nothing, [])])
