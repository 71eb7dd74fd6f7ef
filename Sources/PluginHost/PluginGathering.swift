internal import CSectionABI
internal import Diagnostics
internal import LayoutCore
internal import PluginCalls
internal import Providers

/// The files of a search path on their way to a registry: which run here, which in the worker, which
/// not at all.
struct PluginGathering {
  private enum State {
    case refused(PluginRefusal)
    case here(LoadedPlugin)
    /// Waits for the worker.
    case waiting(PluginImage)
    case isolated(LoadedPlugin, number: Int)
    case quarantined(LoadedPlugin, WorkerPool.Loss)
  }

  let loader: PluginLoader
  let isolation: PluginIsolation?
  private let quarantined: Set<FileDigest>
  private var entries: [(file: PluginDiscovery.File, state: State)] = []
  /// Libraries beside plugins of the worker, which has one of each name.
  private var neighbours: [String: FileDigest] = [:]
  /// Libraries that manifests call.
  private var called: Set<String> = []
  private var pool: WorkerPool?
  private var remarks: [Diagnostic] = []

  init(loader: PluginLoader, isolation: PluginIsolation?) {
    self.loader = loader
    self.isolation = isolation
    quarantined = isolation?.quarantine?.digests() ?? []
  }

  mutating func add(_ file: PluginDiscovery.File) {
    do throws(PluginRefusal) {
      entries.append((file, try state(of: file)))
    } catch {
      entries.append((file, .refused(error)))
    }
  }

  private mutating func state(of file: PluginDiscovery.File) throws(PluginRefusal) -> State {
    // Files of an installation do not change while they are used, and came with the program.
    guard file.folder.needsPrivateCopy || file.isManifest else {
      return .here(try loader.load(file))
    }
    let image = try PluginImage(file)
    if let manifest = image.manifest {
      remarks += manifest.warnings
      called.formUnion(image.names)
    }
    guard let isolation else {
      // A wrong signature cannot be told from a right one.
      guard image.manifest == nil else { throw .manifestNeedsWorker }
      return .here(try loader.load(image))
    }
    // What was read is what is loaded, so its digest is that of the code that runs.
    guard image.manifest != nil || !image.digests.allSatisfy(isolation.trusted.contains) else {
      return .here(try loader.load(image))
    }
    if quarantined.contains(image.main.digest) { return try quarantinedState(of: image, isolation) }
    for neighbour in image.neighbours {
      if let other = neighbours[neighbour.name], other != neighbour.digest {
        throw .dependencyConflict(shown(neighbour.name))
      }
      neighbours[neighbour.name] = neighbour.digest
    }
    return .waiting(image)
  }

  private func quarantinedState(
    of image: PluginImage, _ isolation: PluginIsolation
  ) throws(PluginRefusal) -> State {
    let record = QuarantineRecord(
      lines: isolation.quarantine?.lines(of: image.main.digest) ?? [])
    guard let plugin = record.plugin else { throw .quarantined(cause: record.cause) }
    let table = LoadedTable(
      id: plugin.id, version: plugin.version,
      providers: plugin.providers.map { _ in se_provider() },
      claims: plugin.providers.map { .init(blockCodes: $0.blockCodes, showTypes: $0.showTypes) },
      renderers: plugin.renderers.map { _ in se_renderer() }, rendererNames: plugin.renderers)
    return .quarantined(
      LoadedPlugin(table, of: image.file), .init(cause: record.cause, notes: record.notes))
  }

  // MARK: The worker

