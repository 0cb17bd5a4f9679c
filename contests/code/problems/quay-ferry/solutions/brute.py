s, p, e, q = map(int, input().split())
departures = set(range(s, e + 1, p))
for t in map(int, input().split()):
    wait = 0
    while (t + wait) % 1440 not in departures:
        wait += 1
    print(wait)
