// The host takes blocks of documents, and gives sections.
@_exported public import FeedDocument
@_exported public import LayoutCore
