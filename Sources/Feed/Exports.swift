// A feed layout has values of documents, and settings of layouts.
@_exported public import FeedDocument
@_exported public import LayoutCore
