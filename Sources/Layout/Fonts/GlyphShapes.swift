internal import CTextShaper

/// The outlines and pictures of a font set's glyphs. The first glyph of a face loads its tables.
package final class GlyphShapes: Sendable {
  /// A face, with the weight and size that its axes are set to.
  package struct Face: Sendable, Hashable {
    /// The index of the family in the font set.
    package var family: Int
    /// The index of the face in the family.
    package var face: Int
    /// The weight; 0 for a face without axes.
    package var weight: UInt16
    /// The size in points; 0 unless the outlines depend on the size.
    package var size: Float
  }

  /// The shape of a glyph, in font units.
  package enum Shape: Sendable {
    case blank
    case outline([Step])
    /// A PNG file and its frame, with y downwards from the baseline.
    case picture([UInt8], Rect)
  }

  /// A step of an outline: an SVG path command and its points, with y downwards.
  package struct Step: Sendable {
    /// The letter of the command in ASCII: M, L, Q, C or Z.
    package var command: UInt8
    /// The coordinates of the points in font units, x and y alternately.
    package var points: [Double] = []
  }

  private let fonts: FontSet
  private let instances = Shared<[Face: FontInstance]>([:])

  init(_ fonts: FontSet) { self.fonts = fonts }

  /// Returns the face that renders a family's glyphs in a font.
  func face(_ family: Int, _ face: Int, _ font: Font) -> Face {
    let axes = fonts.families[family].faces[face]
    return Face(
      family: family, face: face, weight: axes.axes.isEmpty ? 0 : font.weight,
      size: axes.followsSize ? font.size : 0)
  }

  /// Returns a glyph's shape; `nil` if the font's file has changed or HarfBuzz has no outlines.
  package func shape(of glyph: UInt32, in face: Face) -> Shape? {
    guard let instance = instance(face) else { return nil }
    if let picture = picture(glyph, instance) { return picture }
    var outline: [Step] = []
    let hasOutlines = withUnsafeMutablePointer(to: &outline) { steps in
      se_glyph_outline(
        instance.font, glyph,
        { steps, command, points in
          let count =
            switch UInt8(bitPattern: command) {
            case UInt8(ascii: "C"): 6
            case UInt8(ascii: "Q"): 4
            case UInt8(ascii: "Z"): 0
            default: 2
            }
          var step = Step(command: UInt8(bitPattern: command))
          for index in 0..<count {
            guard let points else { break }
            let units = Double(points[index]) / Double(SE_SHAPER_SCALE)
            step.points.append(index % 2 == 0 ? units : -units)
          }
          steps?.assumingMemoryBound(to: [Step].self).pointee.append(step)
        }, steps)
    }
    guard hasOutlines else { return nil }
    return outline.isEmpty ? .blank : .outline(outline)
  }

  private func picture(_ glyph: UInt32, _ instance: FontInstance) -> Shape? {
    guard instance.isColor else { return nil }
    var shape: Shape?
    _ = withUnsafeMutablePointer(to: &shape) { shape in
      se_glyph_draw_picture(
        instance.font, glyph,
        { shape, picture in
          guard let shape, let picture = picture?.pointee else { return }
          func units(_ value: Int32) -> Double { Double(value) / Double(SE_SHAPER_SCALE) }
          let frame = Rect(
            x: units(picture.x), y: -units(picture.y) - units(picture.height),
            width: units(picture.width), height: units(picture.height))
          shape.assumingMemoryBound(to: Shape?.self).pointee = .picture(
            Array(UnsafeBufferPointer(start: picture.bytes, count: picture.length)), frame)
        }, shape)
    }
    return shape
  }

  private func instance(_ face: Face) -> FontInstance? {
    instances.withLock { instances in
      if let instance = instances[face] { return instance }
      var plain = face
      (plain.weight, plain.size) = (0, 0)
      let source = fonts.families[face.family].faces[face.face]
      guard let base = instances[plain] ?? FontInstance(drawing: source) else { return nil }
      instances[plain] = base
      guard !source.axes.isEmpty else { return base }
      let instance = FontInstance(base, source.axes, weight: face.weight, size: face.size)
      instances[face] = instance
      return instance
    }
  }
}

