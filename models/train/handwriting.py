"""Handwritten symbols: real digits, digits drawn as wobbling strokes, and handwriting typefaces."""

import cv2
import numpy as np
from PIL import ImageFont

import fonts
import real_digits

# Ways of writing each digit: strokes of control points (x right, y down, unit height), smoothed when drawn.
STROKES = {
    "0": [[[(.5, 0), (.15, .25), (.12, .7), (.4, 1), (.75, .85), (.85, .4), (.65, .05), (.45, .02)]]],
    "1": [[[(.5, 0), (.5, .5), (.5, 1)]], [[(.2, .3), (.5, 0), (.5, .5), (.5, 1)]],
          [[(.15, .4), (.55, 0), (.55, .5), (.55, 1)]],
          [[(.25, .25), (.5, 0), (.5, .5), (.5, 1)], [(.2, 1), (.8, 1)]], [[(.62, 0), (.5, .5), (.38, 1)]]],
    "2": [[[(.12, .25), (.3, .03), (.65, .03), (.78, .3), (.5, .65), (.12, 1)], [(.12, 1), (.5, .98), (.88, .98)]],
          [[(.15, .2), (.45, 0), (.75, .2), (.6, .55), (.2, .95), (.15, .85), (.35, .82), (.85, 1)]]],
    "3": [[[(.15, .1), (.5, 0), (.75, .2), (.6, .42), (.35, .47), (.7, .55), (.82, .8), (.5, 1), (.12, .9)]],
          [[(.15, .02), (.5, .02), (.8, .02)], [(.8, .02), (.4, .4), (.75, .55), (.78, .85), (.4, 1), (.12, .9)]]],
    "4": [[[(.35, 0), (.25, .3), (.1, .62), (.5, .6), (.9, .58)], [(.65, .3), (.65, .65), (.62, 1)]],
          [[(.6, 0), (.35, .33), (.08, .68)], [(.08, .68), (.5, .68), (.92, .68)], [(.6, 0), (.62, .5), (.62, 1)]],
          [[(.2, 0), (.15, .3), (.15, .55), (.5, .55), (.8, .5)], [(.8, .05), (.78, .5), (.75, 1)]],
          [[(.55, 0), (.32, .38), (.08, .7), (.5, .67), (.92, .64)], [(.63, .4), (.6, .7), (.56, 1)]]],
    "5": [[[(.25, .02), (.22, .25), (.18, .45), (.5, .38), (.8, .6), (.7, .92), (.35, 1), (.1, .88)],
           [(.25, .02), (.55, .02), (.85, 0)]],
          [[(.85, .02), (.5, .03), (.25, .05)], [(.25, .05), (.2, .42), (.55, .38), (.8, .65), (.6, 1), (.12, .95)]]],
    "6": [[[(.7, .02), (.4, .2), (.15, .6), (.25, .95), (.6, 1), (.8, .75), (.6, .52), (.3, .58), (.18, .75)]],
          [[(.5, 0), (.2, .4), (.15, .8), (.45, 1), (.75, .85), (.65, .6), (.35, .6), (.2, .8)]]],
    "7": [[[(.12, .03), (.5, .03), (.88, .03)], [(.88, .03), (.6, .45), (.4, 1)]],
          [[(.12, .03), (.5, .03), (.88, .03)], [(.88, .03), (.6, .45), (.4, 1)], [(.3, .5), (.55, .48), (.8, .46)]],
          [[(.12, .2), (.15, .03)], [(.13, .05), (.5, .05), (.85, .03)], [(.85, .03), (.65, .5), (.55, 1)]]],
    "8": [[[(.75, .15), (.4, 0), (.2, .2), (.45, .45), (.78, .7), (.5, 1), (.18, .8), (.4, .5), (.75, .25), (.7, .1)]],
          [[(.5, .47), (.22, .25), (.5, 0), (.78, .25), (.5, .47)], [(.5, .47), (.15, .75), (.5, 1), (.85, .75), (.5, .47)]]],
    "9": [[[(.78, .2), (.45, 0), (.18, .25), (.4, .5), (.75, .3), (.78, .15), (.75, .6), (.68, 1)]],
          [[(.75, .15), (.4, .02), (.2, .3), (.5, .48), (.75, .2), (.75, .6), (.6, .9), (.25, .98)]]],
}


def smooth(points, samples=10):
    """Catmull-Rom curve through the points; two points stay a straight stroke."""
    p = np.asarray(points, float)
    if len(p) < 3:
        return np.linspace(p[0], p[-1], samples)
    p = np.vstack([2 * p[0] - p[1], p, 2 * p[-1] - p[-2]])
    t = np.linspace(0, 1, samples, endpoint=False)[:, None]
    pieces = [0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t ** 2 + (3 * b - a - 3 * c + d) * t ** 3)
              for a, b, c, d in zip(p[:-3], p[1:-2], p[2:-1], p[3:])]
    return np.vstack([*pieces, p[-2:-1]])


