"""Writes the checker into the package at 6 bits, and its checksum into the code: python -m training.export_checker."""

import hashlib
import io
import re
import sys
from pathlib import Path

import numpy as np
import torch

from footnoted.providers.checkers.weights import GROUP
from training import cross_encoder
from training.model import Checker

CHECKERS = Path("src/footnoted/providers/checkers")
_STEPS = 31
"""The largest number of 6 bits with a sign."""


def in_steps(matrix: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Whole numbers, and one scale for so many of a row."""
    groups = matrix.reshape(matrix.shape[0], -1, GROUP)
    scale = np.maximum(np.abs(groups).max(2) / _STEPS, 1e-8).astype(np.float16)
    steps = np.clip(np.round(groups / scale.astype(np.float32)[:, :, None]), -_STEPS, _STEPS).astype(np.int8)
    return steps.reshape(matrix.shape), scale


def packed(state: dict[str, torch.Tensor]) -> bytes:
    """The tensors under the names that weights.py knows, and the words that English texts are cut into."""
    model = Checker()
    model.load_state_dict(state, strict=False)
    tensors = {name: tensor.detach().float().numpy() for name, tensor in model.state_dict().items()}
    kept = [(word, number) for word, number in sorted(words().items(), key=lambda pair: pair[1]) if is_kept(word)]
    whole = {
        "words": tensors["words.weight"][[number for _, number in kept]],
        "places": tensors["places.weight"],
    }
    small = {
        "kind": tensors["kind"],
        "side": tensors["side"],
        "norm.w": tensors["norm.weight"],
        "norm.b": tensors["norm.bias"],
    }
    for name, tensor in tensors.items():
        if name.startswith("layers."):
            _, number, part, kind = name.split(".")
            (whole if tensor.ndim == 2 else small)[f"l{number}.{part}.{kind[0]}"] = tensor
        elif name.startswith("verdict."):
            _, number, kind = name.split(".")
            small[f"verdict.{number}.{kind[0]}"] = tensor
    out = {name: tensor.astype(np.float16) for name, tensor in small.items()}
    for name, tensor in whole.items():
        out[name], out[f"{name}.scale"] = in_steps(tensor)
    out["vocabulary"] = np.frombuffer("\n".join(word for word, _ in kept).encode(), np.uint8)
    file = io.BytesIO()
    np.savez_compressed(file, **out)
    return file.getvalue()


def words() -> dict[str, int]:
    return cross_encoder.tokenizer().get_vocab()


def is_kept(word: str) -> bool:
    """Not what stands for nothing, nor other scripts than Latin and Greek."""
    return not word.startswith("[unused") and all(
        ord(letter) < 0x400 or 0x2000 <= ord(letter) < 0x2C00 for letter in word
    )


def main(states: list[str]) -> None:
    """Several states are averaged."""
    loaded = [torch.load(state, weights_only=False) for state in states]
    mean = {name: sum(state[name].float() for state in loaded) / len(loaded) for name in loaded[0]}
    data = packed(mean)
    (CHECKERS / "checker.npz").write_bytes(data)
    code = CHECKERS / "weights.py"
    digest = hashlib.sha256(data).hexdigest()
    code.write_text(re.sub(r'SHA256 = "[0-9a-f]{64}"', f'SHA256 = "{digest}"', code.read_text()))
    print(f"{len(data) / 1e6:.1f} MB, sha256 {digest}")


if __name__ == "__main__":
    main(sys.argv[1:] or [".training/checker.pt"])
