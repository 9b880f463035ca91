"""Writes a cross-encoder of a few kilobytes: real ONNX and a real tokenizer; it counts the words that both texts share.

With two logits, both carry the same large share of noise, so that only their difference says anything.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer, normalizers, pre_tokenizers, processors
from tokenizers.models import WordLevel

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"]


def write_cross_encoder(folder: Path, words: list[str], *, logits: int = 1, graph: str = "model.onnx") -> Path:
    """The folder, with the model in it; one with two logits wants no token types and tells texts apart by itself."""
    (folder / graph).parent.mkdir(parents=True, exist_ok=True)
    _tokenizer(words).save(str(folder / "tokenizer.json"))
    onnx.save(_model(len(SPECIAL) + len(words), logits), str(folder / graph))
    return folder


def _tokenizer(words: list[str]) -> Tokenizer:
    vocabulary = {word: number for number, word in enumerate([*SPECIAL, *words])}
    tokenizer = Tokenizer(WordLevel(vocabulary, unk_token="[UNK]"))
    tokenizer.add_special_tokens(SPECIAL)
    tokenizer.normalizer = normalizers.Lowercase()
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B:1 [SEP]:1", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    # As exports have it: made for training, and not to be obeyed.
    tokenizer.enable_truncation(8)
    tokenizer.enable_padding(length=8, pad_id=0)
    return tokenizer


def _model(size: int, logits: int) -> onnx.ModelProto:
    # Padding counts as a word, so that a missing mask is noticed.
    telling = np.array([[1.0, 0.0, 0.0, 0.0] + [1.0] * (size - len(SPECIAL))], np.float32).T
    constants: dict[str, np.ndarray[tuple[int, ...], np.dtype[np.generic]]] = {
        "size": np.array(size, np.int64),
        "off_on": np.array([0.0, 1.0], np.float32),
        "telling": telling,
        "one": np.array(1.0, np.float32),
        "zero": np.array(0.0, np.float32),
        "last": np.array([-1], np.int64),
        "places": np.array([1], np.int64),
        "noise": np.array([[-7.0]], np.float32),
    }
    node = helper.make_node
    nodes = [
        node("OneHot", ["input_ids", "size", "off_on"], ["hot"], axis=-1),
        node("Cast", ["attention_mask"], ["mask"], to=TensorProto.FLOAT),
        node("Unsqueeze", ["mask", "last"], ["read"]),
        node("Mul", ["hot", "read"], ["seen"]),
    ]
    if logits == 1:
        nodes += [
            node("Cast", ["token_type_ids"], ["types"], to=TensorProto.FLOAT),
            node("Unsqueeze", ["types", "last"], ["second"]),
            node("Sub", ["one", "second"], ["first"]),
            node("Mul", ["seen", "first"], ["asked"]),
            node("Mul", ["seen", "second"], ["told"]),
            node("ReduceMax", ["asked", "places"], ["asked_words"], keepdims=0),
            node("ReduceMax", ["told", "places"], ["told_words"], keepdims=0),
            node("Mul", ["asked_words", "told_words"], ["shared"]),
            node("MatMul", ["shared", "telling"], ["logits"]),
        ]
    else:  # a word that stands twice stands in both texts, where neither repeats itself
        nodes += [
            node("ReduceSum", ["seen", "places"], ["counts"], keepdims=0),
            node("Sub", ["counts", "one"], ["repeats"]),
            node("Clip", ["repeats", "zero", "one"], ["shared"]),
            node("MatMul", ["shared", "telling"], ["yes"]),
            node("ReduceSum", ["mask", "places"], ["length"], keepdims=1),
            node("Mul", ["length", "noise"], ["no"]),
            node("Add", ["yes", "no"], ["yes_with_noise"]),
            node("Concat", ["no", "yes_with_noise"], ["logits"], axis=1),
        ]
    names = ["input_ids", "attention_mask", *(["token_type_ids"] if logits == 1 else [])]
    graph = helper.make_graph(
        nodes,
        "cross-encoder",
        [helper.make_tensor_value_info(name, TensorProto.INT64, ["n", "t"]) for name in names],
        [helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["n", logits])],
        [numpy_helper.from_array(value, name) for name, value in constants.items()],
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9)
