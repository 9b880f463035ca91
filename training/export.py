"""Writes what training changed into the package at 8 bits, its checksum into the code: python -m training.export."""

import hashlib
import io
import re
from pathlib import Path

import numpy as np
import torch

READERS = Path("src/footnoted/providers/readers")


def packed(state: dict[str, torch.Tensor]) -> bytes:
    """The tensors under the names that weights.py knows; matrices of the layers with one scale a row."""
    tensors = {name: tensor.float().numpy() for name, tensor in state.items()}
    out = {"side": tensors["side"]}
    for name, tensor in tensors.items():
        kind = "w" if name.endswith("weight") else "b"
        if name.startswith("layers."):
            _, number, part, _ = name.split(".")
            key = f"l{number}.{part}.{kind}"
            if tensor.ndim == 2:
                scale = np.maximum(np.abs(tensor).max(1, keepdims=True) / 127, 1e-12)
                out[key], out[f"{key}.scale"] = np.round(tensor / scale).astype(np.int8), scale.astype(np.float32)
            else:
                out[key] = tensor
        elif name.startswith("null."):
            out[f"nothing.{name.split('.')[1]}.{kind}"] = tensor
    for part, kind in (("weight", "w"), ("bias", "b")):
        out[f"places.{kind}"] = np.concatenate([tensors[f"start.{part}"], tensors[f"end.{part}"]])
    file = io.BytesIO()
    np.savez_compressed(file, **out)
    return file.getvalue()


def main() -> None:
    data = packed(torch.load(".training/reader.pt", weights_only=False))
    (READERS / "reader.npz").write_bytes(data)
    code = READERS / "weights.py"
    digest = hashlib.sha256(data).hexdigest()
    code.write_text(re.sub(r'SHA256 = "[0-9a-f]{64}"', f'SHA256 = "{digest}"', code.read_text()))
    print(f"{len(data) / 1e6:.1f} MB, sha256 {digest}")


if __name__ == "__main__":
    main()
