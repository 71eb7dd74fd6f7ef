import Support

/// A colour in the sRGB space, not premultiplied. Channels range from 0 to 1.
package struct SRGBColor: Sendable, Hashable {
  package var red, green, blue: Double
  package var alpha = 1.0

  package init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }

  package static let black = SRGBColor(red: 0, green: 0, blue: 0)
  package static let white = SRGBColor(red: 1, green: 1, blue: 1)

  /// Returns this colour over an opaque colour (Compositing and Blending 1 §5.1, "source over").
  package func over(_ lower: SRGBColor) -> SRGBColor {
    func mix(_ upper: Double, _ lower: Double) -> Double { upper * alpha + lower * (1 - alpha) }
    return SRGBColor(
      red: mix(red, lower.red), green: mix(green, lower.green), blue: mix(blue, lower.blue))
  }

  /// The relative luminance of an opaque colour, from 0 to 1 (WCAG 2.2, "relative luminance").
  package var luminance: Double {
    func linear(_ channel: Double) -> Double {
      channel <= 0.04045 ? channel / 12.92 : Self.power2Point4((channel + 0.055) / 1.055)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// Returns x^2.4 for x from 0.09 to 1, computed as x² · ⁵√x² with Newton's method. The result has
  /// the same bits on every machine, which `pow` does not guarantee.
  private static func power2Point4(_ x: Double) -> Double {
    let square = x * x
    var root = 1.0
    for _ in 0..<64 {
      let fourth = root * root * root * root
      let next = (4 * root + square / fourth) / 5
      if next >= root { break }
      root = next
    }
    return square * root
  }

  /// Returns the contrast ratio of two opaque colours, from 1 to 21 (WCAG 2.2, "contrast ratio").
  package func contrast(with other: SRGBColor) -> Double {
    let lighter = max(luminance, other.luminance)
    let darker = min(luminance, other.luminance)
    return (lighter + 0.05) / (darker + 0.05)
  }

  package var hex: String {
    "#"
      + [red, green, blue].map { hexadecimal(Int(($0 * 255).rounded()), digits: 2) }.joined()
  }
}

extension SRGBColor {
  /// Reads "#rgb", "#rgba", "#rrggbb" or "#rrggbbaa" (CSS Color 4 §5.2); `nil` for anything else.
  package init?(hex text: String) {
    var digits = text.dropFirst().compactMap(\.hexDigitValue)
    // Digits of other scripts have more than one byte, so they are rejected.
    guard text.hasPrefix("#"), digits.count == text.utf8.count - 1 else { return nil }
    if digits.count < 6 { digits = digits.flatMap { [$0, $0] } }
    guard digits.count == 6 || digits.count == 8 else { return nil }
    let channels = stride(from: 0, to: digits.count, by: 2).map {
      Double(digits[$0] * 16 + digits[$0 + 1]) / 255
    }
    self.init(
      red: channels[0], green: channels[1], blue: channels[2],
      alpha: channels.count > 3 ? channels[3] : 1)
  }
}
