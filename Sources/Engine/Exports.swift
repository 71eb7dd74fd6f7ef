// `import SectionEngine` alone is enough to embed the engine.
@_exported public import Diagnostics
@_exported public import FeedSession
@_exported public import LayoutCore
@_exported public import Providers

#if os(Linux)
  @_exported public import PluginHost
#endif
