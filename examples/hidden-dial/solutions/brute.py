n, _ = map(int, input().split())
for x in range(1, n + 1):
    print("?", x, flush=True)
    if input() == "here":
        break
print("!", x, flush=True)
