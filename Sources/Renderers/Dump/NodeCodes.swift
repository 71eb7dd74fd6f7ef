package struct NodeCodes {
  private var codes: [String: Set<String>] = [:]
  private var blocks: Set<String> = []

  /// - Parameter diagnostics: The node path and the code of each diagnostic.
  package init(_ diagnostics: [(String?, String)]) {
    for (path, code) in diagnostics {
      guard let path, let slash = path.firstIndex(of: "/") else { continue }
      blocks.insert(String(path[..<slash]))
      codes[path, default: []].insert(code)
    }
  }

  package var isEmpty: Bool { codes.isEmpty }

  /// Returns whether a diagnostic is about a node of the section, which requires the node paths.
  func mention(_ blockCode: String) -> Bool { blocks.contains(blockCode) }

  package subscript(path: String) -> [String] { codes[path]?.sorted() ?? [] }
}
