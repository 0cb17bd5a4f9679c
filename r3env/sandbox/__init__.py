"""Sandboxes: one protocol, several backends, one self-check that decides (`open_sandbox`)."""
