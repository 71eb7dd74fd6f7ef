/// Pages for renderers, by the schema that `sectionengine schema layout` prints. They are made
/// here, so that a format can be examined without a feed or a section.
extension Payload {
  /// A page with one section: a header, and a card with an image and two texts.
  static let page = Payload(json: PackageResources.page_json)

  static let pageWithoutSections = page.withSections([])

  /// Sections that draw nothing have no root.
  static let pageOfEmptySections = page.withSections(
    page.sections.flatMap { section in
      [
        section.with("root", nil),
        section.with("root", nil).with("title", .string("")).with("blockCode", .string("")),
      ]
    })

  /// - Parameter rows: The number of rows, of six nodes each.
  static func page(rows: Int) -> Payload {
    page.withSections(
      page.sections.map { section in
        guard case .array(let children)? = section["root"]?["children"], let row = children.last
        else { return section }
        let all = (0..<rows).map { row.with("id", .string("row[\($0)]")) }
        return section.with("root", section["root"]?.with("children", .array(all)))
      })
  }

  /// - Parameter levels: The depth of nested nodes.
  static func page(levels: Int) -> Payload {
    page.withSections(
      page.sections.map { section in
        guard let root = section["root"] else { return section }
        let leaf = root.with("children", nil).with("id", .string("leaf"))
        let tree = (1..<levels).reduce(leaf) { child, _ in root.with("children", .array([child])) }
        return section.with("root", tree)
      })
  }

  /// Returns the page with every visible text replaced by another one.
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

  /// - Parameter value: The new value of the member, or `nil` to remove it.
  func with(_ key: String, _ value: Payload?) -> Payload {
    guard case .object(var members) = self,
      let index = members.firstIndex(where: { $0.key == key })
    else { return self }
    if let value { members[index].value = value } else { members.remove(at: index) }
    return .object(members)
  }
}
