#include <algorithm>
#include <cstdio>
#include <utility>
#include <vector>
using namespace std;

using Poly = vector<unsigned>;
const unsigned mod = 998244353;

unsigned multiply(unsigned a, unsigned b) { return unsigned(1ULL * a * b % mod); }

unsigned power(unsigned base, unsigned exponent) {
    unsigned result = 1;
    for (; exponent; exponent /= 2, base = multiply(base, base))
        if (exponent % 2) result = multiply(result, base);
    return result;
}

void transform(Poly& a, bool inverse) {
    int n = int(a.size());
    for (int i = 1, j = 0; i < n; i++) {
        int bit = n / 2;
        for (; j & bit; bit /= 2) j ^= bit;
        j ^= bit;
        if (i < j) swap(a[i], a[j]);
    }
    for (int half = 1; half < n; half *= 2) {
        unsigned root = power(3, (mod - 1) / (2 * half));
        if (inverse) root = power(root, mod - 2);
        Poly roots(half, 1);
        for (int i = 1; i < half; i++) roots[i] = multiply(roots[i - 1], root);
        for (int block = 0; block < n; block += 2 * half)
            for (int i = 0; i < half; i++) {
                unsigned x = a[block + i], y = multiply(a[block + half + i], roots[i]);
                a[block + i] = x + y < mod ? x + y : x + y - mod;
                a[block + half + i] = x >= y ? x - y : x + mod - y;
            }
    }
    if (!inverse) return;
    unsigned scale = power(unsigned(n), mod - 2);
    for (unsigned& x : a) x = multiply(x, scale);
}

Poly product(Poly a, Poly b) {
    size_t length = a.size() + b.size() - 1;
    if (min(a.size(), b.size()) <= 64) {
        Poly c(length, 0);
        for (size_t i = 0; i < a.size(); i++)
            for (size_t j = 0; j < b.size(); j++) c[i + j] = unsigned((c[i + j] + 1ULL * a[i] * b[j]) % mod);
        return c;
    }
    size_t size = 1;
    while (size < length) size *= 2;
    a.resize(size), b.resize(size);
    transform(a, false), transform(b, false);
    for (size_t i = 0; i < size; i++) a[i] = multiply(a[i], b[i]);
    transform(a, true);
    a.resize(length);
    return a;
}

Poly product_of(const vector<Poly>& merchants, int left, int right) {
    if (right - left == 1) return merchants[left];
    int middle = (left + right) / 2;
    return product(product_of(merchants, left, middle), product_of(merchants, middle, right));
}

int main() {
    int n, q;
    if (scanf("%d %d", &n, &q) != 2) return 1;
    vector<Poly> merchants(n);
    for (Poly& merchant : merchants) {
        unsigned a, b;
        if (scanf("%u %u", &a, &b) != 2) return 1;
        merchant = {1, a % mod, b % mod};
    }
    Poly ways = product_of(merchants, 0, n);
    while (q--) {
        unsigned w;
        if (scanf("%u", &w) != 1) return 1;
        printf("%u\n", w < ways.size() ? ways[w] : 0);
    }
}
