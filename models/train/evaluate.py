#!/usr/bin/python3
"""Evaluates models/digits.onnx through cv::dnn, as the program runs it.

  evaluate.py [--onnx ../digits.onnx] [--hold-out split|0|1|2] [--worst worst.png]

On photos that were held out: accuracy per source, boards without an error, a confusion table, calibration, kinds. On
rendered pages with held-out typefaces: the same, and accuracy by alphabet, restricted to the symbols of the board's
alphabet as the decoder does. --worst: the cells that were read worst as contact sheets, for looking at.
"""

import argparse
import collections
import pathlib

import cv2
import numpy as np

import alphabets
import photos
from alphabets import JUNK, LABELS, UNKNOWN
from fonts import OUTPUT
from generate_data import LAID
from network import KINDS

IN_ALPHABET = alphabets.masks()


class Cells:
    """Cells of one file with what the network says of them."""

    def __init__(self, path, onnx, only=None):
        data = np.load(path)
        names = [str(name) for name in data["names"]]
        keep = np.array([only is None or name in only for name in names])[data["sources"]]
        self.crops, self.labels, self.kinds, self.alphabets, self.sources, self.variants = (
            data[column][keep] for column in ("crops", "labels", "kinds", "alphabets", "sources", "variants"))
        self.labels, self.kinds = self.labels.astype(int), self.kinds.astype(int)
        self.folders = np.array([name.split("/")[0] for name in names])[self.sources]
        self.symbols, self.kind_logs = run(onnx, self.crops)
        within = np.where(IN_ALPHABET[self.alphabets], self.symbols, -1e4)
        self.within = log_softmax(within)
        self.known = self.labels != JUNK
        self.right = self.within.argmax(1) == self.labels
        self.kind_known = self.kinds != UNKNOWN
        self.kind_right = self.kind_logs.argmax(1) == self.kinds


def log_softmax(logits):
    logits = logits - logits.max(axis=1, keepdims=True)
    return logits - np.log(np.exp(logits).sum(axis=1, keepdims=True))


def run(onnx, crops):
    net = cv2.dnn.readNetFromONNX(str(onnx))
    if net.getLayerId("glance") >= 0:
        net.setInput(np.zeros((1, 1, 32, 32), np.float32), "peek")
    symbols, kinds = [], []
    for start in range(0, len(crops), 1024):
        net.setInput(crops[start:start + 1024, None].astype(np.float32) / 255, "cells")
        a, b = net.forward(["symbols", "kinds"])
        symbols.append(a.copy()), kinds.append(b.copy())
    return log_softmax(np.concatenate(symbols)), log_softmax(np.concatenate(kinds))


def calibration_error(logs, labels):
    """Expected calibration error over 15 bins of the best guess's probability, and the bins."""
    confidence, correct = np.exp(logs.max(1)), logs.argmax(1) == labels
    error, rows = 0.0, []
    for low, high in zip(np.linspace(0, 1, 16)[:-1], np.linspace(0, 1, 16)[1:]):
        inside = (confidence > low) & (confidence <= high)
        if inside.any():
            error += abs(confidence[inside].mean() - correct[inside].mean()) * inside.mean()
            rows.append((low, high, int(inside.sum()), confidence[inside].mean(), correct[inside].mean()))
    return error, rows


def report(title, cells, rows):
    known, kind_known = rows & cells.known, rows & cells.kind_known
    guess = cells.within.argmax(1)
    lost = (known & (cells.labels > 0) & (guess == 0)).sum()
    invented = (known & (cells.labels == 0) & (guess > 0)).sum()
    symbols = known & (cells.labels > 0)
    print(f"{title:44s} {rows.sum():7d} cells  within the alphabet {100 * cells.right[known].mean():7.3f} %  "
          f"(symbols {100 * cells.right[symbols].mean():7.3f} %, read as blank {lost}, invented {invented})  all symbols "
          f"{100 * (cells.symbols.argmax(1) == cells.labels)[known].mean():7.3f} %  "
          f"kinds {100 * cells.kind_right[kind_known].mean():6.2f} %")


def report_boards(folder, cells):
    """Of plain photos: boards with every symbol right, and with every kind right, too."""
    rows = (cells.folders == folder) & (cells.variants == 0)
    boards = np.unique(cells.sources[rows])
    exact = [cells.right[rows & (cells.sources == b)].all() for b in boards]
    kinds = [(cells.kind_right | ~cells.kind_known)[rows & (cells.sources == b)].all() for b in boards]
    print(f"{folder:44s} {len(boards):7d} boards: every cell right {np.sum(exact)}, every kind right {np.sum(kinds)}")


def report_alphabets(cells):
    print("by alphabet, symbols only, restricted to it, and readable: a symbol that the network calls blank, drowned in blur "
          "or noise, is counted apart")
    for kind in ("numerals", "zero_based", "hexadecimal", "digits_then_letters", "letters"):
        of_kind = np.array([k == kind for k, _ in alphabets.ALL])[cells.alphabets]
        for what, kinds in (("printed", (1,)), ("handwritten", (2,)), ("either", (UNKNOWN,))):
            rows = of_kind & cells.known & (cells.labels > 0) & np.isin(cells.kinds, kinds)
            if not rows.any():
                continue
            drowned = rows & (cells.symbols[:, 0] > np.log(0.5))
            seen = rows & ~drowned
            wrong = collections.Counter(zip(cells.labels[seen & ~cells.right].tolist(),
                                            cells.within.argmax(1)[seen & ~cells.right].tolist()))
            pairs = ", ".join(f"{LABELS[a]}>{LABELS[b] or '.'} {n}" for (a, b), n in wrong.most_common(6))
            print(f"  {kind:20s} {what:12s} {seen.sum():6d} cells {100 * cells.right[seen].mean():7.3f} % "
                  f"(drowned {drowned.sum()}); most often {pairs}")


