"""The networks: an encoder that is told whose side each token is on, with the reader's three heads or the checker's
verdict. Knows no data."""

import torch
from torch import nn
from torch.nn import functional

from footnoted.providers.onnx import granite
from training import cross_encoder

QUESTION, PLACE, TEXT, STATEMENT = 0, 1, 2, 3
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


class Encoder(nn.Module):
    """Embeddings stay as they are; the layers learn."""

    def __init__(self, arch: dict, tensors: dict, places: torch.Tensor, sides: int) -> None:
        super().__init__()
        self.width = arch["hidden"]
        self.words = nn.Embedding.from_pretrained(torch.tensor(tensors["word_emb"]))
        self.places = nn.Embedding.from_pretrained(places)
        self.norm = nn.LayerNorm(self.width, eps=arch["layer_norm_eps"])
        self.norm.weight.data = torch.tensor(tensors["emb_ln.w"])
        self.norm.bias.data = torch.tensor(tensors["emb_ln.b"])
        self.norm.requires_grad_(False)
        self.layers = nn.ModuleList(Layer(tensors, number, arch) for number in range(arch["layers"]))
        self.side = nn.Parameter(torch.zeros(sides, self.width))

    def encoded(self, ids: torch.Tensor, mask: torch.Tensor, side: torch.Tensor) -> torch.Tensor:
        with torch.no_grad():
            x = self.embedded(ids, side)
        x = x + self.side[side]
        for layer in self.layers:
            x = layer(x, mask[:, None, None, :])
        return x.float()

    def embedded(self, ids: torch.Tensor, side: torch.Tensor) -> torch.Tensor:
        return self.norm(self.words(ids) + self.places(torch.arange(ids.shape[1])))

    def changed(self) -> dict[str, torch.Tensor]:
        """What training changes, and so what ships."""
        kept = ("words.", "places.", "norm.")
        return {name: tensor for name, tensor in self.state_dict().items() if not name.startswith(kept)}


class Reader(Encoder):
    """Says whether the text answers, and where an answer starts and ends."""

    def __init__(self) -> None:
        arch, self.tokenizer, tensors = granite.unpack(granite.verified_pack())
        places = torch.tensor(tensors["pos_emb"][arch["position_offset"] :] + tensors["type_emb"][0])
        super().__init__(arch, tensors, places, sides=3)
        width = self.width
        self.null = nn.Sequential(nn.Linear(width, width), nn.Tanh(), nn.Linear(width, 1))
        self.start, self.end = nn.Linear(width, 1), nn.Linear(width, 1)

    def forward(self, ids: torch.Tensor, mask: torch.Tensor, side: torch.Tensor) -> tuple[torch.Tensor, ...]:
        """Logits of "nothing", and of an answer that starts, and ends, at each token."""
        x = self.encoded(ids, mask, side)
        outside = side != TEXT
        start = self.start(x).squeeze(-1).masked_fill(outside, _OUT)
        end = self.end(x).squeeze(-1).masked_fill(outside, _OUT)
        return self.null(x[:, 0]), start, end


class Checker(Encoder):
    """Says whether the text supports a statement, or answers exactly what is asked: a cross-encoder learns on."""

    def __init__(self) -> None:
        tensors = cross_encoder.tensors()
        kinds = torch.tensor(tensors["type_emb"])
        super().__init__(cross_encoder.ARCH, tensors, torch.tensor(tensors["pos_emb"]) + kinds[0], sides=4)
        self.kind = nn.Parameter((kinds[1] - kinds[0])[None], requires_grad=False)
        """What the cross-encoder adds to the second of its two texts."""
        self.verdict = nn.Sequential(nn.Linear(self.width, self.width), nn.Tanh(), nn.Linear(self.width, 3))
        with torch.no_grad():
            self.verdict[0].weight.copy_(torch.tensor(tensors["pooled.w"]))
            self.verdict[0].bias.copy_(torch.tensor(tensors["pooled.b"]))

    def forward(self, ids: torch.Tensor, mask: torch.Tensor, side: torch.Tensor) -> torch.Tensor:
        """Logits of "supported", "contradicted" and "neither"."""
        return self.verdict(self.encoded(ids, mask, side)[:, 0])

    def embedded(self, ids: torch.Tensor, side: torch.Tensor) -> torch.Tensor:
        second = ((side == PLACE) | (side == TEXT))[:, :, None]
        return self.norm(self.words(ids) + self.places(torch.arange(ids.shape[1])) + second * self.kind)
