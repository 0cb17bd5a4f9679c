n = int(input())
words = [input() for _ in range(n)]
print(
    sum(
        len(a) == len(b) and any(a[k:] + a[:k] == b for k in range(len(a)))
        for i, a in enumerate(words)
        for b in words[i + 1 :]
    )
)
