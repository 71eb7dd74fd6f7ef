internal import CIsolation
internal import CSectionABI
internal import Diagnostics
internal import FeedDocument
internal import LayoutCore
internal import PluginCalls
package import Providers

/// Runs providers in this process: fastest, and only as safe as they are.
package struct InProcessRunner: ProviderRunner {
  private let plugins: [LazyPlugin?]
  private let measurer: any TextMeasurer

  /// - Parameter plugins: in the order of the registry that the references are of; `nil` for those of
  ///   another process.
  init(_ plugins: [LazyPlugin?], measurer: any TextMeasurer) {
    self.plugins = plugins
    self.measurer = measurer
  }

  package func run(
    _ batch: [(provider: ProviderReference, request: SectionRequest)]
  ) -> [SectionOutcome] {
    guard !batch.isEmpty else { return [] }
    // One context and one host for the batch; both end with it, as the contract says.
    let desk = CallDesk(measurer: measurer)
    // Each plugin is fetched once for the batch, and read in its place: a copy of it for each section
    // would count a dozen references.
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
    // Who is to blame when the process dies now.
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

  /// A plugin behind one reference.
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

/// The host that one batch of calls meets.
final class CallDesk {
  let context: HostTable.Context
  let host: UnsafeMutablePointer<se_host>

  init(measurer: any TextMeasurer) {
    context = .allocate(capacity: 1)
    context.initialize(to: HostContext(measurer: measurer))
    host = .allocate(capacity: 1)
    host.initialize(to: HostTable.make(context))
  }

  deinit {
    host.deinitialize(count: 1)
    host.deallocate()
    context.deinitialize(count: 1)
    context.deallocate()
  }

  func outcome(
    of plugin: PluginDescriptor, _ provider: se_provider, for request: SectionRequest
  ) -> SectionOutcome {
    explainedOutcome(of: plugin, provider, for: request).outcome
  }

  /// With whether the plugin said why, where there is no section.
  func explainedOutcome(
    of plugin: PluginDescriptor, _ provider: se_provider, for request: SectionRequest
  ) -> (outcome: SectionOutcome, hasReason: Bool) {
    // The documents are alive as long as the request, and the call ends before it.
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
