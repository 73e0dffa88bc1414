#!/usr/bin/python3
"""The glance: a very small network beside the digit network, in the same file, that tells blank cells from others and
which way up a symbol stands. It is asked only where the digit network's reading leaves more than one way up.

  glance.py train --synthetic NAME... --photos photos [--hold-out split] [--samples 4500000] --out glance.pt
  glance.py graft --weights glance.pt [--onnx ../digits.onnx]

graft adds it to the file: input "peek", output "glance" (5 logits: blank, then upright when turned by 0 to 3 quarters, as
DigitNetwork::classify counts them). Its layers stand before all others, so that cv::dnn, asked for "glance", stops there.
It shares nothing with the digit network, whose outputs stay equal to the bit, and need not be trained again with it.
"""

import argparse
import pathlib
import time

import cv2
import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import nn
from torch.nn import functional as F

import network
import photos
import train
from alphabets import JUNK
from fonts import OUTPUT

NAME, INPUT = "glance", "peek"
BATCH = 512
PENCIL = network.KINDS.index("pencil")


def make():
    return nn.Sequential(nn.Conv2d(1, 8, 5, 2, 2), nn.ReLU(), nn.Conv2d(8, 16, 3, 2, 1), nn.ReLU(),
                         nn.Conv2d(16, 24, 3, 2, 1), nn.ReLU(), nn.Flatten(), nn.Linear(24 * 16, 32), nn.ReLU(),
                         nn.Linear(32, 5))


def turn(crops, turns):
    """The crops as they lie on a sheet that `turns` quarters (one number a crop) would put upright."""
    result = crops.clone()
    for k in (1, 2, 3):
        result[turns == k] = torch.rot90(crops[turns == k], -k, (1, 2))
    return result


def targets(labels, kinds, turns):
    """Probabilities wanted. Junk and pencil marks are not blank, and stand no way up in particular."""
    wanted = torch.zeros(len(labels), 5)
    none = (labels == JUNK) | ((labels == 0) & (kinds == PENCIL))
    blank = (labels == 0) & ~none
    wanted[blank, 0] = 1
    wanted[none, 1:] = 0.25
    upright = ~none & ~blank
    wanted[upright, 1 + turns[upright]] = 1
    return wanted


def drowned(reader, crops, logits, wanted):
    """Symbols that the digit network itself takes for blank: they would only teach that blank cells may hold symbols.
    It is asked about those that the glance is inclined to take for blank."""
    asked = (wanted[:, 0] == 0) & (torch.softmax(logits.detach(), 1)[:, 0] > 0.2)
    result = torch.zeros(len(crops), dtype=torch.bool)
    if asked.any():
        with torch.no_grad():
            result[asked] = torch.softmax(reader(crops[asked, None].float() / 255)[0], 1)[:, 0] > 0.6
    return result


def augment(crops, generator):
    x = crops.float().div_(255)
    padded = F.pad(x[:, None], (1, 1, 1, 1), mode="replicate")
    parts = []
    for chunk in padded.chunk(16):
        dy, dx = torch.randint(0, 3, (2,), generator=generator).tolist()
        parts.append(chunk[:, :, dy:dy + 32, dx:dx + 32])
    x = torch.cat(parts)
    gain = 0.7 + 0.65 * torch.rand(len(x), 1, 1, 1, generator=generator)
    noise = 0.05 * torch.rand(len(x), 1, 1, 1, generator=generator).square()
    return (x * gain + noise * torch.randn(x.shape, generator=generator)).clamp_(0, 1)


def validate(net, reader, cells, name):
    """How many symbols that the digit network sees are lost for how many blanks spared, and how often the way up is
    right."""
    generator = torch.Generator().manual_seed(5)
    turns = torch.randint(0, 4, (len(cells),), generator=generator)
    net.eval()
    with torch.no_grad():
        logits = torch.cat([net(x[:, None].float() / 255) for x in turn(cells.crops, turns).split(2048)])
    wanted = targets(cells.labels, cells.kinds, turns)
    blank = wanted[:, 0] == 1
    symbol = wanted.max(1).values * ~blank == 1
    symbol &= ~drowned(reader, cells.crops, logits, wanted)
    log_odds = logits[:, 0] - torch.logsumexp(logits[:, 1:], 1)
    told = [f"{t}: {100 * (log_odds[blank] > t).float().mean():.2f} % spared, {int((log_odds[symbol] > t).sum())} lost"
            for t in (3, 4, 5, 6, 7, 8)]
    right = (logits[:, 1:].argmax(1) == turns)[symbol].float().mean()
    print(f"{name}: {int(blank.sum())} blank, {int(symbol.sum())} symbols; way up {100 * right:.2f} %; "
          + "; ".join(told), flush=True)


