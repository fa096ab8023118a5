// Option files as servers read them. All inputs are made up for these tests; what MariaDB makes of them was checked with
// my_print_defaults and `mariadbd --help --verbose` of 10.11.19.
#include <filesystem>
#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "calibration/readers/import_reader.hpp"
#include "calibration/readers/option_groups.hpp"
#include "calibration/readers/option_line.hpp"
#include "calibration/readers/server_options.hpp"

namespace calibration {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

sim::Json option_file(const std::string& text, const std::string& server = "", const std::string& name = "my.cnf") {
  sim::Diagnostics diagnostics;
  auto source = TextSource::of_text(text, name);
  ImportOptions options;
  options.server = server;
  return import_source(source, options, diagnostics);
}

sim::Json option_value(const sim::Json& file, const std::string& name) {
  return file["variables"].contains(name) ? file["variables"][name]["value"] : sim::Json();
}

std::string all_said(const sim::Json& file) {
  return file["errors"].dump() + file["warnings"].dump() + (file.contains("notes") ? file["notes"].dump() : "");
}

std::string value_in_line(const std::string& line) { return parse_option_line(line).value.value_or("(none)"); }

TEST(OptionLine, EndsTheValueAtANumberSignOutsideQuotes) {
  EXPECT_EQ(value_in_line("a=1#x"), "1");
  EXPECT_EQ(value_in_line("a = x ; y"), "x ; y");
  EXPECT_EQ(value_in_line("b=\"x#y\" z"), "\"x#y\" z");
  EXPECT_EQ(value_in_line("c='x\\'y#z' # c"), "x'y#z");
  EXPECT_EQ(value_in_line("d = \"un\\tq\\sx\\qz\""), "un\tq x\\qz");
  EXPECT_EQ(value_in_line("e= "), "");
  EXPECT_EQ(value_in_line("f==2"), "=2");
  EXPECT_EQ(value_in_line("g # h=1"), "(none)");
  EXPECT_EQ(value_in_line("p=\"a"), "\"a");
}

TEST(OptionLine, TellsGroupsDirectivesAndFaults) {
  using Kind = OptionLine::Kind;
  EXPECT_EQ(parse_option_line("  # x").kind, Kind::nothing);
  EXPECT_EQ(parse_option_line(";x=1").kind, Kind::nothing);
  EXPECT_EQ(parse_option_line("[mysqld ] x").text, "mysqld");
  EXPECT_EQ(parse_option_line("[ mysqld]").text, " mysqld");
  EXPECT_EQ(parse_option_line("[mysqld").kind, Kind::fault);
  EXPECT_EQ(parse_option_line("=5").kind, Kind::fault);
  EXPECT_EQ(parse_option_line("! include  /x/y.cnf ").text, "/x/y.cnf");
  EXPECT_EQ(parse_option_line("!includedir\t/x").kind, Kind::include_folder);
  EXPECT_EQ(parse_option_line("!include").kind, Kind::fault);
  EXPECT_EQ(parse_option_line("!includes x").kind, Kind::nothing);
  EXPECT_EQ(parse_option_line("  a =b").at, 2U);
  EXPECT_EQ(parse_option_line("  a = b").value_at, 6U);
}

TEST(OptionGroups, DependOnTheServer) {
  EXPECT_THAT(groups_read_by(*models::parse_release("mysql-5.7.30")), ElementsAre("mysqld", "server", "mysqld-5.7"));
  const auto mariadb = groups_read_by(*models::parse_release("mariadb-10.11"));
  for (const char* each : {"mysqld", "server", "mysqld-10.11", "mariadb", "mariadb-10.11", "mariadbd", "mariadbd-10.11",
                           "client-server", "galera"})
    EXPECT_THAT(mariadb, Contains(each));
  EXPECT_THAT(groups_read_by(*models::parse_release("mariadb-10.3")), Not(Contains("mariadbd")));
  EXPECT_EQ(release_of_group("mysqld-8.0"), "mysql-8.0");
  EXPECT_EQ(release_of_group("mysqld-10.5"), "mariadb-10.5");
  EXPECT_EQ(release_of_group("mariadbd-11.4"), "mariadb-11.4");
  EXPECT_EQ(release_of_group("client-5.7"), "");
}

constexpr const char* kManyGroups =
    "[mysqld]\nsync_binlog=10\n[mysqld-5.7]\nsync_binlog=57\n[mariadb]\nsync_binlog=20\n[mariadb-10.11]\nsync_binlog=30\n"
    "[client]\nport=1\n";

TEST(OptionFile, CountsTheGroupsOfTheServer) {
  EXPECT_EQ(option_value(option_file(kManyGroups, "mysql-8.0"), "sync_binlog"), 10);
  EXPECT_EQ(option_value(option_file(kManyGroups, "mysql-5.7"), "sync_binlog"), 57);
  EXPECT_EQ(option_value(option_file(kManyGroups, "mariadb-11.4"), "sync_binlog"), 20);
  EXPECT_EQ(option_value(option_file(kManyGroups, "mariadb-10.11"), "sync_binlog"), 30);
  const sim::Json any = option_file(kManyGroups);
  EXPECT_EQ(any["brand"], "MariaDB");
  EXPECT_EQ(any["servers"]["mysql-5.7"]["variables"]["sync_binlog"]["value"], 57);
  EXPECT_EQ(any["servers"]["mariadb-10.11"]["variables"]["sync_binlog"]["value"], 30);
  EXPECT_FALSE(any["variables"].contains("port"));
  EXPECT_THAT(all_said(option_file(kManyGroups, "oracle-23")), HasSubstr("is no server version"));
}

TEST(OptionFile, ReadsNumbersAsTheServerDoes) {
  const sim::Json file = option_file(
      "[mysqld]\nmax_binlog_size=64m\ninnodb_log_file_size = 2gb\nsync-binlog=1k\nmax_connections=\ninnodb_buffer_pool_size=24G //words\n"
      "binlog_cache_size=1t\ninnodb_lru_scan_depth=16K\nreport_host=127.0.0.1\n",
      "mariadb-10.11");
  EXPECT_EQ(option_value(file, "max_binlog_size"), 64 << 20);
  EXPECT_EQ(option_value(file, "innodb_log_file_size"), std::int64_t{2} << 30);
  EXPECT_EQ(option_value(file, "sync_binlog"), 1024);
  EXPECT_EQ(option_value(file, "innodb_buffer_pool_size"), std::int64_t{24} << 30);
  EXPECT_EQ(option_value(file, "innodb_lru_scan_depth"), 16384);
  EXPECT_EQ(option_value(file, "report_host"), "127.0.0.1");
  EXPECT_EQ(option_value(file, "binlog_cache_size"), std::int64_t{4} << 30);
  EXPECT_THAT(all_said(file), HasSubstr("does not look at ' //words' after the number"));
  EXPECT_THAT(all_said(file), HasSubstr("the server makes 4294967296 of 1099511627776"));
  EXPECT_THAT(file["errors"], IsEmpty());
}

TEST(OptionFile, RefusesWhatTheServerRefuses) {
  const auto error = [](const std::string& line, const std::string& server) {
    return option_file("[mysqld]\n" + line + "\n", server)["errors"].dump();
  };
  EXPECT_THAT(error("sync_binlog=5x", "mysql-8.0"), HasSubstr("my.cnf:2:13"));
  EXPECT_THAT(error("sync_binlog=0x10", "mariadb-10.11"), HasSubstr("'x' after the number"));
  EXPECT_THAT(error("sync_binlog=-1", "mariadb-10.11"), HasSubstr("takes a number"));
  EXPECT_EQ(error("sync_binlog=-1", "mysql-5.7"), "[]");
  EXPECT_THAT(error("sync_binlog=99999999999999999999", "mysql-5.7"), HasSubstr("takes a number"));
  EXPECT_THAT(error("binlog_format=rows", "mysql-5.7"), HasSubstr("takes STATEMENT, ROW, MIXED, not 'rows'"));
  EXPECT_THAT(error("binlog_format=3", "mariadb-10.11"), HasSubstr("not '3'"));
  EXPECT_THAT(error("binlog_commit_wait_usec=5", "mysql-8.0"), HasSubstr("mysql-8.0 has no binlog_commit_wait_usec; MariaDB has it"));
  EXPECT_EQ(error("loose_binlog_commit_wait_usec=5", "mysql-8.0"), "[]");
  EXPECT_THAT(error("inodb_flush_log_at_trx_commit=1", "mysql-8.0"), HasSubstr("did you mean 'innodb_flush_log_at_trx_commit'"));
  EXPECT_THAT(error("sync_binlog", "mysql-8.0"), HasSubstr("wants a value"));
  EXPECT_EQ(error("some_plugin_option=1", "mysql-8.0"), "[]");
}

TEST(OptionFile, TakesShortNamesWhereTheServerDoes) {
  const sim::Json old = option_file("[mysqld]\nsync_binl=7\n", "mysql-5.6");
  EXPECT_EQ(option_value(old, "sync_binlog"), 7);
  EXPECT_THAT(old["warnings"].dump(), HasSubstr("is short for sync_binlog"));
  EXPECT_EQ(option_value(option_file("[mysqld]\nsync-binl=7\n", "mariadb-11.4"), "sync_binlog"), 7);
  EXPECT_THAT(option_file("[mysqld]\nsync_binl=7\n", "mysql-5.7")["errors"].dump(), HasSubstr("unknown option 'sync_binl'"));
  EXPECT_THAT(option_file("[mysqld]\nsync_r=1\n", "mysql-5.6")["errors"].dump(), HasSubstr("is short for"));
}

TEST(OptionFile, TakesPrefixes) {
  const sim::Json file = option_file(
      "[mysqld]\nskip-innodb-doublewrite\ndisable_log_slave_updates\nloose-skip_relay_log_recovery\nenable-innodb-support-xa\n"
      "skip_name_resolve\nskip-log-bin\nloose_no_such_thing=5\n",
      "mysql-5.7");
  EXPECT_EQ(option_value(file, "innodb_doublewrite"), "OFF");
  EXPECT_EQ(option_value(file, "log_slave_updates"), "OFF");
  EXPECT_EQ(option_value(file, "relay_log_recovery"), "OFF");
  EXPECT_EQ(option_value(file, "innodb_support_xa"), "ON");
  EXPECT_EQ(option_value(file, "skip_name_resolve"), "ON");
  EXPECT_EQ(option_value(file, "log_bin"), "OFF");
  EXPECT_EQ(file["variables"]["no_such_thing"]["loose"], true);
  EXPECT_THAT(file["errors"], IsEmpty());
  EXPECT_EQ(option_value(option_file("[mysqld]\nskip_log_slave_updates=0\n", "mysql-5.7"), "log_slave_updates"), "ON");
}

TEST(OptionFile, TellsSwitchesFromWords) {
  const sim::Json file =
      option_file("[mysqld]\nlog_slave_updates=maybe\nrelay_log_recovery=TRUE\ngtid_mode=1\nbinlog_format=row\n", "mysql-8.0");
  EXPECT_EQ(option_value(file, "log_slave_updates"), "OFF");
  EXPECT_THAT(file["warnings"].dump(), HasSubstr("takes 'maybe' for OFF"));
  EXPECT_EQ(option_value(file, "relay_log_recovery"), "ON");
  EXPECT_EQ(option_value(file, "gtid_mode"), "OFF_PERMISSIVE");  // by its number
  EXPECT_EQ(option_value(file, "binlog_format"), "ROW");
}

TEST(OptionFile, TakesLogBinForANameOrASwitch) {
  EXPECT_EQ(option_value(option_file("[mysqld]\nlog_bin\n", "mysql-5.7"), "log_bin"), "ON");
  EXPECT_EQ(option_value(option_file("[mysqld]\nlog-bin=bin\n", "mysql-5.7"), "log_bin"), "bin");
  EXPECT_EQ(option_value(option_file("[mysqld]\nlog_bin=0\n", "mariadb-10.11"), "log_bin"), "OFF");
  const sim::Json named_off = option_file("[mysqld]\nlog_bin=OFF\n", "mysql-5.7");
  EXPECT_EQ(option_value(named_off, "log_bin"), "ON");
  EXPECT_THAT(named_off["warnings"].dump(), HasSubstr("MySQL names the binary log 'OFF'"));
}

TEST(OptionFile, SaysWhichOfSeveralCountsAndAddsFiltersUp) {
  const sim::Json file = option_file(
      "[mysqld]\nsync_binlog=5\nsync-binlog=6\nloose_sync_binlog=7\nbinlog-ignore-db=a\nbinlog_ignore_db=b\nslave_parallel_workers=1\n"
      "replica_parallel_workers=2\n",
      "mysql-8.0");
  EXPECT_EQ(option_value(file, "sync_binlog"), 7);
  EXPECT_THAT(file["notes"].dump(), HasSubstr("set 3 times; this one counts (before: 5 at my.cnf:2:1, 6 at my.cnf:3:1)"));
  EXPECT_EQ(option_value(file, "binlog_ignore_db"), sim::Json::parse(R"(["a", "b"])"));
  EXPECT_FALSE(file["variables"].contains("slave_parallel_workers"));
  EXPECT_EQ(option_value(file, "replica_parallel_workers"), 2);
}

TEST(OptionFile, NamesTimesWithTheirUnits) {
  const sim::Json file = option_file("[mysqld]\nbinlog_group_commit_sync_delay=800\nrpl_semi_sync_master_timeout=5000\n", "mysql-5.7");
  EXPECT_EQ(file["times"]["binlog_group_commit_sync_delay_us"], 800);
  EXPECT_EQ(file["times"]["rpl_semi_sync_master_timeout_ms"], 5000);
}

TEST(OptionFile, KeepsPlacesInEncodingsThatAreNotUtf8) {
  const sim::Json file = option_file("[mysqld]\nuser=\xE9t\xE9\nsync_binlog=x\n", "mysql-5.7");
  EXPECT_THAT(file["errors"].dump(-1, ' ', false, sim::Json::error_handler_t::replace), HasSubstr("my.cnf:3:13"));
}

TEST(OptionFile, WarnsOfAByteOrderMarkAndOfLongLines) {
  EXPECT_THAT(all_said(option_file("\xEF\xBB\xBF[mysqld]\r\nsync_binlog=1\r\n", "mariadb-10.11")), HasSubstr("byte-order mark"));
  const sim::Json file = option_file("[mysqld]\ninit_connect=" + std::string(5000, 'x') + "\n", "mysql-5.7");
  EXPECT_THAT(file["warnings"].dump(), HasSubstr("my.cnf:2:4095"));
}

TEST(OptionFile, EndsWhereThereIsTooMuch) {
  std::string many = "[mysqld]\n";
  for (int i = 0; i < 20000; ++i) many += "a=1\n";
  EXPECT_THAT(option_file(many)["errors"].dump(), HasSubstr("more than 10000 options"));
  std::string groups;
  for (int i = 0; i < 2000; ++i) groups += "[g" + std::to_string(i) + "]\n";
  EXPECT_THAT(option_file(groups + "[mysqld]\nsync_binlog=1\n")["errors"].dump(), HasSubstr("more than 1000 groups"));
}

TEST(OptionWords, AreReadFromOneLineOrSeveral) {
  const sim::Json one = option_file("--port=1 --sync-binlog=5 --sql_mode=A B --log_bin --port=2\n", "mysql-8.0", "argv.txt");
  EXPECT_EQ(one["format"], "mysqld --print-defaults");
  EXPECT_EQ(option_value(one, "sync_binlog"), 5);
  EXPECT_EQ(option_value(one, "sql_mode"), "A B");
  EXPECT_EQ(option_value(one, "port"), 2);
  EXPECT_EQ(one["variables"]["sync_binlog"]["place"], "argv.txt:1:12");
}

TEST(PersistedVariables, AreReadInBothForms) {
  const sim::Json first = option_file(
      R"({"Version": 1, "mysql_server": {"sync_binlog": {"Value": "7", "Metadata": {"User": "x"}},
          "mysql_server_static_options": {"log_slave_updates": {"Value": "ON"}}}})", "mysql-8.0", "mysqld-auto.cnf");
  EXPECT_EQ(first["format"], "mysqld-auto.cnf");
  EXPECT_EQ(option_value(first, "sync_binlog"), 7);
  EXPECT_EQ(option_value(first, "log_slave_updates"), "ON");
  const sim::Json second = option_file(
      R"({"Version": 2, "mysql_static_parse_early_variables": {"max_connections": {"Value": "9"}},
          "mysql_dynamic_variables": {"binlog_group_commit_sync_delay": {"Value": "5"}, "sync_binlog": {}}})",
      "mysql-8.0", "mysqld-auto.cnf");
  EXPECT_EQ(option_value(second, "max_connections"), 9);
  EXPECT_EQ(second["times"]["binlog_group_commit_sync_delay_us"], 5);
  EXPECT_THAT(second["errors"].dump(), HasSubstr("'sync_binlog' has no Value"));
}

