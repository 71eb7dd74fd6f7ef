package import CSectionABI

/// The version and the extensions of the plugin contract that this host implements.
package enum HostContract {
  /// The value of the macro SE_ABI, which Swift cannot import because it contains casts.
  package static let abi = UInt32(SE_ABI_MAJOR) << 16 | UInt32(SE_ABI_MINOR)
  /// The contract and its extensions, each with its version.
  package static let features = [
    "section.core/\(SE_ABI_MAJOR).\(SE_ABI_MINOR)", SE_OUTPUT, SE_RENDERERS, SE_CONTENT,
    SE_ROWS,
  ]
}

/// Reads and checks the table that `section_plugin_entry` returned. The table is untrusted.
package struct PluginTable {
  private typealias Bytes = UnsafeBufferPointer<UInt8>

  private let plugin: se_plugin

  package init(_ pointer: UnsafePointer<se_plugin>) throws(PluginRefusal) {
    guard Self.isPlausible(pointer) else {
      throw .invalidTable("the entry returned no pointer to a table")
    }
    // Only the first field, `abi`, is the same in every version of the contract.
    guard pointer.pointee.abi >> 16 == HostContract.abi >> 16 else {
      throw .otherContract(found: pointer.pointee.abi, expected: HostContract.abi)
    }
    plugin = pointer.pointee
  }

  package func contents() throws(PluginRefusal) -> LoadedTable {
    let written = try offered(SE_RENDERERS, as: se_renderers.self) ?? se_renderers()
    let providers = try table(
      plugin.providers, plugin.provider_count, of: "providers", limit: BorderLimits.providers)
    var claims: [(codes: [Bytes], types: [Bytes])] = []
    for (index, provider) in providers.enumerated() {
      guard provider.open != nil else { throw .invalidTable("provider \(index) has no `open`") }
      claims.append(
        (
          try texts(provider.block_codes, provider.block_code_count, "block code", index),
          try texts(provider.show_types, provider.show_type_count, "showType", index)
        ))
    }
    let renderers = try table(
      written.renderers, written.count, of: "renderers", limit: Int(BorderLimits.renderers))
    if let index = renderers.firstIndex(where: { $0.render == nil }) {
      throw .invalidTable("renderer \(index) has no `render`")
    }
    return try LoadedTable(
      id: try word(plugin.id, "id", limit: BorderLimits.idBytes),
      version: try word(plugin.version, "version", limit: BorderLimits.versionBytes),
      providers: providers, claims: claims, renderers: renderers,
      names: renderers.map(\.name.bytes), rows: try offered(SE_ROWS, as: se_rows.self))
  }

  /// Returns an extension of the plugin; `nil` if the plugin has none with this name.
  private func offered<T>(_ name: String, as type: T.Type) throws(PluginRefusal) -> T? {
    guard let ask = plugin.extension,
      let pointer = lend(name, to: { ask($0) })?.assumingMemoryBound(to: type)
    else { return nil }
    guard Self.isPlausible(pointer) else {
      throw .invalidTable("its extension `\(name)` is not a pointer")
    }
    return pointer.pointee
  }

  private func table<T>(
    _ pointer: UnsafePointer<T>?, _ count: UInt32, of what: String, limit: Int,
    _ owner: String = "it has", missing: String? = nil
  ) throws(PluginRefusal) -> [T] {
    guard count > 0 else { return [] }
    try LoadedTable.check(Int(count), of: what, limit: limit, owner)
    guard let pointer, Self.isPlausible(pointer) else {
      throw .invalidTable(missing ?? "its table of \(what) is not a pointer")
    }
    return Array(UnsafeBufferPointer(start: pointer, count: Int(count)))
  }

  private func texts(
    _ pointer: UnsafePointer<se_str>?, _ count: UInt32, _ what: String, _ provider: Int
  ) throws(PluginRefusal) -> [Bytes] {
    try table(
      pointer, count, of: "\(what)s", limit: Int(BorderLimits.claims),
      "provider \(provider) claims", missing: "provider \(provider) has no table of \(what)s"
    ).map(\.bytes)
  }

  /// Returns a text up to its NUL, but at most `limit` + 1 bytes, which show that it is too long.
  private func word(
    _ pointer: UnsafePointer<CChar>?, _ what: String, limit: Int
  ) throws(PluginRefusal) -> Bytes {
    guard let pointer, Self.isPlausible(pointer) else {
      throw .invalidTable("it has no \(what)")
    }
    let length = (0...limit).first { pointer[$0] == 0 } ?? limit + 1
    return se_str(data: pointer, length: length).bytes
  }

  /// Returns whether a pointer is aligned, above the unmapped first page, and in user space.
  private static func isPlausible<T>(_ pointer: UnsafePointer<T>) -> Bool {
    let address = UInt(bitPattern: pointer)
    return address >= 4096 && address < 1 << 47
      && address % UInt(MemoryLayout<T>.alignment) == 0
  }
}
