// The check vectors of the other versions' commit pipelines, beside those of 5.7.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/law/check_vectors.hpp"

namespace {

using laws::expect;
using laws::Expected;
using laws::Setting;
using laws::Vector;

Setting at(const std::string& version, int clients, double redo, double binlog) {
  Setting setting;
  setting.version = version;
  setting.clients = clients;
  setting.redo_fsync = redo;
  setting.binlog_fsync = binlog;
  return setting;
}

// One transaction at a time, 2 R + B each.
TEST(VersionVectorsModel, BuiltinInnodb) {
  for (const char* version : {"mysql-5.0", "mysql-5.1"}) {
    expect({{at(version, 1, 1, 1), {0.328, 0, 1}},
            {at(version, 16, 1, 1), {0.333, 0, 1}},
            {at(version, 1, 1, 3), {0.198}},
            {at(version, 16, 1, 3), {0.200}},
            {at(version, 1, 3, 1), {0.142}},
            {at(version, 16, 3, 1), {0.143}}},
           0.03);
  }
}

// Without innodb_support_xa: R + B each.
TEST(VersionVectorsModel, BuiltinInnodbWithoutXa) {
  Setting one = at("mysql-5.1", 1, 1, 3);
  one.innodb_support_xa = false;
  Setting many = one;
  many.clients = 16;
  expect({{one, {1 / 4.05}}, {many, {1 / 4.0}}}, 0.03);
}

// Redo log flushes are shared, the binary log takes one transaction at a time: 1 / B.
TEST(VersionVectorsModel, InnodbPlugin) {
  for (const char* version : {"mysql-5.1-plugin", "mysql-5.5"}) {
    expect({{at(version, 1, 1, 1), {0.328, 0, 1}},
            {at(version, 16, 1, 1), {1.000, 0, 1}},
            {at(version, 1, 1, 3), {0.198}},
            {at(version, 16, 1, 3), {0.333}},
            {at(version, 1, 3, 1), {0.142}},
            {at(version, 16, 3, 1), {1.000}}},
           0.03);
  }
}

// Up to 5.5 a session takes LOCK_log once more after its commit, and waits for the binary log sync of the other one before it
// begins its next transaction: (R + B) per transaction. Measured on 5.5.62: 4.15 ms with R = 1 ms, B = 3 ms.
TEST(VersionVectorsModel, TwoClientsWithoutGroupCommitTakeTurns) {
  for (const char* version : {"mysql-5.1-plugin", "mysql-5.5"}) {
    expect({{at(version, 2, 1, 3), {0.25, 8.0, 1}}, {at(version, 2, 2, 2), {0.25, 8.0, 1}}, {at(version, 3, 1, 3), {0.333, 9.0, 1}}}, 0.03);
  }
}

// Fsync-bound, all group commits are equal: 3 F with F = R = B, otherwise 2 max(R, B).
TEST(VersionVectorsModel, GroupCommit) {
  for (const char* version : {"mysql-5.6", "mysql-8.0.30", "mysql-8.0", "mysql-8.4", "mariadb-10.0", "mariadb-10.4", "mariadb-10.11"}) {
    expect({{at(version, 1, 1, 1), {0.488, 2.05, 1}},
            {at(version, 2, 1, 1), {0.974, 2.05, 1}},
            {at(version, 16, 1, 1), {5.33, 3.00, 5.33}},
            {at(version, 64, 1, 1), {21.3, 3.00, 21.3}},
            {at(version, 1, 1, 3), {0.247, 4.05}},
            {at(version, 2, 1, 3), {0.333, 6.0}},
            {at(version, 16, 1, 3), {2.67, 6.0, 8}},
            {at(version, 64, 1, 3), {10.7, 6.0, 32}},
            {at(version, 1, 3, 1), {0.247, 4.05}},
            {at(version, 2, 3, 1), {0.333, 6.0}},
            {at(version, 16, 3, 1), {2.67, 6.0, 8}},
            {at(version, 64, 3, 1), {10.7, 6.0, 32}}},
           0.03);
  }
}

Setting with_ack(int clients, double ack) {
  Setting setting;
  setting.version = "mariadb-10.11";
  setting.clients = clients;
  setting.ack = ack;
  return setting;
}

// MariaDB's two groups past the queue: about 2 (A + B) once A exceeds 2 B.
TEST(VersionVectorsModel, MariadbAfterSync) {
  expect({{with_ack(1, 0.5), {0.392}},
          {with_ack(16, 0.5), {5.33, 3.0}},
          {with_ack(64, 0.5), {21.3, 3.0}},
          {with_ack(1, 2), {0.247}},
          {with_ack(16, 2), {2.79, 5.7}},
          {with_ack(64, 2), {10.7, 6.0}},
          {with_ack(1, 10), {0.083}},
          {with_ack(16, 10), {0.773, 20.7}},
          {with_ack(64, 10), {2.95, 21.7}},
          {with_ack(1, 50), {0.0192}},
          {with_ack(16, 50), {0.167, 96}},
          {with_ack(64, 50), {0.637, 100}}},
         0.03);
}

// MariaDB wakes each session by itself: the serial engine commits delay nobody but those behind.
TEST(VersionVectorsModel, MariadbSerialEngineCommits) {
  for (const auto& [engine_commit, throughput] : {std::pair{0.02, 21.3}, std::pair{0.1, 10.0}}) {
    Setting setting = at("mariadb-10.11", 64, 1, 1);
    setting.engine_commit = engine_commit;
    expect({{setting, {throughput}}}, 0.03);
  }
}

}  // namespace
