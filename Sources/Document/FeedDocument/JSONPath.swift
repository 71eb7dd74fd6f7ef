internal import Support

/// A JSON path as diagnostics print it and options accept it: `$.data.blocks[4]['a b']`.
///
/// Printed paths are normalized paths of RFC 9535, except that names which are identifiers follow a
/// dot.
package struct JSONPath {
  package enum Step: Equatable {
    case name(String)
    case index(UInt32)
  }

  package var isAbsolute = false
  package var steps: [Step] = []

  static func append(_ name: UnsafeBufferPointer<UInt8>, to path: inout String) {
    if isIdentifier(name) {
      path += "."
      path += String(decoding: name, as: UTF8.self)
      return
    }
    path += "['"
    for scalar in String(decoding: name, as: UTF8.self).unicodeScalars {
      switch scalar {
      case "'": path += "\\'"
      case "\\": path += "\\\\"
      case "\u{8}": path += "\\b"
      case "\t": path += "\\t"
      case "\n": path += "\\n"
      case "\u{C}": path += "\\f"
      case "\r": path += "\\r"
      case "\0"..<" ":
        path += "\\u" + hexadecimal(scalar.value, digits: 4)
      default: path.unicodeScalars.append(scalar)
      }
    }
    path += "']"
  }

  static func append(_ index: Int, to path: inout String) { path += "[\(index)]" }

  private static func isIdentifier(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = name.first, !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= first) else {
      return false
    }
    return name.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
  }
}
