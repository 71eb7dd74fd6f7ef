internal import ArgumentParser
internal import SectionEngine

struct ImagesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "images", abstract: "List or fetch the pictures of a page.",
    subcommands: [ImagesListCommand.self, ImagesFetchCommand.self])
}

struct ImagesListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", _superCommandName: CommandGuide.program,
    abstract: "List the pictures of a page.",
    discussion: """
      Each line has the name that the file of a picture must have in a folder of --images, and the \
      picture's address.
      """)

  @OptionGroup var feed: FeedOptions
  @OptionGroup(title: "Page") var environment: EnvironmentOptions

  func run() throws {
    let page = try feed.pageWithPictures(in: environment)
    let lines = page.pictureAddresses.map { address in
      "\(PictureFolder.digest(of: address))  \(escaped(address))\n"
    }
    try Output.write(lines.joined())
  }
}

extension FeedOptions {
  /// Returns the page, and reports what it lacks.
  fileprivate func pageWithPictures(in environment: EnvironmentOptions) throws -> Page {
    let chosen = try settings.chosen(in: environment.settings)
    let opened = try chosen.opened()
    let page = try opened.page(in: chosen.environment).laidOut
    Output.report(
      PluginMemory.ignoredFolders + opened.absences + opened.absentSources(), color: .auto)
    return page
  }
}

struct ImagesFetchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fetch", _superCommandName: CommandGuide.program,
    abstract: "Fetch the pictures of a page into a folder.",
    discussion: """
      Only the named hosts are asked, with https and without a proxy, and only at public addresses, \
      after each redirect, too. Pictures that are in the folder are not fetched again.

      Exit status: 0 all pictures of the hosts are there; 1 some are not; 2 could not run; 64 usage.
      """)

  @OptionGroup var feed: FeedOptions
  @OptionGroup(title: "Page") var environment: EnvironmentOptions

  @Option(help: .value("A host to fetch from; repeatable.", "name"))
  var host: [String]

  @Option(name: .shortAndLong, help: .value("The folder for the pictures.", "dir"))
  var output: String

  func run() throws {
    let page = try feed.pageWithPictures(in: environment)
    try PictureJob(
      addresses: page.pictureAddresses, hosts: host.map { $0.lowercased() }, folder: output
    ).run()
  }
}
