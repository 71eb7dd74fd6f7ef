import SectionEngine

/// The settings in `snapshots.json`: the feeds and the environments to record.
package struct SnapshotSettings: Sendable {
  /// The folder and the devices of a project that names none.
  package static let standardFolder = "Snapshots"
  package static let standardDevices = ["iphone-se", "iphone-14", "ipad-11"]

  /// A feed and its sources. File names are as written, relative to the folder of the settings.
  package struct Feed: Sendable {
    package var name: String
    /// The file of the primary source; `nil` for the samples of the layout.
    package var file: String?
    /// A bundled layout or a file; `nil` selects the bundled layout that fits the feed.
    package var layout: String?
    /// Bundled font metrics or a metrics file; `nil` for the default.
    package var metrics: String?
    /// A font set or a font file; `nil` for none.
    package var font: String?
    package var sources: [(name: String, file: String)] = []
    package var plugins: [String] = []
    /// The positions of `plugins` in the file that names them.
    package var pluginPlaces: [String: SourceLocation] = [:]
    package var unknown = UnknownPolicy.generic
    package var matrix: SnapshotMatrix

    package init(
      name: String, file: String?, layout: String?, metrics: String?, font: String? = nil,
      sources: [(name: String, file: String)], plugins: [String],
      pluginPlaces: [String: SourceLocation] = [:], unknown: UnknownPolicy = .generic,
      matrix: SnapshotMatrix
    ) {
      self.name = name
      self.file = file
      self.layout = layout
      self.metrics = metrics
      self.font = font
      self.sources = sources
      self.plugins = plugins
      self.pluginPlaces = pluginPlaces
      self.unknown = unknown
      self.matrix = matrix
    }
  }

  package static let fileName = "snapshots.json"

  package var feeds: [Feed]

  package init(feeds: [Feed]) { self.feeds = feeds }

  /// Whether all matrices together have at most `SnapshotMatrix.mostCells` cells.
  package var isWithinLimit: Bool {
    feeds.reduce(0) { $1.matrix.count(after: $0) } <= SnapshotMatrix.mostCells
  }

  package static func parse(
    _ document: FeedDocument, devices: [String]
  ) -> Diagnosed<SnapshotSettings?> {
    ConfigurationReader.read("snapshots file", code: .invalidSnapshots) {
      SnapshotSettings(feeds: $0.snapshotFeeds(document.root, devices: devices))
    }
  }
}

extension ConfigurationReader {
  fileprivate mutating func snapshotFeeds(
    _ root: FeedValue, devices: [String]
  ) -> [SnapshotSettings.Feed] {
    guard object(root, required: ["feeds"], optional: ["$schema", "matrix"]) else { return [] }
    _ = string(root["$schema"])
    let matrix = matrix(root["matrix"], over: SnapshotMatrix(), known: devices)
    let elements = elements(root["feeds"])
    if root["feeds"].kind == .array, elements.isEmpty {
      refuse(root["feeds"], "`feeds` is empty", label: "expected at least one feed")
    }
    var feeds: [SnapshotSettings.Feed] = []
    var folders: Set<String> = []
    var cells = 0
    for element in elements {
      guard let feed = feed(element, matrix: matrix, devices: devices) else { continue }
      // On file systems that ignore case, these names would be the same folder.
      if !folders.insert(feed.name.lowercased()).inserted {
        refuse(
          element["name"], "feed `\(feed.name)` is repeated", label: "expected a new name",
          notes: ["a feed's folder has its name; names that differ only in case are equal"])
      }
      let sum = feed.matrix.count(after: cells)
      if sum > SnapshotMatrix.mostCells, cells <= SnapshotMatrix.mostCells {
        refuse(
          element, "the matrix has more than \(SnapshotMatrix.mostCells) cells",
          label: sum == .max ? "more than can be counted" : "\(sum) with this feed",
          helps: [
            "shorten the lists of the matrix, or divide the feeds among several snapshot folders"
          ])
      }
      cells = sum
      feeds.append(feed)
    }
    return feeds
  }

  private mutating func feed(
    _ value: FeedValue, matrix: SnapshotMatrix, devices: [String]
  ) -> SnapshotSettings.Feed? {
    guard
      object(
        value, required: ["name"],
        optional: ["feed", "font", "layout", "matrix", "metrics", "plugins", "sources", "unknown"])
    else { return nil }
    let name = string(value["name"])
    if let name { checkFolderName(name, at: value["name"]) }
    let own = self.matrix(value["matrix"], over: matrix, known: devices)
    if own.devices.isEmpty, !value["matrix"]["devices"].exists {
      refuse(
        value, "no devices are named", label: "expected `matrix` with `devices`, here or for all",
        helps: ["list them with `sectionengine devices`"])
    }
    let sources = members(value["sources"]).compactMap { member in
      file(member).map { (name: member.key, file: $0) }
    }
    let unknown: UnknownPolicy? = word(value["unknown"])
    let plugins = self.elements(value["plugins"]).compactMap { value in
      file(value).map { (file: $0, place: value.location) }
    }
    guard let name else { return nil }
    return SnapshotSettings.Feed(
      name: name, file: file(value["feed"]), layout: file(value["layout"]),
      metrics: file(value["metrics"]), font: file(value["font"]), sources: sources,
      plugins: plugins.map(\.file),
      pluginPlaces: Dictionary(plugins.map { ($0.file, $0.place) }) { first, _ in first },
      unknown: unknown ?? .generic, matrix: own)
  }

