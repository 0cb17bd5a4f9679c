#include <iostream>
#include <string>

int main() {  // tries position 0, and does not notice that nobody answers any more
    long long low = 0, high, tries;
    std::cin >> high >> tries;
    high--;
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
