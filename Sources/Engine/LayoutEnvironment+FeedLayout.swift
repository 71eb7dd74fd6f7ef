package import Feeds
package import LayoutCore

extension LayoutEnvironment {
  /// The environment that a feed layout states, with the engine's defaults for the rest.
  package init(of layout: FeedLayout) {
    let stated = layout.environment
    self.init()
    if let width = stated.width { self.width = width }
    if let scale = stated.scale { self.scale = scale }
    if let locale = stated.locale { self.locale = locale }
    if let word = stated.appearance, let known = Appearance(rawValue: word) { appearance = known }
    if let word = stated.direction, let known = Direction(rawValue: word) { direction = known }
    if let word = stated.textSize, let known = TextSize(rawValue: word) { textSize = known }
  }
}
