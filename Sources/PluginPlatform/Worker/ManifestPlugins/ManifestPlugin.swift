internal import CFFI
internal import CSectionABI
internal import Glibc
package import PluginCalls

/// A library that is called as its manifest describes, behind the interface of a plugin.
package final class ManifestPlugin {
  let program: ManifestProgram
  let callbacks: MeasureCallbacks?
  let rowCount: ManifestNumber?
  let rowHeight: ManifestNumber?
  let frame: ManifestFrame?

  /// - Parameter library: The loader's handle; `nil` loads the library that the program names.
  package static func load(
    _ program: ManifestProgram, library: UnsafeMutableRawPointer?, callbacks: MeasureCallbacks?
  ) throws(PluginRefusal) -> LoadedTable {
    let handle = if let library { library } else { try systemLibrary(program.systemLibrary ?? "") }
    let plugin = try ManifestPlugin(program, handle, callbacks)
    return plugin.table()
  }

  private static func systemLibrary(
    _ name: String
  ) throws(PluginRefusal) -> UnsafeMutableRawPointer {
    do throws(PluginRefusal) {
      return try DynamicLoader.load(name)
    } catch {
      guard case .loader(let text) = error, text.hasPrefix("cannot open shared object file") else {
        throw error
      }
      throw .missingLibrary(name)
    }
  }

  private init(
    _ program: ManifestProgram, _ library: UnsafeMutableRawPointer, _ callbacks: MeasureCallbacks?
  ) throws(PluginRefusal) {
    guard callbacks != nil || !program.hasCallbacks else {
      throw .loader("this system lets no function be made for it to call")
    }
    self.program = program
    self.callbacks = callbacks
    rowCount = try ManifestNumber(program.rowCount, library)
    rowHeight = try ManifestNumber(program.rowHeight, library)
    frame = try ManifestFrame(program.frame, library)
  }

  /// Returns a table with one provider, whose data is never freed, as the contract requires.
  private func table() -> LoadedTable {
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
      guard let section, let out else { return SE_FAILED }
      return ManifestSection.at(section).describe(&out.pointee)
    }
    provider.row_count = { section, _, out in
      guard let section, let out else { return SE_FAILED }
      out.pointee = ManifestSection.at(section).rowCount
      return SE_OK
    }
    if program.rowHeight != nil {
      provider.row_height = { section, _, row, out in
        guard let section, let out else { return SE_FAILED }
        out.pointee = se_length(points: ManifestSection.at(section).height(row))
        return SE_OK
      }
    }
    if program.frame != nil {
      provider.frame = { section, _, out in
        guard let section, let out else { return SE_FAILED }
        out.pointee = ManifestSection.at(section).frame
        return SE_OK
      }
    }
    provider.build = { section, host, part, row in
      guard let section, let host else { return SE_FAILED }
      ManifestSection.at(section).build(host, part, row)
      return SE_OK
    }
    return LoadedTable(
      id: program.id, version: program.version, providers: [provider],
      claims: [.init(blockCodes: program.blockCodes, showTypes: program.showTypes)])
  }
}

struct ManifestNumber {
  let number: ManifestProgram.Number
  let function: ForeignFunction?
  /// The index of the function's result that is used.
  let result: Int

  init?(
    _ number: ManifestProgram.Number?, _ library: UnsafeMutableRawPointer
  ) throws(PluginRefusal) {
    guard let number else { return nil }
    self.number = number
    guard case .call(let call) = number else {
      function = nil
      result = 0
      return
    }
    function = try ForeignFunction.find(call, in: library)
    guard case .structure(let fields) = call.returned else {
      result = 0
      return
    }
    result = fields.firstIndex { $0.measure == .height } ?? 0
  }
}

extension ForeignFunction {
  static func find(
    _ call: ManifestProgram.Call, in library: UnsafeMutableRawPointer
  ) throws(PluginRefusal) -> ForeignFunction {
    guard let address = dlsym(library, call.symbol) else { throw .missingSymbol(call.symbol) }
    guard let function = ForeignFunction(at: address, call) else {
      throw .loader("libffi refuses the signature of `\(call.symbol)`")
    }
    return function
  }
}

enum ManifestFrame {
  case call(ManifestProgram.Call, ForeignFunction)
  case parts(x: ManifestNumber?, width: ManifestNumber?, height: ManifestNumber?)

  init?(
    _ frame: ManifestProgram.Frame?, _ library: UnsafeMutableRawPointer
  ) throws(PluginRefusal) {
    switch frame {
    case .call(let call): self = .call(call, try ForeignFunction.find(call, in: library))
    case .parts(let x, let width, let height):
      self = .parts(
        x: try ManifestNumber(x, library), width: try ManifestNumber(width, library),
        height: try ManifestNumber(height, library))
    case nil: return nil
    }
  }
}
