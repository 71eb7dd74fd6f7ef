extension se_renderer {
  /// Creates the function table of a renderer type; the stored type is never freed.
  init(writtenBy type: any PageRenderer.Type) {
    self.init(
      self: UnsafeMutableRawPointer(mutating: StaticStorage.keep(type)),
      name: StaticStorage.string(type.format),
      render: { this, host, raw in
        guard let this, let host, let raw else { return SE_FAILED }
        let page = Page(host: host, page: raw.pointee)
        return page.layout.report {
          guard let output = lend(SE_OUTPUT, to: { host.pointee.extension(host, $0) }) else {
            throw PayloadError("this host takes no output")
          }
          var stream = PageOutput(
            host: host, output: output.assumingMemoryBound(to: se_output.self))
          try this.load(as: (any PageRenderer.Type).self).write(page, to: &stream)
        }
      })
  }
}
