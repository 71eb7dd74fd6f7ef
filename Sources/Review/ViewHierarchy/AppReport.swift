import Support
import LayoutCore
import Renderers

/// Writes the differences between an app and a page as text, Markdown or JSON.
package struct AppReport {
  let comparison: AppComparison

  package init(_ comparison: AppComparison) { self.comparison = comparison }

  package var isEmpty: Bool { comparison.isEmpty }

  private struct Line {
    var mark: String
    var label: String
    var details: String
    var isNode = false
  }

  private var headline: String {
    let comparison = comparison
    return "\(shown(comparison.feed)) beside \(shown(comparison.scrollView)): "
      + "\(counted(comparison.comparedSections, "section")) and "
      + "\(counted(comparison.comparedNodes, "node")) compared, tolerance \(points(comparison.tolerance))"
  }

  private var lines: [Line] {
    var lines: [Line] = []
    for section in comparison.sections {
      lines.append(
        Line(
          mark: "~", label: shown(section.path, limit: 80), details: section.own.map(words) ?? ""))
      for node in section.nodes {
        let path = node.path.dropFirst(section.path.count + 1)
        lines.append(
          Line(mark: "", label: shown(String(path), limit: 60), details: words(node), isNode: true))
      }
    }
    for push in comparison.pushes {
      let sections =
        push.count == 1
        ? shown(push.first) : "\(shown(push.first)) to \(shown(push.last)) (\(push.count))"
      lines.append(
        Line(
          mark: "", label: sections, details: "moved \(signed(push.distance)) with what is above"))
    }
    for path in comparison.missing {
      lines.append(
        Line(mark: "-", label: shown(path, limit: 80), details: "on screen, but no view shows it"))
    }
    for stranger in comparison.strangers {
      let name = stranger.identifier.map { "\(stranger.view) `\($0)`" } ?? stranger.view
      lines.append(
        Line(
          mark: "+", label: shown(name, limit: 80),
          details: "\(words(stranger.frame)), not on the page"))
    }
    return lines
  }

  /// The summary:
  /// "1 section differs, 3 agree, 9 not shown by the app; greatest deviation 22 (height of A)".
  private var summary: String {
    let comparison = comparison
    var parts: [String] = []
    let count = comparison.sections.count
    if count > 0 {
      parts.append("\(counted(count, "section")) \(count == 1 ? "differs" : "differ")")
    }
    if comparison.agreeing > 0 {
      let agree = comparison.agreeing == 1 ? "agrees" : "agree"
      parts.append(
        parts.isEmpty
          ? "\(counted(comparison.agreeing, "section")) \(agree)"
          : "\(comparison.agreeing) \(agree)")
    }
    if !comparison.missing.isEmpty { parts.append("\(comparison.missing.count) missing") }
    if comparison.notShown > 0 { parts.append("\(comparison.notShown) not shown by the app") }
    if !comparison.strangers.isEmpty {
      parts.append("\(counted(comparison.strangers.count, "view")) not on the page")
    }
    guard let greatest = comparison.greatest, greatest.greatest > 0 else {
      return parts.joined(separator: ", ")
    }
    let sides = [
      (greatest.x, "x"), (greatest.y, "y"), (greatest.width, "width"), (greatest.height, "height"),
    ]
    let side = sides.first { abs($0.0) == greatest.greatest }?.1 ?? ""
    return parts.joined(separator: ", ")
      + "; greatest deviation \(points(greatest.greatest)) (\(side) of \(shown(greatest.path, limit: 80)))"
  }

  private func words(_ deviation: AppComparison.Deviation) -> String {
    let sides = [
      (deviation.x, "x"), (deviation.y, "y"), (deviation.width, "wide"), (deviation.height, "high"),
    ].filter { abs($0.0) > comparison.tolerance }
    var parts: [String] = []
    if !deviation.texts.isEmpty {
      parts.append(
        "page \"\(shown(deviation.texts[0], limit: 32))\", app \"\(shown(deviation.texts[1], limit: 32))\""
      )
    }
    if !sides.isEmpty {
      parts.append(
        "page \(words(deviation.page)), app \(words(deviation.app)) ("
          + sides.map { "\(signed($0.0)) \($0.1)" }.joined(separator: ", ") + ")")
    }
    return parts.joined(separator: ", ")
  }

  private func words(_ rect: Rect) -> String {
    "@\(points(rect.x)),\(points(rect.y)) \(points(rect.width))x\(points(rect.height))"
  }

  // MARK: Formats

  package func text(color: Bool) -> String {
    func styled(_ text: String, _ parameters: String) -> String {
      color ? TerminalText.styled(text, parameters: parameters) : text
    }
    var out = styled(headline, "1") + "\n"
    let cells = CellWidth()
    let column = min(lines.filter(\.isNode).map { cells.width(of: $0.label) }.max() ?? 0, 56)
    for line in lines {
      let space =
        line.isNode
        ? String(repeating: " ", count: max(0, column - cells.width(of: line.label))) : ""
      let tone = ["~": "33", "-": "31", "+": "32"][line.mark]
      let mark = line.mark.isEmpty ? " " : line.mark
      let start = line.isNode ? "    " : "\(mark) "
      let label = tone.map { styled(start + line.label, $0) } ?? start + line.label
      out += label + (line.details.isEmpty ? "" : "\(space)  \(line.details)") + "\n"
    }
    return out + summary + "\n"
  }

  package var markdown: String {
    var out = "**\(DiffMarkdown.plain(headline))**\n\n\(DiffMarkdown.plain(summary))\n"
    let lines = lines
    guard !lines.isEmpty else { return out }
    out += "\n| | box | difference |\n|---|---|---|\n"
    for line in lines {
      out +=
        "| \(line.mark) | \(DiffMarkdown.plain(line.label)) | \(DiffMarkdown.plain(line.details)) |\n"
    }
    return out
  }

  package var json: [UInt8] {
    JSONWriter.document { json in
      json.write("$schema", DiffSchema.identifier)
      json.write("agreeing", comparison.agreeing)
      json.object("compared") { json in
        json.write("nodes", comparison.comparedNodes)
        json.write("sections", comparison.comparedSections)
      }
      json.write("different", !comparison.isEmpty)
      json.write("feed", comparison.feed)
      json.array("missing", comparison.missing) { $0.write($1) }
      json.write("notShown", comparison.notShown)
      json.objects("pushes", comparison.pushes) { json, push in
        json.write("count", push.count)
        json.write("distance", push.distance)
        json.write("first", push.first)
        json.write("last", push.last)
      }
      json.write("schemaVersion", DiffSchema.version)
      json.write("scrollView", comparison.scrollView)
      json.objects("sections", comparison.sections) { json, section in
        json.array("nodes", section.nodes) { $0.write(deviation: $1) }
        if let own = section.own {
          json.key("own")
          json.write(deviation: own)
        }
        json.write("path", section.path)
      }
      json.objects("strangers", comparison.strangers) { json, stranger in
        json.object("frame") { $0.write(sides: stranger.frame) }
        if let identifier = stranger.identifier { json.write("identifier", identifier) }
        json.write("view", stranger.view)
      }
      json.write("tolerance", comparison.tolerance)
    }
  }
}

extension JSONWriter {
  fileprivate mutating func write(deviation: AppComparison.Deviation) {
    beginObject()
    object("app") { $0.write(sides: deviation.app) }
    object("by") { json in
      json.write("height", deviation.height)
      json.write("width", deviation.width)
      json.write("x", deviation.x)
      json.write("y", deviation.y)
    }
    object("page") { $0.write(sides: deviation.page) }
    write("path", deviation.path)
    if deviation.texts.count == 2 {
      object("text") { json in
        json.write("app", deviation.texts[1])
        json.write("page", deviation.texts[0])
      }
    }
    write("view", deviation.view)
    endObject()
  }

  fileprivate mutating func write(sides rect: Rect) {
    write("height", rect.height)
    write("width", rect.width)
    write("x", rect.x)
    write("y", rect.y)
  }
}
