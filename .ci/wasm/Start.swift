/// Prints the results of the portable cases.
@_expose(wasm, "_start") @_cdecl("_start") public func start() {
  for line in PortableCases.results() { print(line) }
}
