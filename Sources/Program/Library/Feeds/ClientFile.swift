internal import Support
internal import LayoutReview

/// The file of a client, with the name that selects the client.
struct ClientFile: Sendable, Hashable {
  let name: String
  let path: String

  private static let folder = "clients"

  /// Returns the files of the folder `clients` in a project's folder, in bytewise order.
  /// - Parameter prefix: The path prefix of the project's files; empty for the working folder.
  static func present(below prefix: String) -> [ClientFile] {
    (entries(of: prefix + folder) ?? []).filter {
      $0.hasSuffix(Client.suffix) && !$0.hasPrefix(".")
    }
    .map {
      ClientFile(name: String($0.dropLast(Client.suffix.count)), path: "\(prefix)\(folder)/\($0)")
    }
  }

  /// Returns the files that `--client` selects: `all`, or names and paths separated by commas.
  /// - Parameter count: The required number of files; `nil` for any number.
  static func selected(
    by options: [String], among known: [ClientFile], count: Int? = nil
  ) throws -> [ClientFile] {
    let words = options.flatMap { $0.split(separator: ",").map(String.init) }
    guard options.isEmpty || !words.isEmpty else {
      throw ExitError.usage(
        .invalidOption, "--client names no client", helps: ["name clients, or `all`"])
    }
    let files = try words.flatMap { word in
      if word.contains("/") || word.hasSuffix(".json") {
        return [ClientFile(name: word, path: word)]
      }
      let named = word == "all" ? known : known.first { $0.name == word }.map { [$0] } ?? []
      guard !named.isEmpty else { throw missing(word, among: known.map(\.name)) }
      return named
    }.uniqued
    if let count, files.count != count {
      throw ExitError.usage(
        .invalidOption, "--client names \(counted(files.count, "client")), expected \(count)",
        helps: ["`check` takes several, `render` one, and `diff` two"])
    }
    return files
  }

  private static func missing(_ name: String, among names: [String]) -> ExitError {
    ExitError.couldNotRun(
      .unknownClient,
      name == "all" ? "there are no clients" : "there is no client `\(shown(name))`",
      notes: [
        "a client is a file `\(folder)/NAME\(Client.suffix)` of the project or working folder, or a path"
      ],
      helps: Suggestion.helps(for: name, among: names)
        + (names.isEmpty
          ? [
            "write one: `mkdir \(folder)`, then `sectionengine plugin claims --format client --name now"
              + " -o \(folder)/now\(Client.suffix)`"
          ]
          : ["clients: \(listed(names, atMost: 12))"]))
  }

  func read() throws -> Client {
    let document = try readDocument(path, unreadable: .invalidClient, as: "the client ")
      .withUniqueKeys.required()
    let client = try Client.read(document).required()
    let file = path.lastPart
    if file.hasSuffix(Client.suffix), file != client.name + Client.suffix {
      let mismatch = Diagnostic(
        .invalidClient, .warning,
        "the file `\(shown(file))` has the client `\(client.name)`",
        at: document.root["client"].location,
        notes: ["`--client` takes the name of the file; findings have that of the client"],
        helps: ["write the same name in both"])
      Output.report([mismatch], color: .auto)
    }
    return client
  }
}
