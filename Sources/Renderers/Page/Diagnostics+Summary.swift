import Support

extension [Diagnostic] {
  /// The number of diagnostics by severity and code, the most severe first: "1 error: SE1004 (1); 3
  /// warnings: SE3002 (2), SE3003 (1)"; `nil` without diagnostics.
  var summary: String? {
    let groups = Diagnostic.Severity.allCases.sorted(by: >).compactMap { severity -> String? in
      let codes = filter { $0.severity == severity }.map(\.code.rawValue)
      guard !codes.isEmpty else { return nil }
      let counts = Dictionary(codes.map { ($0, 1) }, uniquingKeysWith: +).sorted { $0.key < $1.key }
        .map { "\($0.key) (\($0.value))" }
      let plural = codes.count == 1 ? "" : "s"
      return "\(codes.count) \(severity.rawValue)\(plural): \(counts.joined(separator: ", "))"
    }
    return groups.isEmpty ? nil : groups.joined(separator: "; ")
  }
}
