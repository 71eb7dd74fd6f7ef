/// An attribute of a section or of a node: a value beside its name, its text and its frame. The cases
/// have the order of a dump's line: the attributes come before the marks. The last cases of sections
/// and of nodes are attributes that only JSON has.
///
/// `entry` describes each attribute once: its key in dumps, its members in JSON, its form, and how a
/// comparison treats it. The writers and readers of both formats take all of this from the entry.
package enum Attribute: UInt8, Sendable, CaseIterable, Comparable {
  // MARK: Sections

  case rows, layout, columns, sectionLanes, rowAlignment, itemAlignment, scrolling, peek, group
  case contentWidth, spacing, insets, margins, placement, gapAbove, backgroundExtent
  case contentHeight, pinned, provider, fallback, title, closable
  // Only in JSON.
  case blockCode, codes, contentOffset, sectionElided, sectionFrame, index, edgeInsets
  case itemSpacing, rowCount, rowSpacing, identity, feedPath

  // MARK: Nodes

  // An item of a grid or carousel.
  case span, bleed, stretch
  // A list, carousel or pager.
  case axis, items, pages, page, lanes, interval, content, scroll, gap, inset
  // A text.
  case font, lines, align
  // A page control.
  case count, current
  case color, background, radius, aspect, badge, role, action, actionType
  // The contract feature section.content/1.
  case runs, lineHeight, letterSpacing, indent, minimumScale, truncation, breaks
  case picture, mode, tint, placeholder
  case border, borderColor, corners, opacity, shadow
  case item, state
  case scale
  // With --accessibility.
  case reads, says, announcedRole, target
  // With --text-lines.
  case textLines
  // Marks: the words after "!" in a dump.
  case truncated, visibility
  // Only in JSON; a dump has them in another form.
  case kind, label, text, announcedOffscreen, elided, frame, id
  case feedItem, feedItemIndexPath, feedItemPath
}

extension Attribute {
  /// The form of a value: how a dump and JSON write it.
  package enum Form: Sendable {
    case text, word, integer, length, frame
    /// Positions in nested lists, from outside.
    case indexPath
    /// Words, which a dump joins with "+".
    case words
    /// Heights of rows: "2x58+1x64", or "40x48..64" for many different heights.
    case heights
    /// Lengths along y and along x, such as "8/12"; a dump may have one length for both.
    case spacing
    /// One length for all sides, or "top/end/bottom/start".
    case edges
    /// Id and version, such as "banner@1.0.0".
    case provider
    /// Step and reason, such as "generic: no plugin".
    case fallback
    /// True or false in JSON. A dump writes "true" or leaves the attribute out.
    case boolean
    /// A number of seconds. A dump writes "2.5s".
    case seconds
    /// True, or absent in both formats. A dump writes the word.
    case flag(StaticString)
    /// True or false in JSON. A dump writes "!" and the key, or leaves the attribute out.
    case mark
    /// A word that a dump writes after "!".
    case markWord
    /// Numbers of columns and rows, such as "2x1". JSON leaves out a number that is 1.
    case span
    /// Lengths at start and end, such as "10/20"; a dump writes equal lengths once, and none if 0.
    case insets
    /// Size and weight, such as "17/700".
    case font
    /// The number of lines and their limit, such as "1/2"; a dump leaves out a limit of 0.
    case lines
    /// Names of corners, such as "top-end+top-start".
    case corners
    /// Ranges of a text with a style of their own.
    case runs
    /// A colour, offsets and blur.
    case shadow
    /// Type and id, such as "song:7".
    case resource
    /// An area as width x height + x + y, such as "120x160+10+325".
    case area
    /// Byte ranges and widths, such as "0-12:101.5,13-20:64".
    case textLines
  }

  /// How a comparison of two pages reports a difference of the attribute.
  package enum Change: Sendable {
    /// The style, text or action of the node changed.
    case style, text, action
    /// The number of items changed. The comparison reports the added and removed items, too.
    case count
    /// The value depends on frames of children. It is reported only if nothing else changed.
    case derived
    /// The plugin of the section. A change of its version is reported once for the page.
    case provider
    /// No difference. The comparison reads frames, names and texts from the line itself.
    case none
  }

  /// A member of JSON: its key, and the keys of the objects around it, within section or node.
  package struct Member: Sendable {
    /// The keys of the objects around the member, from outside; empty keys for none.
    package let outer, inner: StaticString
    package let key: StaticString

    package init(_ key: StaticString) { (outer, inner, self.key) = ("", "", key) }

    package init(_ outer: StaticString, _ key: StaticString) {
      (self.outer, inner, self.key) = (outer, "", key)
    }

    package init(_ outer: StaticString, _ inner: StaticString, _ key: StaticString) {
      (self.outer, self.inner, self.key) = (outer, inner, key)
    }

    /// The keys from outside to the member.
    package var path: [String] {
      [outer, inner, key].filter { $0.utf8CodeUnitCount > 0 }.map { $0.description }
    }
  }

  /// The description of an attribute.
  package struct Entry: Sendable {
    /// The key in dumps; empty for an attribute that only JSON has.
    package let key: StaticString
    package let form: Form
    /// The member in JSON that has the value, or the first part of the value; `nil` if only dumps
    /// have the attribute.
    package let member: Member?
    /// The member that has the second part of the value; `nil` for a value of one part.
    package var second: Member?
    /// The revision of the JSON schema that added the member.
    package var revision = 1
    package var change = Change.style
    /// Whether the attribute affects the positions of children.
    package var arranges = false
    /// Whether the value comes from the feed.
    package var isFromFeed = false
    /// Whether lengths in the value are rounded as frames are.
    package var isRounded = false
    /// The value that a node without the attribute has, as a dump would write it; `nil` for none.
    package var standard: StaticString?
    /// The part of the other format that has the value, if only one format has the attribute.
    package var elsewhere: StaticString?
  }

  /// The kind of line that an attribute belongs to.
  package enum Scope: Sendable { case section, node }

  package static func < (a: Attribute, b: Attribute) -> Bool { a.rawValue < b.rawValue }

  package var scope: Scope { rawValue < Attribute.span.rawValue ? .section : .node }

  /// Creates the attribute that a dump writes with a key; `nil` for an unknown key.
  package init?(key: String, of scope: Scope) {
    guard let attribute = (scope == .section ? Self.ofSections : Self.ofNodes)[key] else {
      return nil
    }
    self = attribute
  }

  private static let ofSections = keyed(in: .section)
  private static let ofNodes = keyed(in: .node)

  private static func keyed(in scope: Scope) -> [String: Attribute] {
    let attributes = allCases.filter { $0.scope == scope && $0.entry.key.utf8CodeUnitCount > 0 }
    return Dictionary(uniqueKeysWithValues: attributes.map { ($0.entry.key.description, $0) })
  }

  private static let entries = allCases.map(entry(of:))

  /// The line of the table for this attribute. O(1).
  package var entry: Entry { Self.entries[Int(rawValue)] }

  // A writer reads these two for each attribute of each node, and a whole line is large.
  package var key: StaticString { Self.entries[Int(rawValue)].key }
  package var form: Form { Self.entries[Int(rawValue)].form }
}
