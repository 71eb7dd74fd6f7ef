// `import SectionEngine` alone is enough to embed the engine.
@_exported public import Feeds
@_exported public import LayoutCore
@_exported public import PluginHost
@_exported public import Support
