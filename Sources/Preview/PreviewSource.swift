package import Diagnostics
package import LayoutCore
package import Renderers

/// What the preview shows, and what it can be told. Called on any thread.
package protocol PreviewSource: Sendable {
  /// Every screen that can be shown, in the order of the list.
  var devices: [PreviewDevice] { get }
  /// Names of those that are shown where none is chosen.
  var initialDevices: [String] { get }
  /// What there is now.
  var scene: PreviewScene { get }

  /// Waits until there is another version, and gives the present one.
  func version(otherThan version: Int, milliseconds: Int) -> Int

  /// Keeps what is shown now to compare with, or nothing any more.
  func keepBase(_ isKept: Bool)

  /// Every plugin with its fixtures. Complexity: that of drawing all of them, once for each version.
  func gallery() -> [GalleryPlugin]
}

package struct PreviewDevice: Sendable, Hashable {
  package var name: String
  /// Points.
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

/// A feed at a moment, to be drawn for any environment.
package struct PreviewScene: Sendable {
  /// Another one whenever anything is different.
  package var version: Int
  /// "feed.json".
  package var name: String
  /// What holds where the query says nothing else.
  package var environment: LayoutEnvironment
  /// The last attempt to read it failed: what is drawn is the one before.
  package var isStale = false
  /// What is to be said besides what drawing finds; the worst first.
  package var findings: [Diagnostic] = []
  /// Files that changed before this version.
  package var changed: [String] = []
  /// `nil`: nothing could be drawn yet.
  package var page: (@Sendable (LayoutEnvironment) -> PreviewPage)?
  /// What it is compared with.
  package var base: (@Sendable (LayoutEnvironment) -> PreviewPage)?

  package init(version: Int, name: String, environment: LayoutEnvironment) {
    self.version = version
    self.name = name
    self.environment = environment
  }
}

/// A page, and where its nodes come from.
package struct PreviewPage: Sendable {
  package var page: RenderedPage
  /// The place in the feed that a node shows, else that of its section's block.
  package var location: @Sendable (NodePlace) -> SourceLocation?
  /// Why a node has its frame; `nil` where that cannot be said.
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

/// A plugin, and what it draws of the feeds that stand beside it.
package struct GalleryPlugin: Sendable {
  package struct Fixture: Sendable {
    /// "Fixtures/banner.json".
    package var name: String
    /// With the plugin's sections alone.
    package var page: RenderedPage

    package init(name: String, page: RenderedPage) {
      self.name = name
      self.page = page
    }
  }

  /// "banner@1.0.0", or the file's name where it is not used.
  package var name: String
  /// "draws HOMEPAGE_BANNER", "refused: …".
  package var facts: [String]
  package var fixtures: [Fixture]

  package init(name: String, facts: [String], fixtures: [Fixture]) {
    self.name = name
    self.facts = facts
    self.fixtures = fixtures
  }
}
