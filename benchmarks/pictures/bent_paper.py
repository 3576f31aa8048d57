"""Draws tags on paper that curls, is folded or has a dog-ear, with nothing of the product.

A sheet is bent about one straight line, as paper bends: no length on it changes. It is strewn with
small spots, each of which leaves its light on the pixels around it. What lies on the table stays
where it would be if all of the sheet lay there, so that is the tag's true place.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import cv2
import numpy as np

from benchmarks.pictures.accuracy_pictures import (
    BLACK,
    MARGIN_CELLS,
    WHITE,
    Eye,
    Floats,
    Grey,
    Laid,
    mat,
)

_FINE: Final = 3
"""Spots to a pixel, along each side."""
_LAMP: Final = np.array([0.25, -0.4, 0.88])
_AMBIENT: Final = 0.45
_BACK: Final = 0.93
"""How bright the back of the paper is, as a share of its front."""


class Bend(StrEnum):
    """What has become of a sheet."""

    FLAT = "flat"
    CURL = "curl"
    """Part of a cylinder that lies on its middle."""
    ARCH = "arch"
    """Part of a cylinder that lies on two edges."""
    FOLD = "fold"
    """Creased across the tag: one part lies, the other rises."""
    DOG_EAR = "dog-ear"
    """A corner is bent up, or over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetBend:
    """How a sheet is bent."""

    how: Bend = Bend.FLAT
    turn_deg: float = 0.0
    """Across the line about which it is bent, from the tag's right, towards its bottom."""
    rise_in: float = 0.0
    """Of a curl's or an arch's edges over its middle, or its middle over its edges."""
    from_in: float = 0.0
    """Where a crease is, from the tag's middle."""
    angle_deg: float = 0.0
    """By which what is beyond the crease is turned up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LaidSheet:
    """A tag, and how its paper is bent."""

    tag: Laid
    bent: SheetBend


def drawn_bend(rng: np.random.Generator, how: Bend, *, side_in: float) -> SheetBend:
    """One of each kind, as cut paper of this tag's size comes to be bent by hands and moist air."""
    half = side_in * 4 / 6
    turn = float(rng.uniform(0, 360))
    if how in {Bend.CURL, Bend.ARCH}:
        return SheetBend(how=how, turn_deg=turn, rise_in=float(rng.uniform(0.03, 0.2)) * 2 * half)
    angle = float(rng.uniform(8, 60))
    if how is Bend.FOLD:
        away = float(rng.uniform(0.0, 0.7)) * half
        return SheetBend(how=how, turn_deg=turn, from_in=away, angle_deg=angle)
    if how is Bend.DOG_EAR:
        corner = 45.0 + 90.0 * float(rng.integers(4)) + float(rng.normal(0, 8))
        leg = float(rng.uniform(0.25, 0.8)) * half
        angle = angle if rng.random() < 0.5 else float(rng.uniform(60, 175))
        from_in = np.sqrt(2) * half - leg / np.sqrt(2)
        return SheetBend(how=how, turn_deg=corner, from_in=float(from_in), angle_deg=angle)
    return SheetBend()


def bent_picture(eye: Eye, sheets: list[LaidSheet], *, seed: int, noise: float = 2.0) -> Grey:
    """The sheets on a patterned mat, by a camera that blurs by six tenths of a pixel."""
    generator = np.random.default_rng(seed)
    picture = mat((eye.height, eye.width), generator=generator).astype(np.float64)
    for sheet in sheets:
        for is_raised in (False, True):
            _lay(picture, sheet, eye=eye, is_raised=is_raised)
    y, x = np.mgrid[: eye.height, : eye.width]
    across, along = x / eye.width - 0.5, y / eye.height - 0.5
    picture *= 1.1 * (1 - 0.3 * (0.5 + 0.7 * across + 0.3 * along))
    picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.6))
    picture += generator.normal(0, noise, picture.shape)
    return np.clip(np.round(picture), 0, 255).astype(np.uint8)


def _lay(picture: Floats, sheet: LaidSheet, *, eye: Eye, is_raised: bool) -> None:
    """First what lies on the table or curls, then what is turned up over it."""
    tag, bent = sheet.tag, sheet.bent
    count = len(tag.cells)
    half = tag.side_in / 2 * (1 + 2 * MARGIN_CELLS / count)
    corners = eye.pixels(tag.corners())
    # As many in each cell, so that no edge of the print runs through a spot.
    each = int(np.ptp(corners, axis=0).max() * _FINE / count) + 1
    many = each * round(count + 2 * MARGIN_CELLS)
    step = 2 * half / many
    line = (np.arange(many) + 0.5) * step - half
    u, v = (each.ravel() for each in np.meshgrid(line, line))
    spots, normals, is_up = _bent(bent, u=u, v=v, half=half)
    chosen = is_up == is_raised
    if not chosen.any():
        return
    u, v, spots, normals = u[chosen], v[chosen], spots[chosen], normals[chosen]
    at = _on_table(tag, spots)
    shine = _on_table(tag, normals) - _on_table(tag, np.zeros((1, 3)))
    shine /= np.linalg.norm(shine, axis=1, keepdims=True)
    eye_at = -eye.rotation.T @ eye.shift
    is_front = (shine * (eye_at - at)).sum(axis=1) > 0
    lamp = _LAMP / np.linalg.norm(_LAMP)
    facing = np.where(is_front, 1, -1) * (shine @ lamp)
    light = _AMBIENT + (1 - _AMBIENT) * np.maximum(facing, 0) / lamp[2]
    column, row = (np.floor((each / tag.side_in + 0.5) * count).astype(int) for each in (u, v))
    is_ink = (column >= 0) & (column < count) & (row >= 0) & (row < count)
    print_ = np.ones(len(u))
    print_[is_ink] = tag.cells[row[is_ink], column[is_ink]]
    level = np.where(is_front, BLACK + (WHITE - BLACK) * print_, _BACK * WHITE) * light
    _strew(picture, eye.pixels(at), level=level, area=_areas(eye, at, normals=shine, step=step))


