/// The fonts of a page: families in fallback order, and how lines are made of them.
package struct FontSet: Sendable {
  /// A family: the faces that serve its weights.
  package struct Family: Sendable {
    package var faces: [FontFace]
    /// The scripts that it is used for, as ISO 15924 tags; empty for all.
    package var scripts: [UInt32] = []
    /// The name by which a run of a text selects the family.
    package var name: String { faces.first?.family ?? "" }
    package init(faces: [FontFace]) { self.faces = faces }
  }

  /// How the widths of lines are rounded.
  package enum Rounding: String, Sendable, CaseIterable {
    /// The width of the text of a level between tabs is rounded up to 1/64, as in browsers; ascent
    /// and descent are whole points.
    case sixtyFourth = "1/64"
    /// Width and height of the whole text are rounded up to a pixel of the device, as in UIKit.
    case pixel
    case none

    func round(_ width: Double) -> Double {
      switch self {
      case .none, .pixel: width
      // The slack absorbs the error of sums of binary fractions.
      case .sixtyFourth: max(0, (width * 64 - 1e-6).rounded(.up) / 64)
      }
    }

    /// Returns the width or height of a whole text, with so many pixels in a point.
    func whole(_ length: Double, scale: Double) -> Double {
      guard self == .pixel else { return length }
      return max(0, (length * scale - 1e-6).rounded(.up) / scale)
    }

    /// Returns the width up to which a text fits on a line.
    func limit(_ width: Double) -> Double {
      switch self {
      // Frames are stored as `Float`: a text breaks in its frame as it did when it was measured.
      case .none, .pixel: width + LineWidth.tolerance
      // Browsers round the width of a line down, and add the smallest length.
      case .sixtyFourth: ((width * 64 + 1e-6).rounded(.down) + 1) / 64
      }
    }
  }

  /// The letter spacing from a font size on, in ems; sizes between two entries are interpolated.
  package struct Spacing: Sendable, Hashable {
    package var size: Double
    package var spacing: Double
    package init(size: Double, spacing: Double) {
      self.size = size
      self.spacing = spacing
    }
  }

  /// A feature of the fonts, and its value: 0 is off.
  package struct Feature: Sendable, Hashable {
    package var tag: UInt32
    package var value: UInt32
    package init(tag: UInt32, value: UInt32) {
      self.tag = tag
      self.value = value
    }
  }

  /// The name in the header of dumps.
  package var name: String
  package var families: [Family]
  package var rounding = Rounding.sixtyFourth
  package var breaking = LineBreakStyle.uax14
  /// The distance between two baselines in ems; by default the height of the first font's box.
  package var lineHeight: Double?
  /// Sorted by size.
  package var letterSpacing: [Spacing] = []
  package var features: [Feature] = []

  package init(name: String, families: [Family]) {
    self.name = name
    self.families = families
  }

  /// Returns the index of a family's face for a weight, by the rules of CSS Fonts 4, section 5.2: from 400
  /// to 500 first heavier ones up to 500, then lighter, then heavier ones; below 400 first lighter
  /// ones; above 500 first heavier ones. Upright and italic faces replace each other only if one of
  /// them is missing.
  package func face(_ family: Int, weight: UInt16, isItalic: Bool = false) -> Int {
    let faces = families[family].faces
    let exact = faces.firstIndex { $0.weights.contains(weight) && $0.isItalic == isItalic }
    if let exact { return exact }
    func rank(_ face: FontFace) -> (style: Int, order: Int, distance: Int) {
      let (low, high) = (face.weights.lowerBound, face.weights.upperBound)
      let style = face.isItalic == isItalic ? 0 : 1
      if weight > high { return (style, 2, Int(weight - high)) }
      if weight >= low { return (style, 0, 0) }
      let isFirst = weight > 500 || (weight >= 400 && low <= 500)
      return (style, isFirst ? 1 : 3, Int(low - weight))
    }
    return faces.indices.min { rank(faces[$0]) < rank(faces[$1]) } ?? 0
  }
}

/// The direction and the language in which texts are shaped.
package struct ShapingContext: Sendable, Hashable {
  package var direction = BaseDirection.leftToRight
  /// A BCP 47 tag.
  package var locale: String?
  package init(direction: BaseDirection = .leftToRight, locale: String? = nil) {
    self.direction = direction
    self.locale = locale
  }
}
