internal import Support
internal import Renderers

/// The visible part of a watched page.
struct WatchView {
  enum Wish { case leave, redraw }

  private let job: PageJob
  private var screen: PanedScreen
  /// Whether the body shows the diagnostics instead of the picture.
  private var showsDiagnostics = false
  private var picture: [UInt8] = []
  private var findings: [UInt8] = []
  private var panel: [UInt8] = []
  /// The files that changed before the last drawing.
  var changed = ""
  /// The duration of the last drawing.
  var milliseconds: Int?

  init(_ job: PageJob) {
    self.job = job
    screen = PanedScreen(rows: 1, columns: 1)
  }

  /// Shows the current state of a page in a window of the given size.
  mutating func update(_ page: WatchedPage, size: (rows: Int, columns: Int)) throws {
    picture = try page.picture(columns: size.columns)
    findings = printed(page.diagnostics)
    panel = printed(Array(page.diagnostics.prefix(page.grave)))
    let top = screen.top
    screen = PanedScreen(
      rows: size.rows, columns: size.columns, ambiguous: job.output.render.ambiguous)
    fill()
    screen.scroll(to: top)
  }

  private mutating func fill() {
    if showsDiagnostics {
      screen.set(body: findings, panel: [])
    } else {
      screen.set(body: picture, panel: panel)
    }
  }

  private func printed(_ diagnostics: [Diagnostic]) -> [UInt8] {
    var out = ByteWriter()
    DiagnosticPrinter(color: usesColor).write(diagnostics, to: &out)
    return out.bytes
  }

  private var usesColor: Bool { StandardStream.output.usesColor(job.output.color) }

  mutating func press(_ key: TerminalKey) -> Wish? {
    let page = max(1, screen.bodyRows - 1)
    switch key {
    case .character("q"), .character("Q"): return .leave
    case .character("r"): return .redraw
    case .character("d"):
      showsDiagnostics.toggle()
      fill()
      screen.scroll(to: 0)
    case .down, .character("j"), .character("\n"): screen.scroll(by: 1)
    case .up, .character("k"): screen.scroll(by: -1)
    case .pageDown, .character(" "): screen.scroll(by: page)
    case .pageUp, .character("b"): screen.scroll(by: -page)
    case .home, .character("g"): screen.scroll(to: 0)
    case .end, .character("G"): screen.scrollToEnd()
    default: break
    }
    return nil
  }

  func frame(_ page: WatchedPage, limitation: String?) -> [UInt8] {
    var status = WatchStatus()
    status.changed = changed
    status.milliseconds = milliseconds
    status.isStale = page.isStale
    status.hasPicture = page.shown != nil
    status.summary = page.summary
    status.position = screen.position
    status.showsDiagnostics = showsDiagnostics
    status.isLooking = limitation != nil
    return screen.frame(status: status.text, color: usesColor)
  }
}

/// The status line at the bottom: what changed, the result, the scroll position, and the keys. It
/// is cut at its end.
struct WatchStatus {
  var changed = ""
  var milliseconds: Int?
  var isStale = false
  var hasPicture = true
  var summary = ""
  var position: String?
  var showsDiagnostics = false
  /// Whether changes are found by polling instead of notifications.
  var isLooking = false

  var text: String {
    var parts: [String] = []
    if !changed.isEmpty { parts.append("\(changed) changed") }
    // The summary of a failed attempt does not describe the visible picture.
    parts.append(!isStale ? summary : hasPicture ? "the last good picture" : "no picture yet")
    if let milliseconds { parts.append("\(milliseconds) ms") }
    if let position { parts.append(position) }
    if isLooking { parts.append("polling") }
    parts.append(showsDiagnostics ? "d picture" : "d diagnostics")
    parts.append("r redraw")
    parts.append("q quit")
    return " " + parts.joined(separator: " · ") + " "
  }

  /// Returns the first name and the number of others, such as "feed.json and 2 more".
  static func words(for names: [String]) -> String {
    guard let first = names.first else { return "" }
    let rest = names.count > 1 ? " and \(names.count - 1) more" : ""
    return shown(first, limit: 60) + rest
  }
}
