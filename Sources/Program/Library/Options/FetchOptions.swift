internal import ArgumentParser

/// Options for requesting sources over http(s).
struct FetchOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Server from which the layout's sources are fetched.",
      valueName: "base"))
  var url: String?

  @Option(
    help: ArgumentHelp("Parameter of the layout's requests; repeatable.", valueName: "name=value")
  )
  var parameter: [String] = []

  @Option(
    help: ArgumentHelp(
      "Header of every request to the server; ${NAME} is replaced by the environment variable. Repeatable.",
      valueName: "'name: value'"))
  var header: [String] = []

  @Flag(help: "Use cached replies only, without any request.")
  var offline = false

  @Option(
    help: ArgumentHelp(
      "Use cached replies up to this age without a request.", valueName: "seconds")
  )
  var maxAge: Int?

  @Option(
    help: ArgumentHelp("Time limit for each reply, retries included.", valueName: "seconds"))
  var timeout = 30.0

  func validate() throws {
    for entry in parameter
    where entry.split(separator: "=", maxSplits: 1).isEmpty || entry.first == "="
      || !entry.contains("=")
    {
      throw ValidationError("--parameter takes NAME=VALUE, found `\(entry)`")
    }
    // A header may be a secret, so the message does not repeat it.
    for entry in header where !entry.dropFirst().contains(":") {
      throw ValidationError("--header takes 'Name: value'")
    }
    if let maxAge, maxAge < 0 {
      throw ValidationError("--max-age takes seconds from 0, found \(maxAge)")
    }
    if !(timeout >= 0.1 && timeout <= 3_600) {
      throw ValidationError("--timeout takes seconds from 0.1 to 3600, found \(timeout)")
    }
    if let url, !isWebAddress(url) {
      throw ValidationError("--url takes an http or https URL")
    }
    // A query or fragment would be lost when a path of the layout is resolved against the base.
    if let url, url.contains(where: { $0 == "?" || $0 == "#" }) {
      throw ValidationError(
        "--url takes a URL without `?` and `#`; queries are for the layout's requests")
    }
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
