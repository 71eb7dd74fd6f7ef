internal import ArgumentParser

/// The order and the examples of commands in the program's help.
enum CommandGuide {
  struct Group {
    let title: String
    let commands: [any ParsableCommand.Type]
  }

  /// The groups of the overview. `layout` is a tool for developers of the engine, and not listed;
  /// `images` is named by --images.
  static let groups = [
    Group(
      title: "Look at a page",
      commands: [
        RenderCommand.self, DumpCommand.self, ServeCommand.self, SessionCommand.self,
        ExplainCommand.self, MeasureCommand.self,
      ]),
    Group(title: "Compare pages", commands: [DiffCommand.self, ReportCommand.self]),
    Group(
      title: "Gate changes",
      commands: [CheckCommand.self, SnapshotCommand.self, BatchCommand.self]),
    Group(
      title: "Write projects, layouts and plugins",
      commands: [InitCommand.self, LayoutsCommand.self, PluginCommand.self]),
    Group(
      title: "Tools",
      commands: [
        DevicesCommand.self, SchemaCommand.self, DoctorCommand.self, CompletionsCommand.self,
      ]),
  ]

  /// Commands with their effects, by the words after "sectionengine".
  static let examples: [String: [(command: String, effect: String)]] = [
    "render": [
      ("render feed.json", "the page as text"),
      ("render feed.json --format svg -o page.svg", "a redline with distances"),
      ("render feed.json --device ipad-11 --watch", "drawn again after each change"),
      ("render https://example.com/home", "the reply of a server"),
      ("render home", "the feed `home` of the project"),
    ],
    "dump": [
      ("dump feed.json", "every frame in points"),
      ("dump feed.json --width 390 --section BANNER", "one section at another width"),
    ],
    "serve": [("serve feed.json --devices iphone-se,ipad-11", "a preview on two devices")],
    "session": [
      ("session --script 'refresh; loadMore'", "two pages of the sample"),
      ("session --script refresh --draw", "the page after the step"),
    ],
    "explain": [
      ("explain HOMEPAGE_BANNER/pager", "how a frame was computed"),
      ("explain SE3002", "what a diagnostic means"),
    ],
    "measure": [
      ("measure 'Jetzt kaufen' --width 120 --size 17", "whether a label fits"),
      ("measure 'Tonight' --font Inter-Regular.otf", "its width in a font of your own"),
      ("measure --json-lines < texts.jsonl", "a text on each line, such as {\"text\": \"…\"}"),
    ],
    "diff": [
      ("diff old.json new.json", "two feeds"),
      ("diff git:HEAD~1:feed.json feed.json", "a feed and its earlier revision"),
      ("diff --base main", "each feed of the project since the revision main"),
      ("diff feed.json --client ios-6.2 --client ios-6.3", "one feed on two app versions"),
      ("diff page.dump feed.json --format html -o diff.html", "a stored dump and a feed"),
    ],
    "check": [
      ("check feed.json", "findings with file and line"),
      ("check feed.json --client all", "what each app version loses, too"),
      ("check feed.json --write-baseline known.json", "accept the present findings"),
      ("check feed.json --baseline known.json --format sarif", "new findings, for code review"),
    ],
    "snapshot init": [("snapshot init feed.json", "Snapshots/snapshots.json")],
    "snapshot record": [("snapshot record", "the missing snapshots of Snapshots")],
    "snapshot verify": [
      ("snapshot verify", "every difference"),
      ("snapshot verify --device iphone-se --format markdown", "one device, for a pull request"),
    ],
    "snapshot accept": [("snapshot accept --feed home", "the new pages of one feed")],
    "snapshot prune": [("snapshot prune --dry-run", "what would be removed")],
    "batch": [
      ("batch feeds.jsonl --select line,height,codes", "figures of each feed"),
      ("batch feeds.jsonl --format check > findings.jsonl", "findings of each feed"),
    ],
    "init": [
      ("init", "a project file with the feeds of this folder"),
      ("init --add feeds/home.json", "one more feed"),
    ],
    "report": [
      ("report -o public", "all feeds of the project"),
      ("report --base main -o public", "with the changes since the revision main"),
    ],
    "layouts list": [("layouts list", "names, sources and block codes")],
    "layouts check": [("layouts check my-feed.json", "errors with line and column")],
    "layouts new": [
      ("layouts new --from feed.json -o my-feed.json", "a layout to edit"),
      ("layouts new --from feed.json --items '$.data.cards' --code type", "another list of blocks"),
    ],
    "plugin new": [
      ("plugin new ticker", "a plugin in Swift"),
      ("plugin new ticker --lang c --code TICKER", "a plugin in C"),
      ("plugin new --from feed.json BANNER", "models from the blocks of a feed"),
    ],
    "plugin list": [("plugin list --plugins Plugins", "plugins of a folder, too")],
    "plugin claims": [
      ("plugin claims --format client --name ios-6.2", "the file of a client")
    ],
    "plugin check": [
      ("plugin check Ticker.so --feed feed.json", "every test with these blocks"),
      ("plugin check Ticker.so --only entry", "one test"),
    ],
    "plugin bench": [("plugin bench Ticker.so", "time per section")],
    "plugin debug": [("plugin debug Ticker.so --feed feed.json", "a debugger at the first call")],
    "plugin trust": [("plugin trust Ticker.so", "run it in the program itself")],
    "plugin untrust": [("plugin untrust Ticker.so", "run it in the sandbox again")],
    "images list": [("images list feed.json", "addresses, and names of their files")],
    "images fetch": [
      ("images fetch feed.json --host img.example.com -o pictures", "pictures for --images")
    ],
    "devices": [("devices", "names, sizes and scales")],
    "schema": [("schema layout", "the schema of a page as JSON")],
    "doctor": [("doctor", "protections and stored state")],
    "completions": [("completions bash", "a script for bash")],
    "layout": [("layout --check cases.json", "compare with the expected frames")],
  ]

  /// Returns the words of the command that the arguments name, such as ["plugin", "check"].
  static func path(
    of arguments: [String], in root: any ParsableCommand.Type
  ) -> [String] {
    command(for: arguments.filter { $0 != "help" }, in: root).path
  }

  /// Returns the command that the first arguments name, and its words.
  static func command(
    for arguments: [String], in root: any ParsableCommand.Type
  ) -> (command: any ParsableCommand.Type, path: [String]) {
    var command = root
    var path: [String] = []
    for word in arguments {
      let children = command.configuration.subcommands
      guard let child = children.first(where: { $0.configuration.commandName == word }) else {
        break
      }
      command = child
      path.append(word)
    }
    return (command, path)
  }

  /// Returns the examples of a command as lines, or none.
  static func exampleLines(of path: [String]) -> [String] {
    guard let examples = examples[path.joined(separator: " ")] else { return [] }
    let commands = examples.map { "sectionengine \($0.command)" }
    let column = min(commands.map(\.count).max() ?? 0, 48)
    return zip(commands, examples).flatMap { command, example in
      command.count > column
        ? ["  \(command)", "  \("".padded(to: column))  \(example.effect)"]
        : ["  \(command.padded(to: column))  \(example.effect)"]
    }
  }
}
