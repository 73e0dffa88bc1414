#!/usr/bin/python3
"""Writes models/digits.onnx from trained weights: batch norms folded, temperatures folded into the last layers,
so that softmax of the outputs is calibrated. Checks that onnx is sound and that cv::dnn agrees with torch.

  export.py [--weights net.pt] [--out ../digits.onnx] [--hold-out split]

The temperatures are fitted on cells that were not trained on: pages of held-out typefaces, and (--hold-out) held-out
photos. A reference of a few cells is written beside the file for the test that C++ agrees. The labels are stored in the file's metadata.
"""

import argparse
import base64
import copy
import itertools
import json
import pathlib

import cv2
import numpy as np
import onnx
import torch
from torch.nn import functional as F

import camera
import network
import page_renderer
import photos
import sheets
import train
from alphabets import JUNK, LABELS, UNKNOWN
from fonts import OUTPUT

REFERENCE_CELLS = [0, 12, 25, 31, 40, 58]


def temperature(logits, targets):
    """The divisor of the logits that makes the known targets most likely (golden section on its log)."""
    grid = np.exp(np.linspace(np.log(0.4), np.log(4), 150))
    losses = [F.cross_entropy(logits / t, targets).item() for t in grid]
    return float(grid[int(np.argmin(losses))])


class Exported(torch.nn.Module):
    def __init__(self, net):
        super().__init__()
        self.net = network.folded(net)

    def average_with(self, path, share):
        """Weights between those of an exported file, from which this network was trained on, and its own, of which
        `share` counts (Wortsman et al., "Robust fine-tuning of zero-shot models", 2022): what the last round taught,
        with less of what it made forget."""
        before = network.stored(path)
        with torch.no_grad():
            for name, weights in self.named_parameters():
                weights.lerp_(before[name], 1 - share)

    def calibrate(self, symbol_temperature, kind_temperature):
        for head, t in ((self.net.symbols, symbol_temperature), (self.net.kinds, kind_temperature)):
            head.weight.data /= t
            head.bias.data /= t

    def forward(self, cells):
        return self.net(cells)


def write_reference(model, path):
    """A few synthetic cells with this network's outputs, in double precision, for the test that C++ agrees."""
    for seed in itertools.count(424242):
        rng = np.random.default_rng(seed)
        page = page_renderer.render(rng, validation=True)
        if page.n == 9 and not page.laid and not page.on_screen and (page.labels.ravel()[REFERENCE_CELLS] > 0).sum() == 4:
            break
    picture, image_from_board = camera.photograph(rng, page)
    sheet = sheets.rectify(picture, image_from_board, page.n)
    ink = sheets.normalise(sheet)
    chosen = sheets.cells(ink, page.n)[REFERENCE_CELLS]
    with torch.no_grad():
        symbols, kinds = copy.deepcopy(model).double()(torch.from_numpy(chosen[:, None]).double() / 255)
    path.write_text(json.dumps({
        "side": sheet.shape[0], "n": page.n, "cells": REFERENCE_CELLS,
        "sheet": base64.b64encode(sheet.tobytes()).decode(),
        "ink_sum": int(ink.astype(np.int64).sum()),
        "symbols": np.round(torch.log_softmax(symbols, 1).numpy().astype(float), 6).tolist(),
        "kinds": np.round(torch.log_softmax(kinds, 1).numpy().astype(float), 6).tolist()}) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--weights", default="net.pt")
    parser.add_argument("--out", default=str(pathlib.Path(__file__).resolve().parent.parent / "digits.onnx"))
    parser.add_argument("--hold-out", choices=["split", "none"], default="none",
                        help="photos that were not trained on: the temperatures are fitted on them, too")
    parser.add_argument("--average-with", help="an exported file (.onnx) from which the weights were trained on")
    parser.add_argument("--share", type=float, default=0.6, help="of the weights themselves in that average")
    args = parser.parse_args()
    net = network.DigitNet()
    net.load_state_dict(torch.load(OUTPUT / args.weights))
    model = Exported(net).eval()
    if args.average_with:
        model.average_with(args.average_with, args.share)
    sets = [train.Cells(["synthetic_calibration"])]
    if args.hold_out != "none":
        sets.append(train.Cells(["photos"], only=photos.held_out_names(args.hold_out)))
    logits, kinds = (torch.cat(part) for part in zip(*[train.outputs(model, cells.crops) for cells in sets]))
    labels, true_kinds = torch.cat([c.labels for c in sets]), torch.cat([c.kinds for c in sets])
    symbol_t = temperature(logits[labels != JUNK], labels[labels != JUNK])
    kind_t = temperature(kinds[true_kinds != UNKNOWN], true_kinds[true_kinds != UNKNOWN])
    print(f"temperatures: symbols {symbol_t:.3f}, kinds {kind_t:.3f}")
    model.calibrate(symbol_t, kind_t)
    sample = torch.rand(3, 1, 32, 32)
    torch.onnx.export(model, sample, args.out, opset_version=11, input_names=["cells"],
                      output_names=["symbols", "kinds"],
                      dynamic_axes={name: {0: "batch"} for name in ("cells", "symbols", "kinds")})
    graph = onnx.load(args.out)
    if any(node.op_type == "Identity" for node in graph.graph.node):
        raise SystemExit("the graph holds Identity nodes, which OpenCV 4.6 refuses")
    entry = graph.metadata_props.add()
    entry.key, entry.value = "labels", ",".join(LABELS)
    onnx.checker.check_model(graph)
    onnx.save(graph, args.out)
    reader = cv2.dnn.readNetFromONNX(args.out)
    batch = np.random.default_rng(0).random((81, 1, 32, 32)).astype(np.float32)
    reader.setInput(batch)
    ours = reader.forward(["symbols", "kinds"])
    with torch.no_grad():
        theirs = model(torch.from_numpy(batch))
    worst = max(float(np.abs(a - b.numpy()).max()) for a, b in zip(ours, theirs))
    print(f"{args.out}: {pathlib.Path(args.out).stat().st_size / 1e6:.2f} MB, cv::dnn differs by {worst:.1e}")
    write_reference(model, pathlib.Path(args.out).with_name("digits_reference.json"))
    cv2.setNumThreads(1)
    ticks = []
    for _ in range(30):
        begin = cv2.getTickCount()
        reader.setInput(batch)
        reader.forward(["symbols", "kinds"])
        ticks.append((cv2.getTickCount() - begin) / cv2.getTickFrequency())
    print(f"{1e6 * np.median(ticks) / 81:.0f} us a cell in a batch of 81, one thread")


if __name__ == "__main__":
    main()