def digit(rng, text, height, thickness=None, variant=None, slant=None, aspect=None):
    """Coverage mask of a stroke-drawn digit, `height` pixels tall (roughly)."""
    thickness = rng.uniform(0.05, 0.16) if thickness is None else thickness
    slant = rng.normal(0, 0.15) if slant is None else slant
    aspect = rng.uniform(0.5, 0.85) if aspect is None else aspect
    ways = STROKES[text]
    strokes = ways[(rng.integers(len(ways)) if variant is None else variant) % len(ways)]
    turn = rng.normal(0, 0.08)
    pad = 2 + thickness * height
    scale = 4  # subpixel drawing by a finer canvas
    width = height * (aspect + abs(slant)) + 2 * pad
    canvas = np.zeros((int((height + 2 * pad) * scale), int((width + 2 * pad) * scale)), np.uint8)
    for stroke in strokes:
        points = np.asarray(stroke) + rng.normal(0, 0.035, (len(stroke), 2))
        curve = smooth(points) - 0.5
        x = curve[:, 0] * aspect - curve[:, 1] * slant
        y = curve[:, 1]
        x, y = x * np.cos(turn) - y * np.sin(turn), x * np.sin(turn) + y * np.cos(turn)
        pixels = np.stack([x * height * scale + canvas.shape[1] / 2, y * height * scale + canvas.shape[0] / 2], 1)
        cv2.polylines(canvas, [np.int32(pixels * 16)], False, 255,
                      max(1, round(thickness * height * scale * rng.uniform(0.85, 1.15))), cv2.LINE_AA, 4)
    mask = cv2.resize(canvas, None, fx=1 / scale, fy=1 / scale, interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    box = np.argwhere(mask > 0.2)
    if len(box) == 0:
        return None
    (top, left), (bottom, right) = box.min(0), box.max(0) + 1
    return mask[top:bottom, left:right]


class Nib:
    """A pen that writes strokes of one direction dark and the others thin and faint, down to hairlines, as broad nibs,
    school scripts and ballpoints pressed on the way down do."""

    LARGER = 3  # symbols are written at this size and reduced
    WIDEST = 0.17  # dark stroke, of the symbol's height: wider ones close the loops

    def __init__(self, rng):
        self.angle = rng.normal(np.pi / 2, 0.25)  # of the dark strokes: mostly downward
        self.faint = rng.uniform(0.2, 0.8)
        self.spread = rng.uniform(0.12, 0.5)
        self.grown = rng.uniform(0, 0.8)  # of the strokes' width
        self.hairline = rng.uniform(0.25, 1)  # width of the others, of the strokes'

    def shape(self, mask):
        """mask: the symbol LARGER times as tall as wanted; returns it at its size."""
        mask = np.pad(mask, self.LARGER)
        inside = cv2.distanceTransform((mask > 0.4).astype(np.uint8), cv2.DIST_L2, 3)
        width = 4 * inside[inside > 0].mean() if inside.max() > 0 else 1
        dark = np.zeros_like(mask)
        for angle in self.angle + np.linspace(-self.spread, self.spread, 5):
            dark = np.maximum(dark, cv2.morphologyEx(mask, cv2.MORPH_OPEN, line_element(2.2 * width, angle)))
        grown = min(self.grown * width, self.WIDEST * mask.shape[0] - width)
        if grown >= 1:
            dark = cv2.dilate(dark, np.ones((1, 1 + round(grown)), np.uint8))
        mask = np.maximum(dark, thinned(mask, (1 - self.hairline) * width) * self.faint)
        size = max(2, round(mask.shape[1] / self.LARGER)), max(4, round(mask.shape[0] / self.LARGER))
        return cv2.resize(mask, size, interpolation=cv2.INTER_AREA)


def thinned(mask, by):
    """Strokes narrower by `by` pixels, or by less where they would break."""
    def pieces(m):
        return cv2.connectedComponents((m > 0.3).astype(np.uint8))[0]
    for width in range(round(by), 0, -1):
        thin = cv2.erode(mask, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (width + 1, width + 1)))
        if thin.max() > 0.5 and pieces(thin) == pieces(mask):
            return thin
    return mask


def line_element(length, angle):
    """Structuring element: a line of `length` pixels at `angle` (radians, 0 to the right)."""
    half = max(1, round(length / 2))
    element = np.zeros((2 * half + 1,) * 2, np.uint8)
    dx, dy = round(half * np.cos(angle)), round(half * np.sin(angle))
    cv2.line(element, (half - dx, half - dy), (half + dx, half + dy), 1)
    return element


