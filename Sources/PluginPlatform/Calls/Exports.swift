// The interface of this module uses sections (LayoutCore) and diagnostics (Support).
@_exported public import LayoutCore
@_exported public import Support
