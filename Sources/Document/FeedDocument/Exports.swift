// The interface of this module uses the diagnostics and source locations of Support.
@_exported public import Support
