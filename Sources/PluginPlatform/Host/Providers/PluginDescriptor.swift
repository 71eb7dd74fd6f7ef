/// A loaded plugin, with its claims.
package struct PluginDescriptor: Sendable, Hashable {
  /// Where the plugin was found; the cases are in order of precedence.
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
  /// The path as it is shown to people, relative to the folder in which it was found.
  package var path: String
  package var origin: Origin
  package var providers: [Provider]
  /// The names of its renderers.
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

  /// A text such as "card-rail@1.2.0".
  package var identity: String { "\(id)@\(version)" }
}
