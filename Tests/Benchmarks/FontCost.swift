import Foundation
import LayoutCore
import Program

/// Cost of shaping texts with fonts, and of a process that reads the fonts.
enum FontCost {
  private static let files = [
    "/usr/share/fonts/opentype/inter/Inter-Regular.otf",
    "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc",
  ]

  /// Reports the measurements, or a note if the fonts are not installed.
  static func measure(program: String, _ report: inout Report) {
    guard files.allSatisfy(FileManager.default.fileExists) else {
      return print("texts in fonts: fonts-inter or fonts-noto-cjk is missing, not measured")
    }
    func measurer() -> ShapedTextMeasurer? {
      let faces = files.compactMap { try? FontFile($0).face(0) }
      return try? ShapedTextMeasurer(
        FontSet(name: "bench", families: faces.map { .init(faces: [$0]) }))
    }
    guard let shaped = measurer() else { return report.fail("the fonts cannot be read") }
    let words = ["Harbour lights, live", "今天听这些", "Slow Ferry – 每日", "AVATAR To You"]
    func label(_ number: Int) -> [UInt8] { Array("\(words[number % 4]) \(number)".utf8) }
    func measure(_ text: [UInt8], width: Double, _ measurer: any TextMeasurer = shaped) {
      text.withUnsafeBufferPointer {
        _ = measurer.measure($0, font: Font(size: 14), maxWidth: width, maxLines: 0)
      }
    }
    let labels = (0..<9_000).map(label)
    for text in labels { measure(text, width: 300) }
    var width = 300.0
    let times = fastest(
      rounds: 20,
      [
        { for text in labels.prefix(1_000) { measure(text, width: .infinity) } },
        {
          width -= 1
          for text in labels { measure(text, width: width) }
        },
      ])
    report.line("a label that was shaped before", times[0] / 1e6, unit: "µs", limit: 1)
    report.line("9 000 texts at a new width", times[1] / 1e6, unit: "ms", limit: 20)
    var fresh: [ShapedTextMeasurer] = (0..<8).compactMap { _ in measurer() }
    for measurer in fresh { measure(label(1), width: 300, measurer) }
    let first = fastest(
      rounds: 6,
      [
        {
          guard let measurer = fresh.popLast() else { return }
          for text in labels.prefix(1_000) { measure(text, width: .infinity, measurer) }
        }
      ])[0]
    report.line("a label that is shaped first", first / 1e6, unit: "µs", limit: 15)

    let latin = Array(String(repeating: "Harbour lights, live. ", count: 3_000).utf8)
    func perByte(_ count: Int) -> Double {
      var number = 0
      return fastest(
        rounds: 5,
        [
          {
            number += 1
            measure(Array("\(number) ".utf8) + latin.prefix(count), width: 300)
          }
        ])[0] / Double(count)
    }
    let (small, large) = (perByte(4_000), perByte(64_000))
    report.line("a byte of a text, 64 KB / 4 KB", large / small, unit: "", limit: 1.3)
    for (name, unit) in [("marks", "\u{301}"), ("joining letters", "ب")] {
      let text = Array(String(repeating: unit, count: 32_768).utf8)
      var number = 0
      let time = fastest(
        rounds: 3,
        [
          {
            number += 1
            measure(Array("\(number)".utf8) + text, width: 300)
          }
        ])[0]
      report.line("64 KB of \(name)", time / 1e6, unit: "ms", limit: 20)
    }
    measureProcess(program, &report)
  }

  private static func measureProcess(_ program: String, _ report: inout Report) {
    func run(_ arguments: [String]) { _ = exitStatus(of: program, ["dump"] + arguments) }
    let times = fastest(
      rounds: 30, [{ run([]) }, { run(["--font", files.joined(separator: ",")]) }])
    report.line("a process with fonts / without", times[1] / times[0], unit: "", limit: 2)
    report.line("what fonts add to a process", (times[1] - times[0]) / 1e6, unit: "ms", limit: 25)
  }
}
