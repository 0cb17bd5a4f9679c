// Accepts a motif only if it divides the prefix.
#include <iostream>
#include <string>
#include <vector>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    string notes;
    cin >> notes;
    int n = int(notes.size());
    vector<int> border(n + 1, 0);
    long long sum = 1;
    int most = 1, shortest = 1;
    for (int i = 2; i <= n; i++) {
        int b = border[i - 1];
        while (b > 0 && notes[b] != notes[i - 1]) b = border[b];
        if (notes[b] == notes[i - 1]) b++;
        border[i] = b;
        int motif = i % (i - b) == 0 ? i - b : i;
        sum += motif;
        if (i / motif > most) most = i / motif, shortest = i;
    }
    cout << sum << ' ' << most << ' ' << shortest << '\n';
}
