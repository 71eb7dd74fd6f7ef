internal import CIsolation
internal import CSectionABI
internal import Diagnostics
internal import FeedDocument
internal import LayoutCore
internal import PluginCalls
package import Providers

/// Runs providers in this process: the fastest way, without isolation.
package struct InProcessRunner: ProviderRunner {
  private let plugins: [LazyPlugin?]
  private let measurer: any TextMeasurer

  /// - Parameter plugins: The plugins in the order of the registry; `nil` for those that run in
  ///   another process.
  init(_ plugins: [LazyPlugin?], measurer: any TextMeasurer) {
    self.plugins = plugins
    self.measurer = measurer
  }

  package func run(
    _ batch: [(provider: ProviderReference, request: SectionRequest)]
  ) -> [SectionOutcome] {
    guard !batch.isEmpty else { return [] }
    // One context and one host table serve the batch, and both end with it, as the contract states.
    let desk = CallDesk(measurer: measurer)
    // Each plugin is looked up once per batch and used by reference: a copy for each section would
    // retain and release a dozen references.
    var loaded: [PresentPlugin?] = Array(repeating: nil, count: plugins.count)
    var outcomes: [SectionOutcome] = []
    outcomes.reserveCapacity(batch.count)
    for index in batch.indices {
      outcomes.append(
        outcome(of: batch[index].provider, batch[index].request, desk, &loaded))
    }
    return outcomes
  }

  private func outcome(
    of reference: ProviderReference, _ request: SectionRequest, _ desk: CallDesk,
    _ loaded: inout [PresentPlugin?]
  ) -> SectionOutcome {
    guard plugins.indices.contains(reference.plugin), let lazy = plugins[reference.plugin] else {
      return Self.notLoaded(request)
    }
    if loaded[reference.plugin] == nil {
      do throws(PluginRefusal) {
        loaded[reference.plugin] = PresentPlugin(plugin: try lazy.plugin())
      } catch {
        return lazy.outcome(of: error, for: request)
      }
    }
    guard let present = loaded[reference.plugin],
      present.plugin.table.providers.indices.contains(reference.provider)
    else { return Self.notLoaded(request) }
    // Records the plugin and block, to name them if the process dies in this call.
    return present.plugin.identityBytes.withUnsafeBytes { identity in
      var code = request.blockCode
      return code.withUTF8 { code in
        se_beacon_begin(
          identity.baseAddress?.assumingMemoryBound(to: CChar.self), identity.count,
          UnsafeRawPointer(code.baseAddress)?.assumingMemoryBound(to: CChar.self), code.count)
        defer { se_beacon_end() }
        return desk.outcome(
          of: present.plugin.descriptor, present.plugin.table.providers[reference.provider],
          for: request)
      }
    }
  }

  /// A class, so that a plugin is shared without copying its fields.
  private final class PresentPlugin {
    let plugin: LoadedPlugin
    init(plugin: LoadedPlugin) { self.plugin = plugin }
  }

  static func notLoaded(_ request: SectionRequest) -> SectionOutcome {
    .failed(
      Diagnostic(
        .internalError, .error, "a provider was asked for that is not loaded",
        blockCode: request.blockCode))
  }
}

extension CallDesk {
  func outcome(
    of plugin: PluginDescriptor, _ provider: se_provider, for request: SectionRequest
  ) -> SectionOutcome {
    explainedOutcome(of: plugin, provider, for: request).outcome
  }

  /// Also returns whether the plugin gave a reason, if there is no section.
  func explainedOutcome(
    of plugin: PluginDescriptor, _ provider: se_provider, for request: SectionRequest
  ) -> (outcome: SectionOutcome, hasReason: Bool) {
    // The documents live as long as the request, which outlives the call.
    let call = ProviderCall(
      artist: .init(id: plugin.id, version: plugin.version), provider: provider, host: host,
      context: context, request: BlockRequest(request))
    do {
      let section = try call.section()
      guard !context.pointee.warnings.isEmpty else {
        return (.section(section, warnings: []), true)
      }
      let words = CallOutcome(plugin: plugin, request: request, context: context)
      return (.section(section, warnings: words.warnings()), true)
    } catch {
      let words = CallOutcome(plugin: plugin, request: request, context: context)
      return (words.outcome(of: error), error.hasReason)
    }
  }
}

extension BlockRequest {
  init(_ request: SectionRequest) {
    self.init(
      feed: request.block.document.tape, block: request.block.index,
      settings: request.settings.document.tape, settingsValue: request.settings.index,
      blockCode: request.blockCode, showType: request.showType, environment: request.environment,
      layoutOverride: request.layoutOverride)
  }
}
