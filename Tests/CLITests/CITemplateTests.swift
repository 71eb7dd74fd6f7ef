import Foundation
import TestConditions
import Testing

/// The steps of the GitHub action and of the GitLab template, run with an archive whose program
/// prints its arguments.
@Suite struct CITemplateTests {
  private static let version = "9.9.9"

  /// Returns the shell scripts in the block scalars of a file in `.release/ci`.
  static func scripts(in file: String) throws -> [String] {
    let text = try String(
      contentsOf: Program.repository.appendingPathComponent(".release/ci/\(file)"),
      encoding: .utf8)
    var scripts: [String] = []
    var indent: Int?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      let depth = line.prefix { $0 == " " }.count
      if let open = indent, depth > open || line.isEmpty {
        scripts[scripts.count - 1] += line.trimmingPrefix { $0 == " " } + "\n"
      } else {
        let isScript = line.hasSuffix("run: |") || line.hasSuffix("- |")
        indent = isScript ? depth : nil
        if isScript { scripts.append("set -e\n") }
      }
    }
    return scripts
  }

  /// Writes an archive with the name that `make dist` gives it, and its checksum.
  private static func writeArchive(in scratch: Scratch) throws {
    let program =
      "#!/bin/sh\nprintf '%s|' \"$@\" >> \"$PRINTED\"\necho >> \"$PRINTED\"\n[ \"$1\" != report ] || exit ${FAILURE:-0}\n[ \"$1\" != diff ] || exit ${DIFFERENCE:-0}\n[ \"$1\" != check ] || exit ${FINDING:-0}\n"
    let build = """
      name=sectionengine-\(version)-linux-$(uname -m)
      mkdir -p $name/bin $name/licenses release
      for folder in include lib libexec share; do
        mkdir -p $name/$folder/sectionengine; : > $name/$folder/sectionengine/file
      done
      mkdir $name/share/sectionengine/ci
      cp post-comment $name/share/sectionengine/ci/
      cp "$0" $name/install.sh; cp program $name/bin/sectionengine; : > $name/LICENSE
      chmod +x $name/install.sh $name/bin/sectionengine $name/share/sectionengine/ci/post-comment
      tar -czf release/$name.tar.gz $name && cd release && sha256sum $name.tar.gz > $name.tar.gz.sha256
      """
    try scratch.write(program, to: "program")
    try scratch.write(
      "#!/bin/sh\nprintf 'comment|%s|%s|\\n' \"$1\" \"$TOKEN\" >> \"$PRINTED\"\n",
      to: "post-comment")
    let install = Program.repository.appendingPathComponent(".release/install.sh").path
    let built = try Program.run(
      URL(fileURLWithPath: "/bin/sh"), ["-c", "cd \"$1\"\n" + build, install, scratch.url.path])
    #expect(built.status == 0, "\(built.errors)")
  }

  private static func run(
    _ script: String, _ variables: [String: String], in scratch: Scratch
  ) throws -> Program.Result {
    let values = variables.sorted { $0.key < $1.key }.map { "\($0.key)='\($0.value)'" }
    return try Program.run(
      URL(fileURLWithPath: "/usr/bin/env"),
      values.map { $0.replacing("'", with: "") }
        + ["bash", "-c", "cd \"$0\"\n" + script, scratch.file("work").path])
  }

  @Test(
    "the action installs the archive, runs each command, and ends with the highest status",
    .needs(tool: "curl"))
  func action() throws {
    let scratch = try Scratch()
    try Self.writeArchive(in: scratch)
    try scratch.write("", to: "work/empty")
    let steps = try Self.scripts(in: "action.yml")
    try #require(steps.count == 3)
    let temporary = scratch.url.path
    var variables = [
      "URL": "file://\(temporary)/release", "VERSION": Self.version, "RUNNER_TEMP": temporary,
      "GITHUB_PATH": "\(temporary)/path", "PRINTED": "\(temporary)/printed", "HOME": temporary,
      "PATH": "/usr/bin:/bin",
    ]
    let installed = try Self.run(steps[0], variables, in: scratch)
    #expect(installed.status == 0, "\(installed.errors)")
    let path = try String(contentsOf: scratch.file("path"), encoding: .utf8)
    variables["PATH"] = path.trimmingCharacters(in: .whitespacesAndNewlines) + ":/usr/bin:/bin"
    variables["COMMANDS"] =
      "snapshot verify --format github\n\ndiff --base origin/${GITHUB_BASE_REF:-main}\n"
    try? FileManager.default.removeItem(at: scratch.file("printed"))
    variables["DIFFERENCE"] = "1"
    let ran = try Self.run(steps[1], variables, in: scratch)
    #expect(ran.status == 1, "\(ran.errors)")
    #expect(
      try String(contentsOf: scratch.file("printed"), encoding: .utf8)
        == "snapshot|verify|--format|github|\ndiff|--base|origin/main|\n")

    // With the default commands, a finding fails the step. If the report could not run, its error is
    // the only one.
    let action = try String(
      contentsOf: Program.repository.appendingPathComponent(".release/ci/action.yml"),
      encoding: .utf8)
    let lines = try #require(
      action.split(separator: "default: |\n").last?.split(separator: "  comment:").first)
    variables["COMMANDS"] = String(lines)
    variables["DIFFERENCE"] = nil
    try? FileManager.default.removeItem(at: scratch.file("printed"))
    #expect(try Self.run(steps[1], variables, in: scratch).status == 0)
    #expect(
      try String(contentsOf: scratch.file("printed"), encoding: .utf8) == """
        report|--base|origin/main|-o|layout-review|--exit-zero|
        check|--base|origin/main|--format|github|
        snapshot|verify|--format|github|

        """)
    variables["FINDING"] = "1"
    #expect(try Self.run(steps[1], variables, in: scratch).status == 1)
    variables["FINDING"] = nil
    variables["FAILURE"] = "2"
    try? FileManager.default.removeItem(at: scratch.file("printed"))
    #expect(try Self.run(steps[1], variables, in: scratch).status == 2)
    #expect(
      try String(contentsOf: scratch.file("printed"), encoding: .utf8).count { $0 == "\n" } == 1)

    // A changed archive is refused.
    try scratch.write("x", to: "release/sectionengine-\(Self.version)-linux-\(machine).tar.gz")
    #expect(try Self.run(steps[0], variables, in: scratch).status != 0)
  }

  @Test(
    "the GitLab job installs the archive, and writes all reports before it fails",
    .needs(tool: "curl"))
  func gitlab() throws {
    let scratch = try Scratch()
    try Self.writeArchive(in: scratch)
    try scratch.write("", to: "work/empty")
    let scripts = try Self.scripts(in: "sectionengine.gitlab-ci.yml")
    try #require(scripts.count == 2)
    let variables = [
      "SECTIONENGINE_URL": "file://\(scratch.url.path)/release", "HOME": scratch.url.path,
      "SECTIONENGINE_VERSION": Self.version, "CI_DEFAULT_BRANCH": "trunk", "PATH": "/usr/bin:/bin",
      "PRINTED": scratch.file("printed").path, "CI_JOB_URL": "https://git.example/j/1",
      "SECTIONENGINE_TOKEN": "secret",
    ]
    let ran = try Self.run(scripts.joined(), variables, in: scratch)
    #expect(ran.status == 0, "\(ran.errors)")
    let printed = try String(contentsOf: scratch.file("printed"), encoding: .utf8)
    #expect(
      printed == """
        report|--base|origin/trunk|-o|public|--site|https://git.example/j/1/artifacts/file/public|
        comment|public/comment.md|secret|
        check|--base|origin/trunk|--format|junit|-o|check.xml|
        diff|--base|origin/trunk|--format|gitlab|-o|gl-code-quality-report.json|--exit-zero|
        snapshot|verify|--format|junit|-o|snapshots.xml|

        """)
    for failure in [["DIFFERENCE": "2"], ["FINDING": "1"]] {
      let failing = variables.merging(failure) { $1 }
      #expect(try Self.run(scripts.joined(), failing, in: scratch).status == 1)
    }
  }

  @Test("the address of the releases is the same everywhere, and the action reads it from one file")
  func address() throws {
    func text(_ file: String) throws -> String {
      try String(contentsOf: Program.repository.appendingPathComponent(file), encoding: .utf8)
    }
    let address = try text(".release/address").trimmingCharacters(in: .newlines)
    #expect(address.hasSuffix("/releases/download/v0.1.0"))
    for file in [
      "README.md", ".release/ci/sectionengine.gitlab-ci.yml",
      "Sources/Engine/Documentation.docc/Installing.md",
    ] { #expect(try text(file).contains(address), "\(file)") }
    // No page and no template has another one.
    for file in DocumentationTests.pages + [
      ".release/ci/sectionengine.gitlab-ci.yml", ".release/ci/action.yml", ".release/README.md",
    ] {
      for match in try text(file).matches(of: #/https:\S*\/releases\/download\S*/#) {
        #expect(match.output.hasPrefix(address), "\(file): \(match.output)")
      }
    }
    // Without the input `url`, the action takes the archive from there.
    let scratch = try Scratch()
    try Self.writeArchive(in: scratch)
    try scratch.write("", to: "work/empty")
    try scratch.write("file://\(scratch.url.path)/release\n", to: "action/address")
    try scratch.write("", to: "action/ci/action.yml")
    let installed = try Self.run(
      try #require(try Self.scripts(in: "action.yml").first),
      [
        "URL": "", "VERSION": Self.version, "RUNNER_TEMP": scratch.url.path,
        "GITHUB_ACTION_PATH": scratch.file("action/ci").path, "HOME": scratch.url.path,
        "GITHUB_PATH": scratch.file("path").path, "PATH": "/usr/bin:/bin",
      ], in: scratch)
    #expect(installed.status == 0, "\(installed.errors)")
  }

  @Test(
    "Dockerfile and workflows build with one toolchain, and their scripts are valid",
    .needs(tool: "bash"))
  func toolchain() throws {
    func text(_ file: String) throws -> String {
      try String(contentsOf: Program.repository.appendingPathComponent(file), encoding: .utf8)
    }
    let files = [
      ".github/workflows/test.yml", ".github/workflows/release.yml", ".release/Dockerfile",
    ]
    let versions = try files.map { file in
      let found = try #require(
        try text(file).firstMatch(of: #/SWIFT_VERSION(?:=|: )(\d+\.\d+\.\d+)\n/#))
      return String(found.1)
    }
    #expect(Set(versions).count == 1, "\(versions)")
    // The image is built from the checkout, without an archive that was made elsewhere.
    let docker = try text(".release/Dockerfile")
    #expect(docker.components(separatedBy: "FROM debian:12-slim").count == 3)
    #expect(docker.contains("COPY . /source") && docker.contains("make dist"))
    for file in [
      "../../.github/workflows/release.yml", "action.yml", "sectionengine.gitlab-ci.yml",
    ] {
      let scripts = try Self.scripts(in: file)
      #expect(!scripts.isEmpty)
      for script in scripts {
        let checked = try Program.run(
          URL(fileURLWithPath: "/usr/bin/env"), ["bash", "-n", "-c", script])
        #expect(checked.status == 0, "\(file): \(checked.errors)")
      }
    }
  }

  private var machine: String {
    var name = utsname()
    uname(&name)
    return withUnsafeBytes(of: name.machine) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
