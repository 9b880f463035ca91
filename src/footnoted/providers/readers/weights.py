"""The trained reader's own weights, which ship with this package, and the graph made from them.

Only what training changed is shipped, at 8 bits: the layers and the heads. The embeddings of words and positions are
the embedder's; the graph refers to the embedder's file for them. How the reader is trained is in docs/reader.md.
"""

from __future__ import annotations

import hashlib
import io
import os
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np

from footnoted.domain.errors import Misconfigured
from footnoted.providers.onnx import granite
from footnoted.providers.onnx.granite import Floats, Graph, Shapes

NAME = "reader"
FILE = "reader.npz"
SHA256 = "985d153477a56c8daaa5016259fd35c8af6d696c2ac28e7f728f4f5ab021013d"
_FUSED = "com.microsoft"
_LAYERS = 6
_ARCH = {"heads": 12, "layer_norm_eps": 1e-12}
"""As in the embedder's pack."""


def reader_graph(cache_dir: Path) -> Path:
    """The graph, built beside the embedder's on the first call and found on later ones."""
    folder = granite.model_folder(cache_dir)
    graph = folder / f"{NAME}-{SHA256[:8]}.onnx"
    if not graph.is_file():
        try:
            _build(folder, graph)
        except OSError as error:
            raise Misconfigured(
                f"The reader needs about 50 MB in {folder}, which cannot be written. "
                "Free some space, or set FOOTNOTED_READER=none."
            ) from error
    return graph


def shipped() -> dict[str, Floats]:
    """The tensors, the 8-bit ones multiplied by their scales; checked against the checksum."""
    data = resources.files(__package__).joinpath(FILE).read_bytes()
    if hashlib.sha256(data).hexdigest() != SHA256:
        raise Misconfigured(
            "The reader's weights are not the file they should be (their SHA-256 differs). "
            "Install footnoted again, or set FOOTNOTED_READER=none."
        )
    return unpack(data)


def unpack(data: bytes) -> dict[str, Floats]:
    """Every tensor as floats; ``name`` at 8 bits goes with ``name.scale``, one scale a row."""
    with np.load(io.BytesIO(data)) as stored:
        tensors = {name: stored[name] for name in stored.files}
    return {
        name: (tensor.astype(np.float32) * tensors[f"{name}.scale"]).astype(np.float32)
        if tensor.dtype == np.int8
        else tensor.astype(np.float32)
        for name, tensor in tensors.items()
        if not name.endswith(".scale")
    }


def _build(folder: Path, place: Path) -> None:
    import onnx

    tensors = shipped()
    weights = place.with_suffix(".bin")
    draft, drawn = weights.with_suffix(f".bin.{os.getpid()}"), place.with_suffix(f".onnx.{os.getpid()}")
    embedder = onnx.load(str(folder / granite.GRAPH), load_external_data=False)
    with draft.open("wb") as file:
        graph = Graph(file, weights.name)
        _draw(graph, tensors, {tensor.name: tensor for tensor in embedder.graph.initializer})
        file.flush()
        os.fsync(file.fileno())
    inputs: Shapes = {"ids": ["texts", "tokens"], "sides": ["texts", "tokens"], "lengths": ["texts"]}
    outputs: Shapes = {"nothing": ["texts", 1], "places": ["texts", "tokens", 2]}
    drawn.write_bytes(graph.serialised(inputs, outputs))
    draft.replace(weights)
    drawn.replace(place)  # the graph last: once it is there, its weights are there too


def _draw(graph: Graph, tensors: dict[str, Floats], embedder: dict[str, Any]) -> None:
    """The embedder's embeddings, plus one for the side that a token is on; then the layers and the heads."""
    words, positions, scale, shift = (
        graph.borrowed(embedder[name]) for name in ("word_emb", "positions", "emb_ln.w", "emb_ln.b")
    )
    inputs = ["ids", "", words, positions, "", scale, shift]
    state = graph.node(
        "EmbedLayerNormalization", inputs, "embedded", "unread", domain=_FUSED, epsilon=_ARCH["layer_norm_eps"]
    )
    side = graph.node("Gather", [graph.weight("side", tensors["side"]), "sides"], "side.out", axis=0)
    state = graph.node("Add", [state, side], "sided")
    for layer in range(_LAYERS):
        own = {name.removeprefix(f"l{layer}."): t for name, t in tensors.items() if name.startswith(f"l{layer}.")}
        state = granite.draw_layer(graph, _ARCH, own, state, f"l{layer}.", is_last=False)
    product = graph.node("MatMul", [state, graph.weight("places.w", tensors["places.w"].T)], "places.product")
    graph.node("Add", [product, graph.weight("places.b", tensors["places.b"])], "places")
    first = graph.node("Gather", [state, graph.index("first_token", 0)], "first", axis=1)
    flat = graph.node("Squeeze", [first, graph.index("token_axis", 1)], "flat")
    inner = graph.node("Gemm", [flat, *_pair(graph, tensors, "nothing.0")], "inner", transB=1)
    bent = graph.node("Tanh", [inner], "bent")
    graph.node("Gemm", [bent, *_pair(graph, tensors, "nothing.2")], "nothing", transB=1)


def _pair(graph: Graph, tensors: dict[str, Floats], name: str) -> list[str]:
    return [graph.weight(f"{name}.{part}", tensors[f"{name}.{part}"]) for part in ("w", "b")]
