package import FeedDocument
package import LayoutCore

/// The description of one kind of feed: where its blocks come from, their order, and the settings
/// that its sections are drawn with. Parsed from a JSON file of `Layouts/`; the format is described
/// in `Layouts/README.md`.
package struct FeedLayout: Sendable {
  package var name = ""
  /// The layout's version: its author increments it when settings change. A dump records it.
  package var version = 1
  package var title = ""
  /// Translations of the layout's own texts: by lowercase locale, such as "vi", then by text.
  package var words: [String: [String: String]] = [:]
  /// In the order of the file; exactly one is primary.
  package var sources: [Source] = []
  package var join = JoinPolicy.partial
  package var identity = BlockIdentity.code
  package var order = Order()
  package var notices: [NoticePath] = []
  package var fallback = Fallback()
  package var environment = LayoutEnvironment()
  /// A bundled font set, or a file beside the layout, that measures texts.
  package var font: String?
  package var appearance = Appearance()
  package var chrome = Chrome()
  package var spacing = SectionSpacing()
  /// Whether it was inferred from the shape of a document instead of read from a file.
  package var isInferred = false
  /// The texts of the document that it was inferred from, to count those that the page shows.
  package var texts: [String] = []
  /// Settings of every section; an object or missing.
  package var defaults: FeedValue
  /// Settings of single sections: an object by block code, or missing.
  package var sections: FeedValue
  /// Layout properties of single sections that override their providers', by block code.
  package var layoutOverrides: [String: SectionLayoutOverride] = [:]
  /// The absolute URL that relative URLs of requests are resolved against.
  package var base: String?
  /// In the order of the file.
  package var parameters: [Parameter] = []
  package var reveal: RevealPolicy = .each
  package var paging: Paging?
  package var freshness: Freshness?
  package var states = States()

  /// For example "netease-home@1"; "inferred" if it was inferred.
  package var label: String { isInferred ? "inferred" : "\(name)@\(version)" }

  package func source(named name: String) -> Source? { sources.first { $0.name == name } }

  /// The source that the FEED argument on the command line provides.
  package var primarySource: Source? { sources.first { $0.isPrimary } }

  /// Block codes that have settings, in the order of the file.
  package var knownCodes: [String] { sections.children.map(\.key) }

  /// How the page is drawn when a source is lost.
  package enum JoinPolicy: String, Sendable, Hashable, CaseIterable {
    case partial
    case all
  }

  /// When two blocks are the same section.
  package enum BlockIdentity: String, Sendable, Hashable, CaseIterable {
    /// They have the same code: the later one replaces the earlier one in place.
    case code
    /// Never: a code names a kind, and each occurrence is a section of its own.
    case occurrence
  }

  package struct Order: Sendable, Hashable {
    /// Lists of block codes in documents of the primary source; the first non-empty one counts.
    package var lists: [OrderList] = []
    package var sortIndex: String?
    /// Ranks by block code, used if the server gives no order. Lower ranks come first.
    package var ranks: [String: Double] = [:]
  }

  package struct OrderList: Sendable, Hashable {
    package var path: String
    /// If the value at `path` is a string that contains JSON: the path of the list in that JSON.
    package var parsed: String?
  }

  /// A text from the server to the reader, such as the message at the end of the feed.
  package struct NoticePath: Sendable, Hashable {
    package var name: String
    /// The path from the root of the primary source's document to a string or an array of strings.
    package var path: String

    /// Names of notices with a fixed time: when the feed ends, and when a later refresh succeeds.
    static let endOfFeed = "endOfFeed"
    static let refreshed = "refreshed"
  }

  /// The settings that a section without a provider is drawn with.
  package struct Fallback: Sendable, Hashable {
    /// In points, independent of the page width.
    package var placeholderHeight: Double = 120
    package var heightHint: HeightHint?
  }

  package struct HeightHint: Sendable, Hashable {
    /// The path of a height, or of a ratio.
    package var path: String
    /// The page width that the number is given for; the height scales with the page.
    package var designWidth: Double
    /// The path of a width that takes precedence over `designWidth`.
    package var widthPath: String?
    /// Whether the number at the path is width / height.
    package var isRatio = false
  }

  /// Colors by name, as "#rrggbb".
  package struct Appearance: Sendable, Hashable {
    package var light: [String: String] = [:]
    /// The colors that differ from `light`; the others are the same in dark pages.
    package var dark: [String: String] = [:]

    package func tokens(isDark: Bool) -> [String: String] {
      isDark ? light.merging(dark) { $1 } : light
    }
  }

  /// The bars that the app draws around the feed.
  package struct Chrome: Sendable, Hashable {
    package var navigationBar: NavigationBar?
    package var tabBar: TabBar?
  }

  /// Lengths in points.
  package struct NavigationBar: Sendable, Hashable {
    package var height: Double
    package var searchField: SearchField?
  }

  package struct SearchField: Sendable, Hashable {
    package var placeholder: String
    package var insetX: Double
    package var insetY: Double
  }

  package struct TabBar: Sendable, Hashable {
    package struct Item: Sendable, Hashable {
      package var title: String
      package var action: String?
    }

    package var height: Double
    package var items: [Item]
    package var selected: Int
  }
}
