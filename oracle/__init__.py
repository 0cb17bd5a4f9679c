"""Placeholder docstring, written by the package owner."""