  mutating func loadIsolated(measurer: any TextMeasurer) {
    var waiting: [(entry: Int, image: PluginImage)] = []
    for (index, entry) in entries.enumerated() {
      if case .waiting(let image) = entry.state { waiting.append((index, image)) }
    }
    guard let isolation, !waiting.isEmpty else { return }
    do throws(PluginRefusal) {
      let results = try load(waiting.map(\.image), isolation, measurer)
      for (number, (entry, result)) in zip(waiting.map(\.entry), results).enumerated() {
        switch result {
        case .success(var plugin):
          plugin.neighbours = waiting[number].image.names
          entries[entry].state = .isolated(plugin, number: number)
        case .failure(let refusal):
          let manifest = waiting[number].image.manifest
          entries[entry].state = .refused(manifest?.explain(refusal) ?? refusal)
        }
      }
    } catch {
      for (entry, _) in waiting { entries[entry].state = .refused(error) }
    }
  }

  private mutating func load(
    _ images: [PluginImage], _ isolation: PluginIsolation, _ measurer: any TextMeasurer
  ) throws(PluginRefusal) -> [Result<LoadedPlugin, PluginRefusal>] {
    guard let recorded = measurer as? RecordedTextMeasurer else {
      throw .noWorker(reason: "texts are measured by `\(measurer.name)`, which it does not have")
    }
    let pool = try WorkerPool(
      isolation, images: images, runtimeFolder: loader.runtimeFolder, metrics: recorded.metrics)
    self.pool = pool
    do throws(WorkerProcess.Failure) {
      let results = try pool.load()
      remarks += pool.remarks()
      return results
    } catch {
      if case .unconfined(let missing) = error { throw .unconfined(missing: missing.names) }
      throw .noWorker(reason: error.words)
    }
  }

  // MARK: The result

  func loaded(found: [Diagnostic], measurer: any TextMeasurer) -> PluginHost.Loaded {
    var plugins: [LoadedPlugin] = []
    var places: [PluginRunner.Place] = []
    var refused: [(name: String, plugin: PluginHost.RefusedPlugin)] = []
    func refuse(_ file: PluginDiscovery.File, _ refusal: PluginRefusal) {
      refused.append(
        (file.name, .init(path: file.shownPath, origin: file.folder.origin, refusal: refusal)))
    }
    func take(_ plugin: LoadedPlugin, _ place: PluginRunner.Place, _ file: PluginDiscovery.File) {
      if let first = plugins.first(where: { $0.descriptor.id == plugin.descriptor.id }) {
        return refuse(
          file,
          .shadowed(
            id: plugin.descriptor.id, by: "\(first.descriptor.path) (\(first.descriptor.version))"))
      }
      plugins.append(plugin)
      places.append(place)
    }
    for (file, state) in entries {
      switch state {
      case .refused(let refusal): refuse(file, refusal)
      case .here(let plugin): take(plugin, .here, file)
      case .waiting: refuse(file, .noWorker(reason: "it was not asked"))
      case .isolated(let plugin, let number): take(plugin, .worker(number), file)
      case .quarantined(let plugin, let loss):
        take(plugin, .quarantined(loss), file)
        refuse(file, .quarantined(cause: loss.cause))
      }
    }
    // A library that a plugin brought along is no plugin, and not meant as one.
    let libraries = plugins.reduce(into: called) { $0.formUnion($1.neighbours) }
    let notUsed = refused.compactMap { name, plugin in
      plugin.refusal == .noEntry && libraries.contains(name) ? nil : plugin
    }
    let registry = ProviderRegistry(plugins: plugins.map(\.descriptor))
    return PluginHost.Loaded(
      registry: registry,
      runner: PluginRunner(plugins: plugins, places: places, pool: pool, measurer: measurer),
      refused: notUsed,
      diagnostics: found + notUsed.flatMap(\.diagnostics) + remarks
        + registry.shadowedClaims.map { PluginHost.diagnostic(of: $0, in: registry) },
      isolated: Set(places.indices.filter { places[$0].isIsolated }),
      quarantined: Set(places.indices.filter { places[$0].isQuarantined }))
  }
}

extension PluginRunner.Place {
  var isHere: Bool { if case .here = self { true } else { false } }
  fileprivate var isIsolated: Bool { if case .worker = self { true } else { false } }
  fileprivate var isQuarantined: Bool { if case .quarantined = self { true } else { false } }
}
