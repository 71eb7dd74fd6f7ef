import Foundation

/// A folder that is removed together with the value.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    let template = NSTemporaryDirectory() + "/sectionengine-tests-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: template, withIntermediateDirectories: true)
    path = template
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func path(_ name: String) -> String { path + "/" + name }

  @discardableResult
  func write(_ name: String, _ bytes: some Collection<UInt8>) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
    return path(name)
  }

  func read(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: path(name))))
  }
}
