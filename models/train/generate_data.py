#!/usr/bin/python3
"""Generates the training and validation cells.

  generate_data.py synthetic --pages 8000            cells of rendered pages (training typefaces)
  generate_data.py synthetic --pages 600 --validation  held-out typefaces, other seeds
  generate_data.py photos --variants 8               cells of all photos, plain and degraded

Output: build/train/NAME.npz (or under GRIDLENS_TRAIN_DIR): crops (n, 32, 32) uint8 as the network sees them,
labels (255: no symbol), kinds (255: unknown), alphabets (index into alphabets.ALL), sources (index into names), names
(of photos: FOLDER/STEM, by which photos are split), variants (0: the photo itself; LAID and more: with our own
handwriting laid in).
"""

import argparse
import multiprocessing
import os
import zlib

import cv2
import numpy as np

import alphabets
import camera
import handwriting
import page_renderer
import photos
import sheets
from alphabets import UNKNOWN  # noqa: F401: read from here by others
from fonts import OUTPUT

LAID = 100  # variants from here on
BLANKS_KEPT = 0.4  # of the synthetic blanks: they are easy and many


def synthetic_page(job):
    seed, validation, letters = job
    cv2.setNumThreads(1)
    rng = np.random.default_rng([seed, 77 if validation else 11])
    page = page_renderer.render(rng, validation, letters)
    picture, image_from_board = camera.photograph(rng, page)
    if page.laid:
        lay_in(rng, picture, image_from_board, page.laid, page.writer, page.darkness, page.labels, page.kinds)
    crops = cut(rng, picture, image_from_board, page.n, jitter=True)
    labels, kinds = page.labels.ravel(), page.kinds.ravel()
    keep = (kinds != page_renderer.BLANK) | (rng.random(len(kinds)) < BLANKS_KEPT)
    return crops[keep], labels[keep], kinds[keep], np.full(keep.sum(), page.alphabet, np.uint8)


def lay_in(rng, picture, image_from_board, entries, writer, darkness, labels, kinds):
    """Handwriting onto the finished picture; enters it into labels and kinds (n x n)."""
    text_at = {(row, column): text for row, column, text in entries}
    for place in handwriting.lay_in(rng, picture, image_from_board, entries, writer, darkness):
        labels[place] = alphabets.LABEL_OF[text_at[place]]
        kinds[place] = page_renderer.HANDWRITTEN if writer.kind_is_clear(text_at[place]) else UNKNOWN


def cut(rng, picture, image_from_board, n, jitter):
    bend = None
    if jitter:
        image_from_board = camera.misregister(rng, image_from_board, n, rng.uniform(0, 0.12))
        if rng.random() < 0.6:
            bend = sheets.random_bend(rng, rng.uniform(0, 0.06))
    return sheets.cells(sheets.normalise(sheets.rectify(picture, image_from_board, n, bend)), n)


def photo_cells(job):
    """One photo in `variants` versions; version 0 is the photo itself, exactly registered. Newspaper photos come in as
    many versions again, with their blank cells filled in by other hands than those of the filled photos."""
    folder, stem, variants = job
    cv2.setNumThreads(1)
    grey, quad = photos.load(folder, stem)
    digits = photos.read_labels(photos.DATA / folder / f"{stem}.dat")
    printed = None
    if folder == "newspaper-photos-filled":
        printed = photos.read_labels(photos.DATA / "newspaper-photos" / f"{stem}.dat") > 0
    labels, kinds = label_cells(folder, digits, printed)
    rng = np.random.default_rng([abs(hash_of(stem)), len(folder)])
    parts = []
    laid = range(LAID, LAID + variants) if folder == "newspaper-photos" else ()
    for variant in [*range(variants), *laid]:
        if variant >= LAID:
            parts.append((*with_entries(rng, grey, quad, labels, kinds), variant))
            continue
        if variant == 0:
            crops = cut(rng, grey, sheets.homography(quad, 9), 9, jitter=False)
        else:
            picture, corners = degrade(rng, grey, quad) if rng.random() < 0.65 else (grey, quad)
            crops = cut(rng, picture, sheets.homography(corners, 9), 9, jitter=True)
        keep = np.ones(81, bool) if variant == 0 else (labels > 0) | (kinds > 0) | (rng.random(81) < 0.6)
        parts.append((crops[keep], labels[keep], kinds[keep], variant))
    variants = np.concatenate([np.full(len(part[1]), part[3], np.uint8) for part in parts])
    return [*(np.concatenate(column) for column in list(zip(*parts))[:3]), variants]