class Writer:
    """One person's hand: size, slant and pen; digits real (MNIST), drawn or in a typeface, letters in a typeface."""

    def __init__(self, rng, validation):
        real = 0.5 if real_digits.digits(validation) else 0.0
        self.source = rng.choice(["real", "drawn", "typeface"], p=[real, 0.5 * (1 - real), 0.5 * (1 - real)])
        self.validation = validation
        self.face = fonts.pick(rng, True, validation)
        self.height = 0.26 + 0.62 * rng.beta(1.2, 1.4)
        # Where in the cell: some write into a corner, small writing more so.
        self.place = np.clip(rng.normal(0, 0.11, 2), -0.22, 0.22) * (1 - self.height)
        self.thickness = rng.uniform(0.05, 0.16)
        self.slant = rng.normal(0, 0.15)
        self.aspect = rng.uniform(0.5, 0.85)
        self.pen = real_digits.Pen(rng)
        self.variants = {text: rng.integers(len(ways)) for text, ways in STROKES.items()}
        # Pencils leave gaps in the grain of the paper.
        self.grain = rng.uniform(0.1, 0.6) if rng.random() < 0.2 else 0.0
        self.nib = Nib(rng) if rng.random() < 0.6 else None

    def kind_is_clear(self, text):
        """False where the writing could be taken for print."""
        return text.isdigit() and self.source != "typeface" or not fonts.is_regular(self.face[0])

    def write(self, rng, text, px, share=None):
        """Coverage mask of a symbol in a cell of px pixels, `share` of it tall or as the writer writes entries; None
        where the typeface lacks it."""
        height = px * (share or self.height * rng.uniform(0.85, 1.15))
        if len(text) == 2:
            height = min(height, 0.55 * px)
        mask = self.trace(rng, text, height * (Nib.LARGER if self.nib else 1))
        if mask is not None and self.nib:
            mask = self.nib.shape(mask)
        if mask is not None and self.grain:
            mask = mask * (1 - self.grain * rng.random(mask.shape, np.float32))
        return mask

    def trace(self, rng, text, height):
        """The strokes, all alike."""
        if self.source == "typeface" or not text.isdigit():
            mask = distort(rng, self.write_font(text, height))
        else:
            parts = [self.write_digit(rng, c, height * rng.uniform(0.93, 1.07)) for c in text]
            if any(p is None for p in parts):
                return None
            tall = max(p.shape[0] for p in parts)
            parts = [np.pad(p, ((tall - p.shape[0], 0), (0, 0))) for p in parts]
            gap = np.zeros((tall, max(1, int(rng.uniform(0.04, 0.2) * height))), np.float32)
            mask = np.hstack([parts[0], gap, parts[1]]) if len(parts) == 2 else parts[0]
        return mask

    def write_digit(self, rng, text, height):
        if self.source == "real":
            return real_digits.mask(rng, int(text), height, self.pen, self.validation)
        return digit(rng, text, height, self.thickness, self.variants[text], self.slant + rng.normal(0, 0.05),
                     self.aspect * rng.uniform(0.9, 1.1))

    def write_font(self, text, height):
        probe = ImageFont.truetype(self.face[0], 64, index=self.face[1])
        mask = fonts.tight_mask(probe, text)
        if mask is None:
            return None
        scale = height / mask.shape[0]
        return cv2.resize(mask, (max(2, round(mask.shape[1] * scale)), max(4, round(height))),
                          interpolation=cv2.INTER_AREA)


def distort(rng, mask):
    """Small smooth warp and turn, so that a typeface does not repeat itself."""
    if mask is None:
        return None
    mask = np.pad(mask, 4)
    h, w = mask.shape
    field = [cv2.resize(rng.normal(0, 0.035 * h, (3, 3)).astype(np.float32), (w, h), interpolation=cv2.INTER_CUBIC)
             for _ in range(2)]
    y, x = np.mgrid[0:h, 0:w].astype(np.float32)
    a = rng.normal(0, 0.08)
    cx, cy = w / 2, h / 2
    xr = (x - cx) * np.cos(a) - (y - cy) * np.sin(a) + cx + field[0]
    yr = (x - cx) * np.sin(a) + (y - cy) * np.cos(a) + cy + field[1]
    return cv2.remap(mask, xr.astype(np.float32), yr.astype(np.float32), cv2.INTER_LINEAR)


def lay_in(rng, picture, image_from_board, entries, writer, darkness):
    """Writes entries (row, column, text) onto a finished uint8 picture, sharp whatever the picture is, as people
    do who fill in a photo. Returns those (row, column) that were written."""
    done = []
    h, w = picture.shape
    for row, column, text in entries:
        corner = np.float64([[[column + 0.5, row + 0.5], [column, row], [column + 1, row], [column, row + 1]]])
        (x, y), a, b, c = cv2.perspectiveTransform(corner, image_from_board)[0]
        px = min(np.linalg.norm(b - a), np.linalg.norm(c - a))
        mask = writer.write(rng, text, px)
        if mask is None:
            continue
        mask = mask[:, :int(0.95 * px)]
        dx, dy = (1.5 * writer.place + rng.normal(0, 0.06, 2)) * px
        x0, y0 = round(x + dx - mask.shape[1] / 2), round(y + dy - mask.shape[0] / 2)
        if x0 < 0 or y0 < 0 or x0 + mask.shape[1] > w or y0 + mask.shape[0] > h:
            continue
        area = picture[y0:y0 + mask.shape[0], x0:x0 + mask.shape[1]]
        tone = (1 - np.clip(darkness + rng.normal(0, 0.04), 0.15, 1)) * np.quantile(area, 0.8)
        area[:] = np.uint8(area * (1 - mask) + tone * mask + 0.5)
        done.append((row, column))
    return done
