import FeedDocument
import LayoutCases
import LayoutCore

/// Layout cases, which are read, laid out twice, and compared with their expectations.
enum Cases {
  static func run(_ bytes: [UInt8]) throws(Violation) {
    guard let document = FeedDocument.parse(PaddedBytes(bytes), name: "cases.json").value else {
      return
    }
    // The engine does not descend below its depth limit, but a million nodes take too long.
    guard document.tape.values.count < 20_000 else { return }
    let report = FlexCaseFile.check(document)
    try hold(report == FlexCaseFile.check(document), "the same cases have two results")
    guard let file = try? FlexCaseFile(document) else { return }
    for case .success(let test) in file.cases {
      _ = test.warnings
      guard let runs = try? test.layOut(), let again = try? test.layOut() else { continue }
      for (run, other) in zip(runs, again) {
        for (node, frame) in run.frames.enumerated() {
          let sides = [frame.x, frame.y, frame.width, frame.height]
          try hold(sides.allSatisfy(\.isFinite), "node \(node) has \(frame)")
          try hold(frame.width >= 0 && frame.height >= 0, "node \(node) has \(frame)")
        }
        try hold(run.frames == other.frames, "the same tree has two layouts")
      }
    }
  }

  /// Returns files with one case each: the project's own cases.
  static func seeds(_ repository: Repository) -> [[UInt8]] {
    let file = repository.bytes("Tests/LayoutRules/flexbox.json")
    guard let document = FeedDocument.parse(PaddedBytes(file), name: "flexbox.json").value else {
      return []
    }
    let cases = document.root["cases"].children.map { value in
      let start = Int(document.tape.values[Int(value.index)].offset)
      var depth = 0
      let length = document.text[start...].prefix { byte in
        if byte == UInt8(ascii: "{") { depth += 1 }
        if byte == UInt8(ascii: "}") { depth -= 1 }
        return depth > 0
      }.count
      return Array(document.text[start...start + length])
    }
    return cases.map { value in
      Array(#"{"format": "flex-layout-cases/1", "cases": ["#.utf8) + value + Array("]}".utf8)
    }
  }
}
