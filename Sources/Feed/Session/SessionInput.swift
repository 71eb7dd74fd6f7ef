package import FeedDocument
package import LayoutCore

package enum SessionInput: Sendable {
  /// Requests all sources again: for the first load, a pull, or the button in the state *failed*.
  case refresh
  case loadMore
  /// Changes content after the server has accepted the reader's action, such as a like.
  case update(ItemUpdate)
  case edit(SectionEdit)
  /// Sets parameters, removes sections that depend on them, and requests all sources again.
  case parameters([String: String])
  /// Changes a setting of a section, such as the index of its visible page.
  case set(SectionSetting)
  /// Removes all content and shows a state without content until the next load.
  case show(ContentState)
  /// Changes the environment of the page, without loading.
  case environment(EnvironmentChange)
  /// Asks what is at a point of the page, in points. Changes nothing.
  case tap(Point)
  case cancel
}

/// A change of the environment for which the page is laid out.
package enum EnvironmentChange: Sendable, Hashable {
  case appearance(LayoutEnvironment.Appearance)
  /// The width of the page in points.
  case width(Double)
  case textSize(LayoutEnvironment.TextSize)
  case locale(String)
  case direction(LayoutEnvironment.Direction)
  case whole(LayoutEnvironment)

  package func apply(to environment: inout LayoutEnvironment) {
    switch self {
    case .appearance(let appearance): environment.appearance = appearance
    case .width(let width): environment.width = width
    case .textSize(let size): environment.textSize = size
    case .locale(let locale): environment.locale = locale
    case .direction(let direction): environment.direction = direction
    case .whole(let whole): environment = whole
    }
  }
}

/// A change to the list of sections. It applies until the section's source is read again.
package enum SectionEdit: Sendable {
  /// Removes a closable section.
  case close(String)
  case remove(String)
  /// Moves a section. `to` is its index in the resulting list.
  case move(String, to: Int)
  /// Inserts a payload as a section with a code. If blocks are identified by their code, replaces
  /// the payload of a section with the code in its place.
  case insert(FeedValue, code: String, at: Int)
}

/// New members of one item, or of a whole block, that override the replies.
package struct ItemUpdate: Sendable {
  package var blockIdentity: String
  /// The identity of the item; `nil` for the block itself.
  package var item: String?
  /// An object whose members replace the members of the item. Nested objects are merged. An array
  /// is the new payload of the block.
  package var change: FeedValue

  package init(blockIdentity: String, item: String? = nil, change: FeedValue) {
    self.blockIdentity = blockIdentity
    self.item = item
    self.change = change
  }
}
