// Proper colourings of a ring up to turns (Burnside): a turn with d cycles fixes the colourings of a ring of d.
#include <iostream>
#include <vector>
using namespace std;

const long long M = 1000000007;

long long power(long long base, long long exponent) {
    long long result = 1;
    base %= M;
    for (; exponent; exponent /= 2, base = base * base % M)
        if (exponent % 2) result = result * base % M;
    return result;
}

long long ring(long long d, long long k) {
    long long value = power(k - 1, d);
    return (d % 2 ? value - (k - 1) % M : value + (k - 1) % M) % M;
}

long long totient(long long n) {
    long long result = n;
    for (long long p = 2; p * p <= n; p++) {
        if (n % p) continue;
        result -= result / p;
        while (n % p == 0) n /= p;
    }
    return n > 1 ? result - result / n : result;
}

int main() {
    int t;
    cin >> t;
    while (t--) {
        long long n, k, sum = 0;
        cin >> n >> k;
        for (long long d = 1; d * d <= n; d++) {
            if (n % d) continue;
            sum += totient(n / d) % M * ring(d, k) % M;
            if (d * d != n) sum += totient(d) % M * ring(n / d, k) % M;
        }
        sum = (sum % M + M) % M;
        cout << sum * power(n, M - 2) % M << "\n";
    }
}
