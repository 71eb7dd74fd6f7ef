internal import Renderers

/// The page `/plugins`.
struct GalleryView {
  let plugins: [GalleryPlugin]

  var bytes: [UInt8] {
    var html = Document(title: "Plugins").begin()
    html.markup("<main id=\"main\" class=\"gallery\">")
    if plugins.isEmpty { html.element("p", "No plugins were found.") }
    var number = 0
    for (index, plugin) in plugins.enumerated() {
      html.markup("<section")
      html.attribute("aria-labelledby", "plugin-\(index)")
      html.markup("><h2")
      html.attribute("id", "plugin-\(index)")
      html.markup(">")
      html.text(plugin.name)
      html.markup("</h2><ul class=\"facts\">")
      for fact in plugin.facts { html.element("li", fact) }
      html.markup("</ul>")
      if plugin.fixtures.isEmpty { html.element("p", "No feed with its blocks stands beside it.") }
      html.markup("<div class=\"frames\">")
      for fixture in plugin.fixtures {
        number += 1
        write(fixture, number: number, to: &html)
      }
      html.markup("</div></section>")
    }
    html.markup("</main>")
    Document.end(&html)
    return html.bytes
  }

  private func write(_ fixture: GalleryPlugin.Fixture, number: Int, to html: inout Markup) {
    let picture = PagePicture(Wireframe(fixture.page), id: "f\(number)")
    let size = picture.wireframe.size
    html.markup("<figure><figcaption>")
    html.text(fixture.name)
    html.markup("</figcaption><svg role=\"tree\" class=\"drawing page\"")
    html.attribute("aria-label", fixture.name)
    html.attribute("width", size.width)
    html.attribute("height", size.height)
    html.attribute("viewBox", "0 0 \(points(size.width)) \(points(size.height))")
    html.markup(">")
    picture.writeDefinitions(to: &html)
    for index in picture.wireframe.drawingOrder { picture.write(index, to: &html) }
    html.markup("</svg></figure>")
  }
}
