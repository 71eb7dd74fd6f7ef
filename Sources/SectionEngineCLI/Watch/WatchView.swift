import Diagnostics
import Renderers

/// What of a watched page is on the screen.
struct WatchView {
  enum Wish { case leave, redraw }

  private let job: PageJob
  private var screen: PanedScreen
  /// Whether the body is the diagnostics and not the picture.
  private var showsDiagnostics = false
  private var picture: [UInt8] = []
  private var findings: [UInt8] = []
  private var panel: [UInt8] = []
  /// What changed before the page was last drawn.
  var changed = ""
  /// That drawing it took.
  var milliseconds: Int?

  init(_ job: PageJob) {
    self.job = job
    screen = PanedScreen(rows: 1, columns: 1)
  }

  /// Takes over what is to be shown, in a window of this size.
  mutating func update(_ page: WatchedPage, size: (rows: Int, columns: Int)) throws {
    picture = try page.picture(columns: size.columns)
    findings = printed(page.diagnostics)
    panel = printed(Array(page.diagnostics.prefix(page.grave)))
    let top = screen.top
    screen = PanedScreen(
      rows: size.rows, columns: size.columns, ambiguous: job.output.ambiguous)
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

/// The line at the bottom: what changed, what came of it, where one is, what to press. The last part is
/// the first to be cut.
struct WatchStatus {
  var changed = ""
  var milliseconds: Int?
  var isStale = false
  var hasPicture = true
  var summary = ""
  var position: String?
  var showsDiagnostics = false
  /// Changes are looked for, not told.
  var isLooking = false

  var text: String {
    var parts: [String] = []
    if !changed.isEmpty { parts.append("\(changed) changed") }
    // What the attempt would have given is of no use: it is not what is seen.
    parts.append(!isStale ? summary : hasPicture ? "the last good picture" : "no picture yet")
    if let milliseconds { parts.append("\(milliseconds) ms") }
    if let position { parts.append(position) }
    if isLooking { parts.append("polling") }
    parts.append(showsDiagnostics ? "d picture" : "d diagnostics")
    parts.append("r redraw")
    parts.append("q quit")
    return " " + parts.joined(separator: " · ") + " "
  }

  /// "ticker.so", "feed.json and 2 more".
  static func words(for names: [String]) -> String {
    guard let first = names.first else { return "" }
    let rest = names.count > 1 ? " and \(names.count - 1) more" : ""
    return shown(first, limit: 60) + rest
  }
}
