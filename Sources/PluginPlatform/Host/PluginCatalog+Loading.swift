internal import Support
internal import LayoutCore
internal import PluginCalls

/// Decides for each file whether it runs in this process, in a worker or not at all.
extension PluginCatalog {
  /// Returns the plugin of a file, described by the cache if possible.
  func found(_ file: Plugin.File, _ cache: inout ClaimsCache?) -> Plugin {
    var plugin = Plugin(file)
    if let entry = cache?.entry(of: file), let state = described(by: entry, &plugin) {
      plugin.state = state
      return plugin
    }
    return read(file, &cache)
  }

  /// Loads the described plugins at these positions, and those that wait for a worker.
  func load(_ positions: [Int], _ state: inout State) {
    for position in positions {
      guard case .described(let descriptor) = state.plugins[position].state else { continue }
      var file = state.plugins[position].file
      if file.isCopied {
        file.stamp = FileStamp(file.path)
        state.plugins[position] = read(file, &state.cache)
      } else {
        state.plugins[position].state = installed(file, as: descriptor, &state.cache)
      }
    }
    loadIsolated(&state)
    do throws(DigestFolder.Failure) { try state.cache?.save() } catch { state.unsaved = error }
  }

  // MARK: From the cache

  /// Returns the state that a cache entry gives, or `nil` if the file has to be read.
  private func described(by entry: ClaimsEntry, _ plugin: inout Plugin) -> Plugin.State? {
    let file = plugin.file
    plugin.companions = Set(entry.companions)
    if file.isCopied, let digest = entry.digest {
      plugin.isTrusted = !file.isManifest && isolation?.trusted.contains(digest) == true
      // A listing also reports on the plugin's libraries, which are not in the cache.
      if plugin.isTrusted, isListing { return nil }
      if let isolation, !plugin.isTrusted {
        if quarantined.contains(digest) { return quarantinedState(of: file, digest, isolation) }
      } else if file.isManifest {
        return nil
      } else if !entry.neighbours.isEmpty, !isListing {
        // Which libraries it gets depends on the plugins before it, so all must be loaded in order.
        return nil
      }
    }
    return switch entry.verdict {
    case .unknown: nil
    case .refused(let refusal): .refused(refusal)
    case .plugin(let plugin): .described(PluginDescriptor(plugin, of: file))
    }
  }

  /// Loads a plugin of the installation, which must have the claims that the cache knows.
  private func installed(
    _ file: Plugin.File, as descriptor: PluginDescriptor, _ cache: inout ClaimsCache?
  ) -> Plugin.State {
    do throws(PluginRefusal) {
      let plugin = try loader.load(file)
      guard plugin.descriptor.id == descriptor.id,
        plugin.descriptor.providers == descriptor.providers,
        plugin.descriptor.renderers == descriptor.renderers
      else {
        cache?.forget(file)
        throw .changed
      }
      return .loaded(plugin)
    } catch {
      return .unloadable(descriptor, error)
    }
  }

  // MARK: From the file

  private func read(_ file: Plugin.File, _ cache: inout ClaimsCache?) -> Plugin {
    var plugin = Plugin(file)
    var entry = file.stamp.map { ClaimsEntry(stamp: $0) }
    do throws(PluginRefusal) {
      if file.isCopied {
        let image = try PluginImage(file)
        entry = file.stamp.map { ClaimsEntry(stamp: $0, of: image) }
        plugin.state = try checked(image, &plugin)
      } else {
        // Files of an installation do not change while they are used, and are part of the program.
        plugin.state = .loaded(try loader.load(file))
      }
    } catch {
      plugin.state = .refused(error)
    }
    if let entry { remember(plugin, entry, &cache) }
    return plugin
  }

  /// Returns where a plugin runs by its contents.
  private func checked(
    _ image: PluginImage, _ plugin: inout Plugin
  ) throws(PluginRefusal) -> Plugin.State {
    plugin.companions = image.names
    plugin.warnings = image.manifest?.warnings ?? []
    guard let isolation else {
      // A wrong signature in a manifest cannot be detected.
      guard image.manifest == nil else { throw .manifestNeedsWorker }
      return .loaded(try loader.load(image))
    }
    // The bytes that were read are loaded, so their digest is that of the code that runs.
    switch isolation.trusted.verdict(on: image, runtimeFolder: loader.runtimeFolder) {
    case .unknown: break
    case .ended(let reason):
      plugin.warnings.append(TrustedPlugins.diagnostic(of: reason, for: image.file))
    case .trusted(let closure):
      plugin.isTrusted = true
      guard isListing else { return .loaded(try loader.load(image, after: closure)) }
      var copied = image
      copied.add(closure)
      return .read(copied)
    }
    if quarantined.contains(image.main.digest) {
      return quarantinedState(of: image.file, image.main.digest, isolation)
    }
    return .read(image)
  }

