waiting = []
for _ in range(int(input())):
    kind, *rest = input().split()
    if kind == "+":
        waiting.append((rest[0], int(rest[1])))
    elif kind == "-":
        waiting = [animal for animal in waiting if animal[0] != rest[0]]
    else:
        first = max(waiting, key=lambda animal: animal[1], default=None)
        print(first[0] if first else "NONE")
        if first:
            waiting.remove(first)
