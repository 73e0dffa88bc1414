"""Typefaces of the synthetic pages: which installed font files have plain digits and capitals, grouped by
family; every tenth family (by a hash of its name) is held out for validation."""

import functools
import subprocess
import zlib

import numpy as np
from PIL import ImageFont

SYMBOLS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

# Faces that look written by hand: their cells are labelled handwritten.
HANDWRITTEN = ("breip", "bwht", "beckett", "dancing", "dkg", "femke", "humor", "kaushan", "klee", "kristi",
               "rufscript", "sjfonts", "delphine", "steve", "tomson", "yusei", "ecolier", "pecita", "breitkopf",
               "junkyard", "because we", "abecedario.", "daniel", "hand", "script", "comic neue angular", "tiza", "essays")
# Symbol, outline, non-Latin-numeral, dyslexic-experimental or blackletter faces that no puzzle is printed in.
LEFT_OUT = ("emoji", "symbol", "dingbat", "music", "math", "icon", "barcode", "frak", "braille", "redacted",
            "keyboard", "wingding", "webding", "caliban", "wargames", "musica", "sketch", "libris initials",
            "ornament", "initial", "domestic", "swift", "pdf", "oldania", "goth", "blackletter", "outline",
            "dustismo roman", "cmex", "cmsy", "cmmi", "msam", "msbm", "rsfs", "esint", "wasy", "stmary", "noto sans sign",
            "titillium", "lohit", "upright italic", "flashdigit", "progress bar", "penguinattack", "balker",
            "it wasn", "el abogado", "perispomeni", "d050000l", "phaistos", "bajaderka", "pautada", "guiada",
            "alfa-beta", "ellinikh", "femke")


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
    for line in sorted(set(listing.splitlines())):
        family, path, index = line.split("|")
        name = (family + " " + path.rsplit("/", 1)[-1]).lower()
        latin = not ("noto" in name and family not in ("Noto Sans", "Noto Serif", "Noto Mono", "Noto Sans Mono",
                                                      "Noto Sans Display", "Noto Serif Display"))
        if not path.endswith((".ttf", ".otf", ".pfb", ".t1", ".ttc")) or int(index) > 9:
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
        held_out = zlib.crc32(family.encode()) % 10 == 3
        if by_hand == handwritten and held_out == validation:
            groups.setdefault(family, []).append((path, index))
    return groups


def pick(rng, handwritten, validation):
    """A font file: family first, so that families with many files do not dominate."""
    groups = families(handwritten, validation)
    names = sorted(groups)
    # Families of many weights are the ones printers use: a mild preference.
    weight = np.sqrt([len(groups[name]) for name in names])
    name = names[rng.choice(len(names), p=weight / weight.sum())]
    return groups[name][rng.integers(len(groups[name]))]


if __name__ == "__main__":
    for by_hand in (False, True):
        for validation in (False, True):
            groups = families(by_hand, validation)
            print(f"handwritten={by_hand} validation={validation}: {len(groups)} families, "
                  f"{sum(map(len, groups.values()))} files")
