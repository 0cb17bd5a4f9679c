for _ in range(int(input())):
    r, p, s, q, t = map(int, input().split())
    start = max(r, s, t)
    both = (x for x in range(start, start + p * q) if (x - r) % p == 0 and (x - s) % q == 0)
    print(next(both, -1))