  /// Reads a file name. Rejects a URL, because the replies of a server change.
  private mutating func file(_ value: FeedValue) -> String? {
    guard let file = string(value) else { return nil }
    let lower = file.lowercased()
    if file == "-" || lower.hasPrefix("http://") || lower.hasPrefix("https://") {
      refuse(
        value, "a snapshot is drawn from files only", label: "expected a file",
        helps: ["save the reply beside it: `curl -o feed.json URL`"])
      return nil
    }
    if file.unicodeScalars.contains(where: { $0.value < 0x20 }) {
      mismatch(value, expected: "the name of a file")
      return nil
    }
    return file
  }

  /// Reports a name that is not valid for a folder on every system.
  package mutating func checkFolderName(_ name: String, at value: FeedValue) {
    let refused = name.unicodeScalars.first { scalar in
      [.control, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
        || "/\\:*?\"<>|".unicodeScalars.contains(scalar)
    }
    let isHidden = name.hasPrefix(".") || name.hasPrefix("-")
    let isPadded = name.hasPrefix(" ") || name.hasSuffix(" ") || name.hasSuffix(".")
    let isEmpty = name.isEmpty || name.utf8.count > 100
    guard refused != nil || isHidden || isPadded || isEmpty else { return }
    refuse(
      value, "`\(shown(name))` cannot be the name of a folder",
      label: "expected at most 100 bytes without / \\ : * ? \" < > |, not hidden",
      notes: ["the snapshots of a feed are in a folder of its name"])
  }

  /// Reads a matrix. Axes that it omits have the words of `general`.
  package mutating func matrix(
    _ value: FeedValue, over general: SnapshotMatrix, known: [String]
  ) -> SnapshotMatrix {
    let axes: [(key: String, axis: SnapshotAxis)] = [
      ("devices", .device), ("appearances", .appearance), ("directions", .direction),
      ("textSizes", .textSize), ("locales", .locale), ("stresses", .stress),
    ]
    guard value.exists, object(value, optional: axes.map(\.key)) else { return general }
    var matrix = general
    for (key, axis) in axes where value[key].exists {
      matrix.words[axis] = words(value[key]) { reader, value in
        switch axis {
        case .device: reader.device(value, known: known)
        case .locale: reader.locale(value)
        case .stress: reader.stress(value)
        case .appearance, .direction, .textSize: reader.word(value, among: axis.vocabulary ?? [])
        }
      }
    }
    return matrix
  }

  /// Reads the words of an axis: at least one, without duplicates.
  package mutating func words(
    _ value: FeedValue, _ read: (inout ConfigurationReader, FeedValue) -> String?
  ) -> [String] {
    let elements = elements(value)
    if value.kind == .array, elements.isEmpty {
      refuse(
        value, "`\(value.key)` is empty: the matrix has no cell",
        label: "expected at least one word", helps: ["leave `\(value.key)` out for the standard"])
    }
    var words: [String] = []
    var seen: Set<String> = []
    for element in elements {
      guard let word = read(&self, element) else { continue }
      if seen.insert(word.lowercased()).inserted {
        words.append(word)
      } else {
        refuse(element, "`\(word)` is repeated", label: "expected another word")
      }
    }
    return words
  }

  package mutating func device(_ value: FeedValue, known: [String]) -> String? {
    guard let name = string(value) else { return nil }
    if known.contains(name) { return name }
    refuse(
      value, "no device is named `\(Support.shown(name, limit: 40))`",
      helps: Suggestion.helps(for: name, among: known)
        + ["list them with `sectionengine devices`"])
    return nil
  }

  private mutating func stress(_ value: FeedValue) -> String? {
    guard let word = string(value) else { return nil }
    if SnapshotAxis.stress.claims(word) { return word }
    let words = [SnapshotAxis.unstressed] + Stress.words
    refuse(
      value, "no change of the content is named `\(Support.shown(word, limit: 40))`",
      label: "expected one of \(words.joined(separator: ", "))",
      helps: Suggestion.helps(for: word, among: words))
    return nil
  }

  private mutating func locale(_ value: FeedValue) -> String? {
    read(value, expected: "a BCP 47 tag such as `zh-CN`", \.string) { tag in
      (1...35).contains(tag.utf8.count) && !SnapshotNaming.isTaken(tag)
        && tag.utf8.allSatisfy { Self.isAlphanumeric($0) || $0 == UInt8(ascii: "-") }
    }
  }
}
