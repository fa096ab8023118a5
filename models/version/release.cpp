#include "models/version/release.hpp"

#include <regex>

namespace models {

std::optional<Release> parse_release(std::string_view name) {
  static const std::regex form(R"(([a-z]+)-(\d{1,4})(?:\.(\d{1,4}))?(?:\.(\d{1,4}))?(?:-([a-z]+))?)");
  std::cmatch words;
  if (!std::regex_match(name.data(), name.data() + name.size(), words, form)) return std::nullopt;
  const auto number = [&](std::size_t word) { return words[word].matched ? std::stoi(words[word].str()) : Release::kLast; };
  return Release{words[1].str(), number(2), number(3), number(4), words[5].str()};
}

}  // namespace models
