package import LayoutCore

extension Page {
  /// The unique names of the sections, by section index.
  package var sectionNames: [String] {
    var names = SectionNames()
    return sections.map { names.name(of: $0.section.blockCode) }
  }

  /// Returns a section or a bar; `nil` if the page lacks it.
  package func section(_ part: PagePart) -> PlacedSection? {
    switch part {
    case .section(let index): sections.indices.contains(index) ? sections[index] : nil
    case .top: chrome.top
    case .bottom: chrome.bottom
    }
  }
}

/// Makes the codes of sections unique on a page: "NOTICE", "NOTICE#2", and so on.
package struct SectionNames {
  private var seen: [String: Int] = [:]

  package init() {}

  package mutating func name(of code: String) -> String {
    let occurrence = seen[code, default: 0] + 1
    seen[code] = occurrence
    return occurrence == 1 ? code : "\(code)#\(occurrence)"
  }
}

/// The keyword that begins the line of a section or of a bar above or below the content.
package enum SectionKeyword: String, Sendable, Hashable, CaseIterable { case section, top, bottom }

extension PagePart {
  package var keyword: SectionKeyword {
    switch self {
    case .section: .section
    case .top: .top
    case .bottom: .bottom
    }
  }
}
