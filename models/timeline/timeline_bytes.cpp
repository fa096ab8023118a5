// A timeline as bytes, from one process to another of the same program.
#include <cstring>
#include <stdexcept>
#include <type_traits>

#include "models/timeline/timeline.hpp"

namespace models {
namespace {

// Both go over the same fields in the same order, see `visit`.
class ByteWriter {
 public:
  template <class T>
  void operator()(const T& value) {
    if constexpr (std::is_trivially_copyable_v<T>) {
      bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
    } else {
      visit(*this, const_cast<T&>(value));
    }
  }
  void operator()(const std::string& text) {
    (*this)(text.size());
    bytes_ += text;
  }
  template <class T>
  void operator()(const std::vector<T>& all) {
    (*this)(all.size());
    for (const T& each : all) (*this)(each);
  }

  std::string bytes_;
};

class ByteReader {
 public:
  explicit ByteReader(const std::string& bytes) : bytes_(bytes) {}

  template <class T>
  void operator()(T& value) {
    if constexpr (std::is_trivially_copyable_v<T>) {
      need(sizeof value);
      std::memcpy(&value, bytes_.data() + at_, sizeof value);
      at_ += sizeof value;
    } else {
      visit(*this, value);
    }
  }
  void operator()(std::string& text) {
    std::size_t size = 0;
    (*this)(size);
    need(size);
    text = bytes_.substr(at_, size);
    at_ += size;
  }
  template <class T>
  void operator()(std::vector<T>& all) {
    std::size_t size = 0;
    (*this)(size);
    need(size);  // an element takes a byte at least
    all.resize(size);
    for (T& each : all) (*this)(each);
  }

 private:
  void need(std::size_t size) const {
    if (size > bytes_.size() - at_) throw std::runtime_error("a timeline's bytes end too early");
  }

  const std::string& bytes_;
  std::size_t at_ = 0;
};

template <class Archive>
void visit(Archive& archive, TimelineRow& row) {
  archive(row.server);
  archive(row.kind);
  archive(row.name);
  archive(row.detail);
  archive(row.order);
}

template <class Archive>
void visit(Archive& archive, TimelineLife& life) {
  archive(life.number);
  archive(life.row);
  archive(life.begin);
  archive(life.end);
  archive(life.has_ended);
  archive(life.entry);
  archive(life.original);
  archive(life.parts);
}

template <class Archive>
void visit(Archive& archive, TimelineGroup& group) {
  archive(group.number);
  archive(group.row);
  archive(group.members);
  archive(group.taken);
}

template <class Archive>
void visit(Archive& archive, Timeline& timeline) {
  archive(timeline.measured_from);
  archive(timeline.window);
  archive(timeline.rows);
  archive(timeline.lives);
  archive(timeline.groups);
  archive(timeline.spans);
  archive(timeline.events);
}

}  // namespace

std::string to_bytes(const Timeline& timeline) {
  ByteWriter writer;
  visit(writer, const_cast<Timeline&>(timeline));
  return writer.bytes_;
}

Timeline timeline_from_bytes(const std::string& bytes) {
  Timeline timeline;
  ByteReader reader(bytes);
  visit(reader, timeline);
  return timeline;
}

}  // namespace models