def _bent(bent: SheetBend, *, u: Floats, v: Floats, half: float) -> tuple[Floats, Floats, Floats]:
    """Where points of the sheet are (right, down, up), their normals, and which are turned up."""
    turn = np.radians(bent.turn_deg)
    cosine, sine = np.cos(turn), np.sin(turn)
    along, beside = cosine * u + sine * v, cosine * v - sine * u
    out, up, slope = along.copy(), np.zeros_like(u), np.zeros_like(u)
    is_up = np.zeros(len(u), dtype=bool)
    if bent.how in {Bend.CURL, Bend.ARCH}:
        far = half * (abs(cosine) + abs(sine))
        radius = _radius(far, rise=bent.rise_in)
        out, up, slope = (
            radius * np.sin(along / radius),
            radius * (1 - np.cos(along / radius)),
            (along / radius),
        )
        if bent.how is Bend.ARCH:
            up, slope = radius * (1 - np.cos(far / radius)) - up, -slope
    elif bent.how in {Bend.FOLD, Bend.DOG_EAR}:
        is_up = along > bent.from_in
        angle = np.radians(bent.angle_deg)
        beyond = along - bent.from_in
        out = np.where(is_up, bent.from_in + beyond * np.cos(angle), along)
        up, slope = np.where(is_up, beyond * np.sin(angle), 0.0), np.where(is_up, angle, 0.0)
    spots = np.stack([cosine * out - sine * beside, sine * out + cosine * beside, up], axis=1)
    tip = -np.sin(slope)
    normals = np.stack([cosine * tip, sine * tip, np.cos(slope)], axis=1)
    return spots, normals, is_up


def _radius(far: float, *, rise: float) -> float:
    """Of the cylinder whose arc of length `far` rises so much."""
    low, high = far / np.pi, far * 1e4
    for _ in range(80):
        middle = np.sqrt(low * high)
        low, high = (middle, high) if middle * (1 - np.cos(far / middle)) > rise else (low, middle)
    return float(np.sqrt(low * high))


def _on_table(tag: Laid, spots: Floats) -> Floats:
    """From right, down, up on the tag to x, y, z."""
    turn = np.radians(tag.heading_deg)
    right, down = (np.cos(turn), np.sin(turn)), (np.sin(turn), -np.cos(turn))
    flat = (tag.x_in, tag.y_in) + spots[:, :1] * right + spots[:, 1:2] * down
    return np.column_stack([flat, tag.height_in + spots[:, 2]])


def _areas(eye: Eye, at: Floats, *, normals: Floats, step: float) -> Floats:
    """How many pixels each small square of the sheet is, as the camera sees it."""
    away = (-eye.rotation.T @ eye.shift) - at
    far = np.linalg.norm(away, axis=1)
    depth = away @ -eye.rotation[2]
    facing = np.abs((normals * away).sum(axis=1)) / far
    plain = step**2 * facing * eye.matrix[0, 0] * eye.matrix[1, 1] * far / depth**3
    return np.asarray(plain * _magnified(eye, at.mean(axis=0)))


def _magnified(eye: Eye, place: Floats) -> float:
    """By how much the lens enlarges what is there, in area."""
    near = place + 0.05 * np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0]])
    seen = eye.pixels(near)
    there = near @ eye.rotation.T + eye.shift
    pinhole = there[:, :2] / there[:, 2:] * (eye.matrix[0, 0], eye.matrix[1, 1])
    ways = [np.linalg.det(each[1:] - each[0]) for each in (seen, pinhole)]
    return float(ways[0] / ways[1])


def _strew(picture: Floats, seen: Floats, *, level: Floats, area: Floats) -> None:
    """Each spot shares its light among the four pixels around it."""
    whole = np.floor(seen).astype(int)
    left, top = whole.min(axis=0)
    width, height = whole.max(axis=0) - (left, top) + 2
    part, at = seen - whole, (whole[:, 1] - top) * width + whole[:, 0] - left
    cover, light = np.zeros(width * height), np.zeros(width * height)
    for across in (0, 1):
        for down in (0, 1):
            say = area * np.abs(1 - across - part[:, 0]) * np.abs(1 - down - part[:, 1])
            there = at + down * width + across
            cover += np.bincount(there, weights=say, minlength=len(cover))
            light += np.bincount(there, weights=say * level, minlength=len(cover))
    share = np.minimum(cover, 1.0).reshape(height, width)
    patch = picture[top : top + height, left : left + width]
    patch *= 1 - share
    patch += share * (light / np.maximum(cover, 1e-9)).reshape(height, width)
