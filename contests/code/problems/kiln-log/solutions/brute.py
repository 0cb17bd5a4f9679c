n, k, d = map(int, input().split())
t = list(map(int, input().split()))
print(sum(max(t[i:j]) - min(t[i:j]) <= d for i in range(n) for j in range(i + k, n + 1)))
