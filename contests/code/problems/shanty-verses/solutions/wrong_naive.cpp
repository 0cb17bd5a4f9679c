// Extends the motif by one until the prefix fits, testing letter by letter.
#include <iostream>
#include <string>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    string notes;
    cin >> notes;
    int n = int(notes.size()), motif = 1, most = 0, shortest = 0;
    long long sum = 0;
    for (int i = 1; i <= n; i++) {
        auto fits = [&](int p) {
            for (int j = p; j < i; j++)
                if (notes[j] != notes[j - p]) return false;
            return true;
        };
        while (!fits(motif)) motif++;
        sum += motif;
        if (i / motif > most) most = i / motif, shortest = i;
    }
    cout << sum << ' ' << most << ' ' << shortest << '\n';
}
