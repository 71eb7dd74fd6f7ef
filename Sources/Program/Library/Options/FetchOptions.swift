internal import ArgumentParser
internal import Support

struct FetchOptions: ParsableArguments {
  @Option(help: .value("Server from which the layout's sources are fetched.", "base"))
  var url: String?

  @Option(help: .value("Parameter of the layout's requests; repeatable.", "name=value"))
  var parameter: [String] = []

  @Option(
    help: .value(
      "Header of every request to the server; ${NAME} is replaced by the environment variable. Repeatable.",
      "'name: value'"))
  var header: [String] = []

  @Flag(help: "Use cached replies only, without any request.")
  var offline = false

  @Option(help: .value("Use cached replies up to this age without a request.", "seconds"))
  var maxAge: Int?

  @Option(help: .value("Time limit for each reply, retries included.", "seconds"))
  var timeout = 30.0

  func validate() throws {
    for entry in parameter {
      try require(
        entry.dropFirst().contains("=") && entry.first != "=",
        "--parameter takes NAME=VALUE, found `\(entry)`")
    }
    // The message does not repeat the header, because it may be a secret.
    try require(
      header.allSatisfy { $0.dropFirst().contains(":") }, "--header takes 'Name: value'")
    try require(maxAge, in: 0..., "--max-age takes seconds from 0")
    try require(timeout, in: 0.1...3_600, "--timeout takes seconds from 0.1 to 3600")
    guard let url else { return }
    try require(isWebAddress(url), "--url takes an http or https URL")
    // The layout's paths are resolved against this URL, which would drop its query and fragment.
    try require(
      !url.contains { $0 == "?" || $0 == "#" },
      "--url takes a URL without `?` and `#`; queries are for the layout's requests")
  }

  var settings: FetchSettings {
    let pairs = parameter.map { entry in
      (String(entry.prefix { $0 != "=" }), String(entry.drop { $0 != "=" }.dropFirst()))
    }
    return FetchSettings(
      url: url, parameters: Dictionary(pairs) { $1 }, headers: header, isOffline: offline,
      maximumAge: maxAge, timeout: timeout)
  }
}
