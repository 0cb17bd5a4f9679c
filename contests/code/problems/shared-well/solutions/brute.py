n = int(input())
hamlets = [tuple(map(int, input().split())) for _ in range(n)]
places = range(min(x for x, _ in hamlets), max(x for x, _ in hamlets) + 1)
print(min(sum(abs(x - well) * h for x, h in hamlets) for well in places))
