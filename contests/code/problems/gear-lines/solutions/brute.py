n = int(input())
teeth = list(map(int, input().split()))
clicks = 1
while any(2 * clicks % a for a in teeth):
    clicks += 1
print(clicks)
