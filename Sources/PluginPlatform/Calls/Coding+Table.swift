internal import CSectionABI

/// Encodes the result of loading a plugin in a worker: its table or its refusal.
extension FlatWriter {
  package mutating func add(_ table: LoadedTable) {
    add(true, table.id, table.version, table.claims, table.rendererNames, table.rows != nil)
  }

  package mutating func add(refused refusal: PluginRefusal) { add(false, refusal.reported) }
}

extension FlatReader {
  /// Reads and checks a table from a worker. The table's providers replay transcripts. Throws the
  /// refusal if the worker sent one.
  package mutating func table() throws -> LoadedTable {
    guard try read(Bool.self) else { throw try read(PluginRefusal.self).reported }
    let (id, version): (String, String) = try values()
    let claims = try read([LoadedTable.Claims].self)
    let names = try read([String].self)
    let hasRows = try read(Bool.self)
    guard claims.count <= BorderLimits.providers else { throw Malformed() }
    return try LoadedTable(
      id: id.utf8, version: version.utf8, providers: claims.map { _ in .transcripts },
      claims: claims.map { ($0.blockCodes.map(\.utf8), $0.showTypes.map(\.utf8)) },
      renderers: names.map { _ in .transcripts }, names: names.map(\.utf8),
      rows: hasRows ? .transcripts : nil)
  }
}

extension LoadedTable.Claims: FlatRecord {
  static var fields: FlatFields<Self> { .init(\.blockCodes, \.showTypes, make: Self.init) }
}