TEST(RdsParameters, KeepFormulasApart) {
  const sim::Json file = option_file(
      R"({"Parameters": [{"ParameterName": "sync_binlog", "ParameterValue": "1", "Source": "user", "ApplyMethod": "pending-reboot"},
          {"ParameterName": "innodb_buffer_pool_size", "ParameterValue": "{DBInstanceClassMemory*3/4}", "Source": "system"},
          {"ParameterName": "binlog_format", "Source": "engine-default"}]})", "mysql-8.0", "rds.json");
  EXPECT_EQ(option_value(file, "sync_binlog"), 1);
  EXPECT_EQ(file["formulas"]["innodb_buffer_pool_size"], "{DBInstanceClassMemory*3/4}");
  EXPECT_EQ(file["engine_defaults"], 1);
  EXPECT_THAT(file["notes"].dump(), HasSubstr("after the next restart"));
}

// Files in a folder of their own.
class OptionFileIncludes : public testing::Test {
 protected:
  OptionFileIncludes() {
    folder_ = std::filesystem::temp_directory_path() / ("commitsim_includes_" + std::to_string(::getpid()) + "_" +
                                                        testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::create_directories(folder_ / "conf" / "d");
  }
  ~OptionFileIncludes() override { std::filesystem::remove_all(folder_); }

  void write(const std::string& name, const std::string& text) const { std::ofstream(folder_ / name) << text; }

  sim::Json read(const std::string& name, bool may_leave = false) const {
    sim::Diagnostics diagnostics;
    ImportOptions options;
    options.may_leave_folder = may_leave;
    return import_file(folder_ / "conf" / name, options, diagnostics);
  }

  std::filesystem::path folder_;
};

TEST_F(OptionFileIncludes, GoInTheOrderOfTheServer) {
  write("conf/my.cnf", "[mysqld]\nsync_binlog=1\n!include one.cnf\n!includedir d\nbinlog_format=ROW\n");
  write("conf/one.cnf", "[mysqldump]\nsync_binlog=9\n[mysqld]\nsync_binlog=2\nbinlog_format=MIXED\n");
  write("conf/d/20.cnf", "[mysqld]\nmax_binlog_size=2M\n");
  write("conf/d/.10.cnf", "[mysqld]\nmax_binlog_size=1M\n");
  write("conf/d/30.cnf.bak", "[mysqld]\nmax_binlog_size=3M\n");
  write("conf/d/empty.cnf", "");
  const sim::Json file = read("my.cnf");
  EXPECT_EQ(option_value(file, "sync_binlog"), 2);
  EXPECT_EQ(option_value(file, "binlog_format"), "ROW");  // its group goes on after what was included
  EXPECT_EQ(option_value(file, "max_binlog_size"), 2 << 20);
  EXPECT_EQ(file["included"].size(), 3U);
  EXPECT_THAT(file["errors"], IsEmpty());
}

TEST_F(OptionFileIncludes, StayInTheFolder) {
  write("secret.cnf", "[mysqld]\nsync_binlog=5\n");
  write("conf/my.cnf", "[mysqld]\nsync_binlog=1\n!include ../secret.cnf\n");
  const sim::Json file = read("my.cnf");
  EXPECT_EQ(option_value(file, "sync_binlog"), 1);
  EXPECT_THAT(file["errors"].dump(), HasSubstr("outside the folder"));
  EXPECT_EQ(option_value(read("my.cnf", true), "sync_binlog"), 5);
  write("conf/absolute.cnf", "[mysqld]\nsync_binlog=1\n!include " + (folder_ / "secret.cnf").string() + "\n");
  const sim::Json absolute = read("absolute.cnf");
  EXPECT_EQ(option_value(absolute, "sync_binlog"), 1);
  EXPECT_THAT(absolute["errors"], IsEmpty());
  EXPECT_THAT(absolute["warnings"].dump(), HasSubstr("--include-outside"));
  std::filesystem::create_symlink(folder_ / "secret.cnf", folder_ / "conf" / "d" / "link.cnf");
  write("conf/links.cnf", "[mysqld]\nsync_binlog=1\n!includedir d\n");
  EXPECT_EQ(option_value(read("links.cnf"), "sync_binlog"), 1);
}

TEST_F(OptionFileIncludes, DoNotGoRoundOrToWhatIsNoFile) {
  write("conf/a.cnf", "[mysqld]\n!include b.cnf\nsync_binlog=3\n");
  write("conf/b.cnf", "[mysqld]\n!include a.cnf\n");
  const sim::Json round = read("a.cnf");
  EXPECT_EQ(round["errors"].size(), 1U);
  EXPECT_THAT(round["errors"].dump(), HasSubstr("includes itself"));
  EXPECT_EQ(option_value(round, "sync_binlog"), 3);
  write("conf/c.cnf", "[mysqld]\n!include d\n!include absent.cnf\n!includedir absent\nsync_binlog=4\n");
  const sim::Json absent = read("c.cnf");
  EXPECT_THAT(absent["errors"].dump(), HasSubstr("'d' is not a file"));
  EXPECT_THAT(absent["errors"].dump(), HasSubstr("No such file or directory; the server stops here"));
  EXPECT_THAT(absent["warnings"].dump(), HasSubstr("'absent.cnf' is not there"));
}

TEST_F(OptionFileIncludes, SayWhereAnOptionStandsBeforeAnyGroup) {
  write("conf/my.cnf", "[mysqld]\n!include one.cnf\n");
  write("conf/one.cnf", "sync_binlog=2\n");
  EXPECT_THAT(read("my.cnf")["errors"].dump(), HasSubstr("one.cnf:1:1"));
}

}  // namespace
}  // namespace calibration
