"""Trains the checker within a time budget, and goes on where it stopped: python -m training.train_checker [SECONDS]."""

import os
import random
import sys
import time
from pathlib import Path

import torch
from torch.nn import functional

from training import cross_encoder
from training.model import Checker
from training.statements import CONTRADICTED, Row, Statements
from training.train import SHARED, STATE, documentation

_POOL, _BATCH_TOKENS = 192, 3600
_RATES = 7e-5, 5e-4
"""Of the layers and of what is new."""


def batched(draws: list[list[Row]]) -> list[list[Row]]:
    """Rows of like length together, those of one draw in the same batch, in no order."""
    batches: list[list[Row]] = [[]]
    for rows in sorted(draws, key=lambda rows: max(len(row[0]) for row in rows)):
        longest = max(len(row[0]) for row in rows)
        if batches[-1] and (len(batches[-1]) + len(rows)) * longest > _BATCH_TOKENS:
            batches.append([])
        batches[-1] += rows
    random.shuffle(batches)
    return batches


def tensors(rows: list[Row]) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Ids, mask and sides."""
    length = max(len(row[0]) for row in rows)
    ids = torch.zeros(len(rows), length, dtype=torch.long)
    side, mask = torch.ones_like(ids), torch.zeros(len(rows), length, dtype=torch.bool)
    for number, (tokens, sides, _) in enumerate(rows):
        ids[number, : len(tokens)] = torch.tensor(tokens)
        side[number, : len(sides)] = torch.tensor(sides)
        mask[number, : len(tokens)] = True
    return ids, mask, side


def loss_of(model: Checker, rows: list[Row]) -> torch.Tensor:
    """How unlikely the right label is; a question that is not answered may be contradicted or neither."""
    with torch.autocast("cpu", dtype=torch.bfloat16):
        logits = model(*tensors(rows)).float()
    both = torch.cat([logits, logits[:, CONTRADICTED:].logsumexp(1, keepdim=True)], 1)
    likely = both - logits.logsumexp(1, keepdim=True)
    return functional.nll_loss(likely, torch.tensor([label for _, _, label in rows]))


def main(seconds: float) -> None:
    if not SHARED.is_dir():
        sys.exit(f"There is nothing to train on: {SHARED} does not exist.")
    random.seed(31)
    torch.manual_seed(31)
    STATE.mkdir(exist_ok=True)
    model = Checker().train()
    rows = Statements(cross_encoder.tokenizer(), SHARED, documentation(), Path("training"))
    layers = list(model.layers.parameters())
    heads = [p for p in model.parameters() if p.requires_grad and not any(p is own for own in layers)]
    optimiser = torch.optim.AdamW([{"params": layers}, {"params": heads}], lr=0.0, weight_decay=0.01, fused=True)
    spent, step = 0.0, 0
    if (saved := STATE / "checker-state.pt").exists():
        state = torch.load(saved, weights_only=False)
        model.load_state_dict(state["model"])
        optimiser.load_state_dict(state["optimiser"])
        spent, step = state["spent"], state["step"]
    started = stored = time.monotonic()
    seen, mean = 0, 0.0

    def share() -> float:
        return (spent + time.monotonic() - started) / seconds

    def store() -> None:
        states = {"model": model.state_dict(), "optimiser": optimiser.state_dict()}
        torch.save({**states, "spent": share() * seconds, "step": step}, STATE / "checker-state.tmp")
        os.replace(STATE / "checker-state.tmp", saved)
        torch.save(model.changed(), STATE / f"checker-{int(10 * share())}.pt")

    while share() < 1:
        for batch in batched([rows.draw(share()) for _ in range(_POOL)]):
            for group, rate in zip(optimiser.param_groups, _RATES, strict=True):
                group["lr"] = rate * min(1, (step + 1) / 150) * max(0.02, 1 - share())
            loss = loss_of(model, batch)
            optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(layers + heads, 1.0)
            optimiser.step()
            step += 1
            seen += len(batch)
            mean += 0.01 * (loss.item() - mean)
            if step % 50 == 0:
                print(f"{100 * share():.1f} %, step {step}, rows {seen}, loss {mean:.3f}", flush=True)
        if time.monotonic() - stored > 240:
            store()
            stored = time.monotonic()
    store()


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 5400.0)
