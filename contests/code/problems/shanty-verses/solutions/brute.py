notes = input()
total, best = 0, (0, 0)
for i in range(1, len(notes) + 1):
    prefix = notes[:i]
    motif = next(p for p in range(1, i + 1) if (prefix[:p] * i)[:i] == prefix)
    total += motif
    best = max(best, (i // motif, -i))
print(total, best[0], -best[1])
