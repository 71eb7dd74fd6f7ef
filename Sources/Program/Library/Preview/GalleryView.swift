internal import Renderers

/// The page `/plugins`.
struct GalleryView {
  let plugins: [GalleryPlugin]

  var bytes: [UInt8] {
    var html = Document(title: "Plugins").begin()
    html.write(markup: "<main id=\"main\" class=\"gallery\">")
    if plugins.isEmpty { html.write(markup: "<p>No plugins were found.</p>") }
    var number = 0
    for (index, plugin) in plugins.enumerated() {
      html.write(
        markup: """
          <section aria-labelledby="plugin-\(index)"><h2 id="plugin-\(index)">\(plugin.name)</h2>\
          <ul class="facts">
          """)
      for fact in plugin.facts { html.write(markup: "<li>\(fact)</li>") }
      html.write(markup: "</ul>")
      if plugin.fixtures.isEmpty {
        html.write(markup: "<p>There is no feed with its blocks next to it.</p>")
      }
      html.write(markup: "<div class=\"frames\">")
      for fixture in plugin.fixtures {
        number += 1
        write(fixture, number: number, to: &html)
      }
      html.write(markup: "</div></section>")
    }
    html.write(markup: "</main>")
    Document.end(&html)
    return html.bytes
  }

  private func write(_ fixture: GalleryPlugin.Fixture, number: Int, to html: inout ByteWriter) {
    let picture = PagePicture(Wireframe(fixture.page), id: "f\(number)")
    let size = picture.wireframe.size
    html.write(
      markup: """
        <figure><figcaption>\(fixture.name)</figcaption><svg role="tree" class="drawing page" \
        aria-label="\(fixture.name)" width="\(size.width)" height="\(size.height)" \
        viewBox="0 0 \(size.width) \(size.height)">
        """)
    picture.writeDefinitions(to: &html)
    for index in picture.wireframe.drawingOrder { picture.write(index, to: &html) }
    html.write(markup: "</svg></figure>")
  }
}
