internal import PluginCalls

extension Payload {
  /// Returns a made-up block and settings that have values at the paths that a manifest reads.
  static func guess(
    of manifest: ManifestProgram, code: String, showType: String
  ) -> (block: Payload, settings: Payload) {
    var item = Payload.null
    var block = Payload.object([
      Member(key: "blockCode", value: .string(code)),
      Member(key: "showType", value: .string(showType)),
    ])
    var settings = Payload.object([])
    let arguments = manifest.arguments
    for argument in arguments {
      let value: Payload = argument.type == .string ? .string("The ferry sails") : .number(40)
      switch argument.source {
      case .value(let path, .item): item = item.inserting(value, at: path.steps[...])
      case .value(let path, .settings): settings = settings.inserting(value, at: path.steps[...])
      default: break
      }
    }
    if let template = manifest.item {
      for path in [template.title, template.detail, template.badge].compactMap({ $0 }) {
        item = item.inserting(.string("The ferry sails, 一行"), at: path.steps[...])
      }
      for path in [template.image, template.actionTarget].compactMap({ $0 }) {
        item = item.inserting(.string("https://example.com/1"), at: path.steps[...])
      }
    }
    let items = Payload.array([item, item, item])
    if let path = manifest.items { block = block.inserting(items, at: path.steps[...]) }
    for argument in arguments {
      switch argument.source {
      case .count(let path): block = block.inserting(items, at: path.steps[...])
      case .value(let path, .block):
        let value: Payload = argument.type == .string ? .string("News") : .number(3)
        block = block.inserting(value, at: path.steps[...])
      default: break
      }
    }
    if let path = manifest.title { block = block.inserting(.string("News"), at: path.steps[...]) }
    return (block, settings)
  }

  /// The limit of element indices in a manifest's paths; values at larger indices are not made.
  private static let mostElements = 1_000

  private func inserting(
    _ value: Payload, at steps: ArraySlice<ManifestProgram.Path.Step>
  ) -> Payload {
    guard let step = steps.first else { return self == .null ? value : self }
    let rest = steps.dropFirst()
    switch (step, self) {
    case (.name(let key), .object(var members)):
      let index = members.firstIndex { $0.key == key } ?? members.endIndex
      if index == members.endIndex { members.append(Member(key: key, value: .null)) }
      members[index].value = members[index].value.inserting(value, at: rest)
      return .object(members)
    case (.name, .null): return Payload.object([]).inserting(value, at: steps)
    case (.index(let number), .array(var elements)) where number < Self.mostElements:
      while elements.count <= Int(number) { elements.append(.null) }
      elements[Int(number)] = elements[Int(number)].inserting(value, at: rest)
      return .array(elements)
    case (.index(let number), .null) where number < Self.mostElements:
      return Payload.array([]).inserting(value, at: steps)
    default: return self
    }
  }
}

extension ManifestProgram {
  fileprivate var arguments: [Argument] {
    numbers + calls.flatMap(\.parameters).flatMap(\.values)
  }
}
