internal import SectionEngine
internal import Glibc
internal import CTerminal

/// Runs `render --watch`: renders the page again when a file changes, until the user quits.
struct WatchJob {
  private let job: PageJob
  private var page: WatchedPage

  init(_ job: PageJob) throws {
    self.job = job
    page = try WatchedPage(job, try Installation.required())
    if let file = job.output.file, page.places.watch(file) {
      throw ExitError.usage(
        .invalidOption,
        "the output `\(shown(file, limit: 200))` is one of the files that are watched",
        helps: ["write to another file"])
    }
    let canDraw = StandardStream.output.isTerminal && environmentVariable("TERM") != "dumb"
    guard job.output.file != nil || canDraw else {
      throw ExitError.usage(
        .invalidOption,
        "--watch needs a terminal that can be drawn on, and standard output is none",
        helps: ["write to a file that is replaced with each change: `-o FILE`"])
    }
  }

  mutating func run() throws {
    try page.draw(loadingPlugins: true)
    if let file = job.output.file { return try keepWriting(to: file) }
    try keepDrawing()
  }

  // MARK: A file

  private mutating func keepWriting(to file: String) throws {
    var written: [UInt8]?
    var changed = ""
    while true {
      if page.shown != nil, !page.isStale {
        let bytes = try page.picture(columns: nil)
        if bytes != written { try Output.write(bytes, to: file) }
        written = bytes
      }
      Output.report(page.diagnostics, color: job.output.color, summary: page.summary)
      let kept = page.isStale && written != nil ? "; the file is the last good one" : ""
      _ = StandardStream.error.write(Array("watching\(changed)\(kept)\n".utf8))
      changed = ""
      while changed.isEmpty {
        _ = FileWatch.wait(for: [page.watch])
        changed = try page.redraw().map { ": " + WatchView.words(for: $0) } ?? ""
      }
    }
  }

  // MARK: A terminal

  private mutating func keepDrawing() throws {
    let terminal = try WatchTerminal()
    var view = WatchView(job)
    try view.update(page, size: terminal.size)
    var isShown = false
    while true {
      // A failure to write means that the output is closed, so watching ends.
      if !isShown, StandardStream.output.write(view.frame(page)) != nil { return }
      isShown = true
      let ready = FileWatch.wait(for: [page.watch], [terminal.keys, terminal.news])
      if ready[0] {
        guard let keys = terminal.pressed() else { return }
        for key in keys {
          let wish = view.press(key)
          if wish == .leave { return }
          if wish == .redraw {
            try page.refetch()
            view.changed = ""
            try view.update(page, size: terminal.size)
          }
          isShown = false
        }
      }
      if ready[1], drains(terminal.news, within: 0) {
        try view.update(page, size: terminal.size)
        isShown = false
      }
      let start = FileWatch.now()
      if let changes = try page.redraw() {
        try view.update(page, size: terminal.size)
        view.changed = WatchView.words(for: changes)
        view.milliseconds = FileWatch.now() - start
        isShown = false
      }
    }
  }
}

extension FileWatch {
  /// Waits until files may have changed or a descriptor is ready. Returns for each descriptor
  /// whether it is ready.
  static func wait(for watches: [FileWatch], _ descriptors: [Int32] = []) -> [Bool] {
    // poll ignores negative descriptors.
    var entries = (descriptors + watches.map(\.descriptor)).map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    let pause = watches.map(\.pause).min() ?? 0
    let count = poll(&entries, nfds_t(entries.count), Int32(pause))
    return entries.prefix(descriptors.count).map { count > 0 && $0.revents != 0 }
  }
}

/// The visible part of a watched page in a terminal.
struct WatchView {
  enum Wish { case leave, redraw }

  private let job: PageJob
  private var screen = PanedScreen(rows: 1, columns: 1)
  private var picture: [UInt8] = []
  private var findings: [UInt8] = []
  private var panel: [UInt8] = []
  private var showsDiagnostics = false
  /// The names of the files that changed before the last rendering.
  var changed = ""
  /// The duration of the last rendering; `nil` before the first change.
  var milliseconds: Int?

  init(_ job: PageJob) { self.job = job }

  /// Shows the current state of a page in a window of this size, in character cells.
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
    screen.set(
      body: showsDiagnostics ? findings : picture, panel: showsDiagnostics ? [] : panel)
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

  func frame(_ page: WatchedPage) -> [UInt8] {
    screen.frame(status: status(of: page), color: usesColor)
  }

  /// Returns the status line at the bottom; the screen clips the end of a longer line.
  private func status(of page: WatchedPage) -> String {
    // After a failed attempt, `summary` does not describe the visible picture.
    let stale = page.shown != nil ? "the last good picture" : "no picture yet"
    let parts = [
      changed.isEmpty ? nil : "\(changed) changed", page.isStale ? stale : page.summary,
      milliseconds.map { "\($0) ms" }, screen.position,
      page.watch.limitation == nil ? nil : "polling",
      showsDiagnostics ? "d picture" : "d diagnostics", "r redraw", "q quit",
    ]
    return " " + parts.compactMap(\.self).joined(separator: " · ") + " "
  }

  /// Returns the first name and the number of others, such as "feed.json and 2 more".
  static func words(for changes: FileWatch.Changes) -> String {
    listed(changes.names.map { shown($0) }, atMost: 1)
  }
}

/// The terminal of a watched page. Reads keys and restores the terminal at the end.
final class WatchTerminal {
  /// The descriptor to read keys from; negative if there is no terminal input.
  let keys: Int32
  /// The descriptor that becomes readable when the screen must be redrawn.
  let news: Int32

  init() throws {
    // Keys are read from the terminal itself, because standard input may be the feed.
    keys =
      StandardStream(descriptor: STDIN_FILENO).isTerminal
      ? STDIN_FILENO : open("/dev/tty", O_RDONLY | O_CLOEXEC | O_NOCTTY)
    let (enter, leave) = (PanedScreen.enter, PanedScreen.leave)
    news = st_enter(
      keys, StandardStream.output.descriptor, enter, enter.utf8.count, leave, leave.utf8.count)
    guard news >= 0 else {
      throw ExitError.couldNotRun(
        .cannotWrite, "cannot draw on the terminal", label: systemReason(-news))
    }
  }

  deinit { st_leave() }

  var size: (rows: Int, columns: Int) {
    guard let size = StandardStream.output.terminalSize, size.rows > 0 else { return (24, 80) }
    return size
  }

  /// Returns the pressed keys; `nil` if the input is closed.
  func pressed() -> [TerminalKey]? {
    var bytes = [UInt8](repeating: 0, count: 1_024)
    let count = read(keys, &bytes, bytes.count)
    if count < 0, errno == EINTR || errno == EAGAIN { return [] }
    return count > 0 ? TerminalKey.keys(in: Array(bytes.prefix(count))) : nil
  }

}

/// Returns whether the pipe of a signal handler becomes readable in time. Empties the pipe.
func drains(_ pipe: Int32, within milliseconds: Int) -> Bool {
  var entry = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
  guard poll(&entry, 1, Int32(milliseconds)) > 0 else { return false }
  var bytes = [UInt8](repeating: 0, count: 64)
  return read(pipe, &bytes, bytes.count) > 0
}
