// A libFuzzer target for every import reader: the one that COMMITSIM_FUZZ_FORMAT names, or else the one that recognises the input.
// Without a word of libFuzzer's own: `fuzz_import` with COMMITSIM_FUZZ_FORMAT=list prints the formats, one a line.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "calibration/readers/import_reader.hpp"

namespace {

const calibration::ImportReader* chosen_reader = nullptr;

void choose_reader(const std::string& format) {
  for (const calibration::ImportReader& each : calibration::import_readers()) {
    if (format == "list") std::puts(each.format.c_str());
    else if (each.format == format) chosen_reader = &each;
  }
  if (format == "list") std::exit(0);
  if (chosen_reader != nullptr) return;
  std::fprintf(stderr, "fuzz_import: no reader of '%s'\n", format.c_str());
  std::exit(2);
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  if (const char* format = std::getenv("COMMITSIM_FUZZ_FORMAT")) choose_reader(format);
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  calibration::ImportOptions options;
  options.may_open_other_files = false;
  sim::Diagnostics diagnostics;
  auto source = calibration::TextSource::of_text(text, "input");
  sim::Json json;
  if (chosen_reader == nullptr) {
    json = import_source(source, options, diagnostics);
  } else {
    chosen_reader->recognise(source.head(), source.name());
    json = chosen_reader->read(source, options, diagnostics);
  }
  return json.dump(-1, ' ', false, sim::Json::error_handler_t::replace).empty() ? 1 : 0;
}
