// `import SectionEngine` alone is enough to embed the engine, review pages, and write commands.
@_exported public import FeedDocument
@_exported public import Feeds
@_exported public import LayoutCore
@_exported public import Page
@_exported public import PluginHost
@_exported public import Renderers
@_exported public import Support
