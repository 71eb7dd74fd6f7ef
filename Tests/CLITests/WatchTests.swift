import Foundation
import TestConditions
import Testing

/// `render --watch`, as an author of plugins or feeds uses it.
@Suite(.needs(tool: "tmux")) struct WatchTests {
  /// A folder with the C example, its feed, and a home folder.
  private struct Desk {
    let scratch: Scratch
    let source: String

    init() throws {
      scratch = try Scratch()
      let examples = Program.repository.appendingPathComponent("Plugins/Examples/c")
      source = try String(
        contentsOf: examples.appendingPathComponent("ticker.c"), encoding: .utf8)
      try write(
        try String(contentsOf: examples.appendingPathComponent("ticker.json"), encoding: .utf8))
      try build("Open")
    }

    var plugin: URL { scratch.file("plugins/ticker.so") }

    func write(_ feed: String) throws { try scratch.write(feed, to: "feed.json") }

    func feed(_ headline: String) throws {
      try write(
        #"{"code": 200, "data": {"blocks": [{"blockCode": "TICKER", "items": [{"text": "\#(headline)"}]}]}}"#
      )
    }

    /// Builds the plugin in place, as an author does. Its buttons have the label `button`, and its
    /// function `open` begins with the code `open`.
    func build(_ button: String, open: String = "") throws {
      try scratch.plugin(
        source.replacingOccurrences(of: #"SE_STR("Open")"#, with: #"SE_STR("\#(button)")"#)
          .replacingOccurrences(
            of: "  (void)self;\n  se_value items",
            with: "  (void)self;\n  \(open)\n  se_value items"),
        named: "plugins/ticker")
    }

    func watch(
      _ arguments: String = "", command: String = "render feed.json", columns: Int = 90,
      rows: Int = 30
    ) throws -> TerminalSession {
      try TerminalSession(
        "echo before; stty -g > modes; \(Program.url.path) \(command) --plugins plugins --watch "
          + "\(arguments); echo ended $?; stty -g | cmp - modes && echo same modes",
        in: scratch, columns: columns, rows: rows)
    }
  }

  private func program(_ terminal: TerminalSession) throws -> Int32 {
    let shell = try terminal.shell()
    var found: Int32?
    #expect(
      becomes {
        found = children(of: shell).first {
          (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\($0)/exe"))?
            .hasSuffix("/sectionengine") == true
        }
        return found != nil
      })
    return try #require(found)
  }

  @Test(
    "a rebuilt plugin is drawn, a broken one keeps the picture, and a repaired one is drawn"
  )
  func plugin() throws {
    let desk = try Desk()
    let terminal = try desk.watch()
    terminal.wait { $0.contains("Open") && $0.contains("q quit") }
    try desk.build("Read")
    terminal.wait {
      $0.contains("Read") && !$0.contains("Open") && $0.contains("ticker.so changed")
    }

    // The broken files are a text, half of a library, and a plugin that crashes while it draws.
    let whole = try Data(contentsOf: desk.plugin)
    let broken: [(String, () throws -> Void)] = [
      ("SE3001", { try Data("garbage".utf8).write(to: desk.plugin) }),
      ("SE3001", { try whole.prefix(whole.count / 2).write(to: desk.plugin) }),
      ("died of SIGSEGV", { try desk.build("Never", open: "*(volatile int *)8 = 1;") }),
    ]
    for (index, (error, breakIt)) in broken.enumerated() {
      try breakIt()
      let screen = terminal.wait { $0.contains(error) && $0.contains("the last good picture") }
      // The error appears below the picture.
      let lines = screen.split(separator: "\n")
      let picture = try #require(lines.lastIndex { $0.contains(index == 0 ? "Read" : "Again") })
      let finding = try #require(lines.firstIndex { $0.contains("[SE3") })
      #expect(picture < finding && !screen.contains("Never"))
      try desk.build("Again")
      terminal.wait { $0.contains("Again") && !$0.contains("[SE3") && !$0.contains("good picture") }
    }
    try terminal.press("q")
    terminal.wait { $0.contains("before") && $0.contains("ended 0") && $0.contains("same modes") }
  }

  @Test("a removed plugin disappears from the picture, and an added plugin is drawn")
  func comingAndGoing() throws {
    let desk = try Desk()
    let terminal = try desk.watch()
    terminal.wait { $0.contains("Open") }
    try FileManager.default.moveItem(at: desk.plugin, to: desk.scratch.file("away.so"))
    terminal.wait { !$0.contains("Open") && $0.contains("ferry") }
    try FileManager.default.moveItem(at: desk.scratch.file("away.so"), to: desk.plugin)
    terminal.wait { $0.contains("Open") }
    // A clean build removes and creates the whole folder.
    try FileManager.default.removeItem(at: desk.scratch.file("plugins"))
    terminal.wait { !$0.contains("Open") && $0.contains("ferry") }
    try desk.build("Again")
    terminal.wait { $0.contains("Again") }
  }

  @Test("the feed is followed when it is edited, emptied, removed and created again")
  func feed() throws {
    let desk = try Desk()
    let terminal = try desk.watch()
    terminal.wait { $0.contains("The ferry sails") }
    try desk.feed("灯塔周日开放")
    terminal.wait { $0.contains("灯塔周日开放") && $0.contains("feed.json changed") }
    try desk.write("")
    terminal.wait { $0.contains("灯塔周日开放") && $0.contains("error[SE1") }
    try desk.feed("Back again")
    terminal.wait { $0.contains("Back again") && !$0.contains("error[") }
    try FileManager.default.removeItem(at: desk.scratch.file("feed.json"))
    terminal.wait { $0.contains("Back again") && $0.contains("cannot read `feed.json`") }
    try desk.feed("And anew")
    terminal.wait { $0.contains("And anew") && !$0.contains("error[") }
  }

  @Test("a missing feed is waited for")
  func firstDraw() throws {
    let desk = try Desk()
    try FileManager.default.removeItem(at: desk.scratch.file("feed.json"))
    let terminal = try desk.watch()
    terminal.wait { $0.contains("cannot read `feed.json`") && $0.contains("no picture yet") }
    try desk.feed("At last")
    terminal.wait { $0.contains("At last") && !$0.contains("error[") }
  }

  @Test("changes of the feed layout are followed too")
  func layout() throws {
    let desk = try Desk()
    let drafted = try Program.run(
      ["layouts", "new", "--from", desk.scratch.file("feed.json").path, "--name", "harbour"])
    let layout = drafted.text
    #expect(drafted.status == 0)
    try desk.scratch.write(layout, to: "layout.json")
    let terminal = try desk.watch("--layout layout.json")
    terminal.wait { $0.contains("Open") }
    try desk.scratch.write(String(layout.dropLast(20)), to: "layout.json")
    terminal.wait { $0.contains("Open") && $0.contains("layout.json:") && $0.contains("error[") }
    try desk.scratch.write(
      layout.replacingOccurrences(of: #""title": "harbour""#, with: #""title": "Lighthouse""#),
      to: "layout.json")
    terminal.wait { $0.contains("Open") && $0.contains("Lighthouse ") && !$0.contains("error[") }
  }

  @Test("a plugin that is overwritten in place 200 times never ends the program")
  func overwriting() throws {
    let desk = try Desk()
    let terminal = try desk.watch()
    terminal.wait { $0.contains("Open") }
    let program = try program(terminal)
    let whole = try Data(contentsOf: desk.plugin)
    for round in 0..<200 {
      // The existing file is truncated and written in place, as `cp` does it.
      let file = try FileHandle(forWritingTo: desk.plugin)
      try file.truncate(atOffset: 0)
      try file.write(contentsOf: round % 3 == 0 ? whole.prefix(whole.count * 2 / 3) : whole)
      try file.close()
      usleep(UInt32(round % 20) * 1_000)
    }
    try desk.build("Done")
    terminal.wait { $0.contains("Done") && !$0.contains("[SE3001]") }
    #expect(kill(program, 0) == 0)
    // Only one worker remains.
    #expect(becomes { children(of: program).count == 1 })
  }

  @Test("a trusted plugin that changed continues in the worker, with a message")
  func trust() throws {
    let desk = try Desk()
    let terminal = try desk.watch("--trust plugins/ticker.so")
    terminal.wait { $0.contains("Open") }
    let program = try program(terminal)
    #expect(children(of: program).isEmpty)
    try desk.build("Read")
    terminal.wait { $0.contains("Read") && $0.contains("SE4025") && $0.contains("trusted no more") }
    #expect(children(of: program).count == 1)
    try desk.build("Open")
    terminal.wait { $0.contains("Open") && !$0.contains("SE4025") }
    #expect(becomes { children(of: program).isEmpty })
  }

  @Test("a trusted plugin that crashes the program leaves a usable terminal")
  func trustedCrash() throws {
    let desk = try Desk()
    try desk.build("Open", open: "*(volatile int *)8 = 1;")
    let terminal = try desk.watch("--trust plugins/ticker.so")
    terminal.wait { $0.contains("SE3011") && $0.contains("ended 139") && $0.contains("same modes") }
  }

  @Test(
    "a feed on standard input is drawn again when a plugin changes, and keys come from the terminal"
  )
  func standardInput() throws {
    let desk = try Desk()
    let terminal = try desk.watch("< feed.json", command: "render -")
    terminal.wait { $0.contains("Open") }
    try desk.build("Read")
    terminal.wait { $0.contains("Read") && $0.contains("ferry") }
    try terminal.press("d")
    terminal.wait { $0.contains("standard input is read once") }
    try terminal.press("q")
    terminal.wait { $0.contains("ended 0") && $0.contains("same modes") }
  }

  @Test("a picture taller than the window scrolls and follows the window's size")
  func window() throws {
    let desk = try Desk()
    let terminal = try desk.watch(command: "render feed.json --annotate", columns: 60, rows: 8)
    terminal.wait { $0.contains("414 ×") && $0.contains("1-7 of") }
    try terminal.press("G")
    terminal.wait { !$0.contains("414 ×") && $0.contains("440") }
    try terminal.press("g", "Down")
    terminal.wait { !$0.contains("414 ×") && $0.contains("2-8 of") }
    try terminal.resize(columns: 100, rows: 40)
    terminal.wait { $0.contains("414 ×") && $0.contains("440") && $0.contains("q quit") }
  }

  @Test(
    "the terminal is restored after every signal", arguments: ["INT", "TERM", "HUP", "QUIT"])
  func signals(_ name: String) throws {
    let desk = try Desk()
    let terminal = try desk.watch()
    terminal.wait { $0.contains("Open") }
    let process = try program(terminal)
    let worker = try #require(children(of: process).first)
    let numbers = ["INT": SIGINT, "TERM": SIGTERM, "HUP": SIGHUP, "QUIT": SIGQUIT]
    kill(process, try #require(numbers[name]))
    terminal.wait { $0.contains("before") && $0.contains("ended") && $0.contains("same modes") }
    #expect(becomes { kill(worker, 0) != 0 })
  }

  @Test("a killed program leaves no process behind")
  func killed() throws {
    let desk = try Desk()
    let terminal = try desk.watch()
    terminal.wait { $0.contains("Open") }
    let process = try program(terminal)
    let worker = try #require(children(of: process).first)
    kill(process, SIGKILL)
    #expect(becomes { kill(worker, 0) != 0 })
  }

  @Test("a stopped program releases the terminal and takes it back when it continues")
  func stopped() throws {
    let desk = try Desk()
    let terminal = try TerminalSession(
      "echo before; set -m; \(Program.url.path) render feed.json --plugins plugins --watch; "
        + "echo stopped; sleep 1; fg",
      in: desk.scratch)
    terminal.wait { $0.contains("Open") && !$0.contains("before") }
    try terminal.press("C-z")
    terminal.wait { $0.contains("before") && $0.contains("stopped") }
    terminal.wait { $0.contains("Open") && !$0.contains("before") }
    try desk.build("Read")
    terminal.wait { $0.contains("Read") }
  }

  @Test("with -o the file is replaced by each good picture and kept after errors")
  func file() throws {
    let desk = try Desk()
    let terminal = try desk.watch("-o out.txt 2> log", command: "dump feed.json")
    func output() -> String {
      (try? String(contentsOf: desk.scratch.file("out.txt"), encoding: .utf8)) ?? ""
    }
    func log() -> String {
      (try? String(contentsOf: desk.scratch.file("log"), encoding: .utf8)) ?? ""
    }
    #expect(becomes { output().contains("\"Open\"") })
    try desk.build("Read")
    #expect(becomes { output().contains("\"Read\"") })
    #expect(becomes { log().contains("watching: ticker.so") })
    try Data("garbage".utf8).write(to: desk.plugin)
    #expect(becomes { log().contains("SE3001") && log().contains("the last good one") })
    #expect(output().contains("\"Read\""))
    try desk.build("Again")
    #expect(becomes { output().contains("\"Again\"") })
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: desk.scratch.url.path)
        .allSatisfy { !$0.hasPrefix(".out") })
    withExtendedLifetime(terminal) {}
  }

  @Test("combinations that cannot be watched are refused")
  func refusals() throws {
    let desk = try Desk()
    let pipe = try Program.run(["render", "feed.json", "--watch"], folder: desk.scratch.url)
    #expect(pipe.status == 64 && pipe.errors.contains("-o FILE") && pipe.output.isEmpty)
    let circle = try Program.run(
      ["render", "feed.json", "--watch", "-o", "./feed.json"], folder: desk.scratch.url)
    #expect(circle.status == 64 && circle.errors.contains("one of the files that are watched"))
  }
}
