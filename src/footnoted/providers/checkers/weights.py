"""The trained checker's weights, which ship with this package, and the graph made from them.

All of a network of twelve layers at 6 bits, with one scale for 64 weights, and its vocabulary. How it is trained is in
docs/checker.md.
"""

from __future__ import annotations

import hashlib
import io
import os
import shutil
import tempfile
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from footnoted.domain.errors import Misconfigured
from footnoted.providers.onnx.granite import Floats, Graph, Shapes

NAME = "checker"
FILE = "checker.npz"
SHA256 = "45f51417e98d1762a802b3dc2f2c2cbe211f85ebe14ce8490e816d30217adac2"
GRAPH, VOCABULARY = "graph.onnx", "vocabulary.txt"
LAYERS, HEADS, WIDTH = 12, 12, 384
GROUP = 64
"""Weights with a common scale, in a row of a matrix."""
SIDES = 4
"""A token is on the side of the question, the place, the text or the statement."""
_SECOND = (0, 1, 1, 0)
"""Whether a side is the second of the two texts that the network was first taught to compare."""
_EPSILON = 1e-12
_ZERO = 128
_FUSED = "com.microsoft"

Tensors = dict[str, npt.NDArray[Any]]


def checker_folder(cache_dir: Path) -> Path:
    """The folder with graph, weights and vocabulary; made on the first call."""
    folder = cache_dir / "models" / f"{NAME}-{SHA256[:8]}"
    if not folder.is_dir():
        tensors = shipped()
        try:
            _install(tensors, folder)
        except OSError as error:
            raise Misconfigured(
                f"The checker needs about 90 MB in {cache_dir}, which cannot be written. "
                "Free some space, or set FOOTNOTED_READER=none."
            ) from error
    return folder


def shipped() -> Tensors:
    """The tensors as they are stored, checked against the checksum."""
    data = resources.files(__package__).joinpath(FILE).read_bytes()
    if hashlib.sha256(data).hexdigest() != SHA256:
        raise Misconfigured(
            "The checker's weights are not the file they should be (their SHA-256 differs). "
            "Install footnoted again, or set FOOTNOTED_READER=none."
        )
    with np.load(io.BytesIO(data)) as stored:
        return {name: stored[name] for name in stored.files}


def floats(tensors: Tensors, name: str) -> Floats:
    """A tensor as floats; one in steps goes with its scales."""
    own = tensors[name]
    if own.dtype != np.int8:
        return np.asarray(own, np.float32)
    steps = own.reshape(own.shape[0], -1, GROUP).astype(np.float32)
    whole = steps * tensors[f"{name}.scale"].astype(np.float32)[:, :, None]
    return np.asarray(whole.reshape(own.shape), np.float32)


def _install(tensors: Tensors, folder: Path) -> None:
    """Write the model beside its place, then rename: other processes see all of it or nothing."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    draft = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    try:
        (draft / VOCABULARY).write_bytes(tensors["vocabulary"].tobytes())
        with (draft / "weights.bin").open("wb") as weights:
            graph = Graph(weights)
            _draw(graph, tensors)
            weights.flush()
            os.fsync(weights.fileno())
        inputs: Shapes = {"ids": ["texts", "tokens"], "sides": ["texts", "tokens"], "lengths": ["texts"]}
        (draft / GRAPH).write_bytes(graph.serialised(inputs, {"verdicts": ["texts", 3]}))
        draft.chmod(0o755)
        try:
            draft.rename(folder)
        except OSError:
            if not folder.is_dir():  # else another process was faster, with the same bytes
                raise
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def _draw(graph: Graph, tensors: Tensors) -> None:
    """Embeddings, plus one for the side that a token is on; the layers; the verdict on the first token's state."""

    def weight(name: str) -> str:
        return graph.weight(name, floats(tensors, name))

    kinds = np.concatenate([np.zeros((1, WIDTH), np.float32), floats(tensors, "kind")])
    seconds = graph.weight("seconds", np.array(_SECOND, np.float32))
    second = graph.node("Cast", [graph.node("Gather", [seconds, "sides"], "seconds.out", axis=0)], "second", to=6)
    tables = [weight("words"), weight("places"), graph.weight("kinds", kinds)]
    inputs = ["ids", second, *tables, weight("norm.w"), weight("norm.b")]
    state = graph.node("EmbedLayerNormalization", inputs, "embedded", "unread", domain=_FUSED, epsilon=_EPSILON)
    side = graph.node("Gather", [weight("side"), "sides"], "side.out", axis=0)
    state = graph.node("Add", [state, side], "sided")
    for layer in range(LAYERS):
        state = _draw_layer(graph, tensors, state, f"l{layer}.", is_last=layer == LAYERS - 1)
    flat = graph.node("Squeeze", [state, graph.index("token_axis", 1)], "flat")
    inner = graph.node("Gemm", [flat, weight("verdict.0.w"), weight("verdict.0.b")], "inner", transB=1)
    bent = graph.node("Tanh", [inner], "bent")
    graph.node("Gemm", [bent, weight("verdict.2.w"), weight("verdict.2.b")], "verdicts", transB=1)


def _draw_layer(graph: Graph, tensors: Tensors, state: str, prefix: str, *, is_last: bool) -> str:
    def weight(name: str) -> str:
        return graph.weight(prefix + name, floats(tensors, prefix + name))

    def product(left: str, name: str, rows: slice = slice(None)) -> str:
        """A product with weights that stay at 8 bits in memory."""
        key = f"{prefix}{name}.{rows.start or 0}"
        steps = tensors[f"{prefix}{name}.w"][rows]
        scales = tensors[f"{prefix}{name}.w.scale"][rows].astype(np.float32)
        count, width = steps.shape
        packed = (steps.astype(np.int16) + _ZERO).astype(np.uint8).reshape(count, -1, GROUP)
        inputs = [left, graph.weight(key, packed), graph.weight(f"{key}.scale", scales.reshape(-1))]
        sizes = {"K": width, "N": count, "bits": 8, "block_size": GROUP, "accuracy_level": 4}
        return graph.node("MatMulNBits", inputs, f"{key}.out", domain=_FUSED, **sizes)

    def fused(operator: str, inputs: list[str], output: str, **attributes: Any) -> str:
        return graph.node(operator, inputs, prefix + output, domain=_FUSED, **attributes)

    asking = state
    if is_last:  # only the first token's state is used at the end
        asking = graph.node("Gather", [state, graph.index("first_token", 0)], "first", axis=1)
    parts = [
        product(source, "qkv", slice(at * WIDTH, (at + 1) * WIDTH)) for at, source in enumerate((asking, state, state))
    ]
    attended = fused("MultiHeadAttention", [*parts, weight("qkv.b"), "lengths"], "attended", num_heads=HEADS)
    inputs = [product(attended, "ao"), asking, weight("aln.w"), weight("aln.b"), weight("ao.b")]
    state = fused("SkipLayerNormalization", inputs, "middle", epsilon=_EPSILON)
    wide = fused("BiasGelu", [product(state, "f1"), weight("f1.b")], "active")
    inputs = [product(wide, "f2"), state, weight("fln.w"), weight("fln.b"), weight("f2.b")]
    return fused("SkipLayerNormalization", inputs, "state", epsilon=_EPSILON)
