// A server release as scenarios name it: a family, numbers, and a variant where one series had two.
#pragma once

#include <compare>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>

namespace models {

// "mysql-5.7.22", "mariadb-10.11", "mysql-5.1-plugin". A number that is not given counts as the last of its series:
// mysql-5.7 behaves as the last 5.7.
struct Release {
  static constexpr int kLast = std::numeric_limits<int>::max();

  std::string family;   // "mysql", "mariadb", "percona"
  int major = 0;
  int minor = kLast;
  int patch = kLast;
  std::string variant;  // "plugin": the InnoDB plugin of 5.1

  bool is(std::string_view other_family) const { return family == other_family; }

  // Whether this release is `major.minor.patch` of its family or a later one.
  bool at_least(int other_major, int other_minor = 0, int other_patch = 0) const {
    return std::tuple(major, minor, patch) >= std::tuple(other_major, other_minor, other_patch);
  }
  bool before(int other_major, int other_minor = 0, int other_patch = 0) const {
    return !at_least(other_major, other_minor, other_patch);
  }
};

// The release that `name` means, or nothing when it is not of the form family-major[.minor[.patch]][-variant].
std::optional<Release> parse_release(std::string_view name);

// A run of releases of one family and variant: from `first` on, up to but without `end` (numbers as in 8.0.39).
struct Releases {
  struct Number {
    int major = 0;
    int minor = 0;
    int patch = 0;
    auto operator<=>(const Number&) const = default;
  };

  std::string family;
  Number first;
  Number end;
  std::string variant;

  bool contain(const Release& release) const {
    const Number number{release.major, release.minor, release.patch};
    return release.family == family && release.variant == variant && first <= number && number < end;
  }
};

}  // namespace models
