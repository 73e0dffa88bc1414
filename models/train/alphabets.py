"""The symbols that the network knows, and the alphabets that a board may be printed in (core/reading/observation/alphabet.h)."""

import numpy as np

# Network labels: "" (blank), then whole-cell symbols. Upper and lower case are one label.
LABELS = [""] + [str(i) for i in range(26)] + [chr(ord("A") + i) for i in range(26)]
LABEL_OF = {symbol: i for i, symbol in enumerate(LABELS)}
JUNK = 255  # label of a cell that holds no symbol of any alphabet: trained towards "no idea"
UNKNOWN = 255  # kind that nobody could tell

LETTERS = [chr(ord("A") + i) for i in range(26)]


def symbols(kind, n):
    """The symbols of values 1..n."""
    return {"numerals": [str(i) for i in range(1, n + 1)],
            "zero_based": [str(i) for i in range(n)],
            "hexadecimal": [str(i) for i in range(min(n, 10))] + LETTERS[:max(0, n - 10)],
            "digits_then_letters": [str(i) for i in range(1, min(n, 9) + 1)] + LETTERS[:max(0, n - 9)],
            "letters": LETTERS[:n]}[kind]


SIZES = (4, 6, 8, 9, 10, 12, 15, 16, 20, 25)
# All alphabets that are trained and judged: (kind, n). A cell carries an index into this list.
ALL = [(kind, n) for n in SIZES
       for kind in ("numerals", "zero_based", "hexadecimal", "digits_then_letters", "letters")
       if n > 10 or kind in ("numerals", "zero_based", "letters")]
NINE = ALL.index(("numerals", 9))


def masks():
    """bool (len(ALL), len(LABELS)): which labels each alphabet holds; blank is in all."""
    result = np.zeros((len(ALL), len(LABELS)), bool)
    result[:, 0] = True
    for row, (kind, n) in enumerate(ALL):
        for symbol in symbols(kind, n):
            result[row, LABEL_OF[symbol]] = True
    return result


def pick(rng, n, letters):
    """Index of the alphabet of a page with n symbols; letters: of one that holds some."""
    if letters:
        kind = rng.choice(["hexadecimal", "digits_then_letters", "letters"], p=[0.15, 0.35, 0.5]) if n > 10 else "letters"
    elif n <= 9:
        kind = rng.choice(["numerals", "zero_based", "letters"], p=[0.90, 0.03, 0.07])
    elif n == 10:
        kind = rng.choice(["numerals", "zero_based", "letters"], p=[0.6, 0.2, 0.2])
    else:
        kind = rng.choice(["numerals", "zero_based", "hexadecimal", "digits_then_letters", "letters"],
                          p=[0.30, 0.10, 0.18, 0.18, 0.24])
    return ALL.index((kind, n))
