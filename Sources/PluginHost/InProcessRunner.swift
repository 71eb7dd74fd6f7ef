internal import CSectionABI
internal import Diagnostics
internal import FeedDocument
internal import LayoutCore
package import Providers

/// Runs providers in this process: fastest, and only as safe as they are.
package struct InProcessRunner: ProviderRunner {
  private let plugins: [LoadedPlugin]
  private let measurer: any TextMeasurer

  /// - Parameter plugins: in the order of the registry that the references are of.
  init(plugins: [LoadedPlugin], measurer: any TextMeasurer) {
    self.plugins = plugins
    self.measurer = measurer
  }

  package func run(
    _ batch: [(provider: ProviderReference, request: SectionRequest)]
  ) -> [SectionOutcome] {
    guard let first = batch.first?.request else { return [] }
    // One context and one host for the batch; both end with it, as the contract says.
    let context = UnsafeMutablePointer<HostContext>.allocate(capacity: 1)
    context.initialize(
      to: HostContext(
        measurer: measurer, feed: first.block.document, settings: first.settings.document))
    let host = UnsafeMutablePointer<se_host>.allocate(capacity: 1)
    host.initialize(to: HostTable.make(context))
    defer {
      host.deinitialize(count: 1)
      host.deallocate()
      context.deinitialize(count: 1)
      context.deallocate()
    }

    return batch.map { reference, request in
      guard plugins.indices.contains(reference.plugin),
        plugins[reference.plugin].providers.indices.contains(reference.provider)
      else {
        return .failed(
          Diagnostic(
            .internalError, .error, "a provider was asked for that is not loaded",
            blockCode: request.blockCode))
      }
      let plugin = plugins[reference.plugin]
      return ProviderCall(
        plugin: plugin.descriptor, provider: plugin.providers[reference.provider], host: host,
        context: context, request: request
      ).outcome()
    }
  }
}
