internal import Renderers

/// The common frame of all pages of the preview.
struct Document {
  let title: String
  /// Whether the page loads the script for live updates.
  var isLive = false

  func begin() -> ByteWriter {
    var html = ByteWriter()
    html.write(
      markup: """
        <!doctype html>
        <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
        <meta name="color-scheme" content="light dark"><title>\(title) · sectionengine</title>\
        <link rel="icon" href="/icon.svg"><link rel="stylesheet" href="/preview.css">
        <link rel="stylesheet" href="/drawing.css">\
        \(isLive ? #"<script src="/preview.js" defer></script>"# as XML : "")\
        </head><body><a class="skip" href="#main">Skip to the content</a>
        <header class="bar"><nav aria-label="Pages"><a href="/">Preview</a> <a href="/plugins">Plugins</a></nav>\
        <h1>\(title)</h1></header>
        """)
    return html
  }

  static func end(_ html: inout ByteWriter) { html.write(markup: "</body></html>\n") }
}
