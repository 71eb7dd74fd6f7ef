/// An enumeration whose cases appear in dumps and feed layouts as lowercase words with dashes:
/// `floatTop` is "float-top".
package protocol KebabCased: CaseIterable, RawRepresentable<UInt8> {
  /// The words of the cases, indexed by raw value. The raw values start at 0.
  static var words: [String] { get }
}

extension KebabCased {
  package var word: String { Self.words[Int(rawValue)] }

  /// Returns the names of the cases as lowercase words with dashes.
  static func spelled() -> [String] {
    allCases.map { name in
      "\(name)".reduce(into: "") { $0 += $1.isUppercase ? "-\($1.lowercased())" : "\($1)" }
    }
  }
}

extension NodeKind: KebabCased {
  package static let words = ["stack"] + spelled().dropFirst()
}

extension AccessibilityRole: KebabCased { package static let words = spelled() }
extension TextAlign: KebabCased { package static let words = spelled() }
extension Section.Layout: KebabCased { package static let words = spelled() }
extension Section.OrthogonalScrolling: KebabCased { package static let words = spelled() }
extension Section.Placement: KebabCased { package static let words = spelled() }
extension Section.BackgroundExtent: KebabCased { package static let words = spelled() }
extension Style.Justify: KebabCased { package static let words = spelled() }
extension Style.Align: KebabCased { package static let words = spelled() }
