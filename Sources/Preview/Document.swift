/// The common frame of all pages of the preview.
struct Document {
  let title: String
  /// Whether the page loads the script for live updates.
  var isLive = false

  func begin() -> Markup {
    var html = Markup()
    html.markup(
      """
      <!doctype html>
      <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
      <meta name="color-scheme" content="light dark"><title>
      """)
    html.text("\(title) · sectionengine")
    html.markup(
      """
      </title><link rel="icon" href="/icon.svg"><link rel="stylesheet" href="/preview.css">
      <link rel="stylesheet" href="/drawing.css">
      """)
    if isLive { html.markup("<script src=\"/preview.js\" defer></script>") }
    html.markup(
      """
      </head><body><a class="skip" href="#main">Skip to the content</a>
      <header class="bar"><nav aria-label="Pages"><a href="/">Preview</a> <a href="/plugins">Plugins</a></nav>
      """)
    html.element("h1", title)
    html.markup("</header>")
    return html
  }

  static func end(_ html: inout Markup) { html.markup("</body></html>\n") }
}
