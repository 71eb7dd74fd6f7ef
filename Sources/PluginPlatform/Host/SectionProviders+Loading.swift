internal import LayoutCore

extension SectionProviders {
  /// Finds the plugins of folders, the first folder first, and loads them into this process. Use it
  /// for plugins that you trust. Nothing is ever unloaded.
  ///
  /// An unusable file is skipped: ``Engine/diagnostics`` report which one, and why.
  /// - Parameters:
  ///   - folders: Folders of `.so` files.
  ///   - cache: A folder that keeps the plugins' claims, so that the next providers load a plugin
  ///     only when a page needs it; `nil` loads all plugins at once.
  public init(folders: [String], cache: String? = nil) {
    let measurer = RecordedTextMeasurer()
    let path = PluginSearchPath(options: folders)
    self.init(PluginCatalog(path, measurer: measurer, cacheFolder: cache))
  }

  /// Finds the plugins of folders, the first folder first, and loads each into a sandboxed worker,
  /// as untrusted code. A plugin that crashes or hangs loses its section, and these providers do
  /// not run it again.
  ///
  /// If the system lacks a protection, or the worker does not start, the plugins are refused, and
  /// ``Engine/diagnostics`` report it.
  /// - Parameters:
  ///   - folders: Folders of `.so` files.
  ///   - worker: Path of `section-worker`, which is installed in `libexec/sectionengine`.
  ///   - cache: A folder that keeps the plugins' claims, so that the next providers start a worker
  ///     only when a page needs it; `nil` starts it at once.
  public init(folders: [String], worker: String, cache: String? = nil) {
    let measurer = RecordedTextMeasurer()
    let path = PluginSearchPath(options: folders)
    self.init(
      PluginCatalog(
        path, measurer: measurer, isolation: PluginIsolation(worker: worker), cacheFolder: cache))
  }
}
