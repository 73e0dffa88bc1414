"""Synthetic puzzle pages: a board of 4x4 to 25x25 cells with printed symbols of one alphabet and typeface, handwriting,
pencil candidates, stains and show-through, as a float picture (0 black, 1 white), with its labels."""

import cv2
import numpy as np

import alphabets
import fonts
import handwriting
from alphabets import JUNK, LABEL_OF, UNKNOWN
from page_parts import draw_junk, draw_lines, draw_pencil_marks, glyph_mask, paper_texture, shade_cells, sized_font, stamp
from typeface_shapes import LARGER, Reshaping

BLANK, PRINTED, HANDWRITTEN, PENCIL = range(4)
BOXES = {4: (2, 2), 6: (2, 3), 8: (2, 4), 9: (3, 3), 10: (2, 5), 12: (3, 4), 15: (3, 5), 16: (4, 4), 20: (4, 5), 25: (5, 5)}
SIZE_SHARES = [0.03, 0.05, 0.03, 0.62, 0.03, 0.08, 0.02, 0.09, 0.02, 0.03]


class Page:
    """picture: float32 0..1 of a board with a border of paper around; labels and kinds: n x n. alphabet: index into
    alphabets.ALL. laid: (row, column, text) of entries that are to be laid onto the finished photo by `writer`."""

    def __init__(self, picture, origin, px, n, labels, kinds, alphabet):
        self.picture, self.origin, self.px, self.n = picture, origin, px, n
        self.labels, self.kinds, self.alphabet = labels, kinds, alphabet
        self.laid, self.writer, self.darkness = [], None, 0.0
        self.on_screen = False


class Print:
    """How a page is printed: typeface, sizes, ink, place in the cell."""

    def __init__(self, rng, px, paper, on_screen, validation):
        # Now and then a face that looks written by hand; on screens mostly what desktops have.
        self.playful = not on_screen and rng.random() < 0.08
        of_screens = on_screen and rng.random() < 0.6
        self.face = fonts.pick(rng, self.playful, validation, of_screens)
        self.reshaping = Reshaping(rng) if not validation and rng.random() < 0.45 else None
        self.masks = {}  # of texts drawn already
        height = px * (rng.uniform(0.38, 0.80) if rng.random() < 0.85 else rng.uniform(0.22, 0.40))
        larger = LARGER if self.reshaping else 1
        self.font_one = sized_font(*self.face, larger * height)
        self.font_two = sized_font(*self.face, larger * min(height, px * rng.uniform(0.36, 0.58)))
        self.upper = rng.random() < (0.5 if on_screen else 0.72)
        self.stretch = rng.choice([1.0, rng.uniform(0.75, 1.25)])
        self.spacing = int(rng.choice([0, 1, 2])) if rng.random() < 0.5 else 0
        self.shift = rng.normal(0, 0.04, 2)
        self.ink = rng.uniform(0, 0.3) if rng.random() < 0.65 else rng.uniform(0.25, 0.72 * paper)
        self.px = px

    def mask(self, text):
        if text not in self.masks:
            self.masks[text] = self.draw(text if self.upper else text.lower())
        return self.masks[text]

    def draw(self, text):
        font = self.font_two if len(text) == 2 else self.font_one
        if not self.reshaping:
            return glyph_mask(font, text, self.stretch, self.spacing)
        mask = glyph_mask(font, text, self.stretch, LARGER * self.spacing)
        if mask is None:
            return None
        mask = self.reshaping.shape(mask, text)
        limit = 0.92 * self.px
        if mask is not None and mask.shape[1] > limit:
            mask = cv2.resize(mask, (round(limit), max(4, round(mask.shape[0] * limit / mask.shape[1]))),
                              interpolation=cv2.INTER_AREA)
        return mask


class Mix:
    """How much of a page is printed, written, pencilled, smudged."""

    def __init__(self, rng, on_screen):
        rate = rng.choice(["blank", "usual", "entries", "full", "table", "by hand"],
                          p=[0.04, 0.44, 0.25, 0.18, 0.04, 0.05])
        self.printed = {"blank": 0.02, "usual": rng.uniform(0.28, 0.6), "entries": rng.uniform(0.25, 0.5),
                        "full": rng.uniform(0.25, 0.5), "table": 0.9, "by hand": 0.0}[rate]
        self.hand = {"entries": rng.uniform(0.1, 0.5), "full": 1 - self.printed, "by hand": 0.5}.get(rate, 0.0)
        self.pencil = rng.uniform(0.05, 0.3) if rng.random() < 0.25 and rate != "full" else 0.0
        self.junk = 0.6 if rng.random() < 0.03 else 0.01
        if on_screen:  # typed entries look like print
            self.printed, self.hand = min(1, self.printed + self.hand), 0.0

    def draw(self, rng):
        shares = np.array([max(0.0, 1 - self.printed - self.hand - self.pencil), self.printed, self.hand, self.pencil])
        return rng.choice([BLANK, PRINTED, HANDWRITTEN, PENCIL], p=shares / shares.sum())


