package import FeedDocument
package import LayoutCore

/// How one kind of feed is read and drawn: where its blocks come from, in which order they stand,
/// and the figures that its sections are drawn with. Parsed from a JSON file of `Layouts/`; the
/// format is described in `Layouts/README.md`.
package struct FeedLayout: Sendable {
  /// Names the feed, the file and `--layout`: "netease-home".
  package var name: String
  /// Raised when the figures of a layout change, so that stored dumps say what they were made with.
  package var version: Int
  /// Of the page, for people: "发现".
  package var title: String
  /// In the order of the file; exactly one is primary.
  package var sources: [Source]
  package var join: JoinPolicy
  package var identity: BlockIdentity
  package var order: Order
  package var notices: [NoticePath]
  package var fallback: Fallback
  package var environment: EnvironmentDefaults
  package var appearance: Appearance
  package var chrome: Chrome
  /// Free space between neighbours.
  package var spacing: SectionSpacing
  /// Whether it was made up from the shape of a document instead of read from a file.
  package var isInferred = false
  /// Settings of every section; an object or missing.
  package var defaults: FeedValue
  /// Settings of single sections: an object by block code, or missing.
  package var sections: FeedValue
  /// How single sections stand, whatever their providers say, by block code.
  package var layoutOverrides: [String: SectionLayoutOverride]
  /// Absolute URL that those of requests are relative to.
  package var base: String?
  /// In the order of the file.
  package var parameters: [Parameter] = []
  package var reveal: RevealPolicy = .each
  package var paging: Paging?
  package var freshness: Freshness?
  package var states = States()

  /// "netease-home@1"; "inferred" when it was made up.
  package var label: String { isInferred ? "inferred" : "\(name)@\(version)" }

  /// Whether a string can name a feed, a source, a parameter.
  package static func isName(_ string: String) -> Bool { ConfigurationReader.isName(string) }

  package func source(named name: String) -> Source? { sources.first { $0.name == name } }

  /// The source that FEED on the command line stands for.
  package var primarySource: Source? { sources.first { $0.isPrimary } }

  /// Block codes that the layout has settings for, in the order of the file.
  package var knownCodes: [String] { sections.children.map(\.key) }

  /// What becomes of the page when a source is lost.
  package enum JoinPolicy: String, Sendable, Hashable, CaseIterable {
    /// The others give their sections.
    case partial
    /// Nothing is shown.
    case all
  }

  /// When two blocks are the same section.
  package enum BlockIdentity: String, Sendable, Hashable, CaseIterable {
    /// They have the same code: the later one replaces the earlier one in place.
    case code
    /// Never: a code names a kind, and each occurrence is a section of its own.
    case occurrence
  }

  /// Where the server says how blocks are ordered.
  package struct Order: Sendable, Hashable {
    /// Lists of block codes in documents of the primary source; the first that is there counts.
    package var lists: [OrderList]
    /// From a block to its number in the order.
    package var sortIndex: String?
    /// By block code; holds while the server gives no order. Lower ones stand first.
    package var ranks: [String: Double] = [:]
  }

  package struct OrderList: Sendable, Hashable {
    /// From the root of the primary source's document.
    package var path: String
    /// When the value at `path` is a string that holds JSON: the list's path in that JSON.
    package var parsed: String?
  }

  /// A text that the server has for the reader, such as the end of the feed.
  package struct NoticePath: Sendable, Hashable {
    package var name: String
    /// From the root of the primary source's document, to a string or an array of strings.
    package var path: String
  }

  /// What a section without a provider is drawn with.
  package struct Fallback: Sendable, Hashable {
    /// Points, whatever the width.
    package var placeholderHeight: Double = 120
    package var heightHint: HeightHint?
  }

  /// The server's own word about the height of a block.
  package struct HeightHint: Sendable, Hashable {
    /// From a block to a number of points.
    package var path: String
    /// Width for which the number is meant; the height scales with the page's.
    package var designWidth: Double
  }

  /// Defaults of the environment that hold for this feed; `nil` leaves the engine's.
  package struct EnvironmentDefaults: Sendable, Hashable {
    package var width: Double?
    package var scale: Int?
    /// "light" or "dark".
    package var appearance: String?
    /// BCP 47: "zh-CN".
    package var locale: String?
    /// "ltr" or "rtl".
    package var direction: String?
    /// "xs" … "ax5".
    package var textSize: String?
  }

  /// Colors by name, "#rrggbb".
  package struct Appearance: Sendable, Hashable {
    package var light: [String: String] = [:]
    /// Only what differs from `light`.
    package var dark: [String: String] = [:]

    package func tokens(isDark: Bool) -> [String: String] {
      isDark ? light.merging(dark) { $1 } : light
    }
  }
}
