#!/usr/bin/python3
"""Trains the digit network on the generated cells (generate_data.py).

  train.py --samples 1200000 --synthetic NAME... [--photos photos --hold-out split] [--start net.pt] --out NAME.pt

Writes the weights, averaged over the run's end, under GRIDLENS_TRAIN_DIR and prints validation figures.
Augmentations here, on top of those in the data: shift by up to one pixel, ink 0.7-1.35 times as strong, noise,
and some cells turned by 90, 180 or 270 degrees that must be answered with "no idea" (all symbols alike).
"""

import argparse
import copy
import os
import tempfile
import time

import numpy as np
import torch
import torch.distributed
import torch.multiprocessing
from torch.nn import functional as F

import alphabets
import network
import photos
from alphabets import JUNK, LABEL_OF, LABELS, UNKNOWN
from fonts import OUTPUT

SYMBOLS = len(LABELS)
BATCH = 256
RESTRICTED_WEIGHT = 0.5
KIND_WEIGHT = 0.5
# Symbols that are still themselves, or another symbol, when turned: not shown turned.
STILL_SYMBOLS = {180: "0 1 6 8 9 11 H I M N O P S U W X Z 16 18 19 10 Q 2 5 B D 3".split(),
                 90: "0 1 8 H I N O X Z 2 C U M W E".split()}
IN_ALPHABET = torch.from_numpy(alphabets.masks())


class Cells:
    """The cells of some files, in memory; `but` leaves out, `only` keeps the photos of these names."""

    def __init__(self, names, but=(), only=None):
        parts = []
        for name in names:
            data = np.load(OUTPUT / f"{name}.npz")
            keep = np.array([str(n) not in but and (only is None or str(n) in only) for n in data["names"]])
            rows = np.flatnonzero(keep[data["sources"]])
            parts.append([torch.from_numpy(data[column][rows] if len(rows) < len(data[column]) else data[column])
                          for column in ("crops", "labels", "kinds", "alphabets", "variants")])
        self.crops, labels, kinds, alphabet, self.variants = (torch.cat(column) for column in zip(*parts))
        self.labels, self.kinds, self.alphabets = labels.long(), kinds.long(), alphabet.long()

    def __len__(self):
        return len(self.labels)


class Sampler:
    """Draws cells: `mined` of them by their last loss (hard-example mining), the others evenly."""

    REFRESH = 40000

    def __init__(self, cells, mined, generator):
        self.cells, self.mined, self.generator = cells, mined, generator
        self.loss = torch.ones(len(cells))
        self.pool = torch.zeros(0, dtype=torch.long)

    def draw(self, count):
        hard = int(count * self.mined)
        if hard > len(self.pool):
            self.pool = torch.multinomial(self.loss.clamp(0.02, 1.0), self.REFRESH, True, generator=self.generator)
        rows = torch.cat([torch.randint(len(self.cells), (count - hard,), generator=self.generator), self.pool[:hard]])
        self.pool = self.pool[hard:]
        return rows


