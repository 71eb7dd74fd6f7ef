package import FeedDocument

extension FeedLayout {
  package struct Paging: Sendable {
    /// The name of the source whose pages are appended.
    package var source: String
    package var advance: Advance
    /// The end rules: the feed has ended when all tests of one rule hold for the last reply.
    package var end: [[EndTest]]
    /// Whether a page without any new block or item ends the feed.
    package var endsWhenEmpty: Bool

    package enum Advance: Sendable, Hashable {
      /// `{page}` counts pages from `first`.
      case page(first: Int)
      /// `{offset}` counts the items loaded so far.
      case offset
      /// `{cursor}` is this scalar of the last reply; a reply without one is the last.
      case cursor(path: String)

      /// The placeholders that templates of the paged source can use, one for each way to advance.
      package static let placeholders = ["page", "offset", "cursor"]
    }

    /// A test that a value of the reply equals a scalar or another value; absent counts as null.
    package struct EndTest: Sendable {
      package var path: String
      package var expected: Expected

      package enum Expected: Sendable {
        case value(FeedValue)
        case path(String)
      }
    }
  }

  /// The age at which content must be requested again before it is shown.
  package struct Freshness: Sendable, Hashable {
    /// The default, in seconds, if the reply gives no time.
    package var seconds: Double?
    /// The path from the root of the primary source's document to the time.
    package var path: String?
    /// The length of one unit of the number at `path`, in seconds: 0.001 for milliseconds.
    package var unit: Double = 1

    /// Returns the lifetime in seconds: the server's if it is above 0, otherwise the layout's.
    func lifetime(in document: FeedDocument) -> Double? {
      let said = path.flatMap { document.value(atPath: $0)?.double }.map { $0 * unit }
      return said.flatMap { $0 > 0 ? $0 : nil } ?? seconds
    }
  }

  /// A value that request templates can use, given by the user.
  package struct Parameter: Sendable, Hashable {
    package var name: String
    /// The default; without one, sources that need the parameter wait until it has a value.
    package var standard: String?
  }

  /// When the sections of a page are shown if its sources reply one by one.
  package enum RevealPolicy: String, Sendable, Hashable, CaseIterable {
    /// Each section appears when its source has replied; the sections below move.
    case each
    /// All sections appear when all sources have replied.
    case together
  }

  /// The sections shown while a feed has no content, and the texts of its header and footer.
  package struct States: Sendable, Hashable {
    /// Placeholder sections shown during the first load.
    package var skeleton: [SkeletonSection] = []
    /// The page width that the heights of the skeleton are given for; `nil` for any width.
    package var skeletonDesignWidth: Double?
    package var empty: Message?
    package var failed: Message?
    /// Failures that put a feed without content into the state *failed*; others leave it *empty*.
    package var failedOn: Set<SourceFailure.Kind.Name> = Set(SourceFailure.Kind.Name.allCases)
    /// Texts of notices about failures, by kind.
    package var notices: [SourceFailure.Kind.Name: String] = [:]
    /// Texts by state of the header, such as "refreshing".
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
