package import FeedDocument

extension FeedLayout {
  package struct Paging: Sendable {
    /// The name of the source whose pages are appended.
    package var source: String
    package var advance: Advance
    /// The end rules: the feed has ended if all tests of one rule succeed on the last reply.
    package var end: [[EndTest]]
    /// Whether a page without any new block or item ends the feed.
    package var endsWhenEmpty: Bool

    package enum Advance: Sendable, Hashable {
      /// `{page}` is the page number; the first page has the number `first`.
      case page(first: Int)
      /// `{offset}` is the number of items loaded so far.
      case offset
      /// `{cursor}` is the scalar at `path` in the last reply. A reply without it is the last page.
      case cursor(path: String)

      /// The placeholders for templates of the paged source, one for each way to advance.
      package static let placeholders = ["page", "offset", "cursor"]
    }

    /// A comparison of a reply's value with a scalar or another value. An absent value is null.
    package struct EndTest: Sendable {
      package var path: String
      package var expected: Expected

      package enum Expected: Sendable {
        case value(FeedValue)
        case path(String)
      }
    }
  }

  /// The age at which content is stale and must be requested again before it is shown.
  package struct Freshness: Sendable, Hashable {
    /// The maximum age, in seconds, if the reply gives none.
    package var seconds: Double?
    /// The path of the maximum age, from the root of the primary source's document.
    package var path: String?
    /// The unit of the number at `path`, in seconds: 0.001 if the number is in milliseconds.
    package var unit: Double = 1

    /// Returns the maximum age in seconds: from the server if above 0, otherwise from the layout.
    func lifetime(in document: FeedDocument) -> Double? {
      let said = path.flatMap { document.value(atPath: $0)?.double }.map { $0 * unit }
      return said.flatMap { $0 > 0 ? $0 : nil } ?? seconds
    }
  }

  /// A value from the user that request templates can use.
  package struct Parameter: Sendable, Hashable {
    package var name: String
    /// The default value. Without a default, sources that need the parameter wait for a value.
    package var standard: String?
  }

  /// When the sections of a page appear if its sources reply one by one.
  package enum RevealPolicy: String, Sendable, Hashable, CaseIterable {
    /// Each section appears when its source has replied; the sections below it move down.
    case each
    /// All sections appear when all sources have replied.
    case together
  }

  /// The sections shown while a feed has no content, and the texts of the list's header and footer.
  package struct States: Sendable, Hashable {
    /// Placeholder sections shown during the first load.
    package var skeleton: [SkeletonSection] = []
    /// The page width that the skeleton's heights refer to; `nil` if they do not scale.
    package var skeletonDesignWidth: Double?
    package var empty: Message?
    package var failed: Message?
    /// The failures that show *failed* while a feed has no content; other failures show *empty*.
    package var failedOn: Set<SourceFailure.Kind.Name> = Set(SourceFailure.Kind.Name.allCases)
    /// Texts of notices about failures, by kind.
    package var notices: [SourceFailure.Kind.Name: String] = [:]
    /// The header's text for each state, such as "refreshing".
    package var header: [HeaderState: String] = [:]
    package var footer: [FooterState: String] = [:]
  }

  package struct SkeletonSection: Sendable, Hashable {
    package var code: String
    /// The height of one row, in points.
    package var height: Double
    package var rows: Int = 1
  }

  package struct Message: Sendable, Hashable {
    package var title: String
    package var message: String?
    package var button: String?

    package init(title: String, message: String? = nil, button: String? = nil) {
      self.title = title
      self.message = message
      self.button = button
    }
  }
}

/// The state of the list's content.
public enum ContentState: String, Sendable, Hashable, CaseIterable {
  /// The first load is in progress, and the skeleton is shown.
  case loading
  case completed
  /// All loads are complete, and there is nothing to show, or a source with
  /// `"whenEmpty": "message"` has no items.
  case empty
  /// The load failed, and there is no earlier content to show.
  case failed
}

/// The state of the list's header, where a pull refreshes the list.
public enum HeaderState: String, Sendable, Hashable, CaseIterable { case idle, refreshing }

/// The state of the list's footer, where more content is loaded.
public enum FooterState: String, Sendable, Hashable, CaseIterable {
  case idle, refreshing
  case noMoreData = "no-more-data"
}
