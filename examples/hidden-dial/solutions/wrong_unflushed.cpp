#include <cstdio>
#include <cstring>

int main() {  // stdio keeps the questions back, so both sides wait
    long long low = 1, high, tries;
    char reply[16];
    std::scanf("%lld %lld", &high, &tries);
    while (low < high) {
        const long long middle = (low + high) / 2;
        std::printf("? %lld\n", middle);
        if (std::scanf("%15s", reply) != 1) return 0;
        if (!std::strcmp(reply, "here")) low = high = middle;
        else if (!std::strcmp(reply, "higher")) low = middle + 1;
        else high = middle - 1;
    }
    std::printf("! %lld\n", low);
}
