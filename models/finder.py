"""The finder's training: Ultralytics' keypoint network, taught that a card looks the same from both ends.

A playing card has no top. Asked for "the top left corner first", a network must jump somewhere between the two
answers, and near the jump it gives their average: a card shrunk to a line. So the loss compares the four predicted
corners with the true ones as written and turned by half, and counts the nearer.
"""

from __future__ import annotations

from typing import Any

import torch
from ultralytics.models.yolo.pose import PoseTrainer
from ultralytics.nn.tasks import PoseModel, yaml_model_load
from ultralytics.utils.loss import PoseLoss26
from ultralytics.utils.tal import PoseTaskAlignedAssigner

HALF_TURN = (2, 3, 0, 1)
"""Where each corner of a card goes when the card is turned by 180 degrees."""


def nearer_turn(predicted: torch.Tensor, true: torch.Tensor) -> torch.Tensor:
    """For each card, its true corners (n, 4, 3) as they are or turned by half, whichever is nearer ``predicted``.

    Distances count visible corners only; ``predicted`` is (n, 4, 2 or more).
    """
    turned = true[:, HALF_TURN]

    def distance(corners: torch.Tensor) -> torch.Tensor:
        squared = (predicted[..., :2] - corners[..., :2]).pow(2).sum(-1)
        return (squared * (corners[..., 2] > 0)).sum(-1)

    turn = distance(turned) < distance(true)
    return torch.where(turn[:, None, None], turned, true)


class TurnFreeAssigner(PoseTaskAlignedAssigner):
    """Assigns anchors to cards by the nearer of the two turns."""

    def pair_overlaps(self, indices: Any, gt_bboxes: Any, pd_bboxes: Any, pd_kpts: Any, gt_kpts: Any) -> Any:
        """As in the parent, for the better turn of every pair."""
        as_is = super().pair_overlaps(indices, gt_bboxes, pd_bboxes, pd_kpts=pd_kpts, gt_kpts=gt_kpts)
        turned = gt_kpts[:, :, HALF_TURN]
        return torch.maximum(
            as_is, super().pair_overlaps(indices, gt_bboxes, pd_bboxes, pd_kpts=pd_kpts, gt_kpts=turned)
        )


class CornerLoss(PoseLoss26):
    """YOLO26's keypoint loss over the nearer of a card's two turns."""

    assigner: Any

    def __init__(self, model: torch.nn.Module, tal_topk: int = 10, tal_topk2: int | None = None):
        super().__init__(model, tal_topk, tal_topk2)
        names = ("topk", "topk2", "num_classes", "alpha", "beta", "stride")
        arguments = {name: getattr(self.assigner, name) for name in names}
        self.assigner = TurnFreeAssigner(self.keypoint_loss.sigmas, **arguments)

    def calculate_keypoints_loss(
        self,
        masks: Any,
        target_gt_idx: Any,
        keypoints: Any,
        stride_tensor: Any,
        target_bboxes: Any,
        pred_kpts: Any,
    ) -> Any:
        """Turn each anchor's card first, then hand each anchor its own copy to the parent's formula."""
        if masks.any():
            strides = stride_tensor.view(1, -1).expand(masks.shape[0], -1)[masks][:, None, None]
            true = keypoints[masks.nonzero(as_tuple=True)[0], target_gt_idx[masks]]
            in_cells = torch.cat([true[..., :2] / strides, true[..., 2:]], -1)
            chosen = nearer_turn(pred_kpts[masks].detach(), in_cells)
            chosen = torch.cat([chosen[..., :2] * strides, chosen[..., 2:]], -1)
            # One slot an anchor: a card's anchors may see it from different ends.
            keypoints = chosen.new_zeros((*masks.shape, *chosen.shape[1:]))
            keypoints[masks] = chosen
            target_gt_idx = torch.arange(masks.shape[1], device=masks.device).expand(masks.shape)
        return super().calculate_keypoints_loss(
            masks, target_gt_idx, keypoints, stride_tensor, target_bboxes, pred_kpts
        )


class CornerModel(PoseModel):
    """The keypoint network with the turn-free loss."""

    def init_criterion(self) -> Any:
        """The loss of its one head."""
        return CornerLoss(self)


class IndexModel(PoseModel):
    """The keypoint network with its own loss: an index does have a top."""

    def init_criterion(self) -> Any:
        """The loss of its one head."""
        return PoseLoss26(self)


class CornerTrainer(PoseTrainer):
    """Ultralytics' trainer over a CornerModel."""

    network: type[PoseModel] = CornerModel

    def get_model(self, cfg: Any = None, weights: Any = None, verbose: bool = True) -> Any:
        """The network of the data's keypoint shape, from scratch or from ``weights``.

        YOLO26's second head, which needs no suppression of duplicates, is left out: in a training as short as ours
        it found a third of what the first one found, and a dozen cards are soon compared with each other.
        """
        whole = dict(cfg) if isinstance(cfg, dict) else yaml_model_load(cfg)
        whole["end2end"] = False
        model = self.network(
            whole,
            nc=self.data["nc"],
            ch=self.data["channels"],
            data_kpt_shape=self.data["kpt_shape"],
            verbose=verbose,
        )
        if weights:
            model.load(weights)
        return model


class IndexTrainer(CornerTrainer):
    """The same over an IndexModel."""

    network = IndexModel
