#include "models/storage/device_costs.hpp"

namespace models {

sim::Schema<DeviceCosts> DeviceCosts::schema() {
  using D = DeviceCosts;
  return sim::Schema<D>("device kind", "what a kind of storage device takes to write and sync a small block")
      .field("name", &D::name, "how scenarios call it")
      .field("description", &D::description, "the device, and where the figures are from")
      .field("fdatasync", &D::fdatasync, "write from the page cache and fdatasync, part of a file overwritten: a redo log").required()
      .field("fsync", &D::fsync, "the same with fsync").required()
      .field("append_fdatasync", &D::append_fdatasync, "fdatasync of a file that has grown: a binary log; otherwise as fsync")
      .field("direct_write", &D::direct_write, "write with O_DIRECT, without a sync")
      .field("durable_write", &D::durable_write, "write with O_DSYNC; otherwise as fsync");
}

void put_over(CostProfile& costs, const DeviceCosts& device, const FilesOnDevice& files) {
  const Cost& append = device.append_fdatasync.or_else(device.fsync);
  if (files.redo_log) {
    costs.redo_fsync = device.fsync;
    costs.redo_fdatasync = device.fdatasync;
    costs.redo_direct_write = device.direct_write;
    costs.redo_durable_write = device.durable_write;
  }
  if (files.binary_log) costs.binlog_fsync = append;
  if (files.relay_log) costs.relay_log_fsync = append;
}

}  // namespace models
