package import Support
package import LayoutCore
package import Renderers

/// The content of the preview, and the actions on it. Called on any thread.
package protocol PreviewSource: Sendable {
  /// All screens that can be shown, in the order of the list.
  var devices: [PreviewDevice] { get }
  /// Names of the devices that are shown if none is chosen.
  var initialDevices: [String] { get }
  /// The current content.
  var scene: PreviewScene { get }

  /// Waits until the version differs, at most for the given time, and returns the current one.
  func version(otherThan version: Int, milliseconds: Int) -> Int

  /// Saves the current state for comparison, or discards the saved one.
  func keepBase(_ isKept: Bool)

  /// Returns all plugins with their fixtures. Complexity: that of drawing all of them, once per
  /// version.
  func gallery() -> [GalleryPlugin]
}

package struct PreviewDevice: Sendable, Hashable {
  package var name: String
  /// In points.
  package var width: Double
  package var height: Double
  /// Pixels per point.
  package var scale: Int

  package init(name: String, width: Double, height: Double, scale: Int) {
    self.name = name
    self.width = width
    self.height = height
    self.scale = scale
  }
}

/// A feed at one time, which can be drawn for any environment.
package struct PreviewScene: Sendable {
  /// Changes whenever the content changes.
  package var version: Int
  /// The name, such as "feed.json".
  package var name: String
  /// The environment for settings that the query omits.
  package var environment: LayoutEnvironment
  /// Whether the last attempt to read it failed and the previous content is drawn.
  package var isStale = false
  /// Diagnostics besides those of drawing; the most severe first.
  package var findings: [Diagnostic] = []
  /// Files that changed before this version.
  package var changed: [String] = []
  /// Draws a page; `nil` if nothing could be drawn yet.
  package var page: (@Sendable (LayoutEnvironment) -> PreviewPage)?
  /// Draws the saved state, if there is one.
  package var base: (@Sendable (LayoutEnvironment) -> PreviewPage)?

  package init(version: Int, name: String, environment: LayoutEnvironment) {
    self.version = version
    self.name = name
    self.environment = environment
  }
}

/// A page, and the origin of its nodes.
package struct PreviewPage: Sendable {
  package var page: RenderedPage
  /// Returns the place in the feed that a node shows, or else that of its section's block.
  package var location: @Sendable (NodePlace) -> SourceLocation?
  /// Returns the reasons for a node's frame, or `nil` if they are unknown.
  package var explanation: @Sendable (NodePlace) -> String?

  package init(
    _ page: RenderedPage,
    location: @escaping @Sendable (NodePlace) -> SourceLocation? = { _ in nil },
    explanation: @escaping @Sendable (NodePlace) -> String? = { _ in nil }
  ) {
    self.page = page
    self.location = location
    self.explanation = explanation
  }
}

/// A plugin, and its drawings of the feeds next to it.
package struct GalleryPlugin: Sendable {
  package struct Fixture: Sendable {
    /// The name, such as "Fixtures/banner.json".
    package var name: String
    /// A page with the plugin's sections only.
    package var page: RenderedPage

    package init(name: String, page: RenderedPage) {
      self.name = name
      self.page = page
    }
  }

  /// "banner@1.0.0", or the file name if the plugin is not used.
  package var name: String
  /// For example "draws HOMEPAGE_BANNER" or "refused: …".
  package var facts: [String]
  package var fixtures: [Fixture]

  package init(name: String, facts: [String], fixtures: [Fixture]) {
    self.name = name
    self.facts = facts
    self.fixtures = fixtures
  }
}
