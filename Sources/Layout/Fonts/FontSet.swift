/// The fonts of a page: families in fallback order, and the rules for breaking and measuring lines.
package struct FontSet: Sendable {
  /// A font family with its faces.
  package struct Family: Sendable {
    package var faces: [FontFace]
    /// The scripts that the family is used for, as ISO 15924 tags; empty means all.
    package var scripts: [UInt32] = []
    /// The name by which a run of a text selects the family.
    package var name: String { faces.first?.family ?? "" }
    package init(faces: [FontFace]) { self.faces = faces }
  }

  /// The rounding of widths and heights of texts.
  package enum Rounding: String, Sendable, CaseIterable {
    /// Each part of a line between tabs and changes of direction is rounded up to 1/64 point, as in
    /// browsers. Ascent and descent are rounded to whole points.
    case sixtyFourth = "1/64"
    /// Only the size of the whole text is rounded: up to device pixels, as on every page
    /// (`TextSizing`). `pixel` is an earlier name of `none`.
    case pixel, none

    func round(_ width: Double) -> Double {
      switch self {
      case .none, .pixel: width
      // Subtracting 1e-6 absorbs the rounding errors of summed advances.
      case .sixtyFourth: max(0, (width * 64 - 1e-6).rounded(.up) / 64)
      }
    }

    /// Returns the maximum width of a text that fits on a line as wide as `width`.
    func limit(_ width: Double) -> Double {
      switch self {
      // Frames are stored as `Float`; with the tolerance, a text breaks as it was measured.
      case .none, .pixel: width + LineWidth.tolerance
      // Browsers round the available width down to 1/64 point, and then add 1/64.
      case .sixtyFourth: ((width * 64 + 1e-6).rounded(.down) + 1) / 64
      }
    }
  }

  /// The letter spacing at a font size, in ems. Values between two entries are interpolated.
  package struct Spacing: Sendable, Hashable {
    /// The font size in points.
    package var size: Double
    package var spacing: Double
    package init(size: Double, spacing: Double) {
      self.size = size
      self.spacing = spacing
    }
  }

  /// An OpenType feature and its value; 0 turns the feature off.
  package struct Feature: Sendable, Hashable {
    /// The feature's tag as a number; see `FontFace.tag`.
    package var tag: UInt32
    package var value: UInt32
    package init(tag: UInt32, value: UInt32) {
      self.tag = tag
      self.value = value
    }
  }

  /// The name of the font set, which dumps show in their header.
  package var name: String
  package var families: [Family]
  package var rounding = Rounding.sixtyFourth
  package var breaking = LineBreakStyle.uax14
  /// The distance between baselines in ems; `nil` means the extents of the fonts that the line uses.
  package var lineHeight: Double?
  /// Whether a line without `lineHeight` is as high as the first font alone, also if it uses others.
  package var ignoresFallbackHeights = false
  /// The letter spacings, sorted by size.
  package var letterSpacing: [Spacing] = []
  package var features: [Feature] = []

  package init(name: String, families: [Family]) {
    self.name = name
    self.families = families
  }

  /// Returns the index of a family's face for a weight (CSS Fonts 4, section 5.2). If no face has
  /// the weight, the order is: for 400 to 500, heavier faces up to 500, then lighter faces, then
  /// the other heavier faces; below 400, lighter faces first; above 500, heavier faces first.
  /// Upright and italic faces replace each other only if the requested style is missing.
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
  /// The BCP 47 tag of the language.
  package var locale: String?
  package init(direction: BaseDirection = .leftToRight, locale: String? = nil) {
    self.direction = direction
    self.locale = locale
  }
}
