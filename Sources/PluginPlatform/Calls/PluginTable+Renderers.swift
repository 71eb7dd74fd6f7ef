internal import CSectionABI

extension PluginTable {
  /// Returns the plugin's extension SE_RENDERERS, or an empty list without it.
  static func renderers(of plugin: se_plugin) throws(PluginRefusal) -> se_renderers {
    guard let pointer = Self.extension(SE_RENDERERS, of: plugin) else { return se_renderers() }
    guard isPlausible(pointer, alignment: MemoryLayout<se_renderers>.alignment) else {
      throw .invalidTable("its extension `\(SE_RENDERERS)` is no pointer")
    }
    return pointer.pointee
  }

  static func contents(
    of list: se_renderers
  ) throws(PluginRefusal) -> [(renderer: se_renderer, name: String)] {
    guard list.count > 0 else { return [] }
    guard list.count <= BorderLimits.renderers else {
      throw .invalidTable(
        "it has \(list.count) renderers, more than \(BorderLimits.renderers)")
    }
    guard let table = list.renderers,
      isPlausible(table, alignment: MemoryLayout<se_renderer>.alignment)
    else { throw .invalidTable("its table of renderers is no pointer") }
    var result: [(renderer: se_renderer, name: String)] = []
    for (index, renderer) in UnsafeBufferPointer(start: table, count: Int(list.count)).enumerated()
    {
      guard renderer.render != nil else {
        throw .invalidTable("renderer \(index) has no `render`")
      }
      result.append((renderer, try name(renderer.name, renderer: index)))
    }
    return result
  }

  private static func `extension`(
    _ name: String, of plugin: se_plugin
  ) -> UnsafePointer<se_renderers>? {
    guard let ask = plugin.extension else { return nil }
    var name = name
    return name.withUTF8 { bytes in
      ask(
        se_str(
          data: UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self),
          length: bytes.count)
      )?.assumingMemoryBound(to: se_renderers.self)
    }
  }

  /// Returns a name for `--format`: one word that never needs quoting.
  private static func name(_ text: se_str, renderer: Int) throws(PluginRefusal) -> String {
    guard let data = text.data, text.length > 0, text.length <= BorderLimits.rendererNameBytes
    else {
      throw .invalidTable(
        "the name of renderer \(renderer) has not 1 to \(BorderLimits.rendererNameBytes) bytes")
    }
    let bytes = UnsafeRawBufferPointer(start: data, count: text.length)
    let isWord = bytes.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
      default: byte == UInt8(ascii: "-") && bytes.first != byte
      }
    }
    guard isWord else {
      throw .invalidTable(
        "the name of renderer \(renderer) has characters other than lower case letters, digits and `-`"
      )
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
