"""The camera over the table, in three dimensions: millimetres (x right, y away from the near edge, z up) to pixels."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float64]
Points = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Aim:
    """How the camera is set up: millimetres and degrees. It looks at (x, y) on the table."""

    tilt: float
    roll: float
    hfov: float
    height: float
    x: float = 0.0
    y: float = 0.0
    distortion: float = 0.0


@dataclass(frozen=True, slots=True)
class View:
    """A pinhole camera: ``matrix`` (3, 4) takes homogeneous millimetres to pixels; ``aim`` is how it stands."""

    aim: Aim
    size: tuple[int, int]
    matrix: Matrix

    @staticmethod
    def of(aim: Aim, size: tuple[int, int]) -> View:
        """Set a camera up; tilt 0 looks straight down, greater tilts come from the near edge."""
        width, height = size
        focal = width / 2 / np.tan(np.radians(aim.hfov) / 2)
        t, r = np.radians(aim.tilt), np.radians(aim.roll)
        forward = np.array([0.0, np.sin(t), -np.cos(t)])
        right, down = np.array([1.0, 0.0, 0.0]), np.array([0.0, -np.cos(t), -np.sin(t)])
        axes = np.stack([np.cos(r) * right + np.sin(r) * down, np.cos(r) * down - np.sin(r) * right, forward])
        inner = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1]])
        eye = np.array([aim.x, aim.y, 0.0]) - forward * aim.height / np.cos(t)
        return View(aim, size, inner @ np.column_stack([axes, -axes @ eye]))

    def at_height(self, z: float) -> Matrix:
        """Homography (3, 3) from the plane ``z`` mm above the table to pixels."""
        m = self.matrix
        return np.column_stack([m[:, 0], m[:, 1], m[:, 3] + z * m[:, 2]])

    def project(self, points: Points) -> Points:
        """Points (n, 3) in mm to pixels (n, 2), without the lens's distortion."""
        seen = np.column_stack([points, np.ones(len(points))]) @ self.matrix.T
        return np.asarray(seen[:, :2] / seen[:, 2:], np.float64)

    def to_table(self, pixels: Points) -> Points:
        """Pixels (n, 2) to the places on the table (n, 2) that they show."""
        back = np.linalg.inv(self.at_height(0.0))
        found = np.column_stack([pixels, np.ones(len(pixels))]) @ back.T
        return np.asarray(found[:, :2] / found[:, 2:], np.float64)

    @property
    def px_per_mm(self) -> float:
        """Scale at the point looked at."""
        pair = self.project(np.array([[self.aim.x - 0.5, self.aim.y, 0], [self.aim.x + 0.5, self.aim.y, 0]]))
        return float(np.linalg.norm(pair[1] - pair[0]))

    def sheet(self, shape: tuple[int, int], corners: Points) -> Matrix:
        """Homography from a flat picture (h, w) to pixels, its corners (4, 3) in mm clockwise from top left."""
        height, width = shape
        flat = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
        return np.asarray(
            cv2.getPerspectiveTransform(flat, self.project(corners).astype(np.float32)), np.float64
        )

    def seen_through_lens(self, pixels: Points) -> Points:
        """Where the distorting lens puts pixels (n, 2) of the ideal picture (one radial coefficient)."""
        if not self.aim.distortion:
            return pixels
        width, height = self.size
        focal = width / 2 / np.tan(np.radians(self.aim.hfov) / 2)
        from_middle = (pixels - (width / 2, height / 2)) / focal
        squared = (from_middle**2).sum(-1, keepdims=True)
        return np.asarray(from_middle * (1 + self.aim.distortion * squared) * focal + (width / 2, height / 2))

    def lens_maps(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """For each pixel of the distorted picture, where it comes from in the ideal one, for cv2.remap."""
        width, height = self.size
        y, x = np.mgrid[0:height, 0:width].astype(np.float64)
        wanted = np.stack([x, y], -1).reshape(-1, 2)
        guess = wanted.copy()
        for _ in range(3):  # the inverse has no closed form; the coefficient is small
            guess += wanted - self.seen_through_lens(guess)
        maps = guess.reshape(height, width, 2).astype(np.float32)
        return maps[..., 0], maps[..., 1]
