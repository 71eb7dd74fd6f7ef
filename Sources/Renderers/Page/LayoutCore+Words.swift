import LayoutCore

extension NodeKind {
  /// The role that a node of the kind has without stating it.
  var impliedRole: AccessibilityRole {
    switch self {
    case .button: .button
    case .image: .image
    default: .none
    }
  }
}

extension NodeContent {
  /// Returns the role, or `nil` if the kind or the node's action implies it.
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
  /// Returns a node's name, with its number if siblings share the name, such as "card[3]". The
  /// result is unique among siblings.
  package func id(of index: Int) -> String {
    let name = section.arena.name(of: index)
    let number = siblingIndices[index]
    return number < 0 ? name : "\(name)[\(number)]"
  }
}

extension LayoutTree {
  /// Returns the page's height on a pixel grid.
  package func height(on grid: PixelGrid) -> Double {
    grid.snap(height)
  }
}
