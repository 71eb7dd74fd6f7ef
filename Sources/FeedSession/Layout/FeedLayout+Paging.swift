package import FeedDocument

extension FeedLayout {
  /// How more of a feed is asked for.
  package struct Paging: Sendable {
    /// The source whose pages are appended.
    package var source: String
    package var advance: Advance
    /// The feed has ended when every test of one of these holds for the last reply.
    package var end: [[EndTest]]
    /// A page that brings no block and no item that is not there already ends the feed.
    package var endsWhenEmpty: Bool

    package enum Advance: Sendable, Hashable {
      /// `{page}` counts pages from `first`.
      case page(first: Int)
      /// `{offset}` counts the items that are held.
      case offset
      /// `{cursor}` is the scalar at this path of the last reply; the first request has none, and a
      /// reply without one is the last.
      case cursor(path: String)
    }

    /// A value of the last reply equals a scalar, or another value of it. An absent value is null.
    package struct EndTest: Sendable {
      package var path: String
      package var expected: Expected

      package enum Expected: Sendable {
        case value(FeedValue)
        case path(String)
      }
    }
  }

  /// When content is too old to be shown without asking again.
  package struct Freshness: Sendable, Hashable {
    /// Seconds, where the reply does not say.
    package var seconds: Double?
    /// From the root of the primary source's document to the time.
    package var path: String?
    /// Seconds that 1 at `path` stands for: 0.001 for milliseconds.
    package var unit: Double = 1
  }

  /// A value that templates of requests may name, given by the user.
  package struct Parameter: Sendable, Hashable {
    package var name: String
    /// `nil`: sources that need it are not asked until it has a value.
    package var standard: String?
  }

  /// When sections of a page are shown whose sources reply one by one.
  package enum RevealPolicy: String, Sendable, Hashable, CaseIterable {
    /// As soon as their source has replied; what stands below moves.
    case each
    /// Once all sources have replied.
    case together
  }
}