  private func quarantinedState(
    of file: Plugin.File, _ digest: FileDigest, _ isolation: PluginIsolation
  ) -> Plugin.State {
    let record = QuarantineRecord(lines: isolation.quarantine?.lines(of: digest) ?? [])
    guard let plugin = record.plugin else {
      return .refused(.quarantined(cause: record.cause, trace: record.trace))
    }
    return .quarantined(
      PluginDescriptor(plugin, of: file),
      .init(cause: record.cause, notes: record.notes, trace: record.trace))
  }

  /// Caches the facts that depend on the file alone.
  private func remember(_ plugin: Plugin, _ entry: ClaimsEntry, _ cache: inout ClaimsCache?) {
    var entry = entry
    switch plugin.state {
    case .loaded(let plugin), .isolated(let plugin, _):
      entry.verdict = .plugin(.init(plugin.descriptor))
    case .refused(let refusal) where refusal.isKept: entry.verdict = .refused(refusal)
    case .refused where entry.digest == nil: return cache?.forget(plugin.file) ?? ()
    case .refused, .described, .read, .unloadable, .quarantined: break
    }
    cache?.remember(entry, of: plugin.file)
  }

  // MARK: The worker

  private func loadIsolated(_ state: inout State) {
    var read: [(position: Int, image: PluginImage)] = []
    for (position, plugin) in state.plugins.enumerated() {
      if case .read(let image) = plugin.state { read.append((position, image)) }
    }
    guard let isolation, !read.isEmpty else { return }
    do throws(PluginRefusal) {
      let loadings = try load(read.map(\.image), isolation, &state.pool)
      for ((position, image), (result, warnings)) in zip(read, loadings) {
        switch result {
        case .success((let plugin, let isolated)):
          state.plugins[position].state = .isolated(plugin, isolated)
        case .failure(let refusal):
          state.plugins[position].state = .refused(
            image.explain(refusal, runtimeFolder: loader.runtimeFolder))
        }
        state.plugins[position].warnings += warnings
        let plugin = state.plugins[position]
        // Its warnings are reported in every run, so every run has to load it.
        if !plugin.warnings.isEmpty {
          state.cache?.forget(image.file)
        } else if image.names == plugin.companions, let stamp = image.file.stamp {
          // With libraries that only trust permits, the result does not depend on the file alone.
          remember(plugin, ClaimsEntry(stamp: stamp, of: image), &state.cache)
        }
      }
    } catch {
      // No worker is available, so no untrusted plugin can be used, loaded or not.
      for (position, plugin) in state.plugins.enumerated() {
        switch plugin.state {
        case .read: state.plugins[position].state = .refused(error)
        case .described where plugin.file.isCopied && !plugin.isTrusted:
          state.plugins[position].state = .refused(error)
        default: break
        }
      }
    }
  }

  private typealias Loading = (
    plugin: Result<(LoadedPlugin, IsolatedPlugin), PluginRefusal>, warnings: [Diagnostic]
  )

  /// Returns the results in the order of the images.
  private func load(
    _ images: [PluginImage], _ isolation: PluginIsolation, _ pool: inout WorkerPool?
  ) throws(PluginRefusal) -> [Loading] {
    guard let recorded = measurer as? RecordedTextMeasurer else {
      throw .noWorker(reason: "texts are measured by `\(measurer.name)`, which it does not have")
    }
    let workers =
      pool
      ?? WorkerPool(isolation, runtimeFolder: loader.runtimeFolder, measurer: recorded)
    pool = workers
    let plugins = images.map { image in
      Result { () throws(PluginRefusal) in try IsolatedPlugin(image, in: workers) }
    }
    do throws(WorkerProcess.Failure) {
      var loadings = try workers.load(plugins.compactMap { try? $0.get() }).makeIterator()
      return plugins.map { plugin in
        switch plugin {
        case .failure(let refusal): return (.failure(refusal), [])
        case .success(let isolated):
          guard case .some(.some(let loading)) = loadings.next() else {
            return (.failure(.notExamined(seconds: isolation.examinationTime)), [])
          }
          return (loading.plugin.map { ($0, isolated) }, loading.warnings)
        }
      }
    } catch {
      if case .unconfined(let missing) = error { throw .unconfined(missing: missing.names) }
      throw .noWorker(reason: error.words)
    }
  }
}

extension PluginDescriptor {
  init(_ plugin: QuarantineRecord.Identity, of file: Plugin.File) {
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
