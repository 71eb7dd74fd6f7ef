import SectionEngine

/// The frames of a design, matched with the screens of an app.
package struct ScreenPairs: Sendable {
  package let frames: [String]
  package let screens: [String]
  /// For each frame and each screen, the share of the frame's texts that the screen shows.
  package let shares: [[Double]]
  /// The best pairs, in the order of the frames. Each frame and each screen is in at most one.
  package let pairs: [(frame: Int, screen: Int)]

  /// The least share of a pair.
  private static let least = 0.2

  package init(
    _ frames: [(name: String, views: ViewHierarchy)],
    _ screens: [(name: String, views: ViewHierarchy)]
  ) {
    self.frames = frames.map(\.name)
    self.screens = screens.map(\.name)
    func texts(_ hierarchy: ViewHierarchy) -> [[Substring]: Int] {
      hierarchy.views.filter { !$0.isHidden }.compactMap(\.text)
        .reduce(into: [:]) { $0[SharedTexts.words(of: $1), default: 0] += 1 }
    }
    let shown = screens.map { texts($0.views) }
    shares = frames.map { frame in
      let wanted = texts(frame.views)
      let count = wanted.values.reduce(0, +)
      return shown.map { shown in
        let found = wanted.reduce(0) { $0 + min($1.value, shown[$1.key] ?? 0) }
        return count > 0 ? Double(found) / Double(count) : 0
      }
    }
    var best: [(frame: Int, screen: Int)] = []
    let (rows, shares) = (self.frames.indices, shares)
    let all = rows.flatMap { row in screens.indices.map { (frame: row, screen: $0) } }
      .filter { shares[$0.frame][$0.screen] >= Self.least }
    for pair in all.sorted(by: { a, b in
      (-shares[a.frame][a.screen], a.frame, a.screen) < (
        -shares[b.frame][b.screen], b.frame, b.screen
      )
    }) where !best.contains(where: { $0.frame == pair.frame || $0.screen == pair.screen }) {
      best.append(pair)
    }
    pairs = best.sorted { $0.frame < $1.frame }
  }

  package var unmatchedFrames: [String] {
    frames.indices.filter { frame in !pairs.contains { $0.frame == frame } }.map { frames[$0] }
  }

  package var unmatchedScreens: [String] {
    screens.indices.filter { screen in !pairs.contains { $0.screen == screen } }.map { screens[$0] }
  }

  /// The table of frames and screens, with the shares in percent; then the frames and screens that
  /// are in no pair.
  package var text: String {
    let cells = CellWidth()
    let rows =
      [["frame"] + screens.map { shown($0, limit: 40) }]
      + frames.indices.map { frame in
        [shown(frames[frame], limit: 40)]
          + screens.indices.map { screen in
            let isPair = pairs.contains { $0.frame == frame && $0.screen == screen }
            return percent(shares[frame][screen]) + (isPair ? " *" : "")
          }
      }
    let widths = rows[0].indices.map { column in
      rows.map { cells.width(of: $0[column]) }.max() ?? 0
    }
    var out = ""
    for row in rows {
      let line = zip(row, widths).map { text, width in
        text + String(repeating: " ", count: width - cells.width(of: text))
      }.joined(separator: "  ")
      out += String(line.reversed().drop { $0 == " " }.reversed()) + "\n"
    }
    return out + remarks.map { "\($0)\n" }.joined()
  }

  package var markdown: String {
    var out = "| frame | " + screens.map(Markdown.plain).joined(separator: " | ") + " |\n"
    out += "|---" + screens.map { _ in "|---" }.joined() + "|\n"
    for frame in frames.indices {
      let shares = screens.indices.map { screen in
        let isPair = pairs.contains { $0.frame == frame && $0.screen == screen }
        let share = percent(self.shares[frame][screen])
        return isPair ? "**\(share)**" : share
      }
      out += "| \(Markdown.plain(frames[frame])) | \(shares.joined(separator: " | ")) |\n"
    }
    return out + remarks.map { "\n\(Markdown.plain($0))\n" }.joined()
  }

  /// A sentence about the frames without a screen, and one about the screens without a frame.
  package var remarks: [String] {
    func words(_ names: [String], _ kind: String, _ other: String) -> String? {
      names.isEmpty
        ? nil
        : "\(counted(names.count, kind)) without \(other): "
          + names.map { shown($0, limit: 40) }.joined(separator: ", ")
    }
    return [
      words(unmatchedFrames, "frame", "a screen"), words(unmatchedScreens, "screen", "a frame"),
    ].compactMap(\.self)
  }

  private func percent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }
}
