#include <iostream>
#include <string>

int main() {  // more tries than there are
    long long n, tries;
    std::cin >> n >> tries;
    for (long long x = 1; x < n; x++) {
        std::cout << "? " << x << std::endl;
        std::string reply;
        std::cin >> reply;
        if (reply != "higher") {
            std::cout << "! " << x << std::endl;
            return 0;
        }
    }
    std::cout << "! " << n << std::endl;
}