/// A glyph of a line. x and downward y start at the left end of the line's baseline, in points.
package struct PlacedGlyph: Sendable {
  /// The number of the glyph in its font file.
  package var id: UInt32
  package var face: GlyphShapes.Face
  package var x: Double
  package var y: Double
  /// The length of a font unit in points.
  package var unit: Double
}

extension ShapedRuler {
  /// A glyph and its x within a part of the line, in points.
  private typealias Placed = (glyph: RunShaper.Glyph, x: Double)

  /// A part of a line in one direction.
  private struct Part {
    var level: UInt8
    var width = 0.0
    var glyphs: [Placed] = []
  }

  /// Returns the glyphs of a line from left to right (visual order, UAX #9 rule L2), each with its
  /// x in points.
  /// - Parameters:
  ///   - line: The clusters. Clusters from `ink` on are trailing spaces, which are not rendered.
  ///   - ellipsisLevel: The embedding level of the "…" at the line's end; `nil` without "…".
  func glyphs(
    of line: Range<Int>, ink: Int, ellipsisLevel: UInt8?
  ) -> [(glyph: RunShaper.Glyph, x: Double)] {
    var parts: [Part] = []
    var x = 0.0
    var item = 0.0
    func close() {
      guard !parts.isEmpty else { return }
      parts[parts.count - 1].width += rounding.round(item) - item
      (x, item) = (x + rounding.round(item), 0)
    }
    for run in text.runs where run.clusters.overlaps(line) && run.clusters.lowerBound < ink {
      if run.kind != .text || run.level != parts.last?.level || run.startsItem { close() }
      var part = Part(level: run.level)
      switch run.kind {
      case .control: break
      case .tab:
        part.width = rounding.round(tabStop(after: x)) - x
        x += part.width
      case .text:
        let clusters = line.clamped(to: run.clusters)
        var advances = [RunShaper.Advance](repeating: .none, count: clusters.count)
        var glyphs: [RunShaper.Glyph] = []
        text.bytes.withUnsafeBufferPointer {
          chain.shaper.shape(
            $0, text.clusters[clusters.lowerBound..<clusters.upperBound + 1], run,
            into: &advances, glyphs: &glyphs)
        }
        place(
          glyphs, min(clusters.upperBound, ink) - clusters.lowerBound,
          letterSpacing: letterSpacing(in: run), in: &part)
        item += part.width
      }
      parts.append(part)
    }
    close()
    if let ellipsisLevel {
      var part = Part(level: ellipsisLevel)
      var glyphs: [RunShaper.Glyph] = []
      _ = chain.shaper.advance(of: "…", glyphs: &glyphs)
      place(glyphs, 1, letterSpacing: letterSpacing, in: &part)
      parts.append(part)
    }
    var result: [Placed] = []
    var left = 0.0
    for index in Bidi.visualOrder(parts.map({ $0.level })) {
      result += parts[index].glyphs.map { ($0.glyph, left + $0.x) }
      left += parts[index].width
    }
    return result
  }

  /// Places the glyphs of the first `count` clusters of a run from left to right.
  private func place(
    _ glyphs: [RunShaper.Glyph], _ count: Int, letterSpacing: Double, in part: inout Part
  ) {
    var byCluster = [[RunShaper.Glyph]](repeating: [], count: count)
    for glyph in glyphs where glyph.cluster < count { byCluster[glyph.cluster].append(glyph) }
    // Glyphs of a right-to-left run are in text order, which is from right to left.
    if part.level % 2 == 1 { byCluster = byCluster.reversed().map { $0.reversed() } }
    for cluster in byCluster {
      for glyph in cluster {
        let unit = units[glyph.font]
        part.glyphs.append((glyph, part.width + Double(glyph.x) * unit))
        part.width += Double(glyph.advance) * unit
      }
      part.width += letterSpacing
    }
  }
}
