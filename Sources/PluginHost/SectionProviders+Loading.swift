package import LayoutCore
public import Providers

extension SectionProviders {
  /// Finds the plugins of folders, the first folder first, and loads them into this process: plugins that
  /// you trust. Nothing is ever unloaded.
  ///
  /// What is wrong with a file costs that file: ``FeedEngine/diagnostics`` say which, and why.
  /// - Parameters:
  ///   - folders: Of `.so` files.
  ///   - cache: A folder to keep what they claim, so that the next providers load a plugin only when a
  ///     page needs it; `nil`: all are loaded at once.
  public init(folders: [String], cache: String? = nil) {
    let measurer = RecordedTextMeasurer()
    let path = PluginSearchPath(options: folders)
    self.init(PluginHost.load(path, measurer: measurer, cacheFolder: cache), measurer: measurer)
  }

  /// Finds the plugins of folders, the first folder first, and loads each into a sandboxed worker, as
  /// untrusted code. A plugin that breaks loses its section, and is not run again by these providers.
  ///
  /// Where the system lacks a protection, or the worker does not start, the plugins are refused, and
  /// ``FeedEngine/diagnostics`` say so.
  /// - Parameters:
  ///   - folders: Of `.so` files.
  ///   - worker: Path of `section-worker`, which is installed in `libexec/sectionengine`.
  ///   - cache: A folder to keep what they claim, so that the next providers start a worker only when a
  ///     page needs it; `nil`: it is started at once.
  public init(folders: [String], worker: String, cache: String? = nil) {
    let measurer = RecordedTextMeasurer()
    let path = PluginSearchPath(options: folders)
    self.init(
      PluginHost.load(
        path, measurer: measurer, isolation: PluginIsolation(worker: worker), cacheFolder: cache),
      measurer: measurer)
  }

  /// - Parameter measurer: the one that they were loaded with.
  package init(_ loaded: PluginHost.Loaded, measurer: any TextMeasurer) {
    self.init(
      registry: loaded.registry, runner: loaded.runner, measurer: measurer,
      pageRunner: loaded.runner, found: loaded.diagnostics)
  }
}
