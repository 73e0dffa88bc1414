#!/usr/bin/python3
"""Evaluates models/digits.onnx through cv::dnn, as the program runs it.

  evaluate.py [--onnx ../digits.onnx] [--worst worst.png] [NAME...]

For every set of cells (default: the validation sets): accuracy per source, a confusion table of the digits,
calibration, kinds; and the cells that were read worst as a contact sheet, for looking at.
"""

import argparse
import collections
import pathlib

import cv2
import numpy as np

from generate_data import OUTPUT, UNKNOWN
from network import KINDS
from page_renderer import JUNK, LABELS

DIGITS = [0, *range(2, 11)]  # labels of blank and 1..9


def log_softmax(logits):
    logits = logits - logits.max(axis=1, keepdims=True)
    return logits - np.log(np.exp(logits).sum(axis=1, keepdims=True))


def run(onnx, crops):
    net = cv2.dnn.readNetFromONNX(str(onnx))
    symbols, kinds = [], []
    for start in range(0, len(crops), 1024):
        net.setInput(crops[start:start + 1024, None].astype(np.float32) / 255)
        a, b = net.forward(["symbols", "kinds"])
        symbols.append(a.copy()), kinds.append(b.copy())
    return log_softmax(np.concatenate(symbols)), log_softmax(np.concatenate(kinds))


def calibration(confidence, correct):
    """Expected calibration error over 15 bins, and the bins."""
    edges = np.linspace(0, 1, 16)
    error, rows = 0.0, []
    for low, high in zip(edges[:-1], edges[1:]):
        inside = (confidence > low) & (confidence <= high)
        if inside.any():
            gap = confidence[inside].mean() - correct[inside].mean()
            error += abs(gap) * inside.mean()
            rows.append((low, high, int(inside.sum()), confidence[inside].mean(), correct[inside].mean()))
    return error, rows


def report(title, labels, kinds, symbols, kind_logs):
    known = labels != JUNK
    right = symbols[known].argmax(1) == labels[known]
    digits = np.isin(labels, DIGITS)
    among = np.array(DIGITS)[symbols[digits][:, DIGITS].argmax(1)]
    digits_right = among == labels[digits]
    lost = (labels[digits] > 0) & (among == 0)
    invented = (labels[digits] == 0) & (among > 0)
    kind_known = kinds != UNKNOWN
    kind_right = kind_logs[kind_known].argmax(1) == kinds[kind_known]
    print(f"{title:44s} {len(labels):7d} cells  blank and 1-9 {100 * digits_right.mean():7.3f} %  "
          f"(read as blank {lost.sum()}, invented {invented.sum()})  all symbols {100 * right.mean():7.3f} %  "
          f"kinds {100 * kind_right.mean():6.2f} %")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", default=["photos_validation", "synthetic_validation"])
    parser.add_argument("--onnx", default=str(pathlib.Path(__file__).resolve().parent.parent / "digits.onnx"))
    parser.add_argument("--worst", help="PNG of the 100 worst cells of each set; NAME is put before its name")
    args = parser.parse_args()
    for name in args.names:
        data = np.load(OUTPUT / f"{name}.npz")
        crops, labels, kinds = data["crops"], data["labels"].astype(int), data["kinds"].astype(int)
        sources, variants, names = data["sources"], data["variants"], data["names"]
        symbols, kind_logs = run(args.onnx, crops)
        folders = np.array([str(names[s]).split("/")[0] for s in range(len(names))])[sources]
        for folder in sorted(set(folders)):
            for degraded in (False, True):
                rows = (folders == folder) & ((variants > 0) == degraded)
                if rows.any():
                    report(f"{folder}{', degraded and misregistered' if degraded else ''}",
                           labels[rows], kinds[rows], symbols[rows], kind_logs[rows])
        known = labels != JUNK
        error, rows = calibration(np.exp(symbols[known].max(1)), symbols[known].argmax(1) == labels[known])
        print(f"{name}: expected calibration error {100 * error:.2f} %")
        for low, high, count, confidence, accuracy in rows:
            print(f"  {low:.2f}-{high:.2f} {count:7d} cells: confidence {confidence:.3f}, right {accuracy:.3f}")
        digits = np.isin(labels, DIGITS)
        among = np.array(DIGITS)[symbols[digits][:, DIGITS].argmax(1)]
        print("confusion, rows true, columns read: . 1 2 3 4 5 6 7 8 9")
        for true in DIGITS:
            counts = collections.Counter(among[labels[digits] == true].tolist())
            print("  " + (LABELS[true] or ".") + " " + " ".join(f"{counts.get(k, 0):6d}" for k in DIGITS))
        kind_known = kinds != UNKNOWN
        print("kinds, rows true, columns read: " + " ".join(KINDS))
        for k, kind in enumerate(KINDS):
            counts = collections.Counter(kind_logs[kind_known][kinds[kind_known] == k].argmax(1).tolist())
            print(f"  {kind:12s} " + " ".join(f"{counts.get(j, 0):7d}" for j in range(4)))
        if args.worst:
            plain = np.flatnonzero(known & (variants == 0))
            loss = -symbols[plain, labels[plain]]
            contact_sheet(pathlib.Path(args.worst).with_name(f"{name}_{pathlib.Path(args.worst).name}"),
                          plain[np.argsort(-loss)[:100]], crops, labels, symbols)


def contact_sheet(path, order, crops, labels, symbols):
    tiles = []
    for i in order:
        tile = 255 - cv2.resize(crops[i], (80, 80), interpolation=cv2.INTER_CUBIC)
        tile = np.pad(tile, ((0, 16), (2, 2)), constant_values=255)
        best = symbols[i].argmax()
        text = f"{LABELS[labels[i]] or '.'} {np.exp(symbols[i, labels[i]]):.2f} > {LABELS[best] or '.'}"
        cv2.putText(tile, text, (2, 92), cv2.FONT_HERSHEY_SIMPLEX, 0.36, 0, 1, cv2.LINE_AA)
        tiles.append(tile)
    while len(tiles) % 20:
        tiles.append(np.full_like(tiles[0], 255))
    cv2.imwrite(str(path), np.vstack([np.hstack(tiles[i:i + 20]) for i in range(0, len(tiles), 20)]))
    print(f"wrote {path}")


if __name__ == "__main__":
    main()
