internal import ArgumentParser

struct SessionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "session", _superCommandName: CommandGuide.program,
    abstract: "Refresh, load more and update a feed, and print what each step changes.",
    discussion: """
      Inputs of a script, separated by ;

        refresh                     load the first page of every source
        loadMore                    load the next page
        update SECTION/ITEM {JSON}  change members of an item, or of SECTION
        update SECTION [JSON]       give a section a new list of items
        close SECTION               close a section that the reader may close
        remove SECTION              remove any section
        move SECTION INDEX          move a section, counted from 0
        insert INDEX CODE {JSON}    insert a payload as a section, or replace
                                    the section that CODE identifies
        parameter NAME=VALUE        give a parameter a value, and load again
        set SECTION.page=N          show a page of a banner or rail, from 0
        set SECTION.scroll=N        scroll a rail by points
        tap X,Y                     say what is at a point, and its action
        state NAME                  show loading, empty or failed
        appearance NAME             change the environment without loading:
        width POINTS                values are those of the options
        text-size NAME              of the same names
        locale TAG
        direction NAME
        wait SECONDS                before the next input; 10 otherwise

      A refresh within a second after the previous refresh waits until the
      second is over, and so does a loadMore.

      Replies come from the samples of the layout, from files, or from a
      server (--url). A source that is given several times has pages;
      NAME@2=FILE is its reply from the second refresh on.
      """)

  @Argument(
    help: .value(
      "A feed of the project, a file or a folder with replies. By default the project's only feed, or the sample.",
      "feed"), completion: .file())
  var feed: String?

  @Option(
    help: .value("Feed layout: a bundled name or a file. By default netease-home.", "name|file"),
    completion: .layout)
  var layout: String?

  @Option(help: "Inputs, separated by semicolons.")
  var script = "refresh"

  @Option(
    help: .value(
      "Show the page after each reply. `each` is the layout's order; or source names in another order.",
      "each|names"))
  var arrivals: String?

  @Option(help: .value("Reply of a source; repeatable.", "name[@n]=file"))
  var source: [String] = []

  @Flag(help: "Read samples outside the layout file's folder, too.")
  var allowOutside = false

  @Option(help: "Output format: text or json.")
  var format = ReportFormat.text

  @Option(name: .shortAndLong, help: .outputFile, completion: .file())
  var output: String?

  @Option(
    help: .value("Folder for the replies, as input of a later run.", "dir"), completion: .directory)
  var record: String?

  @Flag(help: "Draw the page with its bars after each step.")
  var draw = false

  @OptionGroup var project: ProjectOptions
  @OptionGroup(title: "Server") var fetch: FetchOptions
  @OptionGroup(title: "Page") var environment: EnvironmentOptions
  @OptionGroup(title: "Plugins") var plugins: PluginOptions

  func validate() throws {
    try OutputEnding.require(output, fits: format, unless: .text)
    try require(!draw || format == .text, "--draw needs --format text")
  }

  func run() throws {
    let named = source.map { FeedSettings.Source(name: $0, place: "") }
    let chosen = try FeedSettings(
      feed: feed, layout: layout, sources: feed == nil ? named : [],
      usesProject: !project.noProject, allowsOutside: allowOutside, plugins: plugins.selection,
      fetch: fetch.settings
    ).chosen(in: environment.settings)
    try SessionJob(
      feed: chosen.feed, script: script, arrivals: arrivals, sources: source,
      allowsOutside: allowOutside, format: format, file: output, recordFolder: record,
      drawsPages: draw, fetch: chosen.feed.fetch, environment: chosen.environment,
      plugins: chosen.feed.plugins
    ).run()
  }
}
