"""How much ink each symbol takes in printed typefaces: prints the tables of core/reading/glyphs/glyph_weight_table.h.

Of up to three files of every family of the training side: the log of the ink of each symbol, drawn at one size. One
factor (wide serifs make i, l, 1, j, r heavy together) and what is left to each symbol, fitted by expectation
maximisation; capitals and small letters apart, each with the numerals. The typeface's own weight is left open.
"""

import random

import numpy as np
from PIL import ImageFont

import fonts

DIGITS = "0123456789"
CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
SIZE_PX = 60
FILES_A_FAMILY = 3
FAR_OFF = 0.5  # a symbol farther off than this is some other glyph


def log_inks(path, index, symbols):
    font = ImageFont.truetype(path, SIZE_PX, index=index)
    inks = [np.frombuffer(bytes(font.getmask(symbol, mode="L")), np.uint8).sum() / 255 for symbol in symbols]
    return np.log(np.maximum(inks, 1))


def fit(rows):
    """Mean, loading and standard deviation of every column."""
    rows = rows - np.median(rows, axis=1, keepdims=True)
    mean = np.median(rows, axis=0)
    off = np.clip(rows - mean, -FAR_OFF, FAR_OFF)
    covariance = off.T @ off / len(off)
    rest = np.diag(covariance) / 2
    loading = np.linalg.eigh(covariance)[1][:, -1:] / 10
    for _ in range(300):
        back = np.linalg.solve(loading @ loading.T + np.diag(rest), loading).T
        factor = off @ back.T
        squares = len(off) * (np.eye(1) - back @ loading) + factor.T @ factor
        loading = (off.T @ factor) @ np.linalg.inv(squares)
        rest = np.maximum(np.diag(covariance - loading @ (factor.T @ off) / len(off)), 0.03 ** 2)
    return mean, loading[:, 0], np.sqrt(rest)


def main():
    rng = random.Random(1)
    faces = []
    for family, files in sorted(fonts.families(False, False).items()):
        files = list(files)
        rng.shuffle(files)
        faces += files[:FILES_A_FAMILY]
    for name, letters in (("kCapitalWeights", CAPITALS), ("kSmallLetterWeights", CAPITALS.lower())):
        symbols = DIGITS + letters
        rows = []
        for path, index in faces:
            try:
                row = log_inks(path, index, symbols)
            except OSError:
                continue
            if row.min() > 3:
                rows.append(row)
        table = zip(symbols, *fit(np.array(rows)))
        print(f"// {len(rows)} files")
        print(f"inline constexpr SymbolWeights {name}{{{{")
        for symbol, mean, loading, spread in table:
            print(f"    {{{mean:.3f}, {loading:.3f}, {spread:.3f}}},  // {symbol}")
        print("}};")


if __name__ == "__main__":
    main()
