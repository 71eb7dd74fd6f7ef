import LayoutCore
import Support

/// A finding about a node of the page, with the name of the rule that reports it.
package struct RedlineFinding: Sendable {
  package var diagnostic: Diagnostic
  /// The name of the rule, such as "touch-target"; the code if no rule reports the finding.
  package var rule: String

  package init(_ diagnostic: Diagnostic, rule: String) {
    (self.diagnostic, self.rule) = (diagnostic, rule)
  }

  /// The code and, unless it is the code, the rule: "SE2107 touch-target".
  fileprivate var name: String {
    let code = diagnostic.code.rawValue
    return rule == code ? code : "\(code) \(rule)"
  }

  fileprivate var message: String {
    diagnostic.message + (diagnostic.label.map { ": \($0)" } ?? "")
  }
}

/// The findings about a page. The findings of one node have consecutive numbers and one mark.
struct RedlineFindings {
  private struct Group {
    /// The number of the first finding, starting at 1.
    var first: Int
    var findings: [RedlineFinding]
    /// The id and the visible frame of the node; `nil` if the drawing does not have the node. The
    /// frame is empty if the node is scrolled out of view.
    var place: (id: String, frame: Rect)?

    /// The severity of the mark: the highest one.
    var severity: Diagnostic.Severity { findings.map(\.diagnostic.severity).max() ?? .note }
    /// The number or the numbers, such as "3" or "3–5".
    var numbers: String {
      findings.count == 1 ? "\(first)" : "\(first)–\(first + findings.count - 1)"
    }
  }

  private var groups: [Group] = []
  private let placer: LabelPlacer

  init(_ findings: [RedlineFinding], on drawing: RedlineDrawing) {
    let wireframe = drawing.wireframe
    var places: [String: (id: String, frame: Rect)] = [:]
    for (section, id) in zip(wireframe.sections, drawing.sectionIDs) {
      places[section.path] = (id, section.frame)
    }
    for (box, id) in zip(wireframe.boxes, drawing.boxIDs) where places[box.path] == nil {
      places[box.path] = (id, wireframe.visibleFrame(of: box))
    }
    var first = 1
    for group in findings.grouped(by: \.diagnostic.node) {
      let place = group[0].diagnostic.node.flatMap { places[$0] }
      groups.append(Group(first: first, findings: group, place: place))
      first += group.count
    }
    var placer = LabelPlacer()
    if groups.contains(where: { $0.place != nil }) { placer.avoidTexts(of: wireframe) }
    self.placer = placer
  }

  /// Writes a numbered box onto each node with findings. Its title has the messages.
  func writeMarks(to out: inout ByteWriter) {
    guard !groups.isEmpty else { return }
    var placer = placer
    out.write("<g class=\"findings\">\n")
    for group in groups {
      guard let (id, frame) = group.place, frame.width > 0, frame.height > 0 else { continue }
      out.write(markup: "<g class=\"\(group.severity.rawValue)\" data-node=\"\(id)\"><title>")
      for (index, finding) in group.findings.enumerated() {
        out.write(index == 0 ? "" : "\n")
        out.write(markup: "\(finding.name): \(finding.message)")
      }
      // The outline lies inside the frame, so that it does not cover what is beside the node.
      let inner = frame.inset(by: min(1, frame.width / 2, frame.height / 2))
      out.write(markup: "</title><rect\(inner)/>")
      let width = 8 + 6.5 * Double(group.numbers.count)
      let (right, bottom) = (frame.maxX - width, frame.maxY - Self.height)
      let corners = [
        (frame.x, frame.y), (right, frame.y), (right, bottom), (frame.x, bottom),
        (frame.maxX, frame.y), (frame.x - width, frame.y),
      ].map { Rect(x: $0.0, y: $0.1, width: width, height: Self.height) }
      if let badge = placer.place(corners) {
        out.write(
          markup: """
            <rect class="number"\(badge) rx="3"/><text class="bt" \
            x="\(badge.x + width / 2)" y="\(badge.y + 10.5)">\(group.numbers)</text>
            """)
      }
      out.write("</g>\n")
    }
    out.write("</g>\n")
  }

  /// Writes the list of the findings. An entry about a drawn node links to it.
  func writeList(to out: inout ByteWriter) {
    for group in groups {
      for (index, finding) in group.findings.enumerated() {
        let severity = finding.diagnostic.severity.rawValue
        let node: XML? = group.place.map { " data-node=\"\($0.id)\"" }
        out.write(
          markup: "<li value=\"\(group.first + index)\" class=\"\(severity)\"\(node)>")
        if let place = group.place {
          out.write(markup: "<a href=\"#\(place.id)\">\(finding.name)</a>")
        } else {
          out.write(markup: "<b>\(finding.name)</b>")
        }
        out.write(markup: " <span>\(finding.message)</span></li>\n")
      }
    }
  }

  private static let height = 14.0
}
