"""The parts of a synthetic page, drawn into a float picture (0 black, 1 white): glyphs, lines, shading, pencil
candidates, marks that are no symbols, paper."""

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

import fonts


def glyph_mask(font, text, stretch=1.0, spacing=0):
    """Tight coverage mask (0..1) of a text in a font."""
    if len(text) == 2 and spacing:
        parts = [glyph_mask(font, c) for c in text]
        if any(p is None for p in parts):
            return None
        height = max(p.shape[0] for p in parts)
        gap = np.zeros((height, max(1, spacing)), np.float32)
        parts = [np.pad(p, ((height - p.shape[0], 0), (0, 0))) for p in parts]
        mask = np.hstack([parts[0], gap, parts[1]])
    else:
        mask = fonts.tight_mask(font, text)
        if mask is None:
            return None
    if abs(stretch - 1) > 0.02:
        mask = cv2.resize(mask, (max(2, round(mask.shape[1] * stretch)), mask.shape[0]), interpolation=cv2.INTER_AREA)
    return mask


def stamp(picture, mask, x, y, ink, opacity=1.0):
    """Draws `mask` centred at (x, y) with grey value `ink`; clipped at the picture's edge."""
    h, w = mask.shape
    x0, y0 = round(x - w / 2), round(y - h / 2)
    sx, sy = max(0, -x0), max(0, -y0)
    ex, ey = min(w, picture.shape[1] - x0), min(h, picture.shape[0] - y0)
    if ex <= sx or ey <= sy:
        return
    m = mask[sy:ey, sx:ex] * opacity
    area = picture[y0 + sy:y0 + ey, x0 + sx:x0 + ex]
    area *= 1 - m
    area += ink * m


def sized_font(path, index, height, sample="8"):
    """The font at the size where `sample` is `height` pixels tall."""
    probe = ImageFont.truetype(path, 64, index=index)
    mask = glyph_mask(probe, sample)
    tall = mask.shape[0] if mask is not None else 48
    return ImageFont.truetype(path, max(6, round(64 * height / max(8, tall))), index=index)


