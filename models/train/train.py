#!/usr/bin/python3
"""Trains the digit network on the generated cells (generate_data.py).

  train.py --samples 4000000 [--synthetic NAME...] [--photos NAME...] [--start net.pt]

Writes net.pt (weights averaged over the run's end) under GRIDLENS_TRAIN_DIR and prints validation figures.
Augmentations here, on top of those in the data: shift by up to one pixel, ink 0.7-1.35 times as strong, noise,
and a few digits turned by 90, 180 or 270 degrees that must be answered with "no idea" (all symbols alike).
"""

import argparse
import copy
import time

import numpy as np
import torch
from torch.nn import functional as F

import network
from generate_data import OUTPUT, UNKNOWN
from page_renderer import JUNK, LABEL_OF, LABELS

SYMBOLS = len(LABELS)
# Symbols that are still themselves, or another symbol, when turned: not shown turned.
STILL_SYMBOLS = {180: "0 1 6 8 9 11 H I M N O P S U W X Z 16 18 19 10 Q 2 5 B D 3".split(), 90: "0 1 8 H I N O X Z 2 C U M W E".split()}


class Cells:
    """The cells of some files, in memory."""

    def __init__(self, names):
        parts = [np.load(OUTPUT / f"{name}.npz") for name in names]
        self.crops = torch.from_numpy(np.concatenate([p["crops"] for p in parts]))
        self.labels = torch.from_numpy(np.concatenate([p["labels"] for p in parts]).astype(np.int64))
        self.kinds = torch.from_numpy(np.concatenate([p["kinds"] for p in parts]).astype(np.int64))

    def __len__(self):
        return len(self.labels)


