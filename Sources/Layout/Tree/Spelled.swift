/// A type whose cases dumps and feed layouts spell as they are named, with dashes: `floatTop` is
/// "float-top".
package protocol Spelled: CaseIterable, RawRepresentable<UInt8> {
  /// The words of the cases, by their raw values, which begin with 0.
  static var words: [String] { get }
}

extension Spelled {
  package var word: String { Self.words[Int(rawValue)] }

  static func spelled() -> [String] {
    allCases.map { name in
      "\(name)".reduce(into: "") { $0 += $1.isUppercase ? "-\($1.lowercased())" : "\($1)" }
    }
  }
}

extension NodeKind: Spelled {
  package static let words = ["stack"] + spelled().dropFirst()
}

extension AccessibilityRole: Spelled { package static let words = spelled() }
extension TextAlign: Spelled { package static let words = spelled() }
extension Section.Layout: Spelled { package static let words = spelled() }
extension Section.OrthogonalScrolling: Spelled { package static let words = spelled() }
extension Section.Placement: Spelled { package static let words = spelled() }
extension Section.BackgroundExtent: Spelled { package static let words = spelled() }
extension Style.Justify: Spelled { package static let words = spelled() }
extension Style.Align: Spelled { package static let words = spelled() }