def report_calibration(title, cells):
    known = cells.known
    within, _ = calibration_error(cells.within[known], cells.labels[known])
    kind, _ = calibration_error(cells.kind_logs[cells.kind_known], cells.kinds[cells.kind_known])
    error, rows = calibration_error(cells.symbols[known], cells.labels[known])
    print(f"{title}: expected calibration error {100 * error:.2f} % (within the alphabet {100 * within:.2f} %, kinds "
          f"{100 * kind:.2f} %)")
    for low, high, count, confidence, accuracy in rows:
        print(f"  {low:.2f}-{high:.2f} {count:7d} cells: confidence {confidence:.3f}, right {accuracy:.3f}")


def report_confusion(cells):
    digits = [0, *range(2, 11)]
    print("confusion, rows true, columns read: . 1 2 3 4 5 6 7 8 9 other")
    guess = cells.within.argmax(1)
    for true in digits:
        counts = collections.Counter(guess[cells.known & (cells.labels == true)].tolist())
        other = sum(n for label, n in counts.items() if label not in digits)
        print("  " + (LABELS[true] or ".") + " " + " ".join(f"{counts.get(k, 0):6d}" for k in digits) + f" {other:6d}")
    print("kinds, rows true, columns read: " + " ".join(KINDS))
    for k, kind in enumerate(KINDS):
        counts = collections.Counter(cells.kind_logs[cells.kinds == k].argmax(1).tolist())
        print(f"  {kind:12s} " + " ".join(f"{counts.get(j, 0):7d}" for j in range(4)))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--onnx", default=str(pathlib.Path(__file__).resolve().parent.parent / "digits.onnx"))
    parser.add_argument("--hold-out", default="split", choices=["split", "0", "1", "2"])
    parser.add_argument("--plain", action="store_true", help="photos as they are only")
    parser.add_argument("--worst", help="PNG of the worst 100 cells; what is shown is put before its name")
    args = parser.parse_args()
    if (OUTPUT / "photos.npz").exists():
        cells = Cells(OUTPUT / "photos.npz", args.onnx, photos.held_out_names(args.hold_out))
        for folder in sorted(set(cells.folders)):
            here = cells.folders == folder
            report(folder, cells, here & (cells.variants == 0))
            report_boards(folder, cells)
            if not args.plain:
                report("  degraded and misregistered", cells, here & (cells.variants > 0) & (cells.variants < LAID))
                if (here & (cells.variants >= LAID)).any():
                    report("  with our own handwriting laid in", cells, here & (cells.variants >= LAID))
        report_calibration("photos", cells)
        report_confusion(cells)
        if args.worst:
            contact_sheets("photos", args.worst, cells, cells.variants == 0)
    if not args.plain and (OUTPUT / "synthetic_validation.npz").exists():
        cells = Cells(OUTPUT / "synthetic_validation.npz", args.onnx)
        report("rendered pages, held-out typefaces", cells, np.ones(len(cells.labels), bool))
        report_alphabets(cells)
        report_calibration("rendered pages", cells)
        report_confusion(cells)
        if args.worst:
            contact_sheets("pages", args.worst, cells, np.ones(len(cells.labels), bool))


def contact_sheets(name, worst, cells, rows):
    """The cells read worst, and those whose kind was judged worst."""
    path = pathlib.Path(worst)
    plain = np.flatnonzero(rows & cells.known)
    loss = -cells.within[plain, cells.labels[plain]]
    contact_sheet(path.with_name(f"{name}_{path.name}"), plain[np.argsort(-loss)[:100]], cells.crops, cells.labels,
                  cells.within, LABELS)
    plain = np.flatnonzero(rows & cells.kind_known)
    loss = -cells.kind_logs[plain, cells.kinds[plain]]
    contact_sheet(path.with_name(f"{name}_kinds_{path.name}"), plain[np.argsort(-loss)[:100]], cells.crops, cells.kinds,
                  cells.kind_logs, KINDS)


def contact_sheet(path, order, crops, labels, logs, texts):
    tiles = []
    for i in order:
        tile = 255 - cv2.resize(crops[i], (80, 80), interpolation=cv2.INTER_CUBIC)
        tile = np.pad(tile, ((0, 16), (2, 2)), constant_values=255)
        best = logs[i].argmax()
        text = f"{(texts[labels[i]] or '.')[:5]} {np.exp(logs[i, labels[i]]):.2f}>{(texts[best] or '.')[:5]}"
        cv2.putText(tile, text, (2, 92), cv2.FONT_HERSHEY_SIMPLEX, 0.34, 0, 1, cv2.LINE_AA)
        tiles.append(tile)
    while len(tiles) % 20:
        tiles.append(np.full_like(tiles[0], 255))
    cv2.imwrite(str(path), np.vstack([np.hstack(tiles[i:i + 20]) for i in range(0, len(tiles), 20)]))
    print(f"wrote {path}")


if __name__ == "__main__":
    main()
