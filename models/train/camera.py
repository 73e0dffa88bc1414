"""What a camera does to a page: perspective, bend, blur, light, noise, JPEG. Grey pictures, 0..1 in, uint8 out."""

import cv2
import numpy as np


def photograph(rng, page):
    """(uint8 picture, image_from_board) of a Page seen from a random side at a random size, or of a screen shot."""
    if page.on_screen and rng.random() < 0.7:
        return screenshot(rng, page)
    low = rng.random() < 0.24
    cell_px = rng.uniform(11, 18) if low else rng.uniform(16, 52 if page.n <= 12 else 36)
    side = cell_px * page.n
    # Corners: a square of that side, each corner moved; any tilt a hand-held camera has.
    tilt = rng.uniform(0, 0.12)
    board = np.float64([[0, 0], [1, 0], [1, 1], [0, 1]]) + rng.uniform(-tilt, tilt, (4, 2))
    a = rng.normal(0, 0.10)
    turn = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
    quad = (board - 0.5) @ turn.T * side
    margin = cell_px * 0.9
    quad -= quad.min(0) - margin
    width, height = np.ceil(quad.max(0) + margin).astype(int)
    n = page.n
    image_from_board = cv2.getPerspectiveTransform(np.float32([[0, 0], [n, 0], [n, n], [0, n]]), np.float32(quad))
    page_from_board = np.array([[page.px, 0, page.origin - 0.5], [0, page.px, page.origin - 0.5], [0, 0, 1.0]])
    picture = page.picture
    ratio = page.px / cell_px
    if ratio > 1.2:  # avoid aliasing: the lens blurs what the sensor cannot resolve
        picture = cv2.GaussianBlur(picture, (0, 0), 0.35 * ratio)
    picture = cv2.warpPerspective(picture, image_from_board @ np.linalg.inv(page_from_board), (int(width), int(height)),
                                  flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return expose(rng, picture, cell_px), image_from_board


def screenshot(rng, page):
    """The page's own pixels, now and then scaled or JPEG-compressed."""
    picture = np.uint8(page.picture * 255 + 0.5)
    scale = 1.0
    if rng.random() < 0.35:
        scale = rng.uniform(0.5, 1.6)
        picture = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
    if rng.random() < 0.25:
        quality = int(rng.integers(40, 95))
        picture = cv2.imdecode(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], 0)
    origin = page.origin * scale - 0.5
    return picture, np.array([[page.px * scale, 0, origin], [0, page.px * scale, origin], [0, 0, 1.0]])


def expose(rng, picture, cell_px, strength=1.0):
    """Optics and sensor. `cell_px` scales the blurs; `strength` below 1 for pictures that are no longer perfect."""
    h, w = picture.shape
    cell_px *= strength
    draw = rng.random()
    if draw < 0.5:
        sigma = cell_px * rng.uniform(0, 0.045) + rng.uniform(0, 0.6)
        picture = cv2.GaussianBlur(picture, (0, 0), max(0.05, sigma))
    elif draw < 0.7:
        sigma = cell_px * rng.uniform(0.03, 0.075)
        picture = cv2.GaussianBlur(picture, (0, 0), sigma)
    elif draw < 0.85:  # camera shake: a short straight or bent path
        length = max(2, int(cell_px * rng.uniform(0.05, 0.25)))
        a = rng.uniform(0, np.pi)
        kernel = np.zeros((2 * length + 1, 2 * length + 1), np.float32)
        c = length
        d = (np.cos(a) * length / 2, np.sin(a) * length / 2)
        cv2.line(kernel, (round(c - d[0]), round(c - d[1])), (round(c + d[0]), round(c + d[1])), 1.0, 1, cv2.LINE_AA)
        picture = cv2.filter2D(picture, -1, kernel / kernel.sum(), borderType=cv2.BORDER_REPLICATE)
    y, x = np.mgrid[0:h, 0:w].astype(np.float32)
    # Light: a gradient, sometimes a hard or soft shadow edge, sometimes a glare spot.
    light = 1 + rng.normal(0, 0.2) * (x / w - 0.5) + rng.normal(0, 0.2) * (y / h - 0.5)
    if rng.random() < 0.25:
        a = rng.uniform(0, 2 * np.pi)
        t = (x / w - rng.uniform(0.2, 0.8)) * np.cos(a) + (y / h - rng.uniform(0.2, 0.8)) * np.sin(a)
        light *= 1 - rng.uniform(0.1, 0.55) / (1 + np.exp(np.clip(-t / rng.uniform(0.003, 0.1), -50, 50)))
    gain = rng.uniform(0.55, 1.05) if rng.random() < 0.8 else rng.uniform(0.2, 0.55)
    haze = rng.uniform(0, 0.1) if rng.random() < 0.7 else rng.uniform(0.1, 0.4)
    picture = (haze + (1 - haze) * picture) * light * gain
    if rng.random() < 0.12:
        s = rng.uniform(0.05, 0.25) * w
        picture = picture + rng.uniform(0.1, 0.6) * np.exp(
            -((x - rng.uniform(0, w)) ** 2 + (y - rng.uniform(0, h)) ** 2) / (2 * s * s))
    gamma = rng.uniform(0.75, 1.35)
    picture = np.clip(picture, 0, 1) ** gamma
    noise = rng.uniform(0, 0.02) if rng.random() < 0.7 else rng.uniform(0.02, 0.05)
    noise *= strength * min(1.0, 0.15 + gain)  # a dark picture shows its noise all the more after normalisation
    grain = rng.normal(0, noise, picture.shape).astype(np.float32)
    if rng.random() < 0.5:
        grain = cv2.GaussianBlur(grain, (0, 0), 0.7) * 1.5  # sensors smooth and sharpen: coarser grain
    picture = picture + grain
    if rng.random() < 0.2:  # sharpening halos of phone cameras
        picture = picture + rng.uniform(0.3, 1.2) * (picture - cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.8, 2)))
    picture = np.uint8(np.clip(picture * 255 + 0.5, 0, 255))
    if rng.random() < 0.6:
        quality = int(rng.integers(25, 95))
        picture = cv2.imdecode(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], 0)
    return picture


def misregister(rng, image_from_board, n, amount):
    """The homography with its corners moved by up to `amount` cells: a finder is never perfect."""
    board = np.float32([[0, 0], [n, 0], [n, n], [0, n]])
    moved = board + np.float32(rng.normal(0, amount / 2, (1, 2)) + rng.normal(0, amount / 2.5, (4, 2)))
    return image_from_board @ cv2.getPerspectiveTransform(board, moved.astype(np.float32))
