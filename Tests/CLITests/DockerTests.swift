import Foundation
import Testing

/// The script that runs the program in a container, with a `docker` that prints its arguments.
@Suite struct DockerTests {
  private static func run(
    _ arguments: [String], in folder: String = "", of scratch: Scratch
  ) throws -> [String] {
    try scratch.write("#!/bin/sh\nprintf '%s\\n' \"$@\"\n", to: "bin/docker")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: scratch.file("bin/docker").path)
    let script = Program.repository.appendingPathComponent(".release/sectionengine-docker").path
    let words = ([script] + arguments).map { "'\($0)'" }.joined(separator: " ")
    let result = try Program.run(
      URL(fileURLWithPath: "/bin/sh"),
      [
        "-c", "cd \"$0\" && PATH=$1:$PATH exec \(words)", scratch.file(folder).path,
        scratch.file("bin").path,
      ])
    #expect(result.status == 0, "\(result.errors)")
    return result.text.split(separator: "\n").map(String.init)
  }

  private static func volume(_ words: [String]) -> String? {
    words.firstIndex(of: "--volume").map { words[$0 + 1] }
  }

  @Test("the folder of the repository or of the project is mounted under its own path")
  func folders() throws {
    let scratch = try Scratch()
    try scratch.write("", to: "a/b/feed.json")
    let root = try #require(realpath(scratch.url.path, nil).map { String(cString: $0) })
    func mounted(in folder: String) throws -> String? {
      let words = try Self.run(["render", "feed one.json"], in: folder, of: scratch)
      #expect(words.suffix(3) == ["sectionengine", "render", "feed one.json"])
      #expect(words.firstIndex(of: "--workdir").map { words[$0 + 1] } == "\(root)/\(folder)")
      return Self.volume(words)
    }
    #expect(try mounted(in: "a/b") == "\(root)/a/b:\(root)/a/b")
    try scratch.write("{}", to: "a/sectionengine.json")
    #expect(try mounted(in: "a/b") == "\(root)/a:\(root)/a")
    try scratch.write("", to: ".git/HEAD")
    #expect(try mounted(in: "a/b") == "\(root):\(root)")
  }

  @Test("serve listens in the container and is published on the loopback alone")
  func preview() throws {
    let scratch = try Scratch()
    for (arguments, port) in [
      (["serve"], "8090"), (["serve", "x.json", "--port", "9000"], "9000"),
      (["serve", "--port=9001"], "9001"),
    ] {
      let words = try Self.run(arguments, of: scratch)
      #expect(words.contains("127.0.0.1:\(port):\(port)"))
      let start = try #require(words.firstIndex(of: "serve"))
      #expect(
        Array(words[start...])
          == ["serve", "--listen", "0.0.0.0", "--allow-host", "localhost:\(port)"]
          + arguments.dropFirst())
    }
  }
}
