internal import CSectionABI
internal import Diagnostics
internal import LayoutCore
internal import PluginCalls
internal import Providers

/// Decides for each file of a search path whether it runs in this process, in a worker or not at
/// all.
///
/// A file that the cache knows is only listed. It is loaded when a feed first has a block that it
/// may draw; its contents at that time, not the listed ones, decide where it runs and what it
/// draws.
struct PluginGathering {
  enum State {
    case refused(PluginRefusal)
    /// Runs in this process; loaded on first use if it is not loaded yet.
    case here(LazyPlugin)
    /// Known from the cache, and not loaded.
    case listed(PluginDescriptor)
    /// Waits for a worker.
    case waiting(PluginImage)
    case isolated(LoadedPlugin, IsolatedPlugin)
    case quarantined(PluginDescriptor, PluginLoss)
  }

  struct Item {
    var file: PluginDiscovery.File
    var state: State
    /// Whether the user trusts the file.
    var isTrusted = false
    /// Names of the libraries in its folder that belong to it and are not plugins.
    var companions: Set<String> = []
    /// Diagnostics that do not prevent its use.
    var remarks: [Diagnostic] = []
  }

  let loader: PluginLoader
  let isolation: PluginIsolation?
  /// Whether plugins are only listed: nothing from outside the installation runs in this process.
  let isListing: Bool
  private let quarantined: Set<FileDigest>
  private(set) var cache: ClaimsCache?
  /// Why the cache could not be written.
  private(set) var unsaved: DigestFolder.Failure?
  private(set) var items: [Item] = []
  private(set) var pool: WorkerPool?

  init(
    loader: PluginLoader, isolation: PluginIsolation?, cache: ClaimsCache?, isListing: Bool
  ) {
    self.loader = loader
    self.isolation = isolation
    self.cache = cache
    self.isListing = isListing
    quarantined = isolation?.quarantine?.digests() ?? []
  }

  mutating func add(_ file: PluginDiscovery.File) {
    var item = Item(file: file, state: .refused(.empty))
    do throws(PluginRefusal) {
      if let entry = cache?.entry(of: file), try list(entry, as: &item) {
        items.append(item)
      } else {
        items.append(read(file))
      }
    } catch {
      item.state = .refused(error)
      items.append(item)
    }
  }

  /// Loads the listed plugins with these numbers, and those that wait for a worker.
  mutating func load(_ numbers: [Int], measurer: any TextMeasurer) {
    for number in numbers {
      guard case .listed = items[number].state else { continue }
      var file = items[number].file
      file.stamp = FileStamp(file.path)
      items[number] = read(file)
    }
    loadIsolated(measurer)
    do throws(DigestFolder.Failure) { try cache?.save() } catch { unsaved = error }
  }

  // MARK: From the cache

  /// Sets the item's state from its cache entry, and returns whether the entry suffices.
  private mutating func list(
    _ entry: ClaimsEntry, as item: inout Item
  ) throws(PluginRefusal) -> Bool {
    let file = item.file
    item.companions = Set(entry.companions)
    if file.isCopied, let digest = entry.digest {
      item.isTrusted = !file.isManifest && isolation?.trusted.contains(digest) == true
      // A listing also reports on the plugin's libraries, which are not in the cache.
      if item.isTrusted, isListing { return false }
      if let isolation, !item.isTrusted {
        if quarantined.contains(digest) {
          item.state = try quarantinedState(of: file, digest, isolation)
          return true
        }
      } else if file.isManifest {
        return false
      } else if !entry.neighbours.isEmpty, !isListing {
        // Which libraries it gets depends on the plugins before it, so all must be loaded in order.
        return false
      }
    }
    switch entry.verdict {
    case .unknown: return false
    case .refused(let refusal): throw refusal
    case .plugin(let plugin):
      let descriptor = PluginDescriptor(plugin, of: file)
      item.state =
        file.isCopied ? .listed(descriptor) : .here(lazy(descriptor, file))
      return true
    }
  }

  /// Returns a plugin of the installation that is loaded on first use.
  private func lazy(_ descriptor: PluginDescriptor, _ file: PluginDiscovery.File) -> LazyPlugin {
    LazyPlugin(descriptor) { [loader, folder = cache?.folder] () throws(PluginRefusal) in
      let plugin = try loader.load(file)
      guard plugin.descriptor.id == descriptor.id,
        plugin.descriptor.providers == descriptor.providers,
        plugin.descriptor.renderers == descriptor.renderers
      else {
        var cache = folder.map { ClaimsCache(folder: $0) }
        cache?.forget(file)
        // If the cache cannot be written, the next run detects the change in the same way.
        try? cache?.save()
        throw .changed
      }
      return plugin
    }
  }

  // MARK: From the file

  private mutating func read(_ file: PluginDiscovery.File) -> Item {
    var item = Item(file: file, state: .refused(.empty))
    var entry = file.stamp.map { ClaimsEntry(stamp: $0) }
    do throws(PluginRefusal) {
      if file.isCopied {
        item.state = try state(of: try PluginImage(file), &item, &entry)
      } else {
        // Files of an installation do not change while they are used, and are part of the program.
        item.state = .here(LazyPlugin(try loader.load(file)))
      }
    } catch {
      item.state = .refused(error)
    }
    if let entry { remember(item, entry) }
    return item
  }

