/// A section line of a dump, parsed independently of the product's parser.
struct DumpSection {
  var code: String
  var x, y, width, height: Double
  var line: Substring

  /// Returns all section lines of a dump.
  static func sections(of dump: String) -> [DumpSection] {
    dump.split(separator: "\n").compactMap { line in
      guard line.hasPrefix("  section ") else { return nil }
      let words = line.dropFirst(10).split(separator: " ")
      guard words.count > 2 else { return nil }
      let origin = words[1].dropFirst().split(separator: ",").compactMap { Double($0) }
      let size = words[2].split(separator: "x").compactMap { Double($0) }
      guard origin.count == 2, size.count == 2 else { return nil }
      return DumpSection(
        code: String(words[0]), x: origin[0], y: origin[1], width: size[0], height: size[1],
        line: line)
    }
  }

  func value(of key: String) -> String? {
    line.split(separator: " ").first { $0.hasPrefix(key + "=") }.map {
      String($0.dropFirst(key.count + 1))
    }
  }
}
