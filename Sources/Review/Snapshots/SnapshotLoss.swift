import SectionEngine

/// The sections of one block code that were rendered in a snapshot, but are placeholders now.
package struct SnapshotLoss: Sendable, Hashable {
  package var blockCode: String
  /// The providers of the sections in the snapshot, such as "scr@1.0.0".
  package var providers: [String]
  /// The number of these sections.
  package var count: Int
  /// The reason of the first placeholder, such as "no provider for the code".
  package var reason: String

  /// Returns the losses by block code, in order of the new dump; none if one text is not a dump.
  static func losses(from old: [UInt8], to new: [UInt8]) -> [SnapshotLoss] {
    guard let old = DumpParser.parse(old, file: "").page,
      let new = DumpParser.parse(new, file: "").page
    else { return [] }
    let before = Dictionary(grouping: old.drawings, by: \.blockCode)
    let after = Dictionary(grouping: new.drawings, by: \.blockCode)
    var known: Set<String> = []
    return new.drawings.compactMap { section in
      let code = section.blockCode
      guard let reason = section.placeholderReason, known.insert(code).inserted else { return nil }
      let (was, now) = (before[code] ?? [], after[code] ?? [])
      let count = min(
        was.count { $0.provider != nil } - now.count { $0.provider != nil },
        now.count { $0.placeholderReason != nil } - was.count { $0.placeholderReason != nil })
      guard count > 0 else { return nil }
      return SnapshotLoss(
        blockCode: code, providers: was.compactMap(\.provider).uniqued, count: count,
        reason: reason)
    }
  }
}

extension SnapshotFeedState {
  /// Returns the losses of all recorded cells that are rendered differently now.
  package func losses(among drawings: SnapshotDrawings) -> [SnapshotCell: [SnapshotLoss]] {
    var known: [Int: [SnapshotText: [SnapshotLoss]]] = [:]
    var result: [SnapshotCell: [SnapshotLoss]] = [:]
    for (cell, drawing) in drawings {
      guard case .different(let text) = drawing else { continue }
      for file in files(of: cell) {
        guard let bytes = files[file].bytes else { continue }
        let losses = known[file]?[text] ?? SnapshotLoss.losses(from: bytes, to: text.bytes)
        known[file, default: [:]][text] = losses
        if !losses.isEmpty, result[cell] == nil { result[cell] = losses }
      }
    }
    return result
  }
}

extension Page {
  /// Each section with its provider, `nil` for a generic section, or with the placeholder's reason.
  fileprivate var drawings: [(blockCode: String, provider: String?, placeholderReason: String?)] {
    guard let lines else { return [] }
    return lines.filter { $0.kind == .section(.section) }.map { line in
      let attributes = lines.tail(of: line).attributes
      let fallback = attributes["fallback"] ?? ""
      let placeholder = "placeholder: "
      let isPlaceholder = fallback.hasPrefix(placeholder)
      let hasProvider = !isPlaceholder && !fallback.hasPrefix("generic: ")
      return (
        lines.text(line.name), hasProvider ? attributes["via"] ?? "" : nil,
        isPlaceholder ? String(fallback.dropFirst(placeholder.count)) : nil
      )
    }
  }
}
