"""Labelled photos: files, labels, the split by puzzle, refined corners.

The data folder is given by the environment variable GRIDLENS_SHARED (it holds data/...), or is ../shared
beside the repository. Nothing of it is stored in the repository but file names (split.json).
"""

import csv
import functools
import json
import os
import pathlib

import cv2
import numpy as np

import sheets

HERE = pathlib.Path(__file__).resolve().parent
REPOSITORY = HERE.parent.parent
DATA = pathlib.Path(os.environ.get("GRIDLENS_SHARED", REPOSITORY.parent / "shared")) / "data"
SPLIT_FILE = HERE / "split.json"


def read_labels(path):
    """9x9 integers of a .dat file (two header lines first)."""
    rows = [line.split() for line in path.read_text().splitlines()[2:11]]
    return np.array(rows, int)


def read_outlines(folder):
    with open(folder / "outlines.csv", newline="") as stream:
        rows = list(csv.reader(stream))[1:]
    return {row[0]: np.float64(row[1:9]).reshape(4, 2) for row in rows}


def group_by_puzzle(folder):
    """Lists of file stems that show the same puzzle."""
    groups = {}
    for path in sorted(folder.glob("*.dat")):
        # Calendar photos of a page share its date, the first two parts of the name.
        key = (read_labels(path).tobytes() if folder.name.startswith("newspaper")
               else "_".join(path.stem.split("_")[:2]))
        groups.setdefault(key, []).append(path.stem)
    return list(groups.values())


def make_split():
    """Every fifth puzzle, in order of the number of its photos, is held out; ties by a fixed shuffle."""
    split = {}
    for name in ("newspaper-photos", "calendar-photos"):
        groups = group_by_puzzle(DATA / name)
        np.random.default_rng(20240).shuffle(groups)
        groups.sort(key=len)
        held_out = [g for i, g in enumerate(groups) if i % 5 == 2]
        split[name] = sorted(stem for g in held_out for stem in g)
    return split


@functools.lru_cache
def held_out():
    """Stems of held-out photos by folder; the filled photos share the newspaper photos' names."""
    split = json.loads(SPLIT_FILE.read_text())
    split["newspaper-photos-filled"] = split["newspaper-photos"]
    return {name: frozenset(stems) for name, stems in split.items()}


def load(folder_name, stem):
    """Grey picture and refined corners; corners are cached beside the generated data."""
    folder = DATA / folder_name
    grey = cv2.imread(str(folder / f"{stem}.jpg"), cv2.IMREAD_GRAYSCALE)
    # The filled photos are the newspaper photos with digits laid in: same corners.
    source = "newspaper-photos" if folder_name == "newspaper-photos-filled" else folder_name
    return grey, corners(source)[stem]


@functools.lru_cache
def corners(folder_name):
    cache = pathlib.Path(os.environ.get("GRIDLENS_TRAIN_DIR", REPOSITORY / "build/train"))
    cache.mkdir(parents=True, exist_ok=True)
    path = cache / f"corners_{folder_name}.json"
    if not path.exists():
        refined = {}
        for name, quad in read_outlines(DATA / folder_name).items():
            grey = cv2.imread(str(DATA / folder_name / name), cv2.IMREAD_GRAYSCALE)
            stem = pathlib.Path(name).stem
            quad = sheets.refine_corners(grey, quad, 9)
            labels = read_labels(DATA / folder_name / f"{stem}.dat")
            refined[stem] = turn_upright(grey, quad, labels).tolist()
        path.write_text(json.dumps(refined))
    return {stem: np.float64(quad) for stem, quad in json.loads(path.read_text()).items()}


def turn_upright(grey, quad, labels):
    """Some outlines start at the picture's top left corner instead of the puzzle's: the turn whose
    pattern of inked cells agrees best with the labels."""
    sheet = sheets.normalise(sheets.rectify(grey, sheets.homography(quad, 9), 9))
    ink = sheets.cells(sheet, 9)[:, 8:-8, 8:-8].mean(axis=(1, 2)).reshape(9, 9)
    agreement = [np.corrcoef(np.rot90(ink, k).ravel(), (labels > 0).ravel())[0, 1] for k in range(4)]
    # Patterns are often symmetric: the outline's own order stands unless clearly worse.
    agreement[0] += 0.15
    # rot90 by k (counter-clockwise) brings corner k to the top left.
    return np.roll(quad, -int(np.argmax(agreement)), axis=0)


if __name__ == "__main__":
    SPLIT_FILE.write_text(json.dumps(make_split(), indent=1) + "\n")
    for name, stems in make_split().items():
        total = len(list((DATA / name).glob("*.dat")))
        print(f"{name}: {len(stems)} of {total} photos held out")
