import LayoutCore

/// A layout dump as a value, for tools that compare dumps.
///
/// `DumpParser` reads one from bytes; `write(to:)` reproduces the bytes of a rendered dump
/// unchanged.
package struct DumpDocument: Sendable, Hashable {
  /// A key and its value as text: "items" and "6", "fallback" and "generic: no provider".
  package struct Attribute: Sendable, Hashable {
    package var key: String
    package var value: String
    package init(_ key: String, _ value: String) {
      self.key = key
      self.value = value
    }
  }

  package struct Feed: Sendable, Hashable {
    package var name: String
    package var size: Size
    package var attributes: [Attribute]
    package init(name: String, size: Size, attributes: [Attribute] = []) {
      self.name = name
      self.size = size
      self.attributes = attributes
    }
  }

  package struct Section: Sendable, Hashable {
    /// The keyword that begins the line. Bars around the content have keywords of their own.
    package enum Keyword: String, Sendable, Hashable, CaseIterable { case section, top, bottom }

    package var keyword: Keyword
    package var code: String
    /// The frame in feed coordinates.
    package var frame: Rect
    package var attributes: [Attribute]
    package var flags: [String]
    /// Codes of the diagnostics about the section.
    package var codes: [String]
    /// The lines below it in document order. The storage is flat, so depth does not use stack.
    package var lines: [Line] = []

    package init(
      keyword: Keyword = .section, code: String, frame: Rect, attributes: [Attribute] = [],
      flags: [String] = [], codes: [String] = []
    ) {
      self.keyword = keyword
      self.code = code
      self.frame = frame
      self.attributes = attributes
      self.flags = flags
      self.codes = codes
    }
  }

  /// A line below a section. `level` is 0 directly below the section; a line is a child of the last
  /// node line with one level less.
  package struct Line: Sendable, Hashable {
    package enum Content: Sendable, Hashable {
      case node(Node)
      /// A line such as "… 4 offscreen".
      case elided(count: Int, what: String)
    }

    package var level: Int
    package var content: Content
    package init(level: Int, _ content: Content) {
      self.level = level
      self.content = content
    }
  }

  package struct Node: Sendable, Hashable {
    package var name: String
    package var index: Int?
    /// The node's text, or its label if it has no text.
    package var string: String?
    package var frame: Rect
    package var attributes: [Attribute]
    package var flags: [String]
    package var codes: [String]

    package init(
      name: String, index: Int? = nil, string: String? = nil, frame: Rect,
      attributes: [Attribute] = [], flags: [String] = [], codes: [String] = []
    ) {
      self.name = name
      self.index = index
      self.string = string
      self.frame = frame
      self.attributes = attributes
      self.flags = flags
      self.codes = codes
    }

    /// The name with its number, such as "card[3]", unique among siblings.
    package var id: String { index.map { "\(name)[\($0)]" } ?? name }
  }

  package var header: DumpHeader
  package var feed: Feed
  package var sections: [Section]
  /// The summary of the diagnostics: "1 warning: SE3002 (1)".
  package var summary: String?

  package init(
    header: DumpHeader, feed: Feed, sections: [Section] = [], summary: String? = nil
  ) {
    self.header = header
    self.feed = feed
    self.sections = sections
    self.summary = summary
  }
}

extension [DumpDocument.Attribute] {
  /// The value of a key, or `nil` if the dump omits it.
  package subscript(key: String) -> String? { first { $0.key == key }?.value }
}
