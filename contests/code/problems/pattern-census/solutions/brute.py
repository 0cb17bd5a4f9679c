ribbon = input()
n = len(ribbon)
patterns = {ribbon[i:j] for i in range(n) for j in range(i + 1, n + 1)}
occurrences = {p: sum(ribbon.startswith(p, i) for i in range(n)) for p in patterns}
for _ in range(int(input())):
    a, b = map(int, input().split())
    chosen = [len(p) for p in patterns if a <= occurrences[p] <= b]
    print(len(chosen), sum(chosen))
