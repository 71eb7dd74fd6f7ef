import LayoutCore

package struct AccessibleElement: Sendable, Hashable {
  package var part: PagePart
  /// The index of the node in the arena of `part`.
  package var node: Int
  /// The position in the reading order of the page; the first element has 1.
  package var order: Int
  /// The announced text; empty for a button without a text or label.
  package var label: String
  /// The announced role: "text", or the word of an `AccessibilityRole`.
  package var role: String
  /// The area that responds to a tap, in feed coordinates.
  package var target: Rect
  /// Whether the user must scroll a collection to reach the element.
  package var isOffscreen: Bool
}
