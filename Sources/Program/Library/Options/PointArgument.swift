internal import ArgumentParser
internal import SectionEngine

extension Point {
  /// Parses "X,Y", in points. `nil` if these are not two finite numbers.
  init?(text: String) {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map {
      Double($0.drop { $0 == " " })
    }
    guard numbers.count == 2, let x = numbers[0], let y = numbers[1], x.isFinite, y.isFinite else {
      return nil
    }
    self.init(x: x, y: y)
  }
}

/// A point as the value of an option.
struct PointArgument: ExpressibleByArgument {
  let point: Point

  init?(argument: String) {
    guard let point = Point(text: argument) else { return nil }
    self.point = point
  }
}
