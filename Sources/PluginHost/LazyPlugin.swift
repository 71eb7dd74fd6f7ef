internal import PluginCalls
internal import Providers
internal import Synchronization

/// A plugin of this process, either loaded or loaded on first use.
final class LazyPlugin: Sendable {
  /// The descriptor from the listing.
  let descriptor: PluginDescriptor
  private let present: LoadedPlugin?
  private let load: @Sendable () throws(PluginRefusal) -> LoadedPlugin
  private let loaded = Mutex<Result<LoadedPlugin, PluginRefusal>?>(nil)

  init(_ plugin: LoadedPlugin) {
    descriptor = plugin.descriptor
    present = plugin
    load = { () throws(PluginRefusal) in plugin }
  }

  /// - Parameter load: Loads the plugin; called once, on first use.
  init(
    _ descriptor: PluginDescriptor,
    load: @escaping @Sendable () throws(PluginRefusal) -> LoadedPlugin
  ) {
    self.descriptor = descriptor
    present = nil
    self.load = load
  }

  func plugin() throws(PluginRefusal) -> LoadedPlugin {
    if let present { return present }
    let result = loaded.withLock { loaded in
      if let loaded { return loaded }
      let result = Result { () throws(PluginRefusal) in try load() }
      loaded = result
      return result
    }
    return try result.get()
  }

  /// Returns the outcome of a block whose plugin cannot be loaded. If the plugin changed its
  /// claims, the outcome is `failed`, so that another plugin may draw the block.
  func outcome(of refusal: PluginRefusal, for request: SectionRequest) -> SectionOutcome {
    var diagnostic = PluginHost.RefusedPlugin(
      path: descriptor.path, origin: descriptor.origin, refusal: refusal
    ).diagnostic
    diagnostic.severity = .error
    diagnostic.location = request.blockCodeValue.location
    diagnostic.label = "drawn by `\(descriptor.identity)`"
    diagnostic.blockCode = request.blockCode
    diagnostic.plugin = descriptor.identity
    return refusal == .changed ? .failed(diagnostic) : .lost(diagnostic)
  }
}
