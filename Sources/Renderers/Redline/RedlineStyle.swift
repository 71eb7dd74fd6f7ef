import LayoutCore

/// The colours and CSS rules of a redline: magenta measures on grey content.
package enum RedlineStyle {
  package typealias Color = (name: String, light: String, dark: String)

  package static let palette: [Color] = [
    ("page", "#fff", "#18181b"), ("frame", "#fafafa", "#202024"), ("edge", "#1a1a1a", "#e4e4e7"),
    ("line", "#d4d4d8", "#3f3f46"), ("item", "#f4f4f5", "#27272a"), ("rim", "#c4c4cc", "#52525b"),
    ("image", "#e4e4e7", "#3f3f46"), ("text", "#18181b", "#fafafa"),
    ("note", "#63636b", "#a1a1aa"), ("measure", "#d6006c", "#ff6bb0"),
    ("badge", "#1d4ed8", "#3b62e0"), ("warning", "#9a4a06", "#f0a04b"),
  ]

  /// The style rules. `$name` is a placeholder for a colour of the palette.
  static let rules = """
    .page{fill:$page}.frame{fill:$frame;stroke:none}.edge{fill:none;stroke:$edge;stroke-width:1.5}
    .sec{fill:$page;stroke:$line}.item{fill:$item;stroke:$rim}.img{fill:$image}.b{fill:none;pointer-events:all}
    .t{fill:$text}.s{fill:$note}.note{font-size:11px}.head{font-size:15px;font-weight:600}
    .m{font-size:11px;fill:$measure;font-family:ui-monospace,DejaVu Sans Mono,monospace;text-anchor:middle}
    .m{paint-order:stroke;stroke:$page;stroke-width:3px;stroke-linejoin:round}.dim{stroke:$measure;fill:none}
    .gap{fill:$measure;fill-opacity:.1}.hatch{stroke:$measure;stroke-opacity:.5;fill:none}
    .code{font-size:12px;font-family:ui-monospace,DejaVu Sans Mono,monospace}
    .badge{fill:$badge}.bt{font-size:11px;font-weight:700;fill:#fff;text-anchor:middle}
    .clip{stroke:$note;stroke-dasharray:3 3;fill:none}.screen{stroke:$badge;stroke-width:1.5;stroke-dasharray:8 4;fill:none}
    .dot{fill:$rim}.dot.on{fill:$text}.mark{fill:$page;fill-opacity:.8}.warn{fill:$warning}.lost{fill:none;stroke:$warning;stroke-dasharray:6 4}
    .off{opacity:.45}

    """

  /// The rules in light colours, followed by rules that replace the colours in dark mode.
  static let sheet: String = {
    var changed = ""
    // Repeats only the declarations that use a colour.
    for rule in rules.split(whereSeparator: { $0 == "}" || $0 == "\n" }) {
      let parts = rule.split(separator: "{", maxSplits: 1)
      guard parts.count == 2 else { continue }
      let declarations = parts[1].split(separator: ";").filter { $0.contains("$") }
      guard !declarations.isEmpty else { continue }
      changed += "\(parts[0]){\(declarations.joined(separator: ";"))}"
    }
    let light = colored { $0.light }
    let other = colored(changed) { $0.dark }
    return "\(light)@media (prefers-color-scheme:dark){\(other)}\n"
  }()

  /// Returns the rules with the colours of an appearance.
  static func sheet(of appearance: LayoutEnvironment.Appearance) -> String {
    colored { appearance == .dark ? $0.dark : $0.light }
  }

  /// The rules for an HTML document with appearance controls whose ids are "system" and "dark".
  package static let documentSheet: String = {
    func properties(_ value: (Color) -> String) -> String {
      palette.map { "--\($0.name):\(value($0))" }.joined(separator: ";")
    }
    let dark = properties(\.dark)
    // The colours of a page belong to its appearance, whatever that of the document is.
    return ":root,.content.light{\(properties(\.light))}\n"
      + "@media (prefers-color-scheme:dark){:root:has(#system:checked){\(dark)}}\n"
      + ":root:has(#dark:checked),.content.dark{\(dark)}\n" + variables
  }()

  /// The rules with colours as CSS custom properties, which the page defines.
  package static var variables: String { colored { "var(--\($0.name))" } }

  private static func colored(_ rules: String = rules, _ color: (Color) -> String) -> String {
    palette.reduce(rules) { $0.replacing("$\($1.name)", with: color($1)) }
  }
}