def with_entries(rng, grey, quad, labels, kinds):
    """A newspaper photo, degraded before or after its blank cells were filled in, or not at all."""
    labels, kinds = labels.copy().reshape(9, 9), kinds.copy().reshape(9, 9)
    writer = handwriting.Writer(rng, validation=False)
    share = rng.choice([1.0, rng.uniform(0.2, 0.8)])
    entries = [(r, c, str(rng.integers(1, 10))) for r in range(9) for c in range(9)
               if labels[r, c] == 0 and rng.random() < share]
    when = rng.choice(["before", "after", "never"])
    picture = grey.copy()
    if when == "before":
        picture, quad = degrade(rng, picture, quad)
    lay_in(rng, picture, sheets.homography(quad, 9), entries, writer, rng.uniform(0.35, 1), labels, kinds)
    if when == "after":
        picture, quad = degrade(rng, picture, quad)
    crops = cut(rng, picture, sheets.homography(quad, 9), 9, jitter=True)
    labels, kinds = labels.ravel(), kinds.ravel()
    keep = (kinds != page_renderer.BLANK) | (rng.random(81) < 0.6)
    return crops[keep], labels[keep], kinds[keep]


def hash_of(text):
    return zlib.crc32(text.encode())


def label_cells(folder, digits, printed):
    """Network labels and kinds of a labelled photo."""
    digits = digits.ravel()
    labels = np.where(digits == 10, 0, digits)
    # A digit's label is its value + 1 (label 0 is blank, label 1 the symbol "0").
    labels = np.where(labels > 0, labels + 1, 0).astype(np.uint8)
    if folder == "newspaper-photos":
        kinds = np.where(digits > 0, page_renderer.PRINTED, page_renderer.BLANK)
    elif folder == "newspaper-photos-filled":
        kinds = np.where(printed.ravel(), page_renderer.PRINTED, page_renderer.HANDWRITTEN)
    else:
        kinds = np.where(digits == 0, page_renderer.BLANK, UNKNOWN)
        kinds = np.where(digits == 10, page_renderer.PENCIL, kinds)
    return labels, kinds.astype(np.uint8)


def degrade(rng, grey, quad):
    """The photo as a worse camera would have taken it: smaller, softer, darker, noisier."""
    x0, y0 = np.floor(np.maximum(0, quad.min(0) - 30)).astype(int)
    x1, y1 = np.ceil(quad.max(0) + 30).astype(int)
    grey, quad = grey[y0:y1, x0:x1], quad - [x0, y0]
    cell_px = np.sqrt(cv2.contourArea(np.float32(quad))) / 9
    target = rng.uniform(13, max(16, min(45, cell_px)))
    scale = min(1.0, target / cell_px)
    if scale < 1:
        grey = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        quad = (quad + 0.5) * scale - 0.5
    picture = grey.astype(np.float32) / 255
    return camera.expose(rng, picture, cell_px * scale, strength=0.6), quad


def run(worker, jobs, processes):
    with multiprocessing.Pool(processes) as pool:
        for i, result in enumerate(pool.imap(worker, jobs, chunksize=4)):
            if i % 500 == 0:
                print(f"{i}/{len(jobs)}", flush=True)
            yield result


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["synthetic", "photos"])
    parser.add_argument("--pages", type=int, default=8000)
    parser.add_argument("--variants", type=int, default=8)
    parser.add_argument("--validation", action="store_true")
    parser.add_argument("--letters", action="store_true", help="pages in alphabets with letters only, mostly small ones")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--name")
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    args = parser.parse_args()
    side = "validation" if args.validation else "training"
    OUTPUT.mkdir(parents=True, exist_ok=True)
    crops, labels, kinds, alphabet, sources, variants = [], [], [], [], [], []
    if args.what == "synthetic":
        names = [f"synthetic-{side}"]
        jobs = [(args.seed * 1000000 + i, args.validation, args.letters) for i in range(args.pages)]
        for c, l, k, a in run(synthetic_page, jobs, args.processes):
            crops.append(c), labels.append(l), kinds.append(k), alphabet.append(a)
            sources.append(np.zeros(len(l), np.uint16)), variants.append(np.zeros(len(l), np.uint8))
    else:
        jobs = [(folder, stem, args.variants) for folder, stem in photos.all_photos()]
        names = [f"{folder}/{stem}" for folder, stem, _ in jobs]
        for i, (c, l, k, v) in enumerate(run(photo_cells, jobs, args.processes)):
            crops.append(c), labels.append(l), kinds.append(k), variants.append(v)
            alphabet.append(np.full(len(l), alphabets.NINE, np.uint8))
            sources.append(np.full(len(l), i, np.uint16))
    name = args.name or (f"synthetic_{side}" if args.what == "synthetic" else "photos")
    total = sum(map(len, labels))
    np.savez(OUTPUT / f"{name}.npz", crops=np.concatenate(crops), labels=np.concatenate(labels),
             kinds=np.concatenate(kinds), alphabets=np.concatenate(alphabet), sources=np.concatenate(sources), variants=np.concatenate(variants),
             names=np.array(names))
    print(f"{name}: {total} cells")


if __name__ == "__main__":
    main()
