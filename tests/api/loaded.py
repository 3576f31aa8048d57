"""Loads what each server loads with its first questions, once for all that are forked off."""

import uvicorn.loops.auto
import uvicorn.protocols.http.auto
import uvicorn.protocols.websockets.auto

import api.commands.serve
import api.commands.serving
import tests.api.forked
from api.armies.samples import samples
from rules.registry import games

__all__ = ["api", "tests", "uvicorn"]

# Their kits are planned, and kept.
samples(games())
