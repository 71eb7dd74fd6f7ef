extension FeedLayout {
  /// The sections shown while a feed has no content, and the texts of its header and footer.
  package struct States: Sendable, Hashable {
    /// Placeholder sections shown during the first load.
    package var skeleton: [SkeletonSection] = []
    /// The page width that the heights of the skeleton are given for; `nil` for any width.
    package var skeletonDesignWidth: Double?
    package var empty: Message?
    package var failed: Message?
    /// Kinds of failure that put a feed without content into the state *failed*. Any other kind
    /// leaves it *empty*, with a notice.
    package var failedOn: Set<SourceFailure.Kind.Name> = Set(SourceFailure.Kind.Name.allCases)
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
