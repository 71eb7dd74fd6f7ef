/// Maps block codes and showTypes to providers. The first claim wins.
///
/// An exact block code precedes a showType, and both precede the wildcard "*". A losing claim is
/// kept with a reference to the winner, so that users can see why a plugin does not draw.
package struct ProviderRegistry: Sendable {
  /// A claim of a provider or renderer.
  package enum Key: Sendable, Hashable {
    case blockCode(String)
    case showType(String)
    case wildcard
    /// The number in the reference is that of the renderer.
    case renderer(String)
  }

  /// A claim that an earlier provider already has.
  package struct ShadowedClaim: Sendable, Hashable {
    package let key: Key
    package let loser: ProviderReference
    package let winner: ProviderReference
  }

  /// A provider for a block, with its step of the ladder.
  package struct Candidate: Sendable, Hashable {
    package enum Step: Sendable { case blockCode, showType, wildcard }
    package let reference: ProviderReference
    package let step: Step
  }

  /// The plugins in search order. Indices are those of `ProviderReference`. A plugin whose id an
  /// earlier one has claims nothing.
  package let plugins: [PluginDescriptor]
  /// The losing claims in search order.
  package let shadowedClaims: [ShadowedClaim]
  /// All claimed block codes, without the wildcard, sorted by their bytes.
  package let knownBlockCodes: [String]
  /// All formats of the plugins' renderers, sorted by their bytes.
  package let formats: [String]

  private let owners: [Key: ProviderReference]

  /// - Parameter plugins: The plugins in search order: the first claim of a key, and the first
  ///   plugin of an id, win.
  /// - Complexity: O(claims).
  package init(plugins: [PluginDescriptor]) {
    var owners: [Key: ProviderReference] = [:]
    var ids: Set<String> = []
    var codes: [String] = []
    var formats: [String] = []
    var shadowedClaims: [ShadowedClaim] = []

    for (index, plugin) in plugins.enumerated() where ids.insert(plugin.id).inserted {
      for (key, number) in plugin.claims {
        let reference = ProviderReference(plugin: index, provider: number)
        guard let winner = owners[key] else {
          owners[key] = reference
          switch key {
          case .blockCode(let code): codes.append(code)
          case .renderer(let format): formats.append(format)
          case .showType, .wildcard: break
          }
          continue
        }
        // A provider that repeats a claim shadows no other provider.
        guard winner != reference else { continue }
        shadowedClaims.append(ShadowedClaim(key: key, loser: reference, winner: winner))
      }
    }

    self.plugins = plugins
    self.owners = owners
    self.shadowedClaims = shadowedClaims
    self.formats = formats.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    self.knownBlockCodes = codes.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Returns the provider that owns a key.
  package func owner(of key: Key) -> ProviderReference? { owners[key] }

  /// Returns the providers for a block, in the order of the fallback ladder, without duplicates.
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
}

extension PluginDescriptor {
  /// All its claims, with the numbers of their providers or renderers.
  fileprivate var claims: [(key: ProviderRegistry.Key, number: Int)] {
    providers.enumerated().flatMap { number, provider in provider.keys.map { ($0, number) } }
      + renderers.enumerated().map { (.renderer($1), $0) }
  }
}

extension PluginDescriptor.Provider {
  /// All its claims, in the order of declaration.
  var keys: [ProviderRegistry.Key] {
    blockCodes.map { $0 == "*" ? .wildcard : .blockCode($0) } + showTypes.map { .showType($0) }
  }
}
