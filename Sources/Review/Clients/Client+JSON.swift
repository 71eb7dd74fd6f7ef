import SectionEngine

extension Client {
  /// The maximum numbers of entries per file. A larger number is reported as an error.
  static let most = (blocks: 4096, features: 256, fields: 4096)

  /// The suffix of client file names.
  package static let suffix = ".client.json"

  /// Reads a client file; `sectionengine schema client` describes the format.
  package static func read(_ document: FeedDocument) -> Diagnosed<Client?> {
    ConfigurationReader.read("client", code: .invalidClient) { reader in
      let root = document.root
      guard
        reader.object(
          root, required: ["blocks", "client", "unknown"], optional: ["$schema", "features"]),
        let name = reader.name(root["client"]), let rule: UnknownRule = reader.word(root["unknown"])
      else { return nil }
      var client = Client(name: name, unknown: rule, blocks: [])
      for value in reader.elements(root["features"], atMost: most.features) {
        let feature = reader.read(
          value, expected: "a name and a version, like `section.output/1`",
          { $0.string.flatMap(Feature.init) })
        if let feature { client.features.append(feature) }
      }
      var claims: Set<ProviderRegistry.Key> = []
      for value in reader.elements(root["blocks"], atMost: most.blocks) {
        guard let block = Self.block(value, &reader) else { continue }
        guard claims.insert(block.claim).inserted else {
          reader.refuse(
            value, "the \(block.claim.words) is repeated", label: "expected another block")
          continue
        }
        client.blocks.append(block)
      }
      return client
    }
  }

  private static func block(
    _ value: FeedValue, _ reader: inout ConfigurationReader
  ) -> KnownBlock? {
    let kinds = ["blockCode", "default", "showType"]
    guard reader.object(value, optional: kinds + ["fields", "plugin", "version"]) else {
      return nil
    }
    guard kinds.count(where: { value[$0].exists }) == 1 else {
      reader.refuse(
        value, "an entry of `blocks` selects no blocks",
        label: "expected one of `blockCode`, `showType` and `default`")
      return nil
    }
    let claims: [ProviderRegistry.Key?] = [
      reader.string(value["blockCode"]).map { .blockCode($0) },
      reader.string(value["showType"]).map { .showType($0) },
      reader.read(value["default"], expected: "true", \.bool, where: { $0 }).map { _ in .wildcard },
    ]
    guard let claim = claims.compactMap({ $0 }).first else { return nil }
    var block = KnownBlock(
      claim: claim, plugin: reader.string(value["plugin"]),
      version: reader.read(
        value["version"], expected: "a version like `1.2.0`", \.string, where: isVersion))
    for field in reader.elements(value["fields"], atMost: most.fields) {
      let path = reader.read(
        field, expected: "a path from the block, like `$.items[*].title`",
        { $0.string.flatMap(FieldPath.init) })
      if let path { block.fields.append(path) }
    }
    return block
  }

  /// Returns whether a text is valid as a plugin version: it has a digit and no whitespace.
  package static func isVersion(_ text: String) -> Bool {
    text.utf8.contains { (0x30...0x39).contains($0) } && !text.contains(where: \.isWhitespace)
  }

  /// The client as JSON that `read` accepts. Entries keep their order.
  package var json: [UInt8] {
    JSONWriter.document { json in
      json.objects("blocks", blocks) { json, block in
        if case .blockCode(let code) = block.claim { json.write("blockCode", code) }
        if block.claim == .wildcard { json.write("default", true) }
        if !block.fields.isEmpty { json.array("fields", block.fields) { $0.write($1.text) } }
        if let plugin = block.plugin { json.write("plugin", plugin) }
        if case .showType(let type) = block.claim { json.write("showType", type) }
        if let version = block.version, Self.isVersion(version) { json.write("version", version) }
      }
      json.write("client", name)
      json.array("features", features) { $0.write($1.text) }
      json.write("unknown", unknown.rawValue)
    }
  }
}

extension ConfigurationReader {
  /// Returns the elements of an array. Reports an array that has too many, and any other value.
  fileprivate mutating func elements(_ value: FeedValue, atMost limit: Int) -> [FeedValue] {
    guard value.kind != .array || value.count <= limit else {
      mismatch(value, expected: "an array of at most \(limit) elements")
      return []
    }
    return elements(value)
  }
}
