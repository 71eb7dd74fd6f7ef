package import FeedDocument
package import LayoutCore

/// The description of one kind of feed: its sources, the order of its blocks, and the settings for
/// rendering its sections. It is parsed from a JSON file in `Layouts/`; `Layouts/README.md`
/// describes the format.
package struct FeedLayout: Sendable {
  package var name = ""
  /// The version, which the author increments when settings change. A dump contains it.
  package var version = 1
  package var title = ""
  /// Translations of the layout's texts: by lowercase locale, such as "vi", then by original text.
  package var words: [String: [String: String]] = [:]
  /// The sources, in file order. Exactly one is primary.
  package var sources: [Source] = []
  package var join = JoinPolicy.partial
  package var identity = BlockIdentity.code
  package var order = Order()
  package var notices: [NoticePath] = []
  package var fallback = Fallback()
  package var environment = LayoutEnvironment()
  /// The name of a bundled font set, or a file beside the layout, with the metrics for texts.
  package var font: String?
  package var appearance = Appearance()
  package var chrome = Chrome()
  package var spacing = SectionSpacing()
  /// Whether the layout was inferred from the shape of a document instead of read from a file.
  package var isInferred = false
  /// The texts and pictures of an inferred layout's document; they are compared with those on the
  /// page.
  package var contents: [ShownContent] = []
  /// The default settings of all sections: an object, or missing.
  package var defaults: FeedValue
  /// Settings of single sections: an object by block code, or missing.
  package var sections: FeedValue
  /// Layout properties by block code. They override the properties that the provider sets.
  package var layoutOverrides: [String: SectionLayoutOverride] = [:]
  /// The absolute URL that relative URLs of requests are resolved against.
  package var base: String?
  /// The parameters, in file order.
  package var parameters: [Parameter] = []
  package var reveal: RevealPolicy = .each
  package var paging: Paging?
  package var freshness: Freshness?
  package var states = States()

  /// The label in dumps, for example "netease-home@1"; "inferred" for an inferred layout.
  package var label: String { isInferred ? "inferred" : "\(name)@\(version)" }

  package func source(named name: String) -> Source? { sources.first { $0.name == name } }

  /// The source whose document is the FEED argument on the command line.
  package var primarySource: Source? { sources.first { $0.isPrimary } }

  /// Block codes that have settings, in the order of the file.
  package var knownCodes: [String] { sections.children.map(\.key) }

  /// How the page is rendered when a source is lost.
  package enum JoinPolicy: String, Sendable, Hashable, CaseIterable {
    case partial
    case all
  }

  /// When two blocks belong to the same section.
  package enum BlockIdentity: String, Sendable, Hashable, CaseIterable {
    /// Blocks with equal codes are one section: the later block replaces the earlier one in place.
    case code
    /// Each block is a section of its own, because its code only identifies the kind of the block.
    case occurrence
    /// Blocks of different pages and sources are one section as with `code`; blocks of one reply are
    /// sections of their own. The second one with a code belongs to the second of other pages.
    case codeInReply = "code-in-reply"
  }

  package struct Order: Sendable, Hashable {
    /// Lists of block codes in the primary source's documents. The first non-empty list is used.
    package var lists: [OrderList] = []
    package var sortIndex: String?
    /// Ranks by block code, used if the server gives no order. Lower ranks come first.
    package var ranks: [String: Double] = [:]
  }

  package struct OrderList: Sendable, Hashable {
    package var path: String
    /// If the value at `path` is a string of JSON: the path of the list inside this JSON.
    package var parsed: String?
  }

  /// Where to find a text from the server for the reader, such as the message at the feed's end.
  package struct NoticePath: Sendable, Hashable {
    package var name: String
    /// The path from the root of the primary source's document to a string or an array of strings.
    package var path: String

    /// Names of the notices at the end of the feed, and after a refresh of existing content.
    static let endOfFeed = "endOfFeed"
    static let refreshed = "refreshed"
  }

  /// The settings for rendering a section without a provider.
  package struct Fallback: Sendable, Hashable {
    /// The placeholder's height in points; it does not scale with the page width.
    package var placeholderHeight: Double = 120
    package var heightHint: HeightHint?
  }

  package struct HeightHint: Sendable, Hashable {
    /// The path of a height, or of a ratio, in the block.
    package var path: String
    /// The page width that the height at `path` refers to; the height scales with the page width.
    package var designWidth: Double
    /// The path of a design width in the block; it takes precedence over `designWidth`.
    package var widthPath: String?
    /// Whether the value at `path` is width / height.
    package var isRatio = false
  }

  /// The colors of the page by name, as "#rrggbb".
  package struct Appearance: Sendable, Hashable {
    package var light: [String: String] = [:]
    /// The colors that differ in dark mode. All others are taken from `light`.
    package var dark: [String: String] = [:]

    package func tokens(isDark: Bool) -> [String: String] {
      isDark ? light.merging(dark) { $1 } : light
    }
  }

  /// The bars that the app shows around the feed.
  package struct Chrome: Sendable, Hashable {
    package var navigationBar: NavigationBar?
    package var tabBar: TabBar?
  }

  /// The navigation bar of the app, with lengths in points.
  package struct NavigationBar: Sendable, Hashable {
    package var height: Double
    package var searchField: SearchField?
  }

  /// The search field in the navigation bar, with insets in points.
  package struct SearchField: Sendable, Hashable {
    package var placeholder: String
    package var insetX: Double
    package var insetY: Double
  }

  /// The tab bar of the app, with its height in points.
  package struct TabBar: Sendable, Hashable {
    package struct Item: Sendable, Hashable {
      package var title: String
      package var action: String?
    }

    package var height: Double
    package var items: [Item]
    /// The index of the selected item in `items`.
    package var selected: Int
  }
}
