from itertools import combinations

for _ in range(int(input())):
    a, b, k = map(int, input().split())
    print(sum(team[0] < a <= team[-1] for team in combinations(range(a + b), k)) % 1000000007)
