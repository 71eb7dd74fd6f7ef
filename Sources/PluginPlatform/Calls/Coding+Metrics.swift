package import LayoutCore

extension FontMetrics: FlatValue {
  package func write(to writer: inout FlatWriter) {
    writer.add(name, unitsPerEm, ascent, descent, lineHeight, roundsLineHeight, weights)
  }

  package init(from reader: inout FlatReader) throws(FlatReader.Malformed) {
    self.init(
      name: try reader.read(), unitsPerEm: try reader.read(), ascent: try reader.read(),
      descent: try reader.read(), lineHeight: try reader.read(),
      roundsLineHeight: try reader.read(), weights: try reader.read())
    guard unitsPerEm > 0, !weights.isEmpty else { throw .init() }
  }
}

extension FontMetrics.Weight: FlatValue {
  package func write(to writer: inout FlatWriter) {
    writer.add(from, wide, narrow, scale, advances.entries)
  }

  package init(from reader: inout FlatReader) throws(FlatReader.Malformed) {
    let (from, wide, narrow): (UInt16, UInt16, UInt16) = try reader.values()
    let scale = try reader.read(Double.self)
    guard let advances = AdvanceTable(entries: try reader.read()) else { throw .init() }
    self.init(from: from, advances: advances, wide: wide, narrow: narrow, scale: scale)
  }
}
