internal import Foundation

/// Python's wcwidth, an independent measure of terminal cells that shares no code and no tables
/// with the engine.
///
/// Debian 12 has version 0.2.5 for Unicode 13, which measures only single scalars. This script adds
/// rules for sequences as terminals draw them: a letter with its marks, and letters that a virama
/// joins, take at most two cells. Flags, keycaps, and emoji that are joined, modified or presented
/// as pictures take exactly two. Ambiguous scalars are those that Python classifies as ambiguous.
package enum Wcwidth {
  private static let script = #"""
    import re, sys, unicodedata, wcwidth
    ambiguous = int(sys.argv[1])
    picture = "[\u00A9\u00AE\u2000-\u2BFF\u3030\u303D\u3297\u3299\U0001F000-\U0001FAFF]"
    shown = f"{picture}(?:\uFE0F|[\U0001F3FB-\U0001F3FF])?[\U000E0020-\U000E007F]*"
    part = re.compile(
        "[\U0001F1E6-\U0001F1FF]{2}|[0-9#*]\uFE0F?\u20E3|" + f"{shown}(?:\u200D{shown})*|.", re.DOTALL)

    def cells(scalar):
        width = wcwidth.wcwidth(scalar)
        return ambiguous if width == 1 and unicodedata.east_asian_width(scalar) == "A" else width

    def clusters(text):
        """A scalar or an emoji each, with the marks behind it and what viramas join to it."""
        found = []
        for each in part.findall(text):
            is_joined = found and unicodedata.combining(found[-1][-1]) == 9 and each.isalpha()
            if is_joined or found and unicodedata.category(each[0]) in ("Mn", "Mc", "Me"):
                found[-1] += each
            else:
                found.append(each)
        return found

    def width(text):
        found = 0
        for cluster in clusters(text):
            widths = [cells(each) for each in cluster]
            if -1 in widths: return -1
            found += 2 if part.match(cluster).end() > 1 else min(2, sum(widths))
        return found

    print(wcwidth.list_versions()[-1])
    for text in sys.stdin.buffer.read().decode().split("\0"):
        print(width(text))
    """#

  /// Returns the Unicode version of the tables, and the cells of each text: -1 for a text with a
  /// control character.
  ///
  /// - Parameters:
  ///   - texts: Texts without U+0000.
  ///   - ambiguous: The number of cells of an ambiguous scalar.
  package static func judge(
    _ texts: [String], ambiguous: Int = 1
  ) throws -> (unicode: Int, cells: [Int]) {
    let printed = try Python.output(
      of: ["-c", script, "\(ambiguous)"], input: Data(texts.joined(separator: "\0").utf8))
    let lines = printed.split(separator: "\n")
    guard let version = lines.first?.split(separator: ".").first.flatMap({ Int($0) }),
      lines.count == texts.count + 1
    else { throw Python.Failure(description: "not as many lines as texts: \(lines.count)") }
    return (version, lines.dropFirst().compactMap { Int($0) })
  }
}
