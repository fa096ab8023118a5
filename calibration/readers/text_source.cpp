#include "calibration/readers/text_source.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>

#include <fmt/format.h>

#include "calibration/readers/utf16_stream.hpp"
#include "sim/config/encoding.hpp"

namespace calibration {
namespace {

constexpr std::size_t kChunk = kHeadBytes;

bool begins_with_utf16(std::istream& stream) {
  char head[2] = {};
  stream.read(head, sizeof head);
  const std::string_view found(head, static_cast<std::size_t>(stream.gcount()));
  stream.clear();
  stream.seekg(0);
  return is_utf16(found);
}

std::string fault_of_head(std::string_view head) {
  if (head.empty()) return "the file is empty";
  if (head.find('\0') != std::string_view::npos) return "holds NUL characters; this is not a text file";
  return "";
}

}  // namespace

TextSource::TextSource(std::unique_ptr<std::istream> stream, std::string name)
    : stream_(std::move(stream)), name_(std::make_shared<const std::string>(std::move(name))) {
  fill();
  const std::size_t mark = buffer_.size() - sim::without_byte_order_mark(buffer_).size();
  has_byte_order_mark_ = mark > 0;
  begin_ = mark;
}

TextSource TextSource::of_text(std::string_view text, std::string name) {
  return {std::make_unique<std::istringstream>(std::string(text)), std::move(name)};
}

std::optional<TextSource> TextSource::open(const std::string& path, sim::Diagnostics& diagnostics) {
  const auto fail = [&](const std::string& message) {
    diagnostics.error({path, 0, 0}, message);
    return std::nullopt;
  };
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) return fail("is a directory; a file was expected");
  errno = 0;
  std::unique_ptr<std::istream> stream = std::make_unique<std::ifstream>(path, std::ios::binary);
  if (!*stream) return fail(fmt::format("cannot be read: {}", std::strerror(errno)));
  if (std::filesystem::is_regular_file(path, ignored) && begins_with_utf16(*stream)) stream = utf8_of_utf16(std::move(stream));
  TextSource source(std::move(stream), path);
  if (const std::string fault = fault_of_head(source.head()); !fault.empty()) return fail(fault);
  return source;
}

// Appends a chunk to what is unread; false at the end of the file.
bool TextSource::fill() {
  buffer_.erase(0, begin_);
  begin_ = 0;
  const std::size_t size = buffer_.size();
  buffer_.resize(size + kChunk);
  stream_->read(buffer_.data() + size, static_cast<std::streamsize>(kChunk));
  buffer_.resize(size + static_cast<std::size_t>(stream_->gcount()));
  return buffer_.size() > size;
}

bool TextSource::next_line(sim::Diagnostics& diagnostics) {
  if (has_failed_) return false;
  std::size_t end = buffer_.find('\n', begin_);
  while (end == std::string::npos && buffer_.size() - begin_ <= kLineBytes) {
    const std::size_t seen = buffer_.size() - begin_;
    if (!fill()) break;
    end = buffer_.find('\n', seen);
  }
  const bool is_last = end == std::string::npos;
  if (is_last && begin_ == buffer_.size()) return false;
  const std::size_t size = (is_last ? buffer_.size() : end) - begin_;
  ++line_number_;
  line_ = std::string_view(buffer_).substr(begin_, size);
  const bool has_nul = line_.find('\0') != std::string_view::npos;
  if (size > kLineBytes || has_nul) {
    diagnostics.error(place(), has_nul ? "a NUL character; this is not a text file"
                                       : fmt::format("a line longer than {} KiB; the reading stops here", kLineBytes >> 10U));
    has_failed_ = true;
    return false;
  }
  ended_in_crlf_ = line_.ends_with('\r') && !is_last;
  if (line_.ends_with('\r')) line_.remove_suffix(1);
  begin_ += size + (is_last ? 0 : 1);
  return true;
}

std::optional<std::string> TextSource::rest(std::size_t limit, sim::Diagnostics& diagnostics) {
  while (buffer_.size() - begin_ <= limit && fill()) {
  }
  if (buffer_.size() - begin_ > limit) {
    diagnostics.error(whole(), fmt::format("larger than {} MiB", limit >> 20U));
    return std::nullopt;
  }
  std::string text = buffer_.substr(begin_);
  begin_ = buffer_.size();
  return text;
}

}  // namespace calibration
