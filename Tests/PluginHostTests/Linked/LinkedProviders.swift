import SectionKit

/// Draws a list of numbers as rows of these heights.
struct Heights: SectionProvider {
  static let blockCodes: [StaticString] = ["HEIGHTS"]
  static let showTypes: [StaticString] = ["ROWS"]
  let heights: [Double]
  init(_ block: Block) throws {
    guard block["rows"].kind == .array else { throw Decline("no rows", at: block.root) }
    heights = try block["rows"].decode()
  }
  var rowCount: Int { heights.count }
  func rowHeight(_ row: Int) -> RowHeight { .points(heights[row]) }
}

/// Draws every block as one row of 10 points.
struct AnyBlock: SectionProvider {
  static let blockCodes: [StaticString] = ["*"]
  init(_ block: Block) {}
  func rowHeight(_ row: Int) -> RowHeight { .points(10) }
}

/// Claims the code of `Heights` and one of its own, twice.
struct SecondHeights: SectionProvider {
  static let blockCodes: [StaticString] = ["HEIGHTS", "SECOND", "SECOND"]
  init(_ block: Block) {}
  func rowHeight(_ row: Int) -> RowHeight { .points(77) }
}

/// Does with a block what its member `does` says.
struct Misbehaving: SectionProvider {
  static let blockCodes: [StaticString] = ["BAD"]
  let does: String
  init(_ block: Block) throws {
    does = block["does"].string ?? ""
    if does == "fail" { throw PayloadError("nothing fits", at: block["does"]) }
    if does == "decline" { throw Decline("not mine", at: block["does"]) }
    if does == "warn" { block.warn("odd", at: block["does"]) }
  }
  var rowCount: Int { does == "many rows" ? 10_001 : 1 }
  func rowHeight(_ row: Int) -> RowHeight { .points(does == "no number" ? .nan : 5) }
  func body(row: Int) throws -> Body {
    if does == "fail late" { throw PayloadError("no body") }
    return Body((0..<(does == "many nodes" ? 100_001 : 0)).map { _ in Stack().node })
  }
}

/// Claims nothing.
struct Claimless: SectionProvider {
  static let blockCodes: [StaticString] = []
  init(_ block: Block) {}
}

enum Linked {
  static let misnamed = SectionPlugin(id: "my sections", version: "1.0.0", [Heights.self])
  static let claimless = SectionPlugin(id: "claimless", version: "1.0.0", [Claimless.self])
  static let empty = SectionPlugin(id: "empty", version: "1.0.0", [])
  static let engineOwn = SectionPlugin(id: "placeholder", version: "1.0.0", [Heights.self])
  static let app = SectionPlugin(id: "app", version: "2.0.0", [AnyBlock.self])
  static let second = SectionPlugin(id: "second", version: "1.0.0", [SecondHeights.self])
}
