"""Typefaces beyond the installed ones: a page's face slanted, made heavier or lighter (across and along strokes apart, as
fat faces are), narrower or wider, and its outlines bent a little, alike in every copy of a symbol."""

import cv2
import numpy as np

LARGER = 3  # glyphs are reshaped at this size and reduced


class Reshaping:
    """One page's change of all glyphs. shape(mask, text): the same for the same text."""

    def __init__(self, rng):
        self.slant = rng.uniform(-0.08, 0.42) if rng.random() < 0.45 else 0.0
        self.weight = np.zeros(2)  # strokes' growth to each side, across and along lines, of the glyph's height
        kind = rng.choice(["as it is", "weight", "contrast"], p=[0.35, 0.4, 0.25])
        if kind == "weight":
            self.weight[:] = rng.uniform(-0.022, 0.045)
        elif kind == "contrast":
            self.weight[:] = rng.uniform(0.0, 0.06), rng.uniform(-0.025, 0.01)
        self.narrow = rng.uniform(0.65, 1.4) if rng.random() < 0.4 else 1.0
        self.bend = rng.uniform(0.01, 0.035) if rng.random() < 0.25 else 0.0
        self.seed = int(rng.integers(1 << 30))

    def shape(self, mask, text):
        """mask: the glyph LARGER times as tall as wanted; returns it reshaped, at its size, tight."""
        height, width = mask.shape
        edge = int(0.5 * height)
        mask = cv2.copyMakeBorder(mask, edge, edge, edge, edge, cv2.BORDER_CONSTANT, value=0)
        mask = grown(grown(mask, self.weight[0] * height, across=True), self.weight[1] * height, across=False)
        h, w = mask.shape
        y, x = np.mgrid[0:h, 0:w].astype(np.float32)
        source_x = (x - w / 2) / self.narrow + self.slant * (y - h / 2) + w / 2
        source_y = y
        if self.bend > 0:
            rng = np.random.default_rng([self.seed, *text.encode()])
            field = [cv2.resize(rng.normal(0, self.bend * height, (4, 4)).astype(np.float32), (w, h),
                                interpolation=cv2.INTER_CUBIC) for _ in range(2)]
            source_x, source_y = source_x + field[0], source_y + field[1]
        mask = cv2.remap(mask, source_x.astype(np.float32), source_y.astype(np.float32), cv2.INTER_LINEAR)
        box = np.argwhere(mask > 0.3)
        if len(box) == 0:
            return None
        (top, left), (bottom, right) = box.min(0), box.max(0) + 1
        mask = mask[top:bottom, left:right]
        size = max(2, round(mask.shape[1] / LARGER)), max(4, round(mask.shape[0] / LARGER))
        return cv2.resize(mask, size, interpolation=cv2.INTER_AREA)


def grown(mask, by, across):
    """Strokes wider by `by` pixels to both sides (thinner where negative), left and right or up and down."""
    if abs(by) < 0.5:
        return mask
    length = 2 * round(abs(by)) + 1
    kernel = np.ones((1, length) if across else (length, 1), np.uint8)
    changed = cv2.dilate(mask, kernel) if by > 0 else cv2.erode(mask, kernel)
    return changed if changed.max() > 0.6 else mask  # a hairline is not worn away
