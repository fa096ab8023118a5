// What fio, ioping and pg_test_fsync say about the time that a sync takes.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "calibration/readers/named_values.hpp"
#include "calibration/readers/text_source.hpp"
#include "sim/config/codec.hpp"

namespace calibration {

// One job that wrote to a device. Values: fsync_mean_us, fsync_p99_us, ... of the sync alone, N syncs; write_clat_mean_us, ...
// of the write before it; write_iops, read_iops.
struct FsyncJob {
  std::string name;
  sim::Location place;
  std::string version;     // of fio, "3.28"; empty: not said
  std::string sync_call;   // fsync, fdatasync, O_SYNC, O_DSYNC; empty: not said
  bool is_call_guessed = false;
  int error = 0;           // of the job, as an errno
  std::map<std::string, std::string> options;
  NamedValues values;

  bool has_sync() const { return values.get("fsync_mean_us").has_value(); }
  // Whether each write waits for its own sync, so that write_clat is the time of both: by O_SYNC, or because with one write in
  // flight the writes alone take all the time.
  bool do_writes_sync() const;
};

// The file's jobs. Faults and doubts go to the diagnostics.
std::vector<FsyncJob> read_fio_json(TextSource& source, sim::Diagnostics& diagnostics);
std::vector<FsyncJob> read_fio_text(TextSource& source, sim::Diagnostics& diagnostics);

// Sets sync_call by the options of the job, else by the words around it or the file's name (which is a guess).
void find_sync_call(FsyncJob& job, std::string_view words_around, const std::string& file_name);

// Says what cannot be trusted, and returns the fields of an import.
sim::Json fsync_jobs_json(const std::vector<FsyncJob>& jobs, const TextSource& source, sim::Diagnostics& diagnostics);

}  // namespace calibration
