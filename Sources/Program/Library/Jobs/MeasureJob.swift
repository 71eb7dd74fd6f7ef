internal import SectionEngine
internal import Glibc

/// Measures strings outside of a feed.
struct MeasureJob {
  /// A text, and how it is measured.
  struct Request {
    var text: String
    /// In points, as is `width`.
    var size: Double
    var weight: Int
    var width: Double?
    var maxLines: Int
    var locale: String?
  }

  /// A text takes more work to shape than a single text may.
  private struct TooLong: Error {
    /// In characters; they are shaped in about half a second.
    static let limit = 1 << 20

    func diagnostic(_ name: String) -> Diagnostic {
      Diagnostic(
        .invalidOption, .error, "\(name) has more than \(Self.limit) characters to shape",
        helps: ["divide it into paragraphs"])
    }
  }

  private struct Result {
    var metrics: TextMetrics
    var lines: [TextLine]
  }

  var texts: TextSettings
  let usesProject: Bool
  /// The values of members that a request lacks.
  let standard: Request

  /// The longest line of input, in bytes.
  private static let longestLine = 16 << 20

  func measure(_ strings: [String], as format: ReportFormat) throws {
    var measurers = try measurers()
    var strings = strings
    if strings.isEmpty {
      let input = try readText()
      strings = [input]
    }
    let measured = try strings.map { string in
      var request = standard
      request.text = string
      do { return (string, try measurers.measure(request)) } catch let problem as TooLong {
        throw Ending.couldNotRun(problem.diagnostic("the text"))
      }
    }
    let measurer = try measurers.measurer(standard.locale)
    try Output.write(as: format, text: table(of: measured), json: json(of: measured, measurer))
  }

  /// Reads standard input as one text, without the line break at its end.
  private func readText() throws -> String {
    do throws(ReadFailure) {
      let bytes = try readSource("-")
      let text = withExtendedLifetime(bytes) { String(decoding: bytes.text, as: UTF8.self) }
      return text.hasSuffix("\n") ? String(text.dropLast()) : text
    } catch {
      throw Ending.couldNotRun(error.diagnostic(.invalidOption, reading: "-"))
    }
  }

  /// Measures the text of each line; a line that is no request gets an object with `error`.
  func measureLines() throws {
    var measurers = try measurers()
    let reader = LineReader(descriptor: STDIN_FILENO, longest: Self.longestLine)
    var number = 0
    var refused: [Diagnostic] = []
    while let piece = try next(reader) {
      var out = ByteWriter()
      for item in piece.items {
        number += 1
        let name = "line \(number)"
        guard case .text(let range) = item else {
          let problem = Diagnostic(
            .invalidOption, .error, "\(name) is longer than \(Self.longestLine >> 20) MB")
          refuse(problem, &refused, &out)
          continue
        }
        let document = FeedDocument.parse(PaddedBytes(piece.bytes[range]), name: name)
          .withUniqueKeys
        let read = document.value.map { request(of: $0) }
        guard let request = read?.value else {
          let found = read?.diagnostics.first ?? document.diagnostics.first
          refuse(found ?? Diagnostic(.invalidOption, .error, "\(name) is empty"), &refused, &out)
          continue
        }
        do {
          let result = try measurers.measure(request)
          out.writeObject(.compact) { write(result, to: &$0) }
        } catch let problem as TooLong {
          refuse(problem.diagnostic(name), &refused, &out)
        }
      }
      try Output.write(out.bytes, to: nil)
    }
    guard refused.isEmpty else { throw Ending(status: 2, diagnostics: refused) }
  }

  private func next(_ reader: LineReader) throws -> LineReader.Piece? {
    do throws(ReadFailure) { return try reader.next() } catch {
      throw Ending.couldNotRun(error.diagnostic(.invalidOption, reading: "-"))
    }
  }

  private func refuse(
    _ diagnostic: Diagnostic, _ refused: inout [Diagnostic], _ out: inout ByteWriter
  ) {
    // The first ones tell enough; each line has its own answer.
    if refused.count < 20 { refused.append(diagnostic) }
    out.writeObject(.compact) { $0.write("error", diagnostic.message) }
  }

  private func request(of document: FeedDocument) -> Diagnosed<Request?> {
    ConfigurationReader.read("request", code: .invalidOption) { reader in
      let root = document.root
      guard
        reader.object(
          root, required: ["text"],
          optional: ["size", "weight", "width", "maxLines", "locale"])
      else { return nil }
      var request = standard
      request.text = reader.read(root["text"], expected: "a string", \.string) ?? ""
      request.size =
        reader.read(root["size"], expected: "points above 0, up to 10000", \.double) {
          $0 > 0 && $0 <= 10_000
        } ?? standard.size
      request.weight = reader.integer(root["weight"], in: 1...1000) ?? standard.weight
      if root["width"].kind != .null {
        request.width =
          reader.read(root["width"], expected: "points from 0", \.double) { $0 >= 0 }
          ?? standard.width
      }
      request.maxLines = reader.integer(root["maxLines"], in: 0...1_000_000) ?? standard.maxLines
      request.locale =
        reader.read(root["locale"], expected: "a tag such as `de`", \.string) { $0.isTagText }
        ?? standard.locale
      return request
    }
  }

  // MARK: Measuring

  /// A measurer for each locale, made from the same fonts.
  private struct Measurers {
    let measuring: TextMeasuring
    private var kept: [String?: any TextMeasurer] = [:]

    init(_ measuring: TextMeasuring) { self.measuring = measuring }

    mutating func measurer(_ locale: String?) throws -> any TextMeasurer {
      if let measurer = kept[locale] { return measurer }
      var measuring = measuring
      if case .shaped(let fonts, var context) = measuring, let locale {
        context.locale = locale
        measuring = .shaped(fonts, context)
      }
      let measurer = try measuring.required()
      kept[locale] = measurer
      return measurer
    }

    mutating func measure(_ request: Request) throws -> Result {
      let measurer = try measurer(request.locale)
      let font = Font(size: Float(request.size), weight: UInt16(request.weight))
      let width = request.width ?? .infinity
      guard measurer.engine == nil || request.text.unicodeScalars.count <= TooLong.limit else {
        throw TooLong()
      }
      return Array(request.text.utf8).withUnsafeBufferPointer { text in
        Result(
          metrics: measurer.measure(
            text, font: font, maxWidth: width, maxLines: request.maxLines),
          lines: measurer.lines(text, font: font, maxWidth: width, maxLines: request.maxLines))
      }
    }
  }

  private func measurers() throws -> Measurers {
    var texts = texts
    if texts.font == nil, texts.metrics == nil {
      let project = try FeedSelection(usesProject: usesProject, isSample: true).chosen().environment
      (texts.font, texts.metrics) = (project.font, project.metrics)
    }
    return Measurers(try Installation.required().library.measuring(texts))
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
      let fit = metrics.isTruncated ? ", cut" : standard.maxLines > 0 ? ", fits" : ""
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
