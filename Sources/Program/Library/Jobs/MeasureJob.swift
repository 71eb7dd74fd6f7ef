internal import SectionEngine
internal import Glibc

/// The work of `measure`: the sizes, lines and breaks of texts.
struct MeasureJob {
  /// The texts; empty for standard input.
  var strings: [String] = []
  /// The font size in points.
  var size = 17.0
  var weight = 400
  /// The maximum line width in points; `nil` for no limit.
  var width: Double?
  /// The maximum number of lines; 0 is unlimited.
  var maxLines = 0
  var direction: LayoutEnvironment.Direction?
  var style = MeasuredTextStyle()
  var textSize = LayoutEnvironment().textSize
  var locale: String?
  var metrics: String?
  var font: String?
  /// The device whose platform and scale apply to sizes; `nil` for the project's device.
  var device: String?
  /// The pixels per point to which sizes are rounded up; `nil` for the scale of the device.
  var scale: Double?
  /// Whether sizes are exact, without rounding to pixels.
  var isExact = false
  var format = ReportFormat.text
  /// Whether each line of standard input is an object with a text, and each line of output its
  /// measures.
  var readsLines = false
  var usesProject = true

  /// Measures the texts, and writes the result to standard output.
  /// - Throws: `ExitError` if a text cannot be read, or the fonts cannot be used.
  func run() throws {
    let project = try FeedSettings(usesProject: usesProject, isSample: true).chosen().environment
    var texts = EnvironmentSettings(
      device: device ?? (scale == nil ? project.device : nil), scale: scale, locale: locale,
      direction: direction, textSize: textSize, metrics: metrics, font: font, isExact: isExact)
    if font == nil, metrics == nil { (texts.font, texts.metrics) = (project.font, project.metrics) }
    let library = try Installation.required().library
    var environment = LayoutEnvironment()
    try texts.device(in: LayoutLibrary(folder: try Installation.required().layouts))?
      .set(&environment)
    environment.scale = scale ?? environment.scale
    environment.direction = direction ?? environment.direction
    environment.textSize = textSize
    environment.isExact = isExact
    var measurers = Measurers(try library.measuring(texts), environment)
    if readsLines { return try measureLines(&measurers) }
    let input = strings.isEmpty ? try readText("-", unreadable: .invalidOption) : nil
    let strings = input.map { [$0.hasSuffix("\n") ? String($0.dropLast()) : $0] } ?? strings
    let measurer = try measurers.measurer(locale)
    let measured = try strings.map { text in
      if let problem = Self.excess(of: text, measurer, named: "the text") {
        throw ExitError.couldNotRun(problem)
      }
      return (text, result(request(text), measurer))
    }
    try Output.write(as: format, text: table(of: measured), json: json(of: measured, measurer))
  }

  // MARK: Lines

  /// The maximum length of an input line, in bytes.
  private static let longestLine = 16 << 20

  /// Measures the text of each input line. The output for an invalid line is an `error` object.
  private func measureLines(_ measurers: inout Measurers) throws {
    let reader = LineReader(descriptor: STDIN_FILENO, longest: Self.longestLine)
    var number = 0
    var refused: [Diagnostic] = []
    while let piece = try next(reader) {
      var out = ByteWriter()
      for item in piece.items {
        number += 1
        let read = request(item, of: piece.bytes, named: "line \(number)")
        var problem = read.diagnostics.first
        if let request = read.value {
          let measurer = try measurers.measurer(request.locale)
          problem = Self.excess(of: request.text, measurer, named: "line \(number)")
          if problem == nil {
            out.writeObject(.compact) { write(result(request, measurer), to: &$0) }
          }
        }
        guard let problem else { continue }
        // Only the first 20 problems are reported, because each line also has its own `error`.
        if refused.count < 20 { refused.append(problem) }
        out.writeObject(.compact) { $0.write("error", problem.message) }
      }
      try Output.write(out.bytes, to: nil)
    }
    guard refused.isEmpty else { throw ExitError(status: 2, diagnostics: refused) }
  }

  private func next(_ reader: LineReader) throws -> LineReader.Piece? {
    do throws(ReadFailure) { return try reader.next() } catch {
      throw ExitError.couldNotRun(error.diagnostic(.invalidOption, reading: "-"))
    }
  }

  /// Parses the request in a line. The value is `nil` if the line has no valid request.
  private func request(
    _ line: BatchInput.Item, of bytes: [UInt8], named name: String
  ) -> Diagnosed<Request?> {
    func refusal(_ message: String) -> Diagnosed<Request?> {
      Diagnosed(nil, [Diagnostic(.invalidOption, .error, "\(name) \(message)")])
    }
    guard case .text(let range) = line else {
      return refusal("is longer than \(Self.longestLine >> 20) MB")
    }
    let document = FeedDocument.parse(PaddedBytes(bytes[range]), name: name).withUniqueKeys
    let read = document.value.map { request(of: $0) } ?? Diagnosed(nil, document.diagnostics)
    return read.value == nil && read.diagnostics.isEmpty ? refusal("is empty") : read
  }

