internal import SectionEngine

/// The fonts of a page: font files in fallback order, or the name or file of a font set.
struct FontSelection {
  /// The files. "#2" selects a face of a collection, as in "NotoSansCJK-Regular.ttc#2".
  let names: [String]

  init(_ text: String) { names = text.split(separator: ",").map(String.init) }

  /// Whether `names` are font files instead of the name or the file of a font set.
  var isFiles: Bool { names.count != 1 || names.contains(where: Self.isFontFile) }

  static func isFontFile(_ name: String) -> Bool {
    let file = name.split(separator: "#", omittingEmptySubsequences: false).first ?? ""
    return [".ttf", ".otf", ".ttc", ".otc", ".woff", ".woff2"].contains {
      file.lowercased().hasSuffix($0)
    }
  }
}

extension FontSet {
  /// Reads font files. Files with the same family name form a family, in the order of the files.
  static func files(_ names: [String]) throws -> FontSet {
    var families: [Family] = []
    for name in names {
      let parts = name.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      let index = parts.count > 1 ? Int(parts[1]) : 0
      do throws(FontFault) {
        guard let index else { throw FontFault("`#` is followed by the number of a face") }
        let file = String(parts.first ?? "")
        let face = try FontFile(file).face(index)
        if let known = families.firstIndex(where: { $0.faces[0].family == face.family }) {
          families[known].faces.append(face)
        } else {
          families.append(Family(faces: [face]))
        }
      } catch {
        throw ExitError.couldNotRun(error.diagnostic(reading: name))
      }
    }
    guard let first = families.first else {
      throw ExitError.couldNotRun(.unusableFont, "`--font` names no font", helps: [helpForFonts])
    }
    let name = first.faces[0].family.filter { ConfigurationReader.isName(String($0)) }
    var set = FontSet(name: name.isEmpty ? "fonts" : name, families: families)
    set.sign()
    return set
  }

  static let helpForFonts =
    "give font files in fallback order (`--font Inter-Regular.otf,NotoSansCJK-Regular.ttc`) or a font set, a .json file"

  /// Reads a font set. The paths of its files are relative to `folder`.
  static func parse(_ document: FeedDocument, in folder: String) -> Diagnosed<FontSet?> {
    ConfigurationReader.read("font set", code: .unusableFont) {
      $0.fontSet(document.root, in: folder)
    }
  }

  /// Appends to the set's name a digest of all data that affects advances and line breaks.
  fileprivate mutating func sign() {
    var bytes: [UInt8] = []
    for family in families { bytes += "\(family.name) \(family.scripts)".utf8 }
    for face in families.flatMap(\.faces) {
      for table in face.tables where table.tag != FontFace.tag("name") {
        bytes += "\(table.tag) \(table.bytes.withUnsafeBytes(checksum)) ".utf8
      }
      bytes += "\(face.weights) \(face.axes.map { [$0.value ?? -1] })".utf8
    }
    bytes +=
      "\(rounding) \(breaking) \(String(describing: lineHeight)) \(letterSpacing) \(features)".utf8
    if ignoresFallbackHeights { bytes += " first-font".utf8 }
    name += ":" + FileDigest(of: bytes).text.prefix(8)
  }
}

extension FontFault {
  func diagnostic(reading name: String) -> Diagnostic {
    Diagnostic(
      .unusableFont, .error, "the font `\(shown(name, limit: 200))` cannot be used", label: reason,
      helps: [FontSet.helpForFonts])
  }
}

