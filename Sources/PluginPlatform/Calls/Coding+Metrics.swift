package import LayoutCore

extension FlatWriter {
  package mutating func add(_ metrics: FontMetrics) {
    add(metrics.name)
    for number in [metrics.unitsPerEm, metrics.ascent, metrics.descent, metrics.lineHeight] {
      add(Int64(number))
    }
    add(metrics.roundsLineHeight)
    add(list: metrics.weights) { writer, weight in
      writer.add(weight.from)
      writer.add(weight.wide)
      writer.add(weight.narrow)
      writer.add(weight.scale)
      writer.add(numbers: weight.advances.entries)
    }
  }
}

extension FlatReader {
  package mutating func metrics() throws(Malformed) -> FontMetrics {
    let name = try text()
    let unitsPerEm = Int(try integer(Int64.self))
    let ascent = Int(try integer(Int64.self))
    let descent = Int(try integer(Int64.self))
    let lineHeight = Int(try integer(Int64.self))
    let roundsLineHeight = try flag()
    let weights = try list { reader throws(Malformed) in
      let from = try reader.integer(UInt16.self)
      let wide = try reader.integer(UInt16.self)
      let narrow = try reader.integer(UInt16.self)
      let scale = try reader.number()
      guard let advances = AdvanceTable(entries: try reader.numbers()) else { throw Malformed() }
      return FontMetrics.Weight(
        from: from, advances: advances, wide: wide, narrow: narrow, scale: scale)
    }
    guard unitsPerEm > 0, !weights.isEmpty else { throw Malformed() }
    return FontMetrics(
      name: name, unitsPerEm: unitsPerEm, ascent: ascent, descent: descent,
      lineHeight: lineHeight, roundsLineHeight: roundsLineHeight, weights: weights)
  }
}
