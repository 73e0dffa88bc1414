#!/usr/bin/python3
"""Does the network know its training digits by heart? Lays MNIST digits of the training part, then of the test part (other
writers, never trained on), into the blank cells of held-out newspaper photos, and prints how many are read.

  memorised.py [--onnx ../digits.onnx]
"""

import argparse
import pathlib

import numpy as np

import alphabets
import evaluate
import generate_data
import handwriting
import page_renderer
import photos
import sheets


def written_cells(stem, seed, test_digits):
    rng = np.random.default_rng(seed)
    grey, quad = photos.load("newspaper-photos", stem)
    digits = photos.read_labels(photos.DATA / "newspaper-photos" / f"{stem}.dat")
    labels, kinds = (part.reshape(9, 9).copy() for part in generate_data.label_cells("newspaper-photos", digits, None))
    writer = handwriting.Writer(rng, test_digits)
    writer.source, writer.grain, writer.height = "real", 0, rng.uniform(0.35, 0.6)
    entries = [(r, c, str(rng.integers(1, 10))) for r in range(9) for c in range(9) if labels[r, c] == 0]
    image_from_board = sheets.homography(quad, 9)
    generate_data.lay_in(rng, grey, image_from_board, entries, writer, rng.uniform(0.5, 1), labels, kinds)
    written = kinds.ravel() == page_renderer.HANDWRITTEN
    return generate_data.cut(rng, grey, image_from_board, 9, False)[written], labels.ravel()[written]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--onnx", default=str(pathlib.Path(__file__).resolve().parent.parent / "digits.onnx"))
    args = parser.parse_args()
    stems = [n.split("/")[1] for n in sorted(photos.held_out_names("split")) if n.startswith("newspaper-photos/")]
    for test_digits in (False, True):
        parts = [written_cells(stem, i, test_digits) for i, stem in enumerate(stems)]
        crops, labels = (np.concatenate(column) for column in zip(*parts))
        symbols, kinds = evaluate.run(args.onnx, crops)
        within = np.where(evaluate.IN_ALPHABET[alphabets.NINE], symbols, -1e4)
        print(f"{'test' if test_digits else 'training'} digits: {len(labels)} cells, symbols right "
              f"{100 * (within.argmax(1) == labels).mean():.1f} %, kinds {100 * (kinds.argmax(1) == 2).mean():.1f} %")


if __name__ == "__main__":
    main()
