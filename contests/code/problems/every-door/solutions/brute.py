m, d, t = map(int, input().split())
log = [input().split() for _ in range(m)]
found = [
    name
    for name in sorted({name for name, _ in log})
    if all(sum(entry == [name, str(door)] for entry in log) >= t for door in range(1, d + 1))
]
print("\n".join(found) if found else "NOBODY")
