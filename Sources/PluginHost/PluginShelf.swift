internal import Diagnostics
internal import LayoutCore
internal import Providers
internal import Synchronization

/// The plugins of a search path: those that are loaded, and those that are only listed and are
/// loaded when a feed needs them.
final class PluginShelf: Sendable {
  private struct State {
    var gathering: PluginGathering
    var contents: PluginContents
  }

  private let state: Mutex<State>
  private let found: [Diagnostic]
  let measurer: any TextMeasurer

  /// - Parameter found: The diagnostics of folders.
  init(_ gathering: sending PluginGathering, found: [Diagnostic], measurer: any TextMeasurer) {
    let contents = PluginContents(gathering, found: found)
    state = Mutex(State(gathering: gathering, contents: contents))
    self.found = found
    self.measurer = measurer
  }

  var contents: PluginContents { state.withLock { $0.contents } }
  /// Why the cache could not be written.
  var unsaved: DigestFolder.Failure? { state.withLock { $0.gathering.unsaved } }

  /// Loads the plugins that may draw one of the blocks, several at a time. Their claims may differ
  /// from the listed ones; then other plugins may draw the blocks, and are loaded in turn.
  /// - Complexity: O(requests) if a plugin is only listed, else O(1).
  func contents(readyFor requests: [SectionRequest]) -> PluginContents {
    guard !contents.listed.isEmpty else { return contents }
    return contents(readyFor: Set(requests.map(\.kind)))
  }

  private func contents(readyFor kinds: Set<BlockKind>) -> PluginContents {
    contents { registry in
      kinds.flatMap { registry.candidates(blockCode: $0.blockCode, showType: $0.showType) }
        .map(\.reference)
    }
  }

  /// Loads the plugin that writes a format.
  func contents(readyFor format: String) -> PluginContents {
    contents { registry in registry.owner(of: .renderer(format)).map { [$0] } ?? [] }
  }

  /// Loads the plugins that claim one of these block codes or showTypes.
  func load(claimedBy names: Set<String>) {
    _ = contents { registry in
      names.flatMap { [registry.owner(of: .blockCode($0)), registry.owner(of: .showType($0))] }
        .compactMap { $0 }
    }
  }

  private func contents(
    loading candidates: (ProviderRegistry) -> [ProviderReference]
  ) -> PluginContents {
    state.withLock { state in
      // Each round loads at least one plugin.
      while true {
        let needed = Set(
          candidates(state.contents.registry).compactMap { state.contents.listed[$0.plugin] })
        guard !needed.isEmpty else { return state.contents }
        state.gathering.load(needed.sorted(), measurer: measurer)
        state.contents = PluginContents(state.gathering, found: found)
      }
    }
  }
}

extension PluginShelf: ProviderCatalog {
  func prepare(for kinds: Set<BlockKind>) -> PreparedProviders {
    let contents = contents(readyFor: kinds)
    return PreparedProviders(
      registry: contents.registry, runner: PluginRunner(contents, of: self),
      diagnostics: contents.diagnostics)
  }
}
