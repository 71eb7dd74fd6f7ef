internal import SectionEngine

/// The output of `plugin list`, as text or as JSON with the schema `plugin-list`.
struct PluginListing {
  let catalog: PluginCatalog
  /// A block code, showType or format whose plugins are listed; `nil` for all plugins.
  let code: String?

  /// The plugins that claim the code; if there are none, the plugins that claim every block.
  private var plugins: [Plugin] {
    guard let code else { return catalog.plugins }
    let (own, others) = (claiming(code), claiming("*"))
    return own.isEmpty ? others : own
  }

  private func claiming(_ word: String) -> [Plugin] {
    catalog.plugins.filter { $0.descriptor?.claims.contains { $0.key.word == word } ?? false }
  }

  private var shadowed: [ProviderRegistry.ShadowedClaim] {
    catalog.registry.shadowedClaims.filter { code == nil || $0.key.word == code }
  }

  var text: String {
    var lines: [String] = []
    let plugins = plugins
    for plugin in plugins where plugin.refusal == nil {
      guard let descriptor = plugin.descriptor else { continue }
      lines.append(
        "\(descriptor.identity)  \(plugin.origin.rawValue)  \(plugin.path)\(plugin.status.place)")
      lines += Self.claims(of: descriptor).map { "    \($0)" }
    }
    for plugin in plugins {
      guard let refusal = plugin.refusal, let help = plugin.help else { continue }
      let place = "\(plugin.status.rawValue)  \(plugin.origin.rawValue)  \(plugin.path)"
      lines += ["\(place) \(refusal.reason)", "    \(help)"]
    }
    let registry = catalog.registry
    for claim in shadowed {
      let winner = registry.plugins[claim.winner.plugin]
      let loser = registry.plugins[claim.loser.plugin]
      if claim.loser.plugin == claim.winner.plugin {
        lines.append("shadowed  \(claim.key.words) of \(loser.identity): it has an earlier claim")
        continue
      }
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
          + (RendererRegistry.names.contains($0) ? " (the program's own is used)" : "")
      }
  }

  /// Returns facts about a plugin for the gallery: origin and claims, or why it is not used.
  static func facts(of plugin: Plugin) -> [String] {
    let place = "\(plugin.origin.rawValue), \(plugin.status.rawValue)"
    if let refusal = plugin.refusal, let help = plugin.help {
      return [place, refusal.reason, help]
    }
    return [place] + (plugin.descriptor.map(claims) ?? [])
  }

  /// The list as JSON. Keys are sorted, and keys without a value are omitted.
  var json: [UInt8] {
    JSONWriter.document { json in
      let shadowed = Dictionary(grouping: shadowed, by: \.loser.plugin)
      json.objects("plugins", plugins) { json, plugin in
        write(plugin, shadowed: plugin.number.flatMap { shadowed[$0] } ?? [], to: &json)
      }
      json.write("schemaVersion", 1)
    }
  }

  private func write(
    _ plugin: Plugin, shadowed: [ProviderRegistry.ShadowedClaim], to json: inout JSONWriter
  ) {
    if let descriptor = plugin.descriptor {
      json.object("claims") { json in
        json.array("blockCodes", descriptor.providers.flatMap(\.blockCodes)) { $0.write($1) }
        json.array("formats", descriptor.renderers) { $0.write($1) }
        json.array("showTypes", descriptor.providers.flatMap(\.showTypes)) { $0.write($1) }
      }
    }
    if let help = plugin.help { json.write("help", help) }
    if let descriptor = plugin.descriptor { json.write("id", descriptor.id) }
    json.write("origin", plugin.origin.rawValue)
    json.write("path", plugin.path)
    if let refusal = plugin.refusal { json.write("reason", refusal.reason) }
    json.objects("shadowed", shadowed) { json, claim in
      let key = claim.key
      switch key {
      case .wildcard, .blockCode: json.write("blockCode", key.word)
      default: break
      }
      json.write("by", catalog.registry.plugins[claim.winner.plugin].identity)
      if case .renderer = key { json.write("format", key.word) }
      if case .showType = key { json.write("showType", key.word) }
    }
    json.write("state", plugin.status.rawValue)
    if let descriptor = plugin.descriptor { json.write("version", descriptor.version) }
  }
}

extension Plugin.Status {
  /// The end of the plugin's line: "in the worker" or "trusted"; empty for other states.
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
