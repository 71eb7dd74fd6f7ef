internal import PluginCalls
internal import SectionEngine

/// The pages of a picture, besides those of the devices, and how they are drawn.
struct PictureSettings: Sendable {
  var appearances: [LayoutEnvironment.Appearance] = []
  var textSizes: [LayoutEnvironment.TextSize] = []
  /// Whether each node has a number, with a list beside the page.
  var hasLegend = false
  /// The number of pixels of a point; `nil` for that of the page, or 1 for several pages.
  var scale: Double?

  /// The number of pages of a device.
  var columns: Int { max(1, appearances.count) * max(1, textSizes.count) }
}

/// A page of a picture with the words that name it.
struct PicturePage {
  var page: Page
  /// The device's name, or the width of the page.
  var device: String
  /// The words that tell the page from the other ones, such as "iphone-14 · dark".
  var label: String

  fileprivate func value(of placeholder: String) -> String? {
    switch placeholder {
    case "device": device
    case "appearance": page.environment.appearance.rawValue
    case "text-size": page.environment.textSize.rawValue
    default: nil
    }
  }
}

/// The name of an output file. Placeholders such as `{device}` give each part of the pages a file.
struct PictureName {
  static let placeholders = ["device", "appearance", "text-size", "part"]

  let pattern: String

  /// The placeholders of the pattern, and the first unknown one.
  var names: (known: Set<String>, unknown: String?) {
    var known: Set<String> = []
    for rest in pattern.split(separator: "{", omittingEmptySubsequences: false).dropFirst() {
      guard let end = rest.firstIndex(of: "}") else { continue }
      let name = String(rest[..<end])
      guard Self.placeholders.contains(name) else { return (known, name) }
      known.insert(name)
    }
    return (known, nil)
  }

  /// Returns the name of the file for a page. The placeholder `{part}` stays.
  func file(for page: PicturePage) -> String {
    Self.placeholders.reduce(pattern) { name, placeholder in
      page.value(of: placeholder).map { name.replacing("{\(placeholder)}", with: $0) } ?? name
    }
  }
}

/// Turns pages into pictures, and reports what they lack.
struct PictureOutput {
  let format: PictureFormat
  let settings: PictureSettings
  let options: RenderOptions
  /// Returns the height of the only page when it is laid out for a number of pixels per point, because
  /// boxes that are rounded to large pixels are higher.
  var heightAtScale: ((Double) -> Double)?
  private(set) var remarks: [Diagnostic] = []

  init(
    _ format: PictureFormat, _ settings: PictureSettings = PictureSettings(),
    _ options: RenderOptions = RenderOptions()
  ) {
    (self.format, self.settings, self.options) = (format, settings, options)
  }

  /// Returns one picture of all pages.
  /// - Throws: `ExitError` if it cannot be drawn.
  mutating func bytes(of pages: [PicturePage]) throws -> [UInt8] {
    try bytes(of: writer(of: pages))
  }

  /// Returns one picture of a sheet. Without a scale in the settings, it has 1 pixel per point, or
  /// fewer if it is too large for one file.
  mutating func bytes(of sheet: PictureSheet) throws -> [UInt8] {
    let fitting = Double(PictureWriter.mostPixels) / max(1, sheet.size.width, sheet.size.height)
    return try bytes(of: Self.writer(of: sheet, scale: settings.scale ?? min(1, fitting)))
  }

  private mutating func bytes(of writer: PictureWriter) throws -> [UInt8] {
    let format = format
    let bytes = try Self.reporting(heightAtScale) { () throws(PictureFault) in
      format == .pdf ? try writer.pdf() : try writer.png()
    }
    note(writer)
    return bytes
  }

  /// Returns the files of pages by a pattern. Pages with the same name share a picture; a high picture
  /// has one file for each part.
  mutating func files(
    of pages: [PicturePage], named name: PictureName
  ) throws -> [(name: String, bytes: [UInt8])] {
    var groups: [(name: String, pages: [PicturePage])] = []
    for page in pages {
      let file = name.file(for: page)
      if let index = groups.firstIndex(where: { $0.name == file }) {
        groups[index].pages.append(page)
      } else {
        groups.append((file, [page]))
      }
    }
    var files: [(name: String, bytes: [UInt8])] = []
    for group in groups {
      let writer = try writer(of: group.pages)
      let hasParts = group.name.contains("{part}")
      for part in 0..<(hasParts && format == .png ? writer.parts : 1) {
        let format = format
        let bytes = try Self.reporting(heightAtScale) { () throws(PictureFault) in
          format == .pdf ? try writer.pdf() : try writer.png(part: hasParts ? part : nil)
        }
        files.append((group.name.replacing("{part}", with: "\(part + 1)"), bytes))
      }
      note(writer)
    }
    return files
  }

