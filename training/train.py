"""Trains the reader within a time budget, and goes on where it stopped: python -m training.train [SECONDS]."""

import gzip
import json
import os
import random
import sys
import time
from collections import defaultdict
from pathlib import Path

import torch
from tokenizers import Tokenizer

from footnoted.ingest.discover import discover
from footnoted.ingest.formats.read import read
from footnoted.ingest.passages.chunk import chunk
from training.model import Reader
from training.rows import Group, Rows

SHARED = Path(__file__).parents[2] / "shared" / "train"
STATE = Path(".training")
_POOL, _BATCH_TOKENS = 192, 3600
_RATES = 2e-4, 1e-3
"""Of the layers and of what is new; 6e-5 learned nothing in a thousand steps."""


def documentation() -> list[dict]:
    """Every passage of the projects' documentation, cut as the product cuts it."""
    pages = defaultdict(list)
    with gzip.open(SHARED / "docs_text.jsonl.gz", "rt", encoding="utf-8") as file:
        for line in map(json.loads, file):
            pages[line["repo"]].append(line)
    found = []
    for repo, own in pages.items():
        root = STATE / "docs" / repo.replace("/", "__")
        for page in own:
            path = root / page["path"]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(page["text"], "utf-8")
        manuscript = discover(root)
        for order, leaf in enumerate(manuscript.leaves):
            try:
                reading = read(leaf, manuscript.root)
            except Exception as error:  # a page that cannot be read is no row
                print(f"{repo} {leaf.source}: {error}")
                continue
            for passage in chunk(reading, book=repo, site="", route=leaf.route, order=order):
                found.append(
                    {
                        "repo": repo,
                        "route": passage.route,
                        "position": passage.position,
                        "title": passage.title,
                        "headings": list(passage.headings),
                        "text": passage.text,
                    }
                )
    return found


def batched(groups: list[Group]) -> list[list[Group]]:
    """Groups of like length together, in no order."""
    batches: list[list[Group]] = [[]]
    for group in sorted(groups, key=_longest):
        if batches[-1] and (sum(map(len, batches[-1])) + len(group)) * _longest(group) > _BATCH_TOKENS:
            batches.append([])
        batches[-1].append(group)
    random.shuffle(batches)
    return batches


def _longest(group: Group) -> int:
    return max(len(row[0]) for row in group)


def loss_of(model: Reader, batch: list[Group]) -> torch.Tensor:
    """How unlikely the model finds the right places, or that there is none; and the right passage before the others.

    A passage beside the question's own may have been labelled wrongly, or not at all, so that it counts less.
    """
    rows = [row for group in batch for row in group]
    length = max(len(row[0]) for row in rows)
    ids = torch.ones(len(rows), length, dtype=torch.long)
    side = torch.ones_like(ids)
    mask = torch.zeros(len(rows), length, dtype=torch.bool)
    right = [torch.zeros(len(rows), length + 1, dtype=torch.bool) for _ in range(2)]
    weight = torch.cat([torch.tensor([1.0] + [0.8] * (len(group) - 1)) for group in batch])
    for number, (tokens, sides, *places) in enumerate(rows):
        ids[number, : len(tokens)] = torch.tensor(tokens)
        side[number, : len(sides)] = torch.tensor(sides)
        mask[number, : len(tokens)] = True
        for table, own in zip(right, places, strict=True):
            table[number, torch.tensor(own) + 1 if own else 0] = True
    with torch.autocast("cpu", dtype=torch.bfloat16):
        null, *logits = model(ids, mask, side)
    losses = []
    for table, places in zip(right, logits, strict=True):
        both = torch.cat([null, places], 1).float()
        each = both.logsumexp(1) - both.masked_fill(~table, -1e4).logsumexp(1)
        losses.append((each * weight).sum() / weight.sum())
    answers = logits[0].float().logsumexp(1) - null.float().squeeze(1)
    return losses[0] + 0.5 * losses[1] + _order(answers, batch)


def _order(answers: torch.Tensor, batch: list[Group]) -> torch.Tensor:
    """How unlikely a right passage is the best one, over the groups that have right ones and others."""
    losses, at = [], 0
    for group in batch:
        own = answers[at : at + len(group)]
        at += len(group)
        right = torch.tensor([bool(row[2]) for row in group])
        if right.any() and not right.all():
            losses.append(own.logsumexp(0) - own[right].logsumexp(0))
    return torch.stack(losses).mean() if losses else answers.new_zeros(())


def main(seconds: float) -> None:
    if not SHARED.is_dir():
        sys.exit(f"There is nothing to train on: {SHARED} does not exist.")
    random.seed(1)
    torch.manual_seed(1)
    STATE.mkdir(exist_ok=True)
    model = Reader().train()
    rows = Rows(Tokenizer.from_str(model.tokenizer.decode()), SHARED, documentation(), Path("training"))
    layers = list(model.layers.parameters())
    heads = [p for p in model.parameters() if p.requires_grad and not any(p is own for own in layers)]
    optimiser = torch.optim.AdamW([{"params": layers}, {"params": heads}], lr=0.0, weight_decay=0.01, fused=True)
    spent, step = 0.0, 0
    if (saved := STATE / "state.pt").exists():
        state = torch.load(saved, weights_only=False)
        model.load_state_dict(state["model"])
        optimiser.load_state_dict(state["optimiser"])
        spent, step = state["spent"], state["step"]
    started = stored = time.monotonic()

    def share() -> float:
        return (spent + time.monotonic() - started) / seconds

    def store() -> None:
        states = {"model": model.state_dict(), "optimiser": optimiser.state_dict()}
        torch.save({**states, "spent": share() * seconds, "step": step}, STATE / "state.tmp")
        os.replace(STATE / "state.tmp", saved)
        torch.save(model.changed(), STATE / "reader.pt")

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
            if step % 50 == 0:
                print(f"{100 * share():.0f} %, step {step}, loss {loss.item():.3f}", flush=True)
        if time.monotonic() - stored > 240:
            store()
            stored = time.monotonic()
    store()


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 9000.0)