def train_glance(args):
    torch.set_num_threads(args.threads)
    torch.manual_seed(1)
    generator = torch.Generator().manual_seed(2)
    held = photos.held_out_names(args.hold_out)
    sources = [train.Cells(args.synthetic), train.Cells(args.photos, but=held)]
    counts = [BATCH * 3 // 5, BATCH - BATCH * 3 // 5]
    net = make()
    if args.start:
        net.load_state_dict(torch.load(OUTPUT / args.start))
    reader = network.DigitNet()
    reader.load_state_dict(torch.load(OUTPUT / args.reader))
    reader.eval()
    steps = args.samples // BATCH
    optimizer = torch.optim.AdamW(net.parameters(), args.rate, weight_decay=1e-4)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, args.rate, total_steps=steps, pct_start=0.1)
    average = train.Average(net)
    begin, running = time.time(), 0.0
    for step in range(steps):
        rows = [torch.randint(len(s), (count,), generator=generator) for s, count in zip(sources, counts)]
        crops, labels, kinds = (torch.cat([getattr(s, column)[r] for s, r in zip(sources, rows)])
                                for column in ("crops", "labels", "kinds"))
        turns = torch.randint(0, 4, (BATCH,), generator=generator)
        order = torch.randperm(BATCH, generator=generator)
        crops, labels, kinds = crops[order], labels[order], kinds[order]
        net.train()
        wanted = targets(labels, kinds, turns)
        logits = net(augment(turn(crops, turns), generator))
        losses = F.cross_entropy(logits, wanted, reduction="none")
        loss = (losses * ~drowned(reader, crops, logits, wanted)).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
        average.add(net)
        running += loss.item()
        if (step + 1) % 500 == 0:
            print(f"step {step + 1}/{steps} loss {running / 500:.4f} {(step + 1) * BATCH / (time.time() - begin):.0f}/s",
                  flush=True)
            running = 0.0
            torch.save(average.net.state_dict(), OUTPUT / args.out)
    torch.save(average.net.state_dict(), OUTPUT / args.out)
    validate(average.net, reader, train.Cells(["synthetic_validation"]), "rendered pages, held-out typefaces")
    validate(average.net, reader, train.Cells(args.photos, only=held), "held-out photos, all versions")


def stored_in(path):
    """The glance's weights in an exported file."""
    return {name[len(NAME) + 1:]: weights for name, weights in network.stored(path).items() if name.startswith(NAME)}


def graft(args):
    net = make()
    net.load_state_dict(stored_in(args.weights) if args.weights.endswith(".onnx") else torch.load(OUTPUT / args.weights))
    net.eval()
    model = onnx.load(args.onnx)
    graph = model.graph
    # Without an earlier one.
    for part in (graph.node, graph.initializer, graph.input, graph.output):
        for entry in [e for e in part if e.name.startswith((NAME, INPUT))]:
            part.remove(entry)
    batch = np.random.default_rng(0).random((81, 1, 32, 32)).astype(np.float32)
    before = run(model, batch, ["symbols", "kinds"])
    nodes, last = [], INPUT
    for index, module in enumerate(net):
        name = f"{NAME}_{index}" if index + 1 < len(net) else NAME
        inputs, attributes = [last], {}
        for column, tensor in module.named_parameters():
            graph.initializer.append(numpy_helper.from_array(tensor.detach().numpy(), f"{NAME}_{index}.{column}"))
            inputs.append(f"{NAME}_{index}.{column}")
        if isinstance(module, nn.Conv2d):
            attributes = {"kernel_shape": list(module.kernel_size), "strides": list(module.stride),
                          "pads": list(module.padding) * 2, "dilations": [1, 1], "group": 1}
        elif isinstance(module, nn.Linear):
            attributes = {"alpha": 1.0, "beta": 1.0, "transB": 1}
        elif isinstance(module, nn.Flatten):
            attributes = {"axis": 1}
        kind = {nn.Conv2d: "Conv", nn.Linear: "Gemm", nn.Flatten: "Flatten", nn.ReLU: "Relu"}[type(module)]
        nodes.append(onnx.helper.make_node(kind, inputs, [name], name=name, **attributes))
        last = name
    others = list(graph.node)
    del graph.node[:]
    graph.node.extend(nodes + others)
    graph.input.append(onnx.helper.make_tensor_value_info(INPUT, onnx.TensorProto.FLOAT, ["peeks", 1, 32, 32]))
    graph.output.append(onnx.helper.make_tensor_value_info(NAME, onnx.TensorProto.FLOAT, ["peeks", 5]))
    onnx.checker.check_model(model)
    after = run(model, batch, ["symbols", "kinds"])
    if any((a != b).any() for a, b in zip(before, after)):
        raise SystemExit("the other outputs have changed")
    with torch.no_grad():
        worst = np.abs(run(model, batch, [NAME])[0] - net(torch.from_numpy(batch)).numpy()).max()
    onnx.save(model, args.onnx)
    print(f"{args.onnx}: {pathlib.Path(args.onnx).stat().st_size / 1e6:.2f} MB, cv::dnn differs by {worst:.1e}")


def run(model, batch, names):
    """The outputs of `names` for the batch, which every input gets."""
    reader = cv2.dnn.readNetFromONNX(np.frombuffer(model.SerializeToString(), np.uint8))
    for entry in model.graph.input:
        reader.setInput(batch, entry.name)
    return reader.forward(names)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("train")
    command.add_argument("--synthetic", nargs="+", required=True)
    command.add_argument("--photos", nargs="+", default=["photos"])
    command.add_argument("--hold-out", default="split", choices=["split", "0", "1", "2"])
    command.add_argument("--samples", type=int, default=4500000)
    command.add_argument("--threads", type=int, default=1)
    command.add_argument("--rate", type=float, default=4e-3)
    command.add_argument("--start", help="weights to go on from")
    command.add_argument("--reader", default="pens.pt", help="weights of the digit network")
    command.add_argument("--out", default="glance.pt")
    command.set_defaults(run=train_glance)
    command = commands.add_parser("graft")
    command.add_argument("--weights", default="glance.pt", help="of this program, or an exported file (.onnx)")
    command.add_argument("--onnx", default=str(pathlib.Path(__file__).resolve().parent.parent / "digits.onnx"))
    command.set_defaults(run=graft)
    args = parser.parse_args()
    args.run(args)


if __name__ == "__main__":
    main()
