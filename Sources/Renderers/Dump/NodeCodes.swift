import Diagnostics

/// Codes of the diagnostics that name a node, by the node's path.
struct NodeCodes {
  private var codes: [String: [String]] = [:]
  private var blocks: Set<String> = []

  init(_ diagnostics: [Diagnostic]) {
    for diagnostic in diagnostics {
      guard let path = diagnostic.node, let slash = path.firstIndex(of: "/") else { continue }
      blocks.insert(String(path[..<slash]))
      let code = diagnostic.code.rawValue
      if codes[path]?.contains(code) != true { codes[path, default: []].append(code) }
    }
    for path in codes.keys { codes[path]?.sort() }
  }

  /// Returns whether a diagnostic names a node of the section, so that paths are needed.
  func mention(_ blockCode: String) -> Bool { blocks.contains(blockCode) }

  /// The codes for a path, sorted, without duplicates.
  subscript(path: String) -> [String] { codes[path] ?? [] }
}
