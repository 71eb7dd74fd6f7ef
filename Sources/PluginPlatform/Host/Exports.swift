// The interface of this module uses documents (FeedDocument) and sections (LayoutCore).
@_exported public import FeedDocument
@_exported public import LayoutCore
