package import PluginCalls

/// Maps block codes, showTypes and output formats to providers and renderers. The first claim wins.
///
/// A claim of the block code precedes a claim of the showType, and both precede the wildcard "*".
/// `shadowedClaims` lists the claims that lost, to explain why a plugin does not draw a block.
package struct ProviderRegistry: Sendable {
  package enum Key: Sendable, Hashable {
    case blockCode(String)
    case showType(String)
    case wildcard
    /// An output format. Its reference has the index of the renderer, not of a provider.
    case renderer(String)

    /// The claimed code, showType or format.
    package var word: String {
      switch self {
      case .blockCode(let word), .showType(let word), .renderer(let word): word
      case .wildcard: "*"
      }
    }

    package var words: String {
      switch self {
      case .blockCode(let code): "block code `\(shown(code))`"
      case .showType(let type): "showType `\(shown(type))`"
      case .wildcard: "the wildcard `*`"
      case .renderer(let name): "format `\(shown(name))`"
      }
    }
  }

  package struct ShadowedClaim: Sendable, Hashable {
    package let key: Key
    package let loser: ProviderReference
    package let winner: ProviderReference
  }

  /// A provider for a block, and the step of the fallback ladder at which it is tried.
  package struct Candidate: Sendable, Hashable {
    package enum Step: Sendable { case blockCode, showType, wildcard }
    package let reference: ProviderReference
    package let step: Step
  }

  /// The plugins in search order. If two have the same id, the claims of the later are ignored.
  package let plugins: [PluginDescriptor]
  package let shadowedClaims: [ShadowedClaim]
  /// The claims that one provider or renderer lists more than once.
  let repeatedClaims: [ShadowedClaim]
  /// All claimed block codes, without the wildcard, sorted by their bytes.
  package private(set) var knownBlockCodes: [String]
  /// All formats of the plugins' renderers, sorted by their bytes.
  package let formats: [String]

  /// Whether the registry has only the claims of an app; see `limited`.
  private(set) var isLimited = false

  /// An object that identifies a registry. Loading plugins makes a registry with another object.
  package final class Identity: Sendable { fileprivate init() {} }
  package let identity = Identity()

  private var owners: [Key: ProviderReference]

  /// - Parameter plugins: The plugins in search order; the first claim of a key or an id wins.
  package init(plugins: [PluginDescriptor]) {
    var owners: [Key: ProviderReference] = [:]
    var ids: Set<String> = []
    var shadowedClaims: [ShadowedClaim] = []
    var repeatedClaims: [ShadowedClaim] = []

    for (index, plugin) in plugins.enumerated() where ids.insert(plugin.id).inserted {
      for (key, number) in plugin.claims {
        let reference = ProviderReference(plugin: index, provider: number)
        guard let winner = owners[key] else {
          owners[key] = reference
          continue
        }
        let claim = ShadowedClaim(key: key, loser: reference, winner: winner)
        // A provider that lists the same claim twice does not shadow itself.
        if winner == reference {
          repeatedClaims.append(claim)
        } else {
          shadowedClaims.append(claim)
        }
      }
    }
    func names(_ name: (Key) -> String?) -> [String] {
      owners.keys.compactMap(name).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    self.plugins = plugins
    self.owners = owners
    self.shadowedClaims = shadowedClaims
    self.repeatedClaims = repeatedClaims.uniqued
    formats = names { if case .renderer(let format) = $0 { format } else { nil } }
    knownBlockCodes = names { if case .blockCode(let code) = $0 { code } else { nil } }
  }

  package func owner(of key: Key) -> ProviderReference? { owners[key] }

  /// Returns the registry of an app, limited to `claims`, the wildcard and the output formats.
  /// - Parameter claims: For each claim, the id of the app's plugin. For "", or if that plugin
  ///   lacks the claim, the first plugin with the claim is used. `nil` returns this registry.
  package func limited(to claims: [Key: String]?) -> ProviderRegistry {
    guard let claims else { return self }
    var limited = self
    limited.isLimited = true
    for key in owners.keys {
      switch key {
      case .blockCode, .showType: if claims[key] == nil { limited.owners[key] = nil }
      case .wildcard, .renderer: break
      }
    }
    for claim in shadowedClaims.reversed() {
      let winner = owners[claim.key].map { plugins[$0.plugin].id }
      if let id = claims[claim.key], plugins[claim.loser.plugin].id == id, winner != id {
        limited.owners[claim.key] = claim.loser
      }
    }
    // If `claims` assigns a code to the plugin with the wildcard, its wildcard provider draws it.
    if let wildcard = owners[.wildcard] {
      for case (.blockCode(let code), plugins[wildcard.plugin].id) in claims {
        limited.owners[.blockCode(code)] = limited.owners[.blockCode(code)] ?? wildcard
      }
    }
    limited.knownBlockCodes.removeAll { claims[.blockCode($0)] == nil }
    return limited
  }

  /// Returns the providers for a block, in the order of the fallback ladder. Each occurs once.
  package func candidates(blockCode: String, showType: String) -> [Candidate] {
    var result: [Candidate] = []
    func add(_ key: Key, _ step: Candidate.Step) {
      guard let reference = owners[key], !result.contains(where: { $0.reference == reference })
      else { return }
      result.append(Candidate(reference: reference, step: step))
    }
    add(.blockCode(blockCode), .blockCode)
    if !showType.isEmpty { add(.showType(showType), .showType) }
    add(.wildcard, .wildcard)
    return result
  }

  /// Returns the known code with the fewest edits; `nil` if all need more than one edit per five
  /// bytes. One edit is always allowed; more than four are not.
  package func suggestion(for blockCode: String) -> String? {
    Suggestion.closest(
      to: blockCode, among: knownBlockCodes, limit: min(4, max(1, blockCode.utf8.count / 5)))
  }
}

extension PluginDescriptor {
  /// All claims of the plugin, each with the index of its provider or renderer.
  package var claims: [(key: ProviderRegistry.Key, number: Int)] {
    providers.enumerated().flatMap { number, provider in provider.keys.map { ($0, number) } }
      + renderers.enumerated().map { (.renderer($1), $0) }
  }
}

extension PluginDescriptor.Provider {
  package var keys: [ProviderRegistry.Key] {
    blockCodes.map { $0 == "*" ? .wildcard : .blockCode($0) } + showTypes.map { .showType($0) }
  }
}

/// A plugin's identity and claims, which are known after it was loaded once.
package struct PluginDescriptor: Sendable, Hashable {
  /// Where the plugin was found; the cases are in order of precedence.
  package enum Origin: String, Sendable {
    case linked, option, environment, user, bundled, repository

    /// The origin in words, for messages.
    var explanation: String {
      switch self {
      case .linked: "the program"
      case .option: "--plugins"
      case .environment: "SECTIONENGINE_PLUGIN_PATH"
      case .user: "the user's data folder"
      case .bundled: "the installation"
      case .repository: "the checkout"
      }
    }
  }

  package typealias Provider = LoadedTable.Claims

  package var id: String
  package var version: String
  /// The path for messages. For a folder that the user did not give, only the file name.
  package var path = ""
  package var origin = Origin.option
  package var providers: [Provider]
  package var renderers: [String] = []

  /// Returns a copy with another path and origin; by default without a path, for records.
  func found(at path: String = "", _ origin: Origin = .option) -> PluginDescriptor {
    var copy = self
    copy.path = path
    copy.origin = origin
    return copy
  }

  /// The id and the version, such as "card-rail@1.2.0".
  package var identity: String { "\(id)@\(version)" }
}
