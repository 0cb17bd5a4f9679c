n, q = map(int, input().split())
length = list(map(int, input().split()))
used = [0] * n
for _ in range(q):
    kind, *rest = map(int, input().split())
    if kind == 2:
        used[rest[0] - 1] = 0
    else:
        door, x = rest
        lane = next((i for i in range(door - 1, n) if length[i] - used[i] >= x), -1)
        if lane >= 0:
            used[lane] += x
        print(lane + 1)
