internal import Diagnostics
internal import Providers

/// The plugins of a search path, as far as they are known.
struct PluginContents: Sendable {
  var registry: ProviderRegistry
  /// Where each plugin of the registry runs.
  var places: [PluginRunner.Place]
  var pool: WorkerPool?
  /// Every file that is meant to be a plugin, in search order.
  var files: [PluginHost.ListedPlugin]
  /// The diagnostics of folders, refused files and shadowed claims, in search order.
  var diagnostics: [Diagnostic]
  /// Registry numbers of the plugins that are only listed, mapped to their item numbers in the
  /// gathering.
  var listed: [Int: Int]

  /// Complexity: O(files + claims).
  init(_ gathering: PluginGathering, found: [Diagnostic]) {
    var plugins: [PluginDescriptor] = []
    var places: [PluginRunner.Place] = []
    var listed: [Int: Int] = [:]
    var files: [PluginHost.ListedPlugin] = []
    var numbers: [String: Int] = [:]
    // Libraries that a plugin needs, or that a manifest calls, are not reported as plugins without
    // an entry, even if the plugin itself is refused.
    var libraries: Set<String> = []

    for (index, item) in gathering.items.enumerated() {
      var file = PluginHost.ListedPlugin(
        path: item.file.shownPath, origin: item.file.folder.origin, isTrusted: item.isTrusted)
      func take(_ descriptor: PluginDescriptor, _ place: PluginRunner.Place) {
        file.descriptor = descriptor
        if let first = numbers[descriptor.id] {
          file.refusal = .shadowed(
            id: descriptor.id, by: "\(plugins[first].path) (\(plugins[first].version))")
          return
        }
        numbers[descriptor.id] = plugins.count
        file.number = plugins.count
        if case .listed = place { listed[plugins.count] = index }
        plugins.append(descriptor)
        places.append(place)
      }
      libraries.formUnion(item.companions)
      switch item.state {
      case .refused(let refusal): file.refusal = refusal
      case .waiting: file.refusal = .noWorker(reason: "it was not asked")
      case .here(let plugin): take(plugin.descriptor, .here(plugin))
      case .listed(let descriptor):
        file.isIsolated = gathering.isolation != nil && !item.isTrusted
        take(descriptor, .listed)
      case .isolated(let plugin, let isolated):
        file.isIsolated = !item.isTrusted
        take(plugin.descriptor, .worker(plugin, isolated))
      case .quarantined(let descriptor, let loss):
        take(descriptor, .quarantined(descriptor, loss))
        if file.refusal == nil { file.refusal = .quarantined(cause: loss.cause) }
      }
      files.append(file)
    }
    self.files = zip(gathering.items, files).compactMap { item, file in
      file.refusal == .noEntry && libraries.contains(item.file.name) ? nil : file
    }
    registry = ProviderRegistry(plugins: plugins)
    self.places = places
    self.listed = listed
    pool = gathering.pool
    let registry = registry
    diagnostics =
      found + self.files.compactMap(\.refused).flatMap(\.diagnostics)
      + gathering.items.flatMap(\.remarks) + (pool?.remarks() ?? [])
      + registry.shadowedClaims.map { PluginHost.diagnostic(of: $0, in: registry) }
  }
}
