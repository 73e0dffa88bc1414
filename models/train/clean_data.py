#!/usr/bin/python3
"""Drops synthetic cells that nobody could label: symbols drowned by blur, noise or show-through.

  clean_data.py --weights net.pt [--name synthetic_training]

A symbol that a trained network takes for blank with certainty, or to which it gives next to nothing, teaches
only that blank cells may hold symbols. Writes NAME_clean.npz for a last round of training.
"""

import argparse

import numpy as np
import torch

import network
from generate_data import OUTPUT
from page_renderer import JUNK

SURELY_BLANK = 0.6
LEAST_TRUE = 5e-4


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--weights", default="net.pt")
    parser.add_argument("--name", default="synthetic_training")
    args = parser.parse_args()
    data = dict(np.load(OUTPUT / f"{args.name}.npz"))
    net = network.DigitNet()
    net.load_state_dict(torch.load(OUTPUT / args.weights))
    net.eval()
    labels = torch.from_numpy(data["labels"].astype(np.int64))
    keep = torch.ones(len(labels), dtype=torch.bool)
    symbols = torch.nonzero((labels > 0) & (labels != JUNK))[:, 0]
    crops = torch.from_numpy(data["crops"])
    with torch.no_grad():
        for rows in symbols.split(2048):
            p = torch.softmax(net(crops[rows][:, None].float() / 255)[0], 1)
            true = p[torch.arange(len(rows)), labels[rows]]
            keep[rows] = (p[:, 0] < SURELY_BLANK) & (true > LEAST_TRUE)
    print(f"{args.name}: {int((~keep).sum())} of {len(keep)} cells dropped")
    keep = keep.numpy()
    names = data.pop("names")
    np.savez(OUTPUT / f"{args.name}_clean.npz", names=names, **{key: value[keep] for key, value in data.items()})


if __name__ == "__main__":
    main()
