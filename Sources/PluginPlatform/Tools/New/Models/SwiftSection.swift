/// Writes the Swift provider of a drafted plugin, which reads all values in `init`.
struct SwiftSection {
  let name: PluginName
  let blockCode: String
  let table: ModelTable
  let root: ModelType
  let plan: BodyPlan

  var source: String {
    """
    import SectionKit

    /// Draws blocks of the code \(SourceLiteral.comment(blockCode)): \(summary).
    struct \(name.type): SectionProvider {
      static let blockCodes: [StaticString] = [\(SourceLiteral.swift(blockCode))]

      /// The content of a row.
      private struct Line {
        var text: String
        var detail: String
        var hasImage: Bool
        var target: String
      }

      private let title: String
      private let lines: [Line]
      /// More rows than anyone scrolls through are left out.
      private static let most = 1_000

      init(_ block: Block) throws {
    \(reading)
      }

      var section: SectionDescription {
        SectionDescription(title: title, header: title.isEmpty ? nil : .height(40))
      }

      var header: Body {
        Row { Text(title).font(17, .bold).lines(1).shrink() }
          .grow().align(.center).padding(horizontal: 16).role(.header).name("header")
      }

      var rowCount: Int { lines.count }

      func body(row: Int) -> Body {
        let line = lines[row]
        Row {
          if line.hasImage {
            Image().frame(width: 56, height: 56).cornerRadius(8).role(.image)
          }
          Stack {
            Text(line.text).font(15).lines(2)
            if !line.detail.isEmpty { Text(line.detail).font(13).lines(1).color("secondary") }
          }
          .gap(2).grow().shrink()
        }
        .align(.center).gap(12).padding(horizontal: 16, vertical: 8).name("line")
        .action(Self.kind(of: line.target), line.target)
      }

      /// "https://example.org" is an action of the type "web", "music://song/1" one of the type "music".
      private static func kind(of target: String) -> String {
        guard let colon = target.firstIndex(of: ":") else { return "client_customized" }
        let scheme = target[..<colon]
        return scheme == "http" || scheme == "https" ? "web" : String(scheme)
      }
    }

    /// The entry point: the engine calls it first.
    @c @implementation
    public func section_plugin_entry(_ abi: UInt32) -> PluginExport {
      .sections(id: "\(name.text)", version: "0.1.0", \(name.type).self)
    }

    """
  }

  private var summary: String {
    plan.lists.isEmpty
      ? "one row" : "\(plan.title == nil ? "" : "a title above ")a row for each item"
  }

  private var isList: Bool { if case .array = root { true } else { false } }

  private var reading: String {
    let kind = isList ? "array" : "object"
    var lines = [
      "guard block.kind == .\(kind) else { throw Decline(\"the block is no \(kind)\") }"
    ]
    let isRead = plan.title != nil || !plan.lists.isEmpty || usesItem
    if isRead {
      lines.append("let model: \(SwiftModels(table: table).name(of: root)) = try block.decode()")
    }
    lines.append("title = \(BodyPlan.swiftText(plan.title, from: "model"))")
    if plan.lists.isEmpty {
      lines.append("lines = [\(line(from: "model"))]")
    } else {
      lines.append("let items = \(items)")
      lines.append("lines = items.prefix(Self.most).map { \(usesItem ? "item" : "_") in")
      lines.append("  \(line(from: "item"))")
      lines.append("}")
    }
    return lines.map { "    " + $0 }.joined(separator: "\n")
  }

  private var usesItem: Bool {
    plan.isItemText
      || [plan.text, plan.detail, plan.image, plan.action].contains { $0 != nil }
  }

  /// An expression for all items as one flat list.
  private var items: String {
    var text = ""
    for (level, way) in plan.lists.enumerated() {
      let base = level == 0 ? "model" : "$0"
      var (list, isOptional) = BodyPlan.swift(way, from: base)
      if isOptional { list = "(\(list) ?? [])" }
      if case .array(.optional) = way.last?.type ?? root { list += ".compactMap { $0 }" }
      text = level == 0 ? list : "\(text).flatMap { \(list) }"
    }
    return text
  }

  private func line(from base: String) -> String {
    var text = BodyPlan.swiftText(plan.text, from: base)
    if plan.isItemText { text = plan.item == .looseText ? "\(base).text" : base }
    if !usesItem { text = SourceLiteral.swift(blockCode) }
    let image = plan.image.map { way in
      var (value, isOptional) = BodyPlan.swift(way, from: base)
      if way.last?.type == .looseText { value += way.last?.isOptional == true ? "?.text" : ".text" }
      return isOptional ? "\(value)?.isEmpty == false" : "!\(value).isEmpty"
    }
    return """
      Line(
              text: \(text), detail: \(BodyPlan.swiftText(plan.detail, from: base)),
              hasImage: \(image ?? "false"), target: \(BodyPlan.swiftText(plan.action, from: base)))
      """
  }
}
