internal import SectionEngine

/// A folder of pictures. The SHA-256 of a picture's address, in hexadecimal, is its file name.
struct PictureFolder {
  let path: String
  private var names: [String: String]

  /// The maximum size of a picture file, in bytes.
  static let longest = 8 << 20

  static func digest(of address: String) -> String { FileDigest(of: Array(address.utf8)).text }

  /// - Throws: `ExitError` if the folder does not exist or, unless `isToFill`, has no picture.
  init(_ path: String, isToFill: Bool = false) throws {
    self.path = path
    let entries = Support.entries(of: path)
    let hasPicture = entries?.contains { $0.prefix { $0.isHexDigit }.count == 64 } ?? false
    guard let entries, isToFill || hasPicture else {
      throw ExitError.couldNotRun(
        .pictureProblem, "`\(shown(path, limit: 200))` is not a folder with pictures",
        label: entries == nil ? systemReason() : "no file has the name of a picture",
        helps: [
          "`sectionengine images fetch --host NAME -o DIR` makes one",
          "`sectionengine images list` prints the names of the files",
        ])
    }
    names = Dictionary(
      entries.sorted().map { (String($0.prefix { $0 != "." }), $0) }, uniquingKeysWith: { $1 })
  }

  /// Returns the pictures of a page. Reports unusable files on standard error.
  func pictures(of page: Page) -> Pictures { reporting(page.pictureAddresses) }

  /// Returns the pictures of pages. Reports unusable files on standard error.
  func pictures(of pages: [Page]) -> Pictures {
    reporting(pages.flatMap(\.pictureAddresses))
  }

  private func reporting(_ addresses: [String]) -> Pictures {
    let (pictures, faults) = pictures(at: addresses)
    Output.report(faults, color: .auto)
    return pictures
  }

  func contains(_ address: String) -> Bool { names[Self.digest(of: address)] != nil }

  /// Returns the pictures at addresses. Addresses without a file in the folder are omitted.
  func pictures(at addresses: [String]) -> (pictures: Pictures, faults: [Diagnostic]) {
    var pictures = Pictures()
    var faults: [Diagnostic] = []
    for address in addresses.uniqued {
      guard let name = names[Self.digest(of: address)] else { continue }
      let file = "\(path)/\(name)"
      let bytes = (try? readSource(file, onlyFiles: true)).map { bytes in
        withExtendedLifetime(bytes) { Array(bytes.text) }
      }
      if let bytes, bytes.count <= Self.longest, pictures.add(bytes, at: address) { continue }
      faults.append(
        Diagnostic(
          .pictureProblem, .warning, "the file of a picture is not drawn",
          label: bytes == nil
            ? "it cannot be read"
            : "expected PNG, JPEG, GIF or WebP of at most 8 MB and 100 megapixels",
          notes: ["`\(shown(file, limit: 200))` of \(shown(address, limit: 200))"],
          helps: ["replace the file, or remove it"]))
    }
    return (pictures, faults)
  }
}
