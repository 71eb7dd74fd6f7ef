import Foundation
import TestConditions
import TestTools
import Testing

/// The script that runs the stages of `make test`.
@Suite(.needs(python: "json", of: "python3")) struct StageTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func stage(
    _ arguments: String..., environment: [String: String] = [:]
  ) throws -> Program.Result {
    let script = Program.repository.appendingPathComponent(".ci/stage.py").path
    return try Program.run(
      URL(fileURLWithPath: "/usr/bin/env"), [Python.program, "-B", script] + arguments,
      environment: environment, folder: scratch.url)
  }

  private func log(_ name: String) throws -> String {
    try String(contentsOf: scratch.file(".build/test/\(name).log"), encoding: .utf8)
  }

  /// Runs `stage.py` with a shell command in place of `swift test`. The command writes the events
  /// to the file that `stage.py` names in its arguments.
  private func tests(
    _ events: [String], then end: String = "exit 1", environment: [String: String] = [:]
  ) throws -> Program.Result {
    let source = #""sourceLocation":{"filePath":"\#(scratch.url.path)/Tests/A.swift","#
    let known =
      #"{"kind":"test","payload":{"id":"A.S","kind":"suite","name":"S"}}"# + "\n"
      + #"{"kind":"test","payload":{"id":"A.S/f()/A.swift:3:1","kind":"function","name":"f()","#
      + #""displayName":"a sentence",\#(source)"line":3,"column":1}}}"# + "\n"
    let lines = events.map {
      #"{"kind":"event","payload":"# + $0.replacingOccurrences(of: "@A:", with: source) + "}\n"
    }
    let file = try scratch.write(known + lines.joined(), to: "events")
    _ = try stage("begin")
    return try stage(
      "tests", "sh", "-c", "cat \(file) > \"$2\"; echo output; \(end)", "sh",
      environment: environment)
  }

  private static let suite =
    #"{"kind":"testEnded","testID":"A.S","messages":[{"symbol":"fail","text":"Suite S failed."}]}"#
  private static let closing =
    #"{"kind":"runEnded","messages":[{"symbol":"fail","text":"Test run with 1 test failed."}]}"#

  @Test("a stage keeps its exit status, logs its output, and prints the cause of a failure last")
  func cause() throws {
    _ = try stage("begin")
    let passed = try stage("run", "fine", "sh", "-c", "echo noise")
    #expect(passed.status == 0 && passed.lines.count == 2, "\(passed.text)")
    #expect(passed.text.hasPrefix("fine: passed after "))
    #expect(try log("fine") == "noise\n")
    let failed = try stage(
      "run", "broken", "sh", "-c",
      "echo 'x.swift:1:2: error: bad' >&2; seq 99; echo last; exit 3")
    #expect(failed.status == 3)
    #expect(failed.text.contains("  x.swift:1:2: error: bad\n"), "\(failed.text)")
    #expect(failed.text.hasSuffix("  99\n  last\n") && failed.lines.count < 20)
    let report = try stage("report")
    #expect(report.status == 1 && report.text.contains("x.swift:1:2: error: bad"))
    #expect(report.text.contains("FAILED: broken;"))
  }

  @Test(
    "a stage ends with its command, although a child still runs, and reports a signal in its status"
  )
  func leftBehind() throws {
    let start = ContinuousClock.now
    #expect(try stage("run", "left", "sh", "-c", "sleep 60 & exit 0").status == 0)
    #expect(ContinuousClock.now - start < .seconds(30))
    #expect(try stage("run", "killed", "sh", "-c", "kill -SEGV $$").status == 128 + 11)
    #expect(try stage("run", "absent", "/nonexistent/program").status == 127)
  }

  @Test("the report repeats each failure with its location and each skip with its reason")
  func report() throws {
    let issue =
      #"{"kind":"issueRecorded","testID":"A.S/f()/A.swift:3:1","issue":{"isFailure":true,@A:"#
      + #""line":7,"column":5}},"messages":[{"symbol":"fail","text":"Expectation failed: 1 == 2"},"#
      + #"{"symbol":"details","text":"a comment\nof two lines"}]}"#
    let skip =
      #"{"kind":"testSkipped","testID":"A.g()/A.swift:9:1","#
      + #""messages":[{"symbol":"skip","text":"Test g() skipped: \"needs tmux\""}]}"#
    let run = try tests([issue, skip, Self.suite, Self.closing])
    #expect(run.status == 1)
    #expect(run.text.contains("FAIL  A.S, ") && run.text.contains("Test run with 1 test failed.\n"))
    #expect(!run.text.contains("output"))
    #expect(try log("tests") == "output\n")
    let report = try stage("report")
    #expect(report.status == 1)
    #expect(
      report.text.contains(
        """
        Tests/A.swift:7:5: A.S/f() "a sentence"
            Expectation failed: 1 == 2
            a comment
            of two lines

        Skipped (1):
          A.g(): needs tmux

        """), "\(report.text)")
  }

  @Test("a run without an end event fails, and the report names the tests that were running")
  func crash() throws {
    let started = #"{"kind":"testStarted","testID":"A.S/f()/A.swift:3:1","messages":[]}"#
    let crash = try tests([started], then: "echo 'Fatal error: Index out of range' >&2; exit 0")
    #expect(crash.status == 1)
    let report = try stage("report")
    #expect(report.status == 1 && report.text.contains("  Fatal error: Index out of range\n"))
    #expect(report.text.contains("these tests had begun and not ended: A.S/f()"), "\(report.text)")
  }

  @Test("a run in which no test begins or ends for long is ended, with its tests and processes")
  func stuck() throws {
    let started = #"{"kind":"testStarted","testID":"A.S/f()/A.swift:3:1","messages":[]}"#
    for events in [[started], [started, Self.closing]] {
      let run = try tests(
        events, then: "sleep 987", environment: ["SECTIONENGINE_LONGEST_SILENCE": "2"])
      #expect(run.status != 0)
      let report = try stage("report")
      #expect(report.text.contains("no test began or ended for 2 s"), "\(report.text)")
      #expect(report.text.contains("sleep 987"), "\(report.text)")
      #expect(report.text.contains("these tests had begun and not ended: A.S/f()"))
    }
  }

  @Test("a run without failures is reported in one line")
  func success() throws {
    let run = try tests([Self.closing], then: "exit 0")
    #expect(run.status == 0)
    let report = try stage("report")
    #expect(report.status == 0 && report.text.contains("Everything passed;"), "\(report.text)")
  }

  @Test("a run that is interrupted says how many cases of tests have ended")
  func cases() throws {
    let started = #"{"kind":"testStarted","testID":"A.S/f()/A.swift:3:1","messages":[]}"#
    func event(_ kind: String) -> String {
      #"{"kind":"\#(kind)","testID":"A.S/f()/A.swift:3:1","messages":[]}"#
    }
    let events =
      [started] + (0..<3).flatMap { _ in [event("testCaseStarted"), event("testCaseEnded")] }
      + [event("testCaseStarted")]
    let run = try tests(events, then: "sleep 1; kill -TERM $PPID; sleep 5")
    #expect(run.text.contains("3 test cases have ended, 1 test has begun; at work: A.S/f()"))
    let none = try tests([started], then: "sleep 1; kill -TERM $PPID; sleep 5")
    #expect(!none.text.contains("0 test") && none.text.contains("1 test has begun"))
  }
}
