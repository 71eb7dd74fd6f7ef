// Calls give sections and reports.
@_exported public import LayoutCore
@_exported public import Support