def draw_lines(rng, picture, origin, px, n, box, dark):
    """Lattice lines of one of the usual styles; thin inner, thick box and outer lines."""
    style = rng.choice(["solid", "dotted", "tiles", "equal"], p=[0.80, 0.05, 0.08, 0.07])
    thin = max(1, round(px * rng.uniform(0.012, 0.05)))
    thick = max(thin, round(px * rng.uniform(0.03, 0.11)))
    outer = max(thick, round(px * rng.uniform(0.03, 0.15)))
    thin_ink = dark + rng.choice([0, 1]) * rng.uniform(0, 0.75) * (1 - dark)
    thick_ink = dark + rng.choice([0, 0, 1]) * rng.uniform(0, 0.5) * (1 - dark)
    if style == "equal":
        thick, thick_ink = thin, thin_ink
    size = n * px
    if style == "tiles":
        gap = max(1, round(px * rng.uniform(0.02, 0.08)))
        ground = rng.uniform(0.35, 0.9)
        tile = picture[origin, origin]
        picture[origin:origin + size, origin:origin + size] = ground * tile
        radius = round(px * rng.uniform(0, 0.2))
        for r in range(n):
            for c in range(n):
                x, y = origin + c * px + gap, origin + r * px + gap
                x2, y2 = origin + (c + 1) * px - gap, origin + (r + 1) * px - gap
                cv2.rectangle(picture, (x + radius, y), (x2 - radius, y2), float(tile), -1)
                cv2.rectangle(picture, (x, y + radius), (x2, y2 - radius), float(tile), -1)
                if radius:
                    for cx, cy in ((x + radius, y + radius), (x2 - radius, y + radius), (x + radius, y2 - radius),
                                   (x2 - radius, y2 - radius)):
                        cv2.circle(picture, (cx, cy), radius, float(tile), -1, cv2.LINE_AA)
        return

    def line(position, width, ink, vertical, dots):
        a = origin + round(position * px) - width // 2
        strip = picture[origin:origin + size, a:a + width] if vertical else picture[a:a + width, origin:origin + size]
        if dots:
            on = (np.arange(size) // max(1, round(px * 0.05))) % 2 == 0
            on = on[:, None] if vertical else on[None, :]
            strip[:] = np.where(on, np.minimum(strip, ink), strip)
        else:
            np.minimum(strip, ink, out=strip)

    for vertical in (False, True):
        step = box[1] if vertical else box[0]
        for i in range(n + 1):
            if i in (0, n):
                line(i, outer, thick_ink, vertical, False)
            elif i % step == 0:
                line(i, thick, thick_ink, vertical, False)
            else:
                line(i, thin, thin_ink, vertical, style == "dotted")


def shade_cells(rng, picture, origin, px, n, box):
    """Shaded boxes, a highlighted row/column/cell, a screened centre, or nothing."""
    style = rng.choice(["none", "boxes", "random", "cross"], p=[0.66, 0.16, 0.12, 0.06])
    tone = rng.uniform(0.55, 0.95)
    row, col = rng.integers(n, size=2)
    screen = rng.random() < 0.2
    for r in range(n):
        for c in range(n):
            on = {"none": False, "boxes": (r // box[0] + c // box[1]) % 2 == 0, "random": rng.random() < 0.15,
                  "cross": r == row or c == col}[style]
            if on:
                area = picture[origin + r * px:origin + (r + 1) * px, origin + c * px:origin + (c + 1) * px]
                if screen:
                    y, x = np.mgrid[0:px, 0:px]
                    period = max(3, px // 10)
                    dots = ((x // (period // 2 + 1)) + (y // (period // 2 + 1))) % 2
                    area *= 1 - (1 - tone) * 1.5 * dots
                else:
                    area *= tone


def draw_pencil_marks(rng, picture, x, y, px, font, ink, on_screen, writer):
    """Small candidate digits, up to five: in a 3x3 raster, in a row along the top, in the corners, or one alone at an
    edge or in a corner; by the page's writer."""
    layout = rng.choice(["raster", "row", "corner", "alone"], p=[0.3, 0.3, 0.25, 0.15])
    count = {"corner": rng.integers(2, 6), "alone": 1}.get(layout, rng.integers(1, 6))
    values = sorted(rng.choice(9, size=count, replace=False) + 1)
    scale = rng.uniform(0.16, 0.30) if layout != "row" else rng.uniform(0.22, 0.38) if count < 4 else 0.2
    left = rng.uniform(0.12, 0.3) if rng.random() < 0.6 else rng.uniform(0.12, max(0.13, 0.85 - 0.2 * count))
    top = rng.uniform(0.2, 0.3) if rng.random() < 0.8 else rng.uniform(0.2, 0.8)
    if count == 1 and layout == "row":
        top, left, scale = 0.22, rng.choice([0.18, 0.8]), min(scale, 0.3)
    for i, value in enumerate(values):
        if layout == "raster":
            u, v = (0.22 + 0.28 * ((value - 1) % 3), 0.22 + 0.28 * ((value - 1) // 3))
            scale = min(scale, 0.24)
        elif layout == "row":
            u, v = left + i * scale * 0.72, top
        elif layout == "alone":
            scale = rng.uniform(0.16, 0.31)
            near = rng.uniform(0.05, 0.1) + scale / 2
            u, v = np.array([near, 0.5, 1 - near])[list(AT_EDGES[rng.integers(len(AT_EDGES))])]
        else:
            u, v = ((0.2, 0.2), (0.8, 0.2), (0.2, 0.8), (0.8, 0.8), (0.5, 0.5))[i]
            scale = min(scale, 0.26)
        if u > 0.9:
            break
        height = scale * rng.uniform(0.9, 1.1)
        if on_screen and font:
            mask = glyph_mask(sized_font(*font, height * px), str(value))
        else:
            mask = writer.write(rng, str(value), px, height)
        if mask is not None:
            wobble = 0 if on_screen else 0.02
            stamp(picture, mask, x + (u - 0.5 + rng.normal(0, wobble)) * px, y + (v - 0.5 + rng.normal(0, wobble)) * px,
                  ink, rng.uniform(0.6, 1))


AT_EDGES = [(column, row) for column in range(3) for row in range(3) if (column, row) != (1, 1)]


def draw_junk(rng, picture, x, y, px, font, ink):
    """Something that is no symbol: a word, many strokes, a blot, a picture-like blob, a tiny number."""
    what = rng.choice(["word", "strokes", "blob", "tiny", "mark"])
    if what == "word":
        text = "".join(rng.choice(list("abcdefghijklmnoprstuvwz"), size=rng.integers(3, 7)))
        mask = glyph_mask(sized_font(*font, px * rng.uniform(0.15, 0.3)), text)
        if mask is not None:
            limit = 0.95 * px
            if mask.shape[1] > limit:
                mask = cv2.resize(mask, (int(limit), max(3, int(mask.shape[0] * limit / mask.shape[1]))),
                                  interpolation=cv2.INTER_AREA)
            for i in range(rng.integers(1, 4)):
                stamp(picture, mask, x, y + (i - 1) * 0.27 * px, ink)
    elif what == "strokes":
        for _ in range(rng.integers(3, 8)):
            p = rng.uniform(-0.4, 0.4, 4) * px + [x, y, x, y]
            cv2.line(picture, (int(p[0]), int(p[1])), (int(p[2]), int(p[3])), float(ink),
                     max(1, int(px * rng.uniform(0.02, 0.08))), cv2.LINE_AA)
    elif what == "blob":
        noise = cv2.GaussianBlur(rng.normal(0, 1, (px, px)).astype(np.float32), (0, 0), px * rng.uniform(0.04, 0.12))
        stamp(picture, (noise > noise.mean()).astype(np.float32), x, y, ink, rng.uniform(0.5, 1))
    elif what == "tiny":
        mask = glyph_mask(sized_font(*font, px * rng.uniform(0.13, 0.22)), str(rng.integers(1, 60)))
        if mask is not None:
            stamp(picture, mask, x - 0.32 * px, y - 0.32 * px, ink)
    else:
        shape = rng.choice(["cross", "circle", "square", "tick"])
        s, w = rng.uniform(0.2, 0.38) * px, max(1, int(px * rng.uniform(0.03, 0.1)))
        if shape == "cross":
            cv2.line(picture, (int(x - s), int(y - s)), (int(x + s), int(y + s)), float(ink), w, cv2.LINE_AA)
            cv2.line(picture, (int(x - s), int(y + s)), (int(x + s), int(y - s)), float(ink), w, cv2.LINE_AA)
        elif shape == "circle":
            cv2.circle(picture, (int(x), int(y)), int(s), float(ink), -1 if rng.random() < 0.5 else w, cv2.LINE_AA)
        elif shape == "square":
            cv2.rectangle(picture, (int(x - s), int(y - s)), (int(x + s), int(y + s)), float(ink), -1)
        else:
            pts = np.int32([[x - s, y], [x - s / 3, y + s], [x + s, y - s]])
            cv2.polylines(picture, [pts], False, float(ink), w, cv2.LINE_AA)
    return what


def paper_texture(rng, picture):
    """Fibre and cloudiness of the paper, print showing through from the back, folds."""
    h, w = picture.shape
    if rng.random() < 0.7:
        grain = rng.normal(0, rng.uniform(0, 0.03), (h // 2 + 1, w // 2 + 1)).astype(np.float32)
        picture += cv2.resize(grain, (w, h), interpolation=cv2.INTER_LINEAR)
    if rng.random() < 0.3:
        clouds = cv2.resize(rng.normal(0, 0.03, (6, 6)).astype(np.float32), (w, h), interpolation=cv2.INTER_CUBIC)
        picture += clouds
    if rng.random() < 0.25:  # show-through: mirrored, blurred, weak text
        back = Image.new("L", (w, h), 0)
        draw = ImageDraw.Draw(back)
        path, index = fonts.pick(rng, False, False)
        size = int(rng.uniform(0.02, 0.12) * w)
        font = ImageFont.truetype(path, max(8, size), index=index)
        for y in range(0, h, int(size * 1.3) + 1):
            text = "".join(rng.choice(list("abcdefgh ijklmno prstuvwz 123456789"), size=int(2.2 * w / max(8, size)) + 1))
            draw.text((-rng.integers(size + 1), y), text, font=font, fill=255)
        mask = np.asarray(back, np.float32)[:, ::-1] / 255
        mask = cv2.GaussianBlur(mask, (0, 0), rng.uniform(0.5, 3))
        picture -= mask * rng.uniform(0.02, 0.13)
    for _ in range(rng.poisson(0.25)):  # a fold: a soft line, darker on one side
        a = rng.uniform(0, np.pi)
        d = rng.uniform(-0.5, 0.5) * w
        y, x = np.mgrid[0:h, 0:w].astype(np.float32)
        t = (x - w / 2) * np.cos(a) + (y - h / 2) * np.sin(a) - d
        width = rng.uniform(0.003, 0.02) * w
        picture -= (rng.uniform(-0.08, 0.2) * np.exp(-(t / width) ** 2)).astype(np.float32)
