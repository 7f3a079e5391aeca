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
    for k in torch.nonzero(torch.rand(n) < 0.15).flatten().tolist():
        # Never so large, nor so placed, that both indices are gone.
        y, x = int(torch.randint(int(height * 0.75), (1,))), int(torch.randint(int(width * 0.75), (1,)))
        batch[k, :, y : y + height // 4, x : x + width // 4] = torch.rand(3, 1, 1, device=batch.device)
    return batch.clamp(0, 1)
