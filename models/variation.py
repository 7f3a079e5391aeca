"""Other looks at the same crops, for the training of the networks that read them."""

from __future__ import annotations

import torch
from torch.nn import functional

TURNED, SCALED, SHEARED, MOVED = 0.03, 0.035, 0.015, 0.03
"""How far crops are put askew, standard deviations: radians; shares of their size, and of half of it."""
SOFTER = (0.7, 0.5, 0.4)
"""By so much a ninth each of the crops is made smaller, and larger again."""
NOISY, MOST_NOISE = 0.3, 0.05
"""The share of crops with noise, and its greatest standard deviation, of 0 to 1."""


def varied(batch: torch.Tensor, turns: bool = True) -> torch.Tensor:
    """Another look at the same crops, float (n, 3, h, w) 0-1: half turn (if it ``turns``), brightness, contrast, tint,
    a hidden patch.
    """
    n, _, height, width = batch.shape
    turned = torch.rand(n, device=batch.device) < 0.5 * turns
    batch = torch.where(turned[:, None, None, None], batch.flip(2, 3), batch)
    gain = torch.empty(n, 3, 1, 1, device=batch.device).normal_(1, 0.06) * torch.empty(
        n, 1, 1, 1, device=batch.device
    ).uniform_(0.75, 1.25)
    mean = batch.mean((1, 2, 3), keepdim=True)
    batch = (batch - mean) * torch.empty(n, 1, 1, 1, device=batch.device).uniform_(0.7, 1.3) + mean * gain
    for k in torch.nonzero(torch.rand(n) < 0.15).flatten().tolist():
        # Never so large, nor so placed, that both indices are gone.
        y, x = int(torch.randint(int(height * 0.75), (1,))), int(torch.randint(int(width * 0.75), (1,)))
        batch[k, :, y : y + height // 4, x : x + width // 4] = torch.rand(3, 1, 1, device=batch.device)
    return batch.clamp(0, 1)


def roughened(batch: torch.Tensor) -> torch.Tensor:
    """Crops (n, 3, h, w) 0-1 as a worse camera and a looser outline would show them: all askew by a little, one in
    three softer, three in ten with noise.
    """
    n, _, height, width = batch.shape
    places = functional.affine_grid(
        _askew(n, height / width).to(batch), list(batch.shape), align_corners=False
    )
    moved = functional.grid_sample(batch, places, padding_mode="border", align_corners=False)
    for part, scale in zip(moved.split(-(-n // 9)), SOFTER, strict=False):
        small = functional.interpolate(part, scale_factor=scale, mode="area")
        part.copy_(functional.interpolate(small, size=(height, width), mode="bilinear", align_corners=False))
    noisy = (torch.rand(n, 1, 1, 1) < NOISY) * torch.rand(n, 1, 1, 1) * MOST_NOISE
    return (moved + torch.randn_like(moved) * noisy.to(batch)).clamp(0, 1)


def _askew(n: int, shape: float) -> torch.Tensor:
    """Maps (n, 2, 3) from a crop ``shape`` times as high as wide to one turned, scaled, sheared and moved a little."""
    turn, (wide, high) = torch.randn(n) * TURNED, 1 + torch.randn(2, n) * SCALED
    shear = torch.randn(2, n) * SHEARED
    rows = [
        torch.stack([wide * turn.cos(), shear[0] - shape * turn.sin(), torch.randn(n) * MOVED], 1),
        torch.stack([shear[1] + turn.sin() / shape, high * turn.cos(), torch.randn(n) * MOVED], 1),
    ]
    return torch.stack(rows, 1)