  private func request(of document: FeedDocument) -> Diagnosed<Request?> {
    ConfigurationReader.read("request", code: .invalidOption) { reader in
      let root = document.root
      guard
        reader.object(
          root, required: ["text"],
          optional: ["size", "weight", "width", "maxLines", "locale", "runs"]
            + MeasuredTextStyle.keys)
      else { return nil }
      var request = request(reader.read(root["text"], expected: "a string", \.string) ?? "")
      request.size =
        reader.read(root["size"], expected: "points above 0, up to 10000", \.double) {
          $0 > 0 && $0 <= 10_000
        } ?? size
      request.weight = reader.integer(root["weight"], in: 1...1000) ?? weight
      if root["width"].kind != .null {
        request.width =
          reader.read(root["width"], expected: "points from 0", \.double) { $0 >= 0 } ?? width
      }
      request.maxLines = reader.integer(root["maxLines"], in: 0...1_000_000) ?? maxLines
      request.style.read(root, &reader)
      request.runs = reader.elements(root["runs"]).compactMap {
        MeasuredRun($0, of: request.text, &reader)
      }
      for (run, next) in zip(request.runs, request.runs.dropFirst())
      where next.range.lowerBound < run.range.upperBound {
        reader.refuse(root["runs"], "the runs are not in the order of the text, without overlap")
      }
      request.locale =
        reader.read(root["locale"], expected: "a tag such as `de`", \.string) { $0.isTagText }
        ?? locale
      return request
    }
  }

  // MARK: Measuring

  private struct Request {
    var text: String
    /// The font size in points.
    var size: Double
    var weight: Int
    /// The maximum line width in points; `nil` for no limit.
    var width: Double?
    var maxLines: Int
    var style: MeasuredTextStyle
    var runs: [MeasuredRun] = []
    var locale: String?
  }

  private func request(_ text: String) -> Request {
    Request(
      text: text, size: size, weight: weight, width: width, maxLines: maxLines, style: style,
      locale: locale)
  }

  private struct Result {
    let metrics: TextMetrics
    let lines: [TextLine]
  }

  /// Measures a text as the text of a node of a page is measured.
  private func result(_ request: Request, _ measurer: any TextMeasurer) -> Result {
    let scale = measurer.scale(of: textSize)
    var arena = NodeArena()
    var content = NodeContent()
    content.text = arena.addText(request.text.utf8)
    content.font = Font(size: Float(scale(request.size)), weight: UInt16(request.weight))
    content.maxLines = UInt32(request.maxLines)
    arena.begin(.text, content: content)
    // A font that grows with the text size takes its lengths with it.
    let factor = request.size > 0 ? scale(request.size) / request.size : 1
    arena.describeOpenNode { request.style.set(&$0, factor: factor) }
    for run in request.runs { run.add(to: &arena, scale, of: request.size) }
    arena.end()
    let node = LayoutNode(arena: arena, index: 0)
    let width = request.width ?? .infinity
    return Result(
      metrics: node.textBox(measurer, maxWidth: width),
      lines: node.textLines(measurer, maxWidth: width, maxLines: request.maxLines))
  }

  /// A cache of measurers by locale. All of them use the same fonts.
  private struct Measurers {
    let measuring: TextMeasuring
    let environment: LayoutEnvironment
    private var kept: [String?: any TextMeasurer] = [:]

    init(_ measuring: TextMeasuring, _ environment: LayoutEnvironment) {
      self.measuring = measuring
      self.environment = environment
    }

    mutating func measurer(_ locale: String?) throws -> any TextMeasurer {
      if let measurer = kept[locale] { return measurer }
      var environment = environment
      environment.locale = locale ?? environment.locale
      let measurer = try measuring.required().adapted(to: environment)
      kept[locale] = measurer
      return measurer
    }
  }

  /// The maximum number of Unicode scalars in a text to shape. Shaping this many takes about 0.5 s.
  private static let mostShaped = 1 << 20

  /// Returns an error if a text is too long to be shaped; otherwise `nil`.
  private static func excess(
    of text: String, _ measurer: any TextMeasurer, named name: String
  ) -> Diagnostic? {
    guard measurer.engine != nil, text.unicodeScalars.count > mostShaped else { return nil }
    return Diagnostic(
      .invalidOption, .error, "\(name) has more than \(mostShaped) characters to shape",
      helps: ["divide it into paragraphs"])
  }

  // MARK: Writing

  private func write(_ result: Result, of text: String? = nil, to json: inout JSONWriter) {
    json.write("height", exact: result.metrics.height)
    json.write("lines", result.lines)
    if let text { json.write("text", text) }
    json.write("truncated", result.metrics.isTruncated)
    json.write("width", exact: result.metrics.width)
  }

  private func json(of measured: [(String, Result)], _ measurer: any TextMeasurer) -> [UInt8] {
    JSONWriter.document { json in
      json.write("metrics", measurer.name)
      if let engine = measurer.engine { json.write("textEngine", engine) }
      json.objects("texts", measured) { json, text in
        write(text.1, of: text.0, to: &json)
      }
    }
  }

  private func table(of measured: [(String, Result)]) -> String {
    var out = ByteWriter()
    for (text, result) in measured {
      let bytes = Array(text.utf8)
      let metrics = result.metrics
      out.write(exact: metrics.width)
      out.write("x")
      out.write(exact: metrics.height)
      let count = metrics.lineCount
      let fit = metrics.isTruncated ? ", cut" : maxLines > 0 ? ", fits" : ""
      out.write("  \(count) line\(count == 1 ? "" : "s")\(fit)\n")
      for line in result.lines {
        out.write("  ")
        out.write(exact: line.width)
        let shown = escaped(String(decoding: bytes[line.range], as: UTF8.self))
        out.write("  \(shown)\(line.isTruncated ? "…" : "")\n")
      }
    }
    return String(decoding: out.bytes, as: UTF8.self)
  }
}
