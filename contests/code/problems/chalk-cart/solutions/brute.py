h, w, m = map(int, input().split())
floor = [input() for _ in range(h)]
r, c = next((i, row.index("@")) for i, row in enumerate(floor) if "@" in row)
seen = {(r, c)}
for _ in range(m):
    d, k = input().split()
    dr, dc = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}[d]
    for _ in range(int(k)):
        if 0 <= r + dr < h and 0 <= c + dc < w and floor[r + dr][c + dc] != "#":
            r, c = r + dr, c + dc
        seen.add((r, c))
for i in range(h):
    row = ("#" if floor[i][j] == "#" else "o" if (i, j) in seen else "." for j in range(w))
    print("".join("@" if (i, j) == (r, c) else mark for j, mark in enumerate(row)))
