extension FeedLayout {
  /// What is drawn where a feed has no content, and what its ends say.
  package struct States: Sendable, Hashable {
    /// Sections that stand for the content while it is loaded for the first time.
    package var skeleton: [SkeletonSection] = []
    /// Width of the page for which the heights of the skeleton are meant; `nil`: for any.
    package var skeletonDesignWidth: Double?
    package var empty: Message?
    package var failed: Message?
    /// Kinds of failure that put a feed without content into the state *failed*; any other leaves it
    /// *empty*, with a notice.
    package var failedOn: Set<SourceFailure.Kind.Name> = Set(SourceFailure.Kind.Name.allCases)
    /// By state of the header: "refreshing".
    package var header: [HeaderState: String] = [:]
    package var footer: [FooterState: String] = [:]
  }

  package struct SkeletonSection: Sendable, Hashable {
    package var code: String
    /// Of one row, in points.
    package var height: Double
    package var rows: Int = 1
  }

  package struct Message: Sendable, Hashable {
    package var title: String
    package var message: String?
    /// Title of the button that asks again.
    package var button: String?

    package init(title: String, message: String? = nil, button: String? = nil) {
      self.title = title
      self.message = message
      self.button = button
    }
  }
}
