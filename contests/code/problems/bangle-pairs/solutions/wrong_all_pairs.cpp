// Compares every pair of records.
#include <iostream>
#include <string>
#include <vector>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    int n;
    cin >> n;
    vector<string> words(n);
    for (string& word : words) cin >> word;
    long long pairs = 0;
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++)
            if (words[i].size() == words[j].size())
                pairs += (words[i] + words[i]).find(words[j]) != string::npos;
    cout << pairs << '\n';
}