def augment(crops, labels, kinds, generator):
    """uint8 (b, 32, 32) -> float input (b, 1, 32, 32), symbol targets (b, SYMBOLS), kinds."""
    b = len(crops)
    x = crops.float().div_(255)
    padded = F.pad(x[:, None], (1, 1, 1, 1), mode="replicate")
    shifted = []
    for chunk in padded.chunk(16):
        dy, dx = torch.randint(0, 3, (2,), generator=generator).tolist()
        shifted.append(chunk[:, :, dy:dy + 32, dx:dx + 32])
    x = torch.cat(shifted)
    gain = 0.7 + 0.65 * torch.rand(b, 1, 1, 1, generator=generator)
    noise = 0.05 * torch.rand(b, 1, 1, 1, generator=generator).square()
    x = x * gain + noise * torch.randn(x.shape, generator=generator)
    targets = torch.zeros(b, SYMBOLS)
    junk = labels == JUNK
    targets[torch.arange(b), torch.where(junk, 0, labels)] = 1
    count = b // 32
    for k in (1, 2, 3):
        rows = slice((k - 1) * count // 3, k * count // 3)
        barred = TURN_BARRED[180 if k == 2 else 90]
        turn = (~barred[torch.where(junk, 0, labels)[rows]]) & ~junk[rows]
        index = torch.arange(b)[rows][turn]
        x[index] = torch.rot90(x[index], k, (2, 3))
        junk[index] = True
    targets[junk] = 1 / SYMBOLS
    return x.clamp_(0, 1), targets, kinds


TURN_BARRED = {}
for angle, symbols in STILL_SYMBOLS.items():
    TURN_BARRED[angle] = torch.zeros(SYMBOLS, dtype=torch.bool)
    for s in ["", *symbols]:
        TURN_BARRED[angle][LABEL_OF[s]] = True


def visible(logits, targets):
    """0 for symbols drowned by blur, noise or show-through, else 1. What nobody could label would only teach
    that blank cells may hold symbols."""
    p = torch.softmax(logits, 1)
    symbol = (targets.max(1).values == 1) & (targets[:, 0] == 0)
    drowned = symbol & ((p[:, 0] > 0.6) | ((p * targets).sum(1) < 5e-4))
    return (~drowned).float()


def validate(net, cells, name):
    logits, kinds = outputs(net, cells.crops)
    known = cells.labels != JUNK
    digits = known & (cells.labels <= 10) & (cells.labels != 1)
    nine = torch.tensor([0, *range(2, 11)])
    correct = nine[logits[digits][:, nine].argmax(1)] == cells.labels[digits]
    any_correct = logits[known].argmax(1) == cells.labels[known]
    kind_known = cells.kinds != UNKNOWN
    kind_correct = kinds[kind_known].argmax(1) == cells.kinds[kind_known]
    print(f"{name}: {len(cells)} cells; digits 1-9 and blank {100 * correct.float().mean():.3f} %, all symbols "
          f"{100 * any_correct.float().mean():.3f} %, kinds {100 * kind_correct.float().mean():.3f} %", flush=True)


def outputs(net, crops):
    net.eval()
    with torch.no_grad():
        parts = [net(chunk[:, None].float() / 255) for chunk in crops.split(2048)]
    return torch.cat([p[0] for p in parts]), torch.cat([p[1] for p in parts])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--samples", type=int, default=4000000)
    parser.add_argument("--synthetic", nargs="+", default=["synthetic_training"])
    parser.add_argument("--photos", nargs="*", default=["photos_training"])
    parser.add_argument("--photo-share", type=float, default=0.35)
    parser.add_argument("--start", help="weights to go on from")
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--out", default="net.pt")
    parser.add_argument("--warm-up", type=float, default=0.15, help="share of the steps in which the rate grows")
    parser.add_argument("--clean", action="store_true",
                        help="leave out symbols that the network, already trained, cannot see at all")
    parser.add_argument("--threads", type=int, default=0)
    args = parser.parse_args()
    if args.threads:
        torch.set_num_threads(args.threads)
    torch.manual_seed(1)
    generator = torch.Generator().manual_seed(2)
    synthetic = Cells(args.synthetic)
    real = Cells(args.photos) if args.photos else None
    print(f"{len(synthetic)} synthetic cells, {len(real) if real else 0} photo cells", flush=True)
    net = network.DigitNet()
    if args.start:
        net.load_state_dict(torch.load(OUTPUT / args.start))
    batch = 256
    steps = args.samples // batch
    optimizer = torch.optim.AdamW(net.parameters(), lr=args.rate, weight_decay=2e-4)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, args.rate, total_steps=steps, pct_start=args.warm_up)
    average = copy.deepcopy(net)
    from_photos = int(batch * args.photo_share) if real else 0
    begin = time.time()
    running = 0.0
    for step in range(steps):
        i = torch.randint(len(synthetic), (batch - from_photos,), generator=generator)
        crops, labels, kinds = synthetic.crops[i], synthetic.labels[i], synthetic.kinds[i]
        if from_photos:
            j = torch.randint(len(real), (from_photos,), generator=generator)
            crops = torch.cat([crops, real.crops[j]])
            labels = torch.cat([labels, real.labels[j]])
            kinds = torch.cat([kinds, real.kinds[j]])
            order = torch.randperm(batch, generator=generator)
            crops, labels, kinds = crops[order], labels[order], kinds[order]
        x, targets, kinds = augment(crops, labels, kinds, generator)
        net.train()
        symbol_logits, kind_logits = net(x)
        losses = F.cross_entropy(symbol_logits, targets, reduction="none")
        if args.clean:
            losses = losses * visible(symbol_logits.detach(), targets)
        loss = losses.mean() + 0.4 * F.cross_entropy(kind_logits, kinds, ignore_index=UNKNOWN)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimizer.step()
        schedule.step()
        with torch.no_grad():
            keep = min(0.998, (step + 1) / (step + 10))
            for a, b in zip(average.state_dict().values(), net.state_dict().values()):
                if a.dtype.is_floating_point:
                    a.mul_(keep).add_(b, alpha=1 - keep)
                else:
                    a.copy_(b)
        running += loss.item()
        if (step + 1) % 500 == 0:
            print(f"step {step + 1}/{steps} loss {running / 500:.4f} {(step + 1) * batch / (time.time() - begin):.0f}/s",
                  flush=True)
            running = 0.0
            torch.save(average.state_dict(), OUTPUT / args.out)
    torch.save(average.state_dict(), OUTPUT / args.out)
    for name in ("synthetic_validation", "photos_validation"):
        if (OUTPUT / f"{name}.npz").exists():
            validate(average, Cells([name]), name)


if __name__ == "__main__":
    main()
