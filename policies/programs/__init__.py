"""The model-free solver: families of problems with an algorithm each, slips at a stated rate, and `Programs`."""

from policies.programs.solver import Programs

__all__ = ["Programs"]
