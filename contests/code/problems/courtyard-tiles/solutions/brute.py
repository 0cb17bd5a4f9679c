for _ in range(int(input())):
    n, d = map(int, input().split())
    print(sum(a * b == n and b - a <= d for a in range(1, n + 1) for b in range(a, n + 1)))
