import PluginHost
import Providers
import Renderers

/// The output of `plugin list`, as text and by the schema of `sectionengine schema plugin-list`.
struct PluginListing {
  let plugins: PluginHost.Loaded

  // MARK: Text

  var text: String {
    var lines: [String] = []
    for file in plugins.files where file.refusal == nil {
      guard let plugin = file.descriptor else { continue }
      lines.append("\(plugin.identity)  \(file.origin.rawValue)  \(file.path)\(file.state.place)")
      lines += Self.claims(of: plugin).map { "    \($0)" }
    }
    for file in plugins.files {
      guard let refused = file.refused else { continue }
      lines.append(
        "\(file.state.rawValue)  \(file.origin.rawValue)  \(file.path) \(refused.refusal.reason)")
      lines.append("    \(refused.help)")
    }
    for claim in plugins.registry.shadowedClaims {
      let winner = plugins.registry.plugins[claim.winner.plugin]
      let loser = plugins.registry.plugins[claim.loser.plugin]
      lines.append(
        "shadowed  \(claim.key.words) of \(loser.identity): \(claim.key.verb) by \(winner.identity), "
          + "which is found first")
    }
    if lines.isEmpty { lines.append("no plugins found") }
    return lines.map { TerminalText.line($0) + "\n" }.joined()
  }

  private static func claims(of plugin: PluginDescriptor) -> [String] {
    plugin.providers.flatMap(\.blockCodes).map {
      "draws \($0 == "*" ? "* (every block without another provider)" : $0)"
    } + plugin.providers.flatMap(\.showTypes).map { "draws showType \($0)" }
      + plugin.renderers.map {
        "writes format \($0)"
          + (RendererRegistry.bundled.names.contains($0) ? " (the program's own is used)" : "")
      }
  }

  /// Returns the facts about a plugin in a gallery: its origin and claims, or why it is not used.
  static func facts(of file: PluginHost.ListedPlugin) -> [String] {
    let place = "\(file.origin.rawValue), \(file.state.rawValue)"
    if let refused = file.refused { return [place, refused.refusal.reason, refused.help] }
    return [place] + (file.descriptor.map(claims) ?? [])
  }

  // MARK: JSON

  /// Keys are sorted, and keys that do not apply are omitted.
  var json: [UInt8] {
    JSONWriter.document { json in
      let shadowed = Dictionary(grouping: plugins.registry.shadowedClaims, by: \.loser.plugin)
      json.objects("plugins", plugins.files) { json, file in
        write(file, shadowed: file.number.flatMap { shadowed[$0] } ?? [], to: &json)
      }
      json.write("schemaVersion", 1)
    }
  }

  private func write(
    _ file: PluginHost.ListedPlugin, shadowed: [ProviderRegistry.ShadowedClaim],
    to json: inout JSONWriter
  ) {
    if let plugin = file.descriptor {
      json.object("claims") { json in
        json.array("blockCodes", plugin.providers.flatMap(\.blockCodes)) { $0.write($1) }
        json.array("formats", plugin.renderers) { $0.write($1) }
        json.array("showTypes", plugin.providers.flatMap(\.showTypes)) { $0.write($1) }
      }
    }
    if let refused = file.refused { json.write("help", refused.help) }
    if let plugin = file.descriptor { json.write("id", plugin.id) }
    json.write("origin", file.origin.rawValue)
    json.write("path", file.path)
    if let refusal = file.refusal { json.write("reason", refusal.reason) }
    json.array("shadowed", shadowed) { json, claim in
      let winner = plugins.registry.plugins[claim.winner.plugin]
      json.beginObject()
      switch claim.key {
      case .blockCode(let code): json.write("blockCode", code)
      case .wildcard: json.write("blockCode", "*")
      case .showType, .renderer: break
      }
      json.write("by", winner.identity)
      if case .renderer(let format) = claim.key { json.write("format", format) }
      if case .showType(let type) = claim.key { json.write("showType", type) }
      json.endObject()
    }
    json.write("state", file.state.rawValue)
    if let plugin = file.descriptor { json.write("version", plugin.version) }
  }
}

extension PluginHost.ListedPlugin.State {
  /// Where the plugin runs, if that is worth showing.
  fileprivate var place: String {
    switch self {
    case .worker: "  in the worker"
    case .trusted: "  trusted"
    case .program, .refused, .shadowed, .quarantined, .unexamined: ""
    }
  }
}

extension ProviderRegistry.Key {
  fileprivate var verb: String { if case .renderer = self { "written" } else { "drawn" } }
}
