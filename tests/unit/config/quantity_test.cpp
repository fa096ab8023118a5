#include "sim/config/quantity.hpp"

#include <clocale>
#include <cmath>
#include <random>

#include <gmock/gmock.h>

namespace sim {
namespace {

using ::testing::HasSubstr;

double seconds(std::string_view text) {
  const auto parsed = parse_time(text);
  return parsed ? parsed.value->count() : NAN;
}
std::int64_t bytes(std::string_view text) {
  const auto parsed = parse_size(text);
  return parsed ? parsed.value->count : -1;
}
double bandwidth(std::string_view text) {
  const auto parsed = parse_bandwidth(text);
  return parsed ? parsed.value->value : NAN;
}
double rate(std::string_view text) {
  const auto parsed = parse_rate(text);
  return parsed ? parsed.value->value : NAN;
}
double fraction(std::string_view text) {
  const auto parsed = parse_fraction(text);
  return parsed ? parsed.value->value : NAN;
}

TEST(Time, HasAllItsUnits) {
  EXPECT_DOUBLE_EQ(seconds("7ns"), 7e-9);
  EXPECT_EQ(seconds("200us"), 0.0002) << "bit by bit what a C++ literal gives";
  EXPECT_EQ(seconds("200\u00B5s"), 0.0002);
  EXPECT_EQ(seconds("200\u03BCs"), 0.0002);
  EXPECT_EQ(seconds("2.05 ms"), 0.00205);
  EXPECT_EQ(seconds(" 5s "), 5.0);
  EXPECT_EQ(seconds("1.5min"), 90.0);
  EXPECT_EQ(seconds("2h"), 7200.0);
  EXPECT_EQ(seconds("0s"), 0.0);
  EXPECT_EQ(seconds(".5s"), 0.5);
  EXPECT_EQ(seconds("1e3ms"), 1.0);
}

TEST(Time, WithoutAUnitSaysWhatWouldBeRight) {
  EXPECT_EQ(parse_time("100").error, "time '100' has no unit; write '100us', '100ms' or '100s'");
  EXPECT_EQ(parse_time("0").error, "time '0' has no unit; write '0us', '0ms' or '0s'");
}

TEST(Time, RefusesWhatIsNoTime) {
  EXPECT_EQ(parse_time("-5ms").error, "time '-5ms' is negative");
  EXPECT_EQ(parse_time("-0s").error, "time '-0s' is negative");
  EXPECT_THAT(parse_time("5 parsecs").error,
              HasSubstr("unknown time unit 'parsecs'; known: ns, us, \u00B5s, ms, s, min, h"));
  EXPECT_THAT(parse_time("5m").error, HasSubstr("ambiguous"));
  EXPECT_THAT(parse_time("5MS").error, HasSubstr("unknown time unit 'MS'"));
  EXPECT_EQ(parse_time("1e999s").error, "time '1e999s' is out of range");
  EXPECT_EQ(parse_time("1e308h").error, "time '1e308h' is out of range");
  for (const auto* text : {"", " ", "ms", "nan", "nans", "inf", "infinity s", "NaN ms", "+5ms", "0x10s", "1,5ms",
                           "1_000ms", "--5ms", ".s", "5ms 6ms"}) {
    EXPECT_FALSE(parse_time(text)) << text;
    EXPECT_FALSE(parse_time(text).error.empty()) << text;
  }
}

TEST(Size, HasAllItsUnits) {
  EXPECT_EQ(bytes("5B"), 5);
  EXPECT_EQ(bytes("5kB"), 5000);
  EXPECT_EQ(bytes("5KB"), 5000);
  EXPECT_EQ(bytes("5KiB"), 5120);
  EXPECT_EQ(bytes("1.3MB"), 1300000);
  EXPECT_EQ(bytes("1MiB"), 1048576);
  EXPECT_EQ(bytes("1GB"), 1000000000);
  EXPECT_EQ(bytes("1.5GiB"), 1610612736);
  EXPECT_EQ(bytes("16K"), 16384);
  EXPECT_EQ(bytes("128M"), 134217728);
  EXPECT_EQ(bytes("1G"), 1073741824);
  EXPECT_EQ(bytes("9223372036854775807B"), 9223372036854775807);
}

TEST(Size, RefusesWhatIsNoSize) {
  EXPECT_EQ(parse_size("100").error, "size '100' has no unit; write '100B', '100KiB' or '100MiB'");
  EXPECT_EQ(parse_size("1.5B").error, "size '1.5B' is not a whole number of bytes");
  EXPECT_EQ(parse_size("-1B").error, "size '-1B' is negative");
  EXPECT_EQ(parse_size("9223372036854775808B").error, "size '9223372036854775808B' is out of range");
  EXPECT_EQ(parse_size("9007199254740993GiB").error, "size '9007199254740993GiB' is out of range");
  EXPECT_EQ(parse_size("1e30MB").error, "size '1e30MB' is out of range");
  EXPECT_THAT(parse_size("5mb").error, HasSubstr("unknown size unit 'mb'"));
}

TEST(Bandwidth, CountsBitsAndBytes) {
  EXPECT_EQ(bandwidth("8bps"), 1.0);
  EXPECT_EQ(bandwidth("8kbps"), 1e3);
  EXPECT_EQ(bandwidth("200Mbps"), 25e6);
  EXPECT_EQ(bandwidth("1Gbps"), 125e6);
  EXPECT_EQ(bandwidth("10 B/s"), 10.0);
  EXPECT_EQ(bandwidth("10kB/s"), 1e4);
  EXPECT_EQ(bandwidth("10MB/s"), 1e7);
  EXPECT_EQ(bandwidth("10GB/s"), 1e10);
  EXPECT_EQ(bandwidth("1MiB/s"), 1048576.0);
  EXPECT_EQ(parse_bandwidth("100").error, "bandwidth '100' has no unit; write '100Mbps', '100Gbps' or '100MB/s'");
  EXPECT_THAT(parse_bandwidth("1gbps").error, HasSubstr("unknown bandwidth unit"));
}

TEST(Rate, IsPerTime) {
  EXPECT_EQ(rate("500/s"), 500.0);
  EXPECT_EQ(rate("30/min"), 0.5);
  EXPECT_EQ(rate("7200 /h"), 2.0);
  EXPECT_EQ(parse_rate("500").error, "rate '500' has no unit; write '500/s', '500/min' or '500/h'");
}

TEST(FractionText, IsPercentOrPlain) {
  EXPECT_EQ(fraction("1%"), 0.01);
  EXPECT_EQ(fraction("0.1 %"), 0.001);
  EXPECT_EQ(fraction("0.25"), 0.25);
  EXPECT_EQ(parse_fraction("-1%").error, "share '-1%' is negative");
  EXPECT_EQ(parse_fraction("5ms").error, "'5ms' is not a share; write it like '1%' or '0.01'");
}

TEST(Numbers, AreStrict) {
  EXPECT_EQ(parse_number("-1.5e3").value, -1500.0);
  EXPECT_EQ(parse_number("5ms").error, "'5ms' is not a number");
  EXPECT_EQ(parse_number("nan").error, "'nan' is not a number");
  EXPECT_EQ(parse_number("1e400").error, "number '1e400' is out of range");
  EXPECT_EQ(parse_integer("-42").value, -42);
  EXPECT_EQ(parse_integer("9223372036854775807").value, 9223372036854775807);
  EXPECT_EQ(parse_integer("9223372036854775808").error, "number '9223372036854775808' is out of range");
  EXPECT_EQ(parse_integer("4.0").error, "'4.0' is not a whole number");
  EXPECT_EQ(parse_integer("").error, "'' is not a whole number");
}

TEST(Switch, KnowsYamlAndTheServer) {
  for (const auto* text : {"ON", "on", "true", "True", "yes", "1"}) EXPECT_EQ(parse_switch(text).value, true) << text;
  for (const auto* text : {"OFF", "off", "false", "NO", "0"}) EXPECT_EQ(parse_switch(text).value, false) << text;
  EXPECT_EQ(parse_switch("2").error, "'2' is neither ON nor OFF");
}

TEST(Format, PicksAReadableUnit) {
  EXPECT_EQ(format_time(Seconds{0.00205}), "2.05 ms");
  EXPECT_EQ(format_time(Seconds{0}), "0 s");
  EXPECT_EQ(format_time(Seconds{3.2e-9}), "3.2 ns");
  EXPECT_EQ(format_time(Seconds{0.0002}), "200 us");
  EXPECT_EQ(format_time(Seconds{60}), "60 s");
  EXPECT_EQ(format_time(Seconds{600}), "10 min");
  EXPECT_EQ(format_time(Seconds{86400}), "24 h");
  EXPECT_EQ(format_time(Seconds{-0.5}), "-500 ms");
  EXPECT_EQ(format_time(Seconds{INFINITY}), "inf h");
  EXPECT_EQ(format_size(Bytes{1536}), "1.5 KiB");
  EXPECT_EQ(format_size(Bytes{0}), "0 B");
  EXPECT_EQ(format_bandwidth(BytesPerSecond{125e6}), "125 MB/s");
  EXPECT_EQ(format_rate(PerSecond{12345.6}), "12346/s");
  EXPECT_EQ(format_rate(PerSecond{0.5}), "30/min");
  EXPECT_EQ(format_fraction(Fraction{0.0123}), "1.23%");
}

TEST(Write, IsShort) {
  EXPECT_EQ(write_time(Seconds{0.0002}), "200us");
  EXPECT_EQ(write_time(Seconds{0.00205}), "2.05ms");
  EXPECT_EQ(write_time(Seconds{0}), "0s");
  EXPECT_EQ(write_size(Bytes{16384}), "16KiB");
  EXPECT_EQ(write_size(Bytes{1000}), "1000B");
  EXPECT_EQ(write_bandwidth(BytesPerSecond{125e6}), "1Gbps");
  EXPECT_EQ(write_rate(PerSecond{500}), "500/s");
  EXPECT_EQ(write_fraction(Fraction{0.001}), "0.1%");
  EXPECT_EQ(write_fraction(Fraction{1}), "100%");
}

TEST(Write, ParsesBackToTheSameValue) {
  std::mt19937_64 random(4711);
  for (int i = 0; i < 2000; ++i) {
    const double exponent = static_cast<double>(random() % 24000) / 1000.0 - 12;
    const double value = std::pow(10.0, exponent);
    EXPECT_EQ(seconds(write_time(Seconds{value})), value);
    EXPECT_EQ(bandwidth(write_bandwidth(BytesPerSecond{value})), value);
    EXPECT_EQ(rate(write_rate(PerSecond{value})), value);
    EXPECT_EQ(fraction(write_fraction(Fraction{value})), value);
    EXPECT_EQ(parse_number(write_number(value)).value, value);
    const auto count = static_cast<std::int64_t>(random() >> (1 + random() % 60));
    EXPECT_EQ(bytes(write_size(Bytes{count})), count);
  }
  for (const double extreme : {1e-300, 5e-324, 1.7e308}) EXPECT_EQ(seconds(write_time(Seconds{extreme})), extreme);
}

TEST(Quantities, IgnoreTheLocale) {
  const std::string before = std::setlocale(LC_ALL, nullptr);
  for (const auto* name : {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8"}) std::setlocale(LC_ALL, name);
  EXPECT_EQ(seconds("2.5ms"), 0.0025);
  EXPECT_EQ(format_time(Seconds{0.00205}), "2.05 ms");
  std::setlocale(LC_ALL, before.c_str());
}

}  // namespace
}  // namespace sim
