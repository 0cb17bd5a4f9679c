#include <iostream>
#include <string>
#include <vector>

int main() {  // remembers replies in too small a table
    long long low = 1, high, tries;
    std::cin >> high >> tries;
    std::vector<std::string> replies(8);
    for (int i = 0; low < high; i++) {
        const long long middle = (low + high) / 2;
        std::cout << "? " << middle << std::endl;
        std::cin >> replies.at(i);
        if (replies[i] == "here") low = high = middle;
        else if (replies[i] == "higher") low = middle + 1;
        else high = middle - 1;
    }
    std::cout << "! " << low << std::endl;
}
