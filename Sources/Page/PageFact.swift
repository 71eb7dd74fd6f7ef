package import LayoutCore

/// A fact about a page as a whole. The cases have the order of a dump.
///
/// `entry` names each fact in dumps and in JSON. The writers and readers of both formats take the
/// names from it.
package enum PageFact: Sendable, CaseIterable {
  case appearance, locale, direction, textSize, platform
  case metrics, textEngine, layoutRules, layout, sectionCount
  case scroll, viewport, bars

  package enum Value: Sendable {
    case word(String)
    case number(Double)
    /// Width and height. JSON has the width only once, as that of the page.
    case size(Double, Double)
    /// Lengths at the top and at the bottom; a dump leaves out two zeros.
    case pair(Double, Double)
  }

  package struct Entry: Sendable {
    /// The key in the second line of a dump.
    package let key: StaticString
    /// The object of JSON that has the fact, and the member with its value.
    package let object, member: StaticString
    /// The member with the second part of the value; `nil` for a value of one part.
    package var second: StaticString?
    /// The revision of the JSON schema that added the member.
    package var revision = 1
  }

  package var entry: Entry {
    switch self {
    case .appearance: Entry(key: "appearance", object: "environment", member: "appearance")
    case .locale: Entry(key: "locale", object: "environment", member: "locale")
    case .direction: Entry(key: "direction", object: "environment", member: "direction")
    case .textSize: Entry(key: "text-size", object: "environment", member: "textSize")
    case .platform:
      Entry(key: "platform", object: "environment", member: "platform", revision: 2)
    case .metrics: Entry(key: "metrics", object: "environment", member: "metrics")
    case .textEngine: Entry(key: "text", object: "environment", member: "textEngine")
    case .layoutRules: Entry(key: "layout-rules", object: "frames", member: "rules", revision: 3)
    case .layout: Entry(key: "layout", object: "generator", member: "layout")
    case .sectionCount: Entry(key: "sections", object: "feed", member: "sectionCount")
    case .scroll: Entry(key: "scroll-y", object: "viewport", member: "scrollY")
    case .viewport: Entry(key: "viewport", object: "viewport", member: "height")
    case .bars: Entry(key: "bars", object: "viewport", member: "topInset", second: "bottomInset")
    }
  }
}

extension Page {
  /// Returns a fact about a laid out page; `nil` if the page lacks it.
  package func value(of fact: PageFact) -> PageFact.Value? {
    switch fact {
    case .metrics: .word(measurer.name)
    case .textEngine: measurer.engine.map { .word($0) }
    case .layoutRules: .number(Double(LayoutEngine.rules))
    case .layout: .word(layoutName)
    case .sectionCount: .number(Double(sectionCount))
    case .scroll: viewport.map { .number($0.top) }
    case .viewport: viewport.map { .size(environment.width, $0.height) }
    case .bars: viewport.map { .pair($0.topInset, $0.bottomInset) }
    default: environment.value(of: fact)
    }
  }
}

extension LayoutEnvironment {
  /// Returns a fact about the environment; `nil` for other facts and for the default platform.
  package func value(of fact: PageFact) -> PageFact.Value? {
    switch fact {
    case .appearance: .word(appearance.rawValue)
    case .locale: .word(locale)
    case .direction: .word(direction.rawValue)
    case .textSize: .word(textSize.rawValue)
    case .platform: platform == .ios ? nil : .word(platform.rawValue)
    default: nil
    }
  }
}
