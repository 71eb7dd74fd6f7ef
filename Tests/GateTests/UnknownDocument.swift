import Foundation

/// A document of `Tests/Shapes`, which no feed layout fits.
struct UnknownDocument: Sendable {
  var name: String
  var text: String

  /// The documents of `documents.txt`, without what a reader expects of them, and the drafts.
  static let all: [UnknownDocument] = {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Shapes")
    func text(_ file: String) -> String {
      (try? String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)) ?? ""
    }
    var documents: [UnknownDocument] = []
    for line in text("documents.txt").split(separator: "\n") {
      switch line.prefix(2) {
      case "==", "=~":
        documents.append(UnknownDocument(name: String(line.dropFirst(3)), text: ""))
      case "--", "* ", "+ ", "> ", "v ", "@ ", "! ", "x ": continue
      default:
        if !documents.isEmpty { documents[documents.count - 1].text += line + "\n" }
      }
    }
    let drafts = folder.appendingPathComponent("drafts").path
    let files = (try? FileManager.default.contentsOfDirectory(atPath: drafts)) ?? []
    return documents
      + files.sorted().map { UnknownDocument(name: $0, text: text("drafts/\($0)")) }
  }()
}
