/// A value that was read from a source, and the findings about the source.
package struct Diagnosed<Value> {
  package var value: Value
  package var diagnostics: [Diagnostic]

  package init(_ value: Value, _ diagnostics: [Diagnostic] = []) {
    self.value = value
    self.diagnostics = diagnostics
  }

  /// Calls `read` with the value unless it is `nil`. Adds the findings of `read` to the existing
  /// ones.
  package func flatMap<Wrapped, Result>(
    _ read: (Wrapped) -> Diagnosed<Result?>
  ) -> Diagnosed<Result?> where Value == Wrapped? {
    guard let value else { return Diagnosed<Result?>(nil, diagnostics) }
    let result = read(value)
    return Diagnosed<Result?>(result.value, diagnostics + result.diagnostics)
  }
}

extension Diagnosed: Sendable where Value: Sendable {}
