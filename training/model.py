"""The reader's network: the embedder's encoder, told whose side each token is on, and three heads. Knows no data."""

import torch
from torch import nn
from torch.nn import functional

from footnoted.providers.onnx import granite

QUESTION, PLACE, TEXT = 0, 1, 2
_OUT = -1e4
"""The logit of a place where no answer can be."""


class Layer(nn.Module):
    """One layer of the encoder, starting from the embedder's weights."""

    def __init__(self, tensors: dict, number: int, arch: dict) -> None:
        super().__init__()
        self.heads = arch["heads"]
        for name in ("qkv", "ao", "f1", "f2"):
            weight = torch.tensor(tensors[f"l{number}.{name}.w"])
            linear = nn.Linear(weight.shape[1], weight.shape[0])
            linear.weight.data, linear.bias.data = weight, torch.tensor(tensors[f"l{number}.{name}.b"])
            setattr(self, name, linear)
        for name in ("aln", "fln"):
            norm = nn.LayerNorm(arch["hidden"], eps=arch["layer_norm_eps"])
            norm.weight.data = torch.tensor(tensors[f"l{number}.{name}.w"])
            norm.bias.data = torch.tensor(tensors[f"l{number}.{name}.b"])
            setattr(self, name, norm)

    def forward(self, x: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        rows, length, width = x.shape
        size = width // self.heads
        # Plain products: on a processor they take half the time of torch's own attention in bf16.
        asked, keys, values = (
            self.qkv(x).view(rows, length, 3, self.heads, size).permute(2, 0, 3, 1, 4).reshape(3, -1, length, size)
        )
        hidden = (mask.to(asked.dtype) - 1).mul(1e4).expand(rows, self.heads, 1, length).reshape(-1, 1, length)
        weights = torch.baddbmm(hidden, asked, keys.transpose(1, 2), alpha=size**-0.5).softmax(-1)
        mixed = (weights.to(values.dtype) @ values).view(rows, self.heads, length, size).transpose(1, 2)
        x = self.aln(x + self.ao(mixed.reshape(rows, length, width)))
        return self.fln(x + self.f2(functional.gelu(self.f1(x))))


class Reader(nn.Module):
    """Embeddings stay as they are; the layers and the heads learn."""

    def __init__(self) -> None:
        super().__init__()
        arch, self.tokenizer, tensors = granite.unpack(granite.verified_pack())
        width = arch["hidden"]
        self.words = nn.Embedding.from_pretrained(torch.tensor(tensors["word_emb"]))
        places = tensors["pos_emb"][arch["position_offset"] :] + tensors["type_emb"][0]
        self.places = nn.Embedding.from_pretrained(torch.tensor(places))
        self.norm = nn.LayerNorm(width, eps=arch["layer_norm_eps"])
        self.norm.weight.data = torch.tensor(tensors["emb_ln.w"])
        self.norm.bias.data = torch.tensor(tensors["emb_ln.b"])
        self.norm.requires_grad_(False)
        self.layers = nn.ModuleList(Layer(tensors, number, arch) for number in range(arch["layers"]))
        self.side = nn.Parameter(torch.zeros(3, width))
        self.null = nn.Sequential(nn.Linear(width, width), nn.Tanh(), nn.Linear(width, 1))
        self.start, self.end = nn.Linear(width, 1), nn.Linear(width, 1)

    def forward(self, ids: torch.Tensor, mask: torch.Tensor, side: torch.Tensor) -> tuple[torch.Tensor, ...]:
        """Logits of "nothing", and of an answer that starts, and ends, at each token."""
        with torch.no_grad():
            x = self.norm(self.words(ids) + self.places(torch.arange(ids.shape[1])))
        x = x + self.side[side]
        for layer in self.layers:
            x = layer(x, mask[:, None, None, :])
        x = x.float()
        outside = side != TEXT
        start = self.start(x).squeeze(-1).masked_fill(outside, _OUT)
        end = self.end(x).squeeze(-1).masked_fill(outside, _OUT)
        return self.null(x[:, 0]), start, end

    def changed(self) -> dict[str, torch.Tensor]:
        """What training changes, and so what ships."""
        kept = ("words.", "places.", "norm.")
        return {name: tensor for name, tensor in self.state_dict().items() if not name.startswith(kept)}
