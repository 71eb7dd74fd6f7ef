/// Made-up pages, with which a renderer is checked without a feed.
extension Payload {
  /// A page with one section: a header, and a card with an image and two texts.
  static let page = Payload(json: PackageResources.page_json)

  static let pageWithoutSections = page.withSections([])

  /// A page of two sections without a root node. The second section also has no title and no code.
  static let pageOfEmptySections = page.withSections(
    page.sections.flatMap { section in
      [
        section.with("root", nil),
        section.with("root", nil).with("title", .string("")).with("blockCode", .string("")),
      ]
    })

  /// - Parameter rows: The number of rows. Each row has six nodes.
  static func page(rows: Int) -> Payload {
    page.mappingRoots { root in
      guard case .array(let children)? = root["children"], let row = children.last
      else { return root }
      let all = (0..<rows).map { row.with("id", .string("row[\($0)]")) }
      return root.with("children", .array(all))
    }
  }

  static func page(levels: Int) -> Payload {
    page.mappingRoots { root in
      let leaf = root.with("children", nil).with("id", .string("leaf"))
      return (1..<levels).reduce(leaf) { child, _ in root.with("children", .array([child])) }
    }
  }

  private func mappingRoots(_ change: (Payload) -> Payload) -> Payload {
    withSections(sections.map { $0.with("root", $0["root"].map(change)) })
  }

  static func options(
    columns: Payload = .number(80), charset: Payload = .string("unicode"),
    color: Payload = .literal("false")
  ) -> Payload {
    .object([
      Member(key: "charset", value: charset), Member(key: "color", value: color),
      Member(key: "columns", value: columns),
    ])
  }

  func withPageTexts(_ text: Payload) -> Payload {
    mapping { _, key in
      ["text", "title", "label", "badge", "blockCode"].contains(key) ? text : nil
    }
  }

  private var sections: [Payload] {
    if case .array(let sections)? = self["sections"] { sections } else { [] }
  }

  private func withSections(_ sections: [Payload]) -> Payload {
    let count = Payload.number(sections.count)
    return with("sections", .array(sections)).with(
      "feed", self["feed"]?.with("sectionCount", count))
  }

  private subscript(_ key: String) -> Payload? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// Returns a copy of the object with a new value for a key that it has; `nil` removes the member.
  func with(_ key: String, _ value: Payload?) -> Payload {
    guard case .object(var members) = self,
      let index = members.firstIndex(where: { $0.key == key })
    else { return self }
    if let value { members[index].value = value } else { members.remove(at: index) }
    return .object(members)
  }
}
