"""The digit network: a small convolutional net with two heads over one cell."""

import onnx
import torch
from onnx import numpy_helper
from torch import nn

from alphabets import LABELS

KINDS = ["blank", "printed", "handwritten", "pencil"]
CROP = 32


class DigitNet(nn.Module):
    """1 x 32 x 32 (0 paper, about 0.63 full ink, at most 1) -> symbol logits, kind logits.

    The first layer halves the picture, so most of the work is done at 16 x 16, 8 x 8 and 4 x 4.
    """

    def __init__(self, widths=(16, 32, 48, 64, 96), hidden=128):
        super().__init__()
        a, b, c, d, e = widths
        self.features = nn.Sequential(
            *layer(1, a, kernel=5, stride=2), *layer(a, b), nn.MaxPool2d(2),
            *layer(b, c), *layer(c, d), nn.MaxPool2d(2),
            *layer(d, e))
        self.hidden = nn.Sequential(nn.Flatten(), nn.Dropout(0.2), nn.Linear(e * 16, hidden), nn.ReLU())
        self.symbols = nn.Linear(hidden, len(LABELS))
        self.kinds = nn.Linear(hidden, len(KINDS))

    def forward(self, x):
        h = self.hidden(self.features(x))
        return self.symbols(h), self.kinds(h)


def layer(inputs, outputs, kernel=3, stride=1):
    return [nn.Conv2d(inputs, outputs, kernel, stride=stride, padding=kernel // 2, bias=False),
            nn.BatchNorm2d(outputs), nn.ReLU()]


def folded(net):
    """The same network with its batch norms folded into the convolutions, for inference."""
    net.eval()
    modules = list(net.features)
    plain = []
    for module in modules:
        if isinstance(module, nn.BatchNorm2d):
            plain[-1] = torch.nn.utils.fusion.fuse_conv_bn_eval(plain[-1], module)
        else:
            plain.append(module)
    result = DigitNet.__new__(DigitNet)
    nn.Module.__init__(result)
    result.features = nn.Sequential(*plain)
    result.hidden = nn.Sequential(net.hidden[0], net.hidden[2], net.hidden[3])
    result.symbols, result.kinds = net.symbols, net.kinds
    return result.eval()


def stored(path):
    """The weights of an exported file, by name."""
    return {entry.name: torch.from_numpy(numpy_helper.to_array(entry).copy())
            for entry in onnx.load(path).graph.initializer}


def unfolded(path, crops):
    """The network of an exported file, for further training: its convolutions with batch norms that undo what batches
    like `crops` ((b, 32, 32) uint8) will do to them, so that it starts with the same outputs."""
    weights = stored(path)
    net = DigitNet().eval()
    net.hidden[2].load_state_dict({k: weights[f"net.hidden.1.{k}"] for k in ("weight", "bias")})
    for head in ("symbols", "kinds"):
        getattr(net, head).load_state_dict({k: weights[f"net.{head}.{k}"] for k in ("weight", "bias")})
    x = crops[:, None].float() / 255
    plain = 0  # index of the module in the folded network
    with torch.no_grad():
        for module in net.features:
            if isinstance(module, nn.BatchNorm2d):
                mean, variance = x.mean((0, 2, 3)), x.var((0, 2, 3), unbiased=False)
                module.running_mean.copy_(mean)
                module.running_var.copy_(variance)
                module.weight.copy_((variance + module.eps).sqrt())
                module.bias.copy_(mean + weights[f"net.features.{plain - 1}.bias"])
                x = module(x)
                continue
            if isinstance(module, nn.Conv2d):
                module.weight.copy_(weights[f"net.features.{plain}.weight"])
            x = module(x)
            plain += 1
    return net
