/// A loaded plugin and what it claims.
package struct PluginDescriptor: Sendable, Hashable {
  /// Where it was found; also the order of precedence.
  package enum Origin: String, Sendable { case option, environment, user, bundled, repository }

  package struct Provider: Sendable, Hashable {
    package var blockCodes: [String]
    package var showTypes: [String]
    package init(blockCodes: [String], showTypes: [String]) {
      self.blockCodes = blockCodes
      self.showTypes = showTypes
    }
  }

  package var id: String
  package var version: String
  /// As it is shown to people: relative to the folder it was searched in.
  package var path: String
  package var origin: Origin
  package var providers: [Provider]
  /// Names of its renderers.
  package var renderers: [String]

  package init(
    id: String, version: String, path: String, origin: Origin, providers: [Provider],
    renderers: [String] = []
  ) {
    self.id = id
    self.version = version
    self.path = path
    self.origin = origin
    self.providers = providers
    self.renderers = renderers
  }

  /// "card-rail@1.2.0".
  package var identity: String { "\(id)@\(version)" }
}
