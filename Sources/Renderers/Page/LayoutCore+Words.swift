import LayoutCore

extension NodeKind {
  /// The role that a node of the kind has without saying so.
  var impliedRole: AccessibilityRole {
    switch self {
    case .button: .button
    case .image: .image
    default: .none
    }
  }
}

extension NodeContent {
  /// The role, unless a node of the kind, or one that can be tapped, has it without saying so.
  func statedRole(in kind: NodeKind) -> AccessibilityRole? {
    let isImplied = role == kind.impliedRole || (role == .button && actionTarget.count > 0)
    return role == .none || isImplied ? nil : role
  }
}

extension AccessibilityRole {
  var word: String {
    switch self {
    case .none: "none"
    case .button: "button"
    case .image: "image"
    case .header: "header"
    case .link: "link"
    case .adjustable: "adjustable"
    }
  }
}

extension TextAlign {
  var word: String {
    switch self {
    case .start: "start"
    case .center: "center"
    case .end: "end"
    }
  }
}

extension SectionView {
  /// A node's name, and its number where siblings share the name: "card[3]". Unique among siblings.
  package func id(of index: Int) -> String {
    let name = section.arena.name(of: index)
    let number = siblingIndices[index]
    return number < 0 ? name : "\(name)[\(number)]"
  }
}

extension LayoutTree {
  /// Height of the page as its sections' frames show it.
  package func height(on grid: PixelGrid) -> Double {
    grid.snap(height)
  }
}
