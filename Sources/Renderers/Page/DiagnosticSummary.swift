import Support

/// The number of diagnostics by severity, the most severe first, and by code.
struct DiagnosticSummary {
  struct Group {
    var severity: Diagnostic.Severity
    var count: Int
    /// The number of diagnostics per code, sorted by code.
    var codes: [(code: String, count: Int)]
  }

  let groups: [Group]

  init(_ diagnostics: [Diagnostic]) {
    groups = Diagnostic.Severity.allCases.sorted(by: >).compactMap { severity in
      let ofSeverity = diagnostics.filter { $0.severity == severity }
      guard !ofSeverity.isEmpty else { return nil }
      let counts = Dictionary(ofSeverity.map { ($0.code.rawValue, 1) }, uniquingKeysWith: +)
      return Group(
        severity: severity, count: ofSeverity.count,
        codes: counts.sorted { $0.key < $1.key }.map { (code: $0.key, count: $0.value) })
    }
  }

  var isEmpty: Bool { groups.isEmpty }

  func count(_ severity: Diagnostic.Severity) -> Int {
    groups.first { $0.severity == severity }?.count ?? 0
  }

  /// The summary as text: "1 error: SE1004 (1); 3 warnings: SE3002 (2), SE3003 (1)".
  var text: String {
    groups.map { group in
      let codes = group.codes.map { "\($0.code) (\($0.count))" }.joined(separator: ", ")
      return "\(group.count) \(group.severity.rawValue)\(group.count == 1 ? "" : "s"): \(codes)"
    }.joined(separator: "; ")
  }
}
