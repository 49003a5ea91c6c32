"""The model, and the way back through it, for many sequences at once.

    X = E[symbol] + E[extra] + P          Q = X W_Q    K = X W_K    V = X W_V
    A = softmax(Q Kᵀ / √d_k)              O = A V
    logits = [O_1 | O_2 | …] W_O          loss = mean of -log softmax(logits)[answer]

There is no way past the attention: an answer can only be read from the tokens looked at. The way back is the chain
rule, line by line in reverse: every ∂M below is ∂loss/∂M. For the softmax, ∂S = A ⊙ (∂A - rowsum(∂A ⊙ A)).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np

from attnviz.core.arrays import Floats
from attnviz.core.training.parameters import Parameters, parameters_in
from attnviz.core.training.plan import TrainingPlan
from attnviz.core.training.tasks import NO_ANSWER, Batch, Ints, extra_count


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Forward:
    """Every matrix on the way from tokens to loss."""

    X: Floats  # (batch, n, d_model)
    Q: Floats  # (batch, n_heads, n, d_k)
    K: Floats  # (batch, n_heads, n, d_k)
    V: Floats  # (batch, n_heads, n, d_v)
    A: Floats  # (batch, n_heads, n, n)
    concat: Floats  # (batch, n, n_heads · d_v)
    answered: Ints  # (answers,), places in batch · n that have an answer
    shares: Floats  # (answers, vocabulary), softmax of their logits
    loss: float  # nats
    accuracy: float  # share of the answers whose logit is the largest


def forward(plan: TrainingPlan, parameters: Parameters, batch: Batch) -> Forward:
    """The model's answers to a batch, and what they cost."""
    p = parameters
    X = embed(plan, p, batch)  # (batch, n, d_model)
    Q, K, V = (_heads(X @ W, plan.n_heads) for W in (p.W_Q, p.W_K, p.W_V))
    S = Q @ K.swapaxes(-1, -2)  # (batch, n_heads, n, n)
    A = _softmax(S, _scale(plan), _hidden(plan))
    concat = _merged(A @ V)
    rows = batch.answers.ravel()
    answered = np.flatnonzero(rows != NO_ANSWER)
    logits = concat.reshape(-1, concat.shape[-1])[answered] @ p.W_O  # (answers, vocabulary)
    wanted = rows[answered]
    shares, loss = _cross_entropy(logits, wanted)
    return Forward(
        X=X,
        Q=Q,
        K=K,
        V=V,
        A=A,
        concat=concat,
        answered=answered,
        shares=shares,
        loss=loss,
        accuracy=float((logits.argmax(axis=1) == wanted).mean()),
    )


def embed(plan: TrainingPlan, parameters: Parameters, batch: Batch) -> Floats:
    """X: what stands where, as vectors.  (batch, n, d_model)"""
    X = parameters.E[batch.symbols]
    X += parameters.P
    if extra_count(plan) > 1:
        X += parameters.E[batch.extras + plan.vocabulary]
    return X


def backward(plan: TrainingPlan, parameters: Parameters, batch: Batch, steps: Forward, out: Floats) -> Parameters:
    """∂loss of every parameter, written into `out`, which is as long as parameters.flat."""
    p, dp = parameters, parameters_in(plan, out)
    d_model = plan.d_model
    concat = steps.concat.reshape(-1, steps.concat.shape[-1])  # (batch · n, n_heads · d_v)

    d_logits = steps.shares.copy()  # (answers, vocabulary): softmax minus one-hot, over the number of answers
    d_logits[np.arange(len(d_logits)), batch.answers.ravel()[steps.answered]] -= 1
    d_logits /= max(len(d_logits), 1)
    np.matmul(concat[steps.answered].T, d_logits, out=dp.W_O)
    d_concat = np.zeros_like(concat)
    d_concat[steps.answered] = d_logits @ p.W_O.T

    dO = _heads(d_concat.reshape(steps.concat.shape), plan.n_heads)  # (batch, n_heads, n, d_v)
    dV = steps.A.swapaxes(-1, -2) @ dO
    dS = dO @ steps.V.swapaxes(-1, -2)  # ∂A, changed in place into ∂S  (batch, n_heads, n, n)
    dS -= np.einsum("bhij,bhij->bhi", dS, steps.A)[..., None]
    dS *= steps.A
    dS *= _scale(plan)
    dQ = dS @ steps.K
    dK = dS.swapaxes(-1, -2) @ steps.Q

    X = steps.X.reshape(-1, d_model)
    dX = np.zeros_like(X)
    for d_heads, W, dW in ((dQ, p.W_Q, dp.W_Q), (dK, p.W_K, dp.W_K), (dV, p.W_V, dp.W_V)):
        side_by_side = _merged(d_heads).reshape(len(X), -1)
        np.matmul(X.T, side_by_side, out=dW)
        dX += side_by_side @ W.T
    _embedding_gradient(plan, batch, dX, dp)
    return dp


def _embedding_gradient(plan: TrainingPlan, batch: Batch, dX: Floats, dp: Parameters) -> None:
    """Every row of E gathers ∂X wherever its symbol or extra stands: a product with zeros and ones."""
    here = np.zeros((len(dX), len(dp.E)), dX.dtype)  # (batch · n, vocabulary + extras)
    places = np.arange(len(dX))
    here[places, batch.symbols.ravel()] = 1
    if extra_count(plan) > 1:
        here[places, batch.extras.ravel() + plan.vocabulary] = 1
    np.matmul(here.T, dX, out=dp.E)
    dX.reshape(-1, plan.n, plan.d_model).sum(axis=0, out=dp.P)


def _scale(plan: TrainingPlan) -> float:
    return 1 / sqrt(plan.d_k) if plan.divide else 1.0


def _hidden(plan: TrainingPlan) -> np.ndarray | None:
    """True where a query may not look.  (n, n)"""
    return ~np.tri(plan.n, dtype=np.bool_) if plan.causal else None


def _softmax(S: Floats, scale: float, hidden: np.ndarray | None) -> Floats:
    """S is changed in place into A: with thousands of small matrices, every copy saved counts."""
    S *= scale
    if hidden is not None:
        np.copyto(S, -np.inf, where=hidden)
    S -= S.max(axis=-1, keepdims=True)
    np.exp(S, out=S)
    S /= S.sum(axis=-1, keepdims=True)
    return S


def _cross_entropy(logits: Floats, wanted: Ints) -> tuple[Floats, float]:
    """Softmax of every row, and the mean of -log of the wanted answer's share, in nats."""
    shifted = logits - logits.max(axis=1, keepdims=True)
    shares = np.exp(shifted)
    totals = shares.sum(axis=1)
    losses = np.log(totals) - shifted[np.arange(len(wanted)), wanted]
    shares /= totals[:, None]
    return shares, float(losses.mean())


def _heads(M: Floats, n_heads: int) -> Floats:
    """(batch, n, n_heads · d) → (batch, n_heads, n, d), a view"""
    batch, n, columns = M.shape
    return M.reshape(batch, n, n_heads, columns // n_heads).swapaxes(1, 2)


def _merged(M: Floats) -> Floats:
    """The heads side by side.  (batch, n_heads, n, d) → (batch, n, n_heads · d)"""
    batch, n_heads, n, d = M.shape
    return M.swapaxes(1, 2).reshape(batch, n, n_heads * d)