  private mutating func state(
    of image: PluginImage, _ item: inout Item, _ entry: inout ClaimsEntry?
  ) throws(PluginRefusal) -> State {
    entry = image.file.stamp.map { ClaimsEntry(stamp: $0, of: image) }
    item.companions = image.names
    item.remarks = image.manifest?.warnings ?? []
    guard let isolation else {
      // A wrong signature in a manifest cannot be detected.
      guard image.manifest == nil else { throw .manifestNeedsWorker }
      return .here(LazyPlugin(try loader.load(image)))
    }
    // The bytes that were read are loaded, so their digest is that of the code that runs.
    switch isolation.trusted.verdict(on: image, runtimeFolder: loader.runtimeFolder) {
    case .unknown: break
    case .ended(let reason):
      item.remarks.append(TrustedPlugins.diagnostic(of: reason, for: image.file))
    case .trusted(let closure):
      item.isTrusted = true
      guard isListing else {
        return .here(LazyPlugin(try loader.load(image, after: closure)))
      }
      var copied = image
      copied.add(closure)
      return .waiting(copied)
    }
    if quarantined.contains(image.main.digest) {
      return try quarantinedState(of: image.file, image.main.digest, isolation)
    }
    return .waiting(image)
  }

  private func quarantinedState(
    of file: PluginDiscovery.File, _ digest: FileDigest, _ isolation: PluginIsolation
  ) throws(PluginRefusal) -> State {
    let record = QuarantineRecord(lines: isolation.quarantine?.lines(of: digest) ?? [])
    guard let plugin = record.plugin else {
      throw .quarantined(cause: record.cause, trace: record.trace)
    }
    return .quarantined(
      PluginDescriptor(plugin, of: file),
      .init(cause: record.cause, notes: record.notes, trace: record.trace))
  }

  /// Caches the facts that depend on the file alone.
  private mutating func remember(_ item: Item, _ entry: ClaimsEntry) {
    var entry = entry
    switch item.state {
    case .here(let plugin): entry.verdict = .plugin(.init(plugin.descriptor))
    case .isolated(let plugin, _): entry.verdict = .plugin(.init(plugin.descriptor))
    case .refused(let refusal) where refusal.isKept: entry.verdict = .refused(refusal)
    case .refused where entry.digest == nil: return cache?.forget(item.file) ?? ()
    case .refused, .listed, .waiting, .quarantined: break
    }
    cache?.remember(entry, of: item.file)
  }

  // MARK: The worker

  private mutating func loadIsolated(_ measurer: any TextMeasurer) {
    var waiting: [(item: Int, image: PluginImage)] = []
    for (index, item) in items.enumerated() {
      if case .waiting(let image) = item.state { waiting.append((index, image)) }
    }
    guard let isolation, !waiting.isEmpty else { return }
    do throws(PluginRefusal) {
      let results = try load(waiting.map(\.image), isolation, measurer)
      for ((index, image), (plugin, remarks)) in zip(waiting, results) {
        switch plugin {
        case .success((let plugin, let isolated)):
          items[index].state = .isolated(plugin, isolated)
        case .failure(let refusal):
          items[index].state = .refused(
            image.explain(refusal, runtimeFolder: loader.runtimeFolder))
        }
        items[index].remarks += remarks
        // Its remarks are reported in every run, so every run has to load it.
        if !items[index].remarks.isEmpty {
          cache?.forget(image.file)
        } else if image.names == items[index].companions, let stamp = image.file.stamp {
          // With libraries that only trust permits, the result does not depend on the file alone.
          remember(items[index], ClaimsEntry(stamp: stamp, of: image))
        }
      }
    } catch {
      // No worker is available, so no untrusted plugin can be used, loaded or not.
      for (index, item) in items.enumerated() {
        switch item.state {
        case .waiting: items[index].state = .refused(error)
        case .listed where !item.isTrusted: items[index].state = .refused(error)
        default: break
        }
      }
    }
  }

  private typealias Loading = (
    plugin: Result<(LoadedPlugin, IsolatedPlugin), PluginRefusal>, remarks: [Diagnostic]
  )

  /// Returns the results in the order of the images.
  private mutating func load(
    _ images: [PluginImage], _ isolation: PluginIsolation, _ measurer: any TextMeasurer
  ) throws(PluginRefusal) -> [Loading] {
    guard let recorded = measurer as? RecordedTextMeasurer else {
      throw .noWorker(reason: "texts are measured by `\(measurer.name)`, which it does not have")
    }
    let pool =
      self.pool
      ?? WorkerPool(
        isolation, runtimeFolder: loader.runtimeFolder, metrics: recorded.metrics)
    self.pool = pool
    let plugins = images.map { image in
      Result { () throws(PluginRefusal) in try IsolatedPlugin(image, in: pool) }
    }
    do throws(WorkerProcess.Failure) {
      var loadings = try pool.load(plugins.compactMap { try? $0.get() }).makeIterator()
      return plugins.map { plugin in
        switch plugin {
        case .failure(let refusal): return (.failure(refusal), [])
        case .success(let isolated):
          guard case .some(.some(let loading)) = loadings.next() else {
            return (.failure(.notExamined(seconds: isolation.examinationTime)), [])
          }
          return (loading.plugin.map { ($0, isolated) }, loading.remarks)
        }
      }
    } catch {
      if case .unconfined(let missing) = error { throw .unconfined(missing: missing.names) }
      throw .noWorker(reason: error.words)
    }
  }
}

extension PluginDescriptor {
  init(_ plugin: QuarantineRecord.Identity, of file: PluginDiscovery.File) {
    self.init(
      id: plugin.id, version: plugin.version, path: file.shownPath, origin: file.folder.origin,
      providers: plugin.providers, renderers: plugin.renderers)
  }
}

extension QuarantineRecord.Identity {
  init(_ plugin: PluginDescriptor) {
    self.init(
      id: plugin.id, version: plugin.version, providers: plugin.providers,
      renderers: plugin.renderers)
  }
}
