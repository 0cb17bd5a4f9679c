n, w = map(int, input().split())
blocks = list(map(int, input().split()))
loads = (sum(b for j, b in enumerate(blocks) if mask >> j & 1) for mask in range(1 << n))
print(min((load for load in loads if load >= w), default=-1))
