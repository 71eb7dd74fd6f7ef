internal import ArgumentParser

func require(_ isValid: Bool, _ message: @autoclosure () -> String) throws {
  guard isValid else { throw ValidationError(message()) }
}

/// Throws `ValidationError` if a number is outside of a range. Accepts `nil`, an absent option.
/// - Parameter expected: The start of the message, such as "--depth takes a number from 0".
func require<Number: Comparable>(
  _ number: Number?, in range: some RangeExpression<Number>, _ expected: String
) throws {
  if let number { try require(range.contains(number), "\(expected), found \(number)") }
}
