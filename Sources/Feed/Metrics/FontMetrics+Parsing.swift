package import FeedDocument
package import LayoutCore

extension FontMetrics {
  /// Reads a metrics file; the value is `nil` if the document violates the format.
  package static func parse(_ document: FeedDocument) -> Diagnosed<FontMetrics?> {
    ConfigurationReader.read("metrics file", code: .invalidMetrics) { $0.metrics(document.root) }
  }
}

extension ConfigurationReader {
  private static var units: ClosedRange<Int> { 0...Int(AdvanceTable.widest) }

  fileprivate mutating func metrics(_ root: FeedValue) -> FontMetrics? {
    guard
      object(
        root, required: ["name", "unitsPerEm", "ascent", "descent", "lineHeight", "weights"],
        optional: ["$schema", "font", "rounding", "textSizes"])
    else { return nil }
    _ = string(root["$schema"])
    font(root["font"])
    let unitsPerEm = integer(root["unitsPerEm"], in: 1...16_384) ?? 1
    return FontMetrics(
      name: name(root["name"]) ?? "", unitsPerEm: unitsPerEm,
      ascent: integer(root["ascent"], in: Self.units) ?? 0,
      descent: integer(root["descent"], in: Self.units) ?? 0,
      lineHeight: integer(root["lineHeight"], in: Self.units) ?? 0,
      roundsLineHeight: word(root["rounding"], among: ["none", "point"]) == "point",
      scalesUniformly: word(root["textSizes"], among: ["style", "body"]) == "body",
      weights: weights(root["weights"], unitsPerEm: unitsPerEm))
  }

  private mutating func font(_ value: FeedValue) {
    let keys = ["family", "version", "copyright", "license"]
    guard object(value, optional: keys) else { return }
    for key in keys { _ = string(value[key]) }
  }

  private mutating func weights(_ value: FeedValue, unitsPerEm: Int) -> [FontMetrics.Weight] {
    var weights: [FontMetrics.Weight] = []
    for (position, element) in elements(value).enumerated() {
      // The first weight must have its own advances, because no earlier weight can be scaled.
      let isRecorded = position == 0 || element["advances"].exists
      let read =
        isRecorded
        ? recordedWeight(element, unitsPerEm: unitsPerEm)
        : scaledWeight(element, after: weights.last)
      guard let weight = read else { continue }
      if let last = weights.last, weight.from <= last.from {
        refuse(
          element["from"], "weight \(weight.from) does not follow \(last.from)",
          label: "expected a weight above \(last.from)")
      }
      weights.append(weight)
    }
    if value.kind == .array, value.count == 0 {
      refuse(value, "a metrics file needs a weight", label: "expected at least one weight")
    }
    return weights
  }

  /// Reads a weight whose advances are those of the last recorded weight, scaled by a factor.
  private mutating func scaledWeight(
    _ value: FeedValue, after lighter: FontMetrics.Weight?
  ) -> FontMetrics.Weight? {
    guard object(value, required: ["from", "scale"]) else { return nil }
    let from = integer(value["from"], in: 1...1000)
    guard let scale = factor(value["scale"]), let from, var weight = lighter else { return nil }
    weight.from = UInt16(from)
    weight.scale = scale
    return weight
  }

  private mutating func recordedWeight(
    _ value: FeedValue, unitsPerEm: Int
  ) -> FontMetrics.Weight? {
    guard object(value, required: ["from", "narrow", "advances"], optional: ["wide", "emoji"])
    else { return nil }
    let from = integer(value["from"], in: 1...1000)
    let narrow = integer(value["narrow"], in: Self.units) ?? 0
    let wide = integer(value["wide"], in: Self.units) ?? unitsPerEm
    let emoji = integer(value["emoji"], in: Self.units)
    let weight = FontMetrics.Weight(
      from: UInt16(from ?? 0), advances: advances(value["advances"]), wide: UInt16(wide),
      emoji: emoji.map { UInt16($0) }, narrow: UInt16(narrow))
    return from == nil ? nil : weight
  }

  private mutating func advances(_ value: FeedValue) -> AdvanceTable {
    var table = AdvanceTable()
    for run in elements(value) {
      let isRange = run["last"].exists || run["advance"].exists
      guard
        object(run, required: isRange ? ["first", "last", "advance"] : ["first", "advances"])
      else { continue }
      let first = scalar(run["first"])
      guard isRange else {
        if let first { record(elements(run["advances"]), from: first, in: &table) }
        continue
      }
      let last = scalar(run["last"])
      let advance = integer(run["advance"], in: Self.units)
      guard let first, let last, let advance else { continue }
      if first > last {
        refuse(run["last"], "a run ends before it begins", label: "expected `first` or above")
        continue
      }
      for scalar in (first...last).lazy.compactMap(Unicode.Scalar.init) {
        guard record(advance, of: scalar, at: run["first"], in: &table) else { break }
      }
    }
    return table
  }

  /// Records the advances of consecutive characters; stops at an invalid element.
  private mutating func record(
    _ advances: [FeedValue], from first: UInt32, in table: inout AdvanceTable
  ) {
    for (value, element) in zip(first..., advances) {
      guard let advance = integer(element, in: Self.units) else { return }
      guard let scalar = Unicode.Scalar(value) else {
        return refuse(
          element, "\(name(of: value)) is not a character", label: "expected the end of the run")
      }
      guard record(advance, of: scalar, at: element, in: &table) else { return }
    }
  }

  /// Records the advance of a character. Reports an error if the character already has one.
  private mutating func record(
    _ advance: Int, of scalar: Unicode.Scalar, at value: FeedValue, in table: inout AdvanceTable
  ) -> Bool {
    if table.record(UInt16(advance), of: scalar) { return true }
    refuse(
      value, "\(name(of: scalar.value)) has an advance already",
      label: "expected runs that do not overlap")
    return false
  }

  /// Reads a character in the notation "U+00E9".
  private mutating func scalar(_ value: FeedValue) -> UInt32? {
    read(value, expected: "a character like `U+00E9`") { value in
      guard let text = value.string, text.hasPrefix("U+"), (6...8).contains(text.utf8.count),
        text.utf8.dropFirst(2).allSatisfy({
          (0x30...0x39).contains($0) || (0x41...0x46).contains($0)
        }),
        let number = UInt32(text.dropFirst(2), radix: 16), Unicode.Scalar(number) != nil
      else { return nil }
      return number
    }
  }

  private func name(of scalar: UInt32) -> String {
    "U+" + hexadecimal(scalar, digits: 4, uppercase: true)
  }

  private mutating func factor(_ value: FeedValue) -> Double? {
    read(value, expected: "a factor above 0 and at most 10", \.double) { $0 > 0 && $0 <= 10 }
  }
}