extension ConfigurationReader {
  fileprivate mutating func fontSet(_ root: FeedValue, in folder: String) -> FontSet? {
    guard
      object(
        root, required: ["name", "families"],
        optional: ["$schema", "rounding", "breaking", "lineHeight", "letterSpacing", "features"])
    else { return nil }
    _ = string(root["$schema"])
    let name = name(root["name"])
    let families = elements(root["families"]).compactMap { family($0, in: folder) }
    if root["families"].kind == .array, root["families"].count == 0 {
      refuse(root["families"], "a font set needs a family", label: "expected at least one family")
    }
    guard let name, !families.isEmpty else { return nil }
    var set = FontSet(name: name, families: families)
    set.rounding = word(root["rounding"]) ?? set.rounding
    set.breaking = word(root["breaking"]) ?? set.breaking
    set.ignoresFallbackHeights = root["lineHeight"].string == "first-font"
    if !set.ignoresFallbackHeights { set.lineHeight = number(root["lineHeight"], in: 0.1...10) }
    for entry in elements(root["letterSpacing"]) {
      guard object(entry, required: ["size", "spacing"]),
        let size = number(entry["size"], in: 0...1000),
        let spacing = number(entry["spacing"], in: -1...1)
      else { continue }
      if let last = set.letterSpacing.last, size <= last.size {
        refuse(entry["size"], "size \(size) does not follow \(last.size)")
      }
      set.letterSpacing.append(.init(size: size, spacing: spacing))
    }
    for feature in members(root["features"]) {
      guard let tag = tag(feature), let value = integer(feature, in: 0...1000) else { continue }
      set.features.append(.init(tag: tag, value: UInt32(value)))
    }
    set.sign()
    return set
  }

  private mutating func family(_ value: FeedValue, in folder: String) -> FontSet.Family? {
    guard object(value, required: ["faces"], optional: ["scripts"]) else { return nil }
    let faces = elements(value["faces"]).compactMap { face($0, in: folder) }
    if value["faces"].kind == .array, value["faces"].count == 0 {
      refuse(value["faces"], "a family needs a face", label: "expected at least one face")
    }
    guard !faces.isEmpty else { return nil }
    var family = FontSet.Family(faces: faces)
    for script in strings(value["scripts"]) {
      guard script.utf8.count == 4, script.utf8.allSatisfy(Self.isAlphanumeric) else {
        refuse(
          value["scripts"], "`\(shown(script))` is not a script", label: "expected ISO 15924 tags")
        continue
      }
      family.scripts.append(
        FontFace.tag(script.prefix(1).uppercased() + script.dropFirst().lowercased()))
    }
    return family
  }

  private mutating func face(_ value: FeedValue, in folder: String) -> FontFace? {
    guard object(value, required: ["file"], optional: ["index", "weight", "axes"]) else {
      return nil
    }
    let file = string(value["file"])
    let index = integer(value["index"], in: 0...511) ?? 0
    let weight = weights(value["weight"])
    var axes: [UInt32: Float] = [:]
    for axis in members(value["axes"]) {
      guard let tag = tag(axis), let number = number(axis, in: 0...32_767) else { continue }
      axes[tag] = Float(number)
    }
    guard let file else { return nil }
    let named = NamedFile(file, below: folder, allowsOutside: true)
    do throws(FontFault) {
      return try FontFile(named.path).face(index, weights: weight, values: axes)
    } catch {
      refuse(
        value["file"], "the font `\(shown(file, limit: 200))` cannot be used", label: error.reason,
        helps: ["a font set names files from its own folder, `\(shown(folder, limit: 200))`"])
      return nil
    }
  }

  private mutating func weights(_ value: FeedValue) -> ClosedRange<UInt16>? {
    guard value.kind == .array else {
      return integer(value, in: 1...1000).map { UInt16($0)...UInt16($0) }
    }
    let ends = elements(value).compactMap { integer($0, in: 1...1000) }
    guard ends.count == 2, ends[0] <= ends[1] else {
      refuse(
        value, "the weights are no range", label: "expected a weight, or the first and the last one"
      )
      return nil
    }
    return UInt16(ends[0])...UInt16(ends[1])
  }

  private mutating func tag(_ member: FeedValue) -> UInt32? {
    let key = member.key
    guard (1...4).contains(key.utf8.count), key.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
    else {
      refuse(
        member, "`\(shown(key))` is not a tag", label: "expected up to four letters, such as `wght`"
      )
      return nil
    }
    return FontFace.tag(key)
  }

  private mutating func number(_ value: FeedValue, in range: ClosedRange<Double>) -> Double? {
    read(
      value, expected: "a number from \(range.lowerBound) to \(range.upperBound)", \.double,
      where: range.contains)
  }
}

extension TextMeasuring {
  func required() throws -> any TextMeasurer {
    do throws(FontFault) { return try measurer() } catch {
      throw ExitError.couldNotRun(
        .unusableFont, "texts cannot be measured with the fonts", label: error.reason,
        helps: ["install HarfBuzz: `sudo apt-get install libharfbuzz0b`"])
    }
  }
}
