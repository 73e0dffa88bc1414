"""Typefaces of the synthetic pages: which font files, installed or fetched by install_packages.sh, have plain digits
and capitals, grouped by family; every tenth family (by a hash of its name) is held out for validation, and so are
those that the test pages of tests/simulator are printed in."""

import functools
import os
import pathlib
import subprocess
import zlib

import numpy as np
from PIL import ImageFont

SYMBOLS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

OUTPUT = pathlib.Path(os.environ.get("GRIDLENS_TRAIN_DIR", pathlib.Path(__file__).resolve().parents[2] / "build/train"))

# Printed faces of tests/simulator: never trained on.
HELD_OUT = ("cabin", "caladea", "tuffy", "quattrocento", "courier prime", "league spartan")
# Faces that look written by hand. Entries are written in them; a page is sometimes printed in one, and then
# nobody is told whether that is print or handwriting.
HANDWRITTEN = ("breip", "bwht", "beckett", "dancing", "dkg", "femke", "humor", "kaushan", "klee", "kristi",
               "rufscript", "sjfonts", "delphine", "steve", "tomson", "yusei", "ecolier", "pecita", "breitkopf",
               "junkyard", "because we", "abecedario.", "daniel", "hand", "script", "comic neue angular", "tiza", "essays",
               "fontsource-")
# What programs show their puzzles in.
OF_SCREENS = ("Arimo", "Cantarell", "Carlito", "Clear Sans", "DejaVu Sans", "DejaVu Sans Mono", "FreeSans", "Inter",
              "Inter Display", "Lato", "Liberation Sans", "Nimbus Sans", "Noto Sans", "Open Sans", "Oxygen-Sans", "PT Sans",
              "Roboto", "TeX Gyre Heros", "Verana Sans")
# Of the handwritten ones, those so regular that even a distorted entry in them could be print: kind left open.
REGULAR = ("klee", "tomson", "yusei", "comic", "itim", "sriracha", "permanent-marker", "kaushan", "dancing", "romande",
           "because we", "junkyard")
# Symbol, outline, non-Latin-numeral, dyslexic-experimental or blackletter faces that no puzzle is printed in.
LEFT_OUT = ("emoji", "symbol", "dingbat", "music", "math", "icon", "barcode", "frak", "braille", "redacted",
            "keyboard", "wingding", "webding", "caliban", "wargames", "musica", "sketch", "libris initials",
            "ornament", "initial", "domestic", "swift", "pdf", "oldania", "goth", "blackletter", "outline",
            "dustismo roman", "cmex", "cmsy", "cmmi", "msam", "msbm", "rsfs", "esint", "wasy", "stmary", "noto sans sign",
            "titillium", "lohit", "upright italic", "flashdigit", "progress bar", "penguinattack", "balker",
            "it wasn", "el abogado", "perispomeni", "d050000l", "phaistos", "bajaderka", "pautada", "guiada",
            "alfa-beta", "ellinikh", "femke")


def tight_mask(font, text):
    """Coverage (0..1) of a text in a font, cut to its ink; None where the font draws nothing."""
    core = font.getmask(text, mode="L")
    if 0 in core.size:
        return None
    mask = np.frombuffer(bytes(core), np.uint8).reshape(core.size[1], core.size[0]).astype(np.float32) / 255
    box = np.argwhere(mask > 0.3)
    if len(box) == 0:
        return None
    (top, left), (bottom, right) = box.min(0), box.max(0) + 1
    return mask[top:bottom, left:right]


def has_plain_symbols(path, index):
    """True when every digit and capital is drawn, distinct from the missing-glyph box and one another."""
    try:
        font = ImageFont.truetype(path, 32, index=index)
        seen = set()
        missing = bytes(font.getmask("\ue0ff"))
        for symbol in SYMBOLS[:36]:
            mask = font.getmask(symbol)
            data = bytes(mask)
            if not data or data == missing or mask.size[0] < 3 or mask.size[1] < 12 or sum(data) < 4000:
                return False
            seen.add((mask.size, data))
        return len(seen) >= 34
    except OSError:
        return False


@functools.lru_cache
def all_faces():
    """Sorted (family, path, index, handwritten) of every usable font file."""
    listing = subprocess.run(["fc-list", "--format", "%{family[0]}|%{file}|%{index}\n"], check=True,
                             capture_output=True, text=True).stdout
    faces = []
    lines = set(listing.splitlines())
    for path in (OUTPUT / "sources").glob("fontsource-*/files/*-latin-[47]00-normal.woff"):
        lines.add(f"{path.parent.parent.name}|{path}|0")
    for line in sorted(lines):
        family, path, index = line.split("|")
        name = (family + " " + path.rsplit("/", 1)[-1]).lower()
        latin = not ("noto" in name and family not in ("Noto Sans", "Noto Serif", "Noto Mono", "Noto Sans Mono",
                                                      "Noto Sans Display", "Noto Serif Display"))
        if not path.endswith((".ttf", ".otf", ".pfb", ".t1", ".ttc", ".woff")) or int(index) > 9:
            continue
        if not latin or any(word in name for word in LEFT_OUT):
            continue
        if has_plain_symbols(path, int(index)):
            faces.append((family, path, int(index), any(word in name for word in HANDWRITTEN)))
    return faces


@functools.lru_cache
def families(handwritten, validation):
    """{family: [(path, index), ...]} of one side of the split."""
    groups = {}
    for family, path, index, by_hand in all_faces():
        held_out = zlib.crc32(family.encode()) % 10 == 3 or family.lower().startswith(HELD_OUT)
        if by_hand == handwritten and held_out == validation:
            groups.setdefault(family, []).append((path, index))
    return groups


def pick(rng, handwritten, validation, of_screens=False):
    """A font file: family first, so that families with many files do not dominate."""
    groups = families(handwritten, validation)
    names = sorted(groups)
    if of_screens and any(name in OF_SCREENS for name in names):
        names = [name for name in names if name in OF_SCREENS]
    # Families of many weights are the ones printers use: a mild preference.
    weight = np.sqrt([len(groups[name]) for name in names])
    name = names[rng.choice(len(names), p=weight / weight.sum())]
    return groups[name][rng.integers(len(groups[name]))]


def is_regular(path):
    """True for handwriting-like faces that are as regular as print."""
    return any(word in path.lower().rsplit("/", 1)[-1].replace("_", "-").replace(" ", "-") or
               word.replace(" ", "") in path.lower().rsplit("/", 1)[-1] for word in REGULAR)


if __name__ == "__main__":
    for by_hand in (False, True):
        for validation in (False, True):
            groups = families(by_hand, validation)
            print(f"handwritten={by_hand} validation={validation}: {len(groups)} families, "
                  f"{sum(map(len, groups.values()))} files")
