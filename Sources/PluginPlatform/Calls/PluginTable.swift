package import CSectionABI

/// The table of a loaded plugin.
///
/// The function pointers belong to the plugin, which is never unloaded, and the contract requires
/// the data behind them to be static; they are copied, so that the plugin cannot change its table
/// later.
package struct LoadedTable: @unchecked Sendable {
  // Invariant behind @unchecked: immutable, and all pointers stay valid until the process ends.

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
  /// The claims of each provider.
  package let claims: [Claims]
  package let renderers: [se_renderer]
  /// The name of each renderer.
  package let rendererNames: [String]

  package init(
    id: String, version: String, providers: [se_provider], claims: [Claims],
    renderers: [se_renderer] = [], rendererNames: [String] = []
  ) {
    self.id = id
    self.version = version
    self.providers = providers
    self.claims = claims
    self.renderers = renderers
    self.rendererNames = rendererNames
  }
}

/// The version of the contract that this host was built with.
package enum HostContract {
  /// SE_ABI, whose macro has casts that Swift does not import.
  package static let abi = UInt32(SE_ABI_MAJOR) << 16 | UInt32(SE_ABI_MINOR)
}

/// The number of values of each enumeration of the contract. They are not in the header:
/// declarations there never change, and a later minor version may add a value.
package enum ContractCounts {
  package static let nodeKinds: UInt32 = 11
  package static let roles: UInt32 = 6
  package static let layouts: UInt32 = 7
  package static let scrollings: UInt32 = 6
  package static let placements: UInt32 = 4
  package static let backgroundExtents: UInt32 = 2
}

/// Reads the table that `section_plugin_entry` returned, as untrusted data.
package struct PluginTable {
  private let pointer: UnsafePointer<se_plugin>

  package init(_ pointer: UnsafePointer<se_plugin>) throws(PluginRefusal) {
    guard Self.isPlausible(pointer, alignment: MemoryLayout<se_plugin>.alignment) else {
      throw .invalidTable("the entry returned no pointer to a table")
    }
    // The first field is the only one that every version of the contract has.
    guard pointer.pointee.abi >> 16 == HostContract.abi >> 16 else {
      throw .otherContract(found: pointer.pointee.abi, expected: HostContract.abi)
    }
    self.pointer = pointer
  }

  package func contents() throws(PluginRefusal) -> LoadedTable {
    try contents(renderers: Self.renderers(of: pointer.pointee))
  }

  func contents(renderers: se_renderers) throws(PluginRefusal) -> LoadedTable {
    let plugin = pointer.pointee
    let id = try word(plugin.id, "id", limit: BorderLimits.idBytes, allows: "-_.")
    guard id != "placeholder" else {
      throw .invalidTable("the id `placeholder` belongs to the engine")
    }
    let version = try word(
      plugin.version, "version", limit: BorderLimits.versionBytes, allows: "-_.+")

    let providers = try providers(of: plugin)
    var claims: [LoadedTable.Claims] = []
    for (index, provider) in providers.enumerated() {
      claims.append(try self.claims(of: provider, index))
    }
    let renderers = try Self.contents(of: renderers)
    guard !providers.isEmpty || !renderers.isEmpty else {
      throw .invalidTable("it has no provider and no renderer")
    }
    return LoadedTable(
      id: id, version: version, providers: providers, claims: claims,
      renderers: renderers.map(\.renderer), rendererNames: renderers.map(\.name))
  }

  private func providers(of plugin: se_plugin) throws(PluginRefusal) -> [se_provider] {
    let count = Int(plugin.provider_count)
    guard count > 0 else { return [] }
    guard count <= BorderLimits.providers else {
      throw .invalidTable("it has \(count) providers, more than \(BorderLimits.providers)")
    }
    guard let table = plugin.providers,
      Self.isPlausible(table, alignment: MemoryLayout<se_provider>.alignment)
    else { throw .invalidTable("its table of providers is no pointer") }
    return Array(UnsafeBufferPointer(start: table, count: count))
  }

  private func claims(
    of provider: se_provider, _ index: Int
  ) throws(PluginRefusal) -> LoadedTable.Claims {
    guard provider.open != nil else { throw .invalidTable("provider \(index) has no `open`") }
    let codes = try texts(
      provider.block_codes, provider.block_code_count, "block code", provider: index)
    let types = try texts(
      provider.show_types, provider.show_type_count, "showType", provider: index)
    guard !codes.isEmpty || !types.isEmpty else {
      throw .invalidTable("provider \(index) claims no block code and no showType")
    }
    return .init(blockCodes: codes, showTypes: types)
  }

  private func texts(
    _ pointer: UnsafePointer<se_str>?, _ count: UInt32, _ what: String, provider: Int
  ) throws(PluginRefusal) -> [String] {
    guard count > 0 else { return [] }
    guard count <= BorderLimits.claims else {
      throw .invalidTable(
        "provider \(provider) claims \(count) \(what)s, more than \(BorderLimits.claims)")
    }
    guard let pointer, Self.isPlausible(pointer, alignment: MemoryLayout<se_str>.alignment) else {
      throw .invalidTable("provider \(provider) has no table of \(what)s")
    }
    var result: [String] = []
    for (index, text) in UnsafeBufferPointer(start: pointer, count: Int(count)).enumerated() {
      let name = "\(what) \(index) of provider \(provider)"
      guard let data = text.data, text.length > 0 else { throw .invalidTable("\(name) is empty") }
      guard text.length <= BorderLimits.claimBytes else {
        throw .invalidTable(
          "\(name) has \(text.length) bytes, more than \(BorderLimits.claimBytes)")
      }
      let bytes = UnsafeRawBufferPointer(start: data, count: text.length)
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

  /// Returns a NUL-terminated word of ASCII letters, digits and the characters of `allows`.
  private func word(
    _ pointer: UnsafePointer<CChar>?, _ what: String, limit: Int, allows: String
  ) throws(PluginRefusal) -> String {
    guard let pointer, Self.isPlausible(pointer, alignment: 1) else {
      throw .invalidTable("it has no \(what)")
    }
    var bytes: [UInt8] = []
    while true {
      let byte = UInt8(bitPattern: pointer[bytes.count])
      guard byte != 0 else { break }
      guard bytes.count < limit else {
        throw .invalidTable("its \(what) is longer than \(limit) bytes")
      }
      bytes.append(byte)
    }
    guard !bytes.isEmpty else { throw .invalidTable("its \(what) is empty") }
    for byte in bytes {
      let scalar = Unicode.Scalar(byte)
      let isLetterOrDigit =
        scalar.isASCII && scalar.properties.isAlphabetic
        || (0x30...0x39).contains(byte)
      guard isLetterOrDigit || allows.utf8.contains(byte) else {
        throw .invalidTable(
          "its \(what) has characters other than letters, digits and "
            + allows.map { "`\($0)`" }.joined(separator: " "))
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns whether a pointer may be valid: the first page is never mapped, and user space ends at
  /// bit 47.
  static func isPlausible<T>(_ pointer: UnsafePointer<T>, alignment: Int) -> Bool {
    let address = UInt(bitPattern: pointer)
    return address >= 4096 && address < 1 << 47 && address % UInt(alignment) == 0
  }
}
