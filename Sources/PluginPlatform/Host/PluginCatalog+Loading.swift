internal import PluginCalls

/// Decides for each file whether it runs in this process, in a worker or not at all.
extension PluginCatalog {
  func found(_ file: Plugin.File, _ cache: inout ClaimsCache?) -> Plugin {
    var plugin = Plugin(file)
    if let entry = cache?.entry(of: file), let state = described(by: entry, &plugin) {
      plugin.state = state
      return plugin
    }
    return read(file, &cache)
  }

  /// Loads the `described` plugins at these indices of `plugins`, and all plugins that are `read`.
  func load(_ positions: [Int], _ contents: inout Contents) {
    for position in positions {
      guard case .described(let descriptor) = contents.plugins[position].state else { continue }
      var file = contents.plugins[position].file
      if file.isCopied {
        file.stamp = FileStamp(file.path)
        contents.plugins[position] = read(file, &contents.cache)
      } else {
        contents.plugins[position].state = installed(file, as: descriptor, &contents.cache)
      }
    }
    loadIsolated(&contents)
    do throws(DigestFolder.Failure) { try contents.cache?.save() } catch {
      contents.unsaved = error
    }
  }

  /// Returns the state of a plugin according to its cache entry; `nil` if the file must be read.
  private func described(by entry: ClaimsEntry, _ plugin: inout Plugin) -> Plugin.State? {
    let file = plugin.file
    plugin.companions = Set(entry.companions)
    if file.isCopied, let digest = entry.digest {
      plugin.isTrusted = !file.isManifest && isolation?.trusted.contains(digest) == true
      // A listing reads a trusted plugin to check its libraries: the cache has no digests of them.
      if plugin.isTrusted, isListing { return nil }
      if let isolation, !plugin.isTrusted {
        if quarantined.contains(digest) { return quarantinedState(of: file, digest, isolation) }
      } else if file.isManifest {
        return nil
      } else if !entry.companions.isEmpty, !isListing {
        // Plugins in this process share libraries of the same name, so the order of loading
        // matters. Plugins with libraries are loaded now, in search order.
        return nil
      }
    }
    if let refusal = entry.refusal { return .refused(refusal) }
    return entry.plugin.map { .described($0.found(at: file.shownPath, file.folder.origin)) }
  }

  /// Loads a plugin of the installation; refuses it if its claims differ from the cached claims.
  private func installed(
    _ file: Plugin.File, as descriptor: PluginDescriptor, _ cache: inout ClaimsCache?
  ) -> Plugin.State {
    do throws(PluginRefusal) {
      // The claims are those of the file's current stamp, with which this program loaded it before.
      let plugin = try loader.load(file, isKnown: cache != nil)
      var found = plugin.descriptor
      found.version = descriptor.version
      guard found == descriptor else {
        cache?.forget(file)
        throw .changed
      }
      return .loaded(plugin)
    } catch {
      return .unloadable(descriptor, error)
    }
  }

  private func read(_ file: Plugin.File, _ cache: inout ClaimsCache?) -> Plugin {
    var plugin = Plugin(file)
    var image: PluginImage?
    do throws(PluginRefusal) {
      if file.isCopied {
        let read = try PluginImage(file)
        image = read
        plugin.state = try checked(read, &plugin)
      } else {
        // A plugin of the installation is part of the program: it runs in this process, uncopied.
        plugin.state = .loaded(try loader.load(file))
      }
    } catch {
      plugin.state = .refused(error)
    }
    remember(plugin, image, &cache)
    return plugin
  }

  private func checked(
    _ image: PluginImage, _ plugin: inout Plugin
  ) throws(PluginRefusal) -> Plugin.State {
    plugin.companions = image.names
    plugin.warnings = image.manifest?.warnings ?? []
    guard let isolation else {
      // A manifest may declare wrong C types, which cannot be detected, so it needs a worker.
      guard image.manifest == nil else { throw .manifestNeedsWorker }
      return .loaded(try loader.load(image))
    }
    // The bytes that were read are also loaded, so trust in their digest applies to the code.
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
      return .refused(.quarantined(cause: record.loss.cause, trace: record.loss.trace))
    }
    return .quarantined(plugin.found(at: file.shownPath, file.folder.origin), record.loss)
  }

  private func remember(_ plugin: Plugin, _ image: PluginImage?, _ cache: inout ClaimsCache?) {
    guard let stamp = plugin.file.stamp else { return }
    var entry = ClaimsEntry(stamp: stamp, of: image)
    switch plugin.state {
    case .loaded(let plugin), .isolated(let plugin, _):
      entry.plugin = plugin.descriptor.found()
    case .refused(let refusal) where refusal.isKept: entry.refusal = refusal
    case .refused where image == nil: return cache?.forget(plugin.file) ?? ()
    case .refused, .described, .read, .unloadable, .quarantined: break
    }
    cache?.remember(entry, of: plugin.file)
  }

  private func loadIsolated(_ contents: inout Contents) {
    let read = contents.plugins.enumerated().compactMap { position, plugin in
      if case .read(let image) = plugin.state { (position, image) } else { nil }
    }
    guard let isolation, !read.isEmpty else { return }
    do throws(WorkerFault) {
      guard measurer.measuring != nil else {
        throw .init(reason: "texts are measured by `\(measurer.name)`, which it does not have")
      }
      let pool =
        contents.pool
        ?? WorkerPool(isolation, runtimeFolder: loader.runtimeFolder, measurer: measurer)
      contents.pool = pool
      let isolated = read.map { IsolatedPlugin($1, in: pool) }
      for ((position, image), (isolated, loading)) in zip(
        read, zip(isolated, try pool.load(isolated)))
      {
        var plugin = contents.plugins[position]
        switch loading?.plugin ?? .failure(.notExamined(seconds: isolation.examinationTime)) {
        case .success(let loaded): plugin.state = .isolated(loaded, isolated)
        case .failure(let refusal): plugin.state = .refused(image.explain(refusal))
        }
        plugin.warnings += loading?.warnings ?? []
        contents.plugins[position] = plugin
        // A plugin with warnings is not cached: each run loads it and reports the warnings again.
        if !plugin.warnings.isEmpty {
          contents.cache?.forget(image.file)
        } else if image.names == plugin.companions {
          // Caches the result only if no library was added because the plugin is trusted.
          remember(plugin, image, &contents.cache)
        }
      }
    } catch {
      let refusal: PluginRefusal =
        error.missing.isEmpty
        ? .noWorker(reason: error.reason) : .unconfined(missing: error.missing)
      // Without a worker, no untrusted plugin can be used, even if its claims are cached.
      for (position, plugin) in contents.plugins.enumerated() {
        switch plugin.state {
        case .described where !plugin.file.isCopied || plugin.isTrusted: break
        case .read, .described: contents.plugins[position].state = .refused(refusal)
        default: break
        }
      }
    }
  }
}
