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

  /// Whether paths need to be made at all for a section.
  func mention(_ blockCode: String) -> Bool { blocks.contains(blockCode) }

  /// Sorted, each once.
  subscript(path: String) -> [String] { codes[path] ?? [] }
}
