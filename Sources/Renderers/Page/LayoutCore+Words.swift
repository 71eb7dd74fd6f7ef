import LayoutCore

extension NodeKind {
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

extension Section.Provider {
  var words: String { version.isEmpty ? id : "\(id)@\(version)" }
}

extension Section.Fallback {
  var words: String { "\(step.rawValue): \(reason)" }
}

extension LayoutNode {
  /// Returns the lines of running text, which an icon's symbol is not, in its frame.
  func runningText(_ measurer: any TextMeasurer) -> FittedText? {
    kind == .text || kind == .button || kind == .badge ? fittedText(measurer) : nil
  }
}
