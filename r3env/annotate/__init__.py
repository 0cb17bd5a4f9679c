"""Annotation of trajectories on a local page: blinded, one at a time, saved at once, kept in the run store."""

from __future__ import annotations

from r3env.annotate.blind import blinded
from r3env.annotate.desk import Desk
from r3env.annotate.server import AnnotationServer

__all__ = ["AnnotationServer", "Desk", "blinded"]
