internal import Support
internal import FeedDocument
internal import LayoutCore
internal import LayoutReview
internal import Renderers

/// A member of a result that is not layout JSON. The cases have the order of the members in
/// results.
enum BatchField: String, CaseIterable {
  case blockCodes, codes, counts, dump, fallbacks, file, findings, height, heights, id, layout, line
  case nodes, placeholders, sections, width

  /// The fields that `--select` accepts. `file` is added for folders, `id` by `--id`.
  static var selectable: [BatchField] { allCases.filter { $0 != .file && $0 != .id } }

  var help: String {
    let name = rawValue + String(repeating: " ", count: max(1, 14 - rawValue.count))
    return "  \(name)\(meaning)"
  }

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

  private var key: StaticString {
    switch self {
    case .blockCodes: "blockCodes"
    case .codes: "codes"
    case .counts: "counts"
    case .dump: "dump"
    case .fallbacks: "fallbacks"
    case .file: "file"
    case .findings: "findings"
    case .height: "height"
    case .heights: "heights"
    case .id: "id"
    case .layout: "layout"
    case .line: "line"
    case .nodes: "nodes"
    case .placeholders: "placeholders"
    case .sections: "sections"
    case .width: "width"
    }
  }

  /// Writes the member, or nothing if it does not apply to the feed.
  /// - Parameter findings: The findings on the page; empty if they are not requested.
  func write(
    _ page: RenderedPage, _ findings: [Finding], _ place: BatchPlace, to json: inout JSONWriter
  ) {
    let tree = page.tree
    let grid = RenderOptions().grid(of: tree.environment)
    switch self {
    case .blockCodes: json.array(key, tree.sections) { $0.write($1.blockCode) }
    case .codes:
      let codes = Set(page.diagnostics.map(\.code.rawValue)).sorted()
      json.array(key, codes) { $0.write($1) }
    case .counts:
      json.object(key) { json in
        json.write("error", page.diagnostics.count { $0.severity == .error })
        json.write("note", page.diagnostics.count { $0.severity == .note })
        json.write("warning", page.diagnostics.count { $0.severity == .warning })
      }
    case .dump:
      let bytes = DumpRenderer(options: RenderOptions()).bytes(of: page)
      json.write(key, String(decoding: bytes, as: UTF8.self))
    case .fallbacks: json.write(key, tree.sections.count { $0.fallback != nil })
    case .findings: json.array(key, findings) { $1.write(to: &$0) }
    case .height: json.write(key, grid.snap(tree.height))
    case .heights: json.array(key, tree.sections) { $0.write(grid.frame(of: $1).height) }
    case .layout: json.write(key, tree.layoutName)
    case .nodes: json.write(key, tree.sections.reduce(0) { $0 + $1.arena.count })
    case .placeholders:
      json.write(key, tree.sections.count { $0.fallback?.step == .placeholder })
    case .sections: json.write(key, tree.sections.count)
    case .width: json.write(key, tree.environment.width)
    case .file, .id, .line: write(place, to: &json)
    }
  }

  /// Writes the member about the origin of the feed.
  func write(_ place: BatchPlace, to json: inout JSONWriter) {
    switch self {
    case .file: if let file = place.file { json.write(key, file) }
    case .line: json.write(key, place.line)
    case .id:
      guard let id = place.id else { return }
      if let text = id.string {
        json.write(key, text)
      } else if let number = id.int64 {
        json.write(key, Int(number))
      } else if let digits = id.uint64.map(String.init) ?? id.digitsBeyond64Bits {
        json.key(key)
        json.out.write(digits)
      }
    default: break
    }
  }
}

/// The origin of a feed.
struct BatchPlace {
  /// The number of the feed, from 1.
  var line: Int
  /// The path relative to the input folder.
  var file: String?
  /// The value at the path `--id`.
  var id: FeedValue?
}
