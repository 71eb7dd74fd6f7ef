// The API of this module uses types of `FeedDocument` and `LayoutCore`.
@_exported public import FeedDocument
@_exported public import LayoutCore
