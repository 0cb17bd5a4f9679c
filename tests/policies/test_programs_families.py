"""Every family against the scorer of its generator, with nothing but the statement to go by."""

import contextlib
import decimal
import io
from typing import Any

import pytest

from policies.programs import catalog

# (family, generator, parameters): the generator's defaults, and larger problems of those families that grow.
CASES: list[tuple[str, str, dict[str, Any]]] = [
    *((name, name, {}) for name in sorted(catalog.families())),
    ("chain_sum", "decimal_chain_sum", {"max_terms": 8, "max_digits": 7}),
    ("binary_matrix", "binary_matrix", {"min_n": 20, "max_n": 30}),
    ("rotten_oranges", "rotten_oranges", {"min_n": 20, "max_n": 30}),
    ("spiral_matrix", "spiral_matrix", {"max_n": 30}),
    ("rotate_matrix", "rotate_matrix", {"max_n": 30, "max_rotations": 12}),
    ("manipulate_matrix", "manipulate_matrix", {"min_transforms": 3, "max_transforms": 9}),
    (
        "pool_matrix",
        "pool_matrix",
        {
            "min_rows": 20,
            "max_rows": 30,
            "min_cols": 20,
            "max_cols": 30,
            "min_pool_size": 4,
            "max_pool_size": 6,
        },
    ),
    ("circuit_logic", "circuit_logic", {"min_terms": 10, "max_terms": 20}),
    ("color_cube_rotation", "color_cube_rotation", {"min_rotations": 10, "max_rotations": 40}),
    ("polynomial_multiplication", "polynomial_multiplication", {"min_polynomials": 3, "max_polynomials": 4}),
    ("cryptarithm", "cryptarithm", {"min_words": 4, "max_words": 8}),
    ("knights_knaves", "knights_knaves", {"n_people": 3, "depth_constraint": 3, "width_constraint": 3}),
    ("shortest_path", "shortest_path", {"min_rows": 20, "max_rows": 30, "min_cols": 20, "max_cols": 30}),
    ("string_manipulation", "string_manipulation", {"min_string_length": 50, "max_string_length": 80}),
]
ENTRIES = 8


def entries(generator: str, parameters: dict[str, Any], seed: int) -> tuple[Any, list[dict[str, Any]]]:
    """A data set and its first entries; the generator's prints and its change of the decimal context undone."""
    import reasoning_gym

    with contextlib.redirect_stdout(io.StringIO()), decimal.localcontext(decimal.Context()):
        data = reasoning_gym.create_dataset(generator, seed=seed, size=ENTRIES, **parameters)
        return data, [data[i] for i in range(ENTRIES)]


@pytest.mark.parametrize(
    ("name", "generator", "parameters"), CASES, ids=lambda v: v if isinstance(v, str) else ""
)
def test_the_solver_is_right_by_the_generators_own_scorer(
    name: str, generator: str, parameters: dict[str, Any]
) -> None:
    data, made = entries(generator, parameters, seed=1234)
    for entry in made:
        statement = str(entry["question"])  # all that the solver gets
        family = catalog.recognise(statement)
        assert family is not None
        assert family.name == name
        attempt = catalog.attempt(family, statement)
        assert attempt.answer is not None, statement
        with decimal.localcontext(decimal.Context()):
            assert data.score_answer(attempt.answer, entry) == 1.0, (statement, attempt.answer)


def test_statements_of_other_generators_are_left() -> None:
    for generator in ("zebra_puzzles", "word_ladder", "family_relationships", "acre"):
        _, made = entries(generator, {}, seed=3)
        assert [catalog.recognise(str(entry["question"])) for entry in made] == [None] * ENTRIES


def test_there_are_families_enough() -> None:
    assert len(catalog.families()) >= 30
