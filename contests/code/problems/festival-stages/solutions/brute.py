from itertools import product

v, d, m, k = map(int, input().split())
performances = [tuple(map(int, input().split())) for _ in range(m)]


def fair(stages: tuple[int, ...]) -> bool:
    for side in (0, 1):
        for place in {p[side] for p in performances}:
            counts = [0] * k
            for p, s in zip(performances, stages, strict=True):
                counts[s] += p[side] == place
            if max(counts) - min(counts) > 1:
                return False
    return True


print(*(s + 1 for s in next(filter(fair, product(range(k), repeat=m)))))
