@testable import LayoutCore

/// Sections with unusual frames and texts, as a plugin may return them.
enum Odd {
  private static func odd(height: Double = 120, _ nodes: [Sketch]) -> PlacedSection {
    section("ODD", height: height, Sketch(.box, 0, 0, 414, height, "", nodes))
  }

  static let edges = odd([
    Sketch(.text, -20, 0, 100, 15, "begins left"),
    Sketch(.text, 380, 0, 100, 15, "ends right"),
    Sketch(.text, 500, 0, 100, 15, "off screen"),
    Sketch(.text, 10, 20, 0, 0, "no size"),
    Sketch(.image, 10, 30, 100, 0),
    Sketch(.image, -40, 40, 120, 60),
    Sketch(.image, 360, 40, 120, 60),
    Sketch(.text, 200, 60, 60, 15, "wider than its frame"),
    Sketch(.text, 10, 300, 100, 15, "below the section"),
    Sketch(.text, 10, -200, 100, 15, "above it"),
  ])

  static let overlapping = odd([
    Sketch(.text, 10, 0, 120, 15, "first"),
    Sketch(.text, 20, 2, 120, 15, "second"),
    Sketch(.text, 30, 4, 120, 15, "third"),
    Sketch(.text, 200, 3, 120, 15, "beside"),
  ])

  static let boxes = odd([
    Sketch(.image, 10, 0, 200, 80),
    Sketch(.image, 100, 40, 200, 80),
  ])

  static let staggered = odd([
    Sketch(.image, 10, 0, 190, 100).with { $0.badge = "left" },
    Sketch(.text, 210, 0, 190, 30, "two lines of text that stand beside").with { $0.maxLines = 2 },
    Sketch(.text, 210, 40, 190, 15, "then one"),
    Sketch(.button, 210, 70, 80, 24, "Follow").with { $0.background = "tint" },
    Sketch(.text, 10, 105, 190, 15, "caption"),
    Sketch(.text, 210, 96, 190, 15, "low"),
  ])

  static let scripts = odd([
    Sketch(.image, 0, 0, 130, 40).with { $0.badge = "👍🏽 12" },
    Sketch(.image, 140, 0, 130, 40).with { $0.badge = "🇳🇴 1️⃣" },
    Sketch(.image, 280, 0, 130, 40).with { $0.badge = "👨‍👩‍👧 3" },
    Sketch(.text, 0, 45, 130, 15, "e\u{301}clair ❤️"),
    Sketch(.text, 140, 45, 130, 15, "مرحبا بكم"),
    Sketch(.text, 280, 45, 130, 15, "ｆｕｌｌ 한글"),
    Sketch(.text, 0, 65, 130, 15, "क्षत्रिय"),
    Sketch(.text, 140, 65, 130, 15, "กำลัง"),
    Sketch(.text, 280, 65, 130, 15, "\u{301}mark"),
  ])

  static let controls = odd([
    Sketch(.text, 10, 0, 390, 15, "red \u{1B}[31m or\tnot\u{9B}1m\u{202E}end\u{0}"),
    Sketch(.button, 10, 20, 390, 15, "\u{1B}]0;title\u{7}").with { $0.background = "tint" },
    Sketch(.image, 10, 40, 390, 60).with {
      $0.badge = "\r\n\u{1B}c"
      $0.label = "\u{8}\u{8}label\u{7F}"
    },
  ])

  static let secondPage = odd([
    Sketch(
      .pager, 0, 0, 414, 100, "",
      (0..<3).map { Sketch(.image, 10 + Double($0) * 404, 10, 394, 80).with { $0.label = "page" } }
    ).with {
      $0.dots = (0, 1)
      $0.style.padding.start = .points(10)
    }
  ])
}