  private func writer(of pages: [PicturePage]) throws -> PictureWriter {
    let isSheet = pages.count > 1
    let cells = pages.map {
      PictureSheet.Cell(
        $0.page, label: isSheet ? $0.label : "", options: options, hasLegend: settings.hasLegend)
    }
    let columns = pages.prefix { $0.device == pages[0].device }.count
    let rows = stride(from: 0, to: cells.count, by: columns).map {
      Array(cells[$0..<min($0 + columns, cells.count)])
    }
    return try Self.writer(
      of: PictureSheet(rows: rows),
      scale: settings.scale ?? (isSheet ? 1 : pages[0].page.environment.scale))
  }

  private static func writer(of sheet: PictureSheet, scale: Double) throws -> PictureWriter {
    try load()
    return try reporting { () throws(PictureFault) in try PictureWriter(sheet, scale: scale) }
  }

  private mutating func note(_ writer: PictureWriter) {
    var notes: [Diagnostic] = []
    if writer.hasBoxes {
      notes.append(
        Diagnostic(
          .pictureProblem, .note, "some characters of the picture are boxes",
          label: "the program's own font has Latin letters, digits and punctuation",
          helps: ["give fonts that have them: `--font FILE,…`"]))
    }
    if writer.lacksPictures {
      notes.append(
        Diagnostic(
          .pictureProblem, .note, "some pictures are empty boxes",
          label: "png and pdf show picture files of the type PNG, of those of --images",
          helps: ["show the others with `--format html`"]))
    }
    remarks = (remarks + notes).uniqued
  }

  /// Throws `UsageError` if a picture would be written to a terminal.
  static func requireFile(_ file: String?, for format: PictureFormat) throws {
    guard file == nil, StandardStream.output.isTerminal else { return }
    throw UsageError(message: "A terminal shows no \(format.rawValue); name a file with -o.")
  }

  // MARK: Libraries

  /// Opens cairo and zlib.
  /// - Throws: `PluginRefusal` if one is missing or unusable.
  static func open(
    _ cairo: String = PictureLibrary.cairo, _ zlib: String = PictureLibrary.zlib
  ) throws(PluginRefusal) {
    for name in [zlib, cairo] { try SystemLibrary.load(name) { _ in nil } }
    if let missing = PictureLibrary.load(cairo, zlib) { throw .missingSymbol(missing) }
  }

  /// - Throws: `ExitError` if cairo or zlib is missing or unusable.
  static func load(
    _ cairo: String = PictureLibrary.cairo, _ zlib: String = PictureLibrary.zlib
  ) throws {
    do throws(PluginRefusal) { try open(cairo, zlib) } catch {
      let isZlib = if case .missingLibrary(let name) = error { name == zlib } else { false }
      let words = SystemLibrary.Failure.library(error).words(
        for: "pictures", needing: isZlib ? "libz" : "libcairo",
        package: isZlib ? "zlib1g" : "libcairo2")
      throw ExitError.couldNotRun(
        .pictureProblem, "png and pdf are not available", label: words.label,
        helps: [words.help, "`--format svg` and `--format html` need no library"])
    }
  }

  /// Returns a scale at which a page fits in one file: at most `scale`, rounded down to thousandths.
  private static func fitting(_ scale: Double, _ heightAtScale: (Double) -> Double) -> Double {
    var scale = scale
    let most = Double(PictureWriter.mostPixels)
    for _ in 0..<10 {
      let height = heightAtScale(scale) * scale
      guard height > most else { break }
      scale = min(scale - 0.001, (scale * most / height * 1000).rounded(.down) / 1000)
    }
    return max(0.001, scale)
  }

  private static func reporting<T>(
    _ heightAtScale: ((Double) -> Double)? = nil, _ work: () throws(PictureFault) -> T
  ) throws -> T {
    do throws(PictureFault) { return try work() } catch {
      switch error {
      case .library(let name):
        throw ExitError.couldNotRun(
          .pictureProblem, "png and pdf are not available", label: "\(name) is missing",
          helps: ["install libcairo: `sudo apt-get install libcairo2`"])
      case .font(let fault):
        throw ExitError.couldNotRun(
          .pictureProblem, "the texts of a picture cannot be drawn", label: fault.reason,
          helps: ["install HarfBuzz: `sudo apt-get install libharfbuzz0b`"])
      case .tooLarge(let width, let height, let scale):
        throw ExitError.couldNotRun(
          .pictureProblem, "the picture is too large for one file",
          label: "it has \(points(width)) × \(points(height)) pixels; at most "
            + "\(PictureWriter.mostPixels) along each side are shown everywhere",
          helps: [
            "a scale that fits: "
              + "`--scale \(scaleText(heightAtScale.map { fitting(scale, $0) } ?? scale))`",
            "or several files: `-o 'page-{part}.png'`",
            "or `--format pdf`, which has several pages",
          ])
      case .failed(let reason):
        throw ExitError.couldNotRun(
          .pictureProblem, "the picture cannot be drawn", label: reason,
          helps: ["draw fewer pages, or with a smaller --scale"])
      }
    }
  }
}
