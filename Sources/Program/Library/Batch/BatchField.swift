internal import SectionEngine
internal import LayoutReview

/// A field of a batch result that `--select` can name; the cases are in the order of the output.
enum BatchField: String, CaseIterable {
  case blockCodes, codes, counts, dump, fallbacks, file, findings, height, heights, id, layout, line
  case nodes, placeholders, sections, width

  /// The fields that `--select` accepts. `file` is added for folders, and `id` with `--id`.
  static var selectable: [BatchField] { allCases.filter { $0 != .file && $0 != .id } }

  var help: String { "  " + "\(rawValue) ".padded(to: 14) + meaning }

  private var meaning: String {
    switch self {
    case .blockCodes: "block code of each section"
    case .codes: "codes of diagnostics, each once"
    case .counts: "errors, notes and warnings"
    case .dump: "the page as a layout dump"
    case .fallbacks: "sections that are not drawn by the provider of their code"
    case .file: "path below the folder"
    case .findings: "what `sectionengine check` finds"
    case .height: "of the page, in points"
    case .heights: "of each section, in points"
    case .id: "value at the path of --id"
    case .layout: "feed layout, with its version"
    case .line: "number of the feed in the input, from 1"
    case .nodes: "of all sections"
    case .placeholders: "sections that no provider drew"
    case .sections: "number of sections"
    case .width: "of the page, in points"
    }
  }

  /// Writes the field. Writes nothing if the feed has no value for the field.
  func write(
    _ page: Page, _ findings: [Finding], _ place: BatchPlace, to json: inout JSONWriter
  ) {
    let grid = page.environment.grid
    switch self {
    case .blockCodes: json.array("blockCodes", page.sections) { $0.write($1.blockCode) }
    case .codes:
      let codes = Set(page.diagnostics.map(\.code.rawValue)).sorted()
      json.array("codes", codes) { $0.write($1) }
    case .counts:
      json.object("counts") { json in
        json.write("error", page.diagnostics.count { $0.severity == .error })
        json.write("note", page.diagnostics.count { $0.severity == .note })
        json.write("warning", page.diagnostics.count { $0.severity == .warning })
      }
    case .dump:
      let bytes = DumpRenderer(options: RenderOptions()).bytes(of: page)
      json.write("dump", String(decoding: bytes, as: UTF8.self))
    case .fallbacks: json.write("fallbacks", page.sections.count { $0.fallback != nil })
    case .findings: json.write("findings", findings)
    case .height: json.write("height", grid.snap(page.height))
    case .heights: json.array("heights", page.sections) { $0.write(grid.frame(of: $1).height) }
    case .layout: json.write("layout", page.layoutName)
    case .nodes: json.write("nodes", page.sections.reduce(0) { $0 + $1.arena.count })
    case .placeholders:
      json.write("placeholders", page.sections.count { $0.fallback?.step == .placeholder })
    case .sections: json.write("sections", page.sections.count)
    case .width: json.write("width", page.environment.width)
    case .file, .id, .line: write(place, to: &json)
    }
  }

  /// Writes the field if it describes the feed's origin; writes nothing for any other field.
  func write(_ place: BatchPlace, to json: inout JSONWriter) {
    switch self {
    case .file: if let file = place.file { json.write("file", file) }
    case .line: json.write("line", place.line)
    case .id:
      guard let id = place.id else { return }
      if let text = id.string {
        json.write("id", text)
      } else if let digits = id.int64.map({ "\($0)" }) ?? id.uint64.map({ "\($0)" })
        ?? id.digitsBeyond64Bits
      {
        json.key("id")
        json.out.write(digits)
      }
    default: break
    }
  }
}

struct BatchPlace {
  /// The number of the feed over all inputs, from 1.
  var line: Int
  /// The path relative to the input folder; `nil` for a feed from a line.
  var file: String?
  var id: FeedValue?
}
