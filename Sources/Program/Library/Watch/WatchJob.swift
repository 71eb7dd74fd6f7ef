internal import Support
internal import Glibc
internal import Renderers

/// Runs `render --watch`: redraws the page whenever one of its files changes, until the user quits.
struct WatchJob {
  private let job: PageJob
  private var page: WatchedPage
  private let watch: FileWatch

  init(_ job: PageJob) throws {
    self.job = job
    let installation = try Installation.required()
    page = try WatchedPage(job, installation)
    // Started before the files are first read, so that no change is missed.
    let places = page.places
    watch = FileWatch(places)
    if let file = job.output.file, places.watch(file) {
      throw Self.usage(
        "the output `\(shown(file, limit: 200))` is one of the files that are watched",
        help: "write to another file")
    }
    let canDraw = StandardStream.output.isTerminal && environmentVariable("TERM") != "dumb"
    guard job.output.file != nil || canDraw else {
      throw Self.usage(
        "--watch needs a terminal that can be drawn on, and standard output is none",
        help: "write to a file that is replaced with each change: `-o FILE`")
    }
  }

  private static func usage(_ message: String, help: String) -> Ending {
    Ending(
      status: 64, diagnostics: [Diagnostic(.invalidOption, .error, message, helps: [help])])
  }

  mutating func run() throws {
    try page.draw(loadingPlugins: true)
    watch.update(page.places)
    if let file = job.output.file { return try keepWriting(to: file) }
    try keepDrawing()
  }

  /// Redraws after changes; `nil` if nothing changed.
  private mutating func redraw() throws -> FileWatch.Changes? {
    guard let changes = watch.changes() else { return nil }
    try page.draw(loadingPlugins: changes.tags.contains(WatchedPart.plugins.rawValue))
    watch.update(page.places)
    return changes
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
      changed = ": " + WatchStatus.words(for: try waitForChanges().names)
    }
  }

  private mutating func waitForChanges() throws -> FileWatch.Changes {
    while true {
      _ = watch.wait([watch.descriptor])
      if let changes = try redraw() { return changes }
    }
  }

  // MARK: A terminal

  private mutating func keepDrawing() throws {
    let terminal = try WatchTerminal()
    var view = WatchView(job)
    try view.update(page, size: terminal.size)
    var isShown = false
    while true {
      if !isShown {
        let frame = view.frame(page, limitation: watch.limitation)
        // The output is closed.
        guard StandardStream.output.write(frame) == nil else { return }
        isShown = true
      }
      let ready = watch.wait([watch.descriptor, terminal.keys, terminal.news])
      if ready[1] {
        guard let keys = terminal.pressed() else { return }
        for key in keys {
          switch view.press(key) {
          case .leave: return
          case .redraw:
            try page.refetch()
            watch.update(page.places)
            view.changed = ""
            try view.update(page, size: terminal.size)
          case .none: break
          }
          isShown = false
        }
      }
      if ready[2], terminal.hasNews() {
        try view.update(page, size: terminal.size)
        isShown = false
      }
      let start = FileWatch.now()
      if let changes = try redraw() {
        try view.update(page, size: terminal.size)
        view.changed = WatchStatus.words(for: changes.names)
        view.milliseconds = FileWatch.now() - start
        isShown = false
      }
    }
  }
}

extension FileWatch {
  /// Waits until a descriptor is readable or closed, or the watch has to poll. Returns which of
  /// them are.
  func wait(_ descriptors: [Int32?]) -> [Bool] {
    // poll ignores negative descriptors.
    var entries = descriptors.map { pollfd(fd: $0 ?? -1, events: Int16(POLLIN), revents: 0) }
    let count = poll(&entries, nfds_t(entries.count), Int32(pause))
    return entries.map { count > 0 && $0.revents != 0 }
  }
}
