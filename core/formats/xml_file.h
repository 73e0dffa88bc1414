#pragma once

#include <cstdint>
#include <pugixml.hpp>
#include <string>
#include <string_view>

#include "core/formats/format_error.h"

namespace gridlens {

// An XML file of bounded size that knows the line of each element. Elements must not outlive it.
class XmlFile {
 public:
  // Throws FormatError where it is malformed. `bytes` is borrowed.
  explicit XmlFile(std::string_view bytes);

  [[nodiscard]] pugi::xml_node root() const { return document_.document_element(); }
  [[nodiscard]] int line_of(const pugi::xml_node& node) const;

  // Throws a FormatError with the element's line.
  [[noreturn]] void fail(const pugi::xml_node& node, const std::string& reason) const {
    throw FormatError(line_of(node), reason);
  }

  // A whole number from `least` to `most`; `missing` where there is no such attribute. Throws
  // FormatError for anything else.
  [[nodiscard]] std::int64_t number(const pugi::xml_node& node, const char* attribute,
                                    std::int64_t missing, std::int64_t least,
                                    std::int64_t most) const;

 private:
  [[nodiscard]] int line_at(std::ptrdiff_t offset) const;

  std::string_view bytes_;
  pugi::xml_document document_;
};

// The document as a file's text.
std::string xml_text(const pugi::xml_document& document);

}  // namespace gridlens
