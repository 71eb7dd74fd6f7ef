// Documents are read with the diagnostics and source locations of Support.
@_exported public import Support
