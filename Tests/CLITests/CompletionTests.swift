import Foundation
import TestConditions
import Testing

@Suite struct CompletionTests {
  private static let shells = ["bash", "zsh", "fish"]

  /// A script that prints bash's completions of the last word of a command line, one per line.
  private static let driver = """
    source "$1"; shift
    COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}
    COMPREPLY=()
    "$(complete -p sectionengine | sed 's/.*-F \\([^ ]*\\).*/\\1/')" sectionengine "${COMP_WORDS[-1]}" "${COMP_WORDS[-2]}"
    printf '%s\\n' "${COMPREPLY[@]}"
    """

  private static func script(_ shell: String) throws -> String {
    let result = try Program.run(["completions", shell])
    try #require(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    return result.text
  }

  private static func run(_ shell: String, _ arguments: [String], folder: URL) throws
    -> Program.Result
  {
    let programs = Program.url.deletingLastPathComponent().path
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return try Program.run(
      URL(fileURLWithPath: "/usr/bin/env"), [shell] + arguments,
      environment: ["PATH": "\(programs):\(path)"], folder: folder)
  }

  @Test(
    "bash completes commands, options, and values that only the installation knows",
    .needs(tool: "bash"),
    arguments: [
      (["ren"], ["render"]), (["plugin", "tr"], ["trust"]), (["dump", "--dev"], ["--device"]),
      (["render", "--device", "iphone-14"], ["iphone-14", "iphone-14-plus"]),
      (["render", "--layout", "wan"], ["wanandroid-home", "wanandroid-search"]),
      (["render", "--layout", "my"], ["my feeds/", "my.json"]),
      (["render", "--layout", "my feeds/"], ["my feeds/deep.json"]),
      (["render", "--format", "json"], ["json", "json-lines"]),
      (["render", "m"], ["my feeds", "my.json", "mud.txt"]),
      (["render", "--plugins", "m"], ["my feeds"]),
      (["dump", "--section", "MEN"], ["MENUS"]),
      (["dump", "--layout", "mall-home", "--section", "ma"], ["marquee"]),
      (["dump", "--layout", "no-such", "--section", "MEN"], ["MENUS"]),
      (["dump", "--metrics", "d"], ["default", "default-2"]),
      (["dump", "--appearance", "d"], ["dark"]),
      (["schema", "lay"], ["layout"]), (["completions", ""], ["bash", "zsh", "fish"]),
      (["plugin", "check", "--only", "claims"], ["claims"]),
      (["plugin", "check", "m"], ["my feeds", "my.json"]),
    ])
  func bash(_ words: [String], _ offered: [String]) throws {
    let scratch = try Scratch()
    let script = try scratch.write(try Self.script("bash"), to: ".script")
    let driver = try scratch.write(Self.driver, to: ".driver")
    for name in ["my feeds/deep.json", "my.json", "mud.txt"] { try scratch.write("{}", to: name) }
    let result = try Self.run(
      "bash", ["--norc", driver, script, "sectionengine"] + words, folder: scratch.url)
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    let found = Set(result.lines).subtracting(["", "--version", "-h", "--help"])
    #expect(found == Set(offered))
  }

  @Test("a script asks the program for layout names at completion time", arguments: shells)
  func contents(_ shell: String) throws {
    let text = try Self.script(shell)
    #expect(text.hasSuffix("\n") && text.contains("ambiguous"))
    #expect(!text.contains("wanandroid"))
  }

  @Test(
    "every shell can parse its script", .needs(tool: "bash"), .needs(tool: "zsh"),
    .needs(tool: "fish"), arguments: shells)
  func syntax(_ shell: String) throws {
    let scratch = try Scratch()
    let script = try scratch.write(try Self.script(shell), to: "script")
    let result = try Self.run(shell, ["-n", script], folder: scratch.url)
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
  }

  @Test(
    "an installation has the scripts in the folders where shells look for them", .needsInstallation)
  func installed() throws {
    let prefix = try #require(Program.prefix)
    for (shell, place) in [
      ("bash", "share/bash-completion/completions/sectionengine"),
      ("zsh", "share/zsh/site-functions/_sectionengine"),
      ("fish", "share/fish/vendor_completions.d/sectionengine.fish"),
    ] {
      let file = try String(contentsOf: prefix.appendingPathComponent(place), encoding: .utf8)
      #expect(try file == Self.script(shell), "\(place)")
    }
  }

  @Test("an unknown shell is a usage error")
  func unknown() throws {
    for arguments in [["tcsh"], [], ["bash", "zsh"]] {
      let result = try Program.run(["completions"] + arguments)
      #expect(result.status == 64 && result.output.isEmpty && !result.errors.isEmpty)
    }
  }
}
