"""Other looks at the same crops, for the training of the networks that read them."""

from __future__ import annotations

import torch


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
    # Never so large, nor so placed, that both indices are gone.
    rows, columns = (
        _spans(n, size, batch.device).reshape(n, 1, *(shape))
        for size, shape in ((height, (height, 1)), (width, (1, width)))
    )
    hidden = rows & columns & (torch.rand(n, 1, 1, 1, device=batch.device) < 0.15)
    batch = torch.where(hidden, torch.rand(n, 3, 1, 1, device=batch.device), batch)
    return batch.clamp(0, 1)


def _spans(count: int, size: int, device: torch.device) -> torch.Tensor:
    """For each of ``count`` crops which of ``size`` rows or columns are in a quarter of them, placed at random."""
    first = (torch.rand(count, 1, device=device) * int(size * 0.75)).int()
    numbers = torch.arange(size, device=device)
    return (numbers >= first) & (numbers < first + size // 4)
