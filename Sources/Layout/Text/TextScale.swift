/// The growth of font sizes with the reader's text size, for nodes and measured texts alike.
///
/// Large titles grow less than body text: the scaled size is a monotone piecewise-linear
/// function of the font size, with a constant factor beyond its ends.
package struct TextScale: Sendable {
  /// Font sizes at the default text size `large`, and the corresponding sizes at this text size.
  private var from, to: [Double]

  /// - Parameter isUniform: Whether all font sizes grow by the factor of body text.
  package init(_ textSize: LayoutEnvironment.TextSize, isUniform: Bool = false) {
    to = textSize.sizes
    from = to.count == Self.styles.count ? Self.styles : Self.spSizes
    if isUniform { (from, to) = ([Self.body], [self(Self.body)]) }
  }

  /// The factor by which body text grows.
  package var bodyFactor: Double { self(Self.body) / Self.body }

  /// Returns the font size at the text size, for a font size at `large`.
  package func callAsFunction(_ size: Double) -> Double {
    let upper = from.firstIndex { size < $0 } ?? from.count
    let lower = max(0, upper - 1)
    guard upper > 0, upper < from.count else { return size * (to[lower] / from[lower]) }
    let slope = (to[upper] - to[lower]) / (from[upper] - from[lower])
    return to[lower] + (size - from[lower]) * slope
  }

  /// The size of the body text style of iOS at `large`.
  private static var body: Double { 17 }
  /// The sizes of the text styles of iOS at `large`: Caption 2 and 1, Footnote, Subhead, Callout,
  /// Body, Title 3, 2 and 1, Large Title.
  fileprivate static let styles: [Double] = [11, 12, 13, 15, 16, 17, 20, 22, 28, 34]
  /// The sizes that Android's tables list, in sp.
  fileprivate static let spSizes: [Double] = [8, 10, 12, 14, 18, 20, 24, 30, 100]
}

extension TextMeasurer {
  package func scale(of textSize: LayoutEnvironment.TextSize) -> TextScale {
    TextScale(textSize, isUniform: scalesUniformly)
  }
}

extension LayoutEnvironment.TextSize {
  /// The factor by which body text grows at this text size.
  public var factor: Double { TextScale(self).bodyFactor }

  /// The sizes at this text size that correspond to `styles` or `spSizes`: the Dynamic Type
  /// sizes of Apple's Human Interface Guidelines (Typography, Specifications), or the tables of
  /// `FontScaleConverterFactory` of androidx.compose.ui.unit.
  fileprivate var sizes: [Double] {
    switch self {
    case .xs: [11, 11, 12, 12, 13, 14, 17, 19, 25, 31]
    case .s: [11, 11, 12, 13, 14, 15, 18, 20, 26, 32]
    case .m: [11, 11, 12, 14, 15, 16, 19, 21, 27, 33]
    case .large: TextScale.styles
    case .xl: [13, 14, 15, 17, 18, 19, 22, 24, 30, 36]
    case .xxl: [15, 16, 17, 19, 20, 21, 24, 26, 32, 38]
    case .xxxl: [17, 18, 19, 21, 22, 23, 26, 28, 34, 40]
    case .ax1: [20, 22, 23, 25, 26, 28, 31, 34, 38, 44]
    case .ax2: [24, 26, 27, 30, 32, 33, 37, 39, 43, 48]
    case .ax3: [29, 32, 33, 36, 38, 40, 43, 44, 48, 52]
    case .ax4: [34, 37, 38, 42, 44, 47, 49, 50, 53, 56]
    case .ax5: [40, 43, 44, 49, 51, 53, 55, 56, 58, 60]
    case .android085: TextScale.spSizes.map { $0 * 0.85 }
    case .android105: [8.4, 10.5, 12.6, 14.8, 18.6, 20.6, 24.4, 30, 100]
    case .android110: [8.8, 11, 13.2, 15.6, 19.2, 21.2, 24.8, 30, 100]
    case .android115: [9.2, 11.5, 13.8, 16.4, 19.8, 21.8, 25.2, 30, 100]
    case .android120: [9.6, 12, 14.4, 17.2, 20.4, 22.4, 25.6, 30, 100]
    case .android130: [10.4, 13, 15.6, 18.8, 21.6, 23.6, 26.4, 30, 100]
    case .android150: [12, 15, 18, 22, 24, 26, 28, 30, 100]
    case .android180: [14.4, 18, 21.6, 24.4, 27.6, 30.8, 32.8, 34.8, 100]
    case .android200: [16, 20, 24, 26, 30, 34, 36, 38, 100]
    }
  }
}
