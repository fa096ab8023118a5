// What files on a device of some kind cost to write and sync: the numbers that fio or pg_test_fsync measure. They go into a
// cost profile in place of its own.
#pragma once

#include <string>

#include "models/cost_profile.hpp"

namespace models {

// Times of one small block. A sync writes the block from the page cache to the device, and then flushes the device.
struct DeviceCosts {
  std::string name;
  std::string description;
  Cost fdatasync;          // part of the file was overwritten: no metadata changed that matters
  Cost fsync;              // the same, with the file's times journaled
  Cost append_fdatasync;   // the file has grown, which is journaled as well; not stated: as fsync
  Cost direct_write;       // O_DIRECT, without a sync; not stated: as the profile's
  Cost durable_write;      // O_DSYNC; not stated: as fsync

  static sim::Schema<DeviceCosts> schema();
};

// Which of a server's files are on the device.
struct FilesOnDevice {
  bool redo_log = true;
  bool binary_log = true;
  bool relay_log = true;
};

// The redo log is overwritten in place; the binary log and the relay log grow.
void put_over(CostProfile& costs, const DeviceCosts& device, const FilesOnDevice& files);

}  // namespace models
