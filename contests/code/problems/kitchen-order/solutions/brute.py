from itertools import permutations

n, m = map(int, input().split())
demands = {tuple(map(int, input().split())) for _ in range(m)}


def solve() -> tuple[str, tuple[int, ...]]:
    for order in permutations(range(1, n + 1)):
        if all(order.index(x) < order.index(y) for x, y in demands):
            return "ORDER", order
    for size in range(2, n + 1):
        for circle in permutations(range(1, n + 1), size):
            if all(pair in demands for pair in zip(circle, circle[1:] + circle[:1], strict=True)):
                return f"CIRCLE\n{size}", circle
    raise AssertionError("neither order nor circle")


head, numbers = solve()
print(head)
print(*numbers)