def render(rng, validation=False, letters=False):
    """One random page; letters: in an alphabet with letters, mostly small ones."""
    n = int(rng.choice(list(BOXES), p=SIZE_SHARES))
    box = BOXES[n]
    px = int(rng.integers(34, 60) if n <= 12 else rng.integers(26, 44))
    origin = px
    paper = rng.uniform(0.7, 1.0)
    picture = np.full((n * px + 2 * origin,) * 2, paper, np.float32)
    dark = rng.uniform(0, 0.35) if rng.random() < 0.8 else rng.uniform(0.2, 0.6)
    shade_cells(rng, picture, origin, px, n, box)
    draw_lines(rng, picture, origin, px, n, box, dark)

    # Cells do not know the size of their board: small boards show the symbols of large ones, too.
    of_size = n if n > 9 or rng.random() < (0.3 if letters else 0.72) else int(rng.choice([12, 15, 16, 20, 25, 25]))
    alphabet = alphabets.pick(rng, of_size, letters)
    symbols = alphabets.symbols(*alphabets.ALL[alphabet])
    on_screen = rng.random() < 0.2
    print_style, mix = Print(rng, px, paper, on_screen, validation), Mix(rng, on_screen)
    if letters and rng.random() < 0.6:
        print_style.upper = False
    writer = handwriting.Writer(rng, validation)
    hand_ink = rng.uniform(0, 0.45) if rng.random() < 0.6 else rng.uniform(0.3, 0.72 * paper)
    pencil_ink = rng.uniform(0.1, 0.7 * paper)
    page = Page(picture, origin, px, n, np.zeros((n, n), np.uint8), np.zeros((n, n), np.uint8), alphabet)
    page.on_screen = on_screen
    page.writer, page.darkness = writer, rng.uniform(0.35, 1)
    laid = mix.hand > 0 and rng.random() < 0.3

    for r in range(n):
        for c in range(n):
            x, y = origin + (c + 0.5) * px, origin + (r + 0.5) * px
            if rng.random() < mix.junk:
                if draw_junk(rng, picture, x, y, px, print_style.face, print_style.ink) != "tiny":
                    page.labels[r, c], page.kinds[r, c] = JUNK, UNKNOWN
                continue  # a crossword-like number in the corner: blank
            kind = mix.draw(rng)
            if kind == BLANK:
                continue
            if kind == PENCIL:
                draw_pencil_marks(rng, picture, x, y, px, print_style.face, pencil_ink, on_screen, writer)
                page.kinds[r, c] = PENCIL
                continue
            text = symbols[rng.integers(len(symbols))]
            if kind == HANDWRITTEN and laid:
                page.laid.append((r, c, text))
                continue
            if kind == PRINTED:
                mask, tone = print_style.mask(text), print_style.ink
                place = print_style.shift + rng.normal(0, 0.01, 2)
            else:
                mask, tone = writer.write(rng, text, px), np.clip(hand_ink + rng.normal(0, 0.04), 0, 1)
                place = writer.place + rng.normal(0, 0.06, 2)
            if mask is not None:
                put(picture, mask, x, y, place * px, px, tone, kind == PRINTED)
                page.labels[r, c] = LABEL_OF[text]
                page.kinds[r, c] = kind_of(page, kind, text, print_style)
    if not on_screen:
        paper_texture(rng, picture)
    np.clip(picture, 0, 1, out=picture)
    return page


def kind_of(page, kind, text, print_style):
    """The kind, or UNKNOWN where print looks written or writing looks printed: that would only teach noise."""
    if kind == PRINTED:
        return UNKNOWN if print_style.playful else PRINTED
    return HANDWRITTEN if page.writer.kind_is_clear(text) else UNKNOWN


def put(picture, mask, x, y, place, px, tone, inside):
    limit = 0.92 * px
    if mask.shape[1] > limit:
        mask = cv2.resize(mask, (int(limit), mask.shape[0]), interpolation=cv2.INTER_AREA)
    if inside:  # print stays within its cell
        room = max(0, 0.46 * px - mask.shape[1] / 2), max(0, 0.46 * px - mask.shape[0] / 2)
        place = np.clip(place, [-room[0], -room[1]], room)
    stamp(picture, mask, x + place[0], y + place[1], tone)
