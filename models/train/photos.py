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
# Photos whose outline starts at the picture's top left instead of the puzzle's: the corner (of the outline)
# that is the puzzle's. Found by reading them in all four orientations, checked by eye.
OUTLINE_STARTS_AT = {"image1031": 1, "image1036": 1, "image1038": 1, "image1039": 1, "image1040": 1, "image1043": 1,
                     "image1083": 2}
FILLED_HALF_TURNED = ("image1083",)  # photos that stand on their head in newspaper-photos only
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


FOLDS = 3


def make_folds():
    """[{folder: stems}] of the cross-validation: all photos of a puzzle are in one fold, and fold 0 holds the photos of
    split.json among others."""
    split = json.loads(SPLIT_FILE.read_text())
    folds = [{} for _ in range(FOLDS)]
    for name in ("newspaper-photos", "calendar-photos"):
        groups = sorted(group_by_puzzle(DATA / name), key=lambda group: (group[0] not in split[name], -len(group), group))
        for group in groups:
            fold = folds[0] if group[0] in split[name] else min(folds, key=lambda f: len(f.get(name, ())))
            fold.setdefault(name, []).extend(group)
    return folds


@functools.lru_cache
def held_out_names(which):
    """FOLDER/STEM of the photos that are not trained on: "split" (split.json), "0", "1", "2" (folds) or "none".
    The filled photos share the newspaper photos' names and go with them."""
    if which == "none":
        return frozenset()
    held = dict(json.loads(SPLIT_FILE.read_text()) if which == "split" else make_folds()[int(which)])
    held["newspaper-photos-filled"] = held["newspaper-photos"]
    return frozenset(f"{folder}/{stem}" for folder, stems in held.items() for stem in stems)


def load(folder_name, stem):
    """Grey picture and refined corners; corners are cached beside the generated data."""
    folder = DATA / folder_name
    grey = cv2.imread(str(folder / f"{stem}.jpg"), cv2.IMREAD_GRAYSCALE)
    # The filled photos are the newspaper photos with digits laid in: same corners.
    source = "newspaper-photos" if folder_name == "newspaper-photos-filled" else folder_name
    quad = corners(source)[stem]
    if source != folder_name:
        height, width = cv2.imread(str(DATA / source / f"{stem}.jpg"), cv2.IMREAD_GRAYSCALE).shape
        if grey.shape == (width, height) != (height, width):  # six of them were turned upright
            quad = np.stack([quad[:, 1], width - 1 - quad[:, 0]], axis=1)
        elif stem in FILLED_HALF_TURNED:
            quad = [width - 1, height - 1] - quad
    return grey, quad


def all_photos():
    """(folder, stem) of every labelled photo; corners refined and cached on the way."""
    result = []
    for folder in ("newspaper-photos", "newspaper-photos-filled", "calendar-photos"):
        known = corners("newspaper-photos" if "filled" in folder else folder)
        result += [(folder, path.stem) for path in sorted((DATA / folder).glob("*.dat"))
                   if path.with_suffix(".jpg").exists() and path.stem in known]
    return result


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
            refined[stem] = np.roll(quad, -OUTLINE_STARTS_AT.get(stem, 0), axis=0).tolist()
        path.write_text(json.dumps(refined))
    return {stem: np.float64(quad) for stem, quad in json.loads(path.read_text()).items()}


if __name__ == "__main__":
    SPLIT_FILE.write_text(json.dumps(make_split(), indent=1) + "\n")
    for name, stems in make_split().items():
        total = len(list((DATA / name).glob("*.dat")))
        print(f"{name}: {len(stems)} of {total} photos held out")
