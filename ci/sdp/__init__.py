"""Faults that are put into session descriptions, and the rules and stacks that are tried on them."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