def augment(crops, labels, generator):
    """uint8 (b, 32, 32) -> float input (b, 1, 32, 32), symbol targets (b, SYMBOLS)."""
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
    count = b // 20
    for k in (1, 2, 3):
        rows = slice((k - 1) * count // 3, k * count // 3)
        barred = TURN_BARRED[180 if k == 2 else 90]
        turn = (~barred[torch.where(junk, 0, labels)[rows]]) & ~junk[rows]
        index = torch.arange(b)[rows][turn]
        x[index] = torch.rot90(x[index], k, (2, 3))
        junk[index] = True
    targets[junk] = 1 / SYMBOLS
    return x.clamp_(0, 1), targets


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


def symbol_losses(logits, targets, alphabet):
    """Per cell: cross entropy over all symbols, and, of cells that hold one, over those of their board's alphabet (so
    that the network learns 0 from 8 and D rather than from O, which no board holds beside it)."""
    everything = F.cross_entropy(logits, targets, reduction="none")
    held = targets.max(1).values == 1
    within = F.cross_entropy(logits.masked_fill(~IN_ALPHABET[alphabet], -1e4), targets.argmax(1), reduction="none")
    return everything + RESTRICTED_WEIGHT * within * held


def outputs(net, crops):
    net.eval()
    with torch.no_grad():
        parts = [net(chunk[:, None].float() / 255) for chunk in crops.split(2048)]
    return torch.cat([p[0] for p in parts]), torch.cat([p[1] for p in parts])


def validate(net, cells, name):
    logits, kinds = outputs(net, cells.crops)
    known = cells.labels != JUNK
    within = logits.masked_fill(~IN_ALPHABET[cells.alphabets], -1e4)
    right = (within.argmax(1) == cells.labels)[known].float().mean()
    any_right = (logits.argmax(1) == cells.labels)[known].float().mean()
    kind_known = cells.kinds != UNKNOWN
    kind_right = (kinds.argmax(1) == cells.kinds)[kind_known].float().mean()
    print(f"{name}: {len(cells)} cells; within the alphabet {100 * right:.3f} %, among all symbols {100 * any_right:.3f} %, "
          f"kinds {100 * kind_right:.3f} %", flush=True)


class Average:
    """Running mean of the network's weights over the last thousand or so steps."""

    def __init__(self, net):
        self.net = copy.deepcopy(net)
        self.steps = 0

    def tensors(self, net):
        return [t for t in net.state_dict().values() if t.dtype.is_floating_point]

    def add(self, net):
        keep = min(0.998, (self.steps + 1) / (self.steps + 10))
        self.steps += 1
        with torch.no_grad():
            mine = self.tensors(self.net)
            torch._foreach_mul_(mine, keep)
            torch._foreach_add_(mine, self.tensors(net), alpha=1 - keep)


def train(rank, args):
    """One of args.processes processes: each draws batches of its own, gradients are averaged at every step."""
    torch.set_num_threads(args.threads)
    if args.processes > 1:
        os.setsid()  # Linux shares processor time out by session: on a busy machine each process counts
        torch.distributed.init_process_group("gloo", init_method=f"file://{args.meeting}", rank=rank,
                                             world_size=args.processes)
    torch.manual_seed(1)
    generator = torch.Generator().manual_seed(2 + rank)
    held = photos.held_out_names(args.hold_out)
    sources = [Sampler(Cells(args.synthetic), args.mined, generator)]
    counts = [BATCH]
    if args.photos:
        sources.append(Sampler(Cells(args.photos, but=held), args.mined, generator))
        counts = [BATCH - int(BATCH * args.photo_share), int(BATCH * args.photo_share)]
    if rank == 0:
        print(" + ".join(f"{len(s.cells)} cells" for s in sources), flush=True)
    net = network.DigitNet()
    if args.start and args.start.endswith(".onnx"):
        net = network.unfolded(args.start, torch.cat([s.cells.crops[s.draw(4000)] for s in sources]))
    elif args.start:
        net.load_state_dict(torch.load(OUTPUT / args.start))
    net = net.to(memory_format=torch.channels_last)
    parameters = list(net.parameters())
    steps = args.samples // (BATCH * args.processes)
    optimizer = torch.optim.AdamW(parameters, lr=args.rate, weight_decay=2e-4)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, args.rate, total_steps=steps, pct_start=args.warm_up)
    average = Average(net)
    begin = time.time()
    running = 0.0
    for step in range(min(steps, args.stop) if args.stop else steps):
        rows = [s.draw(count) for s, count in zip(sources, counts)]
        crops, labels, kinds, alphabet = (
            torch.cat([getattr(s.cells, column)[r] for s, r in zip(sources, rows)])
            for column in ("crops", "labels", "kinds", "alphabets"))
        order = torch.randperm(BATCH, generator=generator)
        x, targets = augment(crops[order], labels[order], generator)
        net.train()
        symbol_logits, kind_logits = net(x.contiguous(memory_format=torch.channels_last))
        losses = symbol_losses(symbol_logits, targets, alphabet[order])
        if step >= args.clean_from * steps:
            losses = losses * visible(symbol_logits.detach(), targets)
        kind_losses = F.cross_entropy(kind_logits, kinds[order], ignore_index=UNKNOWN, reduction="none")
        losses = losses + KIND_WEIGHT * kind_losses
        loss = losses.mean()
        optimizer.zero_grad()
        loss.backward()
        if args.processes > 1:
            share_gradients(parameters, args.processes)
        torch.nn.utils.clip_grad_norm_(parameters, 5.0)
        optimizer.step()
        schedule.step()
        average.add(net)
        if args.mined:
            # Cells that must be answered with "no idea" are not hard, only unlike any symbol.
            noted = torch.empty(BATCH)
            noted[order] = torch.where(targets.max(1).values == 1, losses.detach(), torch.tensor(0.1))
            for s, r, part in zip(sources, rows, noted.split(counts)):
                s.loss[r] = part
        running += loss.item()
        if (step + 1) % 250 == 0 and rank == 0:
            rate = (step + 1) * BATCH * args.processes / (time.time() - begin)
            print(f"step {step + 1}/{steps} loss {running / 250:.4f} {rate:.0f}/s", flush=True)
            running = 0.0
            torch.save(average.net.state_dict(), OUTPUT / f"{args.out}.part")
    if rank == 0:
        torch.save(average.net.state_dict(), OUTPUT / args.out)
        if (OUTPUT / "synthetic_validation.npz").exists():
            validate(average.net, Cells(["synthetic_validation"]), "rendered pages, held-out typefaces")
        if held and (OUTPUT / "photos.npz").exists():
            validate(average.net, Cells(["photos"], only=held), "held-out photos, all versions")


def share_gradients(parameters, processes):
    flat = torch.cat([p.grad.reshape(-1) for p in parameters])
    torch.distributed.all_reduce(flat)
    flat /= processes
    for p, part in zip(parameters, flat.split([p.numel() for p in parameters])):
        p.grad.copy_(part.view_as(p))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--samples", type=int, default=1200000)
    parser.add_argument("--synthetic", nargs="+", default=["synthetic_training_a"])
    parser.add_argument("--photos", nargs="*", default=[])
    parser.add_argument("--photo-share", type=float, default=0.4)
    parser.add_argument("--hold-out", default="split", choices=["split", "0", "1", "2", "none"],
                        help="photos never trained on: those of split.json, or a fold (photos.py)")
    parser.add_argument("--stop", type=int, help="steps after which to stop, the rate still high: another run goes on")
    parser.add_argument("--start", help="weights to go on from: a file of this program, or an exported one (.onnx)")
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--out", default="net.pt")
    parser.add_argument("--warm-up", type=float, default=0.15, help="share of the steps in which the rate grows")
    parser.add_argument("--mined", type=float, default=0.0, help="share of the cells that are drawn by their loss")
    parser.add_argument("--clean-from", type=float, default=1.0,
                        help="share of the steps after which symbols that the network cannot see at all are left out")
    parser.add_argument("--processes", type=int, default=1, help="each with batches of its own; on a busy machine faster "
                        "than threads")
    parser.add_argument("--threads", type=int, default=1, help="of each process")
    args = parser.parse_args()
    if args.processes == 1:
        train(0, args)
        return
    with tempfile.TemporaryDirectory() as folder:
        args.meeting = f"{folder}/meeting"
        torch.multiprocessing.spawn(train, (args,), args.processes)


if __name__ == "__main__":
    main()
