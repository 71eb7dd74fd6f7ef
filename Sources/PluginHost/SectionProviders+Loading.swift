package import LayoutCore
public import Providers

extension SectionProviders {
  /// Loads the plugins of folders into this process, the first folder first: plugins that you trust.
  /// Nothing is ever unloaded.
  ///
  /// What is wrong with a file costs that file: ``FeedEngine/diagnostics`` say which, and why.
  /// - Parameter folders: Of `.so` files.
  public init(folders: [String]) {
    let measurer = RecordedTextMeasurer()
    let path = PluginSearchPath(options: folders)
    self.init(PluginHost.load(path, measurer: measurer), measurer: measurer)
  }

  /// Loads the plugins of folders into a sandboxed worker, the first folder first: plugins that nobody
  /// vouched for. One that breaks loses its section, and is not run again by these providers.
  ///
  /// Where the system lacks a protection, or the worker does not start, the plugins are refused, and
  /// ``FeedEngine/diagnostics`` say so.
  /// - Parameters:
  ///   - folders: Of `.so` files.
  ///   - worker: Path of `section-worker`, which is installed in `libexec/sectionengine`.
  public init(folders: [String], worker: String) {
    let measurer = RecordedTextMeasurer()
    let path = PluginSearchPath(options: folders)
    self.init(
      PluginHost.load(path, measurer: measurer, isolation: PluginIsolation(worker: worker)),
      measurer: measurer)
  }

  /// - Parameter measurer: the one that they were loaded with.
  package init(_ loaded: PluginHost.Loaded, measurer: any TextMeasurer) {
    self.init(
      registry: loaded.registry, runner: loaded.runner, measurer: measurer,
      pageRunner: loaded.runner, found: loaded.diagnostics)
  }
}
