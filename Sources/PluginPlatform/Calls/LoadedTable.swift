package import CSectionABI

/// A copy of the table of a loaded plugin. The plugin cannot change the copy.
package struct LoadedTable: @unchecked Sendable {
  // Invariant behind @unchecked: the table is immutable. All its pointers stay valid until the
  // process ends, because plugins are never unloaded and the contract requires static data.

  package struct Claims: Sendable, Hashable {
    package var blockCodes: [String]
    package var showTypes: [String]
    package init(blockCodes: [String], showTypes: [String]) {
      self.blockCodes = blockCodes
      self.showTypes = showTypes
    }
  }

  package let id: String
  package let version: String
  package let providers: [se_provider]
  /// The claims of each provider, in the order of `providers`.
  package let claims: [Claims]
  package let renderers: [se_renderer]
  /// The name of each renderer, in the order of `renderers`.
  package let rendererNames: [String]
  /// The extension SE_ROWS, which serves all providers; `nil` if the plugin has none.
  package let rows: se_rows?

  /// Creates a table from the data of a plugin or a worker. Throws `invalidTable` if it is invalid.
  package init<Text: Collection<UInt8>>(
    id: Text, version: Text, providers: [se_provider], claims: [(codes: [Text], types: [Text])],
    renderers: [se_renderer] = [], names: [Text] = [], rows: se_rows? = nil
  ) throws(PluginRefusal) {
    self.id = try Self.word(id, "id", limit: BorderLimits.idBytes, allows: "-_.")
    guard self.id != "placeholder" else {
      throw .invalidTable("the id `placeholder` belongs to the engine")
    }
    self.version = try Self.word(
      version, "version", limit: BorderLimits.versionBytes, allows: "-_.+")
    try Self.check(providers.count, of: "providers", limit: BorderLimits.providers)
    self.providers = providers
    self.claims = try claims.enumerated().map { index, claims throws(PluginRefusal) in
      try Claims(codes: claims.codes, types: claims.types, provider: index)
    }
    try Self.check(names.count, of: "renderers", limit: Int(BorderLimits.renderers))
    self.renderers = renderers
    self.rows = rows
    rendererNames = try names.enumerated().map { index, name throws(PluginRefusal) in
      try Self.rendererName(name, index)
    }
    guard !providers.isEmpty || !renderers.isEmpty else {
      throw .invalidTable("it has no provider and no renderer")
    }
  }

  /// Returns a text of 1 to `limit` ASCII letters, digits and bytes of `allows`, otherwise throws.
  private static func word(
    _ bytes: some Collection<UInt8>, _ what: String, limit: Int, allows: String
  ) throws(PluginRefusal) -> String {
    guard bytes.count <= limit else {
      throw .invalidTable("its \(what) is longer than \(limit) bytes")
    }
    guard !bytes.isEmpty else { throw .invalidTable("its \(what) is empty") }
    guard isPlain(bytes, or: allows) else {
      throw .invalidTable(
        "its \(what) has characters other than letters, digits and "
          + allows.map { "`\($0)`" }.joined(separator: " "))
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns whether all bytes are ASCII letters, digits or characters of `others`.
  package static func isPlain(_ bytes: some Collection<UInt8>, or others: String) -> Bool {
    bytes.allSatisfy { byte in
      switch Unicode.Scalar(byte) {
      case "a"..."z", "A"..."Z", "0"..."9": true
      default: others.utf8.contains(byte)
      }
    }
  }

  /// Returns a renderer's name, a value of `--format`: lower case letters, digits and hyphens.
  private static func rendererName(
    _ bytes: some Collection<UInt8>, _ index: Int
  ) throws(PluginRefusal) -> String {
    guard (1...BorderLimits.rendererNameBytes).contains(bytes.count) else {
      throw .invalidTable(
        "the name of renderer \(index) has not 1 to \(BorderLimits.rendererNameBytes) bytes")
    }
    let isWord = bytes.allSatisfy { byte in
      switch Unicode.Scalar(byte) {
      case "a"..."z", "0"..."9": true
      default: byte == UInt8(ascii: "-") && bytes.first != byte
      }
    }
    guard isWord else {
      throw .invalidTable(
        "the name of renderer \(index) has characters other than lower case letters, digits and `-`"
      )
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Throws if a list has more than `limit` elements, with a message that begins with `owner`.
  static func check(
    _ count: Int, of what: String, limit: Int, _ owner: String = "it has"
  ) throws(PluginRefusal) {
    guard count <= limit else {
      throw .invalidTable("\(owner) \(count) \(what), more than \(limit)")
    }
  }
}

extension LoadedTable.Claims {
  fileprivate init<Text: Collection<UInt8>>(
    codes: [Text], types: [Text], provider: Int
  ) throws(PluginRefusal) {
    blockCodes = try Self.checked(codes, "block code", provider)
    showTypes = try Self.checked(types, "showType", provider)
    guard !codes.isEmpty || !types.isEmpty else {
      throw .invalidTable("provider \(provider) claims no block code and no showType")
    }
  }

  private static func checked<Text: Collection<UInt8>>(
    _ texts: [Text], _ what: String, _ provider: Int
  ) throws(PluginRefusal) -> [String] {
    try LoadedTable.check(
      texts.count, of: "\(what)s", limit: Int(BorderLimits.claims), "provider \(provider) claims")
    var result: [String] = []
    for (index, bytes) in texts.enumerated() {
      let name = "\(what) \(index) of provider \(provider)"
      guard !bytes.isEmpty else { throw .invalidTable("\(name) is empty") }
      guard bytes.count <= BorderLimits.claimBytes else {
        throw .invalidTable(
          "\(name) has \(bytes.count) bytes, more than \(BorderLimits.claimBytes)")
      }
      guard let value = String(validating: bytes, as: UTF8.self) else {
        throw .invalidTable("\(name) is not valid UTF-8")
      }
      guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7f }) else {
        throw .invalidTable("\(name) has control characters")
      }
      result.append(value)
    }
    return result
  }
}
