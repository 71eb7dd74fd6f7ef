package import LayoutCore
public import Providers

extension SectionProviders {
  /// Loads the plugins of folders, the first of which comes first. Nothing is ever unloaded.
  ///
  /// What is wrong with a file costs that file: ``FeedEngine/diagnostics`` say which, and why.
  /// - Parameter folders: Of `.so` files.
  public init(folders: [String]) {
    let measurer = RecordedTextMeasurer()
    let path = PluginSearchPath(options: folders)
    self.init(PluginHost.load(path, measurer: measurer), measurer: measurer)
  }

  /// - Parameter measurer: the one that they were loaded with.
  package init(_ loaded: PluginHost.Loaded, measurer: any TextMeasurer) {
    self.init(
      registry: loaded.registry, runner: loaded.runner, measurer: measurer,
      found: loaded.diagnostics)
  }
}
