n, m, t = map(int, input().split())
bridges = [tuple(map(int, input().split())) for _ in range(m)]
for day in range(1, t + 1):
    reach = [{i} for i in range(n + 1)]
    for _ in range(n):
        for u, v, s, e in bridges:
            if s <= day <= e:
                both = reach[u] | reach[v]
                for island in both:
                    reach[island] |= both
    print(sum(len(reach[i]) - 1 for i in range(1, n + 1)) // 2)
