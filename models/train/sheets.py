"""Board sheets: the warped grey picture of a board, its normalisation and its cells.

Geometry is that of core/vision/rectify.h: CELL pixels a cell, MARGIN pixels around the board, crops of
CROP x CROP pixels. `normalise` is the one definition of what the network sees; core/reading/ink/ink_map.cpp
does the same operations in the same order with the same OpenCV calls.
"""

import cv2
import numpy as np

CELL = 26
MARGIN = 3
CROP = CELL + 2 * MARGIN

BACKGROUND_KERNEL = 15  # pixels of the sheet; wider than any stroke, narrower than a cell
INK_QUANTILE = 0.98     # share of the sheet's pixels that are lighter than its "full ink"
LEAST_INK = 14          # of 255: below it a sheet holds noise, not print
FULL_INK = 160          # what full ink becomes; darker still saturates at 255


def normalise(sheet):
    """uint8 sheet (dark ink on light paper) -> uint8 sheet, 0 paper, FULL_INK the board's usual ink."""
    kernel = np.ones((BACKGROUND_KERNEL, BACKGROUND_KERNEL), np.uint8)
    paper = cv2.morphologyEx(sheet, cv2.MORPH_CLOSE, kernel)
    paper = cv2.blur(paper, (BACKGROUND_KERNEL, BACKGROUND_KERNEL), borderType=cv2.BORDER_REPLICATE)
    ink = 255 - cv2.divide(sheet, paper, scale=255.0)
    counts = np.cumsum(np.bincount(ink.ravel(), minlength=256))
    level = int(np.searchsorted(counts, INK_QUANTILE * ink.size))
    level = max(level, LEAST_INK)
    table = np.minimum(255, (np.arange(256) * FULL_INK + level // 2) // level).astype(np.uint8)
    return cv2.LUT(ink, table)


def homography(quad, n):
    """image_from_board of n cells a side; quad: TL TR BR BL in pixels."""
    board = np.float32([[0, 0], [n, 0], [n, n], [0, n]])
    return cv2.getPerspectiveTransform(board, np.float32(quad)).astype(np.float64)


def rectify(grey, image_from_board, n, bend=None):
    """The sheet of a board. bend(x, y) -> (dx, dy), all in cells, displaces the sampling points."""
    quad = cv2.perspectiveTransform(
        np.float64([[[0, 0], [n, 0], [n, n], [0, n]]]), image_from_board)[0]
    cell_px = np.sqrt(abs(cv2.contourArea(np.float32(quad)))) / n
    factor = int(min(4, max(1, np.ceil(cell_px / CELL - 0.25))))
    size = (n * CELL + 2 * MARGIN) * factor
    # Pixel centres of the enlarged sheet in board units.
    axis = ((np.arange(size) + 0.5) / factor - MARGIN) / CELL
    if bend is None:
        sheet_from_board = np.array([[CELL * factor, 0, MARGIN * factor - 0.5],
                                     [0, CELL * factor, MARGIN * factor - 0.5], [0, 0, 1.0]])
        sheet = cv2.warpPerspective(grey, image_from_board @ np.linalg.inv(sheet_from_board),
                                    (size, size), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
                                    borderMode=cv2.BORDER_REPLICATE)
    else:
        x, y = np.meshgrid(axis, axis)
        dx, dy = bend(x, y)
        x, y = x + dx, y + dy
        m = image_from_board
        w = m[2, 0] * x + m[2, 1] * y + m[2, 2]
        map_x = ((m[0, 0] * x + m[0, 1] * y + m[0, 2]) / w).astype(np.float32)
        map_y = ((m[1, 0] * x + m[1, 1] * y + m[1, 2]) / w).astype(np.float32)
        sheet = cv2.remap(grey, map_x, map_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    if factor > 1:
        sheet = cv2.resize(sheet, None, fx=1 / factor, fy=1 / factor, interpolation=cv2.INTER_AREA)
    return sheet


def cells(sheet, n):
    """All n*n crops, row-major, as one array (n*n, CROP, CROP)."""
    return np.stack([sheet[r * CELL:r * CELL + CROP, c * CELL:c * CELL + CROP]
                     for r in range(n) for c in range(n)])


def random_bend(rng, amplitude):
    """A smooth displacement of at most about `amplitude` cells: page curl and lens bend."""
    a = rng.normal(0, amplitude / 2, 4)
    k = rng.uniform(0.15, 0.45, 4)
    p = rng.uniform(0, 2 * np.pi, 4)

    def bend(x, y):
        return (a[0] * np.sin(k[0] * y + p[0]) + a[1] * np.sin(k[1] * x + p[1]),
                a[2] * np.sin(k[2] * x + p[2]) + a[3] * np.sin(k[3] * y + p[3]))
    return bend


def refine_corners(grey, quad, n):
    """Corners (pixels) refined on the lattice's lines, for photos whose labels are several pixels coarse.

    Each side of each cell gives one sample: how far its line lies from where the current homography
    has it, across the line. A robust homography correction is fitted to all of them, window by window.
    """
    quad = np.float64(quad)
    px, pad = 24, 12
    size = n * px + 2 * pad
    for window in (10, 9, 8, 6, 5, 4, 4, 4):
        board_from_sheet = np.array([[1 / px, 0, (0.5 - pad) / px], [0, 1 / px, (0.5 - pad) / px], [0, 0, 1]])
        image_from_board = homography(quad, n)
        cell_px = np.sqrt(abs(cv2.contourArea(np.float32(quad)))) / n
        soft = cv2.GaussianBlur(grey, (0, 0), max(0.3, 0.4 * cell_px / px))
        sheet = cv2.warpPerspective(soft, image_from_board @ board_from_sheet, (size, size),
                                    flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
                                    borderMode=cv2.BORDER_REPLICATE)
        paper = cv2.blur(cv2.morphologyEx(sheet, cv2.MORPH_CLOSE, np.ones((15, 15), np.uint8)), (15, 15))
        ink = 255.0 - cv2.divide(sheet, paper, scale=255.0).astype(np.float32)
        ink = np.minimum(ink, np.quantile(ink, 0.97) + 1)
        samples = (line_samples(ink, n, px, pad, window, False) + line_samples(ink.T, n, px, pad, window, True))
        correction = fit_correction(samples, n)
        if correction is None:
            break
        quad = cv2.perspectiveTransform(
            np.float64([[[0, 0], [n, 0], [n, n], [0, n]]]), image_from_board @ correction)[0]
    return quad


def line_samples(ink, n, px, pad, window, transposed):
    """(u, v, offset, is_v, weight) of every line segment, in board units."""
    samples = []
    for line in range(n + 1):
        for segment in range(n):
            rows = slice(pad + segment * px + 3, pad + (segment + 1) * px - 3)
            centre = pad + line * px
            profile = ink[rows, centre - window:centre + window + 1].mean(axis=0)
            profile = profile - np.median(profile)
            peak = int(np.argmax(profile))
            if profile[peak] < 4 or peak in (0, 2 * window):
                continue
            around = np.clip(profile[max(0, peak - 2):peak + 3], 0, None)
            position = (around * np.arange(max(0, peak - 2), max(0, peak - 2) + len(around))).sum() / around.sum()
            offset = (position - window - 0.5 + 0.5) / px
            u, v = line, segment + 0.5
            samples.append((v, u, offset, True, profile[peak]) if transposed else
                           (u, v, offset, False, profile[peak]))
    return samples


def fit_correction(samples, n):
    """Homography (board to board) that moves the ideal lines onto the samples; None without enough."""
    if len(samples) < 4 * n:
        return None
    u, v, offset, is_v, strength = (np.array(column, float) for column in zip(*samples))
    is_v = is_v > 0.5
    target = np.where(is_v, v, u) + offset
    zero = np.zeros_like(u)
    one = np.ones_like(u)
    rows = np.stack([np.where(is_v, zero, u), np.where(is_v, zero, v), np.where(is_v, zero, one),
                     np.where(is_v, u, zero), np.where(is_v, v, zero), np.where(is_v, one, zero),
                     -u * target, -v * target], axis=1)
    weight = one
    for _ in range(12):
        w = weight[:, None]
        h = np.linalg.lstsq(rows * w, target * weight, rcond=None)[0]
        residual = rows @ h - target
        spread = max(0.02, 1.5 * np.median(np.abs(residual)))
        weight = 1 / (1 + (residual / spread) ** 2)
    return np.append(h, 1).reshape(3, 3)
