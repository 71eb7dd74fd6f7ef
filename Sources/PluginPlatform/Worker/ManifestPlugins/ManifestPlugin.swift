internal import CSectionABI
internal import Glibc
package import PluginCalls

/// A C library with a manifest, which this class makes usable as a plugin.
package final class ManifestPlugin {
  let program: ManifestProgram
  let callbacks: MeasureCallbacks?
  private var functions: [ForeignFunction] = []

  /// - Parameter library: The handle of the loaded library; `nil` loads the system library.
  package static func load(
    _ program: ManifestProgram, library: UnsafeMutableRawPointer?, callbacks: MeasureCallbacks?
  ) throws(PluginRefusal) -> LoadedTable {
    let handle =
      if let library { library } else { try DynamicLoader.load(program.systemLibrary ?? "") }
    return try ManifestPlugin(program, handle, callbacks).table()
  }

  private init(
    _ program: ManifestProgram, _ library: UnsafeMutableRawPointer, _ callbacks: MeasureCallbacks?
  ) throws(PluginRefusal) {
    guard callbacks != nil || !program.hasCallbacks else {
      throw .loader("this system lets no function be made for it to call")
    }
    self.program = program
    self.callbacks = callbacks
    for call in program.calls {
      guard let address = dlsym(library, call.symbol) else { throw .missingSymbol(call.symbol) }
      guard let function = ForeignFunction(at: address, call) else {
        throw .loader("libffi refuses the signature of `\(call.symbol)`")
      }
      functions.append(function)
    }
  }

  /// Returns the prepared function of a call. O(functions); a manifest has at most five.
  func function(of call: ManifestProgram.Call) -> ForeignFunction? {
    functions.first { $0.call == call }
  }

  /// Returns a table with one provider. Never releases this object, because the contract requires
  /// that a provider stays valid.
  private func table() throws(PluginRefusal) -> LoadedTable {
    var provider = se_provider()
    provider.`self` = Unmanaged.passRetained(self).toOpaque()
    provider.open = { own, host, block, section in
      guard let own, let host, let block, let section else { return SE_FAILED }
      let plugin = Unmanaged<ManifestPlugin>.fromOpaque(own).takeUnretainedValue()
      return ManifestSection.open(plugin, host, block.pointee, section)
    }
    provider.close = { section in
      if let section { Unmanaged<ManifestSection>.fromOpaque(section).release() }
    }
    provider.describe = { section, _, out in
      ManifestSection.answer(section, into: out, \.description)
    }
    provider.row_count = { section, _, out in
      ManifestSection.answer(section, into: out, \.rowCount)
    }
    provider.row_height = { section, _, row, out in
      ManifestSection.answer(section, into: out) { se_length(points: $0.height(row)) }
    }
    provider.frame = { section, _, out in ManifestSection.answer(section, into: out, \.frame) }
    provider.build = { section, host, part, row in
      guard let section, let host else { return SE_FAILED }
      ManifestSection.at(section).build(host, part, row)
      return SE_OK
    }
    return try LoadedTable(
      id: program.id.utf8, version: program.version.utf8, providers: [provider],
      claims: [(program.blockCodes.map(\.utf8), program.showTypes.map(\.utf8))])
  }
}
