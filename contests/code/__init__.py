"""The code domain: problem packages, statement, parsing and judging of programs."""
