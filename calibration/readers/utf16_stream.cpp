#include "calibration/readers/utf16_stream.hpp"

#include <iconv.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string>
#include <utility>

namespace calibration {
namespace {

constexpr std::string_view kLittleEndian = "\xFF\xFE";
constexpr std::string_view kBigEndian = "\xFE\xFF";
constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
constexpr std::size_t kPiece = std::size_t{32} << 10U;
constexpr std::size_t kUnit = 2;

// Converts by iconv(3); what is cut at the end of a piece waits for the next.
class Utf8Buffer final : public std::streambuf {
 public:
  explicit Utf8Buffer(std::unique_ptr<std::istream> stream) : stream_(std::move(stream)) {
    const bool is_big = stream_->peek() == 0xFE;
    converter_ = ::iconv_open("UTF-8", is_big ? "UTF-16BE" : "UTF-16LE");
  }
  ~Utf8Buffer() override { ::iconv_close(converter_); }
  Utf8Buffer(const Utf8Buffer&) = delete;
  Utf8Buffer& operator=(const Utf8Buffer&) = delete;

 protected:
  int_type underflow() override {
    text_.clear();
    while (text_.empty()) {
      std::array<char, kPiece> piece;
      stream_->read(piece.data(), static_cast<std::streamsize>(piece.size()));
      left_.append(piece.data(), static_cast<std::size_t>(stream_->gcount()));
      if (left_.empty()) return traits_type::eof();
      convert(stream_->gcount() == 0);
    }
    setg(text_.data(), text_.data(), text_.data() + text_.size());
    return traits_type::to_int_type(text_.front());
  }

 private:
  void convert(bool is_last) {
    char* from = left_.data();
    std::size_t size = left_.size();
    while (size > 0) {
      std::array<char, kPiece> converted;
      char* to = converted.data();
      std::size_t room = converted.size();
      const std::size_t status = ::iconv(converter_, &from, &size, &to, &room);
      text_.append(converted.data(), converted.size() - room);
      if (status != static_cast<std::size_t>(-1) || errno == E2BIG) continue;
      if (errno == EINVAL && !is_last) break;
      const std::size_t skipped = std::min(size, kUnit);
      from += skipped;
      size -= skipped;
      text_ += kReplacement;
    }
    left_.erase(0, left_.size() - size);
  }

  std::unique_ptr<std::istream> stream_;
  iconv_t converter_;
  std::string left_;
  std::string text_;
};

// A stream that owns its buffer.
class Utf8Stream final : public std::istream {
 public:
  explicit Utf8Stream(std::unique_ptr<std::istream> stream) : std::istream(nullptr), buffer_(std::move(stream)) { rdbuf(&buffer_); }

 private:
  Utf8Buffer buffer_;
};

}  // namespace

bool is_utf16(std::string_view head) { return head.starts_with(kLittleEndian) || head.starts_with(kBigEndian); }

std::unique_ptr<std::istream> utf8_of_utf16(std::unique_ptr<std::istream> stream) {
  return std::make_unique<Utf8Stream>(std::move(stream));
}

}  // namespace calibration
