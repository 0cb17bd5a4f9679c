// Has a fast transform, but multiplies the merchants in blocks of a hundred one after the other.
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
        for (int block = 0; block < n; block += 2 * half) {
            unsigned w = 1;
            for (int i = 0; i < half; i++, w = multiply(w, root)) {
                unsigned x = a[block + i], y = multiply(a[block + half + i], w);
                a[block + i] = (x + y) % mod;
                a[block + half + i] = (x + mod - y) % mod;
            }
        }
    }
    if (!inverse) return;
    unsigned scale = power(unsigned(n), mod - 2);
    for (unsigned& x : a) x = multiply(x, scale);
}

int main() {
    int n, q;
    if (scanf("%d %d", &n, &q) != 2) return 1;
    Poly ways(1, 1), block(1, 1);
    for (int i = 1; i <= n; i++) {
        unsigned a, b;
        if (scanf("%u %u", &a, &b) != 2) return 1;
        Poly next(block.size() + 2, 0);
        for (size_t w = 0; w < block.size(); w++) {
            next[w] = (next[w] + block[w]) % mod;
            next[w + 1] = (next[w + 1] + multiply(a % mod, block[w])) % mod;
            next[w + 2] = (next[w + 2] + multiply(b % mod, block[w])) % mod;
        }
        block = next;
        if (i % 100 && i < n) continue;
        size_t length = ways.size() + block.size() - 1, size = 1;
        while (size < length) size *= 2;
        ways.resize(size), block.resize(size);
        transform(ways, false), transform(block, false);
        for (size_t w = 0; w < size; w++) ways[w] = multiply(ways[w], block[w]);
        transform(ways, true);
        ways.resize(length);
        block.assign(1, 1);
    }
    while (q--) {
        unsigned w;
        if (scanf("%u", &w) != 1) return 1;
        printf("%u\n", w < ways.size() ? ways[w] : 0);
    }
}
