internal import PluginCalls
internal import SectionKit

/// Plugins that the program links. They need no file and no loading, and run in this process.
extension Plugin {
  init(linked plugin: SectionPlugin) {
    let folder = PluginSearchPath.Folder(path: "", origin: .linked)
    let id = shown(plugin.id.description, limit: BorderLimits.idBytes)
    self.init(
      File(
        path: "", name: "", shownPath: "the linked plugin `\(id)`", folder: folder, refusal: nil))
    do throws(PluginRefusal) {
      let linked = LinkedSections(plugin.sections)
      let table = try LoadedTable(
        id: plugin.id.bytes, version: plugin.version.bytes, providers: linked.tables,
        claims: plugin.sections.map {
          (codes: $0.blockCodes.map(\.bytes), types: $0.showTypes.map(\.bytes))
        }, rows: LinkedSections.rows)
      state = .loaded(LoadedPlugin(table, of: file, linked: linked))
    } catch {
      state = .refused(error)
    }
  }
}

extension StaticString {
  fileprivate var bytes: [UInt8] { withUTF8Buffer { Array($0) } }
}
