package import LayoutCore

extension FontMetrics: FlatValue {
  package func write(to writer: inout FlatWriter) {
    writer.add(name, unitsPerEm, ascent, descent, lineHeight, roundsLineHeight)
    writer.add(scalesUniformly, weights)
  }

  package init(from reader: inout FlatReader) throws(FlatReader.Malformed) {
    self.init(
      name: try reader.read(), unitsPerEm: try reader.read(), ascent: try reader.read(),
      descent: try reader.read(), lineHeight: try reader.read(),
      roundsLineHeight: try reader.read(), scalesUniformly: try reader.read(),
      weights: try reader.read())
    guard unitsPerEm > 0, !weights.isEmpty else { throw .init() }
  }
}

extension FontMetrics.Weight: FlatValue {
  package func write(to writer: inout FlatWriter) {
    writer.add(from, wide, emoji, narrow, scale, advances.entries)
  }

  package init(from reader: inout FlatReader) throws(FlatReader.Malformed) {
    let (from, wide, emoji, narrow): (UInt16, UInt16, UInt16?, UInt16) = try reader.values()
    let scale = try reader.read(Double.self)
    guard let advances = AdvanceTable(entries: try reader.read()) else { throw .init() }
    self.init(
      from: from, advances: advances, wide: wide, emoji: emoji, narrow: narrow, scale: scale)
  }
}

extension TextMeasuring: FlatValue {
  package func write(to writer: inout FlatWriter) {
    switch self {
    case .recorded(let metrics): writer.add(true, metrics)
    case .shaped(let fonts, let context):
      writer.add(false, fonts.name, fonts.families, fonts.rounding, fonts.breaking)
      writer.add(fonts.lineHeight, fonts.ignoresFallbackHeights)
      writer.add(fonts.letterSpacing, fonts.features)
      writer.add(context.direction, context.locale)
    }
  }

  package init(from reader: inout FlatReader) throws(FlatReader.Malformed) {
    guard try !reader.read(Bool.self) else {
      self = .recorded(try reader.read())
      return
    }
    var fonts = FontSet(name: try reader.read(), families: try reader.read())
    guard !fonts.families.isEmpty else { throw .init() }
    (fonts.rounding, fonts.breaking) = try reader.values()
    (fonts.lineHeight, fonts.ignoresFallbackHeights) = try reader.values()
    (fonts.letterSpacing, fonts.features) = try reader.values()
    let (direction, locale): (BaseDirection, String?) = try reader.values()
    self = .shaped(fonts, ShapingContext(direction: direction, locale: locale))
  }
}

extension FontSet.Rounding: FlatValue {}
extension LineBreakStyle: FlatValue {}
extension BaseDirection: FlatValue {}

extension FontSet.Family: FlatValue {
  package func write(to writer: inout FlatWriter) { writer.add(faces, scripts) }

  package init(from reader: inout FlatReader) throws(FlatReader.Malformed) {
    self.init(faces: try reader.read())
    scripts = try reader.read()
    guard !faces.isEmpty else { throw .init() }
  }
}

extension FontSet.Spacing: FlatRecord {
  static var fields: FlatFields<Self> { .init(\.size, \.spacing, make: Self.init) }
}

extension FontSet.Feature: FlatRecord {
  static var fields: FlatFields<Self> { .init(\.tag, \.value, make: Self.init) }
}

extension FontFace: FlatValue {
  package func write(to writer: inout FlatWriter) {
    writer.add(tables, isColor, weights.lowerBound, weights.upperBound)
    writer.add(
      axes.compactMap { axis in
        axis.value.map { FontSet.Feature(tag: axis.tag, value: $0.bitPattern) }
      })
  }

  package init(from reader: inout FlatReader) throws(FlatReader.Malformed) {
    let (tables, isColor, first, last): ([Table], Bool, UInt16, UInt16) = try reader.values()
    let values = try reader.read([FontSet.Feature].self)
    guard first <= last,
      let face = try? FontFace(
        tables, isColor: isColor, weights: first...last,
        values: Dictionary(
          values.map { ($0.tag, Float(bitPattern: $0.value)) }, uniquingKeysWith: { $1 }))
    else { throw .init() }
    self = face
  }
}

extension FontFace.Table: FlatValue {
  package func write(to writer: inout FlatWriter) {
    writer.add(tag, UInt32(bytes.count))
    bytes.withUnsafeBytes { writer.add(raw: $0) }
  }

  package init(from reader: inout FlatReader) throws(FlatReader.Malformed) {
    let (tag, count): (UInt32, UInt32) = try reader.values()
    self.init(tag: tag, bytes: Array(try reader.bytes(Int(count))))
  }
}
