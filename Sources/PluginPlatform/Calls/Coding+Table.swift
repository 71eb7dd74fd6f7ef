internal import CSectionABI

/// Encodes the result of loading a plugin in the worker.
extension FlatWriter {
  package mutating func add(_ table: LoadedTable) {
    add(UInt8(0))
    add(table.id)
    add(table.version)
    add(UInt32(table.providers.count))
    for (provider, claims) in zip(table.providers, table.claims) {
      add(ProviderFunctions(of: provider).rawValue)
      add(list: claims.blockCodes) { $0.add($1) }
      add(list: claims.showTypes) { $0.add($1) }
    }
    add(list: table.rendererNames) { $0.add($1) }
  }

  /// Encodes a refusal by a worker; the other cases come from the host.
  package mutating func add(_ refusal: PluginRefusal) {
    switch refusal {
    case .missingLibrary(let name): add(1, name)
    case .missingSymbol(let name): add(2, name)
    case .newerSystem(let version): add(3, version)
    case .noEntry: add(4, "")
    case .refusedHost: add(5, "")
    case .otherContract(let found, _): add(6, "\(found)")
    case .invalidTable(let what): add(7, what)
    case .loader(let message): add(8, message)
    default: add(8, "\(refusal)")
    }
  }

  private mutating func add(_ kind: UInt8, _ operand: String) {
    add(kind)
    add(operand)
  }
}

extension FlatReader {
  /// Returns the plugin that a worker loaded, with providers that replay transcripts. Its claims
  /// are checked like those of a plugin in this process.
  package mutating func table() throws -> LoadedTable {
    let kind = try integer(UInt8.self)
    guard kind == 0 else { throw refusal(kind, operand: try text()) }
    let id = try text()
    let version = try text()
    let count = Int(try integer(UInt32.self))
    guard count <= BorderLimits.providers else { throw Malformed() }
    var providers: [se_provider] = []
    var claims: [LoadedTable.Claims] = []
    for _ in 0..<count {
      providers.append(
        se_provider(transcripts: ProviderFunctions(rawValue: try integer(UInt16.self))))
      let codes = try list { reader throws(Malformed) in try reader.text() }
      let types = try list { reader throws(Malformed) in try reader.text() }
      claims.append(.init(blockCodes: codes, showTypes: types))
    }
    let names = try list { reader throws(Malformed) in try reader.text() }
    return try PluginTable.checked(
      id: id, version: version, providers, claims: claims, rendererNames: names)
  }

  private func refusal(_ kind: UInt8, operand: String) -> PluginRefusal {
    switch kind {
    case 1: .missingLibrary(operand)
    case 2: .missingSymbol(operand)
    case 3: .newerSystem(operand)
    case 4: .noEntry
    case 5: .refusedHost
    case 6: .otherContract(found: UInt32(operand) ?? 0, expected: HostContract.abi)
    case 7: .invalidTable(operand)
    default: .loader(operand)
    }
  }
}

extension PluginTable {
  /// Stores the claims in the C layout of a plugin, and reads them with all checks.
  fileprivate static func checked(
    id: String, version: String, _ providers: [se_provider], claims: [LoadedTable.Claims],
    rendererNames: [String]
  ) throws(PluginRefusal) -> LoadedTable {
    var texts = BorrowedTexts()
    defer { texts.deallocate() }
    var providers = providers
    for index in providers.indices {
      providers[index].block_codes = texts.array(of: claims[index].blockCodes)
      providers[index].block_code_count = UInt32(claims[index].blockCodes.count)
      providers[index].show_types = texts.array(of: claims[index].showTypes)
      providers[index].show_type_count = UInt32(claims[index].showTypes.count)
    }
    var plugin = se_plugin()
    plugin.abi = HostContract.abi
    plugin.id = texts.word(id)
    plugin.version = texts.word(version)
    plugin.provider_count = UInt32(providers.count)
    let table = UnsafeMutablePointer<se_provider>.allocate(capacity: max(1, providers.count))
    table.initialize(from: providers, count: providers.count)
    defer { table.deallocate() }
    plugin.providers = UnsafePointer(table)
    let pointer = UnsafeMutablePointer<se_plugin>.allocate(capacity: 1)
    pointer.initialize(to: plugin)
    defer { pointer.deallocate() }
    var renderers = rendererNames.map { _ in se_renderer.transcripts }
    for (index, name) in rendererNames.enumerated() { renderers[index].name = texts.string(name) }
    let checked = try renderers.withUnsafeBufferPointer { renderers throws(PluginRefusal) in
      try PluginTable(pointer).contents(
        renderers: se_renderers(
          renderers: renderers.baseAddress, count: UInt32(renderers.count), reserved: 0))
    }
    // The C strings are freed at the end of this call.
    return LoadedTable(
      id: checked.id, version: checked.version,
      providers: checked.providers.map { provider in
        var copy = provider
        copy.block_codes = nil
        copy.block_code_count = 0
        copy.show_types = nil
        copy.show_type_count = 0
        return copy
      }, claims: checked.claims,
      renderers: checked.renderers.map { _ in se_renderer.transcripts },
      rendererNames: checked.rendererNames)
  }
}

/// C strings that are freed together.
private struct BorrowedTexts {
  private var memory: [UnsafeMutableRawPointer] = []

  mutating func word(_ text: String) -> UnsafePointer<CChar> {
    UnsafeRawPointer(bytes(Array(text.utf8) + [0])).assumingMemoryBound(to: CChar.self)
  }

  mutating func array(of texts: [String]) -> UnsafePointer<se_str>? {
    guard !texts.isEmpty else { return nil }
    let array = UnsafeMutablePointer<se_str>.allocate(capacity: texts.count)
    memory.append(UnsafeMutableRawPointer(array))
    for (index, text) in texts.enumerated() { (array + index).initialize(to: string(text)) }
    return UnsafePointer(array)
  }

  mutating func string(_ text: String) -> se_str {
    se_str(data: word(text), length: text.utf8.count)
  }

  private mutating func bytes(_ bytes: [UInt8]) -> UnsafeMutableRawPointer {
    let copy = UnsafeMutableRawPointer.allocate(byteCount: bytes.count, alignment: 1)
    UnsafeMutableRawBufferPointer(start: copy, count: bytes.count).copyBytes(from: bytes)
    memory.append(copy)
    return copy
  }

  mutating func deallocate() {
    for pointer in memory { pointer.deallocate() }
    memory = []
  }
}
