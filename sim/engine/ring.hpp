// A first-in first-out queue in one block of memory that doubles when full and never shrinks: no allocation per element.
#pragma once

#include <boost/circular_buffer.hpp>
#include <cstddef>
#include <utility>

namespace sim {

template <class T>
class Ring {
 public:
  bool empty() const { return values_.empty(); }
  std::size_t size() const { return values_.size(); }

  void push(T value) {
    if (values_.full()) values_.set_capacity(values_.capacity() * 2);
    values_.push_back(std::move(value));
  }

  T& front() { return values_.front(); }
  const T& front() const { return values_.front(); }
  T& back() { return values_.back(); }
  const T& back() const { return values_.back(); }
  T& operator[](std::size_t index) { return values_[index]; }
  const T& operator[](std::size_t index) const { return values_[index]; }

  // Removes and returns the oldest element. There must be one.
  T pop() {
    T value = std::move(values_.front());
    values_.pop_front();
    return value;
  }

  void clear() { values_.clear(); }
  auto begin() const { return values_.begin(); }
  auto end() const { return values_.end(); }

 private:
  static constexpr std::size_t kFirstCapacity = 16;
  boost::circular_buffer<T> values_{kFirstCapacity};
};

}  // namespace sim
