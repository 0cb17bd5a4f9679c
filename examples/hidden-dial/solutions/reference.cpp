#include <iostream>
#include <string>

int main() {
    long long low = 1, high, tries;
    std::cin >> high >> tries;
    while (low < high) {
        const long long middle = (low + high) / 2;
        std::cout << "? " << middle << std::endl;
        std::string reply;
        std::cin >> reply;
        if (reply == "here") low = high = middle;
        else if (reply == "higher") low = middle + 1;
        else high = middle - 1;
    }
    std::cout << "! " << low << std::endl;
}
